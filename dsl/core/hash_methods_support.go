package core

import (
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

// hashSupportMethods are what ActiveSupport adds to Hash, except for its keys.
var hashSupportMethods = dsl.Methods{
	"with_indifferent_access":         dsl.Fn(0, func(c *dsl.Call) dsl.Value { return indifferentCopy(c, selfHash(c), 0) }).With(trait.Partial),
	"nested_under_indifferent_access": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return withHashes(c, selfHash(c), 0, true) }),
}

// indifferentCopy is an indifferent hash with h's pairs; the hashes in it
// become indifferent as well.
func indifferentCopy(c *dsl.Call, h *dsl.Hash, depth int) *dsl.Hash {
	dsl.Check(c.Nesting(depth))
	out := c.EmptyHash(h.Len())
	out.Indifferent = true
	out.Default, out.DefaultProc = h.Default, h.DefaultProc
	for i := range h.Len() {
		c.Step()
		k, v := h.At(i)
		c.Put(out, k, withHashes(c, v, depth+1, true))
	}
	return out
}

// plainCopy is an ordinary hash with h's pairs; the hashes in it become ordinary as well.
func plainCopy(c *dsl.Call, h *dsl.Hash, depth int) *dsl.Hash {
	out := plainHash(c, h)
	for i, v := range out.Vals {
		c.Step()
		out.Vals[i] = withHashes(c, v, depth+1, false)
	}
	return out
}

// withHashes is a value of which the hashes, also in lists, are indifferent or ordinary ones.
func withHashes(c *dsl.Call, v dsl.Value, depth int, indifferent bool) dsl.Value {
	dsl.Check(c.Nesting(depth))
	switch v := v.(type) {
	case *dsl.Hash:
		switch {
		case v.Indifferent == indifferent:
			return v
		case indifferent:
			return indifferentCopy(c, v, depth)
		}
		return plainCopy(c, v, depth)
	case *dsl.Array:
		out := c.NewArrayCap(len(v.Elems))
		for _, e := range v.Elems {
			c.Step()
			out.Elems = append(out.Elems, withHashes(c, e, depth+1, indifferent))
		}
		return out
	}
	return v
}

// hashToHash gives an ordinary hash, all the way down.
func hashToHash(c *dsl.Call) dsl.Value { return withHashes(c, selfHash(c), 0, false) }

// ---- ActiveSupport's classes around a hash

func init() {
	dsl.Register(
		dsl.Type{
			Name: "ActiveSupport::HashWithIndifferentAccess", Super: "Hash", Methods: indifferentHashMethods, Functions: dsl.Methods{"new": dsl.FnAny(indifferentNew)},
			Setup: func(in *dsl.Interp, k *dsl.Class) { in.DefineConst("HashWithIndifferentAccess", k) },
		},
		dsl.Type{Name: "ActiveSupport::OptionMerger", Methods: optionMergerMethods},
		dsl.Type{Name: "ActiveSupport::OrderedOptions", Methods: orderedOptionsMethods},
		dsl.Type{Name: "Object", Methods: dsl.Methods{"with_options": dsl.FnOpt(1, 1, objectWithOptions).With(trait.Opaque)}},
	)
}

var indifferentHashMethods = derived("HashWithIndifferentAccess")

func indifferentNew(c *dsl.Call) dsl.Value {
	if from, ok := c.Arg(0).(*dsl.Hash); ok {
		return indifferentCopy(c, from, 0)
	}
	h := c.EmptyHash(4)
	h.Indifferent = true
	if len(c.Args) > 0 {
		h.Default = c.Args[0]
	}
	return h
}

// An optionMerger is kept by what `with_options only: [] do |x|` yields: it adds the options to
// every call.
type optionMerger struct{ context, options dsl.Value } // options: a Hash, or a Proc that returns one

func (m *optionMerger) Context() dsl.Value            { return m.context }
func (m *optionMerger) Holds() any                    { return nil }
func (m *optionMerger) With(any) dsl.Data             { return m }
func (m *optionMerger) Kept(visit func(...dsl.Value)) { visit(m.context, m.options) }
func (m *optionMerger) Yields() (dsl.Value, bool)     { return nil, false }

var optionMergerMethods = dsl.Methods{
	"method_missing": dsl.FnKw(1, -1, optionMergerCall),
}

func objectWithOptions(c *dsl.Call) dsl.Value {
	merger := c.NewObject(c.Interp().Type("ActiveSupport::OptionMerger"), &optionMerger{c.Self, c.Args[0]})
	if c.Block == nil {
		return merger
	}
	return dsl.YieldOrExec(c, merger)
}

