package dsl

import "slices"

// Keys of hashes that only the application knows.

// maxAbsent bounds the keys that the condition for an absent one names.
const maxAbsent = 8

// lookUpUnknown is `hash[key]`, `fetch`, `dig` and `values_at` with a key that only the
// application knows. It returns Go's nil for other methods.
func (c *Call) lookUpUnknown() (Value, error) {
	h, ok := c.Self.(*Hash)
	if !ok || len(c.Args) == 0 {
		return nil, nil
	}
	first := unknownScalar(c.Args[0]) != nil
	switch c.Name {
	case "[]", "fetch":
		if first {
			return c.lookUp(h, c.Args[0])
		}
	case "dig":
		if !first {
			return nil, nil
		}
		v, err := c.lookUp(h, c.Args[0])
		if err != nil || len(c.Args) == 1 {
			return v, err
		}
		v, err = c.t.send(v, "dig", c.Args[1:], nil, nil, c.Pos)
		if u, ok := v.(*Unknown); ok && err == nil {
			return unknownCallOf(c).mayBe(u.aliases), nil
		}
		return v, err
	case "values_at":
		for _, key := range c.Args {
			if h.DefaultProc == nil || unknownScalar(key) == nil {
				continue
			}
			if _, err := c.lookUp(h, key); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// lookUp looks for a key that only the application knows: its value is one of those that
// the hash holds, or what it has for a key that is not there.
func (c *Call) lookUp(h *Hash, key Value) (Value, error) {
	found, absent, sure := c.candidates(h, key)
	if sure != nil {
		return sure, nil
	}
	if fallback := fallbackOf(c, h, key); fallback != nil {
		if absent == nil {
			return fallback()
		}
		err := c.t.runWhere(absent, func() error {
			v, err := fallback()
			if v != nil {
				found.these = append(found.these, alias{v: v, when: absent})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	result := unknownCallOf(c)
	if u := unknownScalar(key); u != nil {
		result.Pos = u.Pos
	}
	result.aliases = found.orNil()
	return result, nil
}

// candidates returns what the value of a key may be, and the condition under which the
// hash lacks the key; nil if nothing says so. sure is the value if it is surely the one.
func (c *Call) candidates(h *Hash, key Value) (found *aliases, absent *Unknown, sure Value) {
	c.t.looked(h.Len())
	found = &aliases{}
	for i, k := range h.keys {
		a := alias{v: h.vals[i], asked: key, key: k}
		guard := guardOf(a.v)
		switch {
		case !c.t.mustEqual(k, key):
			if h.Len() <= maxAbsent {
				absent = absent.And(c.t.sameName(key, k).Not())
			}
		case guard != nil:
			absent, a.key = absent.And(guard.when.Not()), nil
		case !hasSplat(h):
			return nil, nil, a.v
		default:
			a.key = nil
		}
		if hasState(a.v) {
			found.these = append(found.these, a)
		}
	}
	if h.Len() > maxAbsent {
		absent = lacks(c, h, key)
	}
	c.t.grow(len(found.these) * 4 * sizeElement)
	return found, absent, nil
}

// lacks returns the condition that a hash of many pairs lacks a key.
func lacks(c *Call, h *Hash, key Value) *Unknown {
	s := source{p: &c.t.paths, ambiguous: true, needsParens: true}
	s.add("!")
	s.value(h)
	s.add(".key?(")
	s.value(key)
	s.add(")")
	return s.unknown(c.Pos)
}

// hasSplat reports whether pairs that only the application knows were merged into a hash.
func hasSplat(h *Hash) bool {
	return slices.ContainsFunc(h.keys, func(k Value) bool {
		u, ok := k.(*Unknown)
		return ok && u.isSplat
	})
}

// fallbackOf returns what makes the value of a key that is not there; nil if that is nil
// or an error.
func fallbackOf(c *Call, h *Hash, key Value) func() (Value, error) {
	switch {
	case c.Name == "fetch" && c.Block != nil:
		return func() (Value, error) { return c.tryYield(key) }
	case c.Name == "fetch" && len(c.Args) > 1:
		return func() (Value, error) { return c.Args[1], nil }
	case c.Name == "fetch":
		return nil
	case h.DefaultProc != nil:
		return func() (Value, error) { return c.t.callProc(h.DefaultProc, []Value{h, key}, nil) }
	case h.Default != nil && h.Default != Nil:
		return func() (Value, error) { return h.Default, nil }
	}
	return nil
}

// mayReplace prepares a hash for a new pair: where only the application knows the key, each
// value may be replaced.
func (t *Thread) mayReplace(h *Hash, key, v Value) {
	u := unknownScalar(key)
	if u == nil || u.isSplat || h.Len() == 0 {
		return
	}
	if _, there := t.get(h, key); there {
		return
	}
	t.Changing(h)
	for i, k := range h.keys {
		same := t.sameName(key, k)
		if yes, known := t.truth(same); known && !yes {
			continue
		}
		h.vals[i] = t.merge(same, v, h.vals[i])
	}
}
