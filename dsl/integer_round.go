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
func roundMode(c *Call) (halfMode, error) {
	v, ok := c.Keywords.Sym("half")
	if !ok || v == Nil {
		return halfUp, nil
	}
	name := ""
	switch v := v.(type) {
	case Symbol:
		name = string(v)
	case *String:
		name = v.s
	default:
		return 0, c.Errorf("ArgumentError", "invalid rounding mode: %s", c.t.mustInspect(v))
	}
	switch name {
	case "up":
		return halfUp, nil
	case "even":
		return halfEven, nil
	case "down":
		return halfDown, nil
	}
	return 0, c.Errorf("ArgumentError", "invalid rounding mode: %s", name)
}

// rounding returns the power of ten that an integer is rounded to: 100 for -2
// digits. all says that it is larger than any integer.
func rounding(c *Call) (unit int64, all bool, err error) {
	digits, err := intAt(c, 0, 0)
	if err != nil || digits >= 0 {
		return 1, false, err
	}
	if digits < -18 {
		return 0, true, nil
	}
	unit = 1
	for ; digits < 0; digits++ {
		unit *= 10
	}
	return unit, false, nil
}

func intRound(c *Call) (Value, error) {
	mode, err := roundMode(c)
	if err != nil {
		return nil, err
	}
	unit, all, err := rounding(c)
	if err != nil || unit == 1 {
		return c.Self, err
	}
	if all {
		return Int(0), nil
	}
	return roundInt(c, selfInt(c), unit, mode)
}

func roundInt(c *Call, n, unit int64, mode halfMode) (Value, error) {
	size := absUint(n)
	q, r := size/uint64(unit), size%uint64(unit)
	half := uint64(unit) / 2
	if r > half || r == half && (mode == halfUp || mode == halfEven && q%2 == 1) {
		q++
	}
	rounded := q * uint64(unit)
	if rounded > math.MaxInt64 {
		return nil, tooLarge(c)
	}
	if n < 0 {
		return Int(-int64(rounded)), nil
	}
	return Int(rounded), nil
}

func intFloor(c *Call) (Value, error) {
	unit, all, err := rounding(c)
	if err != nil || unit == 1 {
		return c.Self, err
	}
	n := selfInt(c)
	if all {
		if n < 0 {
			return nil, tooLarge(c)
		}
		return Int(0), nil
	}
	_, r := floorDiv(n, unit)
	return subInts(c, n, r)
}

func intCeil(c *Call) (Value, error) {
	unit, all, err := rounding(c)
	if err != nil || unit == 1 {
		return c.Self, err
	}
	n := selfInt(c)
	if all {
		if n > 0 {
			return nil, tooLarge(c)
		}
		return Int(0), nil
	}
	if _, r := floorDiv(n, unit); r != 0 {
		return addInts(c, n, unit-r)
	}
	return c.Self, nil
}

func intTruncate(c *Call) Value {
	if selfInt(c) < 0 {
		return check(intCeil(c))
	}
	return check(intFloor(c))
}
