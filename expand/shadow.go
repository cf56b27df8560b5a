package expand

import (
	"regexp/syntax"
	"slices"
	"strings"

	"signalbox/dsl"
)

// Routes that no request can reach, because an earlier one takes all of theirs.
// Only what is certain is told: where the languages of two paths can't be
// compared, the later route counts as reached.

// A Shadow is a route behind an earlier one that answers all of its requests.
type Shadow struct {
	Route *Route
	By    *Route
	// Same tells that both take the same requests: path, verbs, constraints.
	Same bool
	// Alias tells that Route is there for its name: it has the path of By and leads
	// to the same, under a name of its own.
	Alias bool
}

// Shadows finds the routes that no request can reach, in their order; those of
// mounted engines follow.
func (t *Table) Shadows() []Shadow {
	var found []Shadow
	t.everyTable(func(t *Table) { found = append(found, shadows(t.Routes)...) })
	return found
}

func shadows(routes []*Route) []Shadow {
	var found []Shadow
	var takers takerTree
	tried := &texts{}
	for _, r := range routes {
		if r.Wrapped() { // its path and constraints are not certain
			continue
		}
		own := languageOf(r, tried)
		if own == nil {
			continue
		}
		if by := takers.first(own); by != nil {
			if !r.Internal {
				alike := sameButVerbs(by.route, r)
				found = append(found, Shadow{r, by.route, alike && slices.Equal(by.route.Verbs(), r.Verbs()), alike && isAlias(by.route, r)})
			}
			continue
		}
		if takesAll(r) && own.apart() {
			takers.add(own)
		}
	}
	return found
}

// sameButVerbs reports whether two routes, of which the first takes all requests of
// the second, ask the same of a request, their verbs aside.
func sameButVerbs(a, b *Route) bool {
	return a.Path.String() == b.Path.String() && within(b.Callables, a.Callables) && sameConstraints(b, a) && sameConditions(b, a) && samePathRequirements(a, b)
}

// samePathRequirements reports whether the parameters of one path have the same
// requirements in two routes.
func samePathRequirements(a, b *Route) bool {
	for _, name := range a.Path.Names() {
		v, ok := a.Requirements.Sym(name)
		w, okToo := b.Requirements.Sym(name)
		if ok != okToo || ok && !sameConstraint(v, w) {
			return false
		}
	}
	return true
}

// isAlias reports whether a route gives another name to what one before it leads
// to: `root to: "a#b", as: :home` behind `root "a#b"`.
func isAlias(first, r *Route) bool {
	if r.Name == "" || r.Name == first.Name || first.endpointText() != r.endpointText() {
		return false
	}
	a, b := first.AllRequirements(), r.AllRequirements()
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		key, v := a.At(i)
		if w, ok := b.Get(key); !ok || v != w && !sameConstraint(v, w) {
			return false
		}
	}
	return true
}

// takesAll tells a route that answers whatever its path and verbs match. A Rack
// application may pass a request on; a dispatcher whose controller the path sets
// does, if there is none.
func takesAll(r *Route) bool {
	switch r.Endpoint.Kind {
	case Dispatcher:
		return r.Anchored && !r.Path.Has("controller")
	case Redirects:
		return r.Anchored
	}
	return false
}

// ---- languages

// A language is the requests that a route's path and verbs match.
type language struct {
	route *Route
	ways  [][]atom // the paths without their optional parts, and with them
	texts *texts
}

// An atom is one step of a path.
type atom struct {
	kind        NodeKind // Literal (one byte), Segment or Glob
	char        byte
	requirement string // Ruby's pattern; empty for that of Rails
	safe        bool   // of a Segment: it matches neither `/` nor `.` nor `?`, nor nothing
}

// The bounds of what is compared: forms of one path, and bytes of it.
const (
	maxWays      = 64
	maxWayLength = 1_000
)

