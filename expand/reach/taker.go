package reach

import (
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// A taker is a route that may take requests from those behind it.
type taker struct {
	route *route.Route
	mount bool // it may pass them on
	paths *regex.Automaton
	made  bool
}

// newTaker returns a route as a taker; nil for one that takes nothing for sure.
func (s *search) newTaker(r *route.Route, forms []*form) *taker {
	mount := !TakesAll(r)
	if mount && (r.Anchored || r.Endpoint.Kind < route.Inline || r.Endpoint.Table != nil) {
		return nil
	}
	for i := range r.Requirements.Len() {
		if key, _ := r.Requirements.At(i); !r.Path.HasKey(key) && key != dsl.Symbol("format") && key != dsl.Symbol("controller") {
			return nil
		}
	}
	for _, f := range forms {
		if !f.apart() {
			return nil
		}
		for _, n := range f.parts {
			if n.Name() == "" {
				continue
			}
			if q := s.requirementOf(r, n); q != nil && !q.exact {
				return nil
			}
		}
	}
	return &taker{route: r, mount: mount}
}

// automaton is that of the paths that are taken; nil if there is none.
func (s *search) pathsOf(t *taker) *regex.Automaton {
	if !t.made {
		s.steps -= costOfAutomaton
		t.made, t.paths = true, Paths(t.route)
	}
	return t.paths
}

// takesFrom reports whether a taker answers each request of another route by a verb, if it
// matches its path.
func (t *taker) takesFrom(r *route.Route, verb string) bool {
	a := t.route
	switch {
	case verb == "HEAD" && !slices.Contains(a.Verbs, verb): // Rails: Router#match_head_routes
		return false
	case len(a.Verbs) > 0 && !slices.Contains(a.Verbs, verb):
		return false
	}
	return within(a.Callables, r.Callables) && withinConstraints(a, r) && withinConditions(a, r)
}

// within reports whether b asks everything that a asks.
func within(a, b []dsl.Value) bool {
	return !slices.ContainsFunc(a, func(v dsl.Value) bool { return !slices.Contains(b, v) })
}

func withinConstraints(a, b *route.Route) bool {
	if b.Constraints.Hash == nil {
		return a.Constraints.Len() == 0
	}
	for i := range a.Constraints.Len() {
		key, v := a.Constraints.At(i)
		other, ok := b.Constraints.Get(key)
		if !ok || !SameConstraint(v, other) {
			return false
		}
	}
	return true
}

// withinConditions reports whether a exists wherever b does.
func withinConditions(a, b *route.Route) bool {
	return !slices.ContainsFunc(a.Conditions, func(c dsl.Condition) bool { return !slices.ContainsFunc(b.Conditions, c.Equal) })
}

// SameAsked reports whether two routes ask the same of a request, their paths and verbs aside.
func SameAsked(a, b *route.Route) bool {
	return within(a.Callables, b.Callables) && within(b.Callables, a.Callables) && withinConstraints(a, b) && withinConstraints(b, a) &&
		withinConditions(a, b) && withinConditions(b, a)
}

// SameConstraint reports whether two values of a constraint or requirement are the same for sure.
func SameConstraint(a, b dsl.Value) bool {
	if a == b {
		return !dsl.IsUnknown(a)
	}
	switch a := a.(type) {
	case *dsl.String:
		other, ok := b.(*dsl.String)
		return ok && dsl.UnknownIn(a) == nil && dsl.UnknownIn(other) == nil && a.String() == other.String()
	case *dsl.Regexp:
		other, ok := b.(*dsl.Regexp)
		return ok && a.Inspect() == other.Inspect()
	}
	return false
}
