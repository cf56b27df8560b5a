package dsl

import "signalbox/dsl/internal/rubytext"

var stringSetMethods = methodTable{
	"tr":       fn(2, stringTr),
	"tr!":      fn(2, stringBang(stringTr)).is(changes),
	"tr_s":     fn(2, stringTrS),
	"tr_s!":    fn(2, stringBang(stringTrS)).is(changes),
	"delete":   fnOpt(1, -1, stringDelete),
	"delete!":  fnOpt(1, -1, stringBang(stringDelete)).is(changes),
	"squeeze":  fnAny(stringSqueeze),
	"squeeze!": fnAny(stringBang(stringSqueeze)).is(changes),
	"count":    fnOpt(1, -1, stringCount),
}

// charSets reads all arguments.
func charSets(c *Call) rubytext.CharSets {
	sets := make(rubytext.CharSets, 0, len(c.Args))
	for _, v := range c.Args {
		set, err := rubytext.ParseCharSet(c.TextOf(v))
		if err != nil {
			panic(c.Exception("ArgumentError", "%s", err))
		}
		sets = append(sets, set)
	}
	c.t.scanned(len(wholeText(c)) * len(sets))
	return sets
}

func stringTr(c *Call) Value  { return translate(c, false) }
func stringTrS(c *Call) Value { return translate(c, true) }

// translate is tr and tr_s.
func translate(c *Call, squeeze bool) Value {
	from, to := c.Text(0), c.Text(1)
	s, err := rubytext.Tr(wholeText(c), from, to, squeeze)
	if err != nil {
		panic(c.Exception("ArgumentError", "%s", err))
	}
	return newString(c, s)
}

func stringDelete(c *Call) Value  { return newString(c, charSets(c).Delete(wholeText(c))) }
func stringSqueeze(c *Call) Value { return newString(c, charSets(c).Squeeze(wholeText(c))) }

func stringCount(c *Call) Value {
	return Int(charSets(c).Count(wholeText(c)))
}
