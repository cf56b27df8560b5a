package dsl

import (
	"slices"
	"strings"
)

func init() {
	Register(Type{Name: "Struct", Includes: []string{"Enumerable"}, Methods: structMethods, Functions: structClassMethods})
}

var structClassMethods = methodTable{"new": fnKw(0, -1, structDefine).is(detaches)}

// structMethods are what every struct has; each struct class adds its own
// accessors.
var structMethods = with(derived("Struct"), methodTable{
	"initialize":  structInitialize.is(opaque),
	"members":     fn(0, structMembers),
	"to_a":        fn(0, structToA),
	"deconstruct": fn(0, structToA),
	"values":      fn(0, structToA),
	"to_h":        fn(0, structToH),
	"[]":          fn(1, structGet).is(picks),
	"[]=":         fn(2, structSet).is(changes | opaque),
	"==":          fn(1, structEqual),
	"eql?":        fn(1, containerEql),
	"hash":        fn(0, containerHash),
	"dig":         fnAny(containerDig).is(picks),
	"values_at":   fnAny(structValuesAt),
	"size":        fn(0, structSize),
	"length":      fn(0, structSize),
	"inspect":     fn(0, structInspect).is(showsParts),
	"to_s":        fn(0, structInspect).is(showsParts),
})

// structData is an instance of a Struct or Data class.
type structData struct {
	members
	def *structDef
}

func (d *structData) Holds() any                    { return &d.members }
func (d *structData) With(held any) Data            { return &structData{*held.(*members), d.def} }
func (d *structData) Kept(func(Value) bool) bool    { return true }
func (d *structData) Yields() (from Value, ok bool) { return nil, false }

// structDef is what Struct.new or Data.define was told.
type structDef struct {
	members     []string
	keywordInit Value // of a Struct: nil when not said
	data        bool
}

func structOf(v Value) *structData {
	if o, ok := v.(*Object); ok {
		if d, ok := o.data.(*structData); ok {
			return d
		}
	}
	return nil
}

func selfStruct(c *Call) *structData {
	if d := structOf(c.Self); d != nil {
		return d
	}
	return &structData{def: &structDef{}}
}

func changeableStruct(c *Call) *structData {
	if o, ok := c.Self.(*Object); ok && o.frozen {
		panic(frozenError(c, o.class.displayName(), o))
	}
	return selfStruct(c)
}

// structDefine is Struct.new: it makes a class.
func structDefine(c *Call) Value {
	super, ok := c.Self.(*Class)
	if !ok {
		return Nil
	}
	args, name := c.Args, ""
	if len(args) > 0 {
		name, args = structName(c, args)
	}
	def := &structDef{}
	def.addMembers(c, args)
	for i := range c.Keywords.Len() {
		k, v := c.Keywords.At(i)
		if k != Symbol("keyword_init") {
			panic(c.Exception("ArgumentError", "unknown keyword: %s", c.t.mustInspect(k)))
		}
		if v != Nil {
			def.keywordInit = v
		}
	}
	class := def.class(c, super)
	if name != "" {
		class.name = super.name + "::" + name
		c.Interp().constSet(super, name, class)
	}
	finishClass(c, class)
	return class
}

// structName takes the name of the constant to define off the arguments of
// Struct.new, "" if there is none.
func structName(c *Call, args []Value) (string, []Value) {
	switch v := args[0].(type) {
	case Symbol:
		return "", args
	case nilValue:
		return "", args[1:]
	case *String:
		if v.s == "" || v.s[0] < 'A' || v.s[0] > 'Z' {
			panic(c.Exception("NameError", "identifier %s needs to be constant", v.s))
		}
		return v.s, args[1:]
	}
	panic(c.NoConversion(args[0], "String"))
}

// finishClass runs the hook and the block of a class that is made.
func finishClass(c *Call, class *Class) {
	Must(c.t.inherited(class))
	if c.Block == nil {
		return
	}
	Check(c.t.classExec(class, c.Block, []Value{class}))
}

