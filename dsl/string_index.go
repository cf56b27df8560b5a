package dsl

import (
	"math"
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
	"first":     fnOpt(0, 1, stringFirst),
	"last":      fnOpt(0, 1, stringLast),
	"from":      fn(1, stringFrom),
	"to":        fn(1, stringTo),
	"at":        fn(1, stringAt),
}

func charCount(s string) int { return utf8.RuneCountInString(s) }

// rangeSpan resolves a range over n elements to a start and a length, as Ruby's
// own containers do; ok is false when it begins outside.
func rangeSpan(c *Call, r *Range, n int) (start, length int, ok bool, err error) {
	lo, hi, exclusive := 0, n, r.Exclusive
	if r.Lo != Nil {
		if lo, err = toInt(c, r.Lo); err != nil {
			return 0, 0, false, err
		}
	}
	if r.Hi == Nil {
		exclusive = true
	} else if hi, err = toInt(c, r.Hi); err != nil {
		return 0, 0, false, err
	} else if hi < 0 {
		hi += n
	}
	if lo < 0 {
		lo += n
	}
	if lo < 0 || lo > n {
		return 0, 0, false, nil
	}
	if !exclusive && hi < math.MaxInt {
		hi++
	}
	return lo, max(min(hi, n)-lo, 0), true, nil
}

// stringSpot finds the part of s that the arguments of `s[...]` name, in bytes.
func stringSpot(c *Call, s string, args []Value) (lo, hi int, ok bool, err error) {
	if r, isRegexp := args[0].(*Regexp); isRegexp {
		return regexpSpot(c, r, s, args[1:])
	}
	if len(args) == 2 {
		start, err := toInt(c, args[0])
		if err != nil {
			return 0, 0, false, err
		}
		length, err := toInt(c, args[1])
		if err != nil {
			return 0, 0, false, err
		}
		lo, hi, ok = rubytext.Span(s, start, length)
		return lo, hi, ok, nil
	}
	if r, isRange := args[0].(*Range); isRange {
		start, length, ok, err := rangeSpan(c, r, charCount(s))
		if !ok || err != nil {
			return 0, 0, false, err
		}
		lo, hi, ok = rubytext.Span(s, start, length)
		return lo, hi, ok, nil
	}
	if part, isString := stringOf(args[0]); isString {
		lo = strings.Index(s, part.s)
		return lo, lo + len(part.s), lo >= 0, nil
	}
	start, err := toInt(c, args[0])
	if err != nil {
		return 0, 0, false, err
	}
	lo, hi, ok = rubytext.Span(s, start, 1)
	return lo, hi, ok && hi > lo, nil
}

// regexpSpot is stringSpot for `s[/re/]` and `s[/re/, group]`.
func regexpSpot(c *Call, r *Regexp, s string, group []Value) (lo, hi int, ok bool, err error) {
	m, err := c.t.matchAt(r, s, 0)
	if m == nil || err != nil {
		return 0, 0, false, err
	}
	n := 0
	if len(group) == 1 {
		if n, err = m.number(c, group[0]); err != nil {
			return 0, 0, false, err
		}
	}
	if n < 0 || 2*n+1 >= len(m.Spans) || m.Spans[2*n] < 0 {
		return 0, 0, false, nil
	}
	return m.Spans[2*n], m.Spans[2*n+1], true, nil
}

func stringIndex(c *Call) (Value, error) {
	s := countedText(c)
	lo, hi, ok, err := stringSpot(c, s, c.Args)
	if !ok || err != nil {
		return Nil, err
	}
	return c.t.substring(s[lo:hi]), nil
}

func stringSliceBang(c *Call) (Value, error) {
	s, err := mutable(c)
	if err != nil {
		return nil, err
	}
	lo, hi, ok, err := stringSpot(c, countedText(c), c.Args)
	if !ok || err != nil {
		return Nil, err
	}
	part := c.t.substring(s.s[lo:hi])
	s.own = false
	switch {
	case lo == 0:
		s.s = s.s[hi:]
	case hi == len(s.s):
		s.s = s.s[:lo]
	default:
		_, err = setString(c, s, s.s[:lo]+s.s[hi:])
	}
	return part, err
}

func stringIndexSet(c *Call) (Value, error) {
	s, err := mutable(c)
	if err != nil {
		return nil, err
	}
	where, v := c.Args[:len(c.Args)-1], c.Args[len(c.Args)-1]
	lo, hi, ok, err := stringSetSpot(c, countedText(c), where)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, stringSpotError(c, s.s, where)
	}
	text, err := toStr(c, v)
	if err != nil {
		return nil, err
	}
	if _, err := setString(c, s, s.s[:lo]+text+s.s[hi:]); err != nil {
		return nil, err
	}
	return v, nil
}

// stringSetSpot is stringSpot for an assignment, which may begin at the end.
func stringSetSpot(c *Call, s string, args []Value) (lo, hi int, ok bool, err error) {
	if n, isInt := args[0].(Int); isInt && len(args) == 1 {
		lo, hi, ok = rubytext.Span(s, int(n), 1)
		return lo, hi, ok, nil
	}
	return stringSpot(c, s, args)
}

