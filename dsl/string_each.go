package dsl

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
		text, end, rest := lineEnd(s, sep)
		c.t.counted(rest)
		line := s[:end]
		if bare {
			line = s[:text]
			if sep == "\n" && end > text {
				line = chomp(s[:end])
			}
		}
		if err := f(c.t.substring(line)); err != nil {
			return err
		}
		s = s[rest:]
	}
	return nil
}

// lineEnd gives where the first line ends, without and with its separator, and
// where the next begins: paragraphs leave further newlines out.
func lineEnd(s, sep string) (text, end, rest int) {
	paragraphs := sep == ""
	if paragraphs {
		sep = "\n\n"
	}
	n := strings.Index(s, sep)
	if n < 0 {
		return len(s), len(s), len(s)
	}
	end = n + len(sep)
	if paragraphs {
		return n, end, len(s) - len(strings.TrimLeft(s[end:], "\n"))
	}
	return n, end, end
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

// A carry tells what incrementing a character did.
type carry int

const (
	noCarry carry = iota // no letter or digit
	counted              // z is not reached yet
	wrapped              // z became a
)

// succChar increments a letter or digit; insert is what a longer string gets in
// front when it wrapped.
func succChar(r rune) (next rune, insert rune, state carry) {
	switch {
	case r == '9':
		return '0', '1', wrapped
	case r == 'z':
		return 'a', 'a', wrapped
	case r == 'Z':
		return 'A', 'A', wrapped
	case r >= '0' && r < '9', isASCIILetter(r):
		return r + 1, 0, counted
	}
	if r >= utf8.RuneSelf && unicode.IsLetter(r) && unicode.IsLetter(r+1) {
		return r + 1, 0, counted
	}
	return r, 0, noCarry
}

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
func isASCIIDigit(r rune) bool  { return r >= '0' && r <= '9' }

func stringSucc(c *Call) (Value, error) { return newString(c, succString(wholeText(c))) }

// succString is String#succ: the rightmost letter or digit is incremented and
// carries to the left; without any, the rightmost character.
func succString(s string) string {
	runes := []rune(s)
	if len(runes) == 0 {
		return ""
	}
	at, insert := -1, rune(0)
	gap := false
	for i := len(runes) - 1; i >= 0; i-- {
		if gap && at >= 0 && (isASCIILetter(runes[at]) && isASCIIDigit(runes[i]) ||
			isASCIIDigit(runes[at]) && isASCIILetter(runes[i])) {
			break // a number does not carry over a gap into letters: "a-9"
		}
		next, front, state := succChar(runes[i])
		gap = state == noCarry
		if gap {
			continue
		}
		runes[i] = next
		if state == counted {
			return string(runes)
		}
		at, insert = i, front
	}
	if at < 0 {
		return succPlain(runes)
	}
	return string(runes[:at]) + string(insert) + string(runes[at:])
}

// succPlain increments the last character of a string without letters and digits.
func succPlain(runes []rune) string {
	for i := len(runes) - 1; i >= 0; i-- {
		r := runes[i] + 1
		if r == 0xD800 {
			r = 0xE000
		}
		if r <= utf8.MaxRune {
			runes[i] = r
			return string(runes)
		}
		runes[i] = 0
	}
	return "\x01" + string(runes)
}

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
	if lo, hi, ok := numericUpto(first, last); ok {
		return eachNumberUpto(c, lo, hi, len(first), exclusive, f)
	}
	single := len(first) == 1 && len(last) == 1 && first[0] < utf8.RuneSelf && last[0] < utf8.RuneSelf
	if order := strings.Compare(first, last); order > 0 || order == 0 && exclusive {
		return nil
	}
	after := succString(last)
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
			s = succString(s)
		}
		if charCount(s) > charCount(last) || s == "" {
			return nil
		}
	}
	return nil
}

// numericUpto tells two strings of digits, which count as numbers.
func numericUpto(first, last string) (lo, hi int, ok bool) {
	if lo, ok = digits(first); !ok {
		return 0, 0, false
	}
	hi, ok = digits(last)
	return lo, hi, ok
}

func digits(s string) (n int, ok bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	for _, r := range s {
		if !isASCIIDigit(r) {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	return n, true
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
