package expand

import (
	"cmp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A Variable is one of the environment that the routes ask for.
type Variable struct {
	Name string
	// Places are where the routes, or what they call, ask for it, in the order of
	// the files.
	Places []grammar.Pos
}

// Unset lists the variables that the routes ask ENV for and that [Options].Env
// does not give, by name: they count as unset, as in an application that is
// started without them. What lambdas ask while requests are answered is not
// among them.
func (t *Table) Unset() []Variable { return slices.Clone(t.unset) }

// noteUnset remembers a variable that ENV does not hold.
// Other files are read for a part of what they say; only what the routes call of
// them counts.
func (l *loader) noteUnset(name string, at grammar.Pos, stack []dsl.Frame) {
	called := func(f dsl.Frame) bool { return isRoutesFile(f.Pos.Filename) }
	if l.done || l.muted > 0 || at.Line == 0 || !isRoutesFile(at.Filename) && !slices.ContainsFunc(stack, called) {
		return
	}
	if _, told := l.given(variableText(name)); told {
		return
	}
	if l.unset == nil {
		l.unset = map[string]map[grammar.Pos]bool{}
	}
	places := l.unset[name]
	if places == nil {
		if len(l.unset) >= maxVariables {
			return
		}
		places = map[grammar.Pos]bool{}
		l.unset[name] = places
	}
	if len(places) < maxVariables {
		places[at] = true
	}
}

// unsetVariables are what was noted, in order.
func (l *loader) unsetVariables() []Variable {
	all := make([]Variable, 0, len(l.unset))
	for name, places := range l.unset {
		v := Variable{Name: name}
		for at := range places {
			v.Places = append(v.Places, at)
		}
		slices.SortFunc(v.Places, func(a, b grammar.Pos) int {
			return cmp.Or(strings.Compare(a.Filename, b.Filename), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b Variable) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// unsetFindings tell the variables that count as unset.
func (t *Table) unsetFindings() []Finding {
	var all []Finding
	for _, v := range t.unset {
		for _, at := range v.Places {
			all = append(all, Finding{
				Kind: "env", Severity: Note, Pos: at, Expr: "ENV[" + quote(v.Name) + "]",
				Summary: "ENV[" + quote(v.Name) + "] counts as unset",
				Detail:  "--set ENV." + v.Name + "=VALUE gives it a value, or " + SettingsFile + ".",
			})
		}
	}
	return all
}
