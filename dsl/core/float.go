package core

import (
	"math"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

func init() {
	dsl.Register(dsl.Type{Name: "Float", Super: "Numeric", Literal: true, Methods: floatMethods, Setup: func(in *dsl.Interp, _ *dsl.Class) {
		in.DefineConst("Float::INFINITY", dsl.Float(math.Inf(1)))
		in.DefineConst("Float::NAN", dsl.Float(math.NaN()))
		in.DefineConst("Float::EPSILON", dsl.Float(2.220446049250313e-16))
		in.DefineConst("Float::MAX", dsl.Float(math.MaxFloat64))
		in.DefineConst("Float::MIN", dsl.Float(2.2250738585072014e-308))
		in.DefineConst("Float::DIG", dsl.Int(15))
		in.DefineConst("Math::PI", dsl.Float(math.Pi))
		in.DefineConst("Math::E", dsl.Float(math.E))
	}})
}

var floatMethods = dsl.JoinMethods(floatRoundMethods, comparisons(intCompared), derived("Float"), dsl.Methods{
	"+":             dsl.Fn(1, floatOperator(addFloats)),
	"-":             dsl.Fn(1, floatOperator(subFloats)),
	"*":             dsl.Fn(1, floatOperator(mulFloats)),
	"/ quo fdiv":    dsl.Fn(1, floatOperator(divFloats)),
	"% modulo":      dsl.Fn(1, floatOperator(modFloats)),
	"div":           dsl.Fn(1, floatOperator(floatQuotient)),
	"divmod":        dsl.Fn(1, floatOperator(floatDivmodPair)),
	"remainder":     dsl.Fn(1, floatOperator(remFloats)),
	"**":            dsl.Fn(1, floatOperator(powFloats)),
	"-@":            dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Float(-selfFloat(c)) }),
	"+@ to_f":       dsl.Fn(0, stringItself),
	"== ===":        dsl.Fn(1, dsl.ObjectEqual),
	"eql?":          dsl.Fn(1, floatEql),
	"<=>":           dsl.Fn(1, intSpaceship),
	"to_i to_int":   dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(floatToInt(c, selfFloat(c))) }),
	"to_s inspect":  dsl.Fn(0, floatToS),
	"abs magnitude": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Float(math.Abs(selfFloat(c))) }),
	"coerce":        dsl.Fn(1, func(c *dsl.Call) dsl.Value { return c.NewArray(dsl.Float(numberToFloat(c, c.Arg(0))), c.Self) }),
	"next_float":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Float(math.Nextafter(selfFloat(c), math.Inf(1))) }),
	"prev_float":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Float(math.Nextafter(selfFloat(c), math.Inf(-1))) }),
})

// toFloat returns a number as a float.
func toFloat(v dsl.Value) (float64, bool) {
	switch v := v.(type) {
	case dsl.Int:
		return float64(v), true
	case dsl.Float:
		return float64(v), true
	}
	return 0, false
}

func selfFloat(c *dsl.Call) float64 {
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
func floatQuotient(c *dsl.Call, a, b float64) dsl.Value {
	if b == 0 {
		panic(c.Exception("ZeroDivisionError", "divided by 0"))
	}
	return dsl.Int(floatToInt(c, math.Floor(a/b)))
}

func floatDivmodPair(c *dsl.Call, a, b float64) dsl.Value {
	if b == 0 {
		panic(c.Exception("ZeroDivisionError", "divided by 0"))
	}
	q, r := floatDivmod(a, b)
	return c.NewArray(dsl.Int(floatToInt(c, q)), dsl.Float(r))
}

// floatOperator makes a method of two floats.
func floatOperator(f func(c *dsl.Call, a, b float64) dsl.Value) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		if b, ok := toFloat(c.Arg(0)); ok {
			return f(c, selfFloat(c), b)
		}
		return coerced(c)
	}
}

func addFloats(_ *dsl.Call, a, b float64) dsl.Value { return dsl.Float(a + b) }
func subFloats(_ *dsl.Call, a, b float64) dsl.Value { return dsl.Float(a - b) }
func mulFloats(_ *dsl.Call, a, b float64) dsl.Value { return dsl.Float(a * b) }
func divFloats(_ *dsl.Call, a, b float64) dsl.Value { return dsl.Float(a / b) }
func remFloats(_ *dsl.Call, a, b float64) dsl.Value { return dsl.Float(math.Mod(a, b)) }

func modFloats(_ *dsl.Call, a, b float64) dsl.Value {
	_, r := floatDivmod(a, b)
	return dsl.Float(r)
}

func floatToS(c *dsl.Call) dsl.Value { return c.NewString(rubytext.FormatFloat(selfFloat(c))) }

func floatEql(c *dsl.Call) dsl.Value {
	f, ok := c.Arg(0).(dsl.Float)
	return dsl.Bool(ok && float64(f) == selfFloat(c))
}

// numberToFloat is Float(v): a number, or a string that is one as a whole.
func numberToFloat(c *dsl.Call, v dsl.Value) float64 {
	if f, ok := toFloat(v); ok {
		return f
	}
	if s, ok := dsl.StringOf(v); ok {
		if f, ok := rubytext.ParseFloat(s.String()); ok {
			return f
		}
		panic(c.Exception("ArgumentError", "invalid value for Float(): %s", rubytext.Quote(s.String())))
	}
	if o, ok := v.(*dsl.Object); ok && c.RespondTo(o, "to_f") {
		f, _ := toFloat(c.Send(o, "to_f"))
		return f
	}
	panic(c.Exception("TypeError", "can't convert %s into Float", c.Describe(v)))
}
