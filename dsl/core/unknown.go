package core

import (
	"slices"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

// withUnknown is a call of which only the application knows an argument, or whether the receiver
// holds a part, where the method has an answer of its own. It is Go's nil elsewhere.
func withUnknown(c *dsl.Call) dsl.Value {
	if c.HasTrait(trait.Adds) {
		if v := addUnknown(c); v != nil {
			return v
		}
	}
	if h, ok := c.Self.(*dsl.Hash); ok && len(c.Args) > 0 {
		return lookUpUnknown(c, h)
	}
	return nil
}

// addUnknown is `known + unknown`, `known.concat(unknown)` and the like: what is known stays.
func addUnknown(c *dsl.Call) dsl.Value {
	switch self := c.Self.(type) {
	case *dsl.Array:
		return addUnknownList(c, self)
	case *dsl.Hash:
		if c.Block == nil {
			return addUnknownPairs(c, self)
		}
	case *dsl.Object:
		if elems, ok := dsl.SetElems(self); ok {
			return addUnknownElements(c, self, elems)
		}
	}
	return nil
}

func addUnknownList(c *dsl.Call, self *dsl.Array) dsl.Value {
	var elems []dsl.Value
	if !c.HasTrait(trait.Replaces) {
		elems = slices.Clone(self.Elems)
		c.ChargeMoves(len(elems))
	}
	for _, a := range c.Args {
		switch a := a.(type) {
		case *dsl.Unknown:
			elems = append(elems, c.ElementsOf(a))
		case *dsl.Array:
			elems = append(elems, a.Elems...)
			c.Size(len(elems))
		default:
			return nil
		}
	}
	if !c.HasTrait(trait.ChangesReceiver) {
		return c.NewArray(elems...)
	}
	changesKnown(c)
	c.ChargeMemory(limits.SizeElement * (len(elems) - len(self.Elems)))
	self.Elems = elems
	dsl.Check(c.Exceeded())
	return self
}

func addUnknownPairs(c *dsl.Call, self *dsl.Hash) dsl.Value {
	into := self
	if c.HasTrait(trait.ChangesReceiver) {
		changesKnown(c)
	} else {
		into = c.CloneHash(self)
	}
	if c.HasTrait(trait.Replaces) {
		into.Clear()
	}
	for _, a := range c.Args {
		switch a := a.(type) {
		case *dsl.Unknown:
			c.MergeUnknown(into, a)
		case *dsl.Hash:
			dsl.Check(c.PutAll(into, a))
		default:
			return nil
		}
	}
	c.Size(into.Len())
	return into
}

func addUnknownElements(c *dsl.Call, self *dsl.Object, elems *dsl.Hash) dsl.Value {
	set, into := self, elems
	if c.HasTrait(trait.ChangesReceiver) {
		changesKnown(c)
	} else {
		into = c.CloneHash(elems)
		set = c.NewObject(c.Interp().PlainClassOf(self), &setData{into})
	}
	if c.HasTrait(trait.Replaces) {
		into.Clear()
	}
	for _, a := range c.Args {
		if u, ok := a.(*dsl.Unknown); ok {
			c.ChargeUnknown(u)
			into.Set(c.ElementsOf(u), dsl.True)
			continue
		}
		add := *c
		add.Self, add.Args = set, []dsl.Value{a}
		setMerge(&add)
	}
	dsl.Check(c.Exceeded())
	return set
}

// changesKnown is for a method that changes its receiver by what only the application knows.
func changesKnown(c *dsl.Call) {
	c.MustChange()
	c.Changing(c.Self)
}

// maxAbsent bounds the keys that the condition for an absent one names.
const maxAbsent = 8

// lookUpUnknown is `hash[key]`, `fetch`, `dig` and `values_at` with a key that only the
// application knows.
func lookUpUnknown(c *dsl.Call, h *dsl.Hash) dsl.Value {
	first := dsl.UnknownScalar(c.Args[0]) != nil
	switch {
	case c.Name == "values_at":
		for _, key := range c.Args {
			if h.DefaultProc != nil && dsl.UnknownScalar(key) != nil {
				lookUp(c, h, key)
			}
		}
	case first && (c.Name == "[]" || c.Name == "fetch" || c.Name == "dig" && len(c.Args) == 1):
		return lookUp(c, h, c.Args[0])
	case first && c.Name == "dig":
		v := c.Send(lookUp(c, h, c.Args[0]), "dig", c.Args[1:]...)
		if u, ok := v.(*dsl.Unknown); ok {
			return dsl.UnknownResult(c).MayBe(u.Aliases())
		}
		return v
	}
	return nil
}

// lookUp looks for a key that only the application knows: its value is one of those that
// the hash holds, or what it has for a key that is not there.
func lookUp(c *dsl.Call, h *dsl.Hash, key dsl.Value) dsl.Value {
	found, absent, sure := candidates(c, h, key)
	if sure != nil {
		return sure
	}
	if fallback := fallbackOf(c, h, key); fallback != nil {
		if absent == nil {
			return fallback()
		}
		dsl.Check(c.RunWhere(absent, func() error {
			return dsl.Attempt(func() { found.Where(absent, fallback()) })
		}))
	}
	result := dsl.UnknownResult(c)
	if u := dsl.UnknownScalar(key); u != nil {
		result.Pos = u.Pos
	}
	return result.MayBe(found)
}

// candidates returns what the value of a key may be, and the condition under which the
// hash lacks the key; nil if nothing says so. sure is the value if it is surely the one.
func candidates(c *dsl.Call, h *dsl.Hash, key dsl.Value) (found *dsl.Aliases, absent *dsl.Unknown, sure dsl.Value) {
	c.ChargeReads(h.Len())
	found = &dsl.Aliases{}
	for i, k := range h.Keys {
		v := h.Vals[i]
		u, _ := v.(*dsl.Unknown)
		switch {
		case !c.SurelyEqual(k, key):
			if h.Len() <= maxAbsent {
				absent = absent.And(c.SameName(key, k).Not())
			}
			found.AtKey(v, key, k)
			continue
		case dsl.IsGuarded(v):
			when, _, _ := u.Guarded()
			absent = absent.And(when.Not())
		case !hasSplat(h):
			return nil, nil, v
		}
		found.Where(nil, v)
	}
	if h.Len() > maxAbsent {
		asks := &dsl.Call{Self: h, Name: "key?", Args: []dsl.Value{key}, Pos: c.Pos, Thread: c.Thread}
		absent = dsl.UnknownResult(asks).Not()
	}
	c.ChargeMemory(found.Len() * 4 * limits.SizeElement)
	return found, absent, nil
}

// hasSplat reports whether pairs that only the application knows were merged into a hash.
func hasSplat(h *dsl.Hash) bool {
	return slices.ContainsFunc(h.Keys, func(k dsl.Value) bool {
		u, ok := k.(*dsl.Unknown)
		return ok && u.Splat()
	})
}

// fallbackOf returns what makes the value of a key that is not there; nil if that is nil
// or an error.
func fallbackOf(c *dsl.Call, h *dsl.Hash, key dsl.Value) func() dsl.Value {
	switch {
	case c.Name == "fetch" && c.Block == nil && len(c.Args) == 1:
		return nil
	case c.Name == "fetch":
		return func() dsl.Value { return fetchMissing(c, key) }
	case h.DefaultProc != nil || h.Default != nil && h.Default != dsl.Nil:
		return func() dsl.Value { return defaultFor(c, h, key) }
	}
	return nil
}
