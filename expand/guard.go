package expand

import (
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A Guard is what a request must pass to reach a route, besides its verb and path: a
// constraint, or the sign-in that a block around it demands.
//
//	constraints AdminOnly.new do     // {object  AdminOnly.new      config/routes.rb:2:15}
//	  get "jobs", to: "jobs#index", constraints: { subdomain: "ops" } // {hash  subdomain: "ops"  ...}
//	end
type Guard struct {
	Kind GuardKind
	// Text is the Ruby source as it is written: `AdminOnly.new`, `->(r) { r.local? }`,
	// `subdomain: "ops"`, `authenticate :user`.
	Text string
	// Pos is where it stands.
	Pos grammar.Pos
}

// Source is the place as "config/routes.rb:3:5"; empty if no file has it.
func (g Guard) Source() string {
	if g.Pos.Filename == "" || g.Pos.Line == 0 {
		return ""
	}
	return g.Pos.Filename + ":" + strconv.Itoa(g.Pos.Line) + ":" + strconv.Itoa(g.Pos.Column)
}

// A GuardKind is the kind of a [Guard].
type GuardKind uint8

// The kinds of guards.
const (
	ObjectGuard  GuardKind = iota // an object or class that is asked matches? or call
	LambdaGuard                   // a lambda, proc or method
	HashGuard                     // a condition on the request: subdomain: "ops"
	SignInGuard                   // authenticate, authenticated, unauthenticated
	UnknownGuard                  // a value or an option list that only the application knows
)

var guardKinds = [...]string{"object", "lambda", "hash", "sign_in", "unknown"}

// String is the kind's name in the JSON rows.
func (k GuardKind) String() string { return guardKinds[k] }

// Guards are what a request must pass, the outermost scope's first. What Rails does not
// ask is not among them: the constraint objects of scopes around one that has its own
// constraint object, and those of an endpoint that is a controller class. Of an engine's
// route, those of its mount are [Table.MountGuards].
func (r *Route) Guards() []Guard {
	if r.guarded == nil {
		return nil
	}
	sites := r.guarded.effective(r)
	guards := make([]Guard, len(sites))
	for i, s := range sites {
		guards[i] = r.guarded.texts.guard(s)
	}
	return guards
}

// MountGuards are the guards of the mounts that an engine's routes are reached by; empty
// for an application, and for an engine with a mount that has none.
func (t *Table) MountGuards() []Guard {
	var guards []Guard
	for _, m := range t.mounts {
		guards = append(m.table.MountGuards(), m.route.Guards()...)
		if len(guards) == 0 {
			return nil
		}
	}
	return guards
}

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

// guarded is what is known of the guards of a route.
type guarded struct {
	sites []guardSite // the outermost first; some of them may not be asked
	texts *guardTexts
}

// effective are the sites of what is asked of a request. Of two conditions with one key
// the inner one holds.
func (g *guarded) effective(r *Route) []guardSite {
	callables := slices.Clone(r.Callables)
	if r.Endpoint.Kind == Static {
		callables = nil
	}
	conditions := map[dsl.Value]bool{}
	var sites []guardSite
	for _, s := range slices.Backward(g.sites) {
		switch {
		case s.open:
		case s.key != nil:
			if option(r.Constraints, s.key) != s.value || conditions[s.key] {
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

// addConditions notes the conditions of a scope, which hold for requests or for parts of
// the path.
func (m *Mapper) addConditions(s *scope, conditions *dsl.Hash) {
	s.guards = m.withConditions(s.guards, conditions)
}

// withConditions adds conditions to sites, but for those that came from a scope.
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

// mayGuard notes, until the function that it returns is called, what may hold a
// constraint: options that only the application knows, or a word that is not known, which
// has no place.
func (m *Mapper) mayGuard(u *dsl.Unknown, at grammar.Pos) (end func()) {
	s := m.scope
	before := s.guards
	s.guards = append(before[:len(before):len(before)], guardSite{value: u, open: true, at: at})
	return func() { s.guards = before }
}

// guard notes the guards of a route; own and conditions are its own constraints.
func (m *Mapper) guard(r *Route, own dsl.Value, conditions ...*dsl.Hash) {
	sites := m.scope.guards
	if own != nil {
		sites = append(sites[:len(sites):len(sites)], guardSite{value: own, at: m.guardPlace()})
	}
	for _, h := range conditions {
		sites = m.withConditions(sites, h)
	}
	isOpen := slices.ContainsFunc(sites, func(s guardSite) bool { return s.open })
	if len(r.Callables) == 0 && r.Constraints.Len() == 0 && !isOpen {
		return
	}
	if last := m.lastGuarded; last != nil && len(last.sites) == len(sites) && len(sites) > 0 && &last.sites[0] == &sites[0] {
		r.guarded = last // of its neighbour
		return
	}
	r.guarded = &guarded{sites, m.l.guardTexts}
	m.lastGuarded = r.guarded
}

// guardOfGem notes what a gem asks for a route.
func (m *Mapper) guardOfGem(r *Route, callable dsl.Value, text string) {
	var sites []guardSite
	if r.guarded != nil {
		sites = slices.Clip(r.guarded.sites)
	}
	r.guarded = &guarded{append(sites, guardSite{value: callable, text: text, at: m.guardPlace()}), m.l.guardTexts}
}

// ---- placeholders

// Placeholders are the expressions that only the application knows and whose source
// stands in the route's path, name or endpoint: ["Settings.prefix"] for the row
// /:Settings.prefix/posts. Empty for a route whose text is known.
func (r *Route) Placeholders() []string { return slices.Clone(r.open().placeholders) }

// HelperPlaceholders are those of Placeholders that stand in the route's path or name,
// so that its helpers give no path: [Table.Path] returns an error that names them.
func (r *Route) HelperPlaceholders() []string {
	open := r.open()
	return slices.Clone(open.placeholders[:open.inHelper])
}

// notePlaceholders finds them; own is the unknown value that is a part of the path.
func (m *Mapper) notePlaceholders(r *Route, own *dsl.Unknown) {
	var all []string
	add := func(exprs ...string) {
		for _, x := range exprs {
			if !slices.Contains(all, x) {
				all = append(all, x)
			}
		}
	}
	for _, u := range r.open().unsettled {
		if u.Param == "" {
			add(u.Value.Text())
		}
	}
	if own != nil {
		add(own.Text())
	}
	inText := func(text string) {
		if holdsUnknown(text) {
			exprs, _ := m.l.placeholdersIn(text, nil)
			add(exprs...)
		}
		add(m.l.standingIn(text)...)
	}
	inText(r.Name)
	inHelper := len(all)
	for _, key := range []string{"controller", "action"} {
		v, _ := r.required(key)
		if u := dsl.UnknownIn(v); u != nil {
			add(u.Text())
		} else if s, ok := v.(*dsl.String); ok {
			inText(s.String())
		}
	}
	add(unknownEndpoint(r.Endpoint)...)
	if all != nil {
		open := r.opened()
		open.placeholders, open.inHelper = all, inHelper
	}
}

// unknownEndpoint is what only the application knows of an endpoint whose row shows a
// placeholder.
func unknownEndpoint(e *Endpoint) []string {
	if u, ok := e.App.(*dsl.Unknown); ok && !(isMade(u.Text()) && !isUpperConstant(u.Text())) {
		return []string{u.Text()}
	}
	d := e.Redirect
	if d == nil {
		return nil
	}
	if d.Path != nil {
		if u := dsl.UnknownIn(d.Path); u != nil {
			return []string{u.Text()}
		}
	}
	if u, ok := d.Block.(*dsl.Unknown); ok && !strings.Contains(u.Text(), ".new") {
		return []string{u.Text()}
	}
	return nil
}

// standingIn are the expressions whose placeholders are whole words of a text.
func (l *loader) standingIn(text string) []string {
	var all []string
	for p, expr := range l.placeholders {
		if at := strings.Index(text, p); at >= 0 && boundary(text, at-1) && boundary(text, at+len(p)) {
			all = append(all, expr)
		}
	}
	slices.Sort(all)
	return all
}

// boundary reports whether words of a name end at a byte of it.
func boundary(text string, at int) bool {
	return at < 0 || at >= len(text) || strings.IndexByte("_/.-:#", text[at]) >= 0
}
