package dsl

import (
	"math"
)

func init() {
	Register(Type{Name: "Range", Includes: []string{"Enumerable"}, Methods: rangeMethods, Functions: rangeClassMethods})
}

// rangeMethods are Range's own methods; what works on any collection is in
// enumerableMethods.
var rangeMethods = with(derived("Range"), methodTable{
	"begin":          fn(0, func(c *Call) Value { return orNil(selfRange(c).Lo) }).is(partial),
	"end":            fn(0, func(c *Call) Value { return orNil(selfRange(c).Hi) }).is(partial),
	"exclude_end?":   fn(0, func(c *Call) Value { return Bool(selfRange(c).Exclusive) }).is(partial),
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

func rangeNew(c *Call) Value {
	c.t.grow(sizeRange)
	r := &Range{Lo: c.Arg(0), Hi: c.Arg(1), Exclusive: c.Truthy(c.Arg(2))}
	if r.Lo == Nil || r.Hi == Nil {
		return r
	}
	var order Value
	if err := raisedBy(func() { order = c.Send(r.Lo, "<=>", r.Hi) }); err != nil || order == Nil {
		panic(c.Exception("ArgumentError", "bad value for range"))
	}
	return r
}

func isNumber(v Value) bool {
	switch v.(type) {
	case Int, Float:
		return true
	}
	return false
}

// covers reports whether lo <= v <= hi; values without an order are outside.
func covers(c *Call, r *Range, v Value) bool {
	if r.Lo != Nil {
		order, ok := tryCompare(c, r.Lo, v)
		if !ok || order > 0 {
			return false
		}
	}
	if r.Hi != Nil {
		order, ok := tryCompare(c, v, r.Hi)
		if !ok || order > 0 || order == 0 && r.Exclusive {
			return false
		}
	}
	return true
}

// tryCompare is <=>; ok is false for values without an order.
func tryCompare(c *Call, a, b Value) (order int, ok bool) {
	v := c.Send(a, "<=>", b)
	if v == Nil {
		return 0, false
	}
	order = orderOf(c, v, a, b)
	return order, true
}

func rangeCover(c *Call) Value {
	if _, ok := c.Arg(0).(*Range); ok {
		return c.Send(c.Self, "cover?", c.Arg(0))
	}
	return Bool(covers(c, selfRange(c), c.Arg(0)))
}

func rangeCaseEqual(c *Call) Value { return rangeCover(c) }

func rangeInclude(c *Call) Value {
	r := selfRange(c)
	_, text := r.Lo.(*String)
	_, endText := r.Hi.(*String)
	if _, ok := c.Arg(0).(*Range); ok || !text && !endText {
		return rangeCover(c)
	}
	if r.Lo == Nil || r.Hi == Nil {
		panic(c.Exception("TypeError", "cannot determine inclusion in beginless/endless ranges"))
	}
	if _, ok := c.Arg(0).(*String); !ok {
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
		panic(cannotIterate(c, r.Lo))
	}
	return Nil
}

func isInfinite(v Value) bool {
	f, ok := v.(Float)
	return ok && math.IsInf(float64(f), 1)
}

func rangeEqual(c *Call) Value {
	r := selfRange(c)
	other, ok := c.Arg(0).(*Range)
	if !ok || r.Exclusive != other.Exclusive {
		return False
	}
	if !c.Equal(r.Lo, other.Lo) {
		return False
	}
	return Bool(c.Equal(r.Hi, other.Hi))
}

func rangeToS(c *Call) Value {
	r := selfRange(c)
	lo := c.ToS(r.Lo)
	return c.t.newString(lo + r.dots() + c.ToS(r.Hi))
}
