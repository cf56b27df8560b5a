package core

import (
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
			Name: "ActiveSupport::HashWithIndifferentAccess", Super: "Hash", Methods: indifferentHashMethods, Functions: dsl.Methods{"new": dsl.FnAny(ofType("ActiveSupport::HashWithIndifferentAccess", indifferentNew))},
			Setup: func(in *dsl.Interp, k *dsl.Class) { in.DefineConst("HashWithIndifferentAccess", k) },
		},
		dsl.Type{Name: "ActiveSupport::OptionMerger", Methods: optionMergerMethods},
		dsl.Type{Name: "ActiveSupport::OrderedOptions", Methods: derived("OrderedOptions")},
		dsl.Type{Name: "Primitive", Functions: dsl.Methods{"call_text": dsl.FnKw(1, -1, callText).With(trait.Opaque)}},
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
	if c.Block.Arity() == 0 {
		return c.Exec(merger, c.Block)
	}
	return c.Yield(merger)
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

// callText is a call as settings tell it, by its name and arguments: "allowed?(:x)".
func callText(c *dsl.Call) dsl.Value {
	return c.NewSymbol(c.CallText(&dsl.Call{Name: c.NameArg(0), Args: c.Args[1:], Keywords: c.Keywords}))
}
