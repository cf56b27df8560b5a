package dsl

import (
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
func listOf(c *Call, each func(*Call, func(Value) error) error) Value {
	list := c.t.newArray()
	must(each(c, func(v Value) error {
		if err := c.Step(); err != nil {
			return err
		}
		return c.t.push(list, v)
	}))
	return list
}

// yieldAll passes the parts to the block, and returns the receiver.
func yieldAll(c *Call, each func(*Call, func(Value) error) error) Value {
	if c.Block == nil {
		return check(c.enumerator())
	}
	must(each(c, func(v Value) error {
		if err := c.Step(); err != nil {
			return err
		}
		_, err := c.Yield(v)
		return err
	}))
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

func eachChar(c *Call, f func(Value) error) error {
	for s := selfString(c).s; s != ""; {
		_, n := utf8.DecodeRuneInString(s)
		if err := f(c.t.substring(s[:n])); err != nil {
			return err
		}
		s = s[n:]
	}
	return nil
}

func eachByte(c *Call, f func(Value) error) error {
	for _, b := range []byte(selfString(c).s) {
		if err := f(Int(b)); err != nil {
			return err
		}
	}
	return nil
}

func eachCodepoint(c *Call, f func(Value) error) error {
	s := countedText(c)
	if !utf8.ValidString(s) {
		return c.Errorf("ArgumentError", "invalid byte sequence in UTF-8")
	}
	for _, r := range s {
		if err := f(Int(r)); err != nil {
			return err
		}
	}
	return nil
}

// eachLine returns the lines with their separator; chomp: true takes it off, an
// empty separator splits paragraphs.
func eachLine(c *Call, f func(Value) error) error {
	s, sep := selfString(c).s, "\n"
	if len(c.Args) == 1 {
		if c.Args[0] == Nil {
			return f(c.t.substring(s))
		}
		var err error
		if sep, err = toStr(c, c.Args[0]); err != nil {
			return err
		}
	}
	v, _ := c.Keywords.Sym("chomp")
	bare := v != nil && c.truthy(v)
	for s != "" {
		line, rest := rubytext.CutLine(s, sep, bare)
		c.t.counted(len(s) - len(rest))
		if err := f(c.t.substring(line)); err != nil {
			return err
		}
		s = rest
	}
	return nil
}

func stringSucc(c *Call) (Value, error) { return newString(c, rubytext.Succ(wholeText(c))) }

func stringUpto(c *Call) Value {
	last := check(toStr(c, c.arg(0)))
	if c.Block == nil {
		return check(c.enumerator())
	}
	eachUpto(c, selfString(c).s, last, c.truthy(c.arg(1)), func(s string) error {
		_, err := c.Yield(c.t.newString(s))
		return err
	})
	return c.Self
}

// eachUpto returns the strings from first to last, as Range#each does for strings.
func eachUpto(c *Call, first, last string, exclusive bool, f func(string) error) {
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
		must(c.Step())
		c.t.scanned(len(s) + len(last))
		if exclusive && s == last {
			return
		}
		must(f(s))
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

func eachNumberUpto(c *Call, lo, hi, width int, exclusive bool, f func(string) error) {
	if exclusive {
		hi--
	}
	for n := lo; n <= hi; n++ {
		must(c.Step())
		text := formatInt(int64(n), 10)
		if len(text) < width {
			text = strings.Repeat("0", width-len(text)) + text
		}
		must(f(text))
	}
}
