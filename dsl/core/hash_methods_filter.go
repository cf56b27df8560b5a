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
	"transform_keys":   dsl.FnOpt(0, 1, hashTransformKeys).With(trait.LooksAtKinds),
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

func hashTransformKeys(c *dsl.Call) dsl.Value {
	if c.Block == nil && len(c.Args) == 0 {
		return c.Enumerator()
	}
	return withNewKeys(c, selfHash(c))
}

// withNewKeys looks the new keys up in the hash given, then asks the block.
func withNewKeys(c *dsl.Call, h *dsl.Hash) *dsl.Hash {
	names := c.EmptyHash(0)
	if len(c.Args) > 0 {
		names = c.Hash(0)
	}
	return rekeyed(c, h, func(c *dsl.Call, k dsl.Value) dsl.Value {
		if name, ok := c.Get(names, k); ok {
			return name
		}
		if c.Block != nil {
			return c.Yield(k)
		}
		return k
	})
}

// rekeyed is h with the keys that f gives for its own.
func rekeyed(c *dsl.Call, h *dsl.Hash, f rekey) *dsl.Hash {
	out := emptySame(c, h)
	out.ByIdentity = false
	out.Default, out.DefaultProc = nil, nil
	note := c.NotingPairs(out)
	eachPair(c, h, func(k, v dsl.Value) {
		key := f(c, k)
		note()
		c.Put(out, key, v)
	})
	return out
}

// hashKeyMethods are what ActiveSupport adds to Hash about its keys.
var hashKeyMethods = dsl.Methods{
	"symbolize_keys": dsl.Fn(0, hashSymbolizeKeys).With(trait.Partial),
	"to_options":     dsl.Fn(0, hashSymbolizeKeys),
	"stringify_keys": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return rekeyed(c, selfHash(c), stringKeyOf) }).With(trait.Partial),
}

// A rekey returns the new key for an old one.
type rekey func(c *dsl.Call, k dsl.Value) dsl.Value

func symbolKey(c *dsl.Call, k dsl.Value) dsl.Value {
	switch k := k.(type) {
	case *dsl.String:
		return c.NewSymbol(k.String())
	case *dsl.Object:
		if c.RespondTo(k, "to_sym") {
			return c.Send(k, "to_sym")
		}
	}
	return k
}

func stringKeyOf(c *dsl.Call, k dsl.Value) dsl.Value {
	if s, ok := k.(*dsl.String); ok {
		return s
	}
	return c.NewString(c.ToS(k))
}

func hashSymbolizeKeys(c *dsl.Call) dsl.Value { return rekeyed(c, ordinary(c), symbolKey) }

// ordinary is the receiver, made an ordinary hash if it is indifferent: symbol
// keys can't live there.
func ordinary(c *dsl.Call) *dsl.Hash { return hashToHash(c).(*dsl.Hash) }
