package core

import (
	"cmp"
	"math"

	"signalbox/dsl"
)

// enumSum adds as Ruby does: integers exactly, floats by Kahan and Babuska's
// algorithm, everything else with +.
func enumSum(c *dsl.Call) dsl.Value {
	s := summer{c: c, total: dsl.Int(0)}
	if len(c.Args) > 0 {
		s.total = c.Args[0]
	}
	eachOf(c, func(v dsl.Value) {
		if c.Block != nil {
			v = c.Yield(v)
		}
		s.add(v)
	})
	return s.result()
}

type summer struct {
	c     *dsl.Call
	total dsl.Value
	rest  float64 // what the rounding of a float total lost
}

func (s *summer) add(v dsl.Value) {
	total, isFloat := s.total.(dsl.Float)
	if _, ok := s.total.(dsl.Int); ok {
		if _, ok := v.(dsl.Float); ok {
			total, isFloat = dsl.Float(s.total.(dsl.Int)), true
		}
	}
	if !isFloat {
		s.total = s.c.Send(s.total, "+", v)
		return
	}
	var x float64
	switch v := v.(type) {
	case dsl.Float:
		x = float64(v)
	case dsl.Int:
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
		s.total = dsl.Float(f + x)
		s.rest = 0
		return
	case math.Abs(f) >= math.Abs(x):
		s.rest += (f - (f + x)) + x
	default:
		s.rest += (x - (f + x)) + f
	}
	s.total = dsl.Float(f + x)
}

func (s *summer) result() dsl.Value {
	if f, ok := s.total.(dsl.Float); ok {
		return f + dsl.Float(s.rest)
	}
	return s.total
}

// appendUnlessNil adds u where it is not nil and when, if given, holds.
func appendUnlessNil(c *dsl.Call, out *dsl.Array, u *dsl.Unknown, when *dsl.Unknown) {
	k := u.Alternative
	if k == nil {
		appendIf(c, out, u, when.And(u.PlainCall("nil?", c.Thread).Not()), true)
		return
	}
	for _, side := range k.Sides() {
		on := when.And(side.When)
		if u, ok := side.V.(*dsl.Unknown); ok {
			appendUnlessNil(c, out, u, on)
		} else if side.V != dsl.Nil {
			appendIf(c, out, side.V, on, true)
		}
	}
}

// appendIf adds v to a list if u is as wanted; where only the application knows
// it, as an element that may be there.
func appendIf(c *dsl.Call, out *dsl.Array, v dsl.Value, u *dsl.Unknown, want bool) {
	u = c.Condition(u)
	if yes, known := c.Implied(u); known {
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
		k := dsl.GuardOf(v)
		if k == nil {
			if f(out, v) {
				return
			}
			continue
		}
		part := &dsl.Array{}
		done := eachPossible(c, v, func(v dsl.Value) bool { return f(part, v) })
		for _, e := range part.Elems {
			if yes, known := c.Implied(k.When); !known || !yes {
				u := c.WithGuard(e, k.When)
				u.IsSplat = v.(*dsl.Unknown).IsSplat
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
func quantified(c *dsl.Call, enough bool) dsl.Value {
	var open *dsl.Unknown
	found := false
	eachOf(c, func(v dsl.Value) bool {
		yes := false
		u, err := c.Asking(func() error { return dsl.Attempt(func() { yes = matches(c, v) }) })
		if err != nil {
			c.Undecided = cmp.Or(u, c.Undecided) // which the error may depend on
			panic(dsl.Failure{Err: err})
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
