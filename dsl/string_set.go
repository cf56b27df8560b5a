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
func charSets(c *Call) (rubytext.CharSets, error) {
	sets := make(rubytext.CharSets, 0, len(c.Args))
	for _, v := range c.Args {
		spec, err := toStr(c, v)
		if err != nil {
			return nil, err
		}
		set, err := rubytext.ParseCharSet(spec)
		if err != nil {
			return nil, c.Errorf("ArgumentError", "%s", err)
		}
		sets = append(sets, set)
	}
	c.t.used.steps += len(wholeText(c)) / bytesPerStep * len(sets)
	return sets, nil
}

func stringTr(c *Call) (Value, error)  { return translate(c, false) }
func stringTrS(c *Call) (Value, error) { return translate(c, true) }

// translate is tr and tr_s.
func translate(c *Call, squeeze bool) (Value, error) {
	from, err := toStr(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	to, err := toStr(c, c.arg(1))
	if err != nil {
		return nil, err
	}
	s, err := rubytext.Tr(wholeText(c), from, to, squeeze)
	if err != nil {
		return nil, c.Errorf("ArgumentError", "%s", err)
	}
	return newString(c, s)
}

func stringDelete(c *Call) (Value, error) {
	sets, err := charSets(c)
	if err != nil {
		return nil, err
	}
	return newString(c, sets.Delete(wholeText(c)))
}

func stringSqueeze(c *Call) (Value, error) {
	sets, err := charSets(c)
	if err != nil {
		return nil, err
	}
	return newString(c, sets.Squeeze(wholeText(c)))
}

func stringCount(c *Call) Value {
	return Int(check(charSets(c)).Count(wholeText(c)))
}
