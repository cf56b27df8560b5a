package dsl

import "math"

var integerRoundMethods = methodTable{
	"round":    fnKw(0, 1, intRound),
	"floor":    fnOpt(0, 1, intFloor),
	"ceil":     fnOpt(0, 1, intCeil),
	"truncate": fnOpt(0, 1, intTruncate),
}

// A halfMode is what round does with a tie.
type halfMode int

const (
	halfUp halfMode = iota
	halfEven
	halfDown
)

// roundMode reads the half: keyword.
func roundMode(c *Call) halfMode {
	name := ""
	switch v := c.keyword("half").(type) {
	case nilValue:
		return halfUp
	case Symbol:
		name = string(v)
	case *String:
		name = v.s
	default:
		panic(c.exception("ArgumentError", "invalid rounding mode: %s", c.t.mustInspect(v)))
	}
	switch name {
	case "up":
		return halfUp
	case "even":
		return halfEven
	case "down":
		return halfDown
	}
	panic(c.exception("ArgumentError", "invalid rounding mode: %s", name))
}

// rounding returns the power of ten that an integer is rounded to: 100 for -2
// digits. all says that it is larger than any integer.
func rounding(c *Call) (unit int64, all bool) {
	digits := c.intOr(0, 0)
	if digits >= 0 {
		return 1, false
	}
	if digits < -18 {
		return 0, true
	}
	unit = 1
	for ; digits < 0; digits++ {
		unit *= 10
	}
	return unit, false
}

func intRound(c *Call) Value {
	mode := roundMode(c)
	unit, all := rounding(c)
	if unit == 1 {
		return c.Self
	}
	if all {
		return Int(0)
	}
	return roundInt(c, selfInt(c), unit, mode)
}

func roundInt(c *Call, n, unit int64, mode halfMode) Value {
	size := absUint(n)
	q, r := size/uint64(unit), size%uint64(unit)
	half := uint64(unit) / 2
	if r > half || r == half && (mode == halfUp || mode == halfEven && q%2 == 1) {
		q++
	}
	rounded := q * uint64(unit)
	if rounded > math.MaxInt64 {
		panic(tooLarge(c))
	}
	if n < 0 {
		return Int(-int64(rounded))
	}
	return Int(rounded)
}

func intFloor(c *Call) Value {
	unit, all := rounding(c)
	if unit == 1 {
		return c.Self
	}
	n := selfInt(c)
	if all {
		if n < 0 {
			panic(tooLarge(c))
		}
		return Int(0)
	}
	_, r := floorDiv(n, unit)
	return subInts(c, n, r)
}

func intCeil(c *Call) Value {
	unit, all := rounding(c)
	if unit == 1 {
		return c.Self
	}
	n := selfInt(c)
	if all {
		if n > 0 {
			panic(tooLarge(c))
		}
		return Int(0)
	}
	if _, r := floorDiv(n, unit); r != 0 {
		return addInts(c, n, unit-r)
	}
	return c.Self
}

func intTruncate(c *Call) Value {
	if selfInt(c) < 0 {
		return intCeil(c)
	}
	return intFloor(c)
}
