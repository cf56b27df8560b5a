package core

import (
	"errors"
	"math"
	"strconv"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(
		dsl.Type{Name: "Numeric", Literal: true, Includes: []string{"Comparable"}, Methods: numericMethods},
		dsl.Type{Name: "Integer", Super: "Numeric", Literal: true, Methods: integerMethods, Functions: integerClassMethods, Setup: func(in *dsl.Interp, k *dsl.Class) { in.SetConst(k, "MAX", dsl.Int(math.MaxInt64)) }},
		dsl.Type{Name: "ActiveSupport::Duration", Methods: durationMethods},
		dsl.Type{Name: "ActiveSupport::Duration::Scalar", Super: "Numeric", Methods: scalarMethods},
	)
}

var numericMethods = derived("Numeric")

var integerMethods = dsl.JoinMethods(integerMathMethods, comparisons(intCompared), derived("Integer"), dsl.Methods{
	"times":                     dsl.OrEnumerator(dsl.Fn(0, intTimes)),
	"== ===":                    dsl.Fn(1, dsl.ObjectEqual),
	"eql? equal?":               dsl.Fn(1, intEql),
	"<=>":                       dsl.Fn(1, intSpaceship),
	"to_i to_int ord numerator": dsl.Fn(0, stringItself),
	"to_f":                      dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Float(selfInt(c)) }),
	"to_s inspect":              dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value { return c.NewString(formatInt(selfInt(c), radix(c, c.IntOr(0, 10), 2))) }),
	"chr":                       dsl.FnOpt(0, 1, intChr),
	"size":                      dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.Int(8) }),
	"even?":                     dsl.Fn(0, intIs(func(n int64) bool { return n%2 == 0 })),
	"odd?":                      dsl.Fn(0, intIs(func(n int64) bool { return n%2 != 0 })),
	"infinite?":                 dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.Nil }),
	"ordinal":                   dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewString(c.Interp().Inflections().Ordinal(int(selfInt(c)))) }),
	"ordinalize":                dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewString(c.Interp().Inflections().Ordinalize(int(selfInt(c)))) }),
})

var integerClassMethods = dsl.Methods{
	"sqrt":        dsl.Fn(1, integerSqrt).With(trait.Converts),
	"try_convert": dsl.Fn(1, tryConvert("Integer", "to_int")),
}

func selfInt(c *dsl.Call) int64 {
	n, _ := c.Self.(dsl.Int)
	return int64(n)
}

func intTimes(c *dsl.Call) dsl.Value {
	for n := int64(0); n < selfInt(c); n++ {
		c.Step()
		c.Yield(dsl.Int(n))
	}
	return c.Self
}

func formatInt(n int64, base int) string { return strconv.FormatInt(n, base) }

// coerced is an arithmetic method whose argument is no number: the argument's
// own coerce decides, or it is a TypeError.
func coerced(c *dsl.Call) dsl.Value {
	other := c.Arg(0)
	if pair := coercedPair(c); pair != nil {
		return c.Send(pair[0], c.Name, pair[1])
	}
	if u, ok := other.(*dsl.Unknown); ok {
		return dsl.NewUnknown(formatNumber(c.Self)+" "+c.Name+" "+u.Text(), u.Pos)
	}
	panic(c.Exception("TypeError", "%s can't be coerced into %s", coercionName(c, other), c.Interp().PlainClassOf(c.Self).Name()))
}

// coercedPair returns what the argument's coerce makes of the receiver and the argument;
// nil if it has none.
func coercedPair(c *dsl.Call) []dsl.Value {
	o, ok := c.Arg(0).(*dsl.Object)
	if !ok || !c.RespondTo(o, "coerce") {
		return nil
	}
	v := c.PickChoice(c.Send(o, "coerce", c.Self))
	c.TestUnknown(v)
	pair, ok := v.(*dsl.Array)
	if !ok || len(pair.Elems) != 2 {
		panic(c.Exception("TypeError", "coerce must return [x, y]"))
	}
	return pair.Elems
}

func formatNumber(v dsl.Value) string {
	switch v := v.(type) {
	case dsl.Int:
		return formatInt(int64(v), 10)
	case dsl.Float:
		return rubytext.FormatFloat(float64(v))
	}
	return ""
}

