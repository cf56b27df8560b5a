package dsl

import (
	"iter"
	"strings"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

var stringEachMethods = methodTable{
	"split":                 fnOpt(0, 2, stringSplit),
	"chars":                 fn(0, stringChars),
	"grapheme_clusters":     fn(0, stringChars),
	"each_char":             fn(0, stringEachChar),
	"each_grapheme_cluster": fn(0, stringEachChar),
	"bytes":                 fn(0, stringBytes),
	"each_byte":             fn(0, stringEachByte),
	"codepoints":            fn(0, stringCodepoints),
	"each_codepoint":        fn(0, stringEachCodepoint),
	"lines":                 fnKw(0, 1, stringLines),
	"each_line":             fnKw(0, 1, stringEachLine),
	"succ":                  fn(0, stringSucc),
	"next":                  fn(0, stringSucc),
	"succ!":                 fn(0, stringAssign(stringSucc)).is(changes),
	"next!":                 fn(0, stringAssign(stringSucc)).is(changes),
	"upto":                  fnOpt(1, 2, stringUpto),
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

// yieldAll passes the parts to the block, and returns the receiver.
func yieldAll(c *Call, each func(*Call) iter.Seq[Value]) Value {
	if c.Block == nil {
		return c.enumerator()
	}
	for v := range each(c) {
		c.Step()
		c.Yield(v)
	}
	return c.Self
}

func stringChars(c *Call) Value         { return listOf(c, eachChar) }
func stringEachChar(c *Call) Value      { return yieldAll(c, eachChar) }
func stringBytes(c *Call) Value         { return listOf(c, eachByte) }
func stringEachByte(c *Call) Value      { return yieldAll(c, eachByte) }
func stringCodepoints(c *Call) Value    { return listOf(c, eachCodepoint) }
func stringEachCodepoint(c *Call) Value { return yieldAll(c, eachCodepoint) }
func stringLines(c *Call) Value         { return listOf(c, eachLine) }
func stringEachLine(c *Call) Value      { return yieldAll(c, eachLine) }

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
	eachUpto(c, selfString(c).s, last, c.truthy(c.arg(1)), func(s string) { c.Yield(c.t.newString(s)) })
	return c.Self
}

// eachUpto returns the strings from first to last, as Range#each does for strings.
func eachUpto(c *Call, first, last string, exclusive bool, f func(string)) {
	if lo, ok := rubytext.Digits(first); ok {
		if hi, ok := rubytext.Digits(last); ok {
			eachNumberUpto(c, lo, hi, len(first), exclusive, f)
			return
		}
	}
	single := len(first) == 1 && len(last) == 1 && first[0] < utf8.RuneSelf && last[0] < utf8.RuneSelf
	if order := strings.Compare(first, last); order > 0 || order == 0 && exclusive {
		return
	}
	after := rubytext.Succ(last)
	for s := first; s != after || single; {
		c.Step()
		c.t.scanned(len(s) + len(last))
		if exclusive && s == last {
			return
		}
		f(s)
		if s == last {
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

func eachNumberUpto(c *Call, lo, hi, width int, exclusive bool, f func(string)) {
	if exclusive {
		hi--
	}
	for n := lo; n <= hi; n++ {
		c.Step()
		text := formatInt(int64(n), 10)
		if len(text) < width {
			text = strings.Repeat("0", width-len(text)) + text
		}
		f(text)
	}
}
