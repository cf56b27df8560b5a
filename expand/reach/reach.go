package reach

import (
	"cmp"
	"slices"

	"signalbox/expand/route"
)

// A Kind is what is wrong with a route.
type Kind uint8

// The kinds.
const (
	Unreachable Kind = iota // no request gets there
	BehindMount             // none does, if a mount in front takes what it may
	Partly                  // some of its requests never get there
	Never                   // no request has such a path
)

// A Verdict is a route that does not answer all that it says.
type Verdict struct {
	Route *route.Route
	Kind  Kind
	// By are the routes that take the requests, the first in front; empty for Never.
	By []*route.Route
	// Method and Path are a request that another route answers, First.
	Method, Path string
	First        *route.Route
	// Verbs and Paths are those of which others take all requests, for Partly; with neither
	// of them only requests with a format are left.
	Verbs, Paths []string
}

// A Report is what is found out about the routes of a table.
type Report struct {
	Found     []Verdict
	Undecided []*route.Route
}

// A search goes through the routes of a table.
type search struct {
	steps        int
	requirements map[string]*requirement
	tree         tree
	verbs        []string // that the routes name, and an empty one for others
	filled       map[*form][]string
	blind        bool // a route may have taken a path that nobody can tell
	onOpen       func(claim)
}

// Of decides which routes are reached, in their order. Those whose path only the application
// knows are passed over, and take nothing from others.
func Of(routes []*route.Route) Report {
	s := &search{steps: maxSteps}
	return s.report(routes)
}

func (s *search) report(routes []*route.Route) Report {
	s.requirements, s.verbs = map[string]*requirement{}, verbsOf(routes)
	var report Report
	for _, r := range routes {
		if !Known(r) {
			continue
		}
		s.filled = map[*form][]string{}
		forms := s.forms(r)
		v, decided := s.judge(r, forms)
		if !decided && !r.Internal {
			report.Undecided = append(report.Undecided, r)
		}
		if v != nil {
			if !r.Internal {
				report.Found = append(report.Found, *v)
			}
			if v.Kind == Unreachable || v.Kind == Never { // what it takes, others take
				continue
			}
		}
		if t := s.newTaker(r, forms); t != nil {
			s.tree.add(t, forms)
		}
	}
	return report
}

// verbsOf are the verbs that routes name, but HEAD, which goes where GET does, and one that
// none names.
func verbsOf(routes []*route.Route) []string {
	verbs := []string{}
	for _, r := range routes {
		for _, v := range r.Verbs {
			if v != "HEAD" && !slices.Contains(verbs, v) {
				verbs = append(verbs, v)
			}
		}
	}
	slices.SortStableFunc(verbs, func(a, b string) int { return compareBool(a != "GET", b != "GET") })
	return append(verbs, "")
}

// judge decides about one route; nil is one that answers all it says, as far as is decided.
func (s *search) judge(r *route.Route, forms []*form) (_ *Verdict, decided bool) {
	if s.steps <= 0 {
		return nil, false
	}
	verbs := r.Verbs
	if len(verbs) == 0 {
		verbs = s.verbs
	}
	claims := s.claims(forms, verbs, false)
	v := s.verdict(r, claims, len(verbs))
	if v == nil || v.Kind == Partly {
		if behind := s.behindMount(r, claims, forms, verbs); behind != nil {
			v = behind
		}
	}
	return v, v != nil && v.Kind != Partly || !slices.ContainsFunc(claims, func(c claim) bool { return c.state == undecided })
}

func (s *search) claims(forms []*form, verbs []string, mounts bool) []claim {
	var claims []claim
	for _, f := range forms {
		for _, verb := range verbs {
			c := s.decide(f, verb, mounts)
			if c.state == never {
				break
			}
			claims = append(claims, c)
		}
	}
	return claims
}

// verdict sums up the claims of a route.
func (s *search) verdict(r *route.Route, claims []claim, verbs int) *Verdict {
	v := &Verdict{Route: r}
	if len(claims) == 0 {
		v.Kind = Never
		return v
	}
	isTaken := func(c claim) bool { return c.state == taken }
	if !slices.ContainsFunc(claims, func(c claim) bool { return c.state != taken }) {
		s.show(v, claims)
		return v
	}
	if !slices.ContainsFunc(claims, isTaken) || slices.ContainsFunc(claims, func(c claim) bool { return c.state == undecided }) {
		return nil
	}
	v.Kind = Partly
	var part []claim
	if verbs > 1 {
		v.Verbs, part = whole(claims, func(c claim) string { return c.verb })
	}
	if v.Verbs == nil {
		part = s.paths(v, claims)
	}
	if part == nil {
		return nil
	}
	s.show(v, part)
	return v
}

// paths fills in the forms without a format of which others take all requests.
func (s *search) paths(v *Verdict, claims []claim) []claim {
	bare := slices.DeleteFunc(slices.Clone(claims), func(c claim) bool { return c.form.format })
	if len(bare) < len(claims) && !slices.ContainsFunc(bare, func(c claim) bool { return c.state != taken }) {
		return bare
	}
	var part []claim
	v.Paths, part = whole(bare, func(c claim) string { return c.form.String() })
	return part
}

// whole are the keys of which all claims are taken, and those claims; an empty key is not told.
func whole(claims []claim, key func(claim) string) (keys []string, part []claim) {
	free := map[string]bool{"": true}
	for _, c := range claims {
		if c.state != taken {
			free[key(c)] = true
		}
	}
	for _, c := range claims {
		if k := key(c); !free[k] {
			part = append(part, c)
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	return keys, part
}

// show fills in who takes the requests, and one of them.
func (s *search) show(v *Verdict, claims []claim) {
	for _, c := range claims {
		for _, t := range c.by {
			if !slices.Contains(v.By, t.route) {
				v.By = append(v.By, t.route)
			}
		}
	}
	slices.SortFunc(v.By, func(a, b *route.Route) int { return cmp.Compare(a.Index, b.Index) })
	for _, c := range claims {
		for _, path := range slices.Backward(s.samplesOf(c.form)) {
			by := s.takers(c.form, c.verb, path, v.Kind == BehindMount)
			if len(by) > 0 {
				v.Method, v.Path, v.First = cmp.Or(c.verb, "GET"), path, by[0].route
				return
			}
		}
	}
}

// behindMount asks whether mounts in front take what is left of a route.
func (s *search) behindMount(r *route.Route, claims []claim, forms []*form, verbs []string) *Verdict {
	for _, c := range claims {
		if c.state == undecided || c.state == open && len(s.takers(c.form, c.verb, c.path, true)) == 0 {
			return nil
		}
	}
	claims = s.claims(forms, verbs, true)
	if slices.ContainsFunc(claims, func(c claim) bool { return c.state != taken }) {
		return nil
	}
	v := &Verdict{Route: r, Kind: BehindMount}
	s.show(v, claims)
	return v
}

// samplesOf are the samples of a form, made once.
func (s *search) samplesOf(f *form) []string {
	all, ok := s.filled[f]
	if !ok {
		all = s.samples(f)
		s.filled[f] = all
	}
	return all
}
