package dsl

import (
	"strings"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

var stringIndexMethods = methodTable{
	"[]":        fnOpt(1, 2, stringIndex),
	"slice":     fnOpt(1, 2, stringIndex),
	"[]=":       fnOpt(2, 3, stringIndexSet).is(changes | opaque),
	"slice!":    fnOpt(1, 2, stringSliceBang).is(changes),
	"byteslice": fnOpt(1, 2, stringByteslice),
	"index":     fnOpt(1, 2, stringFind),
	"rindex":    fnOpt(1, 2, stringFindLast),
	"byteindex": fnOpt(1, 2, stringByteFind),
}

func charCount(s string) int { return utf8.RuneCountInString(s) }

// stringSpot finds the part of s that the arguments of `s[...]` name, in bytes.
func stringSpot(c *Call, s string, args []Value) (lo, hi int, ok bool) {
	if r, isRegexp := args[0].(*Regexp); isRegexp {
		return regexpSpot(c, r, s, args[1:])
	}
	if len(args) == 2 {
		start, length := toInt(c, args[0]), toInt(c, args[1])
		return rubytext.Span(s, start, length)
	}
	if r, isRange := args[0].(*Range); isRange {
		start, length, ok := indexSpan(c, r, charCount(s), false)
		if !ok {
			return 0, 0, false
		}
		return rubytext.Span(s, start, length)
	}
	if part, isString := stringOf(args[0]); isString {
		lo = strings.Index(s, part.s)
		return lo, lo + len(part.s), lo >= 0
	}
	lo, hi, ok = rubytext.Span(s, toInt(c, args[0]), 1)
	return lo, hi, ok && hi > lo
}

// regexpSpot is stringSpot for `s[/re/]` and `s[/re/, group]`.
func regexpSpot(c *Call, r *Regexp, s string, group []Value) (lo, hi int, ok bool) {
	m := c.matchAt(r, s, 0)
	if m == nil {
		return 0, 0, false
	}
	n := 0
	if len(group) == 1 {
		n = m.number(c, group[0])
	}
	if n < 0 || 2*n+1 >= len(m.Spans) || m.Spans[2*n] < 0 {
		return 0, 0, false
	}
	return m.Spans[2*n], m.Spans[2*n+1], true
}

func stringIndex(c *Call) Value {
	s := countedText(c)
	lo, hi, ok := stringSpot(c, s, c.Args)
	if !ok {
		return Nil
	}
	return c.t.substring(s[lo:hi])
}

func stringSliceBang(c *Call) Value {
	s := mutable(c)
	lo, hi, ok := stringSpot(c, countedText(c), c.Args)
	if !ok {
		return Nil
	}
	part := c.t.substring(s.s[lo:hi])
	s.own = false
	switch {
	case lo == 0:
		s.s = s.s[hi:]
	case hi == len(s.s):
		s.s = s.s[:lo]
	default:
		setString(c, s, s.s[:lo]+s.s[hi:])
	}
	return part
}

func stringIndexSet(c *Call) Value {
	s := mutable(c)
	where, v := c.Args[:len(c.Args)-1], c.Args[len(c.Args)-1]
	lo, hi, ok := stringSetSpot(c, countedText(c), where)
	if !ok {
		panic(stringSpotError(c, s.s, where))
	}
	text := toStr(c, v)
	setString(c, s, s.s[:lo]+text+s.s[hi:])
	return v
}

// stringSetSpot is stringSpot for an assignment, which may begin at the end.
func stringSetSpot(c *Call, s string, args []Value) (lo, hi int, ok bool) {
	if n, isInt := args[0].(Int); isInt && len(args) == 1 {
		return rubytext.Span(s, int(n), 1)
	}
	return stringSpot(c, s, args)
}

// stringSpotError is what `s[...] = v` raises where `s[...]` is nil.
func stringSpotError(c *Call, s string, args []Value) failure {
	switch v := args[0].(type) {
	case *Regexp:
		return regexpSpotError(c, v, s, args[1:])
	case *Range:
		return c.exception("RangeError", "%s out of range", c.Inspect(v))
	case Int, Float:
		if len(args) == 2 {
			if n := toInt(c, args[1]); n < 0 {
				return c.exception("IndexError", "negative length %d", n)
			}
		}
		return c.exception("IndexError", "index %d out of string", toInt(c, v))
	}
	return c.exception("IndexError", "string not matched")
}

func regexpSpotError(c *Call, r *Regexp, s string, group []Value) failure {
	m := c.matchAt(r, s, 0)
	if m == nil || len(group) == 0 {
		return c.exception("IndexError", "regexp not matched")
	}
	n := m.number(c, group[0])
	if n >= 0 && 2*n+1 < len(m.Spans) {
		return c.exception("IndexError", "regexp group %d not matched", n)
	}
	return c.exception("IndexError", "index %d out of regexp", n)
}

func stringByteslice(c *Call) Value {
	s := selfString(c).s
	var start, length int
	var ok bool
	if r, isRange := c.Args[0].(*Range); isRange && len(c.Args) == 1 {
		start, length, ok = indexSpan(c, r, len(s), false)
	} else {
		start, length = c.int(0), c.intOr(1, 1)
		if start < 0 {
			start += len(s)
		}
		ok = start >= 0 && start <= len(s) && length >= 0 && (len(c.Args) == 2 || start < len(s))
	}
	if !ok {
		return Nil
	}
	return c.t.substring(s[start : start+min(length, len(s)-start)])
}

func stringFind(c *Call) Value {
	s := countedText(c)
	from := c.intOr(1, 0)
	if from < 0 {
		from += charCount(s)
	}
	if from < 0 || from > charCount(s) {
		return Nil
	}
	at := findFrom(c, s, rubytext.Offset(s, from))
	if at < 0 {
		return Nil
	}
	return Int(charCount(s[:at]))
}

// findFrom looks for argument 0 from byte offset off; -1 without a match.
func findFrom(c *Call, s string, off int) int {
	if r, ok := c.Args[0].(*Regexp); ok {
		return startOf(c.matchAt(r, s, off))
	}
	part := c.text(0)
	if i := strings.Index(s[off:], part); i >= 0 {
		return off + i
	}
	return -1
}

// startOf returns where a match begins; -1 for none.
func startOf(m *MatchData) int {
	if m == nil {
		return -1
	}
	return m.Spans[0]
}

func stringByteFind(c *Call) Value {
	s := countedText(c)
	off := c.intOr(1, 0)
	if off < 0 {
		off += len(s)
	}
	if off < 0 || off > len(s) {
		return Nil
	}
	at := findFrom(c, s, off)
	if at < 0 {
		return Nil
	}
	return Int(at)
}

func stringFindLast(c *Call) Value {
	s := countedText(c)
	n := charCount(s)
	from := c.intOr(1, n)
	if from < 0 {
		if from += n; from < 0 {
			return Nil
		}
	}
	at := findLast(c, s, rubytext.Offset(s, min(from, n)))
	if at < 0 {
		return Nil
	}
	return Int(charCount(s[:at]))
}

// findLast looks backwards for argument 0 that begins at byte offset off or before.
func findLast(c *Call, s string, off int) int {
	if r, ok := c.Args[0].(*Regexp); ok {
		return startOf(c.matchLast(r, s, off))
	}
	part := c.text(0)
	return strings.LastIndex(s[:min(off+len(part), len(s))], part)
}
