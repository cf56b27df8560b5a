package dsl

import (
	"math"
)

// rangeMethods are Range's own methods; what works on any collection is in
// enumerableMethods.
var rangeMethods = methodTable{
	"begin":          fn(0, func(c *Call) Value { return orNil(selfRange(c).Lo) }).is(partial),
	"end":            fn(0, func(c *Call) Value { return orNil(selfRange(c).Hi) }).is(partial),
	"exclude_end?":   fn(0, func(c *Call) Value { return Bool(selfRange(c).Exclusive) }).is(partial),
	"first":          fnOpt(0, 1, rangeFirst),
	"last":           fnOpt(0, 1, rangeLast),
	"min":            fnOpt(0, 1, rangeMin),
	"max":            fnOpt(0, 1, rangeMax),
	"minmax":         fn(0, rangeMinmax),
	"each":           withBlock(fn(0, rangeEach)),
	"reverse_each":   withBlock(fn(0, rangeReverseEach)),
	"step":           fnOpt(0, 1, rangeStep),
	"%":              fn(1, rangeStep),
	"to_a":           fn(0, rangeToA),
	"entries":        fn(0, rangeToA),
	"include?":       fn(1, rangeInclude),
	"member?":        fn(1, rangeInclude),
	"cover?":         fn(1, rangeCover),
	"===":            fn(1, rangeCaseEqual),
	"size":           fn(0, rangeSize),
	"count":          fnOpt(0, 1, rangeCount),
	"sum":            fnOpt(0, 1, rangeSum),
	"overlap?":       fn(1, rangeOverlap),
	"overlaps?":      fn(1, rangeOverlap),
	"sole":           fn(0, rangeSole),
	"bsearch":        withBlock(fn(0, rangeBsearch)),
	"==":             fn(1, rangeEqual),
	"eql?":           fn(1, containerEql),
	"hash":           fn(0, containerHash),
	"inspect":        fn(0, inspectSelf).is(partial | showsParts),
	"to_s":           fn(0, rangeToS).is(partial | showsParts),
	"to_fs":          fnOpt(0, 1, rangeToS).is(showsParts),
	"to_formatted_s": fnOpt(0, 1, rangeToS).is(showsParts),
	"frozen?":        fn(0, func(*Call) Value { return True }).is(opaque),
	"dup":            fn(0, arraySelf).is(opaque),
}

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
	r := &Range{Lo: c.arg(0), Hi: c.arg(1), Exclusive: c.truthy(c.arg(2))}
	if r.Lo == Nil || r.Hi == Nil {
		return r
	}
	if order, err := c.Send(r.Lo, "<=>", r.Hi); err != nil || order == Nil {
		panic(c.exception("ArgumentError", "bad value for range"))
	}
	return r
}

func rangeFirst(c *Call) Value {
	r := selfRange(c)
	if r.Lo == Nil {
		panic(c.exception("RangeError", "cannot get the first element of beginless range"))
	}
	if len(c.Args) == 0 {
		return r.Lo
	}
	n := c.count(0, "negative array size (or size too big)")
	if n == 0 {
		return c.t.newArray()
	}
	out := c.t.newArray()
	for v := range membersOf(c, r) {
		c.push(out, v)
		if len(out.Elems) >= n {
			break
		}
	}
	return out
}

func rangeLast(c *Call) Value {
	r := selfRange(c)
	if r.Hi == Nil {
		panic(c.exception("RangeError", "cannot get the last element of endless range"))
	}
	if len(c.Args) == 0 {
		return r.Hi
	}
	_, bounded := r.Lo.(Int)
	hi, isInt := intEnd(r)
	n := c.count(0, "negative array size")
	if count, ok := intCount(r); bounded && isInt && ok {
		// A long range is not written out for its last few members.
		lo := hi - Int(min(count, n)) + 1
		if count == 0 {
			lo = hi + 1
		}
		c.size(min(count, n))
		out := c.t.newArray()
		for v := range eachInt(c, lo, hi) {
			c.push(out, v)
		}
		return out
	}
	all := rangeToA(c)
	list := all.(*Array).Elems
	return c.t.newArray(list[max(len(list)-n, 0):]...)
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
	order := c.compare(r.Lo, r.Hi)
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
		order = c.compare(r.Lo, r.Hi)
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
		return enumMinmax(c)
	}
	least := rangeMin(c)
	greatest := rangeMax(c)
	return c.t.newArray(least, greatest)
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
	v := c.send(a, "<=>", b)
	if v == Nil {
		return 0, false
	}
	order = orderOf(c, v, a, b)
	return order, true
}

