package core

import (
	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

var stringSetMethods = dsl.Methods{
	"tr":       dsl.Fn(2, stringTr),
	"tr!":      dsl.Fn(2, stringBang(stringTr)).Is(dsl.ChangesReceiver),
	"tr_s":     dsl.Fn(2, stringTrS),
	"tr_s!":    dsl.Fn(2, stringBang(stringTrS)).Is(dsl.ChangesReceiver),
	"delete":   dsl.FnOpt(1, -1, stringDelete),
	"delete!":  dsl.FnOpt(1, -1, stringBang(stringDelete)).Is(dsl.ChangesReceiver),
	"squeeze":  dsl.FnAny(stringSqueeze),
	"squeeze!": dsl.FnAny(stringBang(stringSqueeze)).Is(dsl.ChangesReceiver),
	"count":    dsl.FnOpt(1, -1, stringCount),
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
	c.Scanned(len(wholeText(c)) * len(sets))
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

func stringCount(c *dsl.Call) dsl.Value {
	return dsl.Int(charSets(c).Count(wholeText(c)))
}
