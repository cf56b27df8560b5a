package expand

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Values in YAML, of SettingsFile and of the application's configuration.

// A yamlReader makes Ruby values of YAML nodes, as Psych does.
type yamlReader struct {
	thread *dsl.Thread // nil to check only
	// template is what ERB made of the text, which interp ran; nil without ERB.
	template *template
	interp   *dsl.Interp
	names    bool // keys are names of methods: `on` is one, though Psych reads true
	count    int
}

// The bounds of a YAML value.
const (
	maxYAMLDepth = 50
	maxYAMLNodes = 100_000
)

func (y *yamlReader) value(n *yaml.Node, depth int) (dsl.Value, error) {
	if n.Kind != yaml.ScalarNode && !containerTags[n.Tag] {
		return nil, wrongSetting(n, "the tag %s is not understood; objects are mappings without one", n.Tag)
	}
	switch n.Kind {
	case yaml.AliasNode:
		if err := y.enter(n, depth); err != nil {
			return nil, err
		}
		return y.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		return y.list(n, depth)
	case yaml.MappingNode:
		return y.mapping(n, depth)
	}
	if y.template != nil && strings.ContainsRune(n.Value, markOpen) {
		v, err := y.template.marked(y.interp, n.Value, n.Style == 0)
		if err == nil {
			err = y.enter(n, depth)
		}
		return v, err
	}
	if err := wrongTag(n); err != nil {
		return nil, err
	}
	switch n.Tag {
	case "!ruby/class", "!ruby/module":
		return y.constant(n.Value), y.enter(n, depth)
	case "!ruby/object":
		return y.instance(n.Value), y.enter(n, depth)
	}
	return scalar(n), y.enter(n, depth)
}

// yamlTags are the tags that are understood, of scalars.
var yamlTags = map[string]bool{
	"": true, "!": true, "!!null": true, "!!bool": true, "!!int": true, "!!float": true, "!!str": true, "!!timestamp": true, "!!merge": true,
	"!ruby/regexp": true, "!ruby/symbol": true, "!ruby/sym": true, "!ruby/class": true, "!ruby/module": true,
	"!ruby/object": true,
}

var containerTags = map[string]bool{"": true, "!": true, "!!map": true, "!!seq": true}

// wrongTag is the error about a scalar of which no value is made.
func wrongTag(n *yaml.Node) error {
	switch {
	case !yamlTags[n.Tag]:
		return wrongSetting(n, "the tag %s is not understood; there are !ruby/regexp, !ruby/symbol, !ruby/class and !ruby/object", n.Tag)
	case n.Tag == "!ruby/regexp" && rubyRegexp(n.Value) == nil:
		return wrongSetting(n, "%s is no pattern: it is written as !ruby/regexp /a|b/i", ruby.Quote(n.Value))
	case (n.Tag == "!ruby/class" || n.Tag == "!ruby/module" || n.Tag == "!ruby/object") && !route.IsConstant(n.Value):
		return wrongSetting(n, "%s is no constant: it is written as %s Some::Name", ruby.Quote(n.Value), n.Tag)
	case n.Tag == "!!int":
		if _, ok := scalar(n).(dsl.Int); !ok {
			return wrongSetting(n, "integers have 64 bits here; quotes around it make it text")
		}
	}
	return nil
}

// constant is the constant of a name; one that no file defines is an object of
// that name.
func (y *yamlReader) constant(name string) dsl.Value {
	name = strings.TrimPrefix(name, "::")
	if y.thread == nil {
		return dsl.NewUnknown(name, grammar.Pos{})
	}
	file, err := grammar.Parse("", []byte(name))
	if err == nil && route.IsConstant(name) {
		if v, err := y.thread.Interp().NewThread().Run(file, nil); err == nil && !dsl.IsUnknown(v) {
			return v
		}
	}
	class := y.thread.Interp().NewClass(name, nil)
	y.thread.Interp().MarkOpen(class)
	return class
}

// instance is an object of the class of a name, in whatever state.
func (y *yamlReader) instance(name string) dsl.Value {
	if class, ok := y.constant(name).(*dsl.Class); ok {
		return y.thread.Interp().NewObject(class, nil)
	}
	return dsl.NewUnknown(strings.TrimPrefix(name, "::")+".new", grammar.Pos{})
}

// enter counts a node against the bounds.
func (y *yamlReader) enter(n *yaml.Node, depth int) error {
	if y.count++; depth > maxYAMLDepth || y.count > maxYAMLNodes {
		return wrongSetting(n, "the value is too large: at most %d parts, %d levels deep", maxYAMLNodes, maxYAMLDepth)
	}
	return nil
}

