package dsl

import "strings"

// hashSupportMethods are what ActiveSupport adds to Hash, except for its keys.
var hashSupportMethods = methodTable{
	"deep_dup":                        fn(0, containerDeepDup).is(partial),
	"with_indifferent_access":         fn(0, hashWithIndifferentAccess).is(partial),
	"nested_under_indifferent_access": fn(0, hashWithIndifferentAccess),
}

func hashWithIndifferentAccess(c *Call) Value {
	h := selfHash(c)
	if h.indifferent && c.Name == "nested_under_indifferent_access" {
		return h
	}
	return indifferentCopy(c, h, 0)
}

// indifferentCopy is an indifferent hash with h's pairs; the hashes in it
// become indifferent as well.
func indifferentCopy(c *Call, h *Hash, depth int) *Hash {
	nesting(c, depth)
	out := c.t.newHash(h.Len())
	out.indifferent = true
	out.Default, out.DefaultProc = h.Default, h.DefaultProc
	for i := range h.Len() {
		c.Step()
		k, v := h.At(i)
		c.Put(out, k, indifferentValue(c, v, depth+1))
	}
	return out
}

func indifferentValue(c *Call, v Value, depth int) Value {
	switch v := v.(type) {
	case *Hash:
		if v.indifferent {
			return v
		}
		return indifferentCopy(c, v, depth)
	case *Array:
		nesting(c, depth)
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			c.Step()
			got := indifferentValue(c, e, depth+1)
			out.Elems = append(out.Elems, got)
		}
		return out
	}
	return v
}

// hashToHash gives an ordinary hash, all the way down.
func hashToHash(c *Call) Value {
	h := selfHash(c)
	if !h.indifferent {
		return h
	}
	return plainValue(c, h, 0)
}

func plainValue(c *Call, v Value, depth int) Value {
	nesting(c, depth)
	switch v := v.(type) {
	case *Hash:
		if !v.indifferent {
			return v
		}
		out := plainHash(c, v)
		for i, e := range out.vals {
			c.Step()
			got := plainValue(c, e, depth+1)
			out.vals[i] = got
		}
		return out
	case *Array:
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			c.Step()
			got := plainValue(c, e, depth+1)
			out.Elems = append(out.Elems, got)
		}
		return out
	}
	return v
}

// ---- ActiveSupport's classes around a hash

func init() {
	Register(
		Type{
			Name: "ActiveSupport::HashWithIndifferentAccess", Super: "Hash", Methods: indifferentHashMethods, Functions: methodTable{"new": fnAny(indifferentNew)},
			Setup: func(in *Interp, k *Class) { in.DefineConst("HashWithIndifferentAccess", k) },
		},
		Type{Name: "ActiveSupport::OptionMerger", Methods: optionMergerMethods},
		Type{Name: "ActiveSupport::OrderedOptions", Methods: orderedOptionsMethods},
		Type{Name: "Object", Methods: methodTable{"with_options": fnOpt(1, 1, objectWithOptions).is(opaque)}},
	)
}

var indifferentHashMethods = derived("HashWithIndifferentAccess")

func indifferentNew(c *Call) Value {
	if from, ok := c.Arg(0).(*Hash); ok {
		return indifferentCopy(c, from, 0)
	}
	h := c.t.newHash(4)
	h.indifferent = true
	if len(c.Args) > 0 {
		h.Default = c.Args[0]
	}
	return h
}

var optionMergerMethods = methodTable{
	"method_missing": fnKw(1, -1, optionMergerCall),
}

func objectWithOptions(c *Call) Value {
	merger := c.t.newObject(c.t.in.Type("ActiveSupport::OptionMerger"), &optionMerger{context: c.Self, options: c.Args[0]})
	if c.Block == nil {
		return merger
	}
	return yieldOrExec(c, merger)
}

