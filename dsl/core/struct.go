package core

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(dsl.Type{Name: "Struct", Includes: []string{"Enumerable"}, Methods: structMethods, Functions: structClassMethods})
}

var structClassMethods = dsl.Methods{"new": dsl.FnKw(0, -1, structDefine).With(trait.Detaches)}

// structMethods are what every struct has; each struct class adds its own
// accessors.
var structMethods = dsl.JoinMethods(derived("Struct"), dsl.Methods{
	"initialize":              structInitialize.With(trait.Opaque),
	"members":                 dsl.Fn(0, structMembers),
	"to_a deconstruct values": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewArrayCopy(selfStruct(c).Values) }),
	"to_h":                    dsl.Fn(0, structToH),
	"[]":                      dsl.Fn(1, structGet).With(trait.Picks),
	"[]=":                     dsl.Fn(2, structSet).With(trait.ChangesReceiver | trait.Opaque),
	"==":                      dsl.Fn(1, structEqual),
	"eql?":                    dsl.Fn(1, containerEql),
	"hash":                    dsl.Fn(0, containerHash),
	"dig":                     dsl.FnAny(containerDig).With(trait.Picks),
	"values_at":               dsl.FnAny(structValuesAt),
	"size length":             dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(len(selfStruct(c).Values)) }),
	"inspect to_s":            dsl.Fn(0, structInspect).With(trait.ShowsParts),
})

// structData is an instance of a Struct or Data class.
type structData struct {
	dsl.Members
	def *structDef
}

func (d *structData) Holds() any                        { return &d.Members }
func (d *structData) With(held any) dsl.Data            { return &structData{*held.(*dsl.Members), d.def} }
func (d *structData) Kept(func(...dsl.Value))           {}
func (d *structData) Yields() (from dsl.Value, ok bool) { return nil, false }

// structDef is what Struct.new or Data.define was told.
type structDef struct {
	members     []string
	keywordInit dsl.Value // of a Struct: nil when not said
	data        bool
}

func structOf(v dsl.Value) *structData {
	if o, ok := v.(*dsl.Object); ok {
		d, _ := o.Data.(*structData)
		return d
	}
	return nil
}

func selfStruct(c *dsl.Call) *structData { return structOf(c.Self) }

func changeableStruct(c *dsl.Call) *structData {
	c.MustChange()
	return selfStruct(c)
}

// structDefine is Struct.new: it makes a class.
func structDefine(c *dsl.Call) dsl.Value {
	super := c.Self.(*dsl.Class)
	args, name := c.Args, ""
	if len(args) > 0 {
		name, args = structName(c, args)
	}
	def := &structDef{}
	def.addMembers(c, args)
	for i := range c.Keywords.Len() {
		k, v := c.Keywords.At(i)
		if k != dsl.Symbol("keyword_init") {
			panic(c.Exception("ArgumentError", "unknown keyword: %s", c.MustInspect(k)))
		}
		if v != dsl.Nil {
			def.keywordInit = v
		}
	}
	class := def.class(c, super)
	if name != "" {
		c.Interp().SetConst(super, name, class)
	}
	finishClass(c, class)
	return class
}

// structName takes the name of the constant to define off the arguments of
// Struct.new, "" if there is none.
func structName(c *dsl.Call, args []dsl.Value) (string, []dsl.Value) {
	switch v := args[0].(type) {
	case dsl.Symbol:
		return "", args
	case dsl.NilValue:
		return "", args[1:]
	case *dsl.String:
		if v.String() == "" || v.String()[0] < 'A' || v.String()[0] > 'Z' {
			panic(c.Exception("NameError", "identifier %s needs to be constant", v.String()))
		}
		return v.String(), args[1:]
	}
	panic(c.NoConversion(args[0], "String"))
}

// finishClass runs the hook and the block of a class that is made.
func finishClass(c *dsl.Call, class *dsl.Class) {
	dsl.Check(c.CallInherited(class))
	if c.Block == nil {
		return
	}
	dsl.Must(c.ClassExec(class, c.Block, []dsl.Value{class}))
}

