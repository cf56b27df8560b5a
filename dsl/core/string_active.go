package core

import (
	"cmp"
	"errors"
	"strings"

	"signalbox/dsl"
	"signalbox/internal/inflect"
	"signalbox/internal/spelling"
)

// stringActiveMethods are ActiveSupport's inflections; the rules are those of
// the interpreter, so a program's inflections.rb counts.
var stringActiveMethods = dsl.Methods{
	"to_date": dsl.Fn(0, stringToTime), "to_time": dsl.FnOpt(0, 1, stringToTime), "to_datetime": dsl.Fn(0, stringToTime),
	"pluralize":          dsl.FnOpt(0, 2, stringPluralize),
	"singularize":        dsl.FnOpt(0, 1, throughInflector),
	"camelize camelcase": dsl.FnOpt(0, 1, stringCamelize),
	"underscore":         dsl.Fn(0, inflection((*inflect.Rules).Underscore)),
	"dasherize":          dsl.Fn(0, inflection((*inflect.Rules).Dasherize)),
	"titleize titlecase": dsl.FnKw(0, 0, stringTitleize),
	"humanize":           dsl.FnKw(0, 0, stringHumanize),
	"classify":           dsl.Fn(0, inflection((*inflect.Rules).Classify)),
	"tableize":           dsl.Fn(0, inflection((*inflect.Rules).Tableize)),
	"parameterize":       dsl.FnKw(0, 0, stringParameterize),
	"demodulize":         dsl.Fn(0, inflection((*inflect.Rules).Demodulize)),
	"deconstantize":      dsl.Fn(0, inflection((*inflect.Rules).Deconstantize)),
	"foreign_key":        dsl.FnOpt(0, 1, stringForeignKey),
	"constantize":        dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Must(c.Constantize(selfString(c).String())) }),
	"safe_constantize":   dsl.Fn(0, stringSafeConstantize),
	"to_param":           dsl.Fn(0, stringToS),
}

func stringPluralize(c *dsl.Call) dsl.Value {
	if order, ok := dsl.CompareNumbers(c.Arg(0), dsl.Int(1)); ok && order == 0 {
		return c.Substring(selfString(c).String())
	}
	return throughInflector(c)
}

// throughInflector asks ActiveSupport::Inflector where the program has defined its method anew.
func throughInflector(c *dsl.Call) dsl.Value {
	if v, ok := c.Interp().Const("ActiveSupport::Inflector"); ok {
		if m := c.FindMethod(v, c.Name); m != nil && m.Owner != nil { // interpreters share the host's own
			return c.Send(v, c.Name, c.Self, locale(c))
		}
	}
	return Inflect(c)
}

// Inflect is the pluralize or singularize of ActiveSupport::Inflector for c.Self, a String, as Rails
// defines it.
func Inflect(c *dsl.Call) dsl.Value {
	rules := c.Interp().InflectionsIn(string(locale(c)))
	if c.Name == "pluralize" {
		return newString(c, rules.Pluralize(inflected(c)))
	}
	return newString(c, rules.Singularize(inflected(c)))
}

// locale is the language that a symbol among the arguments names: "Haus".pluralize(:de).
func locale(c *dsl.Call) dsl.Symbol {
	for _, a := range c.Args {
		if y, ok := a.(dsl.Symbol); ok {
			return y
		}
	}
	return "en"
}

func stringCamelize(c *dsl.Call) dsl.Value {
	switch c.Arg(0) {
	case dsl.Nil, dsl.Symbol("upper"):
		if len(c.Args) == 0 || c.Args[0] != dsl.Nil {
			return newString(c, c.Interp().Inflections().Camelize(inflected(c), true))
		}
	case dsl.Symbol("lower"):
		return newString(c, c.Interp().Inflections().Camelize(inflected(c), false))
	}
	panic(c.Exception("ArgumentError", "Invalid option, use either :upper or :lower."))
}

// inflection makes a method of what the rules make of a word.
func inflection(f func(*inflect.Rules, string) string) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value { return newString(c, f(c.Interp().Inflections(), inflected(c))) }
}

// inflected is the receiver's text, for a method that applies rules to it: each goes
// through it several times.
func inflected(c *dsl.Call) string {
	s := selfString(c).String()
	c.Inflects(len(s))
	return s
}

func stringTitleize(c *dsl.Call) dsl.Value {
	return newString(c, c.Interp().Inflections().Titleize(inflected(c), c.Flag("keep_id_suffix", false)))
}

func stringHumanize(c *dsl.Call) dsl.Value {
	return newString(c, c.Interp().Inflections().Humanize(inflected(c), inflect.HumanizeOptions{
		KeepCase:     !c.Flag("capitalize", true),
		KeepIDSuffix: c.Flag("keep_id_suffix", false),
	}))
}

func stringForeignKey(c *dsl.Call) dsl.Value {
	separate := len(c.Args) == 0 || c.Truthy(c.Args[0])
	return newString(c, c.Interp().Inflections().ForeignKey(inflected(c), separate))
}

func stringSafeConstantize(c *dsl.Call) dsl.Value {
	v, err := c.Constantize(selfString(c).String())
	var ee *dsl.EvalError
	if errors.As(err, &ee) && ee.Class == "NameError" {
		return dsl.Nil
	}
	dsl.Check(err)
	return v
}

func stringParameterize(c *dsl.Call) dsl.Value {
	sep := "-"
	if v, ok := c.Keywords.Sym("separator"); ok {
		if v == dsl.Nil {
			panic(c.NoConversion(dsl.Nil, "String"))
		}
		sep = c.TextOf(v)
	}
	s := inflected(c)
	repeatSize(c, max(len(sep), 2), len(s))
	return newString(c, c.Interp().Inflections().Parameterize(s, sep, c.Flag("preserve_case", false)))
}

// stringToTime is to_date and its kin: calendars are the application's.
func stringToTime(c *dsl.Call) dsl.Value {
	return dsl.UnknownResult(c)
}

// ---- ActiveSupport::StringInquirer: "test".inquiry.test?

func init() {
	dsl.Register(dsl.Type{
		Name: "ActiveSupport::StringInquirer", Super: "String", Methods: stringInquirerMethods,
		Functions: dsl.Methods{"new": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return inquirerOf(c, c.Text(0)) })},
	})
}

func inquirerOf(c *dsl.Call, s string) dsl.Value {
	own := c.Substring(s)
	own.Inquirer = true
	return own
}

// stringInquirerMethods: any word with a question mark asks for equality.
var stringInquirerMethods = dsl.Methods{
	"method_missing":      dsl.FnKw(1, -1, inquirerAsk),
	"respond_to_missing?": dsl.Fn(2, func(c *dsl.Call) dsl.Value { return dsl.Bool(strings.HasSuffix(c.NameArg(0), "?")) }),
}

// railsEnvs are the questions that Rails.env is asked.
var railsEnvs = []string{"development?", "test?", "production?", "local?"}

func inquirerAsk(c *dsl.Call) dsl.Value {
	s, name := selfString(c), c.NameArg(0)
	q, ok := strings.CutSuffix(name, "?")
	if !ok {
		meant := cmp.Or(spelling.Nearest(name+"?", railsEnvs), name+"?")
		panic(c.NoMethod(name).WithHint("did you mean `" + meant + "`?"))
	}
	if s.Env && q == "local" {
		return dsl.Bool(s.String() == "development" || s.String() == "test")
	}
	if f := c.Interp().Options().AskedEnv; f != nil && s.Env && q != s.String() && !c.Request {
		f(q, c.Pos)
	}
	return dsl.Bool(q == s.String())
}
