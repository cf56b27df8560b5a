package dsl

import (
	"math"
)

// rangeMethods are Range's own methods; what works on any collection is in
// enumerableMethods.
var rangeMethods = with(derived("Range"), methodTable{
	"begin":          fn(0, func(c *Call) Value { return orNil(selfRange(c).Lo) }).is(partial),
	"end":            fn(0, func(c *Call) Value { return orNil(selfRange(c).Hi) }).is(partial),
	"exclude_end?":   fn(0, func(c *Call) Value { return Bool(selfRange(c).Exclusive) }).is(partial),
	"minmax":         fn(0, rangeMinmax),
	"each":           withBlock(fn(0, rangeEach)),
	"to_a":           fn(0, rangeToA),
	"entries":        fn(0, rangeToA),
	"include?":       fn(1, rangeInclude),
	"member?":        fn(1, rangeInclude),
	"===":            fn(1, rangeCaseEqual),
	"size":           fn(0, rangeSize),
	"==":             fn(1, rangeEqual),
	"eql?":           fn(1, containerEql),
	"hash":           fn(0, containerHash),
	"inspect":        fn(0, inspectSelf).is(partial | showsParts),
	"to_s":           fn(0, rangeToS).is(partial | showsParts),
	"to_fs":          fnOpt(0, 1, rangeToS).is(showsParts),
	"to_formatted_s": fnOpt(0, 1, rangeToS).is(showsParts),
	"frozen?":        fn(0, func(*Call) Value { return True }).is(opaque),
	"dup":            fn(0, arraySelf).is(opaque),
})

var rangeClassMethods = methodTable{"new": fnOpt(2, 3, rangeNew)}

func orNil(v Value) Value {
	if v == nil {
		return Nil
	}
	return v
}

// selfRange is the receiver of a Range method.
func selfRange(c *Call) *Range {
	if r, ok := c.Self.(*Range); ok {
		return r
	}
	return &Range{Lo: Nil, Hi: Nil}
}

func rangeNew(c *Call) (Value, error) {
	c.t.grow(sizeRange)
	r := &Range{Lo: c.arg(0), Hi: c.arg(1), Exclusive: c.truthy(c.arg(2))}
	if r.Lo == Nil || r.Hi == Nil {
		return r, nil
	}
	if order, err := c.Send(r.Lo, "<=>", r.Hi); err != nil || order == Nil {
		return nil, c.Errorf("ArgumentError", "bad value for range")
	}
	return r, nil
}

func rangeFirst(c *Call) Value {
	r := selfRange(c)
	if r.Lo == Nil {
		panic(c.exception("RangeError", "cannot get the first element of beginless range"))
	}
	if len(c.Args) == 0 {
		return r.Lo
	}
	n := check(countArg(c, "negative array size (or size too big)"))
	if n == 0 {
		return c.t.newArray()
	}
	out := c.t.newArray()
	must(eachInRange(c, r, func(v Value) error {
		err := appendTo(c, out, v)
		if err == nil && len(out.Elems) >= n {
			err = errStop
		}
		return err
	}))
	return out
}

func isNumber(v Value) bool {
	switch v.(type) {
	case Int, Float:
		return true
	}
	return false
}

func rangeMin(c *Call) Value {
	r := selfRange(c)
	if r.Lo == Nil {
		panic(c.exception("RangeError", "cannot get the minimum of beginless range"))
	}
	if c.Block != nil {
		if r.Hi == Nil {
			panic(c.exception("RangeError", "cannot get the minimum of endless range with custom comparison method"))
		}
		return enumMin(c)
	}
	if len(c.Args) > 0 {
		return rangeFirst(c)
	}
	if r.Hi == Nil {
		return r.Lo
	}
	order := check(c.Compare(r.Lo, r.Hi))
	if order > 0 || order == 0 && r.Exclusive {
		return Nil
	}
	return r.Lo
}

func rangeMax(c *Call) Value {
	r := selfRange(c)
	if r.Hi == Nil {
		panic(c.exception("RangeError", "cannot get the maximum of endless range"))
	}
	if c.Block != nil || len(c.Args) > 0 || r.Exclusive && !isNumber(r.Hi) {
		if r.Lo == Nil {
			panic(c.exception("RangeError", "cannot get the maximum of beginless range with custom comparison method"))
		}
		return enumMax(c)
	}
	order := -1
	if r.Lo != Nil {
		order = check(c.Compare(r.Lo, r.Hi))
		if order > 0 {
			return Nil
		}
	}
	if !r.Exclusive {
		return r.Hi
	}
	hi, ok := r.Hi.(Int)
	if !ok {
		panic(c.exception("TypeError", "cannot exclude non Integer end value"))
	}
	if order == 0 {
		return Nil
	}
	if _, ok := r.Lo.(Int); !ok {
		panic(c.exception("TypeError", "cannot exclude end value with non Integer begin value"))
	}
	return hi - 1
}

