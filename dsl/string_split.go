package dsl

import "signalbox/dsl/internal/rubytext"

func stringSplit(c *Call) (Value, error) {
	limit, err := intAt(c, 1, 0)
	if err != nil {
		return nil, err
	}
	var pieces []Value
	if s := countedText(c); s != "" {
		err = splitText(c, s, limit, func(part string) error {
			c.t.grow(sizeElement)
			pieces = append(pieces, c.t.substring(part))
			if err := c.Step(); err != nil {
				return err
			}
			return c.size(len(pieces))
		})
	}
	if err != nil {
		return nil, err
	}
	if limit == 0 {
		for n := len(pieces); n > 0 && pieces[n-1].(*String).s == ""; n-- {
			pieces = pieces[:n-1]
		}
	}
	if c.Block == nil {
		c.t.grow(sizeArray)
		return &Array{Elems: pieces}, nil
	}
	for _, v := range pieces {
		if _, err := c.Yield(v); err != nil {
			return nil, err
		}
	}
	return c.Self, nil
}

// splitText calls part with the parts of s, empty ones at the end included.
func splitText(c *Call, s string, limit int, part func(string) error) error {
	v := c.arg(0)
	if limit == 1 || v == Nil {
		return rubytext.Split(s, " ", limit, part)
	}
	if r, ok := v.(*Regexp); ok {
		return splitRegexp(c, s, r, limit, part)
	}
	sep, err := patternText(c, v)
	if err != nil {
		return err
	}
	return rubytext.Split(s, sep, limit, part)
}

// splitRegexp splits at matches. A match of nothing separates characters, but not
// before the first.
func splitRegexp(c *Call, s string, r *Regexp, limit int, part func(string) error) error {
	in, err := c.t.matching(r, s)
	if err != nil {
		return err
	}
	at := 0
	return rubytext.SplitFunc(s, limit, func(from int) (lo, hi int, groups []int, err error) {
		for at = max(at, from); at <= len(s); {
			m, err := in.next(at)
			if m == nil || err != nil {
				return -1, 0, nil, err
			}
			if lo, hi := m.Spans[0], m.Spans[1]; lo != from || hi != from {
				return lo, hi, m.Spans[2:], nil
			}
			at = m.next()
		}
		return -1, 0, nil, nil
	}, part)
}
