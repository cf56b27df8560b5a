package core

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(
		dsl.Type{Name: "Struct", Includes: []string{"Enumerable"}, Methods: structMethods, Functions: structClassMethods},
		dsl.Type{Name: "Primitive", Functions: dsl.Methods{
			"values":       dsl.Fn(1, func(c *dsl.Call) dsl.Value { return c.NewArrayCopy(structOf(c.Args[0]).Values) }).With(trait.Opaque),
			"members":      dsl.Fn(1, func(c *dsl.Call) dsl.Value { return structOf(c.Args[0]).def.names(c) }).With(trait.Opaque),
			"keyword_init": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return structOf(c.Args[0]).def.keywords() }).With(trait.Opaque),
			"kind":         dsl.Fn(1, func(c *dsl.Call) dsl.Value { return c.Interp().PlainClassOf(c.Args[0]) }).With(trait.Opaque),
			"fill":         dsl.Fn(2, structFill).With(trait.Opaque),
		}},
	)
}

var structClassMethods = dsl.Methods{"new": dsl.FnKw(0, -1, structDefine).With(trait.Detaches)}

// structMethods are what every struct has; each struct class adds its own
// accessors.
var structMethods = dsl.JoinMethods(derived("Struct"), dsl.Methods{
	"members":                 dsl.Fn(0, structMembers),
	"to_a deconstruct values": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewArrayCopy(selfStruct(c).Values) }),
	"[]":                      dsl.Fn(1, structGet).With(trait.Picks),
	"[]=":                     dsl.Fn(2, structSet).With(trait.ChangesReceiver | trait.Opaque),
	"eql?":                    dsl.Fn(1, containerEql),
	"hash":                    dsl.Fn(0, containerHash),
	"dig":                     dsl.FnAny(containerDig).With(trait.Picks),
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
	name, from := structName(c)
	def := &structDef{}
	def.addMembers(c, from)
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

// structName returns the name of the constant to define by Struct.new, "" if there is none, and
// the place of the first member among the arguments.
func structName(c *dsl.Call) (name string, from int) {
	switch v := c.Arg(0).(type) {
	case dsl.Symbol:
		return "", 0
	case dsl.NilValue:
		return "", min(1, len(c.Args))
	case *dsl.String:
		if v.String() == "" || v.String()[0] < 'A' || v.String()[0] > 'Z' {
			panic(c.Exception("NameError", "identifier %s needs to be constant", v.String()))
		}
		return v.String(), 1
	}
	panic(c.NoConversion(c.Args[0], "String"))
}

// finishClass runs the hook and the block of a class that is made.
func finishClass(c *dsl.Call, class *dsl.Class) {
	dsl.Check(c.CallInherited(class))
	if c.Block == nil {
		return
	}
	dsl.Must(c.ClassExec(class, c.Block, []dsl.Value{class}))
}

// addMembers adds the members that the arguments name, from one on.
func (def *structDef) addMembers(c *dsl.Call, from int) {
	for i := from; i < len(c.Args); i++ {
		name := c.NameArg(i)
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
		"keyword_init?": dsl.Fn(0, func(*dsl.Call) dsl.Value { return def.keywords() }),
	}))
	return class
}

// keywords is what keyword_init? says.
func (def *structDef) keywords() dsl.Value {
	if def.keywordInit == nil {
		return dsl.Nil
	}
	return dsl.Bool(dsl.Truthy(def.keywordInit))
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

// structFill gives a struct the values of its members.
func structFill(c *dsl.Call) dsl.Value {
	c.Changing(c.Args[0])
	d := structOf(c.Args[0])
	d.Values = c.NewArrayCopy(c.List(1).Elems).Elems
	if d.def.data {
		dsl.Freeze(c.Args[0])
	}
	return dsl.Nil
}

func structMembers(c *dsl.Call) dsl.Value { return selfStruct(c).def.names(c) }

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
	"members":          dsl.Fn(0, structMembers),
	"to_h":             structMethods["to_h"],
	"deconstruct_keys": structMethods["deconstruct_keys"],
	"==":               structMethods["=="],
	"eql?":             dsl.Fn(1, containerEql),
	"hash":             dsl.Fn(0, containerHash),
	"inspect to_s":     dsl.Fn(0, structInspect),
})

func dataDefine(c *dsl.Call) dsl.Value {
	super := c.Self.(*dsl.Class)
	def := &structDef{data: true}
	def.addMembers(c, 0)
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
