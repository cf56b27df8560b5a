package dsl

// quantified is any? (enough is true) and all? (false): the first element that
// is enough decides. Of answers that only the application knows it is all of
// them, joined by || or &&.
func quantified(c *Call, enough bool) Value {
	var open *Unknown
	found := false
	eachOf(c, func(v Value) bool {
		outer := c.t.undecided
		c.t.undecided = nil
		yes := matches(c, v)
		u := c.t.undecided
		c.t.undecided = outer
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
		return Bool(found == enough)
	}
	return open
}

// collectPossible is collected for a list with elements that may be there: what
// f adds for such an element may be there too.
func collectPossible(c *Call, list []Value, out *Array, f func(out *Array, v Value) bool) {
	for _, v := range list {
		c.step()
		k := guardOf(v)
		if k == nil {
			if f(out, v) {
				return
			}
			continue
		}
		part := &Array{}
		done := c.element(v, func(v Value) bool { return f(part, v) })
		for _, e := range part.Elems {
			if yes, known := c.t.truth(k.when); !known || !yes {
				u := c.t.withGuard(e, k.when)
				u.isSplat = v.(*Unknown).isSplat
				e = u
			}
			out.Elems = append(out.Elems, e)
		}
		c.size(len(out.Elems))
		if done {
			return
		}
	}
}

// appendIf adds v to a list if u is as wanted; where only the application knows
// it, as an element that may be there.
func appendIf(c *Call, out *Array, v Value, u *Unknown, want bool) {
	u = c.t.condition(u)
	if yes, known := c.t.truth(u); known {
		if yes != want {
			return
		}
		c.push(out, v)
		return
	}
	if !want {
		u = u.Not()
	}
	c.push(out, c.t.withGuard(v, u))
}

// appendUnlessNil adds u where it is not nil and when, if given, holds.
func appendUnlessNil(c *Call, out *Array, u *Unknown, when *Unknown) {
	k := u.choice
	if k == nil {
		appendIf(c, out, u, when.And(u.plainCall("nil?", c.t).Not()), true)
		return
	}
	for _, side := range k.sides() {
		on := when.And(side.when)
		if u, ok := side.v.(*Unknown); ok {
			appendUnlessNil(c, out, u, on)
		} else if side.v != Nil {
			appendIf(c, out, side.v, on, true)
		}
	}
}
