package dsl

import (
	"cmp"
	"math"
)

// enumSum adds as Ruby does: integers exactly, floats by Kahan and Babuska's
// algorithm, everything else with +.
func enumSum(c *Call) Value {
	s := summer{c: c, total: Int(0)}
	if len(c.Args) > 0 {
		s.total = c.Args[0]
	}
	eachOf(c, func(v Value) {
		if c.Block != nil {
			v = c.Yield(v)
		}
		s.add(v)
	})
	return s.result()
}

type summer struct {
	c     *Call
	total Value
	rest  float64 // what the rounding of a float total lost
}

func (s *summer) add(v Value) {
	total, isFloat := s.total.(Float)
	if _, ok := s.total.(Int); ok {
		if _, ok := v.(Float); ok {
			total, isFloat = Float(s.total.(Int)), true
		}
	}
	if !isFloat {
		s.total = s.c.Send(s.total, "+", v)
		return
	}
	var x float64
	switch v := v.(type) {
	case Float:
		x = float64(v)
	case Int:
		x = float64(v)
	default:
		s.total, s.rest = s.c.Send(s.result(), "+", v), 0
		return
	}
	s.addFloat(float64(total), x)
}

func (s *summer) addFloat(f, x float64) {
	switch {
	case math.IsNaN(f) || math.IsNaN(x) || math.IsInf(f, 0) || math.IsInf(x, 0):
		s.total = Float(f + x)
		s.rest = 0
		return
	case math.Abs(f) >= math.Abs(x):
		s.rest += (f - (f + x)) + x
	default:
		s.rest += (x - (f + x)) + f
	}
	s.total = Float(f + x)
}

func (s *summer) result() Value {
	if f, ok := s.total.(Float); ok {
		return f + Float(s.rest)
	}
	return s.total
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

// appendIf adds v to a list if u is as wanted; where only the application knows
// it, as an element that may be there.
func appendIf(c *Call, out *Array, v Value, u *Unknown, want bool) {
	u = c.t.condition(u)
	if yes, known := c.t.truth(u); known {
		if yes != want {
			return
		}
		c.Push(out, v)
		return
	}
	if !want {
		u = u.Not()
	}
	c.Push(out, c.t.withGuard(v, u))
}

// collectPossible is collected for a list with elements that may be there: what
// f adds for such an element may be there too.
func collectPossible(c *Call, list []Value, out *Array, f func(out *Array, v Value) bool) {
	for _, v := range list {
		c.Step()
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
		c.Size(len(out.Elems))
		if done {
			return
		}
	}
}

// quantified is any? (enough is true) and all? (false): the first element that
// is enough decides. Of answers that only the application knows it is all of
// them, joined by || or &&.
func quantified(c *Call, enough bool) Value {
	var open *Unknown
	found := false
	eachOf(c, func(v Value) bool {
		yes := false
		u, err := c.t.asking(func() error { return Attempt(func() { yes = matches(c, v) }) })
		if err != nil {
			c.t.undecided = cmp.Or(u, c.t.undecided) // which the error may depend on
			panic(Failure{err})
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
		return Bool(found == enough)
	}
	return open
}
