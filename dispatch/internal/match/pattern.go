package match

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/internal/uri"
)

// A pattern is a route's path as the trie wants it. A path is a row of pairs of
// a separator and a token; each way to read the optional groups of a pattern is
// such a row too:
//
//	/posts/:id(/edit)(.:format)   [/posts /:id /edit] and [/posts /:id],
//	                              with an optional format behind
type pattern struct {
	names *names // of the parameters, from left to right
	// custom patterns are matched by their regular expression alone; the others
	// token by token, see simulation. Rails: !Pattern#requirements_anchored?,
	// and everything unanchored.
	custom bool
	// optionalFormat tells that (.:format) was left out of the variants.
	optionalFormat bool
	// variants are the ways to read the groups, those with more parts first;
	// nil for a pattern that the trie cannot hold.
	variants [][]atom
}

// An atom is one pair of a variant.
type atom struct {
	sep   byte
	kind  atomKind
	empty bool   // of a span: it may match nothing
	text  string // of a literal: the separator and the token
	param int    // the parameter's place in names, -1 without
	need  *requirement
}

type atomKind uint8

const (
	literalAtom atomKind = iota
	paramAtom            // :id without requirement
	spanAtom             // what must match need
)

// maxVariants bounds the ways to read a pattern; what has more is matched by
// simulation.
const maxVariants = 64

// pattern reads the path of a route.
func (b *builder) pattern(r *route.Route) (pattern, error) {
	if r.Anchored && r.Requirements.Len() == 0 {
		if p, ok := b.quick(r.Path.String()); ok {
			return p, nil
		}
	}
	tree := r.Path.Tree()
	p := pattern{names: b.lists.of(r.Path.Names())}
	need, err := b.requirements(r, tree, p.names.list)
	if err != nil {
		return p, err
	}
	if p.custom = !r.Anchored || literalNeighbours(tree, need); p.custom {
		return p, nil
	}
	body := tree
	if tree.Kind == route.Seq {
		last := len(tree.Children) - 1
		if optionalFormat(tree.Children[last], need) {
			body = &route.Node{Kind: route.Seq, Children: tree.Children[:last]}
			p.optionalFormat = true
		}
	}
	s := spreader{need: need}
	rows := s.spread(body, [][]part{nil})
	if len(rows) > maxVariants {
		p.optionalFormat = false
		return p, nil
	}
	for _, row := range rows {
		v, kind := atoms(row)
		switch kind {
		case irregularRow:
			p.variants, p.optionalFormat = nil, false
			return p, nil
		case usefulRow:
			p.variants = append(p.variants, v)
		}
	}
	if p.variants == nil { // no path can match; an empty list would mean simulation
		p.variants = [][]atom{}
	}
	return p, nil
}

// quick reads the usual patterns: literals and parameters between slashes, with
// an optional format behind.
func (b *builder) quick(text string) (p pattern, ok bool) {
	body, formatted := strings.CutSuffix(text, "(.:format)")
	if body == "" || body[0] != '/' || len(body) > 1 && body[len(body)-1] == '/' {
		return p, false
	}
	b.names, b.row = b.names[:0], b.row[:0]
	for rest := body; rest != ""; {
		end := 1
		for end < len(rest) && rest[end] != '/' {
			end++
		}
		segment := rest[1:end]
		a := atom{sep: '/', text: rest[:end], param: -1}
		rest = rest[end:]
		switch {
		case segment == "" && len(body) > 1:
			return p, false
		case segment != "" && segment[0] == ':':
			if segment == ":" || !allOf(segment[1:], &wordBytes) {
				return p, false
			}
			a.kind, a.param = paramAtom, len(b.names)
			b.names = append(b.names, segment[1:])
		case !allOf(segment, &literalBytes):
			return p, false
		}
		b.row = append(b.row, a)
	}
	if formatted {
		b.names = append(b.names, "format")
	}
	b.rows[0] = b.row
	return pattern{names: b.lists.of(b.names), optionalFormat: formatted, variants: b.rows[:]}, true
}

