package check

import (
	"regexp/syntax"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// Routes that no request can reach, because an earlier one takes all of theirs.
// Only what is certain is told: where the languages of two paths can't be
// compared, or there are too many to compare, the later route counts as reached.

// A Shadow is a route behind an earlier one that answers all of its requests.
type Shadow struct {
	Route *route.Route
	By    *route.Route
	// Same is set where both take the same requests: path, verbs, constraints.
	Same bool
	// Alias is set where Route is there for its name: it has the path of By and leads
	// to the same, under a name of its own.
	Alias bool
}

// Shadows finds the routes that no request can reach, in their order; those of
// mounted engines follow.
func Shadows(t *route.Table) []Shadow {
	found, _ := shadowsOf(t)
	return found
}

// shadowsOf is Shadows; all is false where there was too much to compare.
func shadowsOf(t *route.Table) (found []Shadow, all bool) {
	c := newComparison(maxCompared)
	for _, t := range t.Tables() {
		found = append(found, c.shadows(t.Routes)...)
	}
	return found, c.left > 0
}

func (c *comparison) shadows(routes []*route.Route) []Shadow {
	var found []Shadow
	takers := takerTree{}
	for _, r := range routes {
		if c.left <= 0 {
			break
		}
		if r.Wrapped() { // its path and constraints are not certain
			continue
		}
		own := c.language(r)
		if own == nil {
			continue
		}
		if by := takers.first(c, own); by != nil {
			if !r.Internal {
				alike := sameButVerbs(by, r)
				found = append(found, Shadow{r, by, alike && slices.Equal(by.Verbs, r.Verbs), alike && isAlias(by, r)})
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
func sameButVerbs(a, b *route.Route) bool {
	return a.Path.String() == b.Path.String() && within(b.Callables, a.Callables) && sameConstraints(b, a) && sameConditions(b, a) && samePathRequirements(a, b)
}

// samePathRequirements reports whether the parameters of one path have the same
// requirements in two routes.
func samePathRequirements(a, b *route.Route) bool {
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
		if w, ok := b.Get(key); !ok || v != w && !sameConstraint(v, w) {
			return false
		}
	}
	return true
}

// takesAll tells a route that answers whatever its path and verbs match. A Rack
// application may pass a request on; a dispatcher whose controller the path sets
// does, if there is none.
func takesAll(r *route.Route) bool {
	switch r.Endpoint.Kind {
	case route.Dispatcher:
		return r.Anchored && !r.Path.Has("controller")
	case route.Redirects:
		return r.Anchored
	}
	return false
}

// ---- languages

// A language is the requests that a route's path and verbs match.
type language struct {
	route *route.Route
	ways  [][]atom // the paths without their optional parts, and with them
}

// An atom is one step of a path.
type atom struct {
	kind        route.NodeKind // Literal (one byte), Segment or Glob
	char        byte
	safe        bool   // of a Segment: it matches neither `/` nor `.` nor `?`, nor nothing
	requirement uint32 // its number in the comparison; 0 for that of Rails
}

// The bounds of what is compared: forms of one path, and bytes of it.
const (
	maxWays      = 64
	maxWayLength = 1_000
)

// languageOf gives nil for a path that can't be compared.
func (c *comparison) languageOf(r *route.Route) *language {
	if route.HoldsUnknown(r.Path.String()) || len(r.Path.String()) > maxWayLength {
		return nil
	}
	if h := r.Requirements; h.Hash != nil {
		for i := range h.Len() {
			key, v := h.At(i)
			if dsl.UnknownIn(v) != nil || !r.Path.HasKey(key) && key != dsl.Symbol("format") && key != dsl.Symbol("controller") {
				return nil
			}
		}
	}
	l := &language{route: r}
	ways := c.expandWays(r, r.Path.Tree(), [][]atom{nil})
	if ways == nil {
		return nil
	}
	if !r.Anchored {
		for _, w := range slices.Clone(ways) {
			ways = append(ways, append(slices.Clone(w), atom{kind: route.Glob}))
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
			if w[i-1].kind != route.Literal && w[i].kind != route.Literal {
				return false
			}
		}
	}
	return true
}

// expandWays appends what a node matches to each of the ways; nil if there are
// too many.
func (c *comparison) expandWays(r *route.Route, n *route.Node, ways [][]atom) [][]atom {
	appendAll := func(more ...atom) [][]atom {
		for i := range ways {
			ways[i] = append(ways[i][:len(ways[i]):len(ways[i])], more...)
		}
		return ways
	}
	switch n.Kind {
	case route.Segment, route.Glob:
		a := atom{kind: n.Kind, safe: true}
		if v, ok := r.Requirements.Sym(n.Name()); ok && !(n.Kind == route.Glob && route.IsGlobPattern(v)) {
			a.requirement = c.requirement(v)
			a.safe = c.requirements[a.requirement].safe
			if n.Kind == route.Glob && slices.Contains([]string{".+", ".+?", ".*"}, plainSource(v)) {
				a.requirement = 0
			}
		}
		return appendAll(a)
	case route.Group:
		without := slices.Clone(ways)
		with := c.expandWays(r, n.Children[0], slices.Clone(ways))
		if with == nil || len(with)+len(without) > maxWays {
			return nil
		}
		return append(without, with...)
	case route.Or:
		var all [][]atom
		for _, child := range n.Children {
			more := c.expandWays(r, child, slices.Clone(ways))
			if more == nil || len(all)+len(more) > maxWays {
				return nil
			}
			all = append(all, more...)
		}
		return all
	case route.Seq:
		for _, child := range n.Children {
			if ways = c.expandWays(r, child, ways); ways == nil {
				return nil
			}
		}
		return ways
	}
	atoms := make([]atom, len(n.Text))
	for i := range len(n.Text) {
		atoms[i] = atom{kind: route.Literal, char: n.Text[i]}
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

// mayTake tells whether a answers every request that b matches, if its path does.
func mayTake(a, b *route.Route) bool {
	if len(a.Verbs) > 0 && (len(b.Verbs) == 0 || slices.ContainsFunc(b.Verbs, func(v string) bool { return !slices.Contains(a.Verbs, v) })) {
		return false
	}
	return within(a.Callables, b.Callables) && sameConstraints(a, b) && sameConditions(a, b)
}

// takes tells whether a route answers every request that another one matches.
func (c *comparison) takes(taker *route.Route, of *language) bool {
	if c.left -= 1 + taker.Constraints.Len(); c.left < 0 || !mayTake(taker, of.route) {
		return false
	}
	l := c.language(taker)
	for _, way := range of.ways {
		if !slices.ContainsFunc(l.ways, func(own []atom) bool { return (&cover{c, own, way, map[[2]int]bool{}}).from(0, 0) }) {
			return false
		}
	}
	return true
}

// within tells whether b asks everything that a asks.
func within(a, b []dsl.Value) bool {
	return !slices.ContainsFunc(a, func(v dsl.Value) bool { return !slices.Contains(b, v) })
}

func sameConstraints(a, b *route.Route) bool {
	if b.Constraints.Hash == nil {
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
func sameConditions(a, b *route.Route) bool {
	return !slices.ContainsFunc(a.Conditions, func(c dsl.Condition) bool { return !slices.ContainsFunc(b.Conditions, c.Equal) })
}