// languageOf gives nil for a path that can't be compared.
func languageOf(r *Route, texts *texts) *language {
	if holdsUnknown(r.Path.text) || len(r.Path.text) > maxWayLength {
		return nil
	}
	if h := r.Requirements; h != nil {
		for i := range h.Len() {
			key, v := h.At(i)
			if dsl.UnknownIn(v) != nil || !pathParam(r.Path, key) && key != formatKey && key != controllerKey {
				return nil
			}
		}
	}
	l := &language{route: r, texts: texts}
	ways := expandWays(r, r.Path.Tree(), [][]atom{nil})
	if ways == nil {
		return nil
	}
	if !r.Anchored {
		for _, w := range slices.Clone(ways) {
			ways = append(ways, append(slices.Clone(w), atom{kind: Glob}))
		}
	}
	l.ways = ways
	return l
}

// apart tells whether no parameter follows another directly: of those Rails'
// matcher takes fewer paths than the pattern says.
func (l *language) apart() bool {
	for _, w := range l.ways {
		for i := 1; i < len(w); i++ {
			if w[i-1].kind != Literal && w[i].kind != Literal {
				return false
			}
		}
	}
	return true
}

// expandWays appends what a node matches to each of the ways; nil if there are
// too many.
func expandWays(r *Route, n *Node, ways [][]atom) [][]atom {
	appendAll := func(more ...atom) [][]atom {
		for i := range ways {
			ways[i] = append(ways[i][:len(ways[i]):len(ways[i])], more...)
		}
		return ways
	}
	switch n.Kind {
	case Segment, Glob:
		a := atom{kind: n.Kind, safe: true}
		if v, ok := r.Requirements.Sym(n.Name()); ok && !(n.Kind == Glob && isGlobPattern(v)) {
			a.requirement = unionRegexp(v)
			a.safe = staysInSegment(a.requirement)
			if n.Kind == Glob && slices.Contains([]string{".+", ".+?", ".*"}, plainSource(v)) {
				a.requirement = ""
			}
		}
		return appendAll(a)
	case Group:
		without := slices.Clone(ways)
		with := expandWays(r, n.Children[0], slices.Clone(ways))
		if with == nil || len(with)+len(without) > maxWays {
			return nil
		}
		return append(without, with...)
	case Or:
		var all [][]atom
		for _, c := range n.Children {
			more := expandWays(r, c, slices.Clone(ways))
			if more == nil || len(all)+len(more) > maxWays {
				return nil
			}
			all = append(all, more...)
		}
		return all
	case Seq:
		for _, c := range n.Children {
			if ways = expandWays(r, c, ways); ways == nil {
				return nil
			}
		}
		return ways
	}
	atoms := make([]atom, len(n.Text))
	for i := range len(n.Text) {
		atoms[i] = atom{kind: Literal, char: n.Text[i]}
	}
	return appendAll(atoms...)
}

func plainSource(v dsl.Value) string {
	if re, ok := v.(*dsl.Regexp); ok {
		return re.Source
	}
	return ""
}

// staysInSegment tells a pattern that matches no `/`, `.` or `?` and not the
// empty text, so that a segment without a requirement matches all it does.
func staysInSegment(pattern string) bool {
	pattern = strings.ReplaceAll(strings.ReplaceAll(pattern, "(?-mix:", "(?:"), `\h`, "[0-9a-fA-F]")
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return false
	}
	re = re.Simplify()
	return !reaches(re) && !mayBeEmpty(re)
}

// reaches tells whether a pattern may match a character that ends a segment.
func reaches(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpLiteral:
		return slices.ContainsFunc(re.Rune, endsSegment)
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for _, c := range "/.?" {
				if re.Rune[i] <= c && c <= re.Rune[i+1] {
					return true
				}
			}
		}
		return false
	}
	return slices.ContainsFunc(re.Sub, reaches)
}

func endsSegment(c rune) bool { return c == '/' || c == '.' || c == '?' }

func mayBeEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) == 0
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return false
	case syntax.OpPlus, syntax.OpCapture:
		return mayBeEmpty(re.Sub[0])
	case syntax.OpConcat:
		return !slices.ContainsFunc(re.Sub, func(s *syntax.Regexp) bool { return !mayBeEmpty(s) })
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, mayBeEmpty)
	}
	return true
}

