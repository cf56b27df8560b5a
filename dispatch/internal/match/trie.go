package match

import (
	"errors"
	"math"
	"slices"
	"strings"

	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// A Trie finds the first of all routes in one walk over the path; the other engines know one
// route, or a part of one. A path is a row of pairs, each a separator and a token (`/posts`,
// `/1`, `.json`); a node stands behind a whole number of pairs. Every node knows the lowest
// route and the verbs below it, so that the search for "the first route at or behind lo for
// this verb" leaves out whole subtrees, and going on behind a route is the same search with a
// higher lo. What is no row of pairs hangs at the node of its literal beginning.
//
// Its awkward case is the order of the table, which no tree has:
//
//	get "posts/:id"      # answers /posts/new, too
//	get "posts/new"
//
// Both children of /posts fit; the one whose lowest route comes first is not the deeper or the
// more exact one. So both ways are followed, the second only if it can still be lower.
type Trie struct {
	// Routes are those of the table, by their numbers.
	Routes []*Route
	// Literals are the paths without parameters, in the order of the routes that match them.
	Literals []Literal
	root     *node
	memos    int32 // edges that the search must not enter twice at one place
	heads    bool  // some route names HEAD
	Broken   error // why Rails fails at every request

	slab []node
}

// A Literal is a path without parameters that a route matches: /posts of /posts(.:format).
type Literal struct {
	// Path is as requests are normalized, but for escapes.
	Path string
	// Index is the route's.
	Index uint32
}

type node struct {
	min    uint32 // the lowest route below
	mask   uint32 // the verbs below
	pairs  uint32 // the fewest pairs that a path below goes on for
	few    []literalSlot
	param  *node // a token without requirement behind a slash
	leaves []leaf
	ext    *nodeExt
}

// A nodeExt holds what few nodes have.
type nodeExt struct {
	literals  *literals // instead of few, when they are many
	dot       *node     // a token without requirement behind a dot
	spans     []spanEdge
	irregular []leaf // routes that only their own pattern decides
	slow      bool   // what is below has to know the whole path, see stride
	hosts     *hostIndex
}

// A spanEdge leads over what a requirement or a glob matches.
type spanEdge struct {
	need  *requirement
	child *node
	memo  int32 // its place in the search's memory, -1 without
	sep   byte
	empty bool // it may match nothing
	leafy bool // the child has no edges: it matters only whether the path ends
}

// A leaf is a route that ends at a node.
type leaf struct {
	index  uint32
	mask   uint32 // of verbs, with guardedBit and formatBit
	tokens *tokens
}

// tokens tells which token each parameter is; the captures of other leaves are
// found by the route itself.
type tokens struct {
	place []uint8 // absentToken if its group was left out
	n     uint8   // how many tokens, without the format
}

// None is the number of no route.
const None = math.MaxUint32

const (
	absentToken = 0xFF
	// manyLiterals is where a table beats a list.
	manyLiterals = 8
)

// A brokenError is something in a table that Rails fails at when it is first
// asked: every request is a 500.
type brokenError struct{ text string }

// Error implements error.
func (e *brokenError) Error() string { return e.text }

// An Unmatchable is a route whose pattern cannot be matched here; it never answers.
type Unmatchable struct {
	Row *route.Route // of the table
	err error
}

// Error returns why.
func (e *Unmatchable) Error() string { return e.err.Error() }

// A builder makes a trie.
type builder struct {
	t       *Trie
	needs   map[string]*requirement
	lists   recentNames
	places  map[string]*tokens
	odd     []*node // with a nodeExt
	leaves  []leaf  // the last slab
	growing *node   // whose leaves end there
	errs    []*Unmatchable
	key     []byte  // scratch
	trail   []*node // to the leaf of the last variant
	before  *Route  // whose only variant that is; nil if others may differ

	names []string // scratch of quick
	row   []atom
	rows  [1][]atom
}

// Compile compiles a table, but the routes of the list.
func Compile(t *route.Table) (*Trie, []*Unmatchable) {
	b := &builder{
		t:     &Trie{Routes: make([]*Route, 0, len(t.Routes))},
		needs: map[string]*requirement{}, places: map[string]*tokens{},
	}
	b.t.root = b.node()
	slab := make([]Route, len(t.Routes))
	for i, row := range t.Routes {
		rt := &slab[i]
		rt.Row, rt.index, rt.mask = row, uint32(i), verbMask(row.Verbs)
		if shape, unknown := row.Relaxed(); unknown != nil {
			rt.relaxed = &relaxed{shape, unknown}
		}
		rt.Guarded = row.Constraints.Len() > 0 || rt.mask != allVerbs && rt.mask&bitOther != 0
		b.t.Routes = append(b.t.Routes, rt)
		b.t.heads = b.t.heads || rt.mask&bitHead != 0
		if err := b.add(rt); err != nil {
			b.errs = append(b.errs, &Unmatchable{row, err})
			var broken *brokenError
			if errors.As(err, &broken) && b.t.Broken == nil {
				b.t.Broken = err
			}
		}
	}
	b.finish()
	b.t.slab = nil
	return b.t, b.errs
}

// add puts a route into the trie.
func (b *builder) add(rt *Route) error {
	if b.again(rt) {
		return nil
	}
	b.before = nil
	p, err := b.pattern(rt.shape())
	if err != nil {
		return err
	}
	rt.names, rt.custom, rt.optionalFormat = p.names, p.custom, p.optionalFormat
	if p.custom || p.variants == nil {
		if err := b.deepen(rt); err != nil {
			return err
		}
		if !p.custom {
			d := rt.deep.Load()
			d.sim = newSimulation(rt.shape().Path.Tree(), d.need)
		} else if rt.deep.Load().code == nil {
			if _, _, err := rt.regexp(); err != nil {
				return unusable(err)
			}
		}
		b.irregular(rt)
		return nil
	}
	distinct := distinctVariants(p.variants) && (rt.shape().Requirements.Len() == 0 || separate(p.variants))
	for _, v := range p.variants {
		if err := b.variant(rt, v, distinct); err != nil {
			return err
		}
	}
	if len(p.variants) == 1 && rt.bare() {
		b.before = rt
	}
	return nil
}

// again hangs a route beside the one before if their paths are one: routes of a resource
// differ by their verbs.
func (b *builder) again(rt *Route) bool {
	was := b.before
	if was == nil || was.Row.Path != rt.Row.Path || !rt.bare() {
		return false
	}
	n := b.trail[len(b.trail)-1]
	l := n.leaves[len(n.leaves)-1]
	if l.tokens == nil {
		return false
	}
	rt.names, rt.optionalFormat = was.names, was.optionalFormat
	l.index, l.mask = rt.index, rt.leafMask()
	b.hang(n, l)
	for _, n := range b.trail {
		n.mask |= rt.mask
	}
	if k := len(b.t.Literals); k > 0 && b.t.Literals[k-1].Index == was.index {
		b.t.Literals = append(b.t.Literals, Literal{b.t.Literals[k-1].Path, rt.index})
	}
	b.before = rt
	return true
}

// unusable tells patterns that Ruby refuses, at which Rails fails, from those
// that are refused here.
func unusable(err error) error {
	var syntax *regex.SyntaxError
	if errors.As(err, &syntax) {
		return &brokenError{err.Error()}
	}
	return err
}

// deepen compiles what finds a route's captures.
func (b *builder) deepen(rt *Route) error {
	if rt.deep.Load() != nil {
		return nil
	}
	d, err := b.deep(rt)
	if err == nil {
		rt.deep.Store(d)
	}
	return err
}

func (b *builder) deep(rt *Route) (*deep, error) {
	need, err := b.requirements(rt.shape(), rt.shape().Path.Tree(), rt.Names())
	return &deep{need: need, code: assemble(rt.shape(), need)}, err
}

// distinctVariants tells that a path fits one variant at most: they differ in
// their slashes, and none holds a span that may take any number of them.
func distinctVariants(variants [][]atom) bool {
	seen := 0
	for _, v := range variants {
		slashes := 0
		for _, a := range v {
			if a.sep == '/' {
				slashes++
			}
			if a.kind == spanAtom && !a.need.inToken && len(variants) > 1 {
				return false
			}
		}
		if slashes > 60 || seen&(1<<slashes) != 0 {
			return false
		}
		seen |= 1 << slashes
	}
	return true
}

// separate tells that the requirements neither have groups, which shift those of the
// path, nor see what stands around their segments.
func separate(variants [][]atom) bool {
	for _, v := range variants {
		for _, a := range v {
			if a.need != nil && (a.need.groups > 0 || !a.need.local()) {
				return false
			}
		}
	}
	return true
}

func (b *builder) variant(rt *Route, v []atom, distinct bool) error {
	n := b.t.root
	n.cover(rt, len(v))
	b.trail = append(b.trail[:0], n)
	crossing, literal := false, true
	for i := range v {
		n = b.child(n, &v[i], crossing)
		b.trail = append(b.trail, n)
		n.cover(rt, len(v)-i-1)
		crossing = crossing || v[i].kind == spanAtom && !v[i].need.inToken
		literal = literal && v[i].kind == literalAtom && v[i].param < 0
	}
	l := leaf{index: rt.index, mask: rt.leafMask()}
	if distinct && !crossing && len(v) < absentToken {
		l.tokens = b.tokens(rt, v)
	} else if rt.plain() {
		// see deeply
	} else if err := b.deepen(rt); err != nil {
		return err
	}
	if k := len(n.leaves); k == 0 || n.leaves[k-1].index != rt.index {
		b.hang(n, l)
		if literal {
			b.t.Literals = append(b.t.Literals, Literal{b.text(v), rt.index})
		}
	}
	return nil
}

// text is the path that a row of literals matches.
func (b *builder) text(v []atom) string {
	b.key = b.key[:0]
	for i := range v {
		b.key = append(b.key, v[i].text...)
	}
	return string(b.key)
}

var noTokens tokens

// tokens tells where a variant's parameters are, shared by all that look alike.
func (b *builder) tokens(rt *Route, v []atom) *tokens {
	if len(rt.Names()) == 0 {
		return &noTokens
	}
	key := append(b.key[:0], byte(len(v)))
	for i := range rt.Names() {
		place := byte(absentToken)
		for j, a := range v {
			if a.param == i {
				place = byte(j)
			}
		}
		key = append(key, place)
	}
	b.key = key
	t := b.places[string(key)]
	if t == nil {
		own := slices.Clone(key)
		t = &tokens{place: own[1:], n: own[0]}
		b.places[string(key)] = t
	}
	return t
}

// hang puts a leaf at a node. Most lists are made at once, and grow where they are.
func (b *builder) hang(n *node, l leaf) {
	k := len(n.leaves)
	if k == 0 && len(b.leaves) == cap(b.leaves) {
		b.leaves = make([]leaf, 0, 128)
	}
	if k == 0 || n == b.growing && len(b.leaves) < cap(b.leaves) {
		b.leaves, b.growing = append(b.leaves, l), n
		end := len(b.leaves)
		n.leaves = b.leaves[end-k-1 : end : end]
	} else {
		n.leaves = append(n.leaves, l)
	}
	if k+1 == manyLeaves {
		b.more(n) // for indexHosts
	}
}

// irregular hangs a route at the node of its literal beginning.
func (b *builder) irregular(rt *Route) {
	n := b.t.root
	n.cover(rt, 0)
	for literal := literalStart(rt.shape().Path.Tree()); literal != ""; {
		end := 1
		for end < len(literal) && literal[end] != '/' && literal[end] != '.' {
			end++
		}
		if end == len(literal) { // the last token may go on
			break
		}
		n = b.literal(n, literal[:end])
		n.cover(rt, 0)
		literal = literal[end:]
	}
	x := b.more(n)
	x.irregular = append(x.irregular, leaf{index: rt.index, mask: rt.mask})
}

// literalStart is the text that every match of a pattern begins with.
func literalStart(n *route.Node) string {
	var b strings.Builder
	nodes := []*route.Node{n}
	if n.Kind == route.Seq {
		nodes = n.Children
	}
	for _, c := range nodes {
		if c.Kind != route.Slash && c.Kind != route.Dot && c.Kind != route.Literal {
			break
		}
		b.WriteString(c.Text)
	}
	if s := b.String(); strings.HasPrefix(s, "/") && s != "/" && !strings.Contains(s, "//") {
		return s
	}
	return ""
}

// ---- nodes

func (b *builder) node() *node {
	if len(b.t.slab) == 0 {
		b.t.slab = make([]node, 128)
	}
	n := &b.t.slab[0]
	b.t.slab = b.t.slab[1:]
	n.min, n.pairs = None, math.MaxUint32
	return n
}

func (b *builder) more(n *node) *nodeExt {
	if n.ext == nil {
		n.ext = &nodeExt{}
		b.odd = append(b.odd, n)
	}
	return n.ext
}

// cover makes a node know that a route lies below, behind that many pairs.
func (n *node) cover(rt *Route, pairs int) {
	n.min = min(n.min, rt.index)
	n.mask |= rt.mask
	n.pairs = min(n.pairs, uint32(pairs))
}

// literal gives the child behind a literal pair, `/posts`.
func (b *builder) literal(n *node, key string) *node {
	if n.ext != nil && n.ext.literals != nil {
		c := n.ext.literals.get(key)
		if c == nil {
			c = b.node()
			n.ext.literals.put(key, c)
		}
		return c
	}
	for i := range n.few {
		if n.few[i].key == key {
			return n.few[i].node
		}
	}
	c := b.node()
	if !PlainPath(key) {
		b.more(n).slow = true
	}
	if len(n.few) < manyLiterals {
		n.few = append(slices.Clip(n.few), literalSlot{key, c})
		return c
	}
	all := &literals{}
	all.put(key, c)
	for _, f := range n.few {
		all.put(f.key, f.node)
	}
	n.few = nil
	b.more(n).literals = all
	return c
}

// child gives the node behind an atom. crossing tells that a span before it may
// end at many places.
func (b *builder) child(n *node, a *atom, crossing bool) *node {
	switch {
	case a.kind == spanAtom:
		return b.span(n, a, crossing)
	case a.kind == literalAtom:
		return b.literal(n, a.text)
	case a.sep == '/':
		if n.param == nil {
			n.param = b.node()
		}
		return n.param
	}
	if b.more(n).dot == nil {
		n.ext.dot = b.node()
	}
	return n.ext.dot
}

func (b *builder) span(n *node, a *atom, crossing bool) *node {
	x := b.more(n)
	for i := range x.spans {
		if e := &x.spans[i]; e.sep == a.sep && e.need == a.need && e.empty == a.empty {
			return e.child
		}
	}
	e := spanEdge{sep: a.sep, need: a.need, empty: a.empty, child: b.node(), memo: -1}
	if crossing && !a.need.inToken {
		e.memo = b.t.memos
		b.t.memos++
	}
	x.spans = append(x.spans, e)
	return e.child
}

// finish looks what can be cut short.
func (b *builder) finish() {
	for _, n := range b.odd {
		b.indexHosts(n)
		x := n.ext
		x.slow = x.slow || x.spans != nil || x.irregular != nil
		for i := range x.spans {
			e := &x.spans[i]
			c := e.child
			e.leafy = len(c.few) == 0 && c.param == nil && (c.ext == nil || c.ext.edgeless())
			if e.leafy && e.need.anything {
				e.memo = -1
			}
		}
	}
}

// each visits the nodes below.
func (n *node) each(f func(*node)) {
	for _, s := range n.few {
		f(s.node)
	}
	if n.param != nil {
		f(n.param)
	}
	if n.ext == nil {
		return
	}
	n.ext.literals.each(func(_ string, c *node) { f(c) })
	if n.ext.dot != nil {
		f(n.ext.dot)
	}
	for i := range n.ext.spans {
		f(n.ext.spans[i].child)
	}
}

func (x *nodeExt) edgeless() bool {
	return x.literals == nil && x.dot == nil && x.spans == nil && x.irregular == nil
}

// ---- shared lists

// A names is a list of parameters' names; equal lists of rows near each other are one.
type names struct {
	list    []string
	repeats bool // a name occurs twice
}

var noNames names

// A recentNames are the last lists. A table has few lists again and again, and many that no
// other resource has: to look for all of them in a map takes a tenth of building a router.
type recentNames struct {
	all  [8]*names
	last int
}

// of gives one copy of equal lists of names.
func (r *recentNames) of(list []string) *names {
	if len(list) == 0 {
		return &noNames
	}
	for i := range r.all {
		if own := r.all[(r.last+len(r.all)-i)%len(r.all)]; own != nil && slices.Equal(own.list, list) {
			return own
		}
	}
	r.last = (r.last + 1) % len(r.all)
	r.all[r.last] = newNames(slices.Clone(list))
	return r.all[r.last]
}

func newNames(list []string) *names {
	n := &names{list: list}
	for i, name := range list {
		n.repeats = n.repeats || slices.Contains(list[:i], name)
	}
	return n
}
