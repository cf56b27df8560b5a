package dsl

import (
	"iter"

	"signalbox/dsl/internal/rubytext"
)

func stringSplit(c *Call) Value {
	limit := c.IntOr(1, 0)
	var pieces []Value
	if s := countedText(c); s != "" {
		for part := range splitText(c, s, limit) {
			c.t.grow(sizeElement)
			pieces = append(pieces, c.t.substring(part))
			c.Step()
			c.Size(len(pieces))
		}
	}
	if limit == 0 {
		for n := len(pieces); n > 0 && pieces[n-1].(*String).s == ""; n-- {
			pieces = pieces[:n-1]
		}
	}
	if c.Block == nil {
		c.t.grow(sizeArray)
		return &Array{Elems: pieces}
	}
	for _, v := range pieces {
		c.Yield(v)
	}
	return c.Self
}

// splitText returns the parts of s, empty ones at the end included.
func splitText(c *Call, s string, limit int) iter.Seq[string] {
	v := c.Arg(0)
	if limit == 1 || v == Nil {
		return rubytext.Split(s, " ", limit)
	}
	if r, ok := v.(*Regexp); ok {
		return splitRegexp(c, s, r, limit)
	}
	return rubytext.Split(s, patternText(c, v), limit)
}

// splitRegexp splits at matches. A match of nothing separates characters, but not
// before the first.
func splitRegexp(c *Call, s string, r *Regexp, limit int) iter.Seq[string] {
	in := Check(c.t.matching(r, s))
	at := 0
	return rubytext.SplitFunc(s, limit, func(from int) (lo, hi int, groups []int) {
		for at = max(at, from); at <= len(s); {
			m := Check(in.next(at))
			if m == nil {
				break
			}
			if lo, hi := m.Spans[0], m.Spans[1]; lo != from || hi != from {
				return lo, hi, m.Spans[2:]
			}
			at = m.next()
		}
		return -1, 0, nil
	})
}