// wordBytes and literalBytes are what a name and a literal consist of. Rails:
// Journey::Scanner.
var wordBytes, literalBytes = func() (words, literals [256]bool) {
	for c := range 256 {
		words[c] = uri.WordByte(byte(c))
		literals[c] = words[c] || strings.IndexByte("%-~!$&'+,;=@", byte(c)) >= 0
	}
	return words, literals
}()

func allOf(s string, set *[256]bool) bool {
	for i := range len(s) {
		if !set[s[i]] {
			return false
		}
	}
	return true
}

// requirements compiles the requirements of the parameters, by place; nil where
// there is none.
func (b *builder) requirements(r *route.Route, tree *route.Node, names []string) ([]paramNeed, error) {
	need := make([]paramNeed, len(names))
	i := 0
	var err error
	eachTerminal(tree, func(n *route.Node) {
		if n.Kind != route.Segment && n.Kind != route.Glob {
			return
		}
		v, ok := r.Requirements.Sym(n.Name())
		if !ok {
			if n.Kind == route.Glob {
				need[i].pattern = b.requirement(greedyGlob)
				need[i].glob = true
			}
			i++
			return
		}
		need[i].given, need[i].glob = true, n.Kind == route.Glob
		if e := b.fill(&need[i], v); e != nil && err == nil {
			err = e
		}
		i++
	})
	return need, err
}

// A paramNeed is what one parameter must match.
type paramNeed struct {
	pattern *requirement // nil: a token without separators
	literal string       // a string is compared with one token
	exact   bool         // literal is set
	array   bool         // Journey cannot simulate it
	given   bool
	glob    bool
}

var (
	greedyGlob   = dsl.NewRegexp(".+", 0)
	defaultToken = `[^.\/?]+`
)

// fill turns the value of a requirement into a need. Values that Ruby cannot
// match are errors that Rails meets at the first request.
func (b *builder) fill(n *paramNeed, v dsl.Value) error {
	switch v := v.(type) {
	case *dsl.Regexp:
		n.pattern = b.requirement(v)
		if v.Source == defaultToken && v.Options == 0 && !n.glob {
			n.pattern, n.given = nil, false
		}
	case *dsl.String:
		n.literal, n.exact, n.pattern = v.String(), true, b.plain(v)
	case dsl.Symbol:
		n.literal, n.exact, n.pattern = string(v), true, b.plain(v)
	case *dsl.Array:
		n.array, n.pattern = true, b.plain(v)
	default:
		return &brokenError{"a requirement must be a Regexp or a String"}
	}
	if n.pattern != nil && n.pattern.err != nil {
		return unusable(n.pattern.err)
	}
	return nil
}

// requirement gives the shared requirement of a pattern.
func (b *builder) requirement(re *dsl.Regexp) *requirement {
	text := re.ToS()
	q := b.needs[text]
	if q == nil {
		q = newRequirement(text, re)
		b.needs[text] = q
	}
	return q
}

// plain is the requirement of a value that is no regexp.
func (b *builder) plain(v dsl.Value) *requirement {
	text, ok := unionRegexp(v)
	if !ok {
		return &requirement{err: &brokenError{"no implicit conversion into String"}}
	}
	text = "(?:" + text + ")"
	q := b.needs[text]
	if q == nil {
		re := dsl.NewRegexp(text, 0)
		q = newRequirement(text, re)
		b.needs[text] = q
	}
	return q
}

// eachTerminal visits the leaves of a path from left to right.
func eachTerminal(n *route.Node, f func(*route.Node)) {
	switch n.Kind {
	case route.Group, route.Or, route.Seq:
		for _, c := range n.Children {
			eachTerminal(c, f)
		}
	default:
		f(n)
	}
}

