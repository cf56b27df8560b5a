package inflect

import (
	"errors"
	"strings"
	"sync"

	"signalbox/internal/regex"
)

// Rules is ActiveSupport::Inflector::Inflections: what is known about words. Make one with [New].
type Rules struct {
	plurals, singulars, humans *ruleList
	uncountables               *uncountables
	acronyms                   *acronyms
	changes                    int
}

// A Rule finds a part of a word: [Text] or [Regexp].
type Rule interface {
	// sub is String#sub! with this rule.
	sub(word, with string) (string, bool)
	// suffixOf gives letters, in lower case, that a word of ASCII letters must end with for the rule to find something;
	// empty where it need not.
	suffixOf() string
}

// Text is a rule that finds a string as it is, anywhere in the word.
//
//	inflect.plural "foot", "feet"
func Text(s string) Rule { return textRule(s) }

// Regexp is a rule that finds a regular expression. A match that is given up (see [regex.DefaultSteps]) counts as none.
//
//	inflect.plural(/^(ox)$/i, '\1en')
func Regexp(re *regex.Regexp) Rule { return regexpRule{re} }

type textRule string

func (t textRule) sub(word, with string) (string, bool) {
	i := strings.Index(word, string(t))
	if i < 0 {
		return word, false
	}
	expanded, err := noGroups().Expand(with, word, []int{i, i + len(t)})
	if err != nil {
		return word, false
	}
	return word[:i] + expanded + word[i+len(t):], true
}

func (t textRule) suffixOf() string { return "" }

// noGroups expands the replacement of a string: \0 is the string, \1 is empty.
var noGroups = sync.OnceValue(func() *regex.Regexp { return regex.MustCompile("", 0) })

type regexpRule struct{ re *regex.Regexp }

func (r regexpRule) sub(word, with string) (string, bool) {
	out, ok, err := r.re.Sub(word, with)
	if err != nil {
		return word, false
	}
	return out, ok
}

func (r regexpRule) suffixOf() string {
	if r.re.Options()&regex.Extended != 0 {
		return ""
	}
	return suffixOf(r.re.Source())
}

// New gives Rails' default rules. They are shared until they are changed, so this is cheap.
//
//	ActiveSupport::Inflector.inflections(:en)
func New() *Rules {
	return &Rules{
		plurals:      &ruleList{defaults: defaultPlurals},
		singulars:    &ruleList{defaults: defaultSingulars},
		humans:       &ruleList{},
		uncountables: defaultUncountables,
		acronyms:     &acronyms{},
	}
}

// Plural adds a rule that [Rules.Pluralize] tries before those there are. The rule and its replacement become countable.
//
//	inflect.plural(/^(ox)$/i, '\1\2en')
func (r *Rules) Plural(rule Rule, with string) {
	r.countable(rule, with)
	r.changes++
	r.plurals.add(rule, with)
}

// Singular adds a rule that [Rules.Singularize] tries before those there are.
//
//	inflect.singular(/^(ox)en/i, '\1')
func (r *Rules) Singular(rule Rule, with string) {
	r.countable(rule, with)
	r.changes++
	r.singulars.add(rule, with)
}

// countable removes words that a rule names from the uncountables, exactly as they are written.
func (r *Rules) countable(rule Rule, with string) {
	if text, ok := rule.(textRule); ok {
		r.uncountables = r.uncountables.without(string(text))
	}
	r.uncountables = r.uncountables.without(with)
}

// Irregular adds a word that ends in its own way, and all words that end with it. As in Rails the strings become part of
// regular expressions; the error is that of [regex.Compile], or that a string is empty.
//
//	inflect.irregular "person", "people"
func (r *Rules) Irregular(singular, plural string) error {
	if singular == "" || plural == "" {
		return errors.New("an irregular word must not be empty")
	}
	plurals, singulars, err := irregularRules(singular, plural)
	if err != nil {
		return err
	}
	r.uncountables = r.uncountables.without(singular).without(plural)
	for _, rule := range plurals {
		r.Plural(rule.rule, rule.with)
	}
	for _, rule := range singulars {
		r.Singular(rule.rule, rule.with)
	}
	return nil
}

// Uncountable adds words that have one form only; so have words that end with them after a word boundary.
//
//	inflect.uncountable %w( fish sheep )
func (r *Rules) Uncountable(words ...string) {
	r.changes++
	r.uncountables = r.uncountables.with(words)
}

// Human adds a rule for [Rules.Humanize].
//
//	inflect.human(/_cnt$/i, '\1_count')
//	inflect.human("legacy_col_person_name", "Name")
func (r *Rules) Human(rule Rule, with string) {
	r.changes++
	r.humans.add(rule, with)
}

// Acronym adds a word that keeps its capitals. The error is that of [regex.Compile], since Rails makes acronyms part of regular expressions.
//
//	inflect.acronym "RESTful"
func (r *Rules) Acronym(word string) error {
	r.changes++
	return r.acronyms.add(word)
}

// Work is how many rules are tried one by one on each word, at most.
func (r *Rules) Work() int {
	work := 0
	for _, l := range []*ruleList{r.plurals, r.singulars, r.humans} {
		if len(l.custom) > fewRules {
			work = max(work, len(l.indexed().rest))
		}
	}
	return work + r.acronyms.work()
}

// A Scope names a kind of rules for [Rules.Clear].
type Scope string

// The scopes of [Rules.Clear].
const (
	All          Scope = "all"
	Plurals      Scope = "plurals"
	Singulars    Scope = "singulars"
	Uncountables Scope = "uncountables"
	Humans       Scope = "humans"
	Acronyms     Scope = "acronyms"
)

// Clear removes all rules of a kind, Rails' own included. An unknown scope clears nothing.
//
//	inflect.clear :plurals
func (r *Rules) Clear(scope Scope) {
	r.changes++
	all := scope == All
	if all || scope == Plurals {
		r.plurals = &ruleList{}
	}
	if all || scope == Singulars {
		r.singulars = &ruleList{}
	}
	if all || scope == Uncountables {
		r.uncountables = &uncountables{}
	}
	if all || scope == Humans {
		r.humans = &ruleList{}
	}
	if all || scope == Acronyms {
		r.acronyms = &acronyms{}
	}
}

// Pluralize gives the plural of a word.
//
//	"octopus".pluralize  # => "octopi"
func (r *Rules) Pluralize(word string) string {
	if word == "" || r.uncountables.match(word) {
		return word
	}
	return r.plurals.apply(word)
}

// Singularize gives the singular of a word.
//
//	"octopi".singularize  # => "octopus"
func (r *Rules) Singularize(word string) string {
	if word == "" || r.uncountables.match(word) {
		return word
	}
	return r.singulars.apply(word)
}
