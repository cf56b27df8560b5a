package dsl

import (
	"math"
	"math/bits"

	"signalbox/dsl/internal/rubytext"
)

var integerMathMethods = methodTable{
	"+":         fn(1, intAdd),
	"-":         fn(1, intSub),
	"*":         fn(1, intMul),
	"/":         fn(1, intQuotient),
	"%":         fn(1, intModulo),
	"modulo":    fn(1, intModulo),
	"div":       fn(1, intDiv),
	"divmod":    fn(1, intDivmod),
	"remainder": fn(1, intRemainder),
	"**":        fn(1, intPower),
	"pow":       fnOpt(1, 2, intPow),
	"-@":        fn(0, intNegate),
	"+@":        fn(0, stringItself),
	"~":         fn(0, intComplement),
	"&":         fn(1, intBitwise(func(a, b int64) int64 { return a & b })),
	"|":         fn(1, intBitwise(func(a, b int64) int64 { return a | b })),
	"^":         fn(1, intBitwise(func(a, b int64) int64 { return a ^ b })),
	"<<":        fn(1, intShiftLeft),
	">>":        fn(1, intShiftRight),
	"[]":        fn(1, intBit),
	"abs":       fn(0, intAbs),
	"magnitude": fn(0, intAbs),
	"succ":      fn(0, intSucc),
	"next":      fn(0, intSucc),
	"pred":      fn(0, intPred),
}

func addInts(c *Call, a, b int64) Value {
	sum := a + b
	if (sum > a) != (b > 0) && b != 0 {
		panic(tooLarge(c))
	}
	return Int(sum)
}

func subInts(c *Call, a, b int64) Value {
	d := a - b
	if (d < a) != (b > 0) && b != 0 {
		panic(tooLarge(c))
	}
	return Int(d)
}

