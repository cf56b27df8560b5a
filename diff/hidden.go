package diff

import (
	"slices"

	"signalbox/expand/reach"
	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// hides adds the rows of both tables that no request reaches any more, because a new row in
// front of them, or one that takes more than before, answers all of theirs. second are the rows
// of the second table in their order.
func (o *precedence) hides(r *Report, second []*Row) {
	if len(o.pairs) == 0 {
		return
	}
	had, has := unreached(o.pairs[0].before.Table), unreached(o.pairs[0].after.Table)
	for i, p := range o.pairs {
		if !has[p.after.Route] || had[p.before.Route] || slices.ContainsFunc(r.Precedence, func(s Swap) bool { return s.First == p.after }) {
			continue
		}
		swap, decided := o.hidden(i, second)
		if !decided {
			r.Undecided++
		} else if swap != nil {
			r.Precedence = append(r.Precedence, *swap)
		}
	}
}

// unreached are the routes that no request reaches.
func unreached(t *route.Table) map[*route.Route]bool {
	found := map[*route.Route]bool{}
	for _, v := range reach.Of(t.Routes).Found {
		if v.Kind == reach.Unreachable {
			found[v.Route] = true
		}
	}
	return found
}

// hidden searches a request that a pair answered, and who answers it now.
func (o *precedence) hidden(i int, second []*Row) (_ *Swap, decided bool) {
	p := o.pairs[i]
	before, after := o.path(p.before), o.path(p.after)
	if before == nil || after == nil {
		return nil, false
	}
	in := []*regex.Automaton{reach.Normal, before, after}
	decided = true
	for _, method := range commonVerbs(p.before, p.after) {
		text, found, sure := o.search(in, func(text string) *regex.Automaton { return o.inFront(i, method, text) })
		decided = decided && sure
		if !found {
			continue
		}
		for _, row := range second {
			if row.Table == p.after.Table && row != p.after && o.answers(row, method, text) != nil {
				return &Swap{p.after, row, method, text}, true
			}
		}
	}
	return nil, decided
}