// literalNeighbours tells that a part touches a literal without a separator
// between, or that an array is required: Journey matches such a path by its
// regular expression. Rails: !Pattern#requirements_anchored?.
func literalNeighbours(tree *route.Node, need []paramNeed) bool {
	var list []*route.Node
	eachTerminal(tree, func(n *route.Node) { list = append(list, n) })
	param := 0
	for i, n := range list {
		isParam := n.Kind == route.Segment || n.Kind == route.Glob
		if isParam {
			param++
		}
		if i == 0 || n.Kind == route.Slash || n.Kind == route.Dot {
			continue
		}
		if isParam && need[param-1].array || list[i-1].Kind == route.Literal {
			return true
		}
		if i+1 < len(list) && list[i+1].Kind == route.Literal {
			return true
		}
	}
	return false
}

// optionalFormat recognises a last group (.:name) without requirement.
func optionalFormat(n *route.Node, need []paramNeed) bool {
	if n.Kind != route.Group || n.Children[0].Kind != route.Seq {
		return false
	}
	kids := n.Children[0].Children
	return len(kids) == 2 && kids[0].Kind == route.Dot && kids[1].Kind == route.Segment && need[len(need)-1].pattern == nil
}

// A part is one leaf of a path in one reading of its groups.
type part struct {
	node  *route.Node
	param int
	need  paramNeed
}

// A spreader lists the readings of a pattern.
type spreader struct {
	need  []paramNeed
	param int
}

func (s *spreader) spread(n *route.Node, heads [][]part) [][]part {
	if len(heads) > maxVariants {
		return heads
	}
	switch n.Kind {
	case route.Seq:
		for _, c := range n.Children {
			heads = s.spread(c, heads)
		}
		return heads
	case route.Group:
		return append(s.spread(n.Children[0], slices.Clone(heads)), heads...)
	case route.Or:
		var all [][]part
		for _, c := range n.Children {
			all = append(all, s.spread(c, slices.Clone(heads))...)
		}
		return all
	}
	p := part{node: n}
	if n.Kind == route.Segment || n.Kind == route.Glob {
		p.param, p.need = s.param, s.need[s.param]
		s.param++
	}
	out := make([][]part, len(heads))
	for i := range heads {
		out[i] = append(slices.Clip(heads[i]), p)
	}
	return out
}

type rowKind uint8

const (
	usefulRow    rowKind = iota
	deadRow              // no normalized path reads like this
	irregularRow         // no row of pairs
)

// atoms turns one reading into pairs.
func atoms(row []part) ([]atom, rowKind) {
	var out []atom
	for i := 0; i < len(row); {
		sep := row[i].node
		if sep.Kind != route.Slash && sep.Kind != route.Dot {
			return nil, irregularRow
		}
		a := atom{sep: sep.Text[0], text: sep.Text, param: -1}
		i++
		switch {
		case i < len(row) && !isSeparator(row[i].node):
			if !fillAtom(&a, row[i]) {
				return nil, deadRow
			}
			i++
			if i < len(row) && !isSeparator(row[i].node) {
				return nil, irregularRow
			}
		case a.sep == '/' && len(row) > 1 && (i == len(row) || row[i].node.Kind == route.Slash):
			return nil, deadRow // `//`, or a trailing slash
		}
		out = append(out, a)
	}
	if len(out) == 0 || out[0].sep != '/' {
		return nil, deadRow
	}
	return out, usefulRow
}

func isSeparator(n *route.Node) bool { return n.Kind == route.Slash || n.Kind == route.Dot }

// fillAtom puts a token into a pair; false if no token can match.
func fillAtom(a *atom, p part) bool {
	switch {
	case p.node.Kind == route.Literal:
		a.text += p.node.Text
	case p.need.exact:
		a.text, a.param = a.text+p.need.literal, p.param
		return p.need.literal != "" && !strings.ContainsAny(p.need.literal, "/.?")
	case p.need.pattern == nil:
		a.kind, a.param = paramAtom, p.param
	default:
		a.kind, a.param, a.need = spanAtom, p.param, p.need.pattern
		a.empty = p.node.Kind == route.Glob && p.need.pattern.allowsText("")
	}
	return true
}
