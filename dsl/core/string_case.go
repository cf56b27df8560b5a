package core

import (
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

var stringCaseMethods = dsl.Methods{
	"upcase":      dsl.FnAny(stringUpcase),
	"upcase!":     dsl.FnAny(stringBang(stringUpcase)).With(trait.ChangesReceiver),
	"downcase":    dsl.FnAny(stringDowncase),
	"downcase!":   dsl.FnAny(stringBang(stringDowncase)).With(trait.ChangesReceiver),
	"capitalize":  dsl.FnAny(stringCapitalize),
	"capitalize!": dsl.FnAny(stringBang(stringCapitalize)).With(trait.ChangesReceiver),
	"swapcase":    dsl.FnAny(stringSwapcase),
	"swapcase!":   dsl.FnAny(stringBang(stringSwapcase)).With(trait.ChangesReceiver),
}

// caseOptions reads upcase(:ascii) and its kin; fold is downcase's only.
func caseOptions(c *dsl.Call, down bool) (ascii, fold bool) {
	if len(c.Args) > 2 {
		panic(c.Exception("ArgumentError", "too many options"))
	}
	for _, v := range c.Args {
		switch v {
		case dsl.Symbol("ascii"):
			ascii = true
		case dsl.Symbol("turkic"), dsl.Symbol("lithuanian"):
		case dsl.Symbol("fold"):
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
	if s, ok := c.Self.(*dsl.String); ok && !ascii && !utf8.ValidString(s.String()) {
		panic(c.Exception("ArgumentError", "input string invalid"))
	}
	return ascii, fold
}

func stringUpcase(c *dsl.Call) dsl.Value     { return stringCased(c, rubytext.Upcase) }
func stringCapitalize(c *dsl.Call) dsl.Value { return stringCased(c, rubytext.Capitalize) }
func stringSwapcase(c *dsl.Call) dsl.Value   { return stringCased(c, rubytext.Swapcase) }

func stringCased(c *dsl.Call, f func(s string, ascii bool) string) dsl.Value {
	ascii, _ := caseOptions(c, false)
	return newString(c, f(wholeText(c), ascii))
}

func stringDowncase(c *dsl.Call) dsl.Value {
	ascii, fold := caseOptions(c, true)
	if fold {
		return newString(c, rubytext.FoldCase(wholeText(c)))
	}
	return newString(c, rubytext.Downcase(wholeText(c), ascii))
}

var stringSetMethods = dsl.Methods{
	"tr":       dsl.Fn(2, stringTr),
	"tr!":      dsl.Fn(2, stringBang(stringTr)).With(trait.ChangesReceiver),
	"tr_s":     dsl.Fn(2, stringTrS),
	"tr_s!":    dsl.Fn(2, stringBang(stringTrS)).With(trait.ChangesReceiver),
	"delete":   dsl.FnOpt(1, -1, stringDelete),
	"delete!":  dsl.FnOpt(1, -1, stringBang(stringDelete)).With(trait.ChangesReceiver),
	"squeeze":  dsl.FnAny(stringSqueeze),
	"squeeze!": dsl.FnAny(stringBang(stringSqueeze)).With(trait.ChangesReceiver),
	"count":    dsl.FnOpt(1, -1, func(c *dsl.Call) dsl.Value { return dsl.Int(charSets(c).Count(wholeText(c))) }),
}

// charSets reads all arguments.
func charSets(c *dsl.Call) rubytext.CharSets {
	sets := make(rubytext.CharSets, 0, len(c.Args))
	for _, v := range c.Args {
		set, err := rubytext.ParseCharSet(c.TextOf(v))
		if err != nil {
			panic(c.Exception("ArgumentError", "%s", err))
		}
		sets = append(sets, set)
	}
	c.ChargeScan(len(wholeText(c)) * len(sets))
	return sets
}

func stringTr(c *dsl.Call) dsl.Value  { return translate(c, false) }
func stringTrS(c *dsl.Call) dsl.Value { return translate(c, true) }

// translate is tr and tr_s.
func translate(c *dsl.Call, squeeze bool) dsl.Value {
	from, to := c.Text(0), c.Text(1)
	s, err := rubytext.Tr(wholeText(c), from, to, squeeze)
	if err != nil {
		panic(c.Exception("ArgumentError", "%s", err))
	}
	return newString(c, s)
}

func stringDelete(c *dsl.Call) dsl.Value  { return newString(c, charSets(c).Delete(wholeText(c))) }
func stringSqueeze(c *dsl.Call) dsl.Value { return newString(c, charSets(c).Squeeze(wholeText(c))) }
