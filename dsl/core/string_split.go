package core

import (
	"iter"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

func stringSplit(c *dsl.Call) dsl.Value {
	limit := c.IntOr(1, 0)
	var pieces []dsl.Value
	if s := countedText(c); s != "" {
		for part := range splitText(c, s, limit) {
			c.Grow(dsl.SizeElement)
			pieces = append(pieces, c.Substring(part))
			c.Step()
			c.Size(len(pieces))
		}
	}
	if limit == 0 {
		for n := len(pieces); n > 0 && pieces[n-1].(*dsl.String).String() == ""; n-- {
			pieces = pieces[:n-1]
		}
	}
	if c.Block == nil {
		c.Grow(dsl.SizeArray)
		return &dsl.Array{Elems: pieces}
	}
	for _, v := range pieces {
		c.Yield(v)
	}
	return c.Self
}

// splitText returns the parts of s, empty ones at the end included.
func splitText(c *dsl.Call, s string, limit int) iter.Seq[string] {
	v := c.Arg(0)
	if limit == 1 || v == dsl.Nil {
		return rubytext.Split(s, " ", limit)
	}
	if r, ok := v.(*dsl.Regexp); ok {
		return splitRegexp(c, s, r, limit)
	}
	return rubytext.Split(s, patternText(c, v), limit)
}

// splitRegexp splits at matches. A match of nothing separates characters, but not
// before the first.
func splitRegexp(c *dsl.Call, s string, r *dsl.Regexp, limit int) iter.Seq[string] {
	in := dsl.Check(newMatching(c.Thread, r, s))
	at := 0
	return rubytext.SplitFunc(s, limit, func(from int) (lo, hi int, groups []int) {
		for at = max(at, from); at <= len(s); {
			m := dsl.Check(in.next(at))
			if m == nil {
				break
			}
			if lo, hi := m.Spans[0], m.Spans[1]; lo != from || hi != from {
				return lo, hi, m.Spans[2:]
			}
			at = nextStart(m)
		}
		return -1, 0, nil
	})
}
