package dsl

import (
	"math"
)

func enumInject(c *Call) (Value, error) {
	var acc Value
	op, args := "", c.Args
	if n := len(args); n == 2 || n == 1 && c.Block == nil {
		var err error
		if op, err = c.nameArg(n - 1); err != nil {
			return nil, err
		}
		args = args[:n-1]
	}
	if len(args) > 0 {
		acc = args[0]
	}
	err := eachOf(c, func(v Value) error {
		if acc == nil {
			acc = v
			return nil
		}
		var err error
		switch {
		case op != "":
			acc, err = c.Send(acc, op, v)
		case c.Block == nil:
			err = c.Errorf("LocalJumpError", "no block given")
		default:
			acc, err = c.Yield(acc, v)
		}
		return err
	})
	if err != nil || acc == nil {
		return Nil, err
	}
	return acc, nil
}

// enumSum adds as Ruby does: integers exactly, floats by Kahan and Babuska's
// algorithm, everything else with +.
func enumSum(c *Call) (Value, error) {
	s := summer{c: c, total: Int(0)}
	if len(c.Args) > 0 {
		s.total = c.Args[0]
	}
	err := eachOf(c, func(v Value) error {
		if c.Block != nil {
			var err error
			if v, err = c.Yield(v); err != nil {
				return err
			}
		}
		return s.add(v)
	})
	if err != nil {
		return nil, err
	}
	return s.result(), nil
}

type summer struct {
	c     *Call
	total Value
	rest  float64 // what the rounding of a float total lost
}

func (s *summer) add(v Value) error {
	total, isFloat := s.total.(Float)
	if _, ok := s.total.(Int); ok {
		if _, ok := v.(Float); ok {
			total, isFloat = Float(s.total.(Int)), true
		}
	}
	if !isFloat {
		sum, err := s.c.Send(s.total, "+", v)
		s.total = sum
		return err
	}
	var x float64
	switch v := v.(type) {
	case Float:
		x = float64(v)
	case Int:
		x = float64(v)
	default:
		sum, err := s.c.Send(s.result(), "+", v)
		s.total, s.rest = sum, 0
		return err
	}
	s.addFloat(float64(total), x)
	return nil
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
