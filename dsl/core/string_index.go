package core

import (
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

var stringIndexMethods = dsl.Methods{
	"[] slice":  dsl.FnOpt(1, 2, stringIndex),
	"[]=":       dsl.FnOpt(2, 3, stringIndexSet).With(trait.ChangesReceiver | trait.Opaque),
	"slice!":    dsl.FnOpt(1, 2, stringSliceBang).With(trait.ChangesReceiver),
	"byteslice": dsl.FnOpt(1, 2, stringByteslice),
	"index":     dsl.FnOpt(1, 2, stringFinder(charCount, rubytext.Offset)),
	"rindex":    dsl.FnOpt(1, 2, stringFindLast),
	"byteindex": dsl.FnOpt(1, 2, stringFinder(byteCount, func(_ string, i int) int { return i })),
}

func charCount(s string) int { return utf8.RuneCountInString(s) }
func byteCount(s string) int { return len(s) }

// stringSpot finds the part of s that the arguments of `s[...]` name, in bytes.
func stringSpot(c *dsl.Call, s string, args []dsl.Value) (lo, hi int, ok bool) {
	if r, isRegexp := args[0].(*dsl.Regexp); isRegexp {
		return regexpSpot(c, r, s, args[1:])
	}
	if len(args) == 2 {
		start, length := c.IntOf(args[0]), c.IntOf(args[1])
		return rubytext.Span(s, start, length)
	}
	if r, isRange := args[0].(*dsl.Range); isRange {
		start, length, ok := indexSpan(c, r, charCount(s), false)
		if !ok {
			return 0, 0, false
		}
		return rubytext.Span(s, start, length)
	}
	if part, isString := dsl.StringOf(args[0]); isString {
		lo = strings.Index(s, part.String())
		return lo, lo + len(part.String()), lo >= 0
	}
	lo, hi, ok = rubytext.Span(s, c.IntOf(args[0]), 1)
	return lo, hi, ok && hi > lo
}

// regexpSpot is stringSpot for `s[/re/]` and `s[/re/, group]`.
func regexpSpot(c *dsl.Call, r *dsl.Regexp, s string, group []dsl.Value) (lo, hi int, ok bool) {
	m := matchAt(c, r, s, 0)
	if m == nil {
		return 0, 0, false
	}
	n := 0
	if len(group) == 1 {
		n = groupNumber(m, c, group[0])
	}
	if n < 0 || 2*n+1 >= len(m.Spans) || m.Spans[2*n] < 0 {
		return 0, 0, false
	}
	return m.Spans[2*n], m.Spans[2*n+1], true
}

func stringIndex(c *dsl.Call) dsl.Value {
	s := countedText(c)
	lo, hi, ok := stringSpot(c, s, c.Args)
	if !ok {
		return dsl.Nil
	}
	return c.Substring(s[lo:hi])
}

func stringSliceBang(c *dsl.Call) dsl.Value {
	s := mutable(c)
	lo, hi, ok := stringSpot(c, countedText(c), c.Args)
	if !ok {
		return dsl.Nil
	}
	part := c.Substring(s.String()[lo:hi])
	switch {
	case lo == 0:
		s.Narrow(hi, len(s.String()))
	case hi == len(s.String()):
		s.Narrow(0, lo)
	default:
		setString(c, s, s.String()[:lo]+s.String()[hi:])
	}
	return part
}

func stringIndexSet(c *dsl.Call) dsl.Value {
	s := mutable(c)
	where, v := c.Args[:len(c.Args)-1], c.Args[len(c.Args)-1]
	lo, hi, ok := stringSetSpot(c, countedText(c), where)
	if !ok {
		panic(stringSpotError(c, s.String(), where))
	}
	text := c.TextOf(v)
	setString(c, s, s.String()[:lo]+text+s.String()[hi:])
	return v
}

// stringSetSpot is stringSpot for an assignment, which may begin at the end.
func stringSetSpot(c *dsl.Call, s string, args []dsl.Value) (lo, hi int, ok bool) {
	if n, isInt := args[0].(dsl.Int); isInt && len(args) == 1 {
		return rubytext.Span(s, int(n), 1)
	}
	return stringSpot(c, s, args)
}

// stringSpotError is what `s[...] = v` raises where `s[...]` is nil.
func stringSpotError(c *dsl.Call, s string, args []dsl.Value) dsl.Failure {
	switch v := args[0].(type) {
	case *dsl.Regexp:
		return regexpSpotError(c, v, s, args[1:])
	case *dsl.Range:
		return c.Exception("RangeError", "%s out of range", c.Inspect(v))
	case dsl.Int, dsl.Float:
		if len(args) == 2 {
			if n := c.IntOf(args[1]); n < 0 {
				return c.Exception("IndexError", "negative length %d", n)
			}
		}
		return c.Exception("IndexError", "index %d out of string", c.IntOf(v))
	}
	return c.Exception("IndexError", "string not matched")
}

func regexpSpotError(c *dsl.Call, r *dsl.Regexp, s string, group []dsl.Value) dsl.Failure {
	m := matchAt(c, r, s, 0)
	if m == nil || len(group) == 0 {
		return c.Exception("IndexError", "regexp not matched")
	}
	n := groupNumber(m, c, group[0])
	if n >= 0 && 2*n+1 < len(m.Spans) {
		return c.Exception("IndexError", "regexp group %d not matched", n)
	}
	return c.Exception("IndexError", "index %d out of regexp", n)
}

func stringByteslice(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	var start, length int
	var ok bool
	if r, isRange := c.Args[0].(*dsl.Range); isRange && len(c.Args) == 1 {
		start, length, ok = indexSpan(c, r, len(s), false)
	} else {
		start, length = c.Int(0), c.IntOr(1, 1)
		if start < 0 {
			start += len(s)
		}
		ok = start >= 0 && start <= len(s) && length >= 0 && (len(c.Args) == 2 || start < len(s))
	}
	if !ok {
		return dsl.Nil
	}
	return c.Substring(s[start : start+min(length, len(s)-start)])
}

// stringFinder is index and byteindex: size counts what offset turns into bytes.
func stringFinder(size func(string) int, offset func(string, int) int) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		s := countedText(c)
		n, from := size(s), c.IntOr(1, 0)
		if from < 0 {
			from += n
		}
		if from < 0 || from > n {
			return dsl.Nil
		}
		at := findFrom(c, s, offset(s, from))
		if at < 0 {
			return dsl.Nil
		}
		return dsl.Int(size(s[:at]))
	}
}

