// Package settings reads what only the application knows: the values of expressions in
// .routes.yml, and those of --set EXPR=VALUE.
//
//	s, err := settings.Parse([]byte("Settings.sso: true"))
//	s.Set["Settings.sso"] // "true"
package settings

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/expand/psych"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
	"signalbox/internal/spelling"
)

// Settings are what only the application knows, as [route.SettingsFile] says it:
//
//	Settings.sso: true                # the value of an expression
//	Feature.enabled?(:billing): false
//	Site.locales: [en, fr]
//	ENV.TIER: gold                    # ENV["TIER"]
//	unknown: false                    # what other conditions do: both, true or false
//	env: production                   # Rails.env
//	words: [lib/routing_words.rb]     # files that define routing methods
//	check: {except: [alias]}          # what `routes check` reports: only, except, fail-on, baseline
//
// Expressions may also stand below set:, variables of the environment below
// env: as a mapping.
type Settings struct {
	Set      map[string]string // YAML values by expression
	Env      map[string]string
	Unknown  string // both, true or false; empty if the file does not say
	RailsEnv string
	Words    []string
	Check    CheckDefaults

	Places     map[string]grammar.Pos // of what Set holds, by expression
	WordPlaces map[string]grammar.Pos // of Words
}

// New returns settings without any.
func New() *Settings {
	return &Settings{Set: map[string]string{}, Env: map[string]string{}, Places: map[string]grammar.Pos{}, WordPlaces: map[string]grammar.Pos{}}
}

// MaxSize bounds a file of settings, in bytes.
const MaxSize = 1 << 20

// Parse reads a file of settings; an empty one gives empty settings. The error is a
// *[psych.Error] with the place of what is wrong.
func Parse(src []byte) (*Settings, error) {
	document, second, err := readYAML(src)
	switch {
	case errors.Is(err, io.EOF):
		return New(), nil
	case err != nil:
		return nil, psych.SyntaxError(route.SettingsFile, err, src)
	case second != nil:
		return nil, psych.WrongSyntax(placeOf(second), "a second YAML document begins here", "put all settings into one, without ---")
	}
	s := New()
	if err := checkQuotes(document); err != nil {
		return nil, err
	}
	return s, s.read(document.Content[0])
}

// checkQuotes refuses text that begins with a quote which is none to YAML: “true”.
func checkQuotes(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		if l, off, ok := spelling.FindLookAlike(n.Value); ok && off == 0 && (l.Want == `"` || l.Want == "'") {
			return psych.WrongSyntax(placeOf(n), l.Error(), l.Hint())
		}
	}
	for _, part := range n.Content {
		if err := checkQuotes(part); err != nil {
			return err
		}
	}
	return nil
}

func placeOf(n *yaml.Node) grammar.Pos {
	return grammar.Pos{Filename: route.SettingsFile, Line: n.Line, Column: n.Column}
}

func wrongSetting(n *yaml.Node, format string, args ...any) error {
	return (&psych.Reader{Name: route.SettingsFile}).Errorf(n, format, args...)
}

// Keys are those of a file that are no expressions.
var Keys = []string{"set", "env", "unknown", "words", "check"}

func (s *Settings) read(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	return eachPair(n, "the settings", func(key, value *yaml.Node) error {
		switch key.Value {
		case "set":
			return eachPair(value, "set", s.readValue)
		case "env":
			return s.readEnv(value)
		case "unknown":
			if !slices.Contains([]string{"both", "true", "false"}, value.Value) {
				return wrongSetting(value, "unknown: must be both, true or false")
			}
			s.Unknown = value.Value
			return nil
		case "words":
			return s.readWords(value)
		case "check":
			return s.Check.read(value)
		}
		for _, known := range Keys {
			if IsLikeKey(key.Value, known) {
				return wrongSetting(key, "unknown key %s, did you mean %s? An expression of that name belongs below set:", ruby.Quote(key.Value), ruby.Quote(known))
			}
		}
		return s.readValue(key, value)
	})
}

// IsLikeKey reports whether name is known, one of [Keys], or a slip of it.
func IsLikeKey(name, known string) bool {
	return ruby.IsWord(name) && spelling.Distance(name, known, 3) < 3
}

// eachPair gives f the pairs of a mapping.
func eachPair(n *yaml.Node, what string, f func(key, value *yaml.Node) error) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return wrongSetting(n, "%s must be a mapping of keys to values", what)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			return wrongSetting(key, "a key must be an expression, not a list or a mapping")
		}
		if seen[key.Value] {
			return wrongSetting(key, "the key %s is there twice", ruby.Quote(key.Value))
		}
		seen[key.Value] = true
		if err := f(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Settings) readEnv(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return wrongSetting(n, "env: wants the name of an environment, or a mapping of variables to values")
	}
	if n.Kind == yaml.ScalarNode {
		if n.Value == "" {
			return wrongSetting(n, "env: wants the name of an environment, or a mapping of variables to values")
		}
		s.RailsEnv = n.Value
		return nil
	}
	return eachPair(n, "env", func(key, value *yaml.Node) error {
		return s.readVariable(key.Value, value)
	})
}