// takes tells whether l's route answers every request that of's route matches.
func (l *language) takes(of *language) bool {
	a, b := l.route, of.route
	if len(a.Verbs()) > 0 && (len(b.Verbs()) == 0 || slices.ContainsFunc(b.Verbs(), func(v string) bool { return !slices.Contains(a.Verbs(), v) })) {
		return false
	}
	if !within(a.Callables, b.Callables) || !sameConstraints(a, b) || !sameConditions(a, b) {
		return false
	}
	for _, way := range of.ways {
		if !slices.ContainsFunc(l.ways, func(own []atom) bool { return (&cover{own, way, map[[2]int]bool{}, l.texts}).from(0, 0) }) {
			return false
		}
	}
	return true
}

// within tells whether b asks everything that a asks.
func within(a, b []dsl.Value) bool {
	return !slices.ContainsFunc(a, func(v dsl.Value) bool { return !slices.Contains(b, v) })
}

func sameConstraints(a, b *Route) bool {
	if b.Constraints == nil {
		return a.Constraints.Len() == 0
	}
	for i := range a.Constraints.Len() {
		key, v := a.Constraints.At(i)
		other, ok := b.Constraints.Get(key)
		if !ok || !sameConstraint(v, other) {
			return false
		}
	}
	return true
}

func sameConstraint(a, b dsl.Value) bool {
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

// sameConditions tells whether a exists wherever b does.
func sameConditions(a, b *Route) bool {
	return !slices.ContainsFunc(a.Conditions, func(c dsl.Condition) bool { return !slices.Contains(b.Conditions, c) })
}

// A cover compares one form of a path with one of another.
type cover struct {
	a, b  []atom
	tried map[[2]int]bool // pairs that do not fit
	texts *texts
}

// from tells whether a from i on matches everything that b from j on does.
func (c *cover) from(i, j int) bool {
	if i == len(c.a) {
		return j == len(c.b)
	}
	if c.tried[[2]int{i, j}] {
		return false
	}
	c.tried[[2]int{i, j}] = true
	switch a := c.a[i]; {
	case a.kind == Literal:
		return j < len(c.b) && c.b[j] == a && c.from(i+1, j+1)
	case a.requirement != "":
		return j < len(c.b) && c.b[j] == a && c.from(i+1, j+1) || c.literally(i, j)
	case a.kind == Glob:
		for k := j + 1; k <= len(c.b); k++ {
			if c.b[k-1].kind == Glob && c.b[k-1].requirement != "" {
				return false
			}
			if c.from(i+1, k) {
				return true
			}
		}
	default:
		for k := j; k < len(c.b) && c.b[k].inSegment(); k++ {
			if c.from(i+1, k+1) {
				return true
			}
		}
	}
	return false
}

// inSegment tells an atom that a segment without a requirement matches.
func (a atom) inSegment() bool {
	switch a.kind {
	case Literal:
		return !endsSegment(rune(a.char))
	case Segment:
		return a.safe
	}
	return false
}

// literally tries the requirement of a segment on the text that b has there.
func (c *cover) literally(i, j int) bool {
	var text []byte
	for k := j; k < len(c.b) && c.b[k].kind == Literal; k++ {
		text = append(text, c.b[k].char)
		if c.texts.match(c.a[i].requirement, string(text)) && c.from(i+1, k+1) {
			return true
		}
	}
	return false
}

// texts are the texts that requirements were tried on: in one table the same few
// requirements meet the same few words over and over.
type texts struct {
	patterns map[string]*dsl.Regexp
	matched  map[[2]string]bool
}

// match tells whether a requirement, as Ruby's pattern, takes the whole text.
func (t *texts) match(requirement, text string) bool {
	key := [2]string{requirement, text}
	yes, known := t.matched[key]
	if known {
		return yes
	}
	if t.matched == nil {
		t.patterns, t.matched = map[string]*dsl.Regexp{}, map[[2]string]bool{}
	}
	re := t.patterns[requirement]
	if re == nil {
		re = &dsl.Regexp{Source: `\A(?:` + requirement + `)\z`}
		t.patterns[requirement] = re
	}
	span, err := re.Match(text, 0)
	t.matched[key] = err == nil && span != nil
	return t.matched[key]
}
