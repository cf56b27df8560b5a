package dsl

import (
	"cmp"
	"math"
	"strconv"

	"signalbox/dsl/internal/rubytext"
)

func init() {
	Register(
		Type{Name: "Numeric", Literal: true, Includes: []string{"Comparable"}, Methods: numericMethods},
		Type{Name: "Integer", Super: "Numeric", Literal: true, Methods: integerMethods, Functions: integerClassMethods},
	)
}

var numericMethods = derived("Numeric")

var integerMethods = with(integerMathMethods, integerLoopMethods, derived("Integer"), methodTable{
	"==":         fn(1, objectEqual),
	"===":        fn(1, objectEqual),
	"eql?":       fn(1, intEql),
	"equal?":     fn(1, intEql),
	"<=>":        fn(1, intSpaceship),
	"<":          fn(1, intCompared(func(n int) bool { return n < 0 })),
	"<=":         fn(1, intCompared(func(n int) bool { return n <= 0 })),
	">":          fn(1, intCompared(func(n int) bool { return n > 0 })),
	">=":         fn(1, intCompared(func(n int) bool { return n >= 0 })),
	"to_i":       fn(0, stringItself),
	"to_int":     fn(0, stringItself),
	"ord":        fn(0, stringItself),
	"numerator":  fn(0, stringItself),
	"to_f":       fn(0, intToF),
	"to_s":       fnOpt(0, 1, intToS),
	"inspect":    fnOpt(0, 1, intToS),
	"chr":        fnOpt(0, 1, intChr),
	"size":       fn(0, func(*Call) Value { return Int(8) }),
	"zero?":      fn(0, intIs(func(n int64) bool { return n == 0 })),
	"positive?":  fn(0, intIs(func(n int64) bool { return n > 0 })),
	"negative?":  fn(0, intIs(func(n int64) bool { return n < 0 })),
	"even?":      fn(0, intIs(func(n int64) bool { return n%2 == 0 })),
	"odd?":       fn(0, intIs(func(n int64) bool { return n%2 != 0 })),
	"integer?":   fn(0, intIs(func(int64) bool { return true })),
	"finite?":    fn(0, intIs(func(int64) bool { return true })),
	"real?":      fn(0, intIs(func(int64) bool { return true })),
	"html_safe?": fn(0, intIs(func(int64) bool { return true })),
	"infinite?":  fn(0, func(*Call) Value { return Nil }),
	"ordinal":    fn(0, func(c *Call) Value { return c.t.newString(c.t.in.inflect.Ordinal(int(selfInt(c)))) }),
	"ordinalize": fn(0, func(c *Call) Value { return c.t.newString(c.t.in.inflect.Ordinalize(int(selfInt(c)))) }),
	"allbits?":   fn(1, intBits(func(n, mask int64) bool { return n&mask == mask })),
	"anybits?":   fn(1, intBits(func(n, mask int64) bool { return n&mask != 0 })),
	"nobits?":    fn(1, intBits(func(n, mask int64) bool { return n&mask == 0 })),
})

var integerClassMethods = methodTable{
	"sqrt":        fn(1, integerSqrt).is(converts),
	"try_convert": fn(1, integerTryConvert),
}

func selfInt(c *Call) int64 {
	n, _ := c.Self.(Int)
	return int64(n)
}

func tooLarge(c *Call) failure {
	return c.exception("RangeError", "integer too large for signalbox (beyond 64 bits)")
}

func formatInt(n int64, base int) string { return strconv.FormatInt(n, base) }

// coerced is an arithmetic method whose argument is no number: the argument's
// own coerce decides, or it is a TypeError.
func coerced(c *Call) Value {
	other := c.arg(0)
	if pair := coercedPair(c); pair != nil {
		return c.Send(pair[0], c.Name, pair[1])
	}
	if u, ok := other.(*Unknown); ok {
		return NewUnknown(formatNumber(c.Self)+" "+c.Name+" "+u.Text(), u.Pos)
	}
	panic(c.exception("TypeError", "%s can't be coerced into %s", coercionName(c, other), c.t.in.plainClassOf(c.Self).name))
}

// coercedPair returns what the argument's coerce makes of the receiver and the argument;
// nil if it has none.
func coercedPair(c *Call) []Value {
	o, ok := c.arg(0).(*Object)
	if !ok || !c.t.respondTo(o, "coerce") {
		return nil
	}
	v := c.t.picked(c.Send(o, "coerce", c.Self))
	c.t.testUnknown(v)
	pair, ok := v.(*Array)
	if !ok || len(pair.Elems) != 2 {
		panic(c.exception("TypeError", "coerce must return [x, y]"))
	}
	return pair.Elems
}

func formatNumber(v Value) string {
	switch v := v.(type) {
	case Int:
		return formatInt(int64(v), 10)
	case Float:
		return rubytext.FormatFloat(float64(v))
	}
	return ""
}