func (def *structDef) addMembers(c *dsl.Call, args []dsl.Value) {
	for _, arg := range args {
		var name string
		switch v := arg.(type) {
		case dsl.Symbol:
			name = string(v)
		case *dsl.String:
			name = v.String()
		default:
			panic(c.Exception("TypeError", "%s is not a symbol nor a string", c.MustInspect(arg)))
		}
		c.ChargeReads(len(def.members))
		c.Step()
		if slices.Contains(def.members, name) {
			panic(c.Exception("ArgumentError", "duplicate member: %s", name))
		}
		if def.data && strings.HasSuffix(name, "=") {
			panic(c.Exception("ArgumentError", "invalid data member: %s", name))
		}
		def.members = append(def.members, name)
	}
}

// class makes the class with its accessors.
func (def *structDef) class(c *dsl.Call, super *dsl.Class) *dsl.Class {
	class := c.NewSubclass(super)
	for i, name := range def.members {
		c.DefineBuiltin(class, name, dsl.Fn(0, func(c *dsl.Call) dsl.Value {
			return selfStruct(c).Values[i]
		}))
		if def.data {
			continue
		}
		setter := dsl.Fn(1, func(c *dsl.Call) dsl.Value {
			changeableStruct(c).Values[i] = c.Arg(0)
			return c.Arg(0)
		}).With(trait.ChangesReceiver | trait.Opaque)
		c.DefineBuiltin(class, name+"=", setter)
	}
	create := dsl.FnKw(0, -1, def.create)
	c.Interp().DefineFunctions(class, dsl.JoinMethods(dsl.Methods{
		"new":     create,
		"[]":      create,
		"members": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return def.names(c) }),
		"inspect": dsl.Fn(0, func(c *dsl.Call) dsl.Value {
			shown := c.Self.(*dsl.Class).DisplayName()
			if def.keywordInit != nil && dsl.Truthy(def.keywordInit) {
				shown += "(keyword_init: true)"
			}
			return c.NewString(shown)
		}),
		"keyword_init?": dsl.Fn(0, func(*dsl.Call) dsl.Value {
			if def.keywordInit == nil {
				return dsl.Nil
			}
			return dsl.Bool(dsl.Truthy(def.keywordInit))
		}),
	}))
	return class
}

func (def *structDef) names(c *dsl.Call) *dsl.Array {
	out := c.NewArrayCap(len(def.members))
	c.ChargeReads(len(def.members))
	for _, name := range def.members {
		out.Elems = append(out.Elems, c.SymbolOf(name))
	}
	return out
}

// create is new of a struct class.
func (def *structDef) create(c *dsl.Call) dsl.Value {
	class := c.Self.(*dsl.Class)
	d := &structData{dsl.Members{Values: make([]dsl.Value, len(def.members))}, def}
	c.ChargeReads(len(d.Values))
	for i := range d.Values {
		d.Values[i] = dsl.Nil
	}
	o := c.NewObject(class, d)
	c.ChargeMemory(limits.SizeArray + limits.SizeElement*len(d.Values))
	args, kw := c.Args, c.Keywords
	if def.data {
		kw = def.toKeywords(c)
		args = nil
	}
	dsl.Must(c.Thread.Send(o, "initialize", args, kw, c.Block, c.Pos))
	if def.data {
		dsl.Freeze(o)
	}
	return o
}

var structInitialize = dsl.Private(dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value {
	d := selfStruct(c)
	byKeyword := d.def.keywordInit != nil && dsl.Truthy(d.def.keywordInit)
	if d.def.keywordInit == nil && c.Keywords.Len() > 0 && len(c.Args) == 0 {
		byKeyword = true
	}
	if byKeyword {
		structFromKeywords(c, d)
		return dsl.Nil
	}
	args := c.Args
	if c.Keywords.Len() > 0 {
		args = append(args[:len(args):len(args)], c.Keywords)
	}
	if len(args) > len(d.Values) {
		panic(c.Exception("ArgumentError", "struct size differs"))
	}
	c.ChargeMoves(len(args))
	copy(d.Values, args)
	return dsl.Nil
}))

