package expand

import (
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// An actionChoice is a set of actions, some of which are there only if what the
// application knows says so: those of `only: Settings.actions`.
type actionChoice struct {
	set   actionSet
	doubt map[string]*dsl.Unknown // by the action: whether it is in the set
}

// may adds the actions of whole that an unknown element or list of only: or
// except: may name.
func (a *actionChoice) may(u *dsl.Unknown, isList bool, whole actionSet) {
	for i, name := range resourceActions {
		if whole&(1<<i) == 0 || a.set&(1<<i) != 0 && a.doubt[name] == nil {
			continue
		}
		a.set |= 1 << i
		is := namesAction(u, isList, name)
		if old := a.doubt[name]; old != nil {
			is = old.Or(is)
		}
		if a.doubt == nil {
			a.doubt = map[string]*dsl.Unknown{}
		}
		a.doubt[name] = is
	}
}

// surely adds an action that is there whatever the application knows.
func (a *actionChoice) surely(name string, action actionSet) {
	a.set |= action
	delete(a.doubt, name)
}

// without is the choice of what is in a and not in b.
func (a actionChoice) without(b actionChoice) actionChoice {
	out := actionChoice{set: a.set}
	for i, name := range resourceActions {
		is, not := a.doubt[name], b.doubt[name]
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
		if out.doubt == nil {
			out.doubt = map[string]*dsl.Unknown{}
		}
		out.doubt[name] = is
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

// A doubtfulRow is a row of an action that may not be there.
type doubtfulRow struct {
	row  *route.Route
	when *dsl.Unknown
}

// drawDoubtful draws the row of an action that is there if when holds. It is
// marked by markDoubtful.
func (m *Mapper) drawDoubtful(when *dsl.Unknown, draw func()) {
	if m.l.options.Unknown != "" && m.l.options.Unknown != "both" {
		dsl.Must(m.t.Fork(when, func() (dsl.Value, error) {
			draw()
			return dsl.Nil, nil
		}, func() (dsl.Value, error) { return dsl.Nil, nil }))
		return
	}
	outer := m.doubtful
	m.doubtful = when
	defer func() { m.doubtful = outer }()
	draw()
}

// markDoubtful marks the rows that draw draws, once all of them are: their names
// are those that they have if all are there.
func (m *Mapper) markDoubtful(draw func()) {
	outer := m.doubtfulRows
	m.doubtfulRows = nil
	defer func() {
		for _, d := range m.doubtfulRows {
			d.row.Conditions = append(slices.Clip(d.row.Conditions), m.t.Noted(d.when))
		}
		m.doubtfulRows = outer
	}()
	draw()
}
