package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// What guards routes, as the words say it.

// A guardSite is where a routes file puts a guard on routes.
type guardSite struct {
	// value is the callable, the value of a condition, or what is unknown.
	value dsl.Value
	key   dsl.Value   // of a condition on the request
	open  bool        // an option list or a word that may hold a constraint
	text  string      // of what a gem asks, and no file has
	at    grammar.Pos // the word that has it
	// options tells that value is a list of options, which may say anything.
	options bool
}

// guarded are the sites of what may guard a route, the outermost first; some of them may
// not be asked.
type guarded struct{ sites []guardSite }

// of returns the guards of a route.
func (g *guarded) of(r *route.Route, texts *guardTexts) []route.Guard {
	sites := g.effective(r)
	guards := make([]route.Guard, len(sites))
	for i, s := range sites {
		guards[i] = texts.guard(s)
	}
	return guards
}

// effective are the sites of what is asked of a request. Of two conditions with one key
// the inner one holds.
func (g *guarded) effective(r *route.Route) []guardSite {
	callables := slices.Clone(r.Callables)
	if r.Endpoint.Kind == route.Static {
		callables = nil
	}
	conditions := map[dsl.Value]bool{}
	var sites []guardSite
	for _, s := range slices.Backward(g.sites) {
		switch {
		case s.open:
		case s.key != nil:
			if r.Constraints.Len() == 0 {
				continue
			}
			if v, _ := r.Constraints.Get(s.key); v != s.value || conditions[s.key] {
				continue
			}
			conditions[s.key] = true
		default:
			i := slices.Index(callables, s.value)
			if i < 0 {
				continue
			}
			callables = slices.Delete(callables, i, i+1)
		}
		sites = append(sites, s)
	}
	slices.Reverse(sites)
	for _, v := range callables {
		sites = append(sites, guardSite{value: v, at: r.Pos})
	}
	for i := range r.Constraints.Len() {
		if key, v := r.Constraints.At(i); !conditions[key] {
			sites = append(sites, guardSite{value: v, key: key, at: r.Pos})
		}
	}
	return sites
}

// ---- collecting them

// withConditions adds conditions, which hold for requests or for parts of the path, to sites, but
// for those that came from a scope.
func (m *Mapper) withConditions(sites []guardSite, conditions *dsl.Hash) []guardSite {
	outer := sites
	sites = sites[:len(sites):len(sites)]
	for i := range conditions.Len() {
		key, v := conditions.At(i)
		if slices.ContainsFunc(outer, func(s guardSite) bool { return s.key == key && s.value == v }) {
			continue
		}
		site := guardSite{value: v, key: key, at: m.guardPlace()}
		if u, ok := key.(*dsl.Unknown); ok {
			site = guardSite{value: u, open: true, at: m.guardPlace()}
		}
		sites = append(sites, site)
	}
	return sites
}

// guardPlace is the word that has a constraint, or, within a gem's word, the call of that.
func (m *Mapper) guardPlace() grammar.Pos {
	if strings.HasPrefix(m.pos.Filename, "(") {
		return m.recorded
	}
	return m.pos
}

// MayGuard notes, until the function that it returns is called, what may hold a
// constraint: options that only the application knows, or a word that is not known, which
// has no place.
func (m *Mapper) MayGuard(u *dsl.Unknown, at grammar.Pos) (end func()) {
	s := m.scope
	before := s.guards
	s.guards = append(before[:len(before):len(before)], guardSite{value: u, open: true, at: at})
	return func() { s.guards = before }
}

// guard notes the guards of a route; own and conditions are its own constraints.
func (m *Mapper) noteGuards(r *route.Route, own dsl.Value, conditions ...*dsl.Hash) {
	sites := m.scope.guards
	if own != nil {
		sites = append(sites[:len(sites):len(sites)], guardSite{value: own, at: m.guardPlace()})
	}
	for _, h := range conditions {
		sites = m.withConditions(sites, h)
	}
	m.remarkRequirements(r, sites)
	isOpen := slices.ContainsFunc(sites, func(s guardSite) bool { return s.open })
	if len(r.Callables) == 0 && r.Constraints.Len() == 0 && !isOpen {
		return
	}
	if last := m.lastGuarded; last != nil && len(last.sites) == len(sites) && len(sites) > 0 && &last.sites[0] == &sites[0] {
		m.set.guarded[r] = last // of its neighbour
		return
	}
	m.lastGuarded = &guarded{sites}
	m.set.guarded[r] = m.lastGuarded
}

// guardOfGem notes what a gem asks for a route.
func (m *Mapper) guardOfGem(r *route.Route, callable dsl.Value, text string) {
	var sites []guardSite
	if g := m.set.guarded[r]; g != nil {
		sites = slices.Clip(g.sites)
	}
	m.set.guarded[r] = &guarded{append(sites, guardSite{value: callable, text: text, at: m.guardPlace()})}
}
