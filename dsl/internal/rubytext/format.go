package rubytext

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Directive is one %... of Kernel#format, without its argument.
type Directive struct {
	Minus, Plus, Space, Zero, Alt bool // the flags -, +, space, 0 and #

	Width     int
	Precision int // -1: none
	Verb      byte
}

// Pad returns s with spaces up to the width.
func (d *Directive) Pad(s string) string {
	fill := d.Width - utf8.RuneCountInString(s)
	if fill <= 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + fill)
	if d.Minus {
		b.WriteString(s)
	}
	for range fill {
		b.WriteByte(' ')
	}
	if !d.Minus {
		b.WriteString(s)
	}
	return b.String()
}

// Text returns s as %s writes it: of the precision are as many characters.
func (d *Directive) Text(s string) string {
	if d.Precision >= 0 {
		s = s[:Offset(s, d.Precision)]
	}
	return d.Pad(s)
}

// intBases give the base and the prefix of the # flag.
var intBases = map[byte]struct {
	base   int
	prefix string
}{
	'd': {10, ""}, 'i': {10, ""}, 'u': {10, ""}, 'o': {8, "0"},
	'x': {16, "0x"}, 'X': {16, "0X"}, 'b': {2, "0b"}, 'B': {2, "0B"},
}

// Int returns n as %d, %i, %u, %x, %X, %o, %b and %B write it: with a base other than
// ten, a negative number without a sign is the complement, ..f for -1.
func (d *Directive) Int(n int64) string {
	how := intBases[d.Verb]
	sign, digits, fill, dots := "", "", byte('0'), false
	switch {
	case n < 0 && how.base != 10 && !d.Plus && !d.Space:
		digits, fill = complementDigits(n, how.base)
		dots = true
	default:
		digits = strings.TrimPrefix(strconv.FormatInt(n, how.base), "-")
		sign = d.sign(n < 0)
	}
	if d.Precision == 0 && n == 0 && (!d.Alt || how.base != 8) {
		digits = ""
	}
	switch {
	case !d.Alt || n == 0 || how.base == 8 && dots:
	case how.base == 8:
		digits = how.prefix + digits
	default:
		sign += how.prefix
	}
	if d.Verb == 'X' {
		digits = strings.ToUpper(digits)
		if fill == 'f' {
			fill = 'F'
		}
	}
	return d.Pad(d.fillInt(sign, digits, fill, dots))
}

func (d *Directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.Plus:
		return "+"
	case d.Space:
		return " "
	}
	return ""
}

// fillInt brings digits to the precision, or to the width with the 0 flag. The
// dots stand for the digits that a negative number has without end.
func (d *Directive) fillInt(sign, digits string, fill byte, dots bool) string {
	want := 0
	switch {
	case d.Precision >= 0:
		want = d.Precision
	case d.Zero && !d.Minus:
		want = d.Width - len(sign)
	}
	if dots {
		want -= 2
	}
	digits = strings.Repeat(string(fill), max(want-len(digits), 0)) + digits
	if dots {
		sign += ".."
	}
	return sign + digits
}

// complementDigits gives a negative number in two's complement: one digit that
// repeats without end to the left, and the rest.
func complementDigits(n int64, base int) (digits string, fill byte) {
	bits := map[int]uint{2: 1, 8: 3, 16: 4}[base]
	fill = "0123456789abcdef"[base-1]
	for n != -1 {
		digits = string("0123456789abcdef"[n&int64(base-1)]) + digits
		n >>= bits
	}
	return string(fill) + digits, fill
}

// Whole returns n as %f writes an Integer, which is not rounded to a float.
func (d *Directive) Whole(n int64) string {
	s, prec := strings.TrimPrefix(strconv.FormatInt(n, 10), "-"), d.Precision
	if prec < 0 {
		prec = 6
	}
	if prec > 0 {
		s += "." + strings.Repeat("0", prec)
	}
	return d.fillFloat(d.sign(n < 0), s)
}

// Float returns f as %f, %e, %E, %g, %G, %a and %A write it.
func (d *Directive) Float(f float64) string {
	sign := d.sign(math.Signbit(f) && !math.IsNaN(f))
	switch {
	case math.IsNaN(f):
		return d.Pad(sign + "NaN")
	case math.IsInf(f, 0):
		return d.Pad(sign + "Inf")
	}
	digits := d.floatDigits(math.Abs(f))
	if d.Verb|0x20 == 'a' {
		sign, digits = sign+digits[:2], digits[2:]
	}
	return d.fillFloat(sign, digits)
}

// fillFloat brings digits to the width, with the 0 flag by zeros.
func (d *Directive) fillFloat(sign, digits string) string {
	if d.Zero && !d.Minus {
		digits = strings.Repeat("0", max(d.Width-len(sign)-len(digits), 0)) + digits
	}
	return d.Pad(sign + digits)
}

// floatDigits formats a number that is not negative as C's printf does.
func (d *Directive) floatDigits(f float64) string {
	prec := d.Precision
	if prec < 0 {
		prec = 6
	}
	upper := d.Verb < 'a'
	verb := d.Verb | 0x20
	var s string
	switch verb {
	case 'g':
		if s = strconv.FormatFloat(f, 'g', max(prec, 1), 64); d.Alt {
			s = longG(f, max(prec, 1))
		}
	case 'a':
		s = strconv.FormatFloat(f, 'x', d.Precision, 64)
		mantissa, exp, _ := strings.Cut(s, "p")
		if d.Alt && !strings.Contains(mantissa, ".") {
			mantissa += "."
		}
		s = mantissa + "p" + exp[:1] + strings.TrimLeft(exp[1:len(exp)-1], "0") + exp[len(exp)-1:]
	default:
		s = strconv.FormatFloat(f, verb, prec, 64)
		if d.Alt {
			s = withPoint(s)
		}
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return s
}

// longG is %#g: %g that keeps its zeros and its point.
func longG(f float64, prec int) string {
	s := strconv.FormatFloat(f, 'e', prec-1, 64)
	_, text, _ := strings.Cut(s, "e")
	if exp, _ := strconv.Atoi(text); exp >= -4 && exp < prec {
		s = strconv.FormatFloat(f, 'f', prec-1-exp, 64)
	}
	return withPoint(s)
}

// withPoint puts the point of the # flag behind the digits that lack one.
func withPoint(s string) string {
	mantissa, exp, scientific := strings.Cut(s, "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += "."
	}
	if scientific {
		mantissa += "e" + exp
	}
	return mantissa
}
