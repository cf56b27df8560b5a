package mapper

import (
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// A guardedActions is a set of actions, some of which are there only if what the
// application knows says so: those of `only: Settings.actions`.
type guardedActions struct {
	set    actionSet
	guards map[string]*dsl.Unknown // by the action: whether it is in the set
}

// addGuarded adds the actions of whole that an unknown element or list of only: or
// except: may name.
func (a *guardedActions) addGuarded(u *dsl.Unknown, isList bool, whole actionSet) {
	for i, name := range resourceActions {
		if whole&(1<<i) == 0 || a.set&(1<<i) != 0 && a.guards[name] == nil {
			continue
		}
		a.set |= 1 << i
		is := namesAction(u, isList, name)
		if old := a.guards[name]; old != nil {
			is = old.Or(is)
		}
		if a.guards == nil {
			a.guards = map[string]*dsl.Unknown{}
		}
		a.guards[name] = is
	}
}

// add adds an action that is there whatever the application knows.
func (a *guardedActions) add(name string, action actionSet) {
	a.set |= action
	delete(a.guards, name)
}

// without is the choice of what is in a and not in b.
func (a guardedActions) without(b guardedActions) guardedActions {
	out := guardedActions{set: a.set}
	for i, name := range resourceActions {
		is, not := a.guards[name], b.guards[name]
		switch {
		case b.set&(1<<i) != 0 && not == nil:
			out.set &^= 1 << i
			continue
		case out.set&(1<<i) == 0, is == nil && not == nil:
			continue
		case not == nil:
		case is == nil:
			is = not.Not()
		default:
			is = is.Not().Or(not).Not()
		}
		if out.guards == nil {
			out.guards = map[string]*dsl.Unknown{}
		}
		out.guards[name] = is
	}
	return out
}

// namesAction is the question whether an unknown list holds an action, or an
// unknown element is it.
func namesAction(u *dsl.Unknown, isList bool, action string) *dsl.Unknown {
	if list, _, ok := u.Guarded(); ok && u.Splat() {
		u, isList = list, true
	}
	if isList || u.Splat() {
		return u.Call(".include?(:"+action+")", u.Pos)
	}
	return u.Operation(" == :" + action)
}

// A guardedRoute is the row of an action that may not be there.
type guardedRoute struct {
	row  *route.Route
	when *dsl.Unknown
}

// drawGuarded draws the row of an action that is there if when holds. It is
// marked by markGuarded.
func (m *Mapper) drawGuarded(when *dsl.Unknown, draw func()) {
	if m.drawing.OneSide {
		ruby.Fork(m.t, when, draw, nil)
		return
	}
	outer := m.actionGuard
	m.actionGuard = when
	defer func() { m.actionGuard = outer }()
	draw()
}

// markGuarded marks the rows that draw draws, once all of them are: their names
// are those that they have if all are there.
func (m *Mapper) markGuarded(draw func()) {
	outer := m.guardedRoutes
	m.guardedRoutes = nil
	defer func() {
		for _, d := range m.guardedRoutes {
			d.row.Conditions = append(slices.Clip(d.row.Conditions), m.t.Noted(d.when))
		}
		m.guardedRoutes = outer
	}()
	draw()
}

// Actions of only: and except: that are there only if a condition holds.

// openActions notes the actions of a list that are there only if a condition
// holds. It gives the list with them, or without: what is to be drawn at most.
func (res *resource) openActions(v dsl.Value, with bool) dsl.Value {
	a, ok := v.(*dsl.Array)
	if !ok || !isOpenList(a) {
		return v
	}
	sure, whole := dsl.NewArray(), dsl.NewArray()
	for _, e := range a.Elems {
		u, ok := e.(*dsl.Unknown)
		if !ok {
			sure.Elems, whole.Elems = append(sure.Elems, e), append(whole.Elems, e)
			continue
		}
		when, v, _ := u.Guarded()
		whole.Elems = append(whole.Elems, v)
		if !with {
			when = when.Not()
		}
		res.openAction(actionOf(ruby.NameText(v)), when, with)
	}
	for _, e := range sure.Elems {
		if with {
			delete(res.open, actionOf(ruby.NameText(e)))
		}
	}
	if with {
		return whole
	}
	return sure
}

// openAction notes the condition of an action; of two, either does for only:,
// and both must hold for except:.
func (res *resource) openAction(action actionSet, when *dsl.Unknown, either bool) {
	if res.open == nil {
		res.open = map[actionSet]*dsl.Unknown{}
	}
	switch old := res.open[action]; {
	case old == nil:
	case either:
		when = old.Or(when)
	default:
		when = old.And(when)
	}
	res.open[action] = when
}

// isOpenList reports whether some names of a list are there only if a condition
// holds, and the others for sure.
func isOpenList(a *dsl.Array) bool {
	open := false
	for _, e := range a.Elems {
		switch e := e.(type) {
		case dsl.Symbol, *dsl.String:
		case *dsl.Unknown:
			_, v, ok := e.Guarded()
			if !ok || e.Splat() || ruby.NameText(v) == "" {
				return false
			}
			open = true
		default:
			return false
		}
	}
	return open
}
