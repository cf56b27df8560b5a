package expand

import "signalbox/grammar"

// Settling gives the expressions whose values settle an unknown one, by its
// source: of `/#{Settings.host}.org/` it is `Settings.host`. What is settled by
// itself is its own.
func (t *Table) Settling(source string) []string {
	f := newFinder(t)
	f.find(source, AnyShape, "", grammar.Pos{})
	var all []string
	for _, m := range f.all() {
		all = append(all, m.Expr)
	}
	return all
}
