package expand

import (
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/expand/route"
)

// Variables of the environment among the settings. ENV.TIER and ENV["TIER"] are
// the same, wherever the program asks for it.

// takeVariables moves the variables among the settings of the options to Env; one
// that is ~ stays, as that of which it is known that it is not there.
func (o *Options) takeVariables() error {
	s := &Settings{Set: map[string]string{}, Env: map[string]string{}}
	rest := maps.Clone(o.Set)
	for _, key := range slices.Sorted(maps.Keys(o.Set)) {
		if _, ok := route.VariableName(key); !ok && key != "ENV" {
			continue
		}
		delete(rest, key)
		n, _, err := readYAML([]byte(o.Set[key]))
		if errors.Is(err, io.EOF) {
			continue
		}
		if err == nil {
			err = s.readValue(&yaml.Node{Kind: yaml.ScalarNode, Value: key}, n.Content[0])
		}
		if err != nil {
			return &RouteError{Class: "ArgumentError", Message: "the value of " + key + ": " + strings.TrimPrefix(err.Error(), "yaml: "), cause: err}
		}
	}
	for name := range o.Env {
		delete(s.Set, route.VariableText(name))
	}
	o.Set, o.Env = withDefaults(rest, s.Set), withDefaults(o.Env, s.Env)
	return nil
}

// withoutVariables drops what a file says of variables that the options settle
// otherwise.
func (s *Settings) withoutVariables(o *Options) {
	for name := range o.Env {
		delete(s.Set, route.VariableText(name))
	}
	for name := range s.Env {
		if _, ok := o.Set[route.VariableText(name)]; ok {
			delete(s.Env, name)
		}
	}
}
