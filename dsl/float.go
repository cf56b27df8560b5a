package dsl

import (
	"math"

	"signalbox/dsl/internal/rubytext"
)

// epsilon is Float::EPSILON.
const epsilon = 2.220446049250313e-16

func init() { Register(Type{Name: "Float", Super: "Numeric", Literal: true, Methods: floatMethods}) }

var floatMethods = with(floatRoundMethods, methodTable{
	"+":          fn(1, floatAdd),
	"-":          fn(1, floatSub),
	"*":          fn(1, floatMul),
	"/":          fn(1, floatDivide),
	"quo":        fn(1, floatDivide),
	"fdiv":       fn(1, floatDivide),
	"%":          fn(1, floatModulo),
	"modulo":     fn(1, floatModulo),
	"div":        fn(1, floatDiv),
	"divmod":     fn(1, floatDivmodMethod),
	"remainder":  fn(1, floatRemainder),
	"**":         fn(1, floatPower),
	"-@":         fn(0, floatNegate),
	"+@":         fn(0, stringItself),
	"==":         fn(1, objectEqual),
	"===":        fn(1, objectEqual),
	"eql?":       fn(1, floatEql),
	"<=>":        fn(1, intSpaceship),
	"<":          fn(1, intCompared(func(n int) bool { return n < 0 })),
	"<=":         fn(1, intCompared(func(n int) bool { return n <= 0 })),
	">":          fn(1, intCompared(func(n int) bool { return n > 0 })),
	">=":         fn(1, intCompared(func(n int) bool { return n >= 0 })),
	"to_f":       fn(0, stringItself),
	"to_i":       fn(0, floatToI),
	"to_int":     fn(0, floatToI),
	"to_s":       fn(0, floatToS),
	"inspect":    fn(0, floatToS),
	"abs":        fn(0, floatAbs),
	"magnitude":  fn(0, floatAbs),
	"step":       fnKw(0, 2, numberStep),
	"coerce":     fn(1, floatCoerce),
	"nan?":       fn(0, floatIs(math.IsNaN)),
	"infinite?":  fn(0, floatInfinite),
	"finite?":    fn(0, floatIs(func(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) })),
	"integer?":   fn(0, floatIs(func(float64) bool { return false })),
	"real?":      fn(0, floatIs(func(float64) bool { return true })),
	"html_safe?": fn(0, floatIs(func(float64) bool { return true })),
	"zero?":      fn(0, floatIs(func(f float64) bool { return f == 0 })),
	"positive?":  fn(0, floatIs(func(f float64) bool { return f > 0 })),
	"negative?":  fn(0, floatIs(func(f float64) bool { return f < 0 })),
	"next_float": fn(0, floatNext),
	"prev_float": fn(0, floatPrev),
})

func selfFloat(c *Call) float64 {
	f, _ := toFloat(c.Self)
	return f
}

// floatDivmod divides toward minus infinity.
func floatDivmod(a, b float64) (q, r float64) {
	if math.IsInf(b, 0) && !math.IsInf(a, 0) && !math.IsNaN(a) {
		r = a
	} else {
		r = math.Mod(a, b)
	}
	q = (a - r) / b
	if math.IsInf(b, 0) && !math.IsInf(a, 0) {
		q = 0
	}
	if b*r < 0 {
		r += b
		q--
	}
	if q != 0 {
		q = math.Round(q)
	}
	return q, r
}

// floatQuotient is div.
func floatQuotient(c *Call, a, b float64) Value {
	if b == 0 {
		panic(c.exception("ZeroDivisionError", "divided by 0"))
	}
	return Int(floatToInt(c, math.Floor(a/b)))
}

func floatDivmodPair(c *Call, a, b float64) Value {
	if b == 0 {
		panic(c.exception("ZeroDivisionError", "divided by 0"))
	}
	q, r := floatDivmod(a, b)
	return c.t.newArray(Int(floatToInt(c, q)), Float(r))
}

// floatOperator makes a method of two floats.
func floatOperator(c *Call, f func(a, b float64) float64) Value {
	switch c.arg(0).(type) {
	case Int, Float:
		b, _ := toFloat(c.arg(0))
		return Float(f(selfFloat(c), b))
	}
	return coerced(c)
}

func floatAdd(c *Call) Value {
	return floatOperator(c, func(a, b float64) float64 { return a + b })
}

func floatSub(c *Call) Value {
	return floatOperator(c, func(a, b float64) float64 { return a - b })
}

func floatMul(c *Call) Value {
	return floatOperator(c, func(a, b float64) float64 { return a * b })
}

func floatDivide(c *Call) Value {
	return floatOperator(c, func(a, b float64) float64 { return a / b })
}

func floatModulo(c *Call) Value {
	return floatOperator(c, func(a, b float64) float64 {
		_, r := floatDivmod(a, b)
		return r
	})
}

func floatRemainder(c *Call) Value { return floatOperator(c, math.Mod) }

func floatDiv(c *Call) Value {
	b, ok := toFloat(c.arg(0))
	if !ok {
		return coerced(c)
	}
	return floatQuotient(c, selfFloat(c), b)
}

func floatDivmodMethod(c *Call) Value {
	b, ok := toFloat(c.arg(0))
	if !ok {
		return coerced(c)
	}
	return floatDivmodPair(c, selfFloat(c), b)
}

func floatPower(c *Call) Value {
	b, ok := toFloat(c.arg(0))
	if !ok {
		return coerced(c)
	}
	return powFloats(c, selfFloat(c), b)
}

func floatNegate(c *Call) Value { return Float(-selfFloat(c)) }
func floatAbs(c *Call) Value    { return Float(math.Abs(selfFloat(c))) }
func floatToS(c *Call) Value    { return c.t.newString(rubytext.FormatFloat(selfFloat(c))) }

func floatEql(c *Call) Value {
	f, ok := c.arg(0).(Float)
	return Bool(ok && float64(f) == selfFloat(c))
}

func floatToI(c *Call) Value {
	return Int(floatToInt(c, selfFloat(c)))
}

func floatCoerce(c *Call) Value {
	return c.t.newArray(Float(numberToFloat(c, c.arg(0))), c.Self)
}

func floatIs(holds func(float64) bool) func(*Call) Value {
	return func(c *Call) Value { return Bool(holds(selfFloat(c))) }
}

func floatInfinite(c *Call) Value {
	switch f := selfFloat(c); {
	case math.IsInf(f, 1):
		return Int(1)
	case math.IsInf(f, -1):
		return Int(-1)
	}
	return Nil
}

func floatNext(c *Call) Value {
	return Float(math.Nextafter(selfFloat(c), math.Inf(1)))
}

func floatPrev(c *Call) Value {
	return Float(math.Nextafter(selfFloat(c), math.Inf(-1)))
}

// numberToFloat is Float(v): a number, or a string that is one as a whole.
func numberToFloat(c *Call, v Value) float64 {
	if f, ok := toFloat(v); ok {
		return f
	}
	if s, ok := stringOf(v); ok {
		if f, ok := rubytext.ParseFloat(s.s); ok {
			return f
		}
		panic(c.exception("ArgumentError", "invalid value for Float(): %s", rubytext.Quote(s.s)))
	}
	if o, ok := v.(*Object); ok && c.t.respondTo(o, "to_f") {
		f, _ := toFloat(c.Send(o, "to_f"))
		return f
	}
	panic(c.exception("TypeError", "can't convert %s into Float", c.t.describe(v)))
}
