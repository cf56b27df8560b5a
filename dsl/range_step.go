package dsl

import (
	"math"
)

func rangeStep(c *Call) (Value, error) {
	r := selfRange(c)
	step := c.arg(0)
	if len(c.Args) == 0 {
		step = Int(1)
		if r.Lo != Nil && !isNumber(r.Lo) {
			if _, ok := r.Lo.(*String); !ok {
				return nil, c.Errorf("ArgumentError", "step is required for non-numeric ranges")
			}
		}
	}
	if r.Lo == Nil {
		return nil, c.Errorf("ArgumentError", "#step for non-numeric beginless ranges is meaningless")
	}
	if step == Int(0) || step == Float(0) {
		return nil, c.Errorf("ArgumentError", "step can't be 0")
	}
	if c.Block == nil {
		return c.enumerator()
	}
	return r, stepThrough(c, r, step, func(v Value) error {
		_, err := c.Yield(v)
		return err
	})
}

func stepThrough(c *Call, r *Range, step Value, f func(Value) error) error {
	if isNumber(r.Lo) && (isNumber(r.Hi) || r.Hi == Nil) {
		lo, isInt := r.Lo.(Int)
		by, byInt := step.(Int)
		if _, float := r.Hi.(Float); isInt && byInt && !float {
			return stepInts(c, r, lo, by, f)
		}
		if isNumber(step) {
			return stepFloats(c, r.Lo, r.Hi, step, r.Exclusive, f)
		}
		return c.noConversion(step, "Integer")
	}
	if _, text := r.Lo.(*String); text {
		if n, ok := step.(Int); ok {
			return stepMembers(c, r, n, f)
		}
	}
	return stepByPlus(c, r, step, f)
}

func stepInts(c *Call, r *Range, lo, by Int, f func(Value) error) error {
	hi, bounded := r.Hi.(Int)
	for i := lo; ; i += by {
		if bounded && (by > 0 && i > hi || by < 0 && i < hi || r.Exclusive && i == hi) {
			return nil
		}
		if err := c.Step(); err != nil {
			return err
		}
		if err := f(i); err != nil {
			return err
		}
		if by > 0 && i > math.MaxInt64-by || by < 0 && i < math.MinInt64-by {
			return nil
		}
	}
}

// stepMembers gives every nth member.
func stepMembers(c *Call, r *Range, n Int, f func(Value) error) error {
	if n < 0 {
		return c.Errorf("ArgumentError", "step can't be negative")
	}
	i := Int(0)
	return membersOf(c, r, func(v Value) error {
		i++
		if (i-1)%n != 0 {
			return nil
		}
		return f(v)
	})
}

// stepByPlus adds the step until the end is reached.
func stepByPlus(c *Call, r *Range, step Value, f func(Value) error) error {
	for v := r.Lo; ; {
		if r.Hi != Nil {
			order, err := c.Compare(v, r.Hi)
			if err != nil || order > 0 || order == 0 && r.Exclusive {
				return err
			}
		}
		if err := c.Step(); err != nil {
			return err
		}
		if err := f(v); err != nil {
			return err
		}
		var err error
		if v, err = c.Send(v, "+", step); err != nil {
			return err
		}
	}
}
