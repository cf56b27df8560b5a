package expand

import (
	"cmp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// Variables of the environment that neither the settings nor the application's
// files give: they count as unset wherever the application asks for them.

// A Variable is one of the environment that the table depends on.
type Variable struct {
	Name string
	// Places are where the routes, or the files that were read for them, ask for it,
	// in the order of the files.
	Places []grammar.Pos
}

// Unset lists the variables that the table depends on and that neither
// [Options].Env nor the application gives, by name: they count as unset, as in an
// application that is started without them. What lambdas ask while requests are
// answered is not among them.
func (t *Table) Unset() []Variable { return slices.Clone(t.unset) }

// noteUnset remembers a variable whose absence matters.
func (l *loader) noteUnset(u dsl.Unset) {
	name, at := u.Name, u.Pos
	if l.done || at.Line == 0 || l.idle[at] {
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

// holds is truthy of a value that decides what the table has.
func (l *loader) holds(v dsl.Value) bool {
	for _, u := range l.interp.UnsetIn(v) {
		l.noteUnset(u)
	}
	return truthy(v)
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

// unsetFindings tell the variables that count as unset; of those whose text is
// missing in the table, a diagnostic tells.
func (t *Table) unsetFindings() []Finding {
	missing := map[string]bool{}
	for _, d := range t.Diagnostics {
		missing[d.Expr] = missing[d.Expr] || d.Kind == UnsetVariable
	}
	var all []Finding
	for _, v := range t.unset {
		for _, at := range v.Places {
			if expr := variableText(v.Name); !missing[expr] {
				all = append(all, Finding{
					Kind: UnsetVariable.String(), Severity: Note, Pos: at, Expr: expr, Summary: expr + countsAsUnset,
					Detail: "--set ENV." + v.Name + "=VALUE gives it a value, or " + SettingsFile + ".",
				})
			}
		}
	}
	return all
}

const countsAsUnset = " counts as unset"

// ---- text that is missing in the table

// textOptions are the options of words whose text the table shows, or redirects
// have.
var textOptions = map[string]bool{
	"path": true, "as": true, "at": true, "to": true, "controller": true, "action": true, "module": true, "param": true,
	"shallow_path": true, "shallow_prefix": true, "path_names": true, "path_prefix": true, "name_prefix": true,
}

// textWords are the words whose arguments are paths, names or what redirects have.
var textWords = map[string]bool{
	"match": true, "get": true, "post": true, "patch": true, "put": true, "delete": true, "options": true, "connect": true, "root": true,
	"mount": true, "resources": true, "resource": true, "namespace": true, "scope": true, "controller": true, "draw": true, "redirect": true,
}

// tellUnset warns where the text of a variable that counts as unset would stand in
// what a word is given, and returns such variables. For the word the nil of one is any other.
func (l *loader) tellUnset(c *dsl.Call) (missing []dsl.Unset) {
	if !l.interp.MissesVariables() {
		return nil
	}
	tell := func(shown bool, v dsl.Value) {
		missing = append(missing, l.interp.UnsetIn(v)...)
		if shown {
			l.tellMissing(v, c.Pos, "what `"+c.Name+"` is given")
			return
		}
		l.holds(v)
	}
	args := slices.Clone(c.Args)
	for i, v := range args {
		tell(textWords[c.Name], v)
		args[i] = l.interp.WithoutUnset(v)
	}
	c.Args = args
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		name, isName := key.(dsl.Symbol)
		tell(true, key)
		tell(c.Name == "redirect" && name != "status" || isName && textOptions[string(name)], v)
	}
	if c.Keywords.Len() > 0 {
		c.Keywords = l.interp.WithoutUnset(c.Keywords).(*dsl.Hash)
	}
	return missing
}

// tellMissing warns of the variables whose text is missing in a value, which stands
// in something that the table shows.
func (l *loader) tellMissing(v dsl.Value, at grammar.Pos, in string) {
	for _, u := range l.interp.UnsetIn(v) {
		l.noteUnset(u)
		expr := variableText(u.Name)
		if _, given := l.given(expr); !given {
			d := l.warning(UnsetVariable, at, expr+countsAsUnset, "Its text is missing in "+in+".")
			d.source, d.Expr = expr, expr
			l.diagnose(d)
		}
	}
}
