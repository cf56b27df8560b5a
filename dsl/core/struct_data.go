package core

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
)

func init() { dsl.Register(dsl.Type{Name: "Data", Methods: dataMethods, Functions: dataClassMethods}) }

var dataClassMethods = dsl.Methods{"define": dsl.FnAny(dataDefine)}

var dataMethods = dsl.With(derived("Data"), dsl.Methods{
	"initialize":       dataInitialize,
	"members":          dsl.Fn(0, structMembers),
	"to_h":             dsl.Fn(0, structToH),
	"deconstruct_keys": structMethods["deconstruct_keys"],
	"==":               dsl.Fn(1, structEqual),
	"eql?":             dsl.Fn(1, containerEql),
	"hash":             dsl.Fn(0, containerHash),
	"inspect":          dsl.Fn(0, structInspect),
	"to_s":             dsl.Fn(0, structInspect),
})

func dataDefine(c *dsl.Call) dsl.Value {
	super, ok := c.Self.(*dsl.Class)
	if !ok {
		return dsl.Nil
	}
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

var dataInitialize = dsl.PrivateBuiltin(dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value {
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
		panic(c.Exception("ArgumentError", "missing keyword%s: %s", dsl.Plural(len(missing)), strings.Join(missing, ", ")))
	}
	c.Looked(c.Keywords.Len() * len(d.Values) / 2)
	for i := range c.Keywords.Len() {
		k, _ := c.Keywords.At(i)
		if !slices.Contains(d.def.members, c.ToS(k)) {
			unknown = append(unknown, c.MustInspect(k))
		}
	}
	if len(unknown) > 0 {
		panic(c.Exception("ArgumentError", "unknown keyword%s: %s", dsl.Plural(len(unknown)), strings.Join(unknown, ", ")))
	}
	if o, ok := c.Self.(*dsl.Object); ok {
		o.Frozen = true
	}
	return dsl.Nil
}))
