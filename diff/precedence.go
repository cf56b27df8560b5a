package diff

import (
	"cmp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/reach"
	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// Which of two rows answers a request that both match is decided by their order. Two rows
// are looked at if one moved in front of the other, and a swap is told if there is a request
// that the one answered and the other answers now. Such a request is searched in the paths
// that both match; where the search comes upon one that a third row answers, it goes on
// without the paths of that row, until it finds one, or none is left.
//
// The awkward case are rows that may or may not answer what they match: those with guards,
// under undecided conditions, or with a Rack application. They take nothing from those behind
// them, so that the request of a swap may need their consent.

// A Swap is a request that one row answered and another one answers now.
type Swap struct {
	First  *Row // answered; as it is in the second table
	Second *Row // answers now
	// Method and Path are a request that shows it.
	Method, Path string
}

// What is compared at most.
const (
	maxSteps  = 20_000_000 // of automata, and pairs of rows
	maxThirds = 40         // rows that are in the way of one pair
	maxSwap   = 200_000    // steps for one search
)

// A precedence compares the order of the rows of one table with that of another.
type precedence struct {
	pairs []pair // in the order of the first table
	now   []int  // of each pair, its place in the second
	later []int  // pairs by their places in the second
	paths map[*route.Route]*regex.Automaton
	steps int
}

// swaps fills in whose requests another row answers now; second are the rows of the second
// table in their order.
func (r *Report) swaps(pairs []pair, second []*Row) {
	byTable := map[*route.Table][]pair{}
	var tables []*route.Table
	for _, p := range pairs {
		t := p.before.Table
		if byTable[t] == nil {
			tables = append(tables, t)
		}
		byTable[t] = append(byTable[t], p)
	}
	steps := maxSteps
	for _, t := range tables {
		o := newPrecedence(byTable[t], steps)
		o.compare(r)
		if len(r.Added)+len(r.Changed) > 0 {
			o.hides(r, second)
		}
		steps = o.steps
	}
}

func newPrecedence(pairs []pair, steps int) *precedence {
	o := &precedence{pairs: pairs, now: make([]int, len(pairs)), later: make([]int, len(pairs)), paths: map[*route.Route]*regex.Automaton{}, steps: steps}
	for i := range pairs {
		o.later[i] = i
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.before.Index, b.before.Index) })
	slices.SortFunc(o.later, func(i, j int) int { return cmp.Compare(pairs[i].after.Index, pairs[j].after.Index) })
	for place, i := range o.later {
		o.now[i] = place
	}
	return o
}

// compare looks at each two rows of which one moved in front of the other.
func (o *precedence) compare(r *Report) {
	moved := o.moved()
	for i := range o.pairs {
		for j := i + 1; j < len(o.pairs); j++ {
			if !moved[i] && !moved[j] || o.now[i] < o.now[j] {
				continue
			}
			if o.steps--; o.steps < 0 {
				r.Undecided++
				continue
			}
			a, b := o.pairs[i], o.pairs[j]
			if !mayMeet(a, b) || alike(a.after, b.after) {
				continue
			}
			swap, decided := o.swap(i, j)
			if !decided {
				r.Undecided++
			} else if swap != nil {
				r.Precedence = append(r.Precedence, *swap)
			}
		}
	}
}

// moved are the pairs without which the others stand in the same order: of two rows whose
// order changed one is among them. The others are a longest increasing subsequence.
func (o *precedence) moved() []bool {
	tails, before := []int{}, make([]int, len(o.pairs)) // ends of increasing sequences by length; who stands before whom
	for i, place := range o.now {
		n, _ := slices.BinarySearchFunc(tails, place, func(j, place int) int { return cmp.Compare(o.now[j], place) })
		before[i] = -1
		if n > 0 {
			before[i] = tails[n-1]
		}
		tails = append(tails[:n], append([]int{i}, tails[min(n+1, len(tails)):]...)...)
	}
	moved := make([]bool, len(o.pairs))
	for i := range moved {
		moved[i] = true
	}
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = before[i] {
			moved[i] = false
		}
	}
	return moved
}

// mayMeet reports whether two pairs may match the same request, by what is cheap to compare.
func mayMeet(a, b pair) bool {
	return startAlike(a.before, b.before) && startAlike(a.after, b.after) && len(commonVerbs(a.before, b.before)) > 0 && len(commonVerbs(a.after, b.after)) > 0 &&
		!exclude(a.after, b.after)
}

// startAlike compares the fixed texts with which two paths begin.
func startAlike(a, b *Row) bool {
	x, y := fixedStart(a), fixedStart(b)
	n := min(len(x), len(y))
	return x[:n] == y[:n]
}

