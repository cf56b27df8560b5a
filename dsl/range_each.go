package dsl

import (
	"fmt"
	"math"

	"signalbox/dsl/internal/rubytext"
)

func cannotIterate(c *Call, v Value) error {
	return c.Errorf("TypeError", "can't iterate from %s", c.Interp().plainClassOf(v).Name())
}

// eachInRange runs f for the members of r; errStop ends it.
func eachInRange(c *Call, r *Range, f func(Value) error) error {
	err := membersOf(c, r, f)
	if err == errStop {
		return nil
	}
	return err
}

func membersOf(c *Call, r *Range, f func(Value) error) error {
	switch lo := r.Lo.(type) {
	case Int:
		if hi, ok := intEnd(r); ok {
			return eachInt(c, lo, hi, f)
		}
	case *String:
		if hi, ok := r.Hi.(*String); ok {
			return eachString(c, lo.s, hi.s, r.Exclusive, f)
		}
	case Symbol:
		if hi, ok := r.Hi.(Symbol); ok {
			return eachString(c, string(lo), string(hi), r.Exclusive, func(v Value) error { return f(Symbol(v.(*String).s)) })
		}
	}
	return eachSucc(c, r, f)
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

func eachInt(c *Call, lo, hi Int, f func(Value) error) error {
	for i := lo; i <= hi; i++ {
		if err := c.Step(); err != nil {
			return err
		}
		if err := f(i); err != nil {
			return err
		}
		if i == math.MaxInt64 {
			break
		}
	}
	return nil
}

// eachString goes from one string to another as String#upto does.
func eachString(c *Call, lo, hi string, exclusive bool, f func(Value) error) error {
	if from, ok := rubytext.Digits(lo); ok && (lo[0] != '0' || len(lo) == len(hi)) {
		if to, ok := rubytext.Digits(hi); ok {
			return eachNumeral(c, Int(from), Int(to), len(lo), exclusive, f)
		}
	}
	if lo > hi || exclusive && lo == hi {
		return nil
	}
	for s := lo; ; {
		if err := c.Step(); err != nil {
			return err
		}
		if err := f(c.t.newString(s)); err != nil {
			return err
		}
		if s == hi {
			return nil
		}
		next, err := c.Send(c.t.newString(s), "succ")
		if err != nil {
			return err
		}
		text, ok := next.(*String)
		if !ok || len(text.s) > len(hi) || text.s == "" || exclusive && text.s == hi {
			return nil
		}
		s = text.s
	}
}

// eachNumeral counts from "08" to "11", keeping the width.
func eachNumeral(c *Call, from, to Int, width int, exclusive bool, f func(Value) error) error {
	if exclusive {
		to--
	}
	return eachInt(c, from, to, func(v Value) error {
		return f(c.t.newString(fmt.Sprintf("%0*d", width, v.(Int))))
	})
}

// eachSucc goes through a range of any objects that have succ.
func eachSucc(c *Call, r *Range, f func(Value) error) error {
	v := r.Lo
	if !c.t.respondTo(v, "succ") {
		return cannotIterate(c, v)
	}
	for {
		if r.Hi != Nil {
			order, err := c.Compare(v, r.Hi)
			if err != nil || order > 0 || order == 0 && r.Exclusive {
				return err
			}
			if order == 0 {
				return f(v)
			}
		}
		if err := c.Step(); err != nil {
			return err
		}
		if err := f(v); err != nil {
			return err
		}
		var err error
		if v, err = c.Send(v, "succ"); err != nil {
			return err
		}
	}
}

func rangeEach(c *Call) Value {
	must(membersOf(c, selfRange(c), func(v Value) error {
		_, err := c.Yield(v)
		return err
	}))
	return c.Self
}

func rangeToA(c *Call) Value {
	r := selfRange(c)
	if r.Hi == Nil {
		panic(c.exception("RangeError", "cannot convert endless range to an array"))
	}
	if n, ok := intCount(r); ok {
		must(c.size(n))
	}
	out := c.t.newArray()
	must(membersOf(c, r, func(v Value) error { return appendTo(c, out, v) }))
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
