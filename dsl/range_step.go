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
		return c.enumerator()
	}
	stepThrough(c, r, step, func(v Value) { c.yield(v) })
	return r
}

func stepThrough(c *Call, r *Range, step Value, f func(Value)) {
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
		panic(c.noConversion(step, "Integer"))
	}
	if _, text := r.Lo.(*String); text {
		if n, ok := step.(Int); ok {
			stepMembers(c, r, n, f)
			return
		}
	}
	stepByPlus(c, r, step, f)
}

func stepInts(c *Call, r *Range, lo, by Int, f func(Value)) {
	hi, bounded := r.Hi.(Int)
	for i := lo; ; i += by {
		if bounded && (by > 0 && i > hi || by < 0 && i < hi || r.Exclusive && i == hi) {
			return
		}
		c.step()
		f(i)
		if by > 0 && i > math.MaxInt64-by || by < 0 && i < math.MinInt64-by {
			return
		}
	}
}

// stepMembers passes on every nth member.
func stepMembers(c *Call, r *Range, n Int, f func(Value)) {
	if n < 0 {
		panic(c.exception("ArgumentError", "step can't be negative"))
	}
	i := Int(0)
	for v := range membersOf(c, r) {
		if i%n == 0 {
			f(v)
		}
		i++
	}
}

// stepByPlus adds the step until the end is reached.
func stepByPlus(c *Call, r *Range, step Value, f func(Value)) {
	for v := r.Lo; ; {
		if r.Hi != Nil {
			order := c.compare(v, r.Hi)
			if order > 0 || order == 0 && r.Exclusive {
				return
			}
		}
		c.step()
		f(v)
		v = c.send(v, "+", step)
	}
}
