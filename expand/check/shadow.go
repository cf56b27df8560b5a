package check

import (
	"slices"

	"signalbox/expand/reach"
	"signalbox/expand/route"
)

// A Shadow is a route behind earlier ones that answer all of its requests.
type Shadow struct {
	reach.Verdict
	// Same is set where both take the same requests: path, verbs, constraints.
	Same bool
	// Alias is set where Route is there for its name: it has the path of the earlier one and
	// leads to the same, under a name of its own.
	Alias bool
}

// Shadows finds the routes that no request can reach, in their order; those of
// mounted engines follow.
func Shadows(t *route.Table) []Shadow {
	found, _ := Reach(t)
	return found
}

// Reach finds the routes that answer not all that they say, and those of which this is not
// decided; see [reach.Of].
func Reach(t *route.Table) (found []Shadow, others reach.Report) {
	for _, t := range t.Tables() {
		report := reach.Of(t.Routes)
		others.Undecided = append(others.Undecided, report.Undecided...)
		for _, v := range report.Found {
			if v.Kind != reach.Unreachable {
				others.Found = append(others.Found, v)
				continue
			}
			s := Shadow{Verdict: v}
			if by := v.By[0]; len(v.By) == 1 && sameButVerbs(by, v.Route) {
				s.Same, s.Alias = slices.Equal(by.Verbs, v.Route.Verbs), isAlias(by, v.Route)
			}
			found = append(found, s)
		}
	}
	return found, others
}

// sameButVerbs reports whether two routes ask the same of a request, their verbs aside.
func sameButVerbs(a, b *route.Route) bool {
	return a.Path.String() == b.Path.String() && reach.SameAsked(a, b) && samePathRequirements(a, b)
}

// samePathRequirements reports whether the parameters of one path have the same
// requirements in two routes.
func samePathRequirements(a, b *route.Route) bool {
	for _, name := range a.Path.Names() {
		v, ok := a.Requirements.Sym(name)
		w, okToo := b.Requirements.Sym(name)
		if ok != okToo || ok && !reach.SameConstraint(v, w) {
			return false
		}
	}
	return true
}

// isAlias reports whether a route gives another name to what one before it leads
// to: `root to: "a#b", as: :home` behind `root "a#b"`.
func isAlias(first, r *route.Route) bool {
	if r.Name == "" || r.Name == first.Name || first.EndpointText() != r.EndpointText() {
		return false
	}
	a, b := first.AllRequirements(), r.AllRequirements()
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		key, v := a.At(i)
		if w, ok := b.Get(key); !ok || v != w && !reach.SameConstraint(v, w) {
			return false
		}
	}
	return true
}
