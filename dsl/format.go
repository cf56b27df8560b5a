package dsl

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

// formatString is Ruby's format: f % args.
func formatString(c *Call, f Value, args []Value) (Value, error) {
	text, err := toStr(c, f)
	if err != nil {
		return nil, err
	}
	c.t.copied(len(text))
	p := &formatter{c: c, src: text, args: args}
	if err := p.run(); err != nil {
		return nil, err
	}
	return newString(c, p.out.String())
}

// A formatter runs through a format and its arguments.
type formatter struct {
	c    *Call
	src  string
	pos  int
	args []Value
	out  strings.Builder

	next     int // the argument that the next unnumbered directive takes
	numbered int // the last n$, 0 before the first
	named    string
	hash     *Hash
}

// A directive is one %... of a format.
type directive struct {
	minus, plus, space, zero, alt bool

	width, prec       int // prec -1: none
	hasWidth, hasPrec bool
	value             Value // nil: the next argument
	verb              byte
}

func (p *formatter) fail(format string, args ...any) error {
	return p.c.Errorf("ArgumentError", format, args...)
}

func (p *formatter) run() error {
	for p.pos < len(p.src) {
		n := strings.IndexByte(p.src[p.pos:], '%')
		if n < 0 {
			n = len(p.src) - p.pos
		}
		p.out.WriteString(p.src[p.pos : p.pos+n])
		if p.pos += n; p.pos == len(p.src) {
			break
		}
		p.pos++
		if err := p.c.Step(); err != nil {
			return err
		}
		before := p.out.Len()
		if err := p.directive(); err != nil {
			return err
		}
		p.c.t.counted(4 * (p.out.Len() - before))
		if err := p.c.t.stringSize(p.out.Len()); err != nil {
			return err
		}
	}
	return nil
}

