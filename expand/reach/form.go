package reach

import (
	"slices"
	"strings"

	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// maxForms bounds the forms of one path; one with more is a single form.
const maxForms = 128

// A form is a path with some of its optional parts: of /posts(.:format) there are /posts and
// /posts.:format.
type form struct {
	route  *route.Route
	parts  []*route.Node // without groups and alternatives; nil for the whole path
	tokens []token
	format bool // it ends with what tells the format
	plain  bool // each token is a text, or a parameter without a requirement
	paths  *regex.Automaton
	made   bool
}

// A token is what stands between two separators of a path, and the separator in front.
type token struct {
	sep  byte // '/' or '.'
	kind tokenKind
	text string
}

type tokenKind uint8

const (
	fixed tokenKind = iota // a text
	one                    // a parameter without a requirement
	mixed                  // one token, of which some paths fit only
	rest                   // what may go beyond the next separator
)

// forms are those of a route; the one without optional parts is the first.
func (s *search) forms(r *route.Route) []*form {
	all := expand(r.Path.Tree(), [][]*route.Node{nil})
	if all == nil {
		return []*form{{route: r}}
	}
	forms := make([]*form, len(all))
	for i, parts := range all {
		forms[i] = s.newForm(r, parts)
	}
	return forms
}

// expand appends what a node stands for to each of the lists; nil if there are too many.
func expand(n *route.Node, lists [][]*route.Node) [][]*route.Node {
	switch n.Kind {
	case route.Group:
		with := expand(n.Children[0], lists)
		if with == nil || len(with)+len(lists) > maxForms {
			return nil
		}
		return append(slices.Clone(lists), with...)
	case route.Or:
		var all [][]*route.Node
		for _, child := range n.Children {
			more := expand(child, lists)
			if more == nil || len(all)+len(more) > maxForms {
				return nil
			}
			all = append(all, more...)
		}
		return all
	case route.Seq:
		for _, child := range n.Children {
			if lists = expand(child, lists); lists == nil {
				return nil
			}
		}
		return lists
	}
	all := make([][]*route.Node, len(lists))
	for i, list := range lists {
		all[i] = append(slices.Clone(list), n)
	}
	return all
}

// newForm reads the tokens of a form.
func (s *search) newForm(r *route.Route, parts []*route.Node) *form {
	f := &form{route: r, parts: parts, plain: r.Anchored}
	if n := len(parts); n > 1 && parts[n-1].Name() == "format" && parts[n-2].Kind == route.Dot {
		f.format = true
	}
	for _, n := range parts {
		if n.Kind == route.Slash || n.Kind == route.Dot {
			f.tokens = append(f.tokens, token{sep: n.Text[0]})
			continue
		}
		if len(f.tokens) == 0 { // no path of a request is like that
			f.tokens = append(f.tokens, token{})
		}
		last := &f.tokens[len(f.tokens)-1]
		last.kind, last.text = s.joined(*last, r, n), last.text+n.Text
	}
	for i, t := range f.tokens {
		f.plain = f.plain && (t.kind <= one || t.kind == rest && i == len(f.tokens)-1 && f.globAtEnd())
	}
	return f
}

// joined is the kind of a token with one more part.
func (s *search) joined(t token, r *route.Route, n *route.Node) tokenKind {
	kind := fixed
	if n.Kind == route.Segment || n.Kind == route.Glob {
		switch q := s.requirementOf(r, n); {
		case q == nil && n.Kind == route.Glob:
			kind = rest
		case q == nil:
			kind = one
		case q.inToken:
			kind = mixed
		default:
			kind = rest
		}
	}
	switch {
	case t.text == "" && t.kind == fixed:
		return kind
	case t.kind == rest || kind == rest:
		return rest
	case t.kind == fixed && kind == fixed:
		return fixed
	}
	return mixed
}

// globAtEnd reports whether the last part is a glob that takes all there is behind a separator.
func (f *form) globAtEnd() bool {
	n := len(f.parts)
	if n < 2 || f.parts[n-1].Kind != route.Glob || f.parts[n-2].Kind != route.Slash {
		return false
	}
	v, ok := f.route.Requirements.Sym(f.parts[n-1].Name())
	return !ok || route.IsGlobPattern(v)
}

// String is the form as routes files write it.
func (f *form) String() string {
	if f.parts == nil {
		return f.route.Path.String()
	}
	var b strings.Builder
	for _, n := range f.parts {
		b.WriteString(n.Text)
	}
	return b.String()
}

// automaton is that of the paths of a form; nil if there is none.
func (s *search) automaton(f *form) *regex.Automaton {
	if f.made {
		return f.paths
	}
	s.steps -= costOfAutomaton
	f.made = true
	if f.parts == nil || !f.route.Anchored {
		f.paths = pathsWithin(f.route, &s.steps)
		return f.paths
	}
	var b strings.Builder
	b.WriteString(`\A`)
	for _, n := range f.parts {
		b.WriteString(f.route.PatternOf(n))
	}
	f.paths = compile(b.String()+`\Z`, &s.steps)
	return f.paths
}

// apart reports whether no parameter follows another directly: of those Rails' matcher takes
// fewer paths than the pattern says.
func (f *form) apart() bool {
	for i := 1; i < len(f.parts); i++ {
		if f.parts[i-1].Name() != "" && f.parts[i].Name() != "" {
			return false
		}
	}
	return f.parts != nil
}
