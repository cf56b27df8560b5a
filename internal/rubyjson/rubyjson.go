// Package rubyjson reads JSON as Ruby's JSON.parse does: bytes that are no UTF-8 stay in
// strings, comments count as white space, and half a surrogate pair is an error.
package rubyjson

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deep lists and objects may nest. Ruby: max_nesting.
const MaxDepth = 100

// Errors of [Parse].
var (
	ErrSyntax = errors.New("unexpected token")
	ErrDepth  = errors.New("nesting of 101 is too deep")
)

// A Maker makes the values that a text holds. An error of it ends the reading.
type Maker[V any] interface {
	Null() V
	Bool(b bool) V
	String(s string) (V, error)
	// Number gets the number as it stands; isFloat reports whether it has a fraction or
	// an exponent.
	Number(text string, isFloat bool) (V, error)
	List(elems []V) (V, error)
	Object(keys []string, values []V) (V, error)
}

// Parse reads a text, which holds one value.
func Parse[V any](text string, m Maker[V]) (V, error) {
	p := &parser[V]{s: text, m: m}
	p.space()
	v, err := p.value(0)
	p.space()
	if err == nil && (p.bad || p.i < len(p.s)) {
		err = ErrSyntax
	}
	return v, err
}

type parser[V any] struct {
	s   string
	i   int
	m   Maker[V]
	bad bool // a comment without an end
}

// space goes over white space and comments.
func (p *parser[V]) space() {
	for p.i < len(p.s) {
		rest := p.s[p.i:]
		end := ""
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			p.i++
			continue
		case strings.HasPrefix(rest, "//"):
			end = "\n"
		case strings.HasPrefix(rest, "/*"):
			end = "*/"
		default:
			return
		}
		n := strings.Index(rest[2:], end)
		if n < 0 {
			p.bad, p.i = true, len(p.s)
			return
		}
		p.i += 2 + n + len(end)
	}
}

// take goes over a text if it is next.
func (p *parser[V]) take(text string) bool {
	if strings.HasPrefix(p.s[p.i:], text) {
		p.i += len(text)
		return true
	}
	return false
}

func (p *parser[V]) value(depth int) (v V, err error) {
	if p.i >= len(p.s) {
		return v, ErrSyntax
	}
	switch c := p.s[p.i]; {
	case c == '"':
		s, err := p.text()
		if err != nil {
			return v, err
		}
		return p.m.String(s)
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == '[' || c == '{':
		if depth >= MaxDepth {
			return v, ErrDepth
		}
		p.i++
		if c == '[' {
			return p.list(depth + 1)
		}
		return p.object(depth + 1)
	case p.take("null"):
		return p.m.Null(), nil
	case p.take("true"):
		return p.m.Bool(true), nil
	case p.take("false"):
		return p.m.Bool(false), nil
	}
	return v, ErrSyntax
}

// digits goes over digits and returns their number.
func (p *parser[V]) digits() int {
	start := p.i
	for p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		p.i++
	}
	return p.i - start
}

func (p *parser[V]) number() (v V, err error) {
	start, isFloat := p.i, false
	p.take("-")
	zero := p.i < len(p.s) && p.s[p.i] == '0'
	if n := p.digits(); n == 0 || zero && n > 1 {
		return v, ErrSyntax
	}
	if p.take(".") {
		isFloat = true
		if p.digits() == 0 {
			return v, ErrSyntax
		}
	}
	if p.take("e") || p.take("E") {
		isFloat = true
		_ = p.take("+") || p.take("-")
		if p.digits() == 0 {
			return v, ErrSyntax
		}
	}
	return p.m.Number(p.s[start:p.i], isFloat)
}

func (p *parser[V]) list(depth int) (v V, err error) {
	var elems []V
	for p.space(); !p.take("]"); p.space() {
		if len(elems) > 0 {
			if !p.take(",") {
				return v, ErrSyntax
			}
			p.space()
		}
		e, err := p.value(depth)
		if err != nil {
			return v, err
		}
		elems = append(elems, e)
	}
	return p.m.List(elems)
}

func (p *parser[V]) object(depth int) (v V, err error) {
	var (
		keys   []string
		values []V
	)
	for p.space(); !p.take("}"); p.space() {
		if len(keys) > 0 {
			if !p.take(",") {
				return v, ErrSyntax
			}
			p.space()
		}
		key, err := p.text()
		if err != nil {
			return v, err
		}
		p.space()
		if !p.take(":") {
			return v, ErrSyntax
		}
		p.space()
		e, err := p.value(depth)
		if err != nil {
			return v, err
		}
		keys, values = append(keys, key), append(values, e)
	}
	return p.m.Object(keys, values)
}

// text reads a string in quotes.
func (p *parser[V]) text() (string, error) {
	if !p.take(`"`) {
		return "", ErrSyntax
	}
	start := p.i
	for p.i < len(p.s) && p.s[p.i] >= ' ' && p.s[p.i] != '\\' {
		if p.s[p.i] == '"' {
			p.i++
			return p.s[start : p.i-1], nil
		}
		p.i++
	}
	out := []byte(p.s[start:p.i])
	for p.i < len(p.s) && p.s[p.i] >= ' ' {
		c := p.s[p.i]
		p.i++
		switch c {
		case '"':
			return string(out), nil
		case '\\':
			var err error
			if out, err = p.escape(out); err != nil {
				return "", err
			}
		default:
			out = append(out, c)
		}
	}
	return "", ErrSyntax
}

// escape reads what stands behind a backslash.
func (p *parser[V]) escape(out []byte) ([]byte, error) {
	if p.i >= len(p.s) || p.s[p.i] < ' ' {
		return nil, ErrSyntax
	}
	c := p.s[p.i]
	p.i++
	if i := strings.IndexByte("bfnrt", c); i >= 0 {
		return append(out, "\b\f\n\r\t"[i]), nil
	}
	if c != 'u' {
		return append(out, c), nil
	}
	ch, ok := p.unit()
	if !ok {
		return nil, ErrSyntax
	}
	if ch&0xFC00 == 0xD800 { // with the other half, whatever it is
		if !p.take(`\u`) {
			return nil, ErrSyntax
		}
		low, ok := p.unit()
		if !ok {
			return nil, ErrSyntax
		}
		ch = ch&0x3F<<10 | (ch>>6&0xF+1)<<16 | low&0x3FF
	}
	if ch&^0x7FF == 0xD800 { // the other half alone: no UTF-8
		return append(out, byte(0xE0|ch>>12), byte(0x80|ch>>6&0x3F), byte(0x80|ch&0x3F)), nil
	}
	return utf8.AppendRune(out, ch), nil
}

// unit reads four hexadecimal digits.
func (p *parser[V]) unit() (n rune, ok bool) {
	if len(p.s)-p.i < 4 {
		return 0, false
	}
	for _, c := range []byte(p.s[p.i : p.i+4]) {
		digit := strings.IndexByte("0123456789abcdef", c|0x20)
		if digit < 0 || c < '0' {
			return 0, false
		}
		n = n<<4 | rune(digit)
	}
	p.i += 4
	return n, true
}