// directive reads what follows a % and writes its value.
func (p *formatter) directive() error {
	d := &directive{prec: -1}
	for {
		if p.pos >= len(p.src) {
			if *d != (directive{prec: -1}) {
				return p.fail("invalid format character - %%")
			}
			return p.fail("incomplete format specifier; use %%%% (double %%) instead")
		}
		ch := p.src[p.pos]
		p.pos++
		var err error
		switch ch {
		case ' ':
			d.space = true
		case '#':
			d.alt = true
		case '+':
			d.plus = true
		case '-':
			d.minus = true
		case '0':
			d.zero = true
		case '1', '2', '3', '4', '5', '6', '7', '8', '9':
			err = p.number(d)
		case '*':
			err = p.star(d)
		case '.':
			err = p.precision(d)
		case '<', '{':
			var done bool
			if done, err = p.name(d, ch); done || err != nil {
				return err
			}
		default:
			d.verb = ch
			return p.write(d)
		}
		if err != nil {
			return err
		}
	}
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// int reads digits; the first may be before pos.
func (p *formatter) int(what string) (int, error) {
	n := 0
	for p.pos < len(p.src) && isDigit(p.src[p.pos]) {
		if n = 10*n + int(p.src[p.pos]-'0'); n > math.MaxInt32 {
			return 0, p.fail("%s too big", what)
		}
		p.pos++
	}
	if p.pos >= len(p.src) {
		return 0, p.fail("malformed format string - %%*[0-9]")
	}
	return n, nil
}

// number is a width, or the n$ that picks an argument.
func (p *formatter) number(d *directive) error {
	p.pos--
	n, err := p.int("width")
	if err != nil {
		return err
	}
	if p.src[p.pos] == '$' {
		p.pos++
		if d.value != nil {
			return p.fail("value given twice - %d$", n)
		}
		d.value, err = p.position(n)
		return err
	}
	return p.setWidth(d, n)
}

func (p *formatter) setWidth(d *directive, n int) error {
	if d.hasWidth {
		return p.fail("width given twice")
	}
	d.width, d.hasWidth = n, true
	return nil
}

// position gives argument n of a numbered directive.
func (p *formatter) position(n int) (Value, error) {
	switch {
	case p.next > 0:
		return nil, p.fail("numbered(%d) after unnumbered(%d)", n, p.next)
	case p.named != "":
		return nil, p.fail("numbered(%d) after named", n)
	case n < 1:
		return nil, p.fail("invalid index - %d$", n)
	case n > len(p.args):
		return nil, p.fail("too few arguments")
	}
	p.numbered = n
	return p.args[n-1], nil
}

// argument gives the value of a directive: the named or numbered one, or the
// next in the list.
func (p *formatter) argument(d *directive) (Value, error) {
	if d.value != nil {
		return d.value, nil
	}
	switch {
	case p.numbered > 0:
		return nil, p.fail("unnumbered(%d) mixed with numbered", p.next+1)
	case p.named != "":
		return nil, p.fail("unnumbered(%d) mixed with named", p.next+1)
	case p.next >= len(p.args):
		return nil, p.fail("too few arguments")
	}
	p.next++
	return p.args[p.next-1], nil
}

// star takes a width from the arguments; a negative one justifies to the left.
func (p *formatter) star(d *directive) error {
	v, err := p.starArgument()
	if err != nil {
		return err
	}
	n, err := toInt(p.c, v)
	if err != nil {
		return err
	}
	if n < 0 {
		d.minus = true
		n = -n
	}
	if n < 0 || n > math.MaxInt32 {
		return p.fail("width too big")
	}
	return p.setWidth(d, n)
}

// starArgument gives the argument of * or *n$.
func (p *formatter) starArgument() (Value, error) {
	end := p.pos
	for end < len(p.src) && isDigit(p.src[end]) {
		end++
	}
	if end > p.pos && end < len(p.src) && p.src[end] == '$' {
		n, err := p.int("width")
		if err != nil {
			return nil, err
		}
		p.pos++
		return p.position(n)
	}
	return p.argument(&directive{})
}

func (p *formatter) precision(d *directive) error {
	if d.hasPrec {
		return p.fail("precision given twice")
	}
	d.hasPrec = true
	if p.pos < len(p.src) && p.src[p.pos] == '*' {
		p.pos++
		v, err := p.starArgument()
		if err != nil {
			return err
		}
		n, err := toInt(p.c, v)
		if n > math.MaxInt32 {
			return p.fail("precision too big")
		}
		if d.prec = n; n < 0 {
			d.prec, d.hasPrec = -1, false
		}
		return err
	}
	n, err := p.int("precision")
	d.prec = n
	return err
}

// name reads <name> or {name}; the latter is complete without a letter.
func (p *formatter) name(d *directive, open byte) (done bool, err error) {
	closing := byte('>')
	if open == '{' {
		closing = '}'
	}
	end := strings.IndexByte(p.src[p.pos:], closing)
	if end < 0 {
		return false, p.fail("malformed name - unmatched parenthesis")
	}
	key := p.src[p.pos : p.pos+end]
	p.pos += end + 1
	shown := string(open) + key + string(closing)
	switch {
	case p.next > 0:
		return false, p.fail("named%s after unnumbered(%d)", shown, p.next)
	case p.numbered > 0:
		return false, p.fail("named%s after numbered", shown)
	case d.value != nil:
		return false, p.fail("named%s after <%s>", shown, p.named)
	}
	p.named = key
	if d.value, err = p.lookup(key, shown); err != nil || open == '<' {
		return false, err
	}
	d.verb = 's'
	return true, p.write(d)
}

func (p *formatter) lookup(key, shown string) (Value, error) {
	if p.hash == nil {
		h, ok := Value(nil), false
		if len(p.args) == 1 {
			h = p.args[0]
		}
		if p.hash, ok = h.(*Hash); !ok {
			return nil, p.fail("one hash required")
		}
	}
	if v, ok := p.hash.Sym(key); ok {
		return v, nil
	}
	if p.hash.Default != nil || p.hash.DefaultProc != nil {
		if v, err := p.c.Send(p.hash, "[]", Symbol(key)); v != Nil || err != nil {
			return v, err
		}
	}
	return nil, p.c.Errorf("KeyError", "key%s not found", shown)
}

func (p *formatter) write(d *directive) error {
	switch d.verb {
	case '%', '\n', 0:
		if *d != (directive{prec: -1, verb: d.verb}) {
			return p.fail("invalid format character - %%")
		}
		if p.out.WriteByte('%'); d.verb != '%' {
			p.pos--
		}
		return nil
	case 'c', 's', 'p', 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'B', 'f', 'e', 'E', 'g', 'G', 'a', 'A':
	default:
		r, _ := utf8.DecodeRuneInString(p.src[p.pos-1:])
		return p.fail("malformed format string - %%%c", r)
	}
	if err := p.c.t.stringSize(max(d.width, d.prec)); err != nil {
		return err
	}
	v, err := p.argument(d)
	if err != nil {
		return err
	}
	switch d.verb {
	case 'c':
		return p.writeChar(d, v)
	case 's', 'p':
		return p.writeText(d, v)
	case 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'B':
		return p.writeInt(d, v)
	}
	return p.writeFloat(d, v)
}

// pad writes s within the width.
func (p *formatter) pad(d *directive, s string) {
	fill := strings.Repeat(" ", max(d.width-charCount(s), 0))
	if d.minus {
		p.out.WriteString(s + fill)
	} else {
		p.out.WriteString(fill + s)
	}
}

func (p *formatter) writeChar(d *directive, v Value) error {
	if s, ok := stringOf(v); ok {
		_, n := utf8.DecodeRuneInString(s.s)
		if n == 0 {
			return p.fail("%%c requires a character")
		}
		p.pad(d, s.s[:n])
		return nil
	}
	n, err := toInt(p.c, v)
	if err != nil {
		return err
	}
	if n < 0 || n > utf8.MaxRune || n >= 0xd800 && n < 0xe000 {
		return p.c.Errorf("RangeError", "%d out of char range", n)
	}
	p.pad(d, string(rune(n)))
	return nil
}

func (p *formatter) writeText(d *directive, v Value) error {
	show := p.c.ToS
	if d.verb == 'p' {
		show = p.c.Inspect
	}
	s, err := show(v)
	if err != nil {
		return err
	}
	if d.hasPrec && d.prec < charCount(s) {
		s = s[:rubytext.Offset(s, d.prec)]
	}
	p.pad(d, s)
	return nil
}

// toIntegerArg is what %d makes of its argument, as Integer() does.
func (p *formatter) toIntegerArg(v Value) (int64, error) {
	switch v := number(v).(type) {
	case Int:
		return int64(v), nil
	case Float:
		return floatToInt(p.c, float64(v))
	case nilValue:
		return 0, p.c.Errorf("TypeError", "can't convert nil into Integer")
	}
	if s, ok := stringOf(v); ok {
		return parseInteger(p.c, s.s, 0)
	}
	if o, ok := v.(*Object); ok && p.c.t.respondTo(o, "to_i") {
		r, err := p.c.Send(o, "to_i")
		if n, ok := r.(Int); ok || err != nil {
			return int64(n), err
		}
	}
	return 0, p.c.Errorf("TypeError", "can't convert %s into Integer", p.c.t.describe(v))
}

// intBases give the base and the prefix of the # flag.
var intBases = map[byte]struct {
	base   int
	prefix string
}{
	'd': {10, ""}, 'i': {10, ""}, 'u': {10, ""}, 'o': {8, "0"},
	'x': {16, "0x"}, 'X': {16, "0X"}, 'b': {2, "0b"}, 'B': {2, "0B"},
}

func (p *formatter) writeInt(d *directive, v Value) error {
	n, err := p.toIntegerArg(v)
	if err != nil {
		return err
	}
	how := intBases[d.verb]
	sign, digits, fill, dots := "", "", byte('0'), false
	switch {
	case n < 0 && how.base != 10 && !d.plus && !d.space:
		digits, fill = complementDigits(n, how.base)
		dots = true
	default:
		digits = strconv.FormatUint(absUint(n), how.base)
		sign = d.sign(n < 0)
	}
	if d.hasPrec && d.prec == 0 && n == 0 && (!d.alt || how.base != 8) {
		digits = ""
	}
	switch {
	case !d.alt || n == 0 || how.base == 8 && dots:
	case how.base == 8:
		digits = how.prefix + digits
	default:
		sign += how.prefix
	}
	if d.verb == 'X' {
		digits = strings.ToUpper(digits)
		if fill == 'f' {
			fill = 'F'
		}
	}
	p.pad(d, d.fillInt(sign, digits, fill, dots))
	return nil
}

func (d *directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.plus:
		return "+"
	case d.space:
		return " "
	}
	return ""
}

