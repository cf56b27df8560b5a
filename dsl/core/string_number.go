package core

import (
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

var stringNumberMethods = dsl.Methods{
	"to_i": dsl.FnOpt(0, 1, stringToI),
	"to_f": dsl.Fn(0, stringToF),
	"oct":  dsl.Fn(0, stringOct),
	"ord":  dsl.Fn(0, stringOrd),
}

func stringToI(c *dsl.Call) dsl.Value {
	base := c.IntOr(0, 10)
	if base < 0 || base == 1 || base > 36 {
		panic(c.Exception("ArgumentError", "invalid radix %d", base))
	}
	return leadingInt(c, countedText(c), base)
}

func stringOct(c *dsl.Call) dsl.Value {
	s := strings.TrimLeft(countedText(c), stripSpace)
	base := 8
	if digits := strings.TrimLeft(s, "+-"); len(digits) > 1 && digits[0] == '0' && strings.ContainsRune("xXbBoOdD", rune(digits[1])) {
		base = 0
	}
	return leadingInt(c, s, base)
}

// leadingInt reads the integer that s begins with, 0 without one.
func leadingInt(c *dsl.Call, s string, base int) dsl.Value {
	n, _, err := rubytext.ScanInt(s, base)
	if err != nil {
		panic(dsl.TooLarge(c))
	}
	return dsl.Int(n)
}

func stringToF(c *dsl.Call) dsl.Value {
	f, _ := rubytext.ScanFloat(countedText(c))
	return dsl.Float(f)
}

func stringOrd(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case s == "":
		panic(c.Exception("ArgumentError", "empty string"))
	case r == utf8.RuneError && n == 1:
		panic(c.Exception("ArgumentError", "invalid byte sequence in UTF-8"))
	}
	return dsl.Int(r)
}
