package core

import (
	"iter"
	"math"

	"signalbox/dsl"
)

func cannotIterate(c *dsl.Call, v dsl.Value) dsl.Failure {
	return c.Exception("TypeError", "can't iterate from %s", c.Interp().PlainClassOf(v).Name())
}

// membersOf returns the members of r.
func membersOf(c *dsl.Call, r *dsl.Range) iter.Seq[dsl.Value] {
	switch lo := r.Lo.(type) {
	case dsl.Int:
		if hi, ok := intEnd(r); ok {
			return eachInt(c, lo, hi)
		}
	case *dsl.String:
		if hi, ok := r.Hi.(*dsl.String); ok {
			return eachText(c, lo.String(), hi.String(), r.Exclusive, func(s string) dsl.Value { return c.NewString(s) })
		}
	case dsl.Symbol:
		if hi, ok := r.Hi.(dsl.Symbol); ok {
			return eachText(c, string(lo), string(hi), r.Exclusive, func(s string) dsl.Value { return c.NewSymbol(s) })
		}
	}
	return eachSucc(c, r)
}

// eachText returns what made makes of the texts from lo to hi.
func eachText(c *dsl.Call, lo, hi string, exclusive bool, made func(string) dsl.Value) iter.Seq[dsl.Value] {
	return func(yield func(dsl.Value) bool) {
		for s := range eachUpto(c, lo, hi, exclusive) {
			if !yield(made(s)) {
				return
			}
		}
	}
}

// intEnd is the last member of a range of integers.
func intEnd(r *dsl.Range) (dsl.Int, bool) {
	switch hi := r.Hi.(type) {
	case dsl.Int:
		if r.Exclusive {
			if hi == math.MinInt64 {
				return 0, false
			}
			hi--
		}
		return hi, true
	case dsl.NilValue:
		return math.MaxInt64, true
	case dsl.Float:
		if f := math.Floor(float64(hi)); f < math.MaxInt64 && f > math.MinInt64 {
			if r.Exclusive && f == float64(hi) {
				f--
			}
			return dsl.Int(f), true
		}
		if hi > 0 {
			return math.MaxInt64, true
		}
		return math.MinInt64, true
	}
	return 0, false
}

func eachInt(c *dsl.Call, lo, hi dsl.Int) iter.Seq[dsl.Value] {
	return func(yield func(dsl.Value) bool) {
		for i := lo; i <= hi; i++ {
			c.Step()
			if !yield(i) || i == math.MaxInt64 {
				return
			}
		}
	}
}

// eachSucc goes through a range of any objects that have succ.
func eachSucc(c *dsl.Call, r *dsl.Range) iter.Seq[dsl.Value] {
	return func(yield func(dsl.Value) bool) {
		v := r.Lo
		if !c.RespondTo(v, "succ") {
			panic(cannotIterate(c, v))
		}
		for {
			order := -1
			if r.Hi != dsl.Nil {
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

func rangeEach(c *dsl.Call) dsl.Value {
	for v := range membersOf(c, selfRange(c)) {
		c.Yield(v)
	}
	return c.Self
}

func rangeToA(c *dsl.Call) dsl.Value {
	r := selfRange(c)
	if r.Hi == dsl.Nil {
		panic(c.Exception("RangeError", "cannot convert endless range to an array"))
	}
	if n, ok := intCount(r); ok {
		c.Size(n)
	}
	out := c.NewArray()
	for v := range membersOf(c, r) {
		c.Push(out, v)
	}
	return out
}

// intCount is the number of members of a range of integers.
func intCount(r *dsl.Range) (int, bool) {
	lo, ok := r.Lo.(dsl.Int)
	if !ok {
		return 0, false
	}
	hi, ok := intEnd(r)
	if !ok {
		return 0, r.Hi == dsl.Value(dsl.Int(math.MinInt64))
	}
	if hi < lo {
		return 0, true
	}
	if n := uint64(hi) - uint64(lo); n < math.MaxInt64 {
		return int(n) + 1, true
	}
	return math.MaxInt, true
}