// fillInt brings digits to the precision, or to the width with the 0 flag. The
// dots stand for the digits that a negative number has without end.
func (d *directive) fillInt(sign, digits string, fill byte, dots bool) string {
	want := 0
	switch {
	case d.hasPrec:
		want = d.prec
	case d.zero && !d.minus:
		want = d.width - len(sign)
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

func (p *formatter) writeFloat(d *directive, v Value) error {
	f, err := numberToFloat(p.c, v)
	if err != nil {
		return err
	}
	sign := d.sign(math.Signbit(f) && !math.IsNaN(f))
	if math.IsInf(f, 0) || math.IsNaN(f) {
		s := "Inf"
		if math.IsNaN(f) {
			s = "NaN"
		}
		p.pad(d, sign+s)
		return nil
	}
	s := d.floatDigits(math.Abs(f))
	if n, ok := v.(Int); ok && d.verb == 'f' {
		s = d.wholeDigits(int64(n))
	}
	if d.zero && !d.minus {
		s = strings.Repeat("0", max(d.width-len(sign)-len(s), 0)) + s
	}
	p.pad(d, sign+s)
	return nil
}

// wholeDigits is %f of an Integer, which is not rounded to a float.
func (d *directive) wholeDigits(n int64) string {
	s, prec := strconv.FormatUint(absUint(n), 10), 6
	if d.hasPrec {
		prec = d.prec
	}
	if prec > 0 {
		s += "." + strings.Repeat("0", prec)
	}
	return s
}

// floatDigits formats a number that is not negative as C's printf does.
func (d *directive) floatDigits(f float64) string {
	prec := 6
	if d.hasPrec {
		prec = d.prec
	}
	upper := d.verb < 'a'
	verb := d.verb | 0x20
	var s string
	switch verb {
	case 'g':
		if s = strconv.FormatFloat(f, 'g', max(prec, 1), 64); d.alt {
			s = longG(f, max(prec, 1))
		}
	case 'a':
		if !d.hasPrec {
			prec = -1
		}
		s = strconv.FormatFloat(f, 'x', prec, 64)
		mantissa, exp, _ := strings.Cut(s, "p")
		s = mantissa + "p" + exp[:1] + strings.TrimLeft(exp[1:len(exp)-1], "0") + exp[len(exp)-1:]
	default:
		s = strconv.FormatFloat(f, verb, prec, 64)
		if d.alt {
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
