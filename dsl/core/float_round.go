package core

import (
	"math"
	"strconv"

	"signalbox/dsl"
)

var floatRoundMethods = dsl.Methods{
	"round":    dsl.FnKw(0, 1, floatRound),
	"floor":    dsl.FnOpt(0, 1, floatFloor),
	"ceil":     dsl.FnOpt(0, 1, floatCeil),
	"truncate": dsl.FnOpt(0, 1, floatTruncate),
}

// roundMode returns what round does with a tie, by the keyword half:.
func roundMode(c *dsl.Call) string {
	name := "up"
	switch v := c.Keyword("half").(type) {
	case dsl.NilValue:
	case dsl.Symbol:
		name = string(v)
	case *dsl.String:
		name = v.String()
	default:
		name = c.MustInspect(v)
	}
	if name != "up" && name != "even" && name != "down" {
		panic(c.Exception("ArgumentError", "invalid rounding mode: %s", name))
	}
	return name
}

// exactAlready reports whether f has no digits behind the given one
// (float_round_overflow), vanishes that it is less than half of it
// (float_round_underflow).
func exactAlready(f float64, digits int) bool {
	_, exp := math.Frexp(f)
	if exp > 0 {
		return digits >= 17-exp/4
	}
	return digits >= 16-exp/3
}

func vanishes(f float64, digits int) bool {
	_, exp := math.Frexp(f)
	if exp > 0 {
		return digits < -(exp/3 + 1)
	}
	return digits < -(exp / 4)
}

// wholeFloat turns a rounded float into an integer and applies f for negative
// digits.
func wholeFloat(c *dsl.Call, rounded float64, digits int) dsl.Value {
	n := dsl.Int(floatToInt(c, rounded))
	if digits == 0 {
		return n
	}
	return dsl.Must(c.Thread.Send(n, c.Name, []dsl.Value{dsl.Int(digits)}, c.Keywords, nil, c.Pos))
}

func floatRound(c *dsl.Call) dsl.Value {
	digits, mode, f := c.IntOr(0, 0), roundMode(c), selfFloat(c)
	switch {
	case digits == 0:
		return wholeFloat(c, roundTo(f, 1, mode), 0)
	case digits < 0:
		return wholeFloat(c, math.Trunc(f), digits)
	case f == 0 || math.IsNaN(f) || math.IsInf(f, 0) || exactAlready(f, digits):
		return dsl.Float(f)
	case vanishes(f, digits):
		return dsl.Float(0)
	case digits > 14:
		f = dsl.Must(strconv.ParseFloat(strconv.FormatFloat(f, 'f', digits, 64), 64))
		return dsl.Float(f)
	}
	unit := math.Pow(10, float64(digits))
	return dsl.Float(roundTo(f, unit, mode) / unit)
}

// roundTo returns f*unit as a whole number. It corrects what the multiplication
// got wrong, as Ruby's round_half_up and its kin do.
func roundTo(f, unit float64, mode string) float64 {
	if f < 0 {
		return -roundTo(-f, unit, mode)
	}
	scaled := f * unit
	switch mode {
	case "up":
		r := math.Round(scaled)
		if unit != 1 && (r+0.5)/unit <= f {
			r++
		}
		return r
	case "down":
		r := math.Round(scaled)
		if (r-0.5)/unit >= f {
			r--
		}
		return r
	}
	whole, rest := math.Modf(scaled)
	switch {
	case rest == 0.5:
		return whole + math.Mod(whole, 2)
	default:
		return math.Round(scaled)
	}
}

func floatFloor(c *dsl.Call) dsl.Value { return floored(c, 1) }
func floatCeil(c *dsl.Call) dsl.Value  { return floored(c, -1) }

// floored is floor of a float; of the negated one, sign is -1, it is ceil.
func floored(c *dsl.Call, sign float64) dsl.Value {
	digits, f := c.IntOr(0, 0), sign*selfFloat(c)
	switch {
	case digits <= 0:
		return wholeFloat(c, sign*math.Floor(f), digits)
	case f == 0 || math.IsNaN(f) || math.IsInf(f, 0) || exactAlready(f, digits):
		return c.Self
	case f > 0 && vanishes(f, digits):
		return dsl.Float(0)
	}
	unit := math.Pow(10, float64(digits))
	n := math.Floor(f * unit)
	if up := (n + 1) / unit; up <= f {
		return dsl.Float(sign * up)
	}
	return dsl.Float(sign * (n / unit))
}

func floatTruncate(c *dsl.Call) dsl.Value {
	if selfFloat(c) < 0 {
		return floatCeil(c)
	}
	return floatFloor(c)
}
