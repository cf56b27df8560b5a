package core

import (
	"math"
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

func init() {
	format := dsl.FnOpt(1, -1, func(c *dsl.Call) dsl.Value { return formatString(c, c.Args[0], c.Args[1:]) }).With(trait.Converts)
	dsl.Register(dsl.Type{Name: "Kernel", Methods: dsl.PrivateMethods(dsl.Methods{"format sprintf": format})})
}

// formatString is Ruby's format: f % args.
func formatString(c *dsl.Call, f dsl.Value, args []dsl.Value) dsl.Value {
	text := c.TextOf(f)
	c.ChargeCopy(len(text))
	p := &formatter{c: c, src: text, args: args}
	p.run()
	return newString(c, p.out.String())
}

// A formatter runs through a format and its arguments.
type formatter struct {
	c    *dsl.Call
	src  string
	pos  int
	args []dsl.Value
	out  strings.Builder

	next     int // the argument that the next unnumbered directive takes
	numbered int // the last n$, 0 before the first
	named    string
	hash     *dsl.Hash
}

// A directive is one %... of a format.
type directive struct {
	rubytext.Directive
	hasWidth bool
	value    dsl.Value // nil: the next argument
}

// plainDirective is a % with nothing behind it.
var plainDirective = directive{Directive: rubytext.Directive{Precision: -1}}

func (p *formatter) fail(format string, args ...any) dsl.Failure {
	return p.c.Exception("ArgumentError", format, args...)
}

func (p *formatter) run() {
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
		p.c.Step()
		before := p.out.Len()
		p.directive()
		p.c.ChargeSearch(4 * (p.out.Len() - before))
		p.c.TextSize(p.out.Len())
	}
}

// directive reads what follows a % and writes its value.
func (p *formatter) directive() {
	plain := plainDirective
	d := &plain
	for {
		if p.pos >= len(p.src) {
			if *d != plainDirective {
				panic(p.fail("invalid format character - %%"))
			}
			panic(p.fail("incomplete format specifier; use %%%% (double %%) instead"))
		}
		ch := p.src[p.pos]
		p.pos++
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
			p.number(d)
		case '*':
			p.star(d)
		case '.':
			p.precision(d)
		case '<', '{':
			if p.name(d, ch) {
				return
			}
		default:
			d.Verb = ch
			p.write(d)
			return
		}
	}
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// int reads digits; the first may be before pos.
func (p *formatter) int(what string) int {
	n := 0
	for p.pos < len(p.src) && isDigit(p.src[p.pos]) {
		if n = 10*n + int(p.src[p.pos]-'0'); n > math.MaxInt32 {
			panic(p.fail("%s too big", what))
		}
		p.pos++
	}
	if p.pos >= len(p.src) {
		panic(p.fail("malformed format string - %%*[0-9]"))
	}
	return n
}

// number is a width, or the n$ that picks an argument.
func (p *formatter) number(d *directive) {
	p.pos--
	n := p.int("width")
	if p.src[p.pos] == '$' {
		p.pos++
		if d.value != nil {
			panic(p.fail("value given twice - %d$", n))
		}
		d.value = p.position(n)
		return
	}
	p.setWidth(d, n)
}

func (p *formatter) setWidth(d *directive, n int) {
	if d.hasWidth {
		panic(p.fail("width given twice"))
	}
	d.Width, d.hasWidth = n, true
}

// position gives argument n of a numbered directive.
func (p *formatter) position(n int) dsl.Value {
	switch {
	case p.next > 0:
		panic(p.fail("numbered(%d) after unnumbered(%d)", n, p.next))
	case p.named != "":
		panic(p.fail("numbered(%d) after named", n))
	case n < 1:
		panic(p.fail("invalid index - %d$", n))
	case n > len(p.args):
		panic(p.fail("too few arguments"))
	}
	p.numbered = n
	return p.args[n-1]
}

// argument gives the value of a directive: the named or numbered one, or the
// next in the list.
func (p *formatter) argument(d *directive) dsl.Value {
	if d.value != nil {
		return d.value
	}
	switch {
	case p.numbered > 0:
		panic(p.fail("unnumbered(%d) mixed with numbered", p.next+1))
	case p.named != "":
		panic(p.fail("unnumbered(%d) mixed with named", p.next+1))
	case p.next >= len(p.args):
		panic(p.fail("too few arguments"))
	}
	p.next++
	return p.args[p.next-1]
}

// star takes a width from the arguments; a negative one justifies to the left.
func (p *formatter) star(d *directive) {
	v := p.starArgument()
	n := p.c.IntOf(v)
	if n < 0 {
		d.Minus = true
		n = -n
	}
	if n < 0 || n > math.MaxInt32 {
		panic(p.fail("width too big"))
	}
	p.setWidth(d, n)
}

