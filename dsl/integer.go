package dsl

import (
	"errors"
	"math"
	"strconv"

	"signalbox/dsl/internal/rubytext"
)

func init() {
	Register(
		Type{Name: "Numeric", Literal: true, Includes: []string{"Comparable"}, Methods: numericMethods},
		Type{Name: "Integer", Super: "Numeric", Literal: true, Methods: integerMethods, Functions: integerClassMethods},
		Type{Name: "ActiveSupport::Duration", Methods: durationMethods},
		Type{Name: "ActiveSupport::Duration::Scalar", Super: "Numeric", Methods: scalarMethods},
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

func formatInt(n int64, base int) string { return strconv.FormatInt(n, base) }

// coerced is an arithmetic method whose argument is no number: the argument's
// own coerce decides, or it is a TypeError.
func coerced(c *Call) Value {
	other := c.Arg(0)
	if pair := coercedPair(c); pair != nil {
		return c.Send(pair[0], c.Name, pair[1])
	}
	if u, ok := other.(*Unknown); ok {
		return NewUnknown(formatNumber(c.Self)+" "+c.Name+" "+u.Text(), u.Pos)
	}
	panic(c.Exception("TypeError", "%s can't be coerced into %s", coercionName(c, other), c.t.in.plainClassOf(c.Self).name))
}

// coercedPair returns what the argument's coerce makes of the receiver and the argument;
// nil if it has none.
func coercedPair(c *Call) []Value {
	o, ok := c.Arg(0).(*Object)
	if !ok || !c.t.respondTo(o, "coerce") {
		return nil
	}
	v := c.t.picked(c.Send(o, "coerce", c.Self))
	c.t.testUnknown(v)
	pair, ok := v.(*Array)
	if !ok || len(pair.Elems) != 2 {
		panic(c.Exception("TypeError", "coerce must return [x, y]"))
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

func intEql(c *Call) Value {
	n, ok := c.Arg(0).(Int)
	return Bool(ok && n == c.Self)
}

func intSpaceship(c *Call) Value {
	if pair := coercedPair(c); pair != nil {
		return c.Send(pair[0], "<=>", pair[1])
	}
	order, ok := compareNumbers(c.Self, c.Arg(0))
	if !ok {
		return Nil
	}
	return Int(order)
}

// intCompared makes <, <=, > and >= of both kinds of numbers.
func intCompared(holds func(order int) bool) func(*Call) Value {
	return func(c *Call) Value {
		other := c.Arg(0)
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
		panic(c.Exception("ArgumentError", "comparison of %s with %s failed",
			c.t.in.plainClassOf(c.Self).name, coercionName(c, other)))
	}
}

func intToF(c *Call) Value { return Float(selfInt(c)) }

func intToS(c *Call) Value {
	base := c.IntOr(0, 10)
	if base < 2 || base > 36 {
		panic(c.Exception("ArgumentError", "invalid radix %d", base))
	}
	return c.t.newString(formatInt(selfInt(c), base))
}

func intChr(c *Call) Value {
	n := selfInt(c)
	switch {
	case n < 0 || n > 0xffffffff || n > 0xff && len(c.Args) == 0:
		panic(c.Exception("RangeError", "%d out of char range", n))
	case n < 0x80:
		return c.t.newString(string(rune(n)))
	case len(c.Args) == 0:
		return c.t.newString(string([]byte{byte(n)}))
	}
	encodingArg(c, c.Arg(0))
	if n > 0x10ffff || n >= 0xd800 && n < 0xe000 {
		panic(c.Exception("RangeError", "invalid codepoint 0x%X in UTF-8", n))
	}
	return c.t.newString(string(rune(n)))
}

func intIs(holds func(int64) bool) func(*Call) Value {
	return func(c *Call) Value { return Bool(holds(selfInt(c))) }
}

func integerSqrt(c *Call) Value {
	n := wholeInt(c, c.Arg(0))
	if n < 0 {
		panic(c.Exception("Math::DomainError", `Numerical argument is out of domain - "isqrt"`))
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
	switch v := c.Arg(0).(type) {
	case Int:
		return v
	case Float:
		return Int(floatToInt(c, float64(v)))
	}
	return Nil
}

func intBits(holds func(n, mask int64) bool) func(*Call) Value {
	return func(c *Call) Value { return Bool(holds(selfInt(c), int64(wholeInt(c, c.Arg(0))))) }
}

// ---- durations

var scalarMethods = derived("Scalar")

var durationMethods = with(derived("Duration"), methodTable{
	"ago": fnOpt(0, 1, fromNow), "until": fnOpt(0, 1, fromNow), "before": fnOpt(0, 1, fromNow),
	"from_now": fnOpt(0, 1, fromNow), "since": fnOpt(0, 1, fromNow), "after": fnOpt(0, 1, fromNow),
})

// fromNow is a time, which depends on the present one.
func fromNow(c *Call) Value { return Check(c.unknownCall(false, nil)) }

// ---- Integer() and Float(), functions of Kernel

func init() {
	functions := privately(methodTable{
		"Integer": fnKw(1, 2, kernelInteger).is(converts),
		"Float":   fnKw(1, 1, kernelFloat).is(converts),
	})
	Register(Type{Name: "Kernel", Methods: functions, Functions: publicly(functions)})
}

// converted runs a conversion that returns nil for what it cannot convert if the call has
// exception: false.
func converted(c *Call, convert func() Value) (v Value) {
	err := raisedBy(func() { v = convert() })
	if err == nil {
		return v
	}
	if c.Flag("exception", true) {
		panic(Failure{err})
	}
	return Nil
}

// kernelInteger is Integer(x, base).
func kernelInteger(c *Call) Value {
	return converted(c, func() Value { return toInteger(c) })
}

func toInteger(c *Call) Value {
	switch v := c.Args[0].(type) {
	case Int:
		return v
	case Float:
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			panic(c.Exception("FloatDomainError", "%s", rubytext.FormatFloat(float64(v))))
		}
		return Int(v)
	case *String:
		base := c.IntUnlessNil(1, 0)
		n := parseInteger(c, v.s, base)
		return Int(n)
	case nilValue:
		panic(c.Exception("TypeError", "can't convert nil into Integer"))
	}
	if c.t.find(c.Args[0], "to_i") != nil {
		return c.Send(c.Args[0], "to_i")
	}
	panic(c.Exception("TypeError", "can't convert %s into Integer", c.t.describe(c.Args[0])))
}

// parseInteger reads a string that must be an integer as a whole.
func parseInteger(c *Call, s string, base int) int64 {
	n, err := rubytext.ParseInt(s, base)
	switch {
	case errors.Is(err, strconv.ErrRange):
		panic(tooLarge(c))
	case err != nil:
		panic(c.Exception("ArgumentError", "invalid value for Integer(): %s", rubytext.Quote(s)))
	}
	return n
}

// kernelFloat is Float(x).
func kernelFloat(c *Call) Value {
	return converted(c, func() Value { return Float(numberToFloat(c, c.Args[0])) })
}
