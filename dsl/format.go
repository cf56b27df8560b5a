package dsl

import (
	"math"
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
	rubytext.Directive
	hasWidth bool
	value    Value // nil: the next argument
}

// plainDirective is a % with nothing behind it.
var plainDirective = directive{Directive: rubytext.Directive{Precision: -1}}

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
	plain := plainDirective
	d := &plain
	for {
		if p.pos >= len(p.src) {
			if *d != plainDirective {
				return p.fail("invalid format character - %%")
			}
			return p.fail("incomplete format specifier; use %%%% (double %%) instead")
		}
		ch := p.src[p.pos]
		p.pos++
		var err error
		switch ch {
		case ' ':
			d.Space = true
		case '#':
			d.Alt = true
		case '+':
			d.Plus = true
		case '-':
			d.Minus = true
		case '0':
			d.Zero = true
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
			d.Verb = ch
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
	d.Width, d.hasWidth = n, true
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
		d.Minus = true
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
	if d.Precision >= 0 {
		return p.fail("precision given twice")
	}
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
		d.Precision = max(n, -1)
		return err
	}
	n, err := p.int("precision")
	d.Precision = n
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
	d.Verb = 's'
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
	switch d.Verb {
	case '%', '\n', 0:
		plain := plainDirective
		if plain.Verb = d.Verb; *d != plain {
			return p.fail("invalid format character - %%")
		}
		if p.out.WriteByte('%'); d.Verb != '%' {
			p.pos--
		}
		return nil
	case 'c', 's', 'p', 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'B', 'f', 'e', 'E', 'g', 'G', 'a', 'A':
	default:
		r, _ := utf8.DecodeRuneInString(p.src[p.pos-1:])
		return p.fail("malformed format string - %%%c", r)
	}
	if err := p.c.t.stringSize(max(d.Width, d.Precision)); err != nil {
		return err
	}
	v, err := p.argument(d)
	if err != nil {
		return err
	}
	switch d.Verb {
	case 'c':
		return p.writeChar(d, v)
	case 's', 'p':
		return p.writeText(d, v)
	case 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'B':
		return p.writeInt(d, v)
	}
	return p.writeFloat(d, v)
}

func (p *formatter) writeChar(d *directive, v Value) error {
	if s, ok := stringOf(v); ok {
		_, n := utf8.DecodeRuneInString(s.s)
		if n == 0 {
			return p.fail("%%c requires a character")
		}
		p.out.WriteString(d.Pad(s.s[:n]))
		return nil
	}
	n, err := toInt(p.c, v)
	if err != nil {
		return err
	}
	if n < 0 || n > utf8.MaxRune || n >= 0xd800 && n < 0xe000 {
		return p.c.Errorf("RangeError", "%d out of char range", n)
	}
	p.out.WriteString(d.Pad(string(rune(n))))
	return nil
}

func (p *formatter) writeText(d *directive, v Value) error {
	show := p.c.ToS
	if d.Verb == 'p' {
		show = p.c.Inspect
	}
	s, err := show(v)
	if err != nil {
		return err
	}
	p.out.WriteString(d.Text(s))
	return nil
}

// toIntegerArg is what %d makes of its argument, as Integer() does.
func (p *formatter) toIntegerArg(v Value) (int64, error) {
	switch v := v.(type) {
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

func (p *formatter) writeInt(d *directive, v Value) error {
	n, err := p.toIntegerArg(v)
	if err != nil {
		return err
	}
	p.out.WriteString(d.Int(n))
	return nil
}

func (p *formatter) writeFloat(d *directive, v Value) error {
	if n, ok := v.(Int); ok && d.Verb == 'f' {
		p.out.WriteString(d.Whole(int64(n)))
		return nil
	}
	f, err := numberToFloat(p.c, v)
	if err != nil {
		return err
	}
	p.out.WriteString(d.Float(f))
	return nil
}
