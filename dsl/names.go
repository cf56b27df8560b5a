package dsl

import (
	"strings"

	"signalbox/internal/spelling"
)

// names makes a set of the words in list.
func names(list string) map[string]bool {
	set := map[string]bool{}
	for _, n := range strings.Fields(list) {
		set[n] = true
	}
	return set
}

// didYouMean suggests the method whose name is nearest to a misspelt one, as
// the did_you_mean gem does; empty if none is near.
func (m *meter) didYouMean(name string, recv Value) string {
	if c, _, ok := spelling.FindLookAlike(name); ok {
		return c.Error() + ": " + c.Hint()
	}
	candidates := m.in.methodNames(recv)
	if o, ok := recv.(*Object); ok {
		if own := strings.ToUpper(name[:1]) + name[1:]; own != name {
			if _, found := m.in.Const(own); found {
				return "did you mean `" + own + "`?"
			}
		}
		if w, ok := o.Host.(Definer); ok {
			candidates = append(candidates, w.Words()...)
		}
	}
	m.used.steps += 4 * len(candidates)
	best := spelling.Nearest(name, candidates)
	if best == "" {
		return ""
	}
	return "did you mean `" + best + "`?"
}
