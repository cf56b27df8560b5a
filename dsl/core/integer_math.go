package core

import (
	"math"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

var integerMathMethods = dsl.Methods{
	"+":             dsl.Fn(1, intOperator(addInts, addFloats)),
	"-":             dsl.Fn(1, intOperator(subInts, subFloats)),
	"*":             dsl.Fn(1, intOperator(mulInts, mulFloats)),
	"/":             dsl.Fn(1, intOperator(intQuotient, divFloats)),
	"% modulo":      dsl.Fn(1, intOperator(intModulo, modFloats)),
	"div":           dsl.Fn(1, intOperator(intQuotient, floatQuotient)),
	"divmod":        dsl.Fn(1, intOperator(intDivmod, floatDivmodPair)),
	"remainder":     dsl.Fn(1, intOperator(intRemainder, remFloats)),
	"**":            dsl.Fn(1, intOperator(powInts, powFloats)),
	"-@":            dsl.Fn(0, intNegate),
	"+@":            dsl.Fn(0, stringItself),
	"~":             dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(^selfInt(c)) }),
	"&":             dsl.Fn(1, intBitwise(func(a, b int64) int64 { return a & b })),
	"|":             dsl.Fn(1, intBitwise(func(a, b int64) int64 { return a | b })),
	"^":             dsl.Fn(1, intBitwise(func(a, b int64) int64 { return a ^ b })),
	"<<":            dsl.Fn(1, intShiftLeft),
	">>":            dsl.Fn(1, intShiftRight),
	"[]":            dsl.Fn(1, intBit),
	"abs magnitude": dsl.Fn(0, intAbs),
	"succ next":     dsl.Fn(0, intSucc),
	"pred":          dsl.Fn(0, func(c *dsl.Call) dsl.Value { return subInts(c, selfInt(c), 1) }),
}

func addInts(c *dsl.Call, a, b int64) dsl.Value {
	sum := a + b
	if (sum > a) != (b > 0) && b != 0 {
		panic(tooLarge(c))
	}
	return dsl.Int(sum)
}

func subInts(c *dsl.Call, a, b int64) dsl.Value {
	d := a - b
	if (d < a) != (b > 0) && b != 0 {
		panic(tooLarge(c))
	}
	return dsl.Int(d)
}

func mulInts(c *dsl.Call, a, b int64) dsl.Value {
	p, ok := mulOverflow(a, b)
	if !ok {
		panic(tooLarge(c))
	}
	return dsl.Int(p)
}

func mulOverflow(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	if p/b != a || a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64 {
		return 0, false
	}
	return p, true
}

// floorDiv divides toward minus infinity; b is not 0.
func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		return q - 1, r + b
	}
	return q, r
}

// intOperator makes a method of two integers, or of two floats where the other one is one.
func intOperator(ints func(c *dsl.Call, a, b int64) dsl.Value, floats func(c *dsl.Call, a, b float64) dsl.Value) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		switch o := c.Arg(0).(type) {
		case dsl.Int:
			return ints(c, selfInt(c), int64(o))
		case dsl.Float:
			return floats(c, float64(selfInt(c)), float64(o))
		}
		return coerced(c)
	}
}

// divideInts is floorDiv with Ruby's errors.
func divideInts(c *dsl.Call, a, b int64) (q, r int64) {
	if b == 0 {
		panic(c.Exception("ZeroDivisionError", "divided by 0"))
	}
	if a == math.MinInt64 && b == -1 {
		panic(tooLarge(c))
	}
	q, r = floorDiv(a, b)
	return q, r
}

func intQuotient(c *dsl.Call, a, b int64) dsl.Value {
	q, _ := divideInts(c, a, b)
	return dsl.Int(q)
}

func intModulo(c *dsl.Call, a, b int64) dsl.Value {
	if b == -1 {
		return dsl.Int(0)
	}
	_, r := divideInts(c, a, b)
	return dsl.Int(r)
}

func intDivmod(c *dsl.Call, a, b int64) dsl.Value {
	q, r := divideInts(c, a, b)
	return c.NewArray(dsl.Int(q), dsl.Int(r))
}

func intRemainder(c *dsl.Call, a, b int64) dsl.Value {
	if a == math.MinInt64 && b == -1 {
		return dsl.Int(0)
	}
	divideInts(c, a, b) // whose error it is
	return dsl.Int(a % b)
}

func powInts(c *dsl.Call, base, exp int64) dsl.Value {
	if exp < 0 {
		if base == 1 || base == -1 {
			exp = -exp
		} else if base == 0 {
			panic(c.Exception("ZeroDivisionError", "divided by 0"))
		} else {
			panic(c.Exception("TypeError", "%d ** %d is a Rational, which signalbox does not have", base, exp))
		}
	}
	result, ok := int64(1), true
	for e := uint64(exp); e > 0; e >>= 1 {
		if e&1 == 1 {
			if result, ok = mulOverflow(result, base); !ok {
				panic(tooLarge(c))
			}
		}
		if e > 1 {
			if base, ok = mulOverflow(base, base); !ok {
				panic(tooLarge(c))
			}
		}
	}
	return dsl.Int(result)
}

// powFloats is ** for floats; a root of a negative number would be Complex.
func powFloats(c *dsl.Call, base, exp float64) dsl.Value {
	if base < 0 && exp != math.Trunc(exp) && !math.IsInf(exp, 0) {
		panic(c.Exception("TypeError", "%s ** %s is a Complex, which signalbox does not have", rubytext.FormatFloat(base), rubytext.FormatFloat(exp)))
	}
	return dsl.Float(math.Pow(base, exp))
}

func intNegate(c *dsl.Call) dsl.Value { return subInts(c, 0, selfInt(c)) }
func intSucc(c *dsl.Call) dsl.Value   { return addInts(c, selfInt(c), 1) }

func intAbs(c *dsl.Call) dsl.Value {
	if selfInt(c) < 0 {
		return intNegate(c)
	}
	return c.Self
}

func intBitwise(f func(a, b int64) int64) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		if o, ok := c.Arg(0).(dsl.Int); ok {
			return dsl.Int(f(selfInt(c), int64(o)))
		}
		return coerced(c)
	}
}

// shiftWidth is IntOf with the message of << and >>.
func shiftWidth(c *dsl.Call) int {
	if c.Arg(0) == dsl.Nil {
		panic(c.NoConversion(dsl.Nil, "Integer"))
	}
	return wholeInt(c, c.Arg(0))
}

func intShiftLeft(c *dsl.Call) dsl.Value {
	n := shiftWidth(c)
	return shift(c, selfInt(c), n)
}

func intShiftRight(c *dsl.Call) dsl.Value {
	n := shiftWidth(c)
	return shift(c, selfInt(c), -max(n, -math.MaxInt))
}

// shift moves n to the left by count bits, or to the right when it is negative.
func shift(c *dsl.Call, n int64, count int) dsl.Value {
	if count <= 0 {
		return dsl.Int(n >> min(uint(-count), 63))
	}
	if n == 0 {
		return dsl.Int(0)
	}
	if count > 62 || n<<count>>count != n {
		panic(tooLarge(c))
	}
	return dsl.Int(n << count)
}

func intBit(c *dsl.Call) dsl.Value {
	i := wholeInt(c, c.Arg(0))
	if i < 0 {
		return dsl.Int(0)
	}
	return dsl.Int(selfInt(c) >> min(uint(i), 63) & 1)
}
