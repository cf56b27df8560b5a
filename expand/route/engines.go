package route

import "slices"

// Tables returns the table, those of the engines that are mounted in it or in one of
// them, in the order of their mounts, and those beside it; each once.
func (t *Table) Tables() []*Table {
	var all []*Table
	var visit func(*Table)
	visit = func(t *Table) {
		if t == nil || slices.Contains(all, t) {
			return
		}
		all = append(all, t)
		for _, r := range t.Routes {
			visit(r.Endpoint.Table)
		}
		for _, beside := range t.Unmounted {
			visit(beside)
		}
	}
	visit(t)
	return all
}

// Engines returns the further tables of [Table.Tables].
func (t *Table) Engines() []*Table { return t.Tables()[1:] }

// Mounted returns the table of an engine by the helper of its mount, `shop` of
// `shop.product_path(1)`; nil if there is none of that name.
func (t *Table) Mounted(name string) *Table {
	if r := t.Named(name); r != nil && r.Endpoint.Kind == Engine {
		return r.Endpoint.Table
	}
	return nil
}

// Owner returns the table that a route is in: this one, or that of an engine. Nil
// if it is in none of them.
func (t *Table) Owner(r *Route) *Table {
	for _, table := range t.Tables() {
		if r.Index < len(table.Routes) && table.Routes[r.Index] == r {
			return table
		}
	}
	return nil
}