func mulInts(c *Call, a, b int64) Value {
	p, ok := mulOverflow(a, b)
	if !ok {
		panic(tooLarge(c))
	}
	return Int(p)
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

func intAdd(c *Call) Value {
	switch o := c.arg(0).(type) {
	case Int:
		return addInts(c, selfInt(c), int64(o))
	case Float:
		return Float(selfInt(c)) + o
	}
	return coerced(c)
}

func intSub(c *Call) Value {
	switch o := c.arg(0).(type) {
	case Int:
		return subInts(c, selfInt(c), int64(o))
	case Float:
		return Float(selfInt(c)) - o
	}
	return coerced(c)
}

func intMul(c *Call) Value {
	switch o := c.arg(0).(type) {
	case Int:
		return mulInts(c, selfInt(c), int64(o))
	case Float:
		return Float(selfInt(c)) * o
	}
	return coerced(c)
}

// divideInts is floorDiv with Ruby's errors.
func divideInts(c *Call, a, b int64) (q, r int64) {
	if b == 0 {
		panic(c.exception("ZeroDivisionError", "divided by 0"))
	}
	if a == math.MinInt64 && b == -1 {
		panic(tooLarge(c))
	}
	q, r = floorDiv(a, b)
	return q, r
}

func intQuotient(c *Call) Value {
	switch o := c.arg(0).(type) {
	case Int:
		q, _ := divideInts(c, selfInt(c), int64(o))
		return Int(q)
	case Float:
		return Float(selfInt(c)) / o
	}
	return coerced(c)
}

func intModulo(c *Call) Value {
	switch o := c.arg(0).(type) {
	case Int:
		if o == -1 {
			return Int(0)
		}
		_, r := divideInts(c, selfInt(c), int64(o))
		return Int(r)
	case Float:
		_, r := floatDivmod(float64(selfInt(c)), float64(o))
		return Float(r)
	}
	return coerced(c)
}

func intDiv(c *Call) Value {
	if o, ok := c.arg(0).(Float); ok {
		return floatQuotient(c, float64(selfInt(c)), float64(o))
	}
	return intQuotient(c)
}

func intDivmod(c *Call) Value {
	switch o := c.arg(0).(type) {
	case Int:
		q, r := divideInts(c, selfInt(c), int64(o))
		return c.t.newArray(Int(q), Int(r))
	case Float:
		return floatDivmodPair(c, float64(selfInt(c)), float64(o))
	}
	return coerced(c)
}

func intRemainder(c *Call) Value {
	switch o := c.arg(0).(type) {
	case Int:
		if o == 0 {
			panic(c.exception("ZeroDivisionError", "divided by 0"))
		}
		if o == -1 {
			return Int(0)
		}
		return Int(selfInt(c) % int64(o))
	case Float:
		return Float(math.Mod(float64(selfInt(c)), float64(o)))
	}
	return coerced(c)
}

func intPower(c *Call) Value {
	switch o := c.arg(0).(type) {
	case Int:
		return powInts(c, selfInt(c), int64(o))
	case Float:
		return powFloats(c, float64(selfInt(c)), float64(o))
	}
	return coerced(c)
}

func powInts(c *Call, base, exp int64) Value {
	if exp < 0 {
		if base == 1 || base == -1 {
			exp = -exp
		} else if base == 0 {
			panic(c.exception("ZeroDivisionError", "divided by 0"))
		} else {
			panic(c.exception("TypeError", "%d ** %d is a Rational, which signalbox does not have", base, exp))
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
	return Int(result)
}

// powFloats is ** for floats; a root of a negative number would be Complex.
func powFloats(c *Call, base, exp float64) Value {
	if base < 0 && exp != math.Trunc(exp) && !math.IsInf(exp, 0) {
		panic(c.exception("TypeError", "%s ** %s is a Complex, which signalbox does not have", rubytext.FormatFloat(base), rubytext.FormatFloat(exp)))
	}
	return Float(math.Pow(base, exp))
}

// intPow is pow(exponent, modulus).
func intPow(c *Call) Value {
	if len(c.Args) == 1 {
		return intPower(c)
	}
	exp, okExp := c.arg(0).(Int)
	mod, okMod := c.arg(1).(Int)
	switch {
	case !okExp:
		panic(c.exception("TypeError", "Integer#pow() 2nd argument not allowed unless a 1st argument is integer"))
	case exp < 0:
		panic(c.exception("RangeError", "Integer#pow() 1st argument cannot be negative when 2nd argument specified"))
	case !okMod:
		panic(c.exception("TypeError", "Integer#pow() 2nd argument not allowed unless all arguments are integers"))
	case mod == 0:
		panic(c.exception("ZeroDivisionError", "divided by 0"))
	}
	size := uint64(mod)
	if mod < 0 {
		size = -size
	}
	_, base := floorDiv(selfInt(c), int64(mod))
	if base < 0 {
		base -= int64(mod)
	}
	r := int64(powMod(uint64(base), uint64(exp), size))
	if mod < 0 && r > 0 {
		r += int64(mod)
	}
	return Int(r)
}

func powMod(base, exp, mod uint64) uint64 {
	mul := func(a, b uint64) uint64 {
		hi, lo := bits.Mul64(a, b)
		_, r := bits.Div64(hi%mod, lo, mod)
		return r
	}
	result := 1 % mod
	for base %= mod; exp > 0; exp >>= 1 {
		if exp&1 == 1 {
			result = mul(result, base)
		}
		base = mul(base, base)
	}
	return result
}

func intNegate(c *Call) Value     { return subInts(c, 0, selfInt(c)) }
func intComplement(c *Call) Value { return Int(^selfInt(c)) }
func intSucc(c *Call) Value       { return addInts(c, selfInt(c), 1) }
func intPred(c *Call) Value       { return subInts(c, selfInt(c), 1) }

func intAbs(c *Call) Value {
	if selfInt(c) < 0 {
		return intNegate(c)
	}
	return c.Self
}

func intBitwise(f func(a, b int64) int64) func(*Call) Value {
	return func(c *Call) Value {
		if o, ok := c.arg(0).(Int); ok {
			return Int(f(selfInt(c), int64(o)))
		}
		return coerced(c)
	}
}

// shiftWidth is toInt with the message of << and >>.
func shiftWidth(c *Call) int {
	if c.arg(0) == Nil {
		panic(c.noConversion(Nil, "Integer"))
	}
	return wholeInt(c, c.arg(0))
}

func intShiftLeft(c *Call) Value {
	n := shiftWidth(c)
	return shift(c, selfInt(c), n)
}

func intShiftRight(c *Call) Value {
	n := shiftWidth(c)
	return shift(c, selfInt(c), -max(n, -math.MaxInt))
}

// shift moves n to the left by count bits, or to the right when it is negative.
func shift(c *Call, n int64, count int) Value {
	if count <= 0 {
		return Int(n >> min(uint(-count), 63))
	}
	if n == 0 {
		return Int(0)
	}
	if count > 62 || n<<count>>count != n {
		panic(tooLarge(c))
	}
	return Int(n << count)
}

func intBit(c *Call) Value {
	i := wholeInt(c, c.arg(0))
	if i < 0 {
		return Int(0)
	}
	return Int(selfInt(c) >> min(uint(i), 63) & 1)
}