func rangeMinmax(c *Call) Value {
	if c.Block != nil {
		return c.t.newArray(enumMin(c), enumMax(c))
	}
	least := rangeMin(c)
	greatest := rangeMax(c)
	return c.t.newArray(least, greatest)
}

// covers reports whether lo <= v <= hi; values without an order are outside.
func covers(c *Call, r *Range, v Value) bool {
	if r.Lo != Nil {
		order, ok := check2(tryCompare(c, r.Lo, v))
		if !ok || order > 0 {
			return false
		}
	}
	if r.Hi != Nil {
		order, ok := check2(tryCompare(c, v, r.Hi))
		if !ok || order > 0 || order == 0 && r.Exclusive {
			return false
		}
	}
	return true
}

// tryCompare is <=>; ok is false for values without an order.
func tryCompare(c *Call, a, b Value) (order int, ok bool, err error) {
	v, err := c.Send(a, "<=>", b)
	if err != nil || v == Nil {
		return 0, false, err
	}
	order, err = orderOf(c, v, a, b)
	return order, true, err
}

// coversRange reports whether all members of other are in r.
func coversRange(c *Call, r, other *Range) (bool, error) {
	if other.Lo != Nil && other.Hi != Nil {
		order, ok, err := tryCompare(c, other.Lo, other.Hi)
		if err != nil || !ok || order > 0 || order == 0 && other.Exclusive {
			return false, err
		}
	}
	if r.Lo != Nil {
		if other.Lo == Nil {
			return false, nil
		}
		if order, ok, err := tryCompare(c, r.Lo, other.Lo); err != nil || !ok || order > 0 {
			return false, err
		}
	}
	if r.Hi == Nil {
		return true, nil
	}
	if other.Hi == Nil {
		return false, nil
	}
	order, ok, err := tryCompare(c, other.Hi, r.Hi)
	switch {
	case err != nil || !ok:
		return false, err
	case order < 0, order == 0 && (!r.Exclusive || other.Exclusive):
		return true, nil
	}
	// 1..5 covers 1...6: what counts is the last member.
	hi, isInt := other.Hi.(Int)
	if _, lo := other.Lo.(Int); !isInt || !lo || !other.Exclusive || r.Exclusive {
		return false, nil
	}
	order, ok, err = tryCompare(c, hi-1, r.Hi)
	return ok && order <= 0, err
}

func rangeCover(c *Call) Value {
	if other, ok := c.arg(0).(*Range); ok {
		return Bool(check(coversRange(c, selfRange(c), other)))
	}
	return Bool(covers(c, selfRange(c), c.arg(0)))
}

func rangeCaseEqual(c *Call) Value { return rangeCover(c) }

func rangeInclude(c *Call) Value {
	r := selfRange(c)
	_, text := r.Lo.(*String)
	_, endText := r.Hi.(*String)
	if _, ok := c.arg(0).(*Range); ok || !text && !endText {
		return rangeCover(c)
	}
	if r.Lo == Nil || r.Hi == Nil {
		panic(c.exception("TypeError", "cannot determine inclusion in beginless/endless ranges"))
	}
	if _, ok := c.arg(0).(*String); !ok {
		return False
	}
	return enumInclude(c)
}

func rangeSize(c *Call) Value {
	r := selfRange(c)
	switch r.Lo.(type) {
	case Int:
		if r.Hi == Nil || isInfinite(r.Hi) {
			return Float(math.Inf(1))
		}
		if n, ok := intCount(r); ok {
			return Int(n)
		}
	case Float, nilValue:
		must(cannotIterate(c, r.Lo))
		return nil
	}
	return Nil
}

func isInfinite(v Value) bool {
	f, ok := v.(Float)
	return ok && math.IsInf(float64(f), 1)
}

func rangeEqual(c *Call) Value {
	r := selfRange(c)
	other, ok := c.arg(0).(*Range)
	if !ok || r.Exclusive != other.Exclusive {
		return False
	}
	if !check(c.Equal(r.Lo, other.Lo)) {
		return False
	}
	return Bool(check(c.Equal(r.Hi, other.Hi)))
}

func rangeToS(c *Call) Value {
	r := selfRange(c)
	lo := check(c.ToS(r.Lo))
	return c.t.newString(lo + r.dots() + check(c.ToS(r.Hi)))
}
