package dsl

import (
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

var stringCaseMethods = methodTable{
	"upcase":      fnAny(stringUpcase),
	"upcase!":     fnAny(stringBang(stringUpcase)).is(changes),
	"downcase":    fnAny(stringDowncase),
	"downcase!":   fnAny(stringBang(stringDowncase)).is(changes),
	"capitalize":  fnAny(stringCapitalize),
	"capitalize!": fnAny(stringBang(stringCapitalize)).is(changes),
	"swapcase":    fnAny(stringSwapcase),
	"swapcase!":   fnAny(stringBang(stringSwapcase)).is(changes),
}

// caseOptions reads upcase(:ascii) and its kin; fold is downcase's only.
func caseOptions(c *Call, down bool) (ascii, fold bool) {
	if len(c.Args) > 2 {
		panic(c.Exception("ArgumentError", "too many options"))
	}
	for _, v := range c.Args {
		switch v {
		case Symbol("ascii"):
			ascii = true
		case Symbol("turkic"), Symbol("lithuanian"):
		case Symbol("fold"):
			if fold = true; !down {
				panic(c.Exception("ArgumentError", "option :fold only allowed for downcasing"))
			}
		default:
			panic(c.Exception("ArgumentError", "invalid option"))
		}
	}
	if len(c.Args) == 2 && (ascii || fold) {
		panic(c.Exception("ArgumentError", "too many options"))
	}
	if s, ok := c.Self.(*String); ok && !ascii && !utf8.ValidString(s.s) {
		panic(c.Exception("ArgumentError", "input string invalid"))
	}
	return ascii, fold
}

func stringUpcase(c *Call) Value     { return stringCased(c, rubytext.Upcase) }
func stringCapitalize(c *Call) Value { return stringCased(c, rubytext.Capitalize) }
func stringSwapcase(c *Call) Value   { return stringCased(c, rubytext.Swapcase) }

func stringCased(c *Call, f func(s string, ascii bool) string) Value {
	ascii, _ := caseOptions(c, false)
	return newString(c, f(wholeText(c), ascii))
}

func stringDowncase(c *Call) Value {
	ascii, fold := caseOptions(c, true)
	if fold {
		return newString(c, rubytext.FoldCase(wholeText(c)))
	}
	return newString(c, rubytext.Downcase(wholeText(c), ascii))
}
