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
	"delete_prefix":  fn(1, stringDeletePrefix),
	"delete_prefix!": fn(1, stringBang(stringDeletePrefix)).is(changes),
	"delete_suffix":  fn(1, stringDeleteSuffix),
	"delete_suffix!": fn(1, stringBang(stringDeleteSuffix)).is(changes),
}

// stripSpace is the white space of strip; only rstrip and lstrip's ends take
// the null character along.
const stripSpace = "\t\n\v\f\r \x00"

// isSpace is [[:space:]].
func isSpace(r rune) bool { return unicode.Is(unicode.White_Space, r) }

func stringStrip(c *Call) Value { return c.t.substring(strings.Trim(spaceText(c), stripSpace)) }

func stringLstrip(c *Call) Value { return c.t.substring(strings.TrimLeft(spaceText(c), stripSpace)) }

func stringRstrip(c *Call) Value { return c.t.substring(strings.TrimRight(spaceText(c), stripSpace)) }

func stringChomp(c *Call) Value {
	s := selfString(c).s
	if len(c.Args) == 0 {
		return c.t.substring(rubytext.Chomp(s))
	}
	if c.Args[0] == Nil {
		return c.t.substring(s)
	}
	switch sep := c.text(0); sep {
	case "":
		before := len(s)
		for strings.HasSuffix(s, "\n") {
			s = strings.TrimSuffix(s[:len(s)-1], "\r")
		}
		c.t.scanned(before - len(s))
		return c.t.substring(s)
	case "\n":
		return c.t.substring(rubytext.Chomp(s))
	default:
		c.t.copied(len(sep))
		return c.t.substring(strings.TrimSuffix(s, sep))
	}
}

func stringChop(c *Call) Value {
	s := selfString(c).s
	if t, ok := strings.CutSuffix(s, "\r\n"); ok {
		return c.t.substring(t)
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return c.t.substring(s[:len(s)-n])
}

func stringDeletePrefix(c *Call) Value { return withoutAffix(c, strings.TrimPrefix) }
func stringDeleteSuffix(c *Call) Value { return withoutAffix(c, strings.TrimSuffix) }

func withoutAffix(c *Call, trim func(s, affix string) string) Value {
	affix := c.text(0)
	c.t.copied(len(affix))
	return c.t.substring(trim(selfString(c).s, affix))
}
