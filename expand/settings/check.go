package settings

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"signalbox/expand/ruby"
	"signalbox/grammar"
	"signalbox/internal/spelling"
)

// CheckDefaults are what a team wants `routes check` to do always:
//
//	check:
//	  except: [alias, unset-env]
//	  fail-on: error
//	  baseline: config/routes-baseline.json
type CheckDefaults struct {
	Only, Except []Code
	FailOn       string // error, warning or never; empty if the file does not say
	Baseline     string // a file, relative to the application's folder
}

// A Code is the name of a kind of findings, with its place.
type Code struct {
	Name string
	Pos  grammar.Pos
}

// checkKeys are those below check:.
var checkKeys = []string{"only", "except", "fail-on", "baseline"}

func (c *CheckDefaults) read(n *yaml.Node) error {
	return eachPair(n, "check", func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "only":
			c.Only, err = codesIn(key, value)
		case "except":
			c.Except, err = codesIn(key, value)
		case "fail-on":
			if !slices.Contains([]string{"error", "warning", "never"}, value.Value) {
				return wrongSetting(value, "fail-on: must be error, warning or never")
			}
			c.FailOn = value.Value
		case "baseline":
			if value.Kind != yaml.ScalarNode || value.Value == "" {
				return wrongSetting(value, "baseline: must be the name of a file")
			}
			c.Baseline = value.Value
		default:
			hint := ""
			if near := spelling.Nearest(key.Value, checkKeys); near != "" {
				hint = ", did you mean " + ruby.Quote(near) + "?"
			}
			return wrongSetting(key, "unknown key %s below check:%s", ruby.Quote(key.Value), hint)
		}
		return err
	})
}

// codesIn reads a list of codes, or one.
func codesIn(key, n *yaml.Node) (codes []Code, err error) {
	list := n.Content
	if n.Kind == yaml.ScalarNode {
		list = []*yaml.Node{n}
	}
	for _, e := range list {
		if e.Kind != yaml.ScalarNode || e.Value == "" || n.Kind == yaml.MappingNode {
			return nil, wrongSetting(e, "%s: must be a list of codes: [unreachable, duplicate]", key.Value)
		}
		codes = append(codes, Code{e.Value, placeOf(e)})
	}
	return codes, nil
}
