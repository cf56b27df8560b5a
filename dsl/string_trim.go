package dsl

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

var stringTrimMethods = methodTable{
	"strip":          fn(0, stringStrip),
	"strip!":         fn(0, stringBang(stringStrip)).is(changes),
	"lstrip":         fn(0, stringLstrip),
	"lstrip!":        fn(0, stringBang(stringLstrip)).is(changes),
	"rstrip":         fn(0, stringRstrip),
	"rstrip!":        fn(0, stringBang(stringRstrip)).is(changes),
	"chomp":          fnOpt(0, 1, stringChomp),
	"chomp!":         fnOpt(0, 1, stringBang(stringChomp)).is(changes),
	"chop":           fn(0, stringChop),
	"chop!":          fn(0, stringBang(stringChop)).is(changes),
	"chr":            fn(0, stringChr),
	"delete_prefix":  fn(1, stringDeletePrefix),
	"delete_prefix!": fn(1, stringBang(stringDeletePrefix)).is(changes),
	"delete_suffix":  fn(1, stringDeleteSuffix),
	"delete_suffix!": fn(1, stringBang(stringDeleteSuffix)).is(changes),
	"center":         fnOpt(1, 2, stringCenter),
	"ljust":          fnOpt(1, 2, stringLjust),
	"rjust":          fnOpt(1, 2, stringRjust),
}

// stripSpace is the white space of strip; only rstrip and lstrip's ends take
// the null character along.
const stripSpace = "\t\n\v\f\r \x00"

// isSpace is [[:space:]].
func isSpace(r rune) bool { return unicode.Is(unicode.White_Space, r) }

func stringStrip(c *Call) (Value, error) {
	return c.t.substring(strings.Trim(spaceText(c), stripSpace)), nil
}

func stringLstrip(c *Call) (Value, error) {
	return c.t.substring(strings.TrimLeft(spaceText(c), stripSpace)), nil
}

func stringRstrip(c *Call) (Value, error) {
	return c.t.substring(strings.TrimRight(spaceText(c), stripSpace)), nil
}

func stringChomp(c *Call) (Value, error) {
	s := selfString(c).s
	if len(c.Args) == 0 {
		return c.t.substring(rubytext.Chomp(s)), nil
	}
	if c.Args[0] == Nil {
		return c.t.substring(s), nil
	}
	sep, err := toStr(c, c.Args[0])
	if err != nil {
		return nil, err
	}
	switch sep {
	case "":
		before := len(s)
		for strings.HasSuffix(s, "\n") {
			s = strings.TrimSuffix(s[:len(s)-1], "\r")
		}
		c.t.scanned(before - len(s))
		return c.t.substring(s), nil
	case "\n":
		return c.t.substring(rubytext.Chomp(s)), nil
	}
	c.t.copied(len(sep))
	return c.t.substring(strings.TrimSuffix(s, sep)), nil
}

func stringChop(c *Call) (Value, error) {
	s := selfString(c).s
	if t, ok := strings.CutSuffix(s, "\r\n"); ok {
		return c.t.substring(t), nil
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return c.t.substring(s[:len(s)-n]), nil
}

func stringChr(c *Call) Value {
	s := selfString(c).s
	_, n := utf8.DecodeRuneInString(s)
	return c.t.substring(s[:n])
}

func stringDeletePrefix(c *Call) (Value, error) {
	prefix, err := toStr(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	c.t.copied(len(prefix))
	return c.t.substring(strings.TrimPrefix(selfString(c).s, prefix)), nil
}

func stringDeleteSuffix(c *Call) (Value, error) {
	suffix, err := toStr(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	c.t.copied(len(suffix))
	return c.t.substring(strings.TrimSuffix(selfString(c).s, suffix)), nil
}

// padding gives how many characters the justifying methods add, and with what.
func padding(c *Call) (n int, pad string, err error) {
	width, err := toInt(c, c.arg(0))
	if err != nil {
		return 0, "", err
	}
	pad = " "
	if len(c.Args) == 2 {
		if pad, err = toStr(c, c.Args[1]); err != nil {
			return 0, "", err
		}
		if pad == "" {
			return 0, "", c.Errorf("ArgumentError", "zero width padding")
		}
	}
	n = max(width, 0)
	c.t.counted(2*len(selfString(c).s) + len(pad))
	if err := repeatSize(c, utf8.UTFMax, n); err != nil && n > charCount(selfString(c).s) {
		return 0, "", err
	}
	return max(n-charCount(selfString(c).s), 0), pad, nil
}

func stringCenter(c *Call) Value {
	n, pad := check2(padding(c))
	return check(newString(c, rubytext.Fill(pad, n/2)+selfString(c).s+rubytext.Fill(pad, n-n/2)))
}

func stringLjust(c *Call) Value {
	n, pad := check2(padding(c))
	return check(newString(c, selfString(c).s+rubytext.Fill(pad, n)))
}

func stringRjust(c *Call) Value {
	n, pad := check2(padding(c))
	return check(newString(c, rubytext.Fill(pad, n)+selfString(c).s))
}
