package rubytext

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// space is the white space around a number.
const space = " \t\n\v\f\r"

// ScanInt reads the integer at the beginning of s as String#to_i does: white space,
// a sign, a prefix that fits the base (any for base 0), digits with single underscores
// between. It returns how many bytes it took, 0 for an s without digits. Its error is
// [strconv.ErrRange], for an integer beyond 64 bits.
//
//	ScanInt(" 1_000 apples", 10) // 1000, 6
//	ScanInt("0x1f", 16)          // 31, 4
func ScanInt(s string, base int) (n int64, used int, err error) {
	t := strings.TrimLeft(s, space)
	sign := ""
	if t != "" && (t[0] == '-' || t[0] == '+') {
		sign, t = t[:1], t[1:]
	}
	base, t = scanBase(t, base)
	digits, taken := scanDigits(t, base)
	if digits == "" {
		return 0, 0, nil
	}
	if n, err = strconv.ParseInt(sign+digits, base, 64); err != nil {
		return 0, 0, strconv.ErrRange
	}
	return n, len(s) - len(t) + taken, nil
}

// ParseInt reads s as Kernel#Integer does: an integer and nothing else but white space.
// Its error is [strconv.ErrSyntax] or [strconv.ErrRange].
func ParseInt(s string, base int) (int64, error) {
	s = strings.TrimRight(s, space)
	n, used, err := ScanInt(s, base)
	if err == nil && (used == 0 || used < len(s)) {
		err = strconv.ErrSyntax
	}
	return n, err
}

// basePrefixes are the letters that stand for a base after a 0.
var basePrefixes = map[byte]int{'x': 16, 'b': 2, 'o': 8, 'd': 10}

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

// scanDigits returns the digits t begins with, without underscores, and how many
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
	case isDigit(b):
		return int(b - '0')
	case b >= 'a' && b <= 'z':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'Z':
		return int(b-'A') + 10
	}
	return 99
}

func isDigit[C byte | rune](c C) bool { return c >= '0' && c <= '9' }

// Digits returns the number that s is if it is digits and nothing else; ok is false for
// other texts and for those of more than 18 digits.
func Digits(s string) (n int, ok bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	for i := range len(s) {
		if !isDigit(s[i]) {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// ScanFloat reads the number at the beginning of s as String#to_f does, and returns
// how many bytes it took, 0 for an s without digits. A number out of range is infinite
// or 0.
func ScanFloat(s string) (f float64, used int) {
	i := len(s) - len(strings.TrimLeft(s, space))
	start := i
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	i, whole := skipDigits(s, i)
	fraction := i+1 < len(s) && s[i] == '.' && isDigit(s[i+1])
	if fraction {
		i, _ = skipDigits(s, i+1)
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
	f, _ = strconv.ParseFloat(strings.ReplaceAll(s[start:i], "_", ""), 64) // the error is one of range
	return f, i
}

// skipDigits skips digits with single underscores between them.
func skipDigits(s string, i int) (end int, any bool) {
	for end = i; i < len(s); i++ {
		if isDigit(s[i]) {
			end, any = i+1, true
		} else if s[i] != '_' || !any || s[i-1] == '_' {
			break
		}
	}
	return end, any
}

// ParseFloat reads s as Kernel#Float does: a number, which may be hexadecimal, and
// nothing else but white space. ok is false for other texts.
func ParseFloat(s string) (f float64, ok bool) {
	s = strings.Trim(s, space)
	if digits := strings.TrimLeft(s, "+-"); len(digits) > 1 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		return parseHexFloat(s)
	}
	f, used := ScanFloat(s)
	return f, used == len(s) && used > 0
}

// parseHexFloat reads a hexadecimal integer, or a number with an exponent of two.
func parseHexFloat(s string) (f float64, ok bool) {
	switch _, err := ParseInt(s, 16); {
	case !errors.Is(err, strconv.ErrSyntax):
		s += "p0"
	case !strings.ContainsAny(s, "pP") || strings.Contains(s, "_"):
		return 0, false
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return f, err == nil || errors.Is(err, strconv.ErrRange)
}

// FormatFloat returns f as Float#to_s does: the shortest text that reads back the same,
// with an exponent for the very large and small.
//
//	FormatFloat(100)  // "100.0"
//	FormatFloat(1e20) // "1.0e+20"
func FormatFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	size := math.Abs(f)
	if size != 0 && (size < 1e-4 || size >= 1e15) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		mantissa, exp, _ := strings.Cut(s, "e")
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0"
		}
		return mantissa + "e" + exp
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// CompareIntFloat compares exactly, where a conversion could round; ok is false
// for NaN.
func CompareIntFloat(n int64, f float64) (order int, ok bool) {
	switch {
	case math.IsNaN(f):
		return 0, false
	case f >= 1<<63:
		return -1, true
	case f < -(1 << 63):
		return 1, true
	}
	whole := int64(f)
	switch {
	case n < whole:
		return -1, true
	case n > whole:
		return 1, true
	case f > float64(whole):
		return -1, true
	case f < float64(whole):
		return 1, true
	}
	return 0, true
}

// BriefFloat returns a float as messages show it, with six digits.
func BriefFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}
