package graphqljs

import (
	"math"
	"reflect"
	"strconv"
	"strings"
)

// A Numeric is an integer of Go, or a number as ECMAScript has it.
type Numeric struct {
	Integer bool // N has it exactly
	N       int64
	F       float64
}

// NumericOf reads a number from a value of a basic kind, as ECMAScript's Number; ok is false for
// what is none.
func NumericOf(v reflect.Value) (n Numeric, ok bool) {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Numeric{true, v.Int(), float64(v.Int())}, true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if u := v.Uint(); u <= math.MaxInt64 {
			return Numeric{true, int64(u), float64(u)}, true
		}
		return Numeric{false, 0, float64(v.Uint())}, true
	case reflect.Float32, reflect.Float64:
		f := v.Float()
		if v.Kind() == reflect.Float32 {
			f, _ = strconv.ParseFloat(strconv.FormatFloat(f, 'g', -1, 32), 64)
		}
		return floatNumeric(f), true
	case reflect.Bool:
		if v.Bool() {
			return Numeric{true, 1, 1}, true
		}
		return Numeric{true, 0, 0}, true
	case reflect.String:
		return stringNumeric(v.String())
	}
	return Numeric{}, false
}

// IsFinite reports whether n is neither infinite nor ECMAScript's NaN.
func (n Numeric) IsFinite() bool { return !math.IsNaN(n.F) && !math.IsInf(n.F, 0) }

func floatNumeric(f float64) Numeric {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return Numeric{true, int64(f), f}
	}
	return Numeric{false, 0, f}
}

// stringNumeric reads a string as ECMAScript's Number does. "" is none here.
func stringNumeric(s string) (Numeric, bool) {
	if s == "" {
		return Numeric{}, false
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return Numeric{true, 0, 0}, true
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && !strings.Contains(s, "_") {
		return Numeric{true, n, float64(n)}, true
	}
	if len(s) > 2 && s[0] == '0' && strings.ContainsRune("xXoObB", rune(s[1])) && !strings.Contains(s, "_") {
		n, err := strconv.ParseInt(s, 0, 64)
		return Numeric{true, n, float64(n)}, err == nil
	}
	if strings.Trim(s, "0123456789+-.eE") != "" {
		return Numeric{}, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return floatNumeric(f), err == nil
}
