package match

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// A Single matches one route alone, whatever stands before it in the table.
type Single struct {
	Route *Route      // of no trie
	loose *simulation // without the requirements
}

// Alone compiles a route for itself; nil if it cannot be.
func Alone(rt *Route) *Single { return NewSingles().Alone(rt) }

// Singles compile routes for themselves that share their requirements.
type Singles struct{ b *builder }

// NewSingles returns Singles without any.
func NewSingles() Singles {
	return Singles{&builder{t: &Trie{}, needs: map[string]*requirement{}, places: map[string]*tokens{}}}
}

// Alone compiles a route for itself; nil if it cannot be.
func (x Singles) Alone(rt *Route) *Single {
	tree := rt.shape().Path.Tree()
	own := &Route{Row: rt.Row, relaxed: rt.relaxed, names: newNames(rt.shape().Path.Names()), mask: rt.mask, custom: rt.custom}
	d, err := x.b.deep(own)
	if err != nil {
		return nil
	}
	own.deep.Store(d)
	single := &Single{Route: own}
	if !own.custom {
		d.sim = newSimulation(tree, d.need)
		loose := append([]paramNeed(nil), d.need...)
		for i := range loose {
			if loose[i].given && !loose[i].glob {
				loose[i] = paramNeed{}
			}
		}
		single.loose = newSimulation(tree, loose)
	}
	return single
}

// Nearly tells which requirement a path misses that matches otherwise.
func (x *Single) Nearly(path string, work *Work) string {
	requirements := x.Route.shape().Requirements
	if x.loose == nil {
		return ""
	}
	if ok, err := x.loose.match(path, work); !ok || err != nil {
		return ""
	}
	var names []string
	for i := range requirements.Len() {
		k, v := requirements.At(i)
		name, _ := k.(dsl.Symbol)
		re, ok := v.(*dsl.Regexp)
		if !ok || !x.Route.shape().Path.Has(string(name)) || re.Source == ".+?" {
			continue
		}
		names = append(names, string(name)+" "+re.Inspect())
	}
	if names == nil {
		return ""
	}
	return "does not match " + strings.Join(names, ", ")
}

// Path makes a path for a route, one parameter of which is text; optional parts are
// there if the parameter is in one.
func (x *Single) Path(name, text string) (string, bool) {
	b := pathMaker{need: x.Route.deep.Load().need, name: name, text: text}
	b.node(x.Route.shape().Path.Tree(), false)
	return b.b.String(), !b.failed
}

type pathMaker struct {
	b          strings.Builder
	need       []paramNeed
	at         int // the next parameter
	name, text string
	failed     bool
}

// node writes a part of a pattern; skipped ones only count their parameters.
func (m *pathMaker) node(n *route.Node, skip bool) {
	switch n.Kind {
	case route.Seq:
		for _, c := range n.Children {
			m.node(c, skip)
		}
	case route.Group:
		m.node(n.Children[0], skip || !holds(n, m.name))
	case route.Or:
		for i, c := range n.Children {
			m.node(c, skip || i > 0)
		}
	case route.Segment, route.Glob:
		need := m.need[m.at]
		m.at++
		if !skip {
			m.param(n, need)
		}
	default:
		if !skip {
			m.b.WriteString(n.Text)
		}
	}
}

func (m *pathMaker) param(n *route.Node, need paramNeed) {
	allowed := func(text string) bool {
		switch {
		case need.exact:
			return text == need.literal
		case need.pattern != nil:
			return text != "" && need.pattern.allowsText(text)
		}
		return text != "" && !strings.ContainsAny(text, "/.?")
	}
	if n.Name() == m.name {
		m.failed = m.failed || !allowed(m.text)
		m.b.WriteString(m.text)
		return
	}
	texts := harmless
	if need.exact {
		texts = []string{need.literal}
	}
	if i := slices.IndexFunc(texts, allowed); i >= 0 {
		m.b.WriteString(texts[i])
		return
	}
	m.failed = true
}

// harmless are texts that one of most requirements allows.
var harmless = []string{"1", "a", "en", "12", "2024", "2024-01-31", "A1", "abcdef12", "a/b", "a-b", "a1b2c3d4-0000-4000-8000-000000000000"}

// holds reports whether a part of a pattern has a parameter.
func holds(n *route.Node, name string) bool {
	found := false
	eachTerminal(n, func(n *route.Node) { found = found || n.Name() == name && name != "" })
	return found
}
