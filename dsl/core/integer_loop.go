package core

import (
	"math"

	"signalbox/dsl"
)

var integerLoopMethods = dsl.Methods{
	"times": dsl.Fn(0, intTimes),
	"step":  dsl.FnKw(0, 2, numberStep),
}

func intTimes(c *dsl.Call) dsl.Value {
	if c.Block == nil {
		return c.Enumerator()
	}
	for n := int64(0); n < selfInt(c); n++ {
		c.Step()
		c.Yield(dsl.Int(n))
	}
	return c.Self
}

// stepArgs returns the limit (Nil: none) and the width of Numeric#step.
func stepArgs(c *dsl.Call) (limit, by dsl.Value) {
	limit, by = c.Arg(0), dsl.Value(dsl.Int(1))
	if len(c.Args) == 2 {
		by = c.Args[1]
	}
	if v, ok := c.Keywords.Sym("to"); ok {
		if len(c.Args) > 0 {
			panic(c.Exception("ArgumentError", "to is given twice"))
		}
		limit = v
	}
	if v, ok := c.Keywords.Sym("by"); ok {
		if len(c.Args) > 1 {
			panic(c.Exception("ArgumentError", "step is given twice"))
		}
		by = v
	}
	switch v := by.(type) {
	case dsl.NilValue:
		if len(c.Args) > 1 {
			panic(c.Exception("TypeError", "no implicit conversion from nil to integer"))
		}
		by = dsl.Int(1)
	case dsl.Int, dsl.Float:
		if f, _ := toFloat(v); f == 0 {
			panic(c.Exception("ArgumentError", "step can't be 0"))
		}
	default:
		if c.RespondTo(v, ">") {
			panic(c.Exception("ArgumentError", "comparison of %s with 0 failed", c.Interp().PlainClassOf(v).Name()))
		}
		panic(c.Exception("TypeError", "0 can't be coerced into %s", c.Interp().PlainClassOf(v).Name()))
	}
	switch limit.(type) {
	case dsl.NilValue, dsl.Int, dsl.Float:
		return limit, by
	}
	panic(c.Exception("ArgumentError", "comparison of %s with %s failed",
		c.Interp().PlainClassOf(c.Self).Name(), coercionName(c, limit)))
}

func numberStep(c *dsl.Call) dsl.Value {
	limit, by := stepArgs(c)
	if c.Block == nil {
		return c.Enumerator()
	}
	stepNumbers(c, c.Self, limit, by)
	return c.Self
}

// stepNumbers yields the numbers from first to limit (Nil: without end), by apart.
func stepNumbers(c *dsl.Call, first, limit, by dsl.Value) {
	from, okFrom := first.(dsl.Int)
	width, okBy := by.(dsl.Int)
	to, okTo := limit.(dsl.Int)
	if !okFrom || !okBy || !okTo && limit != dsl.Nil {
		stepFloats(c, first, limit, by)
		return
	}
	if !okTo {
		if to = math.MaxInt64; width < 0 {
			to = math.MinInt64
		}
	}
	for n := from; width > 0 && n <= to || width < 0 && n >= to; n += width {
		c.Step()
		c.Yield(n)
		if (n+width > n) != (width > 0) {
			if okTo {
				return
			}
			panic(tooLarge(c))
		}
	}
}

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

// stepFloats counts the steps first, as Ruby does, so that errors don't add up.
func stepFloats(c *dsl.Call, first, limit, by dsl.Value) {
	from, _ := toFloat(first)
	width, _ := toFloat(by)
	to, ok := toFloat(limit)
	if !ok {
		if to = math.Inf(1); width < 0 {
			to = math.Inf(-1)
		}
	}
	n := floatSteps(from, to, width)
	for i := 0.0; i < n; i++ {
		c.Step()
		v := i*width + from
		if width >= 0 && to < v || width < 0 && v < to {
			v = to
		}
		c.Yield(dsl.Float(v))
	}
}

// floatSteps is how many numbers stepFloats makes (ruby_float_step_size).
func floatSteps(from, to, width float64) float64 {
	n := (to - from) / width
	slack := (math.Abs(from) + math.Abs(to) + math.Abs(to-from)) / math.Abs(width) * epsilon
	switch {
	case math.IsInf(width, 0):
		if width > 0 && from <= to || width < 0 && from >= to {
			return 1
		}
		return 0
	case math.IsInf(n, 1):
		return n
	}
	if n < 0 {
		return 0
	}
	return math.Floor(n+math.Min(slack, 0.5)) + 1
}
