// Package inflector is ActiveSupport::Inflector as programs call it, and the `inflect` by which
// they change the rules of a language:
//
//	ActiveSupport::Inflector.inflections(:en) { |inflect| inflect.acronym "API" }
//
// The rules are those of the interpreter, which the methods of String follow too.
package inflector

import (
	"slices"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/expand/ruby"
	"signalbox/internal/inflect"
	"signalbox/internal/regex"
)

// SetUp defines the module in an interpreter.
func SetUp(in *dsl.Interp) {
	module := in.NewHostModule("ActiveSupport::Inflector", ruby.Receiver(call), nil)
	in.ExtendSelf(module, func(name string) bool {
		switch name {
		case "inflections", "pluralize", "singularize", "underscore", "camelize", "dasherize", "humanize", "titleize",
			"classify", "tableize", "demodulize", "deconstantize", "foreign_key", "parameterize", "transliterate",
			"ordinalize", "ordinal", "constantize", "safe_constantize", "upcase_first", "downcase_first":
			return true
		}
		return false
	})
	newRulesClass(in)
}

// call answers the methods of ActiveSupport::Inflector.
func call(c *dsl.Call) dsl.Value {
	if c.Name != "inflections" {
		return ruby.EachChoice(c.Thread, c.Args, func(args []dsl.Value) dsl.Value {
			if len(args) == 0 {
				panic(dsl.Fail(ruby.WrongArguments(0, "1")))
			}
			own := *c
			own.Args = args
			return inflected(&own)
		})
	}
	rules := rulesOf(c)
	if c.Block == nil {
		return rules
	}
	return c.Yield(rules)
}

// rulesClass names the class of what a block of inflections is given, and listClass that of what the rules of a
// kind are held in. Both are there before the program runs, which may reopen them.
const (
	rulesClass = "ActiveSupport::Inflector::Inflections"
	listClass  = rulesClass + "::Uncountables"
)

// kinds are the readers of rules, and Rails' own variables.
var kinds = []string{"plurals", "singulars", "uncountables", "humans", "acronyms"}

func newRulesClass(in *dsl.Interp) {
	class := in.NewHostClass(rulesClass, nil, func(name string) bool {
		switch name {
		case "plural", "singular", "irregular", "uncountable", "acronym", "human", "clear":
			return true
		}
		return slices.Contains(kinds, name)
	})
	in.SetHost(class, ruby.Receiver(rulesOf), func(name string) bool { return name == "instance" || name == "instance_or_fallback" })
	in.NewHostClass(listClass, nil, func(string) bool { return true })
}

// rulesOf gives the object of the rules of a language: Inflections.instance(:en).
func rulesOf(c *dsl.Call) dsl.Value {
	locale := "en"
	if len(c.Args) > 0 {
		locale = c.ToS(c.Args[0])
	}
	host := &inflections{c.Interp().InflectionsIn(locale), locale}
	rules := newObject(c, rulesClass, host)
	for _, kind := range kinds {
		dsl.Must(c.Thread.Call(rules, "instance_variable_set", dsl.Symbol("@"+kind), host.list(c, kind)))
	}
	return rules
}

func newObject(c *dsl.Call, class string, host dsl.Receiver) *dsl.Object {
	k, _ := c.Interp().Const(class)
	o := c.NewObject(k.(*dsl.Class), nil)
	o.Host = host
	return o
}

// inflected calls the method of String or Integer that a function of the
// inflector stands for.
func inflected(c *dsl.Call) dsl.Value {
	if n, ok := c.Args[0].(dsl.Int); ok {
		return c.Send(n, c.Name)
	}
	s := c.ToS(c.Args[0])
	if c.Name == "transliterate" {
		return dsl.NewString(c.Interp().Inflections().Transliterate(s))
	}
	args := c.Args[1:]
	if c.Name == "pluralize" || c.Name == "singularize" { // which String's ask
		if len(args) > 1 {
			panic(dsl.Fail(ruby.WrongArguments(len(c.Args), "1..2")))
		}
		own := *c
		own.Self, own.Args = dsl.NewString(s), args
		return core.Inflect(&own)
	}
	if c.Keywords.Len() > 0 {
		return dsl.Must(c.Thread.Send(dsl.NewString(s), c.Name, args, c.Keywords, nil, c.Pos))
	}
	return c.Send(dsl.NewString(s), c.Name, args...)
}

// The inflections of one language are the `inflect` that programs add rules to.
type inflections struct {
	rules  *inflect.Rules
	locale string
}

// What a rule takes for each of its words, patterns included.
const (
	ruleSteps = 100
	ruleBytes = 4 << 10
)

// Call implements dsl.Receiver.
func (h *inflections) Call(c *dsl.Call) (dsl.Value, error) {
	if slices.Contains(kinds, c.Name) {
		return h.list(c, c.Name), nil
	}
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
		return h.list(c, "uncountables"), nil
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

// list is what rules of a kind are held in: `inflect.uncountable` returns one, and `<< "staff"` adds to it. What is in
// it is unknown, as Rails has other patterns than there are here; other changes of it are refused.
func (h *inflections) list(c *dsl.Call, kind string) dsl.Value {
	return newObject(c, listClass, ruby.Receiver(func(c *dsl.Call) dsl.Value {
		if kind == "uncountables" && (c.Name == "<<" || c.Name == "add") {
			own := *c
			own.Name = "uncountable"
			dsl.Must(h.Call(&own))
			return c.Self
		}
		text := "ActiveSupport::Inflector.inflections(" + dsl.InspectSymbol(h.locale) + ")." + kind
		if dsl.Changes(c.Name) {
			panic(dsl.Fail(dsl.Raise("NoMethodError", "%s of %s is not followed: say it by plural, singular, irregular, uncountable or human", c.Name, text)))
		}
		return dsl.Must(c.Thread.Send(dsl.NewUnknown(text, c.Pos), c.Name, c.Args, c.Keywords, c.Block, c.Pos))
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
	compiled, err := regex.Compile(re.Source, re.Options)
	if err != nil {
		dsl.Check(ruleError(err))
		return nil
	}
	return inflect.Regexp(compiled)
}
