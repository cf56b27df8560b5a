package dsl

import (
	"iter"
	"math"
)

func cannotIterate(c *Call, v Value) failure {
	return c.exception("TypeError", "can't iterate from %s", c.Interp().plainClassOf(v).Name())
}

// membersOf returns the members of r.
func membersOf(c *Call, r *Range) iter.Seq[Value] {
	switch lo := r.Lo.(type) {
	case Int:
		if hi, ok := intEnd(r); ok {
			return eachInt(c, lo, hi)
		}
	case *String:
		if hi, ok := r.Hi.(*String); ok {
			return func(yield func(Value) bool) {
				for s := range eachUpto(c, lo.s, hi.s, r.Exclusive) {
					if !yield(c.t.newString(s)) {
						return
					}
				}
			}
		}
	case Symbol:
		if hi, ok := r.Hi.(Symbol); ok {
			return func(yield func(Value) bool) {
				for s := range eachUpto(c, string(lo), string(hi), r.Exclusive) {
					c.t.grow(sizeString + len(s))
					if !yield(Symbol(s)) {
						return
					}
				}
			}
		}
	}
	return eachSucc(c, r)
}

// intEnd is the last member of a range of integers.
func intEnd(r *Range) (Int, bool) {
	switch hi := r.Hi.(type) {
	case Int:
		if r.Exclusive {
			if hi == math.MinInt64 {
				return 0, false
			}
			hi--
		}
		return hi, true
	case nilValue:
		return math.MaxInt64, true
	case Float:
		if f := math.Floor(float64(hi)); f < math.MaxInt64 && f > math.MinInt64 {
			if r.Exclusive && f == float64(hi) {
				f--
			}
			return Int(f), true
		}
		if hi > 0 {
			return math.MaxInt64, true
		}
		return math.MinInt64, true
	}
	return 0, false
}

func eachInt(c *Call, lo, hi Int) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i := lo; i <= hi; i++ {
			c.Step()
			if !yield(i) || i == math.MaxInt64 {
				return
			}
		}
	}
}

// eachSucc goes through a range of any objects that have succ.
func eachSucc(c *Call, r *Range) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		v := r.Lo
		if !c.t.respondTo(v, "succ") {
			panic(cannotIterate(c, v))
		}
		for {
			order := -1
			if r.Hi != Nil {
				if order = c.Compare(v, r.Hi); order > 0 || order == 0 && r.Exclusive {
					return
				}
			}
			if order < 0 {
				c.Step()
			}
			if !yield(v) || order == 0 {
				return
			}
			v = c.Send(v, "succ")
		}
	}
}

func rangeEach(c *Call) Value {
	for v := range membersOf(c, selfRange(c)) {
		c.Yield(v)
	}
	return c.Self
}

func rangeToA(c *Call) Value {
	r := selfRange(c)
	if r.Hi == Nil {
		panic(c.exception("RangeError", "cannot convert endless range to an array"))
	}
	if n, ok := intCount(r); ok {
		c.Size(n)
	}
	out := c.t.newArray()
	for v := range membersOf(c, r) {
		c.Push(out, v)
	}
	return out
}

// intCount is the number of members of a range of integers.
func intCount(r *Range) (int, bool) {
	lo, ok := r.Lo.(Int)
	if !ok {
		return 0, false
	}
	hi, ok := intEnd(r)
	if !ok {
		return 0, r.Hi == Value(Int(math.MinInt64))
	}
	if hi < lo {
		return 0, true
	}
	if n := uint64(hi) - uint64(lo); n < math.MaxInt64 {
		return int(n) + 1, true
	}
	return math.MaxInt, true
}
