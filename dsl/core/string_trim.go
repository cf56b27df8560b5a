package core

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

var stringTrimMethods = dsl.Methods{
	"strip":          dsl.Fn(0, stringStrip),
	"strip!":         dsl.Fn(0, stringBang(stringStrip)).With(trait.ChangesReceiver),
	"lstrip":         dsl.Fn(0, stringLstrip),
	"lstrip!":        dsl.Fn(0, stringBang(stringLstrip)).With(trait.ChangesReceiver),
	"rstrip":         dsl.Fn(0, stringRstrip),
	"rstrip!":        dsl.Fn(0, stringBang(stringRstrip)).With(trait.ChangesReceiver),
	"chomp":          dsl.FnOpt(0, 1, stringChomp),
	"chomp!":         dsl.FnOpt(0, 1, stringBang(stringChomp)).With(trait.ChangesReceiver),
	"chop":           dsl.Fn(0, stringChop),
	"chop!":          dsl.Fn(0, stringBang(stringChop)).With(trait.ChangesReceiver),
	"delete_prefix":  dsl.Fn(1, stringDeletePrefix),
	"delete_prefix!": dsl.Fn(1, stringBang(stringDeletePrefix)).With(trait.ChangesReceiver),
	"delete_suffix":  dsl.Fn(1, stringDeleteSuffix),
	"delete_suffix!": dsl.Fn(1, stringBang(stringDeleteSuffix)).With(trait.ChangesReceiver),
}

// stripSpace is the white space of strip; only rstrip and lstrip's ends take
// the null character along.
const stripSpace = "\t\n\v\f\r \x00"

// isSpace is [[:space:]].
func isSpace(r rune) bool { return unicode.Is(unicode.White_Space, r) }

func stringStrip(c *dsl.Call) dsl.Value { return c.Substring(strings.Trim(spaceText(c), stripSpace)) }

func stringLstrip(c *dsl.Call) dsl.Value {
	return c.Substring(strings.TrimLeft(spaceText(c), stripSpace))
}

func stringRstrip(c *dsl.Call) dsl.Value {
	return c.Substring(strings.TrimRight(spaceText(c), stripSpace))
}

func stringChomp(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	if len(c.Args) == 0 {
		return c.Substring(rubytext.Chomp(s))
	}
	if c.Args[0] == dsl.Nil {
		return c.Substring(s)
	}
	switch sep := c.Text(0); sep {
	case "":
		before := len(s)
		for strings.HasSuffix(s, "\n") {
			s = strings.TrimSuffix(s[:len(s)-1], "\r")
		}
		c.ChargeScan(before - len(s))
		return c.Substring(s)
	case "\n":
		return c.Substring(rubytext.Chomp(s))
	default:
		c.ChargeCopy(len(sep))
		return c.Substring(strings.TrimSuffix(s, sep))
	}
}

func stringChop(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	if t, ok := strings.CutSuffix(s, "\r\n"); ok {
		return c.Substring(t)
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return c.Substring(s[:len(s)-n])
}

func stringDeletePrefix(c *dsl.Call) dsl.Value { return withoutAffix(c, strings.TrimPrefix) }
func stringDeleteSuffix(c *dsl.Call) dsl.Value { return withoutAffix(c, strings.TrimSuffix) }

func withoutAffix(c *dsl.Call, trim func(s, affix string) string) dsl.Value {
	affix := c.Text(0)
	c.ChargeCopy(len(affix))
	return c.Substring(trim(selfString(c).String(), affix))
}