// findFrom looks for argument 0 from byte offset off; -1 without a match.
func findFrom(c *dsl.Call, s string, off int) int {
	if r, ok := c.Args[0].(*dsl.Regexp); ok {
		return startOf(matchAt(c, r, s, off))
	}
	part := c.Text(0)
	if i := strings.Index(s[off:], part); i >= 0 {
		return off + i
	}
	return -1
}

// startOf returns where a match begins; -1 for none.
func startOf(m *dsl.MatchData) int {
	if m == nil {
		return -1
	}
	return m.Spans[0]
}

func stringFindLast(c *dsl.Call) dsl.Value {
	s := countedText(c)
	n := charCount(s)
	from := c.IntOr(1, n)
	if from < 0 {
		if from += n; from < 0 {
			return dsl.Nil
		}
	}
	at := findLast(c, s, rubytext.Offset(s, min(from, n)))
	if at < 0 {
		return dsl.Nil
	}
	return dsl.Int(charCount(s[:at]))
}

// findLast looks backwards for argument 0 that begins at byte offset off or before.
func findLast(c *dsl.Call, s string, off int) int {
	if r, ok := c.Args[0].(*dsl.Regexp); ok {
		return startOf(matchLast(c, r, s, off))
	}
	part := c.Text(0)
	return strings.LastIndex(s[:min(off+len(part), len(s))], part)
}
