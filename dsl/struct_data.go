package dsl

import (
	"fmt"
	"slices"
	"strings"
)

func init() { Register(Type{Name: "Data", Methods: dataMethods, Functions: dataClassMethods}) }

var dataClassMethods = methodTable{"define": fnAny(dataDefine)}

var dataMethods = with(derived("Data"), methodTable{
	"initialize":       dataInitialize,
	"members":          fn(0, structMembers),
	"to_h":             fn(0, structToH),
	"deconstruct_keys": structMethods["deconstruct_keys"],
	"==":               fn(1, structEqual),
	"eql?":             fn(1, containerEql),
	"hash":             fn(0, containerHash),
	"inspect":          fn(0, structInspect),
	"to_s":             fn(0, structInspect),
})

func dataDefine(c *Call) Value {
	super, ok := c.Self.(*Class)
	if !ok {
		return Nil
	}
	def := &structDef{data: true}
	def.addMembers(c, c.Args)
	class := def.class(c, super)
	finishClass(c, class)
	return class
}

// toKeywords names the positional arguments of new: initialize gets keywords
// only.
func (def *structDef) toKeywords(c *Call) *Hash {
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
		panic(c.exception("ArgumentError", "wrong number of arguments (given %d, expected %s)", len(args), want))
	}
	kw := c.t.newHash(len(args))
	for i, v := range args {
		c.Put(kw, Symbol(def.members[i]), v)
	}
	return kw
}

var dataInitialize = privateBuiltin(fnKw(0, -1, func(c *Call) Value {
	d := selfStruct(c)
	if len(c.Args) > 0 {
		panic(c.exception("ArgumentError", "wrong number of arguments (given %d, expected 0)", len(c.Args)))
	}
	var missing, unknown []string
	for i, name := range d.def.members {
		v, ok := c.Keywords.Sym(name)
		if !ok && c.Keywords != nil {
			v, ok = c.Keywords.Get(NewString(name))
		}
		if !ok {
			missing = append(missing, c.t.mustInspect(Symbol(name)))
			continue
		}
		d.values[i] = v
	}
	if len(missing) > 0 {
		panic(c.exception("ArgumentError", "missing keyword%s: %s", plural(len(missing)), strings.Join(missing, ", ")))
	}
	c.t.looked(c.Keywords.Len() * len(d.values) / 2)
	for i := range c.Keywords.Len() {
		k, _ := c.Keywords.At(i)
		if !slices.Contains(d.def.members, c.ToS(k)) {
			unknown = append(unknown, c.t.mustInspect(k))
		}
	}
	if len(unknown) > 0 {
		panic(c.exception("ArgumentError", "unknown keyword%s: %s", plural(len(unknown)), strings.Join(unknown, ", ")))
	}
	if o, ok := c.Self.(*Object); ok {
		o.frozen = true
	}
	return Nil
}))
