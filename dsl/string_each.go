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
	"getbyte":               fn(1, stringGetbyte),
	"succ":                  fn(0, stringSucc),
	"next":                  fn(0, stringSucc),
	"succ!":                 fn(0, stringAssign(stringSucc)).is(changes),
	"next!":                 fn(0, stringAssign(stringSucc)).is(changes),
	"upto":                  fnOpt(1, 2, stringUpto),
}

// listOf makes an array of the parts that each gives.
func listOf(c *Call, each func(*Call, func(Value) error) error) (Value, error) {
	list := c.t.newArray()
	err := each(c, func(v Value) error {
		if err := c.Step(); err != nil {
			return err
		}
		return c.t.push(list, v)
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// yieldAll gives the parts to the block, and the receiver back.
func yieldAll(c *Call, each func(*Call, func(Value) error) error) (Value, error) {
	if c.Block == nil {
		return c.enumerator()
	}
	err := each(c, func(v Value) error {
		if err := c.Step(); err != nil {
			return err
		}
		_, err := c.Yield(v)
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.Self, nil
}

func stringChars(c *Call) (Value, error)         { return listOf(c, eachChar) }
func stringEachChar(c *Call) (Value, error)      { return yieldAll(c, eachChar) }
func stringBytes(c *Call) (Value, error)         { return listOf(c, eachByte) }
func stringEachByte(c *Call) (Value, error)      { return yieldAll(c, eachByte) }
func stringCodepoints(c *Call) (Value, error)    { return listOf(c, eachCodepoint) }
func stringEachCodepoint(c *Call) (Value, error) { return yieldAll(c, eachCodepoint) }
func stringLines(c *Call) (Value, error)         { return listOf(c, eachLine) }
func stringEachLine(c *Call) (Value, error)      { return yieldAll(c, eachLine) }

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

// eachLine gives the lines with their separator; chomp: true takes it off, an
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

func stringGetbyte(c *Call) (Value, error) {
	s := selfString(c).s
	i, err := toInt(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	if i < 0 {
		i += len(s)
	}
	if i < 0 || i >= len(s) {
		return Nil, nil
	}
	return Int(s[i]), nil
}

func stringSucc(c *Call) (Value, error) { return newString(c, rubytext.Succ(wholeText(c))) }

func stringUpto(c *Call) (Value, error) {
	last, err := toStr(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	if c.Block == nil {
		return c.enumerator()
	}
	err = eachUpto(c, selfString(c).s, last, c.truthy(c.arg(1)), func(s string) error {
		_, err := c.Yield(c.t.newString(s))
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.Self, nil
}

// eachUpto gives the strings from first to last, as Range#each does for strings.
func eachUpto(c *Call, first, last string, exclusive bool, f func(string) error) error {
	if lo, ok := rubytext.Digits(first); ok {
		if hi, ok := rubytext.Digits(last); ok {
			return eachNumberUpto(c, lo, hi, len(first), exclusive, f)
		}
	}
	single := len(first) == 1 && len(last) == 1 && first[0] < utf8.RuneSelf && last[0] < utf8.RuneSelf
	if order := strings.Compare(first, last); order > 0 || order == 0 && exclusive {
		return nil
	}
	after := rubytext.Succ(last)
	for s := first; s != after || single; {
		if err := c.Step(); err != nil {
			return err
		}
		c.t.scanned(len(s) + len(last))
		if exclusive && s == last {
			return nil
		}
		if err := f(s); err != nil {
			return err
		}
		if s == last {
			return nil
		}
		if single {
			s = string(rune(s[0] + 1))
		} else {
			s = rubytext.Succ(s)
		}
		if charCount(s) > charCount(last) || s == "" {
			return nil
		}
	}
	return nil
}

func eachNumberUpto(c *Call, lo, hi, width int, exclusive bool, f func(string) error) error {
	if exclusive {
		hi--
	}
	for n := lo; n <= hi; n++ {
		if err := c.Step(); err != nil {
			return err
		}
		text := formatInt(int64(n), 10)
		if len(text) < width {
			text = strings.Repeat("0", width-len(text)) + text
		}
		if err := f(text); err != nil {
			return err
		}
	}
	return nil
}
