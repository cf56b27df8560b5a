package dsl

import (
	"strings"
	"unicode/utf8"
)

// A splitter collects the pieces of String#split, or yields them.
type splitter struct {
	c      *Call
	s      string
	limit  int
	pieces []Value
	cuts   int
}

func (p *splitter) push(lo, hi int) error {
	p.c.t.grow(sizeElement)
	p.pieces = append(p.pieces, p.c.t.substring(p.s[lo:hi]))
	if err := p.c.Step(); err != nil {
		return err
	}
	return p.c.size(len(p.pieces))
}

// full counts a cut and tells whether only the rest may follow.
func (p *splitter) full() bool {
	p.cuts++
	return p.limit > 0 && p.cuts >= p.limit-1
}

func stringSplit(c *Call) (Value, error) {
	limit, err := intAt(c, 1, 0)
	if err != nil {
		return nil, err
	}
	p := &splitter{c: c, s: countedText(c), limit: limit}
	switch {
	case p.s == "":
	case limit == 1:
		err = p.push(0, len(p.s))
	default:
		err = p.split(c.arg(0))
	}
	if err != nil {
		return nil, err
	}
	if limit == 0 {
		for n := len(p.pieces); n > 0 && p.pieces[n-1].(*String).s == ""; n-- {
			p.pieces = p.pieces[:n-1]
		}
	}
	if c.Block == nil {
		c.t.grow(sizeArray)
		return &Array{Elems: p.pieces}, nil
	}
	for _, v := range p.pieces {
		if _, err := c.Yield(v); err != nil {
			return nil, err
		}
	}
	return c.Self, nil
}

func (p *splitter) split(sep Value) error {
	if sep == Nil {
		return p.splitSpace()
	}
	if r, ok := sep.(*Regexp); ok {
		return p.splitRegexp(r)
	}
	text, err := patternText(p.c, sep)
	switch {
	case err != nil:
		return err
	case text == " ":
		return p.splitSpace()
	case text == "":
		return p.splitChars()
	}
	return p.splitText(text)
}

// rest pushes what stands behind the last cut.
func (p *splitter) rest(from int) error {
	if p.limit != 0 || from < len(p.s) {
		return p.push(from, len(p.s))
	}
	return nil
}

// splitSpace cuts at runs of white space and ignores that at the beginning.
func (p *splitter) splitSpace() error {
	const space = " \t\n\v\f\r\x00"
	skip := func(i int) int { return len(p.s) - len(strings.TrimLeft(p.s[i:], space)) }
	from := skip(0)
	for from < len(p.s) {
		n := strings.IndexAny(p.s[from:], space)
		if n < 0 {
			return p.push(from, len(p.s))
		}
		if err := p.push(from, from+n); err != nil {
			return err
		}
		from = skip(from + n)
		if p.full() {
			break
		}
	}
	return p.rest(from)
}

func (p *splitter) splitText(sep string) error {
	from := 0
	for {
		n := strings.Index(p.s[from:], sep)
		if n < 0 {
			break
		}
		if err := p.push(from, from+n); err != nil {
			return err
		}
		from += n + len(sep)
		if p.full() {
			break
		}
	}
	return p.rest(from)
}

func (p *splitter) splitChars() error {
	from := 0
	for from < len(p.s) {
		_, n := utf8.DecodeRuneInString(p.s[from:])
		if err := p.push(from, from+n); err != nil {
			return err
		}
		from += n
		if p.full() {
			break
		}
	}
	return p.rest(from)
}

// splitRegexp cuts at matches and pushes their groups too. A match of nothing
// cuts between characters, but not before the first.
func (p *splitter) splitRegexp(r *Regexp) error {
	in, err := p.c.t.matching(r, p.s)
	if err != nil {
		return err
	}
	from := 0
	for at := 0; at <= len(p.s); {
		m, err := in.next(at)
		if err != nil {
			return err
		}
		if m == nil {
			break
		}
		lo, hi := m.Spans[0], m.Spans[1]
		if lo == hi && lo == from {
			at = m.next()
			continue
		}
		if err := p.push(from, lo); err != nil {
			return err
		}
		from, at = hi, max(hi, at)
		for n := 1; 2*n < len(m.Spans); n++ {
			if m.Spans[2*n] < 0 {
				continue
			}
			if err := p.push(m.Spans[2*n], m.Spans[2*n+1]); err != nil {
				return err
			}
		}
		if p.full() {
			break
		}
	}
	return p.rest(from)
}
