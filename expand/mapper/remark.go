package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What a declaration says in vain. Rails says nothing of it, and the row does not show it.

// remarks are those of a drawing.
type remarks struct {
	list []route.Remark
	// useful says of what stands somewhere whether any run of it changes something.
	useful map[phrase]bool
	order  []phrase
	// The name that the route in the making would have, and the route that has it.
	name  string
	owner *route.Route
}

// A phrase is a requirement or an option at its place.
type phrase struct {
	kind route.RemarkKind
	name string
	at   grammar.Pos
}

// maxRemarks bounds what is noted of a table.
const maxRemarks = 10_000

// remark notes what the running word says in vain. What happens under an undecided condition is
// left out.
func (m *Mapper) remark(kind route.RemarkKind, name string, r, by *route.Route) {
	all := &m.drawing.remarks
	own := route.Remark{Kind: kind, Pos: m.pos, Name: name, Route: r, By: by}
	if len(m.conditions()) > 0 || len(all.list) >= maxRemarks || IsText(m.pos) || slices.Contains(all.list[max(0, len(all.list)-1):], own) {
		return
	}
	all.list = append(all.list, own)
}

// remarkLostName notes a route that has no name because an earlier one, of another path, has it.
func (m *Mapper) remarkLostName(r *route.Route) {
	all := &m.drawing.remarks
	by := all.owner
	all.owner = nil
	if by == nil || len(by.Conditions) > 0 || r.Open != nil || by.Open != nil || withoutFormat(r) == withoutFormat(by) {
		return
	}
	m.remark(route.LostName, all.name, r, by)
}

func withoutFormat(r *route.Route) string { return strings.TrimSuffix(r.Path.String(), "(.:format)") }

// remarkOptions notes which of the options of a resource leave its actions as they are.
func (m *Mapper) remarkOptions(singleton bool, only, except dsl.Value, drawn guardedActions) {
	for _, o := range [...]struct {
		name         string
		value, other dsl.Value
	}{{"only", only, except}, {"except", except, only}} {
		if !ruby.Truthy(o.value) {
			continue
		}
		all := defaultActions(singleton, m.set.APIOnly)
		others, known := plainActions(o.other, singleton)
		_, own := plainActions(o.value, singleton)
		switch {
		case !ruby.Truthy(o.other) && m.scope.actions != nil:
			all = scopedActions(m.scope.actions, guardedActions{set: all}).set
		case ruby.Truthy(o.other) && o.name == "only":
			all &^= others
		case ruby.Truthy(o.other):
			all = others
		}
		m.drawing.remarks.note(phrase{route.RedundantOption, o.name, m.pos}, !known || !own || drawn.guards != nil || all != drawn.set || len(m.conditions()) > 0)
	}
}

// plainActions are the actions that a list names; ok is false where it names something else.
func plainActions(v dsl.Value, singleton bool) (set actionSet, ok bool) {
	if v == nil || !ruby.Truthy(v) {
		return 0, true
	}
	if dsl.UnknownIn(v) != nil {
		return 0, false
	}
	for _, a := range ruby.List(v) {
		name := ""
		switch a := a.(type) {
		case dsl.Symbol:
			name = string(a)
		case *dsl.String:
			name = a.String()
		}
		action := actionOf(name)
		if action == 0 || singleton && action == indexAction {
			return 0, false
		}
		set |= action
	}
	return set, true
}

// remarkRequirements notes which of the requirements around a route it asks for. Those on the
// request are asked by all. Rails: Mapping#split_constraints, and Mapping#build_conditions, which
// drops what is no method of a request.
func (m *Mapper) remarkRequirements(r *route.Route, sites []guardSite) {
	for _, s := range sites {
		key, ok := s.key.(dsl.Symbol)
		if !ok || s.open || key == controllerKey || requestMethods[string(key)] {
			continue
		}
		path := r.Path.String()
		m.drawing.remarks.note(phrase{route.UnusedRequirement, string(key), s.at},
			r.Path.Has(string(key)) || len(m.conditions()) > 0 || route.HoldsUnknown(path) || m.drawing.hasPlaceholder(path))
	}
}

// remarkNested notes that the resources in a resource ask for the requirement of its parameter.
// Rails: Mapper#param_constraint.
func (m *Mapper) remarkNested(param string) {
	for _, s := range m.scope.guards {
		if s.key == dsl.Value(dsl.Symbol(param)) {
			m.drawing.remarks.note(phrase{route.UnusedRequirement, param, s.at}, true)
		}
	}
}

func (all *remarks) note(p phrase, useful bool) {
	is, known := all.useful[p]
	switch {
	case known && (is || !useful), !known && len(all.order) >= maxRemarks:
		return
	case !known:
		all.order = append(all.order, p)
	}
	all.useful[p] = useful
}

// Remarks returns what the declarations say in vain.
func (d *Drawing) Remarks() []route.Remark {
	list := d.remarks.list
	for _, p := range d.remarks.order {
		if !d.remarks.useful[p] && !IsText(p.at) {
			list = append(list, route.Remark{Kind: p.kind, Pos: p.at, Name: p.name})
		}
	}
	return list
}

// closesTooMuch reports whether a path has a `)` too many: Journey's parser ends there, and
// leaves out the rest. Rails: Journey::Parser#parse_expressions.
func closesTooMuch(path string) bool {
	open := 0
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '\\':
			i++
		case '(':
			open++
		case ')':
			if open--; open < 0 {
				return true
			}
		}
	}
	return false
}
