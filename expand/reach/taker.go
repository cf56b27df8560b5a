package reach

import (
	"regexp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
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

// pathsOf is the automaton of the paths that are taken; nil if there is none.
func (s *search) pathsOf(t *taker) *regex.Automaton {
	if !t.made {
		s.steps -= costOfAutomaton
		t.made, t.paths = true, pathsWithin(t.route, &s.steps)
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
	return admits(a, r) && withinConstraints(a, r) && withinConditions(a, r)
}

// admits reports whether the lambdas and objects that a route asks let each request through that
// those of another one do: it asks no more, and what both ask sees the same. Parameters of the
// path are those of the route that asks.
func admits(a, r *route.Route) bool {
	return !slices.ContainsFunc(a.Callables, func(v dsl.Value) bool {
		if !slices.Contains(r.Callables, v) {
			return true
		}
		proc, ok := v.(*dsl.Proc)
		switch {
		case ok && asksOnlyRequest(proc):
			return false
		case !slices.Equal(a.Path.Names(), r.Path.Names()):
			return true
		}
		return ok && a.Defaults.String() != r.Defaults.String()
	})
}

// asksOnlyRequest reports whether a lambda asks a request for nothing that depends on the route
// which asks, and hands it to nobody.
func asksOnlyRequest(p *dsl.Proc) bool {
	if p.Arity() != 1 || p.Params == nil || len(p.Params.List) != 1 || p.Body() == nil || p.Body().Stmts == nil {
		return false
	}
	name, only := p.Params.List[0].Name, true
	grammar.Walk(p.Body(), func(n grammar.Node) {
		c, ok := n.(*grammar.Call)
		only = only && !(ok && ofPath[c.Name])
	})
	for _, x := range p.Body().Stmts.List {
		only = only && !handsOn(grammar.String(x), name)
	}
	return only
}

// ofPath are the methods of a request that tell the parameters of the route, or hold them.
var ofPath = map[string]bool{"path_parameters": true, "params": true, "parameters": true, "env": true, "get_header": true, "fetch_header": true, "path_info": true, "script_name": true, "filtered_parameters": true}

// handsOn reports whether a text has a name that no method is called on.
func handsOn(text, name string) bool {
	for _, at := range regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).FindAllStringIndex(text, -1) {
		if rest := strings.TrimPrefix(text[at[1]:], "&"); !strings.HasPrefix(rest, ".") {
			return true
		}
	}
	return false
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
		if !ok || !withinConstraint(v, other) {
			return false
		}
	}
	return true
}

// withinConstraint reports whether a lets each value of a request's method through that b does:
// /^api/ that of "api-eu", true that of any text. Rails: Journey::Route#matches?.
func withinConstraint(a, b dsl.Value) bool {
	if list, ok := b.(*dsl.Array); ok && len(list.Elems) > 0 {
		return !slices.ContainsFunc(list.Elems, func(v dsl.Value) bool {
			if among, ok := a.(*dsl.Array); ok {
				return !slices.ContainsFunc(among.Elems, func(w dsl.Value) bool { return SameConstraint(v, w) })
			}
			return !withinConstraint(a, v)
		})
	}
	if SameConstraint(a, b) {
		return true
	}
	text, ok := b.(*dsl.String)
	if !ok || dsl.UnknownIn(text) != nil {
		return false
	}
	switch a := a.(type) {
	case *dsl.Regexp:
		at, err := a.Match(text.String(), 0)
		return at != nil && err == nil
	case dsl.Bool:
		return bool(a) && strings.TrimSpace(text.String()) != ""
	}
	return false
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