func (y *yamlReader) list(n *yaml.Node, depth int) (dsl.Value, error) {
	if err := y.enter(n, depth); err != nil {
		return nil, err
	}
	list := dsl.NewArray()
	for _, e := range n.Content {
		v, err := y.value(e, depth+1)
		if err != nil {
			return nil, err
		}
		list.Elems = append(list.Elems, v)
	}
	return list, nil
}

// mapping makes ActiveSupport::OrderedOptions: `x.key` and `x[:key]`.
func (y *yamlReader) mapping(n *yaml.Node, depth int) (dsl.Value, error) {
	h, err := y.hash(n, depth)
	if err != nil || y.thread == nil {
		return h, err
	}
	return orderedOptions(y.thread, h), nil
}

// hash makes a hash with symbols for keys; `<<` merges others.
func (y *yamlReader) hash(n *yaml.Node, depth int) (*dsl.Hash, error) {
	if err := y.enter(n, depth); err != nil {
		return nil, err
	}
	h := dsl.NewHash(len(n.Content) / 2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := resolved(n.Content[i]), n.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			return nil, wrongSetting(n.Content[i], "a key must be a scalar, not a list or a mapping")
		}
		if y.template != nil && strings.ContainsRune(key.Value, markOpen) {
			return nil, errNotPsych
		}
		if key.Tag == "!!merge" {
			if err := y.mergeInto(h, value, depth+1); err != nil {
				return nil, err
			}
			continue
		}
		v, err := y.value(value, depth+1)
		if err != nil {
			return nil, err
		}
		switch k := scalar(key).(type) {
		case *dsl.String:
			h.Set(dsl.Symbol(k.String()), v)
		default:
			if _, ok := k.(dsl.Bool); ok && y.names {
				k = dsl.Symbol(key.Value)
			}
			h.Set(k, v)
		}
	}
	return h, nil
}

// mergeInto merges the mapping of a `<<`, or those of a list, of which the first
// goes before the others, as Psych does.
func (y *yamlReader) mergeInto(h *dsl.Hash, n *yaml.Node, depth int) error {
	from := []*yaml.Node{resolved(n)}
	if n.Kind == yaml.SequenceNode {
		from = slices.Clone(n.Content)
		slices.Reverse(from)
	}
	for _, e := range from {
		mapping := resolved(e)
		if mapping.Kind != yaml.MappingNode {
			return wrongSetting(e, "<< wants a mapping, or a list of them")
		}
		merged, err := y.hash(mapping, depth)
		if err != nil {
			return err
		}
		ruby.Merge(h, merged)
	}
	return nil
}

// resolved is the node that an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// scalar is a YAML scalar as Psych reads it: `yes` is true, `:en` a symbol.
func scalar(n *yaml.Node) dsl.Value {
	switch n.Tag {
	case "!ruby/regexp":
		if re := rubyRegexp(n.Value); re != nil {
			return re
		}
	case "!ruby/symbol", "!ruby/sym":
		return dsl.Symbol(n.Value)
	case "!!null":
		return dsl.Nil
	case "!!bool":
		return dsl.Bool(strings.EqualFold(n.Value, "true") || strings.EqualFold(n.Value, "yes") || strings.EqualFold(n.Value, "on"))
	case "!!int":
		if i, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 0, 64); err == nil {
			return dsl.Int(i)
		}
	case "!!float":
		if f, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return dsl.Float(f)
		}
	case "!!str":
		if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			break
		}
		switch strings.ToLower(n.Value) {
		case "yes", "on":
			return dsl.True
		case "no", "off":
			return dsl.False
		}
		if len(n.Value) > 1 && n.Value[0] == ':' && n.Value[1] != ':' {
			return dsl.Symbol(strings.Trim(n.Value[1:], `"'`))
		}
	}
	return dsl.NewString(n.Value)
}

// rubyRegexp is `!ruby/regexp /a|b/i`; nil for what is none.
func rubyRegexp(text string) dsl.Value {
	end := strings.LastIndexByte(text, '/')
	if end < 1 || text[0] != '/' || strings.Trim(text[end+1:], "imxn") != "" {
		return nil
	}
	file, err := grammar.Parse("", []byte("/"+strings.ReplaceAll(strings.ReplaceAll(text[1:end], `\/`, "/"), "/", `\/`)+text[end:]))
	if err != nil || len(file.Body.List) != 1 {
		return nil
	}
	re, ok := file.Body.List[0].(*grammar.Regexp)
	if !ok {
		return nil
	}
	options := dsl.RegexpOptions(0)
	for letter, o := range map[string]dsl.RegexpOptions{"i": dsl.IgnoreCase, "x": dsl.Extended, "m": dsl.MultiLine} {
		if strings.Contains(re.Flags, letter) {
			options |= o
		}
	}
	return &dsl.Regexp{Source: re.Source, Options: options}
}

// withoutAliases is a copy of a value with the nodes that aliases stand for;
// yamlReader.value has bounded them.
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
