package core

import "signalbox/dsl"

// appendUnlessNil adds u where it is not nil and when, if given, holds.
func appendUnlessNil(c *dsl.Call, out *dsl.Array, u *dsl.Unknown, when *dsl.Unknown) {
	cond, yes, no, ok := u.Choice()
	if !ok {
		appendIf(c, out, u, when.And(u.PlainCall("nil?", c.Thread).Not()), true)
		return
	}
	side := func(v dsl.Value, when *dsl.Unknown) {
		if u, ok := v.(*dsl.Unknown); ok {
			appendUnlessNil(c, out, u, when)
		} else if v != dsl.Nil {
			appendIf(c, out, v, when, true)
		}
	}
	side(yes, when.And(cond))
	side(no, when.And(cond.Not()))
}

// appendIf adds v to a list if u is as wanted; where only the application knows
// it, as an element that may be there.
func appendIf(c *dsl.Call, out *dsl.Array, v dsl.Value, u *dsl.Unknown, want bool) {
	u = c.Condition(u)
	if yes, known := c.TruthOf(u); known {
		if yes != want {
			return
		}
		c.Push(out, v)
		return
	}
	if !want {
		u = u.Not()
	}
	c.Push(out, c.WithGuard(v, u))
}

// collectPossible is collected for a list with elements that may be there: what
// f adds for such an element may be there too.
func collectPossible(c *dsl.Call, list []dsl.Value, out *dsl.Array, f func(out *dsl.Array, v dsl.Value) bool) {
	for _, v := range list {
		c.Step()
		if !dsl.IsGuarded(v) {
			if f(out, v) {
				return
			}
			continue
		}
		part := &dsl.Array{}
		done := eachPossible(c, v, func(v dsl.Value) bool { return f(part, v) })
		for _, e := range part.Elems {
			out.Elems = append(out.Elems, c.GuardLike(e, v.(*dsl.Unknown)))
		}
		c.Size(len(out.Elems))
		if done {
			return
		}
	}
}

// quantified is any? (enough is true) and all? (false): the first element that
// is enough decides. Of answers that only the application knows it is all of
// them, joined by || or &&.
func quantified(c *dsl.Call, enough bool) dsl.Value {
	var open *dsl.Unknown
	found := false
	eachOf(c, func(v dsl.Value) bool {
		yes := false
		u, err := c.UndecidedIn(func() { yes = matches(c, v) })
		if err != nil {
			c.Undecide(u) // which the error may depend on
			dsl.Check(err)
		}
		switch {
		case u != nil && open == nil:
			open = u
		case u != nil && enough:
			open = open.Or(u)
		case u != nil:
			open = open.And(u)
		case yes == enough:
			found = true
		}
		return found
	})
	if found || open == nil {
		return dsl.Bool(found == enough)
	}
	return open
}
