package dsl

var hashFilterMethods = methodTable{
	"select":           withBlock(fn(0, hashSelect)),
	"filter":           withBlock(fn(0, hashSelect)),
	"reject":           withBlock(fn(0, hashReject)),
	"slice":            fnAny(hashSlice),
	"except":           fnAny(hashExcept),
	"compact":          fn(0, hashCompact),
	"transform_values": withBlock(fn(0, hashTransformValues)),
	"transform_keys":   fnOpt(0, 1, hashTransformKeys).is(looksAtKinds),
	"map":              withBlock(fn(0, hashMap)).is(asList),
	"collect":          withBlock(fn(0, hashMap)).is(asList),
}

// hashMap is map; it is the one method of Enumerable that gives a lambda with
// two parameters the key and the value.
func hashMap(c *Call) Value {
	if !c.Block.Lambda() || c.Block.Arity() != 2 {
		return enumMap(c)
	}
	out := c.t.newArray()
	eachPair(c, selfHash(c), func(k, v Value) {
		got := c.Yield(k, v)
		c.Push(out, got)
	})
	return out
}

func hashSelect(c *Call) Value { return pairsWhere(c, true) }
func hashReject(c *Call) Value { return pairsWhere(c, false) }

func pairsWhere(c *Call, want bool) Value {
	h := selfHash(c)
	out := emptySame(c, h)
	eachPair(c, h, func(k, v Value) {
		if truth(c, k, v) == want {
			c.Put(out, k, v)
		}
	})
	return out
}

func hashSlice(c *Call) Value {
	h := selfHash(c)
	out := emptySame(c, h)
	out.Default, out.DefaultProc = nil, nil
	for _, k := range c.Args {
		if v, ok := c.t.get(h, k); ok {
			c.Put(out, k, v)
		}
	}
	return out
}

func hashExcept(c *Call) Value {
	h := selfHash(c)
	unwanted := emptyLike(c, h)
	for _, k := range c.Args {
		c.Put(unwanted, k, Nil)
	}
	out := emptySame(c, h)
	for i := range h.Len() {
		c.Step()
		k, v := h.At(i)
		if _, skip := c.t.get(unwanted, k); skip {
			continue
		}
		c.Put(out, k, v)
	}
	return out
}

func hashCompact(c *Call) Value { return compacted(c, selfHash(c)) }

func compacted(c *Call, h *Hash) *Hash {
	out := emptySame(c, h)
	c.t.looked(h.Len())
	for i := range h.Len() {
		k, v := h.At(i)
		if u, ok := v.(*Unknown); ok && u.guarded == nil && !IsUnknown(k) {
			part := &Array{}
			appendUnlessNil(c, part, u, nil)
			if v = Nil; len(part.Elems) > 0 {
				v, out.hasGuards = part.Elems[0], true
			}
			if len(part.Elems) > 1 {
				v = c.t.withGuard(u, u.plainCall("nil?", c.t).Not())
			}
		}
		if !IsNil(v) {
			c.Put(out, k, v)
		}
	}
	return out
}

func hashTransformValues(c *Call) Value {
	h := selfHash(c)
	out := emptySame(c, h)
	eachPair(c, h, func(k, v Value) {
		got := c.Yield(v)
		hashPut(c, out, k, got)
	})
	return out
}

func hashTransformKeys(c *Call) Value {
	if c.Block == nil && len(c.Args) == 0 {
		return c.enumerator()
	}
	return withNewKeys(c, selfHash(c))
}

// withNewKeys looks the new keys up in the hash given, then asks the block.
func withNewKeys(c *Call, h *Hash) *Hash {
	names := c.t.newHash(0)
	if len(c.Args) > 0 {
		names = c.hash(0)
	}
	return rekeyed(c, h, func(c *Call, k Value) Value {
		if name, ok := c.t.get(names, k); ok {
			return name
		}
		if c.Block != nil {
			return c.Yield(k)
		}
		return k
	})
}

// rekeyed is h with the keys that f gives for its own.
func rekeyed(c *Call, h *Hash, f rekey) *Hash {
	out := emptySame(c, h)
	out.byIdentity = false
	out.Default, out.DefaultProc = nil, nil
	note := c.t.notingIn(hashCell{out})
	eachPair(c, h, func(k, v Value) {
		key := f(c, k)
		note()
		c.Put(out, key, v)
	})
	return out
}
