package dsl

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

var stringNumberMethods = methodTable{
	"to_i": fnOpt(0, 1, stringToI),
	"to_f": fn(0, stringToF),
	"hex":  fn(0, stringHex),
	"oct":  fn(0, stringOct),
	"ord":  fn(0, stringOrd),
	"sum":  fnOpt(0, 1, stringSum),
}

func stringToI(c *Call) (Value, error) {
	base, err := intAt(c, 0, 10)
	if err != nil {
		return nil, err
	}
	if base < 0 || base == 1 || base > 36 {
		return nil, c.Errorf("ArgumentError", "invalid radix %d", base)
	}
	n, _, err := scanInt(c, countedText(c), base)
	return Int(n), err
}

func stringHex(c *Call) (Value, error) {
	n, _, err := scanInt(c, countedText(c), 16)
	return Int(n), err
}

func stringOct(c *Call) (Value, error) {
	s := strings.TrimLeft(countedText(c), stripSpace)
	base := 8
	if digits := strings.TrimLeft(s, "+-"); len(digits) > 1 && digits[0] == '0' && strings.ContainsRune("xXbBoOdD", rune(digits[1])) {
		base = 0
	}
	n, _, err := scanInt(c, s, base)
	return Int(n), err
}

// basePrefixes are the letters that stand for a base after a 0.
var basePrefixes = map[byte]int{'x': 16, 'b': 2, 'o': 8, 'd': 10}

// scanInt reads the integer at the beginning of s as to_i does: white space,
// a sign, a prefix that fits the base (any for base 0), digits with single
// underscores between. It gives what it left; an s without digits is 0.
func scanInt(c *Call, s string, base int) (n int64, rest string, err error) {
	t := strings.TrimLeft(s, " \t\n\v\f\r")
	negative := false
	if t != "" && (t[0] == '-' || t[0] == '+') {
		negative = t[0] == '-'
		t = t[1:]
	}
	base, t = scanBase(t, base)
	text, used := scanDigits(t, base)
	if text == "" {
		return 0, s, nil
	}
	if negative {
		text = "-" + text
	}
	if n, err = strconv.ParseInt(text, base, 64); err != nil {
		return 0, "", tooLarge(c)
	}
	return n, t[used:], nil
}

// scanBase takes a prefix such as 0x off when it fits the base.
func scanBase(t string, base int) (int, string) {
	if len(t) > 1 && t[0] == '0' {
		if of, ok := basePrefixes[t[1]|0x20]; ok && (base == 0 || base == of) {
			if digits, _ := scanDigits(t[2:], of); digits != "" {
				return of, t[2:]
			}
		} else if base == 0 {
			return 8, t
		}
	}
	if base == 0 {
		return 10, t
	}
	return base, t
}

// scanDigits gives the digits t begins with, without underscores, and how many
// bytes they take.
func scanDigits(t string, base int) (text string, used int) {
	for i := 0; i < len(t); i++ {
		if t[i] == '_' && i > 0 && t[i-1] != '_' {
			continue
		}
		if digitValue(t[i]) >= base {
			break
		}
		used = i + 1
	}
	return strings.ReplaceAll(t[:used], "_", ""), used
}

func digitValue(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'z':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'Z':
		return int(b-'A') + 10
	}
	return 99
}

func stringToF(c *Call) (Value, error) {
	f, _ := scanFloat(countedText(c))
	return Float(f), nil
}

// scanFloat reads the number at the beginning of s as to_f does, and gives how
// many bytes it took.
func scanFloat(s string) (f float64, used int) {
	i := len(s) - len(strings.TrimLeft(s, " \t\n\v\f\r"))
	start := i
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	var whole, fraction bool
	i, whole = skipDigits(s, i)
	if whole && i+1 < len(s) && s[i] == '.' && isASCIIDigit(rune(s[i+1])) {
		i, fraction = skipDigits(s, i+1)
	} else if !whole && i+1 < len(s) && s[i] == '.' && isASCIIDigit(rune(s[i+1])) {
		i, fraction = skipDigits(s, i+1)
	}
	if !whole && !fraction {
		return 0, 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		if end, ok := skipDigits(s, j); ok {
			i = end
		}
	}
	// An error here is a number out of range, which is ±Inf or 0 as in Ruby.
	f, _ = strconv.ParseFloat(strings.ReplaceAll(s[start:i], "_", ""), 64)
	return f, i
}

// skipDigits skips digits with single underscores between them.
func skipDigits(s string, i int) (end int, any bool) {
	for end = i; i < len(s); i++ {
		if isASCIIDigit(rune(s[i])) {
			end, any = i+1, true
		} else if s[i] != '_' || !any || s[i-1] == '_' {
			break
		}
	}
	return end, any
}

func stringOrd(c *Call) (Value, error) {
	s := selfString(c).s
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case s == "":
		return nil, c.Errorf("ArgumentError", "empty string")
	case r == utf8.RuneError && n == 1:
		return nil, c.Errorf("ArgumentError", "invalid byte sequence in UTF-8")
	}
	return Int(r), nil
}

func stringSum(c *Call) (Value, error) {
	bits, err := intAt(c, 0, 16)
	if err != nil {
		return nil, err
	}
	var sum int64
	for _, b := range []byte(countedText(c)) {
		sum += int64(b)
	}
	if bits > 0 && bits < 63 {
		sum &= 1<<bits - 1
	}
	return Int(sum), nil
}
