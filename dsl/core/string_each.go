package core

import (
	"fmt"
	"iter"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

var stringEachMethods = dsl.Methods{
	"split":             dsl.FnOpt(0, 2, stringSplit),
	"chars":             dsl.Fn(0, func(c *dsl.Call) dsl.Value { return listOf(c, eachChar) }),
	"grapheme_clusters": dsl.Fn(0, stringGraphemes),
	"bytes":             dsl.Fn(0, stringBytes),
	"codepoints":        dsl.Fn(0, func(c *dsl.Call) dsl.Value { return listOf(c, eachCodepoint) }),
	"lines":             dsl.FnKw(0, 1, func(c *dsl.Call) dsl.Value { return listOf(c, eachLine) }),
	"succ next":         dsl.Fn(0, stringSucc),
	"succ! next!":       dsl.Fn(0, stringAssign(stringSucc)).With(trait.ChangesReceiver),
	"upto":              dsl.FnOpt(1, 2, stringUpto),
}

// listOf makes an array of the parts that each passes on.
func listOf(c *dsl.Call, each func(*dsl.Call) iter.Seq[dsl.Value]) dsl.Value {
	list := c.NewArray()
	for v := range each(c) {
		c.Step()
		c.Push(list, v)
	}
	return list
}

func stringBytes(c *dsl.Call) dsl.Value { return listOf(c, eachByte) }

func eachChar(c *dsl.Call) iter.Seq[dsl.Value] {
	return func(yield func(dsl.Value) bool) {
		for s := selfString(c).String(); s != ""; {
			_, n := utf8.DecodeRuneInString(s)
			if !yield(c.Substring(s[:n])) {
				return
			}
			s = s[n:]
		}
	}
}

// stringGraphemes is the list of characters as people see them: marks belong to the letter before
// them, a line feed to its carriage return. What is made of whole characters (flags, families,
// syllables of Hangul) is unknown.
func stringGraphemes(c *dsl.Call) dsl.Value {
	whole := selfString(c).String()
	if strings.ContainsFunc(whole, func(r rune) bool { return unicode.In(r, unicode.Mc, unicode.Regional_Indicator, joiners) }) {
		return undeterminedCall(c)
	}
	list := c.NewArray()
	for s := whole; s != ""; {
		c.Step()
		first, n := utf8.DecodeRuneInString(s)
		if strings.HasPrefix(s, "\r\n") {
			n = 2
		}
		for !unicode.IsControl(first) {
			r, size := utf8.DecodeRuneInString(s[n:])
			if !unicode.In(r, unicode.Mn, unicode.Me) {
				break
			}
			n += size
		}
		c.Push(list, c.Substring(s[:n]))
		s = s[n:]
	}
	return list
}

// joiners are what joins with the characters beside it: jamo, ZWNJ and ZWJ, and the marks of
// numbers and skins.
var joiners = &unicode.RangeTable{
	R16: []unicode.Range16{{0x0600, 0x0605, 1}, {0x1100, 0x11ff, 1}, {0x200c, 0x200d, 1}, {0xa960, 0xa97c, 1}, {0xd7b0, 0xd7fb, 1}},
	R32: []unicode.Range32{{0x1f3fb, 0x1f3ff, 1}, {0xe0020, 0xe007f, 1}},
}

func eachByte(c *dsl.Call) iter.Seq[dsl.Value] {
	return func(yield func(dsl.Value) bool) {
		for _, b := range []byte(selfString(c).String()) {
			if !yield(dsl.Int(b)) {
				return
			}
		}
	}
}

func eachCodepoint(c *dsl.Call) iter.Seq[dsl.Value] {
	s := countedText(c)
	if !utf8.ValidString(s) {
		panic(c.Exception("ArgumentError", "invalid byte sequence in UTF-8"))
	}
	return func(yield func(dsl.Value) bool) {
		for _, r := range s {
			if !yield(dsl.Int(r)) {
				return
			}
		}
	}
}

// eachLine returns the lines with their separator; chomp: true takes it off, an
// empty separator splits paragraphs.
func eachLine(c *dsl.Call) iter.Seq[dsl.Value] {
	s, sep := selfString(c).String(), "\n"
	whole := len(c.Args) == 1 && c.Args[0] == dsl.Nil
	if len(c.Args) == 1 && !whole {
		sep = c.Text(0)
	}
	bare := c.Flag("chomp", false)
	return func(yield func(dsl.Value) bool) {
		if whole {
			yield(c.Substring(s))
			return
		}
		for s != "" {
			line, rest := rubytext.CutLine(s, sep, bare)
			c.ChargeSearch(len(s) - len(rest))
			if !yield(c.Substring(line)) {
				return
			}
			s = rest
		}
	}
}

func stringSucc(c *dsl.Call) dsl.Value { return newString(c, rubytext.Succ(wholeText(c))) }

func stringUpto(c *dsl.Call) dsl.Value {
	last := c.Text(0)
	if c.Block == nil {
		return c.Enumerator()
	}
	for s := range eachUpto(c, selfString(c).String(), last, c.Truthy(c.Arg(1))) {
		c.Yield(c.NewString(s))
	}
	return c.Self
}

// eachUpto returns the strings from first to last: String#upto, and Range#each of strings.
func eachUpto(c *dsl.Call, first, last string, exclusive bool) iter.Seq[string] {
	if lo, ok := rubytext.Digits(first); ok {
		if hi, ok := rubytext.Digits(last); ok {
			return eachNumeral(c, lo, hi, len(first), exclusive)
		}
	}
	single := len(first) == 1 && len(last) == 1 && first[0] < utf8.RuneSelf && last[0] < utf8.RuneSelf
	return func(yield func(string) bool) {
		if order := strings.Compare(first, last); order > 0 || order == 0 && exclusive {
			return
		}
		after := rubytext.Succ(last)
		for s := first; s != after || single; {
			c.Step()
			c.ChargeScan(len(s) + len(last))
			if exclusive && s == last || !yield(s) || s == last {
				return
			}
			if single {
				s = string(rune(s[0] + 1))
			} else {
				s = rubytext.Succ(s)
			}
			if charCount(s) > charCount(last) || s == "" {
				return
			}
		}
	}
}

// eachNumeral counts from "08" to "11", keeping the width.
func eachNumeral(c *dsl.Call, from, to, width int, exclusive bool) iter.Seq[string] {
	if exclusive {
		to--
	}
	return func(yield func(string) bool) {
		for n := from; n <= to; n++ {
			c.Step()
			if !yield(fmt.Sprintf("%0*d", width, n)) || n == math.MaxInt {
				return
			}
		}
	}
}

func stringSplit(c *dsl.Call) dsl.Value {
	limit := c.IntOr(1, 0)
	var pieces []dsl.Value
	if s := countedText(c); s != "" {
		for part := range splitText(c, s, limit) {
			c.ChargeMemory(limits.SizeElement)
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
		c.ChargeMemory(limits.SizeArray)
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
	in := dsl.Must(newMatching(c.Thread, r, s))
	at := 0
	return rubytext.SplitFunc(s, limit, func(from int) (lo, hi int, groups []int) {
		for at = max(at, from); at <= len(s); {
			m := dsl.Must(in.next(at))
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