func structFromKeywords(c *dsl.Call, d *structData) {
	kw := c.Keywords
	if len(c.Args) > 0 {
		h, ok := c.Args[0].(*dsl.Hash)
		if len(c.Args) > 1 || !ok {
			panic(c.Exception("ArgumentError", "wrong number of arguments (given %d, expected 0)", len(c.Args)))
		}
		kw = h
	}
	var unknown []string
	c.ChargeReads(kw.Len() * len(d.Values) / 2)
	for i := range kw.Len() {
		k, v := kw.At(i)
		if at := d.index(k); at >= 0 {
			d.Values[at] = v
		} else {
			unknown = append(unknown, c.ToS(k))
		}
	}
	if len(unknown) > 0 {
		panic(c.Exception("ArgumentError", "unknown keywords: %s", strings.Join(unknown, ", ")))
	}
}

func structMembers(c *dsl.Call) dsl.Value { return selfStruct(c).def.names(c) }

func structToH(c *dsl.Call) dsl.Value {
	d := selfStruct(c)
	h := c.EmptyHash(len(d.Values))
	for i, name := range d.def.members {
		c.Step()
		if c.Block == nil {
			c.Put(h, dsl.Symbol(name), d.Values[i])
			continue
		}
		pair := c.Yield(dsl.Symbol(name), d.Values[i])
		setPair(c, h, pair, i)
	}
	return h
}

// lookup is dig's way to a member: a missing one is nil.
func (d *structData) lookup(key dsl.Value) dsl.Value {
	if n, ok := key.(dsl.Int); ok {
		v, _ := elementAt(d.Values, int(n))
		return v
	}
	if at := d.index(key); at >= 0 {
		return d.Values[at]
	}
	return dsl.Nil
}

// index returns the place of the member that a symbol or a string names; -1 for others.
func (d *structData) index(key dsl.Value) int {
	switch k := key.(type) {
	case dsl.Symbol:
		return slices.Index(d.def.members, string(k))
	case *dsl.String:
		return slices.Index(d.def.members, k.String())
	}
	return -1
}

// member finds the member that [] names: a symbol, a string or a number.
func (d *structData) member(c *dsl.Call, key dsl.Value) int {
	c.ChargeReads(len(d.def.members))
	switch key.(type) {
	case dsl.Symbol, *dsl.String:
		if at := d.index(key); at >= 0 {
			return at
		}
		panic(c.Exception("NameError", "no member '%s' in struct", c.ToS(key)))
	}
	i := c.IntOf(key)
	switch n := len(d.Values); {
	case i >= n:
		panic(c.Exception("IndexError", "offset %d too large for struct(size:%d)", i, n))
	case i < -n:
		panic(c.Exception("IndexError", "offset %d too small for struct(size:%d)", i, n))
	case i < 0:
		i += n
	}
	return i
}

func structGet(c *dsl.Call) dsl.Value {
	d := selfStruct(c)
	return d.Values[d.member(c, c.Args[0])]
}

func structSet(c *dsl.Call) dsl.Value {
	if u := dsl.UnknownScalar(c.Arg(0)); u != nil {
		d := changeableStruct(c)
		for i, v := range d.Values {
			d.Values[i] = c.Merge(c.SameName(c.Arg(0), dsl.Symbol(d.def.members[i])), c.Arg(1), v)
		}
		return c.Arg(1)
	}
	i := selfStruct(c).member(c, c.Arg(0))
	d := changeableStruct(c)
	d.Values[i] = c.Arg(1)
	return c.Arg(1)
}

func structEqual(c *dsl.Call) dsl.Value {
	other := structOf(c.Arg(0))
	if other == nil || c.Interp().PlainClassOf(c.Self) != c.Interp().PlainClassOf(c.Arg(0)) {
		return dsl.False
	}
	return dsl.Bool(c.Equal(&dsl.Array{Elems: selfStruct(c).Values}, &dsl.Array{Elems: other.Values}))
}

