package dsl

var hashFilterMethods = methodTable{
	"select":            withBlock(fn(0, hashSelect)),
	"filter":            withBlock(fn(0, hashSelect)),
	"reject":            withBlock(fn(0, hashReject)),
	"slice":             fnAny(hashSlice),
	"except":            fnAny(hashExcept),
	"without":           fnAny(hashExcluding),
	"excluding":         fnAny(hashExcluding),
	"compact":           fn(0, hashCompact),
	"transform_values":  withBlock(fn(0, hashTransformValues)),
	"transform_values!": withBlock(fn(0, hashTransformValuesBang)).is(changes),
	"transform_keys":    fnOpt(0, 1, hashTransformKeys).is(looksAtKinds),
	"transform_keys!":   fnOpt(0, 1, hashTransformKeysBang).is(changes | looksAtKinds),
	"flatten":           fnOpt(0, 1, hashFlatten),
	"map":               withBlock(fn(0, hashMap)).is(asList),
	"collect":           withBlock(fn(0, hashMap)).is(asList),
}

// hashMap is map; it is the one method of Enumerable that gives a lambda with
// two parameters the key and the value.
func hashMap(c *Call) (Value, error) {
	if !c.Block.Lambda() || c.Block.Arity() != 2 {
		return enumMap(c)
	}
	out := c.t.newArray()
	return out, eachPair(c, selfHash(c), func(k, v Value) error {
		got, err := c.Yield(k, v)
		if err != nil {
			return err
		}
		return appendTo(c, out, got)
	})
}

func hashSelect(c *Call) (Value, error) { return pairsWhere(c, true) }
func hashReject(c *Call) (Value, error) { return pairsWhere(c, false) }

func pairsWhere(c *Call, want bool) (Value, error) {
	h := selfHash(c)
	out := emptySame(c, h)
	err := eachPair(c, h, func(k, v Value) error {
		yes, err := truth(c, k, v)
		if err == nil && yes == want {
			err = c.t.put(out, k, v)
		}
		return err
	})
	return out, err
}

func hashSlice(c *Call) (Value, error) {
	h := selfHash(c)
	out := emptySame(c, h)
	out.Default, out.DefaultProc = nil, nil
	for _, k := range c.Args {
		if v, ok := c.t.get(h, k); ok {
			if err := c.t.put(out, k, v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func hashExcept(c *Call) (Value, error) {
	h := selfHash(c)
	unwanted := emptyLike(c, h)
	for _, k := range c.Args {
		if err := c.t.put(unwanted, k, Nil); err != nil {
			return nil, err
		}
	}
	out := emptySame(c, h)
	for i := range h.Len() {
		if err := c.Step(); err != nil {
			return nil, err
		}
		k, v := h.At(i)
		if _, skip := c.t.get(unwanted, k); skip {
			continue
		}
		if err := c.t.put(out, k, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// hashExcluding is Enumerable's, with reject's block that gets the key first.
func hashExcluding(c *Call) (Value, error) {
	h := selfHash(c)
	if c.Name == "without" && h.indifferent {
		return hashExcept(c)
	}
	unwanted, err := flatArgs(c)
	if err != nil {
		return nil, err
	}
	out := emptySame(c, h)
	return out, eachPair(c, h, func(k, v Value) error {
		found, err := includes(c, unwanted, k)
		if err == nil && !found {
			err = c.t.put(out, k, v)
		}
		return err
	})
}

func hashCompact(c *Call) (Value, error) { return compacted(c, selfHash(c)) }

func compacted(c *Call, h *Hash) (*Hash, error) {
	out := emptySame(c, h)
	c.t.looked(h.Len())
	for i := range h.Len() {
		if k, v := h.At(i); !IsNil(v) {
			if err := c.t.put(out, k, v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func hashTransformValues(c *Call) (Value, error) {
	h := selfHash(c)
	out := emptySame(c, h)
	err := eachPair(c, h, func(k, v Value) error {
		got, err := c.Yield(v)
		if err != nil {
			return err
		}
		return hashPut(c, out, k, got)
	})
	return out, err
}

func hashTransformValuesBang(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	return h, eachPair(c, h, func(k, v Value) error {
		got, err := c.Yield(v)
		if err != nil {
			return err
		}
		return hashPut(c, h, k, got)
	})
}

func hashTransformKeys(c *Call) (Value, error) {
	if c.Block == nil && len(c.Args) == 0 {
		return c.enumerator()
	}
	return withNewKeys(c, selfHash(c))
}

func hashTransformKeysBang(c *Call) (Value, error) {
	if c.Block == nil && len(c.Args) == 0 {
		return c.enumerator()
	}
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	out, err := withNewKeys(c, h)
	if err != nil {
		return nil, err
	}
	h.take(out)
	return h, nil
}

// withNewKeys looks the new keys up in the hash given, then asks the block.
func withNewKeys(c *Call, h *Hash) (*Hash, error) {
	names := c.t.newHash(0)
	if len(c.Args) > 0 {
		var err error
		if names, err = toHash(c, c.Args[0]); err != nil {
			return nil, err
		}
	}
	return rekeyed(c, h, func(k Value) (Value, error) {
		if name, ok := c.t.get(names, k); ok {
			return name, nil
		}
		if c.Block != nil {
			return c.Yield(k)
		}
		if len(c.Args) > 0 {
			if v, err := hashLookup(c, names, k); err != nil || v != Nil {
				return v, err
			}
		}
		return k, nil
	})
}

// rekeyed is h with the keys that f gives for its own.
func rekeyed(c *Call, h *Hash, f func(Value) (Value, error)) (*Hash, error) {
	out := emptySame(c, h)
	out.byIdentity = false
	out.Default, out.DefaultProc = nil, nil
	err := eachPair(c, h, func(k, v Value) error {
		key, err := f(k)
		if err == nil {
			err = c.t.put(out, key, v)
		}
		return err
	})
	return out, err
}

func hashFlatten(c *Call) (Value, error) {
	levels := 1
	if len(c.Args) > 0 {
		var err error
		if levels, err = indexArg(c, 0); err != nil {
			return nil, err
		}
	}
	pairs, err := hashToA(c)
	if err != nil || levels == 0 {
		return pairs, err
	}
	if levels < 0 {
		return c.Send(pairs, "flatten")
	}
	return c.Send(pairs, "flatten", Int(levels))
}
