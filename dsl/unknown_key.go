package dsl

import "slices"

// Keys of hashes that only the application knows.

// maxAbsent bounds the keys that the condition for an absent one names.
const maxAbsent = 8

// lookUpUnknown is `hash[key]`, `fetch` and their kin with a key that only the application
// knows. Go's nil for other methods.
func (t *Thread) lookUpUnknown(c *Call) (Value, error) {
	h, ok := c.Self.(*Hash)
	if !ok || len(c.Args) == 0 {
		return nil, nil
	}
	first := unknownScalar(c.Args[0]) != nil
	switch c.Name {
	case "[]", "fetch":
		if first {
			return t.lookUp(c, h, c.Args[0])
		}
	case "dig":
		if !first {
			return nil, nil
		}
		v, err := t.lookUp(c, h, c.Args[0])
		if err != nil || len(c.Args) == 1 {
			return v, err
		}
		v, err = t.send(v, "dig", c.Args[1:], nil, nil, c.Pos)
		if u, ok := v.(*Unknown); ok && err == nil {
			return t.unknownCallOf(c).mayBe(u.form.aliases), nil
		}
		return v, err
	case "values_at":
		for _, key := range c.Args {
			if h.DefaultProc == nil || unknownScalar(key) == nil {
				continue
			}
			if _, err := t.lookUp(c, h, key); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// lookUp looks for a key that only the application knows: its value is one of those that
// the hash holds, or what it has for a key that is not there.
func (t *Thread) lookUp(c *Call, h *Hash, key Value) (Value, error) {
	t.looked(h.Len())
	found := &aliases{}
	var absent *Unknown
	for i, k := range h.keys {
		v, same := h.vals[i], alias{v: h.vals[i], asked: key, key: k}
		if t.surelySame(k, key) {
			same.key = nil
			if !isGuarded(v) && !hasSplat(h) {
				return v, nil
			}
			if isGuarded(v) {
				absent = both(absent, v.(*Unknown).form.element.when.not())
			}
		} else if h.Len() <= maxAbsent {
			absent = both(absent, t.sameName(key, k).not())
		}
		if hasState(v) {
			found.these = append(found.these, same)
		}
	}
	t.grow(len(found.these) * 4 * sizeElement)
	if h.Len() > maxAbsent {
		s := source{t: t, vague: true, operator: true}
		s.add("!")
		s.value(h)
		s.add(".key?(")
		s.value(key)
		s.add(")")
		absent = s.unknown(c.Pos)
	}
	fallback := fallbackOf(c, h, key)
	if fallback == nil {
		return t.unknownLookup(c, key, found), nil
	}
	if absent == nil {
		return fallback()
	}
	var v Value
	_, err := t.fork(absent, func() (Value, error) {
		var err error
		v, err = fallback()
		return Nil, err
	}, func() (Value, error) { return Nil, nil })
	if err != nil {
		return nil, err
	}
	if v != nil {
		found.these = append(found.these, alias{v: v, when: absent})
	}
	return t.unknownLookup(c, key, found), nil
}

// hasSplat reports whether pairs that only the application knows were merged into a hash.
func hasSplat(h *Hash) bool {
	return slices.ContainsFunc(h.keys, func(k Value) bool {
		u, ok := k.(*Unknown)
		return ok && u.form.list
	})
}

func (t *Thread) unknownLookup(c *Call, key Value, found *aliases) *Unknown {
	result := t.unknownCallOf(c)
	if u := unknownScalar(key); u != nil {
		result.Pos = u.Pos
	}
	result.form.aliases = found.orNil()
	return result
}

// fallbackOf returns what gives the value of a key that is not there; nil if that is nil
// or an error.
func fallbackOf(c *Call, h *Hash, key Value) func() (Value, error) {
	switch {
	case c.Name == "fetch" && c.Block != nil:
		return func() (Value, error) { return c.Yield(key) }
	case c.Name == "fetch" && len(c.Args) > 1:
		return func() (Value, error) { return c.Args[1], nil }
	case c.Name == "fetch":
		return nil
	case h.DefaultProc != nil:
		return func() (Value, error) { return c.CallProc(h.DefaultProc, h, key) }
	case h.Default != nil && h.Default != Nil:
		return func() (Value, error) { return h.Default, nil }
	}
	return nil
}

// mayReplace is for a pair that a hash is about to get: where only the application knows
// the key, each value may be replaced.
func (t *Thread) mayReplace(h *Hash, key, v Value) {
	u := unknownScalar(key)
	if u == nil || u.form.list || h.Len() == 0 {
		return
	}
	if _, there := t.get(h, key); there {
		return
	}
	t.journal.noteValue(t, h)
	for i, k := range h.keys {
		same := t.sameName(key, k)
		if yes, known := t.truth(same); known && !yes {
			continue
		}
		if old := h.vals[i]; isGuarded(old) {
			h.vals[i] = t.newChoice(same, v, old)
		} else {
			h.vals[i] = t.choose(same, v, old)
		}
	}
}