// starArgument gives the argument of * or *n$.
func (p *formatter) starArgument() dsl.Value {
	end := p.pos
	for end < len(p.src) && isDigit(p.src[end]) {
		end++
	}
	if end > p.pos && end < len(p.src) && p.src[end] == '$' {
		n := p.int("width")
		p.pos++
		return p.position(n)
	}
	return p.argument(&directive{})
}

func (p *formatter) precision(d *directive) {
	if d.Precision >= 0 {
		panic(p.fail("precision given twice"))
	}
	if p.pos < len(p.src) && p.src[p.pos] == '*' {
		p.pos++
		v := p.starArgument()
		n := p.c.IntOf(v)
		if n > math.MaxInt32 {
			panic(p.fail("precision too big"))
		}
		d.Precision = max(n, -1)
		return
	}
	n := p.int("precision")
	d.Precision = n
}

// name reads <name> or {name}; the latter is complete without a letter.
func (p *formatter) name(d *directive, open byte) (done bool) {
	closing := byte('>')
	if open == '{' {
		closing = '}'
	}
	end := strings.IndexByte(p.src[p.pos:], closing)
	if end < 0 {
		panic(p.fail("malformed name - unmatched parenthesis"))
	}
	key := p.src[p.pos : p.pos+end]
	p.pos += end + 1
	shown := string(open) + key + string(closing)
	switch {
	case p.next > 0:
		panic(p.fail("named%s after unnumbered(%d)", shown, p.next))
	case p.numbered > 0:
		panic(p.fail("named%s after numbered", shown))
	case d.value != nil:
		panic(p.fail("named%s after <%s>", shown, p.named))
	}
	p.named = key
	if d.value = p.lookup(key, shown); open == '<' {
		return false
	}
	d.Verb = 's'
	p.write(d)
	return true
}

func (p *formatter) lookup(key, shown string) dsl.Value {
	if p.hash == nil {
		h, ok := dsl.Value(nil), false
		if len(p.args) == 1 {
			h = p.args[0]
		}
		if p.hash, ok = h.(*dsl.Hash); !ok {
			panic(p.fail("one hash required"))
		}
	}
	if v, ok := p.hash.Sym(key); ok {
		return v
	}
	if p.hash.Default != nil || p.hash.DefaultProc != nil {
		if v := p.c.Send(p.hash, "[]", dsl.Symbol(key)); v != dsl.Nil {
			return v
		}
	}
	panic(p.c.Exception("KeyError", "key%s not found", shown))
}

func (p *formatter) write(d *directive) {
	switch d.Verb {
	case '%', '\n', 0:
		plain := plainDirective
		if plain.Verb = d.Verb; *d != plain {
			panic(p.fail("invalid format character - %%"))
		}
		if p.out.WriteByte('%'); d.Verb != '%' {
			p.pos--
		}
		return
	case 'c', 's', 'p', 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'B', 'f', 'e', 'E', 'g', 'G', 'a', 'A':
	default:
		r, _ := utf8.DecodeRuneInString(p.src[p.pos-1:])
		panic(p.fail("malformed format string - %%%c", r))
	}
	p.c.TextSize(max(d.Width, d.Precision))
	v := p.argument(d)
	switch d.Verb {
	case 'c':
		p.writeChar(d, v)
		return
	case 's', 'p':
		p.writeText(d, v)
		return
	case 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'B':
		p.writeInt(d, v)
		return
	}
	p.writeFloat(d, v)
}

func (p *formatter) writeChar(d *directive, v dsl.Value) {
	if s, ok := dsl.StringOf(v); ok {
		_, n := utf8.DecodeRuneInString(s.String())
		if n == 0 {
			panic(p.fail("%%c requires a character"))
		}
		p.out.WriteString(d.Pad(s.String()[:n]))
		return
	}
	n := p.c.IntOf(v)
	if n < 0 || n > utf8.MaxRune || n >= 0xd800 && n < 0xe000 {
		panic(p.c.Exception("RangeError", "%d out of char range", n))
	}
	p.out.WriteString(d.Pad(string(rune(n))))
}

func (p *formatter) writeText(d *directive, v dsl.Value) {
	show := p.c.ToS
	if d.Verb == 'p' {
		show = p.c.Inspect
	}
	p.out.WriteString(d.Text(show(v)))
}

func (p *formatter) writeInt(d *directive, v dsl.Value) {
	n, _ := toInteger(p.c, v, 0).(dsl.Int)
	p.out.WriteString(d.Int(int64(n)))
}

func (p *formatter) writeFloat(d *directive, v dsl.Value) {
	if n, ok := v.(dsl.Int); ok && d.Verb == 'f' {
		p.out.WriteString(d.Whole(int64(n)))
		return
	}
	f := numberToFloat(p.c, v)
	p.out.WriteString(d.Float(f))
}
