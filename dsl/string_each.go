package dsl

import (
	"fmt"
	"iter"
	"math"
	"strings"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

var stringEachMethods = methodTable{
	"split":             fnOpt(0, 2, stringSplit),
	"chars":             fn(0, stringChars),
	"grapheme_clusters": fn(0, stringChars),
	"bytes":             fn(0, stringBytes),
	"codepoints":        fn(0, stringCodepoints),
	"lines":             fnKw(0, 1, stringLines),
	"succ":              fn(0, stringSucc),
	"next":              fn(0, stringSucc),
	"succ!":             fn(0, stringAssign(stringSucc)).is(changes),
	"next!":             fn(0, stringAssign(stringSucc)).is(changes),
	"upto":              fnOpt(1, 2, stringUpto),
}

// listOf makes an array of the parts that each passes on.
func listOf(c *Call, each func(*Call) iter.Seq[Value]) Value {
	list := c.t.newArray()
	for v := range each(c) {
		c.Step()
		c.Push(list, v)
	}
	return list
}

func stringChars(c *Call) Value      { return listOf(c, eachChar) }
func stringBytes(c *Call) Value      { return listOf(c, eachByte) }
func stringCodepoints(c *Call) Value { return listOf(c, eachCodepoint) }
func stringLines(c *Call) Value      { return listOf(c, eachLine) }

func eachChar(c *Call) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for s := selfString(c).s; s != ""; {
			_, n := utf8.DecodeRuneInString(s)
			if !yield(c.t.substring(s[:n])) {
				return
			}
			s = s[n:]
		}
	}
}

func eachByte(c *Call) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for _, b := range []byte(selfString(c).s) {
			if !yield(Int(b)) {
				return
			}
		}
	}
}

func eachCodepoint(c *Call) iter.Seq[Value] {
	s := countedText(c)
	if !utf8.ValidString(s) {
		panic(c.exception("ArgumentError", "invalid byte sequence in UTF-8"))
	}
	return func(yield func(Value) bool) {
		for _, r := range s {
			if !yield(Int(r)) {
				return
			}
		}
	}
}

// eachLine returns the lines with their separator; chomp: true takes it off, an
// empty separator splits paragraphs.
func eachLine(c *Call) iter.Seq[Value] {
	s, sep := selfString(c).s, "\n"
	whole := len(c.Args) == 1 && c.Args[0] == Nil
	if len(c.Args) == 1 && !whole {
		sep = c.text(0)
	}
	bare := c.flag("chomp", false)
	return func(yield func(Value) bool) {
		if whole {
			yield(c.t.substring(s))
			return
		}
		for s != "" {
			line, rest := rubytext.CutLine(s, sep, bare)
			c.t.counted(len(s) - len(rest))
			if !yield(c.t.substring(line)) {
				return
			}
			s = rest
		}
	}
}

func stringSucc(c *Call) Value { return newString(c, rubytext.Succ(wholeText(c))) }

func stringUpto(c *Call) Value {
	last := c.text(0)
	if c.Block == nil {
		return c.enumerator()
	}
	for s := range eachUpto(c, selfString(c).s, last, c.truthy(c.arg(1))) {
		c.Yield(c.t.newString(s))
	}
	return c.Self
}

// eachUpto returns the strings from first to last: String#upto, and Range#each of strings.
func eachUpto(c *Call, first, last string, exclusive bool) iter.Seq[string] {
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
			c.t.scanned(len(s) + len(last))
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
func eachNumeral(c *Call, from, to, width int, exclusive bool) iter.Seq[string] {
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