// coercionName is how Ruby names the other side of a failed operation: special
// constants by their text, everything else by its class.
func coercionName(c *Call, v Value) string {
	switch v.(type) {
	case nilValue, Bool, Symbol, Float, Int:
		return c.t.mustInspect(v)
	}
	return c.t.in.plainClassOf(v).name
}

// compareIntFloat compares exactly, where a conversion could round; ok is false
// for NaN.
func compareIntFloat(n int64, f float64) (order int, ok bool) {
	switch {
	case math.IsNaN(f):
		return 0, false
	case f >= 1<<63:
		return -1, true
	case f < -(1 << 63):
		return 1, true
	}
	whole := int64(f)
	switch {
	case n < whole:
		return -1, true
	case n > whole:
		return 1, true
	case f > float64(whole):
		return -1, true
	case f < float64(whole):
		return 1, true
	}
	return 0, true
}

// compareNumbers orders two numbers; ok is false when one is none, or NaN.
func compareNumbers(a, b Value) (order int, ok bool) {
	switch x := a.(type) {
	case Int:
		switch y := b.(type) {
		case Int:
			return cmp.Compare(x, y), true
		case Float:
			return compareIntFloat(int64(x), float64(y))
		}
	case Float:
		switch y := b.(type) {
		case Int:
			order, ok = compareIntFloat(int64(y), float64(x))
			return -order, ok
		case Float:
			if x != x || y != y {
				return 0, false
			}
			return cmp.Compare(x, y), true
		}
	}
	return 0, false
}

func intEql(c *Call) Value {
	n, ok := c.arg(0).(Int)
	return Bool(ok && n == c.Self)
}

func intSpaceship(c *Call) Value {
	if pair := coercedPair(c); pair != nil {
		return c.Send(pair[0], "<=>", pair[1])
	}
	order, ok := compareNumbers(c.Self, c.arg(0))
	if !ok {
		return Nil
	}
	return Int(order)
}

// intCompared makes <, <=, > and >= of both kinds of numbers.
func intCompared(holds func(order int) bool) func(*Call) Value {
	return func(c *Call) Value {
		other := c.arg(0)
		order, ok := compareNumbers(c.Self, other)
		if ok {
			return Bool(holds(order))
		}
		if pair := coercedPair(c); pair != nil {
			if v := c.Send(pair[0], c.Name, pair[1]); v != Nil {
				return v
			}
		}
		if u, isUnknown := other.(*Unknown); isUnknown {
			return NewUnknown(formatNumber(c.Self)+" "+c.Name+" "+u.Text(), u.Pos)
		}
		_, isInt := other.(Int)
		if f, isFloat := other.(Float); isFloat && f != f || isInt { // one is NaN
			return False
		}
		panic(c.exception("ArgumentError", "comparison of %s with %s failed",
			c.t.in.plainClassOf(c.Self).name, coercionName(c, other)))
	}
}

func intToF(c *Call) Value { return Float(selfInt(c)) }

func intToS(c *Call) Value {
	base := c.intOr(0, 10)
	if base < 2 || base > 36 {
		panic(c.exception("ArgumentError", "invalid radix %d", base))
	}
	return c.t.newString(formatInt(selfInt(c), base))
}

func intChr(c *Call) Value {
	n := selfInt(c)
	switch {
	case n < 0 || n > 0xffffffff || n > 0xff && len(c.Args) == 0:
		panic(c.exception("RangeError", "%d out of char range", n))
	case n < 0x80:
		return c.t.newString(string(rune(n)))
	case len(c.Args) == 0:
		return c.t.newString(string([]byte{byte(n)}))
	}
	encodingArg(c, c.arg(0))
	if n > 0x10ffff || n >= 0xd800 && n < 0xe000 {
		panic(c.exception("RangeError", "invalid codepoint 0x%X in UTF-8", n))
	}
	return c.t.newString(string(rune(n)))
}

func intIs(holds func(int64) bool) func(*Call) Value {
	return func(c *Call) Value { return Bool(holds(selfInt(c))) }
}

func integerSqrt(c *Call) Value {
	n := wholeInt(c, c.arg(0))
	if n < 0 {
		panic(c.exception("Math::DomainError", `Numerical argument is out of domain - "isqrt"`))
	}
	root := int(math.Sqrt(float64(n)))
	for root > 0 && root > n/root {
		root--
	}
	for (root + 1) <= n/(root+1) {
		root++
	}
	return Int(root)
}

func integerTryConvert(c *Call) Value {
	switch v := c.arg(0).(type) {
	case Int:
		return v
	case Float:
		return Int(floatToInt(c, float64(v)))
	}
	return Nil
}

func intBits(holds func(n, mask int64) bool) func(*Call) Value {
	return func(c *Call) Value { return Bool(holds(selfInt(c), int64(wholeInt(c, c.arg(0))))) }
}
