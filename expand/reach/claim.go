package reach

import (
	"cmp"
	"slices"

	"signalbox/internal/regex"
)

// A claim is the requests of one form of a route's path by one verb.
type claim struct {
	form  *form
	verb  string // empty for one that no route names
	state state
	by    []*taker // who takes the requests of a taken one
	path  string   // of an open one: a path that nobody takes
}

type state uint8

const (
	undecided state = iota
	open            // a request gets there
	taken           // none does
	never           // there is no such path
)

// The bounds of what is compared.
const (
	maxSteps        = 20_000_000 // of automata, and of looks at routes
	maxClaim        = 400_000    // for one claim
	maxTogether     = 40         // routes that take the requests of one claim together
	costOfAutomaton = 2_000
)

// decide finds out who takes the requests of a claim; with mounts, those in front take theirs.
func (s *search) decide(f *form, verb string, mounts bool) claim {
	c := claim{form: f, verb: verb}
	s.blind = false
	for i, path := range s.samplesOf(f) {
		by := s.takers(f, verb, path, mounts)
		if len(by) == 0 {
			return s.opened(c, path)
		}
		if k := slices.IndexFunc(by, func(e entry) bool { return e.plain }); i == 0 && f.plain && !f.globAtEnd() && k >= 0 {
			c.state = taken
			for _, e := range by[:k+1] {
				c.by = append(c.by, e.taker)
			}
			s.answering(&c)
			return c
		}
		if !slices.Contains(c.by, by[0].taker) {
			c.by = append(c.by, by[0].taker)
		}
	}
	return s.together(c, mounts)
}

// opened is a claim of which a path leads to the route, unless something takes it that is not
// read.
func (s *search) opened(c claim, path string) claim {
	c.state, c.path, c.by = open, path, nil
	switch {
	case s.blind:
		c.state = undecided
	case s.onOpen != nil:
		s.onOpen(c)
	}
	return c
}

// together asks whether several routes take all requests: it looks for a path that the ones
// found so far leave, and for another route that takes it.
func (s *search) together(c claim, mounts bool) claim {
	own := s.automaton(c.form)
	if own == nil {
		return c
	}
	in := []*regex.Automaton{Normal, own}
	for len(c.by) <= maxTogether && s.steps > 0 {
		text, found, decided := s.witness(in, c.by)
		switch {
		case !decided:
			return c
		case !found && len(c.by) == 0:
			c.state = never
			return c
		case !found:
			c.state = taken
			s.answering(&c)
			return c
		}
		by := s.takers(c.form, c.verb, text, mounts)
		if len(by) == 0 {
			return s.opened(c, text)
		}
		if slices.Contains(c.by, by[0].taker) || s.pathsOf(by[0].taker) == nil {
			return c
		}
		c.by = append(c.by, by[0].taker)
	}
	return c
}

// witness is a path of all of some automata that no taker has.
func (s *search) witness(in []*regex.Automaton, out []*taker) (text string, found, decided bool) {
	var without []*regex.Automaton
	for _, t := range out {
		if a := s.pathsOf(t); a != nil {
			without = append(without, a)
		}
	}
	budget := min(maxClaim, s.steps)
	left := budget
	text, found, decided = regex.Witness(in, without, Bytes, &left)
	s.steps -= budget - left
	return text, found, decided
}

// answering leaves those who answer: of the requests that somebody in front takes, nobody else
// answers any.
func (s *search) answering(c *claim) {
	slices.SortFunc(c.by, func(a, b *taker) int { return cmp.Compare(a.route.Index, b.route.Index) })
	c.by = slices.Compact(c.by)
	if len(c.by) == 1 {
		return
	}
	own := s.automaton(c.form)
	if own == nil {
		return
	}
	var by []*taker
	for _, t := range c.by {
		a := s.pathsOf(t)
		if a == nil {
			continue
		}
		if _, found, decided := s.witness([]*regex.Automaton{Normal, own, a}, by); found || !decided {
			by = append(by, t)
		}
	}
	c.by = by
}

// takers are the routes that take a request from a form's route, the first one in front.
func (s *search) takers(f *form, verb, path string, mounts bool) []entry {
	var by []entry
	s.tree.each(path, func(e entry) {
		if s.steps--; e.mount && !mounts || !e.takesFrom(f.route, verb) {
			return
		}
		if !e.plain {
			a := s.pathsOf(e.taker)
			if s.blind = s.blind || a == nil; a == nil || !a.Match(path) {
				return
			}
		}
		by = append(by, e)
	})
	slices.SortFunc(by, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.route.Index, b.route.Index), compareBool(b.plain, a.plain))
	})
	return by
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