// optionMergerCall is ActiveSupport::OptionMerger#method_missing.
func optionMergerCall(c *dsl.Call) dsl.Value {
	m := c.Self.(*dsl.Object).Data.(*optionMerger)
	name := c.NameArg(0)
	args := append([]dsl.Value(nil), c.Args[1:]...)
	options, _ := m.options.(*dsl.Hash)
	if options == nil {
		panic(c.Exception("TypeError", "no implicit conversion of %s into Hash", c.Describe(m.options)))
	}
	merged, keywords := c.CloneHash(options), c.Keywords
	last, ok := c.Arg(len(c.Args) - 1).(*dsl.Hash)
	if ok = ok && keywords == nil; ok {
		args, keywords = args[:len(args)-1], last
	}
	if keywords != nil {
		merged = c.Send(merged, "deep_merge", keywords).(*dsl.Hash)
	}
	if ok {
		return dsl.Must(c.Thread.Send(m.context, name, append(args, merged), nil, c.Block, c.Pos))
	}
	return dsl.Must(c.Thread.Send(m.context, name, args, merged, c.Block, c.Pos))
}

// orderedOptionsMethods: a hash that is read and written with method calls.
var orderedOptionsMethods = dsl.Methods{
	"initialize": dsl.Fn(0, func(c *dsl.Call) dsl.Value { c.Self.(*dsl.Object).Data = c.EmptyHash(4); return dsl.Nil }).With(trait.Opaque),
	"[]":         dsl.Fn(1, func(c *dsl.Call) dsl.Value { return c.Send(optionsHash(c), "[]", optionsKey(c.Args[0])) }),
	"[]=":        dsl.Fn(2, func(c *dsl.Call) dsl.Value { return c.Send(optionsHash(c), "[]=", optionsKey(c.Args[0]), c.Args[1]) }).With(trait.ChangesReceiver | trait.Opaque),
	"initialize_copy": dsl.Fn(1, func(c *dsl.Call) dsl.Value {
		c.Self.(*dsl.Object).Data = c.CloneHash(optionsHash(c))
		return dsl.Nil
	}),
	"to_h to_hash": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.CloneHash(optionsHash(c)) }),
	"inspect": dsl.Fn(0, func(c *dsl.Call) dsl.Value {
		return c.NewString("#<ActiveSupport::OrderedOptions " + c.Inspect(optionsHash(c)) + ">")
	}).With(trait.ShowsParts),
	"respond_to_missing?": dsl.Fn(2, func(*dsl.Call) dsl.Value { return dsl.True }),
	"method_missing":      dsl.FnKw(1, -1, optionsCall).With(trait.Opaque),
}

func optionsHash(c *dsl.Call) *dsl.Hash {
	h, ok := c.Self.(*dsl.Object).Data.(*dsl.Hash)
	if !ok {
		h = c.EmptyHash(4)
		c.Self.(*dsl.Object).Data = h
	}
	return h
}

func optionsKey(v dsl.Value) dsl.Value {
	if s, ok := v.(*dsl.String); ok {
		return dsl.Symbol(s.String())
	}
	return v
}

// optionsCall is `options.a = 1`, `options.a`, `options.a!` and the methods of
// Hash.
func optionsCall(c *dsl.Call) dsl.Value {
	name := c.NameArg(0)
	h := optionsHash(c)
	if key, ok := strings.CutSuffix(name, "="); ok && len(c.Args) == 2 {
		return c.Send(h, "[]=", dsl.Symbol(key), c.Args[1])
	}
	if key, ok := strings.CutSuffix(name, "!"); ok && c.FindMethod(h, name) == nil {
		if v, ok := h.Get(dsl.Symbol(key)); ok && v != dsl.Nil {
			return v
		}
		panic(c.KeyError(dsl.Symbol(key), ":%s is blank", key))
	}
	if len(c.Args) == 1 && c.Block == nil && c.FindMethod(h, name) == nil {
		return c.Send(h, "[]", dsl.Symbol(name))
	}
	if len(c.Args) > 1 && c.Block == nil && c.FindMethod(h, name) == nil { // as settings tell it: {"allowed?(:x)": true}
		return c.Send(h, "[]", dsl.Symbol(c.CallText(&dsl.Call{Name: name, Args: c.Args[1:], Keywords: c.Keywords})))
	}
	return dsl.Must(c.Thread.Send(h, name, c.Args[1:], c.Keywords, c.Block, c.Pos))
}