func fixedStart(r *Row) string {
	text := r.said[path]
	if i := strings.IndexAny(text, ":*("); i >= 0 {
		return text[:i]
	}
	if !r.Anchored {
		return strings.TrimSuffix(text, "/")
	}
	return text
}

// anyVerbs stand for all those of rows without any.
var anyVerbs = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}

// commonVerbs are the verbs that both rows take.
func commonVerbs(a, b *Row) []string {
	switch {
	case len(a.Verbs) == 0 && len(b.Verbs) == 0:
		return anyVerbs
	case len(a.Verbs) == 0:
		return b.Verbs
	case len(b.Verbs) == 0:
		return a.Verbs
	}
	var common []string
	for _, v := range a.Verbs {
		if slices.Contains(b.Verbs, v) {
			common = append(common, v)
		}
	}
	return common
}

// exclude reports whether no request passes the constraints of both rows, or no application
// has both.
func exclude(a, b *Row) bool {
	for i := range a.Constraints.Len() {
		key, v := a.Constraints.At(i)
		w, ok := b.Constraints.Get(key)
		x, isText := v.(*dsl.String)
		y, isTextToo := w.(*dsl.String)
		if ok && isText && isTextToo && dsl.UnknownIn(x) == nil && dsl.UnknownIn(y) == nil && x.String() != y.String() {
			return true
		}
	}
	return slices.ContainsFunc(a.Conditions, func(c dsl.Condition) bool {
		fact, not := c.Fact()
		return slices.ContainsFunc(b.Conditions, func(d dsl.Condition) bool {
			other, notToo := d.Fact()
			return fact == other && not != notToo
		})
	})
}

// alike reports whether it makes no difference which of two rows answers.
func alike(a, b *Row) bool {
	return a.said[path] == b.said[path] && a.said[endpoint] == b.said[endpoint] && a.said[code] == b.said[code] && a.said[defaults] == b.said[defaults]
}

// swap searches a request that pair i answered before pair j, and that j answers now.
func (o *precedence) swap(i, j int) (_ *Swap, decided bool) {
	a, b := o.pairs[i], o.pairs[j]
	in := []*regex.Automaton{reach.Normal}
	for _, r := range []*Row{a.before, a.after, b.before, b.after} {
		p := o.path(r)
		if p == nil {
			return nil, false
		}
		if !slices.Contains(in, p) {
			in = append(in, p)
		}
	}
	decided = true
	for _, method := range commonVerbs(a.after, b.after) {
		text, found, sure := o.search(in, func(text string) *regex.Automaton { return o.third(i, j, method, text) })
		if found {
			return &Swap{a.after, b.after, method, text}, true
		}
		decided = decided && sure
	}
	return nil, decided
}

// search looks for a path of some automata that no third row takes.
func (o *precedence) search(in []*regex.Automaton, third func(text string) *regex.Automaton) (text string, found, decided bool) {
	var out []*regex.Automaton
	for range maxThirds {
		left := min(maxSwap, o.steps)
		budget := left
		text, found, decided = regex.Witness(in, out, reach.Bytes, &left)
		if o.steps -= budget - left; !found {
			return "", false, decided
		}
		taken := third(text)
		if taken == nil {
			return text, true, true
		}
		out = append(out, taken)
	}
	return "", false, false
}

// third is the path of a row that answers a request before pair i did, or before j does;
// nil for none.
func (o *precedence) third(i, j int, method, text string) *regex.Automaton {
	if p := o.inFront(i, method, text); p != nil {
		return p
	}
	for _, k := range o.later[:o.now[j]] {
		if p := o.answers(o.pairs[k].after, method, text); p != nil && k != i {
			return p
		}
	}
	return nil
}

// inFront is the path of a row that answered a request before pair i; nil for none.
func (o *precedence) inFront(i int, method, text string) *regex.Automaton {
	for k := range i {
		if p := o.answers(o.pairs[k].before, method, text); p != nil {
			return p
		}
	}
	return nil
}

// answers returns the path of a row that surely answers a request.
func (o *precedence) answers(r *Row, method, text string) *regex.Automaton {
	if start := fixedStart(r); !strings.HasPrefix(text, start) || len(r.Verbs) > 0 && !slices.Contains(r.Verbs, method) || !sure(r) {
		return nil
	}
	if p := o.path(r); p != nil && p.Match(text) {
		return p
	}
	return nil
}

// sure reports whether a row answers all that its path and verbs match.
func sure(r *Row) bool {
	return r.said[guards] == "" && r.Constraints.Len() == 0 && len(r.Conditions) == 0 && reach.TakesAll(r.Route)
}

// path is the automaton of the paths that a row matches; nil if there is none.
func (o *precedence) path(r *Row) *regex.Automaton {
	a, known := o.paths[r.Route]
	if !known {
		a = reach.Paths(r.Route)
		o.paths[r.Route] = a
	}
	return a
}
