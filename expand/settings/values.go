package settings

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/expand/psych"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Values of settings. Mappings are ActiveSupport::OrderedOptions, `x.key` and `x[:key]`.

// reader returns the reader of a value; without a thread, it only checks.
func reader(t *dsl.Thread) *psych.Reader {
	r := &psych.Reader{Name: route.SettingsFile, Scalar: func(n *yaml.Node) (dsl.Value, error) { return scalar(t, n) }, Key: key}
	if t != nil {
		r.Mapping = func(h *dsl.Hash) dsl.Value { return ruby.OrderedOptions(t, h) }
	}
	return r
}

// key makes symbols of keys; `on` is the name of a method, though Psych reads true.
func key(n *yaml.Node, v dsl.Value) (dsl.Value, error) {
	if n.Kind != yaml.ScalarNode {
		return nil, wrongSetting(n, "a key must be a scalar, not a list or a mapping")
	}
	if _, ok := v.(dsl.Bool); ok {
		return dsl.Symbol(n.Value), nil
	}
	return psych.SymbolKey(n, v)
}

func scalar(t *dsl.Thread, n *yaml.Node) (dsl.Value, error) {
	if err := wrongTag(n); err != nil {
		return nil, err
	}
	switch n.Tag {
	case "!ruby/class", "!ruby/module":
		return constant(t, n.Value), nil
	case "!ruby/object":
		return instance(t, n.Value), nil
	}
	return psych.Tagged(n), nil
}

// yamlTags are the tags that are understood, of scalars.
var yamlTags = map[string]bool{
	"": true, "!": true, "!!null": true, "!!bool": true, "!!int": true, "!!float": true, "!!str": true, "!!timestamp": true, "!!merge": true,
	"!ruby/regexp": true, "!ruby/symbol": true, "!ruby/sym": true, "!ruby/class": true, "!ruby/module": true,
	"!ruby/object": true,
}

// wrongTag is the error about a scalar of which no value is made.
func wrongTag(n *yaml.Node) error {
	switch {
	case !yamlTags[n.Tag]:
		return wrongSetting(n, "the tag %s is not understood; there are !ruby/regexp, !ruby/symbol, !ruby/class and !ruby/object", n.Tag)
	case n.Tag == "!ruby/regexp" && psych.Regexp(n.Value) == nil:
		return wrongSetting(n, "%s is no pattern: it is written as !ruby/regexp /a|b/i", ruby.Quote(n.Value))
	case (n.Tag == "!ruby/class" || n.Tag == "!ruby/module" || n.Tag == "!ruby/object") && !route.IsConstant(n.Value):
		return wrongSetting(n, "%s is no constant: it is written as %s Some::Name", ruby.Quote(n.Value), n.Tag)
	case n.Tag == "!!int":
		if _, ok := psych.Tagged(n).(dsl.Int); !ok {
			return wrongSetting(n, "integers have 64 bits here; quotes around it make it text")
		}
	}
	return nil
}

// constant is the constant of a name; one that no file defines is an object of
// that name.
func constant(t *dsl.Thread, name string) dsl.Value {
	name = strings.TrimPrefix(name, "::")
	if t == nil {
		return dsl.NewUnknown(name, grammar.Pos{})
	}
	file, err := grammar.Parse("", []byte(name))
	if err == nil && route.IsConstant(name) {
		if v, err := t.Interp().NewThread().Run(file, nil); err == nil && !dsl.IsUnknown(v) {
			return v
		}
	}
	class := t.Interp().NewClass(name, nil, nil)
	t.Interp().MarkOpen(class)
	return class
}

// instance is an object of the class of a name, in whatever state.
func instance(t *dsl.Thread, name string) dsl.Value {
	if class, ok := constant(t, name).(*dsl.Class); ok {
		return t.Interp().NewObject(class, nil)
	}
	return dsl.NewUnknown(strings.TrimPrefix(name, "::")+".new", grammar.Pos{})
}

// withoutAliases is a copy of a value with the nodes that aliases stand for;
// psych.Reader has bounded them.
func withoutAliases(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return withoutAliases(n.Alias)
	}
	own := *n
	own.Anchor, own.HeadComment, own.LineComment, own.FootComment = "", "", "", ""
	own.Content = make([]*yaml.Node, len(n.Content))
	for i, e := range n.Content {
		own.Content[i] = withoutAliases(e)
	}
	return &own
}
