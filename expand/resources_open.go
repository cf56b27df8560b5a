package expand

import "signalbox/dsl"

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
		res.openAction(actionOf(textOfName(v)), when, with)
	}
	for _, e := range sure.Elems {
		if with {
			delete(res.open, actionOf(textOfName(e)))
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

// isOpenList tells a list of which some names are there only if a condition
// holds, and the others for sure.
func isOpenList(a *dsl.Array) bool {
	open := false
	for _, e := range a.Elems {
		switch e := e.(type) {
		case dsl.Symbol, *dsl.String:
		case *dsl.Unknown:
			_, v, ok := e.Guarded()
			if !ok || e.Splat() || textOfName(v) == "" {
				return false
			}
			open = true
		default:
			return false
		}
	}
	return open
}
