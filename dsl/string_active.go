package dsl

import (
	"errors"

	"signalbox/internal/inflect"
)

// stringActiveMethods are ActiveSupport's inflections; the rules are those of
// the interpreter, so a program's inflections.rb counts.
var stringActiveMethods = methodTable{
	"to_date": fn(0, stringToTime), "to_time": fnOpt(0, 1, stringToTime), "to_datetime": fn(0, stringToTime),
	"pluralize":        fnOpt(0, 2, stringPluralize),
	"singularize":      fnOpt(0, 1, stringSingularize),
	"camelize":         fnOpt(0, 1, stringCamelize),
	"camelcase":        fnOpt(0, 1, stringCamelize),
	"underscore":       fn(0, inflection((*inflect.Rules).Underscore)),
	"dasherize":        fn(0, inflection((*inflect.Rules).Dasherize)),
	"titleize":         fnKw(0, 0, stringTitleize),
	"titlecase":        fnKw(0, 0, stringTitleize),
	"humanize":         fnKw(0, 0, stringHumanize),
	"classify":         fn(0, inflection((*inflect.Rules).Classify)),
	"tableize":         fn(0, inflection((*inflect.Rules).Tableize)),
	"parameterize":     fnKw(0, 0, stringParameterize),
	"demodulize":       fn(0, inflection((*inflect.Rules).Demodulize)),
	"deconstantize":    fn(0, inflection((*inflect.Rules).Deconstantize)),
	"foreign_key":      fnOpt(0, 1, stringForeignKey),
	"constantize":      fn(0, stringConstantize),
	"safe_constantize": fn(0, stringSafeConstantize),
	"to_param":         fn(0, stringToS),
}

func stringPluralize(c *Call) Value {
	if order, ok := compareNumbers(c.Arg(0), Int(1)); ok && order == 0 {
		return c.t.substring(selfString(c).s)
	}
	return newString(c, localeRules(c).Pluralize(inflected(c)))
}

func stringSingularize(c *Call) Value {
	return newString(c, localeRules(c).Singularize(inflected(c)))
}

// localeRules are those of the language that a symbol among the arguments
// names: "Haus".pluralize(:de).
func localeRules(c *Call) *inflect.Rules {
	for _, a := range c.Args {
		if y, ok := a.(Symbol); ok {
			return c.t.in.InflectionsIn(string(y))
		}
	}
	return c.t.in.inflect
}

func stringCamelize(c *Call) Value {
	switch c.Arg(0) {
	case Nil, Symbol("upper"):
		if len(c.Args) == 0 || c.Args[0] != Nil {
			return newString(c, c.t.in.inflect.Camelize(inflected(c), true))
		}
	case Symbol("lower"):
		return newString(c, c.t.in.inflect.Camelize(inflected(c), false))
	}
	panic(c.Exception("ArgumentError", "Invalid option, use either :upper or :lower."))
}

// inflection makes a method of what the rules make of a word.
func inflection(f func(*inflect.Rules, string) string) func(*Call) Value {
	return func(c *Call) Value { return newString(c, f(c.t.in.inflect, inflected(c))) }
}

// inflected is the receiver's text, for a method that applies rules to it: each goes
// through it several times.
func inflected(c *Call) string {
	s := selfString(c).s
	c.t.Inflects(len(s))
	return s
}

func stringTitleize(c *Call) Value {
	return newString(c, c.t.in.inflect.Titleize(inflected(c), c.Flag("keep_id_suffix", false)))
}

func stringHumanize(c *Call) Value {
	return newString(c, c.t.in.inflect.Humanize(inflected(c), inflect.HumanizeOptions{
		KeepCase:     !c.Flag("capitalize", true),
		KeepIDSuffix: c.Flag("keep_id_suffix", false),
	}))
}

func stringForeignKey(c *Call) Value {
	separate := len(c.Args) == 0 || c.Truthy(c.Args[0])
	return newString(c, c.t.in.inflect.ForeignKey(inflected(c), separate))
}

func stringConstantize(c *Call) Value { return Check(c.t.lookupPath(selfString(c).s)) }

func stringSafeConstantize(c *Call) Value {
	v, err := c.t.lookupPath(selfString(c).s)
	var ee *EvalError
	if errors.As(err, &ee) && ee.Class == "NameError" {
		return Nil
	}
	Must(err)
	return v
}

func stringParameterize(c *Call) Value {
	sep := "-"
	if v, ok := c.Keywords.Sym("separator"); ok {
		if v == Nil {
			panic(c.NoConversion(Nil, "String"))
		}
		sep = c.TextOf(v)
	}
	s := inflected(c)
	repeatSize(c, max(len(sep), 2), len(s))
	return newString(c, c.t.in.inflect.Parameterize(s, sep, c.Flag("preserve_case", false)))
}

// stringToTime is to_date and its kin: calendars are the application's.
func stringToTime(c *Call) Value {
	return unknownCallOf(c)
}
