package dsl

import (
	"cmp"
	"iter"

	"signalbox/dsl/internal/rubytext"
)

func stringSplit(c *Call) (Value, error) {
	limit, err := intAt(c, 1, 0)
	if err != nil {
		return nil, err
	}
	var pieces []Value
	switch s := countedText(c); {
	case s == "":
	case limit == 1:
		pieces, err = collectPieces(c, rubytext.SplitFunc(s, 1, nil))
	default:
		pieces, err = splitPieces(c, s, limit)
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

// splitPieces returns the parts of s, empty ones at the end included.
func splitPieces(c *Call, s string, limit int) ([]Value, error) {
	sep := " "
	switch v := c.arg(0).(type) {
	case nilValue:
	case *Regexp:
		return splitRegexp(c, s, v, limit)
	default:
		var err error
		if sep, err = patternText(c, v); err != nil {
			return nil, err
		}
	}
	return collectPieces(c, rubytext.Split(s, sep, limit))
}

// splitRegexp splits at matches. A match of nothing separates characters, but not
// before the first.
func splitRegexp(c *Call, s string, r *Regexp, limit int) ([]Value, error) {
	in, err := c.t.matching(r, s)
	if err != nil {
		return nil, err
	}
	at := 0
	var failed error
	pieces, err := collectPieces(c, rubytext.SplitFunc(s, limit, func(from int) []int {
		for at = max(at, from); at <= len(s); {
			m, err := in.next(at)
			if failed = err; m == nil || err != nil {
				break
			}
			if m.Spans[0] != from || m.Spans[1] != from {
				return m.Spans
			}
			at = m.next()
		}
		return nil
	}))
	return pieces, cmp.Or(failed, err)
}

func collectPieces(c *Call, parts iter.Seq[string]) ([]Value, error) {
	var pieces []Value
	for part := range parts {
		c.t.grow(sizeElement)
		pieces = append(pieces, c.t.substring(part))
		if err := c.Step(); err != nil {
			return nil, err
		}
		if err := c.size(len(pieces)); err != nil {
			return nil, err
		}
	}
	return pieces, nil
}
