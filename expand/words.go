package expand

import (
	"maps"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/gems"
	"signalbox/expand/route"
)

// Defines implements dsl.Definer: the routing words are the Mapper's methods;
// other names that it takes may be words of a gem.
func (m *Mapper) Defines(name string) bool {
	_, ok := wordOf(name)
	return ok
}

// Words implements dsl.Definer: what a name may be a slip of.
func (m *Mapper) Words() []string {
	return slices.Concat(slices.Sorted(maps.Keys(words)), slices.Sorted(maps.Keys(gems.Words())), clauseKeywords)
}

// noteUnknown tells of values in a route that only the application knows: the
// table shows what is written instead.
func (m *Mapper) noteUnknown(r *route.Route) {
	for _, h := range [...]*dsl.Hash{r.Defaults.Hash, r.Requirements.Hash, r.Constraints.Hash} {
		for i := range h.Len() {
			key, v := h.At(i)
			u := dsl.UnknownIn(v)
			if u == nil || m.l.toldAt[m.pos] {
				continue
			}
			shown, err := m.t.Inspect(key)
			if err != nil {
				shown = "a value"
			}
			d := m.l.warning(route.UnknownValue, m.pos, shown+" holds a value that is known to the application only: "+m.l.brief(u.Text()), "The table shows its source.")
			d.Source = u.Text()
			plain := false // of defaults:, which are no requirements
			if own := m.scope.defaults; own != nil {
				_, plain = own.Get(key)
			}
			switch name, ok := key.(dsl.Symbol); {
			case h == r.Defaults.Hash && plain, h == r.Constraints.Hash:
				d.Wants = route.TextShape
			case ok && (h == r.Requirements.Hash || r.Path.Has(string(name))):
				d.Wants = route.TextShape
				if v == dsl.Value(u) { // not a part of it
					d.Wants = route.PatternShape
				}
			}
			m.l.diagnose(d)
		}
	}
}

// brief is [dsl.Brief] of a text that many routes hold.
func (l *loader) brief(text string) string {
	short, ok := l.briefs[text]
	if !ok {
		short = dsl.Brief(text)
		if l.briefs == nil {
			l.briefs = map[string]string{}
		}
		l.briefs[text] = short
	}
	return short
}
