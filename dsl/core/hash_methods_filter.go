package core

import (
	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

var hashFilterMethods = dsl.Methods{
	"select filter":    dsl.OrEnumerator(dsl.Fn(0, func(c *dsl.Call) dsl.Value { return pairsWhere(c, true) })),
	"reject":           dsl.OrEnumerator(dsl.Fn(0, func(c *dsl.Call) dsl.Value { return pairsWhere(c, false) })),
	"slice":            dsl.FnAny(hashSlice),
	"except":           dsl.FnAny(hashExcept),
	"compact":          dsl.Fn(0, func(c *dsl.Call) dsl.Value { return compacted(c, selfHash(c)) }),
	"transform_values": dsl.OrEnumerator(dsl.Fn(0, hashTransformValues)).With(trait.GivesBlock),
	"map collect":      dsl.OrEnumerator(dsl.Fn(0, hashMap)).With(trait.AsList),
}

// hashMap is map; it is the one method of Enumerable that gives a lambda with
// two parameters the key and the value.
func hashMap(c *dsl.Call) dsl.Value {
	if !c.Block.Lambda() || c.Block.Arity() != 2 {
		return enumMap(c)
	}
	out := c.NewArray()
	eachPair(c, selfHash(c), func(k, v dsl.Value) {
		got := c.Yield(k, v)
		c.Push(out, got)
	})
	return out
}

func pairsWhere(c *dsl.Call, want bool) dsl.Value {
	h := selfHash(c)
	out := emptySame(c, h)
	eachPair(c, h, func(k, v dsl.Value) {
		if truth(c, k, v) == want {
			c.Put(out, k, v)
		}
	})
	return out
}

func hashSlice(c *dsl.Call) dsl.Value {
	h := selfHash(c)
	out := emptySame(c, h)
	out.Default, out.DefaultProc = nil, nil
	for _, k := range c.Args {
		if v, ok := c.Get(h, k); ok {
			c.Put(out, k, v)
		}
	}
	return out
}

func hashExcept(c *dsl.Call) dsl.Value {
	h := selfHash(c)
	unwanted := emptyLike(c, h)
	for _, k := range c.Args {
		c.Put(unwanted, k, dsl.Nil)
	}
	out := emptySame(c, h)
	for i := range h.Len() {
		c.Step()
		k, v := h.At(i)
		if _, skip := c.Get(unwanted, k); skip {
			continue
		}
		c.Put(out, k, v)
	}
	return out
}

func compacted(c *dsl.Call, h *dsl.Hash) *dsl.Hash {
	out := emptySame(c, h)
	c.ChargeReads(h.Len())
	for i := range h.Len() {
		k, v := h.At(i)
		if u, ok := v.(*dsl.Unknown); ok && !dsl.IsGuarded(u) && !dsl.IsUnknown(k) {
			part := &dsl.Array{}
			appendUnlessNil(c, part, u, nil)
			if v = dsl.Nil; len(part.Elems) > 0 {
				v, out.HasGuards = part.Elems[0], true
			}
			if len(part.Elems) > 1 {
				v = c.WithGuard(u, u.PlainCall("nil?", c.Thread).Not())
			}
		}
		if !dsl.IsNil(v) {
			c.Put(out, k, v)
		}
	}
	return out
}

func hashTransformValues(c *dsl.Call) dsl.Value {
	h := selfHash(c)
	out := emptySame(c, h)
	eachPair(c, h, func(k, v dsl.Value) {
		got := c.Yield(v)
		hashPut(c, out, k, got)
	})
	return out
}
