package core

import (
	"slices"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

// addUnknown is `known + unknown`, `known.concat(unknown)` and the like: what is known stays. It is
// Go's nil where it cannot tell.
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
	if dsl.IsFrozen(c.Self) {
		panic(dsl.Fail(c.FrozenError(c.Self)))
	}
	c.Changing(c.Self)
}
