package expand

// Engines are the tables of the engines that are mounted in the application, or
// in one of its engines, in the order of their mounts, and of those beside it;
// each once.
func (t *Table) Engines() []*Table {
	var all []*Table
	t.everyTable(func(engine *Table) {
		if engine != t {
			all = append(all, engine)
		}
	})
	return all
}

// Mounted gives the table of an engine by the helper of its mount, `shop` of
// `shop.product_path(1)`; nil if there is none of that name.
func (t *Table) Mounted(name string) *Table {
	if r := t.Named(name); r != nil && r.Endpoint.Kind == Engine {
		return r.Endpoint.Table
	}
	return nil
}

// Owner gives the table that a route is in: this one, or that of an engine. Nil
// if it is in none of them.
func (t *Table) Owner(r *Route) (owner *Table) {
	t.everyTable(func(table *Table) {
		if r.Index < len(table.Routes) && table.Routes[r.Index] == r {
			owner = table
		}
	})
	return owner
}

// mountsWith are the helpers of the mounts whose engines have a helper, as
// `shop.product`.
func (t *Table) mountsWith(helper string) []string {
	var found []string
	for _, r := range t.Routes {
		if engine := r.Endpoint.Table; engine != nil && r.Name != "" && (engine.Names[helper] != nil || engine.direct(helper) != nil) {
			found = append(found, r.Name+"."+helper)
		}
	}
	return found
}