func structValuesAt(c *dsl.Call) dsl.Value {
	d := selfStruct(c)
	for _, arg := range c.Args {
		if _, ok := arg.(*dsl.Range); !ok {
			d.member(c, dsl.Int(c.IntOf(arg)))
		}
	}
	return valuesAt(c, d.Values)
}

func structInspect(c *dsl.Call) dsl.Value {
	d := selfStruct(c)
	kind := "struct "
	if d.def.data {
		kind = "data "
	}
	name := c.Interp().PlainClassOf(c.Self).Name()
	begin := "#<" + kind
	if name != "" {
		begin += name + " "
	}
	if len(d.Values) == 0 {
		begin = strings.TrimSuffix(begin, " ")
	}
	return c.InspectParts("#<"+kind+name+":...>", begin, ">", d.def.members, d.Values)
}

func init() { dsl.Register(dsl.Type{Name: "Data", Methods: dataMethods, Functions: dataClassMethods}) }

var dataClassMethods = dsl.Methods{"define": dsl.FnAny(dataDefine)}

var dataMethods = dsl.JoinMethods(derived("Data"), dsl.Methods{
	"initialize":       dataInitialize,
	"members":          dsl.Fn(0, structMembers),
	"to_h":             dsl.Fn(0, structToH),
	"deconstruct_keys": structMethods["deconstruct_keys"],
	"==":               dsl.Fn(1, structEqual),
	"eql?":             dsl.Fn(1, containerEql),
	"hash":             dsl.Fn(0, containerHash),
	"inspect to_s":     dsl.Fn(0, structInspect),
})

func dataDefine(c *dsl.Call) dsl.Value {
	super := c.Self.(*dsl.Class)
	def := &structDef{data: true}
	def.addMembers(c, c.Args)
	class := def.class(c, super)
	finishClass(c, class)
	return class
}

// toKeywords names the positional arguments of new: initialize gets keywords
// only.
func (def *structDef) toKeywords(c *dsl.Call) *dsl.Hash {
	if len(c.Args) == 0 {
		return c.Keywords
	}
	args := c.Args
	if c.Keywords.Len() > 0 {
		args = append(args[:len(args):len(args)], c.Keywords)
	}
	if len(args) > len(def.members) {
		want := "0"
		if n := len(def.members); n > 0 {
			want = fmt.Sprintf("0..%d", n)
		}
		panic(c.Exception("ArgumentError", "wrong number of arguments (given %d, expected %s)", len(args), want))
	}
	kw := c.EmptyHash(len(args))
	for i, v := range args {
		c.Put(kw, dsl.Symbol(def.members[i]), v)
	}
	return kw
}

var dataInitialize = dsl.Private(dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value {
	d := selfStruct(c)
	if len(c.Args) > 0 {
		panic(c.Exception("ArgumentError", "wrong number of arguments (given %d, expected 0)", len(c.Args)))
	}
	var missing, unknown []string
	for i, name := range d.def.members {
		v, ok := c.Keywords.Sym(name)
		if !ok && c.Keywords != nil {
			v, ok = c.Keywords.Get(dsl.NewString(name))
		}
		if !ok {
			missing = append(missing, c.MustInspect(dsl.Symbol(name)))
			continue
		}
		d.Values[i] = v
	}
	if len(missing) > 0 {
		panic(c.Exception("ArgumentError", "missing keyword%s: %s", rubytext.Plural(len(missing)), strings.Join(missing, ", ")))
	}
	c.ChargeReads(c.Keywords.Len() * len(d.Values) / 2)
	for i := range c.Keywords.Len() {
		k, _ := c.Keywords.At(i)
		if !slices.Contains(d.def.members, c.ToS(k)) {
			unknown = append(unknown, c.MustInspect(k))
		}
	}
	if len(unknown) > 0 {
		panic(c.Exception("ArgumentError", "unknown keyword%s: %s", rubytext.Plural(len(unknown)), strings.Join(unknown, ", ")))
	}
	if o, ok := c.Self.(*dsl.Object); ok {
		dsl.Freeze(o)
	}
	return dsl.Nil
}))