// coercionName is how Ruby names the other side of a failed operation: special
// constants by their text, everything else by its class.
func coercionName(c *dsl.Call, v dsl.Value) string {
	switch v.(type) {
	case dsl.NilValue, dsl.Bool, dsl.Symbol, dsl.Float, dsl.Int:
		return c.MustInspect(v)
	}
	return c.Interp().PlainClassOf(v).Name()
}

func intEql(c *dsl.Call) dsl.Value {
	n, ok := c.Arg(0).(dsl.Int)
	return dsl.Bool(ok && n == c.Self)
}

func intSpaceship(c *dsl.Call) dsl.Value {
	if pair := coercedPair(c); pair != nil {
		return c.Send(pair[0], "<=>", pair[1])
	}
	order, ok := dsl.CompareNumbers(c.Self, c.Arg(0))
	if !ok {
		return dsl.Nil
	}
	return dsl.Int(order)
}

// intCompared makes <, <=, > and >= of both kinds of numbers.
func intCompared(holds func(order int) bool) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		other := c.Arg(0)
		order, ok := dsl.CompareNumbers(c.Self, other)
		if ok {
			return dsl.Bool(holds(order))
		}
		if pair := coercedPair(c); pair != nil {
			if v := c.Send(pair[0], c.Name, pair[1]); v != dsl.Nil {
				return v
			}
		}
		if u, isUnknown := other.(*dsl.Unknown); isUnknown {
			return dsl.NewUnknown(formatNumber(c.Self)+" "+c.Name+" "+u.Text(), u.Pos)
		}
		_, isInt := other.(dsl.Int)
		if f, isFloat := other.(dsl.Float); isFloat && f != f || isInt { // one is NaN
			return dsl.False
		}
		panic(c.Exception("ArgumentError", "comparison of %s with %s failed",
			c.Interp().PlainClassOf(c.Self).Name(), coercionName(c, other)))
	}
}

// radix returns the base of an integer's text, or fails. 0 is for what a text says itself by 0x.
func radix(c *dsl.Call, base, least int) int {
	if base < least || base == 1 || base > 36 {
		panic(c.Exception("ArgumentError", "invalid radix %d", base))
	}
	return base
}

func intChr(c *dsl.Call) dsl.Value {
	n := selfInt(c)
	switch {
	case n < 0 || n > 0xffffffff || n > 0xff && len(c.Args) == 0:
		panic(c.Exception("RangeError", "%d out of char range", n))
	case n < 0x80:
		return c.NewString(string(rune(n)))
	case len(c.Args) == 0:
		return c.NewString(string([]byte{byte(n)}))
	}
	encodingArg(c, c.Arg(0))
	if n > 0x10ffff || n >= 0xd800 && n < 0xe000 {
		panic(c.Exception("RangeError", "invalid codepoint 0x%X in UTF-8", n))
	}
	return c.NewString(string(rune(n)))
}

func intIs(holds func(int64) bool) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value { return dsl.Bool(holds(selfInt(c))) }
}

func integerSqrt(c *dsl.Call) dsl.Value {
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
	return dsl.Int(root)
}

// ---- durations

var scalarMethods = derived("Scalar")

var durationMethods = dsl.JoinMethods(derived("Duration"), dsl.Methods{
	"ago": dsl.FnOpt(0, 1, fromNow), "until": dsl.FnOpt(0, 1, fromNow), "before": dsl.FnOpt(0, 1, fromNow),
	"from_now": dsl.FnOpt(0, 1, fromNow), "since": dsl.FnOpt(0, 1, fromNow), "after": dsl.FnOpt(0, 1, fromNow),
})

// fromNow is a time, which depends on the present one.
func fromNow(c *dsl.Call) dsl.Value { return dsl.Must(c.UnknownCall(false, nil)) }

// ---- Integer() and Float(), functions of Kernel

func init() {
	dsl.Register(dsl.Type{Name: "Kernel", Methods: dsl.PrivateMethods(dsl.Methods{
		"Integer": dsl.FnKw(1, 2, kernelInteger).With(trait.Converts),
		"Float":   dsl.FnKw(1, 1, kernelFloat).With(trait.Converts),
	})})
}