// coversRange reports whether all members of other are in r.
func coversRange(c *Call, r, other *Range) bool {
	if other.Lo != Nil && other.Hi != Nil {
		order, ok := tryCompare(c, other.Lo, other.Hi)
		if !ok || order > 0 || order == 0 && other.Exclusive {
			return false
		}
	}
	if r.Lo != Nil {
		if other.Lo == Nil {
			return false
		}
		if order, ok := tryCompare(c, r.Lo, other.Lo); !ok || order > 0 {
			return false
		}
	}
	if r.Hi == Nil {
		return true
	}
	if other.Hi == Nil {
		return false
	}
	order, ok := tryCompare(c, other.Hi, r.Hi)
	switch {
	case !ok:
		return false
	case order < 0, order == 0 && (!r.Exclusive || other.Exclusive):
		return true
	}
	// 1..5 covers 1...6: what counts is the last member.
	hi, isInt := other.Hi.(Int)
	if _, lo := other.Lo.(Int); !isInt || !lo || !other.Exclusive || r.Exclusive {
		return false
	}
	order, ok = tryCompare(c, hi-1, r.Hi)
	return ok && order <= 0
}

func rangeCover(c *Call) Value {
	if other, ok := c.arg(0).(*Range); ok {
		return Bool(coversRange(c, selfRange(c), other))
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
		panic(cannotIterate(c, r.Lo))
	}
	return Nil
}

func isInfinite(v Value) bool {
	f, ok := v.(Float)
	return ok && math.IsInf(float64(f), 1)
}

func rangeCount(c *Call) Value {
	r := selfRange(c)
	if c.Block != nil || len(c.Args) > 0 {
		return enumCount(c)
	}
	if r.Lo == Nil || r.Hi == Nil || isInfinite(r.Hi) {
		return Float(math.Inf(1))
	}
	if n, ok := intCount(r); ok {
		return Int(n)
	}
	return enumCount(c)
}

func rangeSum(c *Call) Value {
	r := selfRange(c)
	lo, ok := r.Lo.(Int)
	_, both := r.Hi.(Int)
	hi, small := intEnd(r)
	if c.Block != nil || !ok || !both || !small {
		return enumSum(c)
	}
	var total Value = Int(0)
	if c.arg(0) != Nil {
		total = c.arg(0)
	}
	if hi < lo {
		return total
	}
	// Multiplied by the interpreter, which refuses results beyond 64 bits.
	n, ends := c.send(hi, "-", lo-1), c.send(hi, "+", lo)
	product, ok := c.send(n, "*", ends).(Int)
	if !ok {
		return enumSum(c)
	}
	return c.send(total, "+", product/2)
}

func rangeSole(c *Call) Value {
	r := selfRange(c)
	if r.Lo == Nil || r.Hi == Nil {
		text := c.inspect(r)
		panic(c.exception(soleError, "infinite range '%s' cannot represent a sole item", text))
	}
	return enumSole(c)
}

// emptySpan reports whether nothing lies between lo and hi.
func emptySpan(c *Call, lo, hi Value, exclusive bool) bool {
	if lo == Nil || hi == Nil {
		return false
	}
	order, ok := tryCompare(c, lo, hi)
	return !ok || order > 0 || order == 0 && exclusive
}

func rangeOverlap(c *Call) Value {
	r := selfRange(c)
	other, ok := c.arg(0).(*Range)
	if !ok {
		panic(c.exception("TypeError", "wrong argument type %s (expected Range)", c.Interp().plainClassOf(c.arg(0)).Name()))
	}
	for _, span := range []struct {
		lo, hi    Value
		exclusive bool
	}{
		{r.Lo, other.Hi, other.Exclusive},
		{other.Lo, r.Hi, r.Exclusive},
		{r.Lo, r.Hi, r.Exclusive},
		{other.Lo, other.Hi, other.Exclusive},
	} {
		if empty := emptySpan(c, span.lo, span.hi, span.exclusive); empty {
			return False
		}
	}
	return True
}

func rangeBsearch(c *Call) Value {
	r := selfRange(c)
	lo, ok := r.Lo.(Int)
	if n, counted := intCount(r); ok && counted && n < math.MaxInt {
		i := bsearch(c, n, func(i int) Value { return lo + Int(i) })
		if i < 0 {
			return Nil
		}
		return lo + Int(i)
	}
	panic(c.exception("TypeError", "can't do binary search for %s", c.Interp().plainClassOf(r.Lo).Name()))
}

func rangeEqual(c *Call) Value {
	r := selfRange(c)
	other, ok := c.arg(0).(*Range)
	if !ok || r.Exclusive != other.Exclusive {
		return False
	}
	if !c.equal(r.Lo, other.Lo) {
		return False
	}
	return Bool(c.equal(r.Hi, other.Hi))
}

func rangeToS(c *Call) Value {
	r := selfRange(c)
	lo := c.toS(r.Lo)
	return c.t.newString(lo + r.dots() + c.toS(r.Hi))
}
