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
	first := UnknownScalar(c.Args[0]) != nil
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
		v, err = c.Thread.Send(v, "dig", c.Args[1:], nil, nil, c.Pos)
		if u, ok := v.(*Unknown); ok && err == nil {
			return UnknownCallOf(c).mayBe(u.aliases), nil
		}
		return v, err
	case "values_at":
		for _, key := range c.Args {
			if h.DefaultProc == nil || UnknownScalar(key) == nil {
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
		err := c.runWhere(absent, func() error {
			v, err := fallback()
			if v != nil {
				found.these = append(found.these, alias{V: v, When: absent})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	result := UnknownCallOf(c)
	if u := UnknownScalar(key); u != nil {
		result.Pos = u.Pos
	}
	return result.mayBe(found.orNil()), nil
}

// candidates returns what the value of a key may be, and the condition under which the
// hash lacks the key; nil if nothing says so. sure is the value if it is surely the one.
func (c *Call) candidates(h *Hash, key Value) (found *aliases, absent *Unknown, sure Value) {
	c.Looked(h.Len())
	found = &aliases{}
	for i, k := range h.Keys {
		a := alias{V: h.Vals[i], asked: key, key: k}
		guard := GuardOf(a.V)
		switch {
		case !c.mustEqual(k, key):
			if h.Len() <= maxAbsent {
				absent = absent.And(c.SameName(key, k).Not())
			}
		case guard != nil:
			absent, a.key = absent.And(guard.When.Not()), nil
		case !hasSplat(h):
			return nil, nil, a.V
		default:
			a.key = nil
		}
		if hasState(a.V) {
			found.these = append(found.these, a)
		}
	}
	if h.Len() > maxAbsent {
		s := c.source("!", h, ".key?(", key, ")")
		s.ambiguous = true
		absent = s.operation(c.Pos)
	}
	c.Grow(len(found.these) * 4 * SizeElement)
	return found, absent, nil
}

// hasSplat reports whether pairs that only the application knows were merged into a hash.
func hasSplat(h *Hash) bool {
	return slices.ContainsFunc(h.Keys, func(k Value) bool {
		u, ok := k.(*Unknown)
		return ok && u.IsSplat
	})
}

// fallbackOf returns what makes the value of a key that is not there; nil if that is nil
// or an error.
func fallbackOf(c *Call, h *Hash, key Value) func() (Value, error) {
	switch {
	case c.Name == "fetch" && c.Block != nil:
		return func() (Value, error) { return c.TryYield(key) }
	case c.Name == "fetch" && len(c.Args) > 1:
		return func() (Value, error) { return c.Args[1], nil }
	case c.Name == "fetch":
		return nil
	case h.DefaultProc != nil:
		return func() (Value, error) { return c.RunProc(h.DefaultProc, []Value{h, key}, nil) }
	case h.Default != nil && h.Default != Nil:
		return func() (Value, error) { return h.Default, nil }
	}
	return nil
}

// MayReplace prepares a hash for a new pair: where only the application knows the key, each
// value may be replaced.
func (t *Thread) MayReplace(h *Hash, key, v Value) {
	u := UnknownScalar(key)
	if u == nil || u.IsSplat || h.Len() == 0 {
		return
	}
	if _, there := t.Get(h, key); there {
		return
	}
	t.Changing(h)
	for i, k := range h.Keys {
		same := t.SameName(key, k)
		if yes, known := t.Implied(same); known && !yes {
			continue
		}
		h.Vals[i] = t.Merge(same, v, h.Vals[i])
	}
}
