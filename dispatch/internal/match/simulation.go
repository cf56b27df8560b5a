package match

import (
	"strings"

	"signalbox/expand/route"
)

// A simulation tells whether one route matches a path, token by token, as Journey's automaton
// does; it gives no captures. Only it takes patterns whose parts stand beside each other
// without a separator, or that have too many groups for the trie, and tells `routes match
// --explain` of a route whether it alone would match. Rails: Journey::GTG::Simulator.
//
// The awkward case has no row of pairs:
//
//	get ":a:b", b: /\..+/    # /12.x: a is "12" and b ".x"; /12 does not match
//
// A token is what Journey's scanner takes at once, so that `:a` takes all of "12" and nothing
// is left for `:b`; and b begins with a separator, which no pair's token does.
type simulation struct {
	steps []simStep
}

// A simStep is one state. Literals and separators take the token that equals
// their text, parameters a token without separators, requirements one or more
// tokens.
type simStep struct {
	split  bool // go to both next and alt, reading nothing
	accept bool
	text   string
	param  bool
	need   *requirement
	next   int
	alt    int
}

// maxSimSteps bounds the states.
const maxSimSteps = 1 << 14

func newSimulation(tree *route.Node, need []paramNeed) *simulation {
	b := simBuilder{need: need}
	end := b.add(simStep{accept: true})
	params := 0
	eachTerminal(tree, func(n *route.Node) {
		if n.Kind == route.Segment || n.Kind == route.Glob {
			params++
		}
	})
	b.param = params
	start := b.node(tree, end)
	if b.overflow {
		return &simulation{}
	}
	// The first state must be known: put it last.
	b.add(simStep{split: true, next: start, alt: start})
	return &simulation{b.steps}
}

// A simBuilder makes the states from the end to the beginning.
type simBuilder struct {
	steps    []simStep
	need     []paramNeed
	param    int
	overflow bool
}

func (b *simBuilder) add(s simStep) int {
	if len(b.steps) >= maxSimSteps {
		b.overflow = true
		return 0
	}
	b.steps = append(b.steps, s)
	return len(b.steps) - 1
}

// node makes the states of n that lead to next, and gives the first.
func (b *simBuilder) node(n *route.Node, next int) int {
	switch n.Kind {
	case route.Seq:
		for i := len(n.Children) - 1; i >= 0; i-- {
			next = b.node(n.Children[i], next)
		}
		return next
	case route.Group:
		return b.add(simStep{split: true, next: b.node(n.Children[0], next), alt: next})
	case route.Or:
		start := -1
		for i := len(n.Children) - 1; i >= 0; i-- {
			s := b.node(n.Children[i], next)
			if start >= 0 {
				s = b.add(simStep{split: true, next: s, alt: start})
			}
			start = s
		}
		return start
	case route.Segment, route.Glob:
		b.param--
		return b.parameter(n, b.need[b.param], next)
	}
	return b.add(simStep{text: n.Text, next: next})
}

func (b *simBuilder) parameter(n *route.Node, need paramNeed, next int) int {
	switch {
	case need.exact:
		return b.add(simStep{text: need.literal, next: next})
	case need.pattern == nil:
		return b.add(simStep{param: true, next: next})
	}
	s := b.add(simStep{need: need.pattern, next: next})
	if n.Kind == route.Glob && need.pattern.allowsText("") {
		s = b.add(simStep{split: true, next: s, alt: next})
	}
	return s
}

// match tells whether a normalized path matches.
func (m *simulation) match(path string, work *Work) (bool, error) {
	if len(m.steps) == 0 {
		return false, nil
	}
	r := simRun{m: m, path: path, simple: simpleText(path), seen: map[[2]int]bool{}, work: work}
	ok := r.from(len(m.steps)-1, 0)
	if !ok && work.spent() {
		return false, ErrWork
	}
	return ok, nil
}

// stepsPerToken is the work of one state.
const stepsPerToken = 16

// A simRun remembers the states and positions that led nowhere.
type simRun struct {
	m      *simulation
	path   string
	simple bool
	seen   map[[2]int]bool
	work   *Work
}

func (r *simRun) from(state, pos int) bool {
	for {
		s := &r.m.steps[state]
		switch {
		case s.accept:
			return pos == len(r.path)
		case s.split:
			if s.alt != s.next && r.once(state, pos) && r.from(s.next, pos) {
				return true
			}
			state = s.alt
			continue
		case s.need != nil:
			return r.once(state, pos) && r.spans(s, pos)
		}
		end := journeyToken(r.path, pos)
		if end == pos || !r.work.Spend(stepsPerToken) {
			return false
		}
		token := r.path[pos:end]
		if s.param && strings.IndexByte("/.?", token[0]) >= 0 || !s.param && s.text != token {
			return false
		}
		state, pos = s.next, end
	}
}

// once tells the first visit of a state at a position.
func (r *simRun) once(state, pos int) bool {
	key := [2]int{state, pos}
	if r.seen[key] {
		return false
	}
	r.seen[key] = true
	return true
}

// spans tries every whole number of tokens.
func (r *simRun) spans(s *simStep, pos int) bool {
	if r.simple && s.need.whole != nil {
		ends := s.need.ends(r.path, pos, false, true, true, r.work)
		for end := ends.next(); end >= 0; end = ends.next() {
			if tokenBorder(r.path, end) && r.from(s.next, end) {
				return true
			}
		}
		return false
	}
	for end := journeyToken(r.path, pos); end > pos; {
		if r.work.spent() {
			return false
		}
		if s.need.allows(r.path[pos:end], false, false, r.work) && r.from(s.next, end) {
			return true
		}
		next := journeyToken(r.path, end)
		if next == end {
			break
		}
		end = next
	}
	return false
}

// journeyToken is the end of the token at pos: a separator, or all up to the
// next one.
func journeyToken(path string, pos int) int {
	if pos >= len(path) {
		return pos
	}
	if strings.IndexByte("/.?", path[pos]) >= 0 {
		return pos + 1
	}
	return tokenEnd(path, pos)
}

// tokenBorder tells whether a token ends at i.
func tokenBorder(path string, i int) bool {
	return i == len(path) || strings.IndexByte("/.?", path[i]) >= 0 || i > 0 && strings.IndexByte("/.?", path[i-1]) >= 0
}