// optionMergerCall is ActiveSupport::OptionMerger#method_missing.
func optionMergerCall(c *Call) Value {
	m := c.Self.(*Object).data.(*optionMerger)
	name := c.NameArg(0)
	args := append([]Value(nil), c.Args[1:]...)
	options, _ := m.options.(*Hash)
	if options == nil {
		panic(c.Exception("TypeError", "no implicit conversion of %s into Hash", c.t.describe(m.options)))
	}
	merged, keywords := c.t.cloneHash(options), c.Keywords
	last, ok := c.Arg(len(c.Args) - 1).(*Hash)
	if ok = ok && keywords == nil; ok {
		args, keywords = args[:len(args)-1], last
	}
	if keywords != nil {
		merged = c.Send(merged, "deep_merge", keywords).(*Hash)
	}
	if ok {
		return Check(c.t.send(m.context, name, append(args, merged), nil, c.Block, c.Pos))
	}
	return Check(c.t.send(m.context, name, args, merged, c.Block, c.Pos))
}

// orderedOptionsMethods: a hash that is read and written with method calls.
var orderedOptionsMethods = methodTable{
	"initialize": fn(0, func(c *Call) Value { c.Self.(*Object).data = c.t.newHash(4); return Nil }).is(opaque),
	"[]":         fn(1, func(c *Call) Value { return c.Send(optionsHash(c), "[]", optionsKey(c.Args[0])) }),
	"[]=":        fn(2, func(c *Call) Value { return c.Send(optionsHash(c), "[]=", optionsKey(c.Args[0]), c.Args[1]) }).is(changes | opaque),
	"initialize_copy": fn(1, func(c *Call) Value {
		c.Self.(*Object).data = c.t.cloneHash(optionsHash(c))
		return Nil
	}),
	"to_h":    fn(0, func(c *Call) Value { return c.t.cloneHash(optionsHash(c)) }),
	"to_hash": fn(0, func(c *Call) Value { return c.t.cloneHash(optionsHash(c)) }),
	"inspect": fn(0, func(c *Call) Value {
		return c.t.newString("#<ActiveSupport::OrderedOptions " + c.Inspect(optionsHash(c)) + ">")
	}).is(showsParts),
	"respond_to_missing?": fn(2, func(*Call) Value { return True }),
	"method_missing":      fnKw(1, -1, optionsCall).is(opaque),
}

func optionsHash(c *Call) *Hash {
	h, ok := c.Self.(*Object).data.(*Hash)
	if !ok {
		h = c.t.newHash(4)
		c.Self.(*Object).data = h
	}
	return h
}

func optionsKey(v Value) Value {
	if s, ok := v.(*String); ok {
		return Symbol(s.s)
	}
	return v
}

// optionsCall is `options.a = 1`, `options.a`, `options.a!` and the methods of
// Hash.
func optionsCall(c *Call) Value {
	name := c.NameArg(0)
	h := optionsHash(c)
	if key, ok := strings.CutSuffix(name, "="); ok && len(c.Args) == 2 {
		return c.Send(h, "[]=", Symbol(key), c.Args[1])
	}
	if key, ok := strings.CutSuffix(name, "!"); ok && c.t.find(h, name) == nil {
		if v, ok := h.Get(Symbol(key)); ok && v != Nil {
			return v
		}
		panic(c.keyError(Symbol(key), ":%s is blank", key))
	}
	if len(c.Args) == 1 && c.Block == nil && c.t.find(h, name) == nil {
		return c.Send(h, "[]", Symbol(name))
	}
	if len(c.Args) > 1 && c.Block == nil && c.t.find(h, name) == nil { // as settings tell it: {"allowed?(:x)": true}
		s := c.t.callSource(nil, &Call{Name: name, Args: c.Args[1:], Keywords: c.Keywords})
		return c.Send(h, "[]", Symbol(s.b.String()))
	}
	return Check(c.t.send(h, name, c.Args[1:], c.Keywords, c.Block, c.Pos))
}
