package dsl

import (
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
		s.total = check(s.c.TrySend(s.total, "+", v))
		return
	}
	var x float64
	switch v := v.(type) {
	case Float:
		x = float64(v)
	case Int:
		x = float64(v)
	default:
		s.total, s.rest = check(s.c.TrySend(s.result(), "+", v)), 0
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
