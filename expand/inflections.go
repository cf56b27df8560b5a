package expand

import (
	"signalbox/dsl"
	"signalbox/expand/ruby"
	"signalbox/internal/inflect"
	"signalbox/internal/regex"
)

func (l *loader) underscore(s string) string { return l.drawing.Underscore(l.thread, s) }

// Names follow ActiveSupport's inflections, with the application's own rules.

// setUpInflector lets programs change the rules:
//
//	ActiveSupport::Inflector.inflections(:en) { |inflect| inflect.acronym "API" }
func (rc *railsClasses) setUpInflector() {
	answer := ruby.Receiver(rc.inflector)
	isWord := func(name string) bool {
		switch name {
		case "inflections", "pluralize", "singularize", "underscore", "camelize", "dasherize", "humanize", "titleize",
			"classify", "tableize", "demodulize", "deconstantize", "foreign_key", "parameterize", "transliterate",
			"ordinalize", "ordinal", "constantize", "safe_constantize", "upcase_first", "downcase_first":
			return true
		}
		return false
	}
	if v, ok := rc.l.interp.Const("ActiveSupport::Inflector"); ok {
		if class, ok := v.(*dsl.Class); ok {
			rc.l.interp.SetHost(class, answer, isWord)
			return
		}
	}
	rc.l.interp.NewHostModule("ActiveSupport::Inflector", answer, isWord)
}

// inflector answers the methods of ActiveSupport::Inflector.
func (rc *railsClasses) inflector(c *dsl.Call) dsl.Value {
	if c.Name != "inflections" {
		return ruby.EachChoice(c.Thread, c.Args, func(args []dsl.Value) dsl.Value {
			if len(args) == 0 {
				panic(dsl.Fail(ruby.WrongArguments(0, "1")))
			}
			own := *c
			own.Args = args
			return rc.inflected(&own)
		})
	}
	locale := "en"
	if len(c.Args) > 0 {
		locale = c.ToS(c.Args[0])
	}
	rules := rc.l.interp.NewObject(rc.inflectionsClass(), &inflectionsHost{rc.l, rc.l.interp.InflectionsIn(locale)})
	if c.Block == nil {
		return rules
	}
	return c.Yield(rules)
}

func (rc *railsClasses) inflectionsClass() *dsl.Class {
	if v, ok := rc.l.interp.Const("ActiveSupport::Inflector::Inflections"); ok {
		if class, ok := v.(*dsl.Class); ok {
			return class
		}
	}
	return rc.l.interp.NewHostClass("ActiveSupport::Inflector::Inflections", nil, func(name string) bool {
		switch name {
		case "plural", "singular", "irregular", "uncountable", "uncountables", "acronym", "human", "clear":
			return true
		}
		return false
	})
}

// inflected calls the method of String or Integer that a function of the
// inflector stands for.
func (rc *railsClasses) inflected(c *dsl.Call) dsl.Value {
	if n, ok := c.Args[0].(dsl.Int); ok {
		return c.Send(n, c.Name)
	}
	s := c.ToS(c.Args[0])
	if c.Name == "transliterate" {
		return dsl.NewString(rc.l.interp.Inflections().Transliterate(s))
	}
	args := c.Args[1:]
	if c.Keywords.Len() > 0 {
		return c.SendKeywords(dsl.NewString(s), c.Name, c.Keywords, args...)
	}
	return c.Send(dsl.NewString(s), c.Name, args...)
}

// An inflectionsHost is the `inflect` that programs add rules to: those of one
// language.
type inflectionsHost struct {
	l     *loader
	rules *inflect.Rules
}

// What a rule takes for each of its words, patterns included.
const (
	ruleSteps = 100
	ruleBytes = 4 << 10
)

// Call implements dsl.Receiver.
func (h *inflectionsHost) Call(c *dsl.Call) (dsl.Value, error) {
	rules := h.rules
	c.Thread.ChangingInflections(rules)
	words := make([]string, 0, len(c.Args))
	for _, v := range ruby.Flatten(nil, c.Args) {
		if _, ok := v.(*dsl.Regexp); ok {
			if c.Name == "uncountable" {
				return nil, dsl.Raise("NoMethodError", "undefined method 'downcase' for an instance of Regexp")
			}
			words = append(words, "")
			continue
		}
		s := c.ToS(v)
		words = append(words, s)
	}
	c.Thread.ChargeSteps(ruleSteps * len(words))
	c.Thread.ChargeMemory(ruleBytes * len(words))
	switch c.Name {
	case "uncountable":
		rules.Uncountable(words...)
		return h.uncountables(), nil
	case "uncountables":
		return h.uncountables(), nil
	case "clear":
		scope := inflect.All
		if len(words) > 0 {
			scope = inflect.Scope(words[0])
		}
		rules.Clear(scope)
		return dsl.Nil, nil
	case "acronym":
		if len(words) == 1 {
			return dsl.Nil, ruleError(rules.Acronym(words[0]))
		}
	}
	if len(words) != 2 {
		return nil, ruby.WrongArguments(len(c.Args), "2")
	}
	rule := inflectRule(c.Args[0], words[0])
	switch c.Name {
	case "plural":
		rules.Plural(rule, words[1])
	case "singular":
		rules.Singular(rule, words[1])
	case "irregular":
		dsl.Check(ruleError(rules.Irregular(words[0], words[1])))
	case "human":
		rules.Human(rule, words[1])
	}
	return dsl.Nil, nil
}

// uncountables is what `inflect.uncountable` returns: `inflect.uncountable << "staff"`
// adds to it.
func (h *inflectionsHost) uncountables() dsl.Value {
	const name = "ActiveSupport::Inflector::Inflections::Uncountables"
	class, _ := h.l.interp.Const(name)
	known, ok := class.(*dsl.Class)
	if !ok {
		known = h.l.interp.NewHostClass(name, nil, func(name string) bool { return name == "<<" || name == "add" })
	}
	return h.l.interp.NewObject(known, ruby.Receiver(func(c *dsl.Call) dsl.Value {
		own := *c
		own.Name = "uncountable"
		dsl.Must(h.Call(&own))
		return c.Self
	}))
}

func ruleError(err error) error {
	if err == nil {
		return nil
	}
	return dsl.Raise("RegexpError", "%s", err.Error())
}

// inflectRule is a rule's left side: a text, or a regexp.
func inflectRule(v dsl.Value, text string) inflect.Rule {
	re, ok := v.(*dsl.Regexp)
	if !ok {
		return inflect.Text(text)
	}
	compiled, err := regex.Compile(re.Source, regex.Options(re.Options))
	if err != nil {
		dsl.Check(ruleError(err))
		return nil
	}
	return inflect.Regexp(compiled)
}