// stringSpotError is what `s[...] = v` raises where `s[...]` is nil.
func stringSpotError(c *Call, s string, args []Value) error {
	switch v := args[0].(type) {
	case *Regexp:
		return regexpSpotError(c, v, s, args[1:])
	case *Range:
		text, err := c.Inspect(v)
		if err != nil {
			return err
		}
		return c.Errorf("RangeError", "%s out of range", text)
	case Int, Float:
		if len(args) == 2 {
			if n, _ := toInt(c, args[1]); n < 0 {
				return c.Errorf("IndexError", "negative length %d", n)
			}
		}
		n, _ := toInt(c, v)
		return c.Errorf("IndexError", "index %d out of string", n)
	}
	return c.Errorf("IndexError", "string not matched")
}

func regexpSpotError(c *Call, r *Regexp, s string, group []Value) error {
	m, err := c.t.matchAt(r, s, 0)
	if err != nil {
		return err
	}
	if m == nil || len(group) == 0 {
		return c.Errorf("IndexError", "regexp not matched")
	}
	n, err := m.number(c, group[0])
	if err != nil {
		return err
	}
	if n >= 0 && 2*n+1 < len(m.Spans) {
		return c.Errorf("IndexError", "regexp group %d not matched", n)
	}
	return c.Errorf("IndexError", "index %d out of regexp", n)
}

func stringByteslice(c *Call) (Value, error) {
	s := selfString(c).s
	var start, length int
	var err error
	ok := true
	if r, isRange := c.Args[0].(*Range); isRange && len(c.Args) == 1 {
		start, length, ok, err = rangeSpan(c, r, len(s))
	} else if start, err = toInt(c, c.Args[0]); err == nil {
		length, err = intAt(c, 1, 1)
		if start < 0 {
			start += len(s)
		}
		ok = start >= 0 && start <= len(s) && length >= 0 && (len(c.Args) == 2 || start < len(s))
	}
	if !ok || err != nil {
		return Nil, err
	}
	return c.t.substring(s[start : start+min(length, len(s)-start)]), nil
}

func stringFind(c *Call) (Value, error) {
	s := countedText(c)
	from, err := intAt(c, 1, 0)
	if err != nil {
		return nil, err
	}
	if from < 0 {
		from += charCount(s)
	}
	if from < 0 || from > charCount(s) {
		return Nil, nil
	}
	off := rubytext.Offset(s, from)
	at, err := findFrom(c, s, off)
	if at < 0 || err != nil {
		return Nil, err
	}
	return Int(charCount(s[:at])), nil
}

// findFrom looks for argument 0 from byte offset off; -1 without a match.
func findFrom(c *Call, s string, off int) (int, error) {
	if r, ok := c.Args[0].(*Regexp); ok {
		m, err := c.t.matchAt(r, s, off)
		if m == nil || err != nil {
			return -1, err
		}
		return m.Spans[0], nil
	}
	part, err := toStr(c, c.Args[0])
	if err != nil {
		return -1, err
	}
	if i := strings.Index(s[off:], part); i >= 0 {
		return off + i, nil
	}
	return -1, nil
}

func stringByteFind(c *Call) (Value, error) {
	s := countedText(c)
	off, err := intAt(c, 1, 0)
	if err != nil {
		return nil, err
	}
	if off < 0 {
		off += len(s)
	}
	if off < 0 || off > len(s) {
		return Nil, nil
	}
	at, err := findFrom(c, s, off)
	if at < 0 || err != nil {
		return Nil, err
	}
	return Int(at), nil
}

func stringFindLast(c *Call) (Value, error) {
	s := countedText(c)
	n := charCount(s)
	from, err := intAt(c, 1, n)
	if err != nil {
		return nil, err
	}
	if from < 0 {
		if from += n; from < 0 {
			return Nil, nil
		}
	}
	at, err := findLast(c, s, c.Args[0], rubytext.Offset(s, min(from, n)))
	if at < 0 || err != nil {
		return Nil, err
	}
	return Int(charCount(s[:at])), nil
}

// findLast looks backwards for a match that begins at byte offset off or before.
func findLast(c *Call, s string, pattern Value, off int) (int, error) {
	if r, ok := pattern.(*Regexp); ok {
		m, err := c.t.matchLast(r, s, off)
		if m == nil || err != nil {
			return -1, err
		}
		return m.Spans[0], nil
	}
	part, err := toStr(c, pattern)
	if err != nil {
		return -1, err
	}
	return strings.LastIndex(s[:min(off+len(part), len(s))], part), nil
}

func stringFirst(c *Call) Value {
	n := check(intAt(c, 0, 1))
	if n < 0 {
		panic(c.exception("ArgumentError", "negative limit"))
	}
	s := countedText(c)
	_, hi, _ := rubytext.Span(s, 0, n)
	return c.t.substring(s[:hi])
}

func stringLast(c *Call) Value {
	n := check(intAt(c, 0, 1))
	if n < 0 {
		panic(c.exception("ArgumentError", "negative limit"))
	}
	s := countedText(c)
	lo, _, _ := rubytext.Span(s, max(charCount(s)-n, 0), n)
	return c.t.substring(s[lo:])
}

func stringFrom(c *Call) Value {
	at := check(toInt(c, c.arg(0)))
	s := countedText(c)
	lo, hi, ok := rubytext.Span(s, at, charCount(s))
	if !ok {
		return Nil
	}
	return c.t.substring(s[lo:hi])
}

func stringTo(c *Call) Value {
	at := check(toInt(c, c.arg(0)))
	s := countedText(c)
	if at < 0 {
		at += charCount(s)
	}
	if at < 0 {
		return c.t.substring("")
	}
	_, hi, _ := rubytext.Span(s, 0, min(at, math.MaxInt-1)+1)
	return c.t.substring(s[:hi])
}

func stringAt(c *Call) Value { return check(stringIndex(c)) }
