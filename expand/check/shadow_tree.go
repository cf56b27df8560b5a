package check

import (
	"iter"

	"signalbox/expand/route"
)

// A takerTree keeps the routes that take all requests of their paths by the
// segments of these, so that a route is compared with the few whose segments fit
// its own.
type takerTree struct {
	ending  []*route.Route // whose further segments may match more than one, or parts
	literal map[string]*takerTree
	param   *takerTree // a whole segment that is a parameter
}

// add keeps a language under each of its ways.
func (t *takerTree) add(l *language) {
	for _, way := range l.ways {
		node := t
		for s := range segmentsOf(way) {
			if s.mixed {
				break
			}
			node = node.child(s)
		}
		if n := len(node.ending); n == 0 || node.ending[n-1] != l.route {
			node.ending = append(node.ending, l.route)
		}
	}
}

func (t *takerTree) child(s pathSegment) *takerTree {
	if s.param {
		if t.param == nil {
			t.param = &takerTree{}
		}
		return t.param
	}
	next := t.literal[s.text]
	if next == nil {
		next = &takerTree{}
		if t.literal == nil {
			t.literal = map[string]*takerTree{}
		}
		t.literal[s.text] = next
	}
	return next
}

// first finds the earliest route that takes all requests of another. It must
// take those of each way; the first one leads to it.
func (t *takerTree) first(c *comparison, of *language) *route.Route {
	nodes := []*takerTree{t}
	first := c.earliest(nil, nodes, of)
	for s := range segmentsOf(of.ways[0]) {
		var next []*takerTree
		for _, n := range nodes {
			if n.param != nil {
				next = append(next, n.param)
			}
			if child := n.literal[s.text]; child != nil && !s.param && !s.mixed {
				next = append(next, child)
			}
		}
		nodes = next
		first = c.earliest(first, nodes, of)
	}
	return first
}

func (c *comparison) earliest(first *route.Route, nodes []*takerTree, of *language) *route.Route {
	for _, n := range nodes {
		for _, taker := range n.ending {
			if first != nil && taker.Index >= first.Index {
				break
			}
			if c.takes(taker, of) {
				first = taker
				break
			}
		}
	}
	return first
}

// A pathSegment is a whole segment of a way: a fixed text, a parameter that stays
// within it, or several of them.
type pathSegment struct {
	text         string
	param, mixed bool
}

// segmentsOf gives the segments of a way, up to the first that may reach beyond
// its end, or has a dot.
func segmentsOf(way []atom) iter.Seq[pathSegment] {
	return func(yield func(pathSegment) bool) {
		for i := 0; i < len(way); {
			if way[i].kind == route.Literal && way[i].char == '/' {
				i++
			}
			end := i
			for end < len(way) && way[end].inSegment() {
				end++
			}
			whole := end == len(way) || way[end].kind == route.Literal
			if !whole || !yield(segmentOf(way[i:end])) || end == len(way) || way[end].char != '/' {
				return
			}
			i = end
		}
	}
}

func segmentOf(atoms []atom) pathSegment {
	var text []byte
	for _, a := range atoms {
		if a.kind == route.Literal {
			text = append(text, a.char)
		}
	}
	switch {
	case len(text) == len(atoms):
		return pathSegment{text: string(text)}
	case len(atoms) == 1:
		return pathSegment{param: true}
	}
	return pathSegment{mixed: true}
}
