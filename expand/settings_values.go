package expand

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
)

// Values in YAML, of SettingsFile and of the application's configuration.

// A yamlReader makes Ruby values of YAML nodes, as Psych does.
type yamlReader struct {
	thread *dsl.Thread // nil to check only
	count  int
}

// The bounds of a YAML value.
const (
	maxYAMLDepth = 50
	maxYAMLNodes = 100_000
)

func (y *yamlReader) value(n *yaml.Node, depth int) (dsl.Value, error) {
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
	return scalar(n), y.enter(n, depth)
}

// enter counts a node against the bounds.
func (y *yamlReader) enter(n *yaml.Node, depth int) error {
	if y.count++; depth > maxYAMLDepth || y.count > maxYAMLNodes {
		return wrongSetting(n, "the value is too large")
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
		merge(h, merged)
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
