package dsl

import (
	"strings"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

var stringNumberMethods = methodTable{
	"to_i": fnOpt(0, 1, stringToI),
	"to_f": fn(0, stringToF),
	"oct":  fn(0, stringOct),
	"ord":  fn(0, stringOrd),
}

func stringToI(c *Call) Value {
	base := c.IntOr(0, 10)
	if base < 0 || base == 1 || base > 36 {
		panic(c.Exception("ArgumentError", "invalid radix %d", base))
	}
	return leadingInt(c, countedText(c), base)
}

func stringOct(c *Call) Value {
	s := strings.TrimLeft(countedText(c), stripSpace)
	base := 8
	if digits := strings.TrimLeft(s, "+-"); len(digits) > 1 && digits[0] == '0' && strings.ContainsRune("xXbBoOdD", rune(digits[1])) {
		base = 0
	}
	return leadingInt(c, s, base)
}

// leadingInt reads the integer that s begins with, 0 without one.
func leadingInt(c *Call, s string, base int) Value {
	n, _, err := rubytext.ScanInt(s, base)
	if err != nil {
		panic(tooLarge(c))
	}
	return Int(n)
}

func stringToF(c *Call) Value {
	f, _ := rubytext.ScanFloat(countedText(c))
	return Float(f)
}

func stringOrd(c *Call) Value {
	s := selfString(c).s
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case s == "":
		panic(c.Exception("ArgumentError", "empty string"))
	case r == utf8.RuneError && n == 1:
		panic(c.Exception("ArgumentError", "invalid byte sequence in UTF-8"))
	}
	return Int(r)
}