// readVariable reads the value of a variable of the environment, which is text. One
// that is ~ is not there; one that is left empty is not settled yet.
func (s *Settings) readVariable(name string, value *yaml.Node) error {
	if name == "" {
		return wrongSetting(value, "the name of a variable is missing: ENV.TIER, or TIER below env:")
	}
	if value = psych.Resolved(value); value.Kind != yaml.ScalarNode {
		return wrongSetting(value, "the value of ENV.%s must be text, as \"gold\", not a list or a mapping", name)
	}
	switch {
	case value.Tag != "!!null":
		s.Env[name] = value.Value
	case value.Value != "":
		s.Set[route.VariableText(name)] = "~"
	}
	return nil
}

func (s *Settings) readWords(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return wrongSetting(n, "words: must be a list of Ruby files: [config/routing_words.rb]")
	}
	for _, e := range n.Content {
		if e.Kind != yaml.ScalarNode || e.Value == "" {
			return wrongSetting(e, "words: must be a list of Ruby files: [config/routing_words.rb]")
		}
		s.Words = append(s.Words, e.Value)
		s.WordPlaces[e.Value] = placeOf(e)
	}
	return nil
}

// readValue reads the value of an expression. One that is left empty is not
// settled yet.
func (s *Settings) readValue(key, value *yaml.Node) error {
	if name, ok := route.VariableName(key.Value); ok {
		return s.readVariable(name, value)
	}
	if key.Value == "ENV" {
		return eachPair(value, "ENV", func(key, value *yaml.Node) error { return s.readVariable(key.Value, value) })
	}
	if _, err := route.ExpressionText(key.Value); err != nil {
		return wrongSetting(key, "%s", err.Error())
	}
	if value.Kind == yaml.ScalarNode && value.Tag == "!!null" && value.Value == "" {
		return nil
	}
	if _, err := reader(nil).Value(value); err != nil {
		return err
	}
	text, err := yaml.Marshal(withoutAliases(value))
	if err != nil {
		return wrongSetting(value, "%s", err.Error())
	}
	s.Set[key.Value] = string(text)
	s.Places[key.Value] = placeOf(key)
	return nil
}

// objectMade is an expression that makes an object.
var objectMade = regexp.MustCompile(`^(::)?[A-Z][\w:]*\.new(\(.*\))?$`)

// checkObject is the error of an object that is said to be true or false.
func checkObject(expr string, value dsl.Value) error {
	if _, ok := value.(dsl.Bool); ok && objectMade.MatchString(expr) {
		return fmt.Errorf("%s is an object, not %v: `%s` says whether a constraint admits requests", expr, value, route.Matches(expr))
	}
	return nil
}

// Cut splits "EXPR=VALUE" at the first `=` behind a whole expression, so
// that `Tier.level == 2=true` has the comparison as its expression.
func Cut(text string) (expr, value string, ok bool) {
	for i := 0; i < len(text); i++ {
		if text[i] != '=' {
			continue
		}
		expr = strings.TrimSpace(text[:i])
		if strings.HasPrefix(expr, "ENV.") {
			return expr, text[i+1:], true
		}
		if _, err := route.ExpressionText(expr); err == nil && !strings.HasPrefix(text[i+1:], "=") && !strings.HasPrefix(text[i+1:], "~") {
			return expr, text[i+1:], true
		}
	}
	expr, value, ok = strings.Cut(text, "=")
	return strings.TrimSpace(expr), value, ok
}

// Add adds a value by its expression, as --set gives it: "ENV.TIER" and "gold". The error is a
// *[psych.Error], or one about the YAML.
func (s *Settings) Add(expr, text string) error {
	n, _, err := readYAML([]byte(text))
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	return s.readValue(&yaml.Node{Kind: yaml.ScalarNode, Value: expr}, n.Content[0])
}

// Check returns what is wrong with an expression and the YAML of its value.
func Check(expr, value string) error {
	text, err := route.ExpressionText(expr)
	if err == nil {
		_, err = Value(nil, text, value)
	}
	var wrong *psych.Error
	if errors.As(err, &wrong) {
		return errors.New(wrong.Message)
	}
	return err
}

// Value returns the value that a setting gives an expression, from its YAML; nil for an empty
// text. Classes and objects are those of the thread; without one they are unknown.
func Value(t *dsl.Thread, expr, text string) (dsl.Value, error) {
	n, _, err := readYAML([]byte(text))
	switch {
	case errors.Is(err, io.EOF):
		return dsl.Nil, nil
	case err != nil:
		return nil, fmt.Errorf("the value of %s is no YAML: %s", expr, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	v, err := reader(t).Value(n.Content[0])
	if err == nil {
		err = checkObject(expr, v)
	}
	return v, err
}
