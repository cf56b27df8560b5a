package expand

import (
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Settling returns what settles an unknown value, by its source: of
// `/#{Settings.host}.org/` it is `Settings.host`. What each wants follows from all
// uses in the table.
func Settling(t *route.Table, source string) []Missing {
	wants := map[string]*Shape{}
	for _, m := range MissingIn(t) {
		wants[m.Expr] = m.Wants
	}
	f := newFinder(t)
	f.find(source, route.AnyShape, "", grammar.Pos{})
	all := f.all()
	for i := range all {
		if s := wants[all[i].Expr]; s != nil {
			all[i].Wants = s
		}
	}
	return all
}
