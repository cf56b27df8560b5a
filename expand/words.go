package expand

import (
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
)

// Defines implements dsl.Definer: the routing words are the Mapper's methods;
// other names that it takes may be words of a gem.
func (m *Mapper) Defines(name string) bool {
	_, ok := wordOf(name)
	return ok
}

// Words implements dsl.Definer.
func (m *Mapper) Words() []string {
	return slices.AppendSeq(slices.Collect(maps.Keys(words)), maps.Keys(gemWords))
}

// noteUnknown tells of values in a route that only the application knows: the
// table shows what is written instead.
func (m *Mapper) noteUnknown(r *Route) {
	for _, h := range [...]*dsl.Hash{r.Defaults, r.Requirements, r.Constraints} {
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
			m.l.warnAbout(u.Text, m.pos, strings.ReplaceAll(shown, "%", "%%")+" holds a value that is known to the application only: %s", "The table shows its source.")
		}
	}
}