func (def *structDef) addMembers(c *Call, args []Value) {
	for _, arg := range args {
		var name string
		switch v := arg.(type) {
		case Symbol:
			name = string(v)
		case *String:
			name = v.s
		default:
			panic(c.Exception("TypeError", "%s is not a symbol nor a string", c.t.mustInspect(arg)))
		}
		c.t.looked(len(def.members))
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
func (def *structDef) class(c *Call, super *Class) *Class {
	class := c.t.countClass(&Class{super: super})
	c.t.grow(2 * sizeMethod * len(def.members))
	for i, name := range def.members {
		class.addBuiltin(name, fn(0, func(c *Call) Value {
			if d := structOf(c.Self); d != nil && i < len(d.values) {
				return d.values[i]
			}
			return Nil
		}))
		if def.data {
			continue
		}
		setter := fn(1, func(c *Call) Value {
			d := changeableStruct(c)
			if i < len(d.values) {
				d.values[i] = c.Arg(0)
			}
			return c.Arg(0)
		}).is(changes | opaque)
		class.addBuiltin(name+"=", setter)
	}
	create := fnKw(0, -1, def.create)
	c.Interp().singletonOf(class).builtins = methodTable{
		"new": create,
		"[]":  create,
		"members": fn(0, func(c *Call) Value {
			return def.names(c)
		}),
		"keyword_init?": fn(0, func(*Call) Value {
			if def.keywordInit == nil {
				return Nil
			}
			return Bool(Truthy(def.keywordInit))
		}),
	}
	return class
}

// addBuiltin defines a method as if the program had written it.
func (c *Class) addBuiltin(name string, b *builtin) {
	if c.methods == nil {
		c.methods = map[string]*Method{}
	}
	c.methods[name] = &Method{name: name, owner: c, builtin: b}
}

func (def *structDef) names(c *Call) *Array {
	out := c.t.listOfRoom(len(def.members))
	c.t.looked(len(def.members))
	for _, name := range def.members {
		out.Elems = append(out.Elems, c.t.symbolOf(name))
	}
	return out
}

// create is new of a struct class.
func (def *structDef) create(c *Call) Value {
	class, ok := c.Self.(*Class)
	if !ok {
		return Nil
	}
	d := &structData{members{make([]Value, len(def.members))}, def}
	c.t.looked(len(d.values))
	for i := range d.values {
		d.values[i] = Nil
	}
	o := c.t.newObject(class, d)
	c.t.grow(sizeArray + sizeElement*len(d.values))
	args, kw := c.Args, c.Keywords
	if def.data {
		kw = def.toKeywords(c)
		args = nil
	}
	Check(c.t.send(o, "initialize", args, kw, c.Block, c.Pos))
	o.frozen = o.frozen || def.data
	return o
}

var structInitialize = privateBuiltin(fnKw(0, -1, func(c *Call) Value {
	d := selfStruct(c)
	byKeyword := d.def.keywordInit != nil && Truthy(d.def.keywordInit)
	if d.def.keywordInit == nil && c.Keywords.Len() > 0 && len(c.Args) == 0 {
		byKeyword = true
	}
	if byKeyword {
		structFromKeywords(c, d)
		return Nil
	}
	args := c.Args
	if c.Keywords.Len() > 0 {
		args = append(args[:len(args):len(args)], c.Keywords)
	}
	if len(args) > len(d.values) {
		panic(c.Exception("ArgumentError", "struct size differs"))
	}
	c.t.moved(len(args))
	copy(d.values, args)
	return Nil
}))

func structFromKeywords(c *Call, d *structData) {
	kw := c.Keywords
	if len(c.Args) > 0 {
		h, ok := c.Args[0].(*Hash)
		if len(c.Args) > 1 || !ok {
			panic(c.Exception("ArgumentError", "wrong number of arguments (given %d, expected 0)", len(c.Args)))
		}
		kw = h
	}
	var unknown []string
	c.t.looked(kw.Len() * len(d.values) / 2)
	for i := range kw.Len() {
		k, v := kw.At(i)
		at := -1
		switch k := k.(type) {
		case Symbol:
			at = slices.Index(d.def.members, string(k))
		case *String:
			at = slices.Index(d.def.members, k.s)
		}
		if at < 0 {
			s := c.ToS(k)
			unknown = append(unknown, s)
			continue
		}
		d.values[at] = v
	}
	if len(unknown) > 0 {
		panic(c.Exception("ArgumentError", "unknown keywords: %s", strings.Join(unknown, ", ")))
	}
}

func structMembers(c *Call) Value { return selfStruct(c).def.names(c) }

func structToA(c *Call) Value {
	return c.t.copyOf(selfStruct(c).values)
}

func structSize(c *Call) Value { return Int(len(selfStruct(c).values)) }

func structToH(c *Call) Value {
	d := selfStruct(c)
	h := c.t.newHash(len(d.values))
	for i, name := range d.def.members {
		c.Step()
		if c.Block == nil {
			c.Put(h, Symbol(name), d.values[i])
			continue
		}
		pair := c.Yield(Symbol(name), d.values[i])
		hashBlockPair(c, h, pair)
	}
	return h
}

// lookup is dig's way to a member: a missing one is nil.
func (d *structData) lookup(key Value) Value {
	at := -1
	switch k := key.(type) {
	case Symbol:
		at = slices.Index(d.def.members, string(k))
	case *String:
		at = slices.Index(d.def.members, k.s)
	case Int:
		v, _ := elementAt(d.values, int(k))
		return v
	}
	if at < 0 {
		return Nil
	}
	return d.values[at]
}

// member finds the member that [] names: a symbol, a string or a number.
func (d *structData) member(c *Call, key Value) int {
	c.t.looked(len(d.def.members))
	name := ""
	switch k := key.(type) {
	case Symbol:
		name = string(k)
	case *String:
		name = k.s
	default:
		i := c.IntOf(key)
		switch n := len(d.values); {
		case i >= n:
			panic(c.Exception("IndexError", "offset %d too large for struct(size:%d)", i, n))
		case i < -n:
			panic(c.Exception("IndexError", "offset %d too small for struct(size:%d)", i, n))
		case i < 0:
			i += n
		}
		return i
	}
	if at := slices.Index(d.def.members, name); at >= 0 {
		return at
	}
	panic(c.Exception("NameError", "no member '%s' in struct", name))
}

func structGet(c *Call) Value {
	d := selfStruct(c)
	i := d.member(c, c.Arg(0))
	return d.values[i]
}

func structSet(c *Call) Value {
	if u := unknownScalar(c.Arg(0)); u != nil {
		d := changeableStruct(c)
		for i, v := range d.values {
			d.values[i] = c.t.merge(c.t.sameName(c.Arg(0), Symbol(d.def.members[i])), c.Arg(1), v)
		}
		return c.Arg(1)
	}
	i := selfStruct(c).member(c, c.Arg(0))
	d := changeableStruct(c)
	d.values[i] = c.Arg(1)
	return c.Arg(1)
}

func structEqual(c *Call) Value {
	other := structOf(c.Arg(0))
	if other == nil || c.Interp().plainClassOf(c.Self) != c.Interp().plainClassOf(c.Arg(0)) {
		return False
	}
	return Bool(c.Equal(&Array{Elems: selfStruct(c).values}, &Array{Elems: other.values}))
}

func structValuesAt(c *Call) Value {
	d := selfStruct(c)
	for _, arg := range c.Args {
		if _, ok := arg.(*Range); !ok {
			d.member(c, Int(c.IntOf(arg)))
		}
	}
	return valuesAt(c, d.values)
}

func structInspect(c *Call) Value {
	d := selfStruct(c)
	kind := "struct "
	if d.def.data {
		kind = "data "
	}
	name := c.Interp().plainClassOf(c.Self).Name()
	begin := "#<" + kind
	if name != "" {
		begin += name + " "
	}
	if len(d.values) == 0 {
		begin = strings.TrimSuffix(begin, " ")
	}
	return c.inspectParts("#<"+kind+name+":...>", begin, ">", d.def.members, d.values)
}
