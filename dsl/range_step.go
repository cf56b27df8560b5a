package dsl

import (
	"math"
)

func rangeStep(c *Call) Value {
	r := selfRange(c)
	step := c.arg(0)
	if len(c.Args) == 0 {
		step = Int(1)
		if r.Lo != Nil && !isNumber(r.Lo) {
			if _, ok := r.Lo.(*String); !ok {
				panic(c.exception("ArgumentError", "step is required for non-numeric ranges"))
			}
		}
	}
	if r.Lo == Nil {
		panic(c.exception("ArgumentError", "#step for non-numeric beginless ranges is meaningless"))
	}
	if step == Int(0) || step == Float(0) {
		panic(c.exception("ArgumentError", "step can't be 0"))
	}
	if c.Block == nil {
		return check(c.enumerator())
	}
	stepThrough(c, r, step, func(v Value) error {
		_, err := c.Yield(v)
		return err
	})
	return r
}

func stepThrough(c *Call, r *Range, step Value, f func(Value) error) {
	if isNumber(r.Lo) && (isNumber(r.Hi) || r.Hi == Nil) {
		lo, isInt := r.Lo.(Int)
		by, byInt := step.(Int)
		if _, float := r.Hi.(Float); isInt && byInt && !float {
			stepInts(c, r, lo, by, f)
			return
		}
		if isNumber(step) {
			stepFloats(c, r.Lo, r.Hi, step, r.Exclusive, f)
			return
		}
		panic(failure{c.noConversion(step, "Integer")})
	}
	if _, text := r.Lo.(*String); text {
		if n, ok := step.(Int); ok {
			stepMembers(c, r, n, f)
			return
		}
	}
	stepByPlus(c, r, step, f)
}

func stepInts(c *Call, r *Range, lo, by Int, f func(Value) error) {
	hi, bounded := r.Hi.(Int)
	for i := lo; ; i += by {
		if bounded && (by > 0 && i > hi || by < 0 && i < hi || r.Exclusive && i == hi) {
			return
		}
		must(c.Step())
		must(f(i))
		if by > 0 && i > math.MaxInt64-by || by < 0 && i < math.MinInt64-by {
			return
		}
	}
}

// stepMembers passes on every nth member.
func stepMembers(c *Call, r *Range, n Int, f func(Value) error) {
	if n < 0 {
		panic(c.exception("ArgumentError", "step can't be negative"))
	}
	i := Int(0)
	must(membersOf(c, r, func(v Value) error {
		i++
		if (i-1)%n != 0 {
			return nil
		}
		return f(v)
	}))
}

// stepByPlus adds the step until the end is reached.
func stepByPlus(c *Call, r *Range, step Value, f func(Value) error) {
	for v := r.Lo; ; {
		if r.Hi != Nil {
			order := check(c.Compare(v, r.Hi))
			if order > 0 || order == 0 && r.Exclusive {
				return
			}
		}
		must(c.Step())
		must(f(v))

		v = check(c.Send(v, "+", step))
	}
}