// converted runs a conversion that returns nil for what it cannot convert if the call has
// exception: false.
func converted(c *dsl.Call, convert func() dsl.Value) (v dsl.Value) {
	err := dsl.RaisedBy(func() { v = convert() })
	if err == nil {
		return v
	}
	if c.Flag("exception", true) {
		dsl.Check(err)
	}
	return dsl.Nil
}

// kernelInteger is Integer(x, base).
func kernelInteger(c *dsl.Call) dsl.Value {
	base := radix(c, c.IntUnlessNil(1, 0), 0)
	return converted(c, func() dsl.Value { return toInteger(c, c.Args[0], base) })
}

// toInteger is what Integer() and %d make of a value; base is for texts only.
func toInteger(c *dsl.Call, v dsl.Value, base int) dsl.Value {
	text, isText := dsl.StringOf(v)
	if !isText && base != 0 {
		panic(c.Exception("ArgumentError", "base specified for non string value"))
	}
	if isText {
		return dsl.Int(parseInteger(c, text.String(), base))
	}
	switch f := v.(type) {
	case dsl.Float:
		return dsl.Int(floatToInt(c, float64(f)))
	case dsl.NilValue:
		panic(c.Exception("TypeError", "can't convert nil into Integer"))
	}
	if n := converting(c, v, "Integer", "to_i"); n != nil {
		return n
	}
	panic(c.Exception("TypeError", "can't convert %s into Integer", c.Describe(v)))
}

// parseInteger reads a string that must be an integer as a whole.
func parseInteger(c *dsl.Call, s string, base int) int64 {
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
func kernelFloat(c *dsl.Call) dsl.Value {
	return converted(c, func() dsl.Value { return dsl.Float(numberToFloat(c, c.Args[0])) })
}

func init() { dsl.Register(dsl.Type{Name: "Comparable", Module: true, Methods: comparableMethods}) }

// comparableMethods are Comparable's, built on the receiver's <=>.
var comparableMethods = dsl.JoinMethods(derived("Comparable"), comparisons(comparableBy), dsl.Methods{"==": dsl.Fn(1, comparableEqual)})

// comparisons are the methods that go by an order, as by makes each of them.
func comparisons(by func(holds func(order int) bool) func(*dsl.Call) dsl.Value) dsl.Methods {
	return dsl.Methods{
		"<":  dsl.Fn(1, by(func(n int) bool { return n < 0 })),
		"<=": dsl.Fn(1, by(func(n int) bool { return n <= 0 })),
		">":  dsl.Fn(1, by(func(n int) bool { return n > 0 })),
		">=": dsl.Fn(1, by(func(n int) bool { return n >= 0 })),
	}
}

func comparableEqual(c *dsl.Call) dsl.Value {
	if c.Self == c.Arg(0) {
		return dsl.True
	}
	v := c.Send(c.Self, "<=>", c.Arg(0))
	return c.ForkTests(func() dsl.Value {
		got := c.PickChoice(v)
		c.TestUnknown(got)
		n, ok := got.(dsl.Int)
		return dsl.Bool(ok && n == 0)
	})
}

func comparableBy(holds func(order int) bool) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		return c.ForkTests(func() dsl.Value { return dsl.Bool(holds(c.Compare(c.Self, c.Arg(0)))) })
	}
}

// wholeInt is [dsl.Call.IntOf] of what counts as a number itself: that of << and &.
func wholeInt(c *dsl.Call, v dsl.Value) int {
	if f, ok := v.(dsl.Float); ok {
		return int(floatToInt(c, float64(f)))
	}
	return c.IntOf(v)
}

// floatToInt cuts a float off to an integer.
func floatToInt(c *dsl.Call, f float64) int64 {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		panic(c.Exception("FloatDomainError", "%s", rubytext.FormatFloat(f)))
	case f >= 1<<63 || f < -(1<<63):
		panic(tooLarge(c))
	}
	return int64(f)
}

// tooLarge is the error of an integer beyond 64 bits.
func tooLarge(c *dsl.Call) dsl.Failure {
	return c.Exception("RangeError", "integer too large for signalbox (beyond 64 bits)")
}
