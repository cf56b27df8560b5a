package diff

import (
	"slices"

	"signalbox/expand/route"
)

// A Report is what differs between two tables.
type Report struct {
	// Exposure is what the second table opens, or opens wider, than the first one does.
	Exposure []Exposure
	// Added and Removed are rows that only one of the tables has, in its order.
	Added, Removed []*Row
	// Changed are the rows of both tables that differ, in the order of the second.
	Changed []Change
	// Precedence are the requests of a row of both tables that another row answers now: one that
	// stood behind it, or one that is new or takes more, and leaves it no request at all.
	Precedence []Swap
	// Undecided is how many swaps of rows could not be decided: patterns that no automaton
	// can stand for, values that only the application knows, or too much to compare.
	Undecided int
}

// A Change is a row that says something else.
type Change struct {
	Before, After *Row
	// Fields are what differs, as the JSON rows name it: verb, path, name, endpoint (for
	// controller, action, redirect or application), code (the body of a lambda or block),
	// defaults, requirements, constraints, guards, conditional, anchored.
	Fields []string
}

// Compare returns what differs between two tables, those of the engines in them included.
// Rows are paired by verb, path and guards, then by name, then by endpoint, never by their
// places.
func Compare(before, after *route.Table) *Report {
	report := &Report{}
	first, second := rows(before), rows(after)
	pairs, removed, added := pairUp(first, second)
	report.Removed, report.Added = removed, added
	had, has := named(first), named(second)
	for _, p := range pairs {
		if list := p.changed(had, has); list != nil {
			report.Changed = append(report.Changed, Change{p.before, p.after, list})
		}
	}
	report.expose(before, after)
	report.swaps(pairs, second)
	return report
}

// WantsRequests reports whether a redirect with a block is new: whether clients steer it shows
// only in a second table that was loaded with what requests ask for, see
// expand.Options.NoRequests.
func (r *Report) WantsRequests() (wanted bool) {
	r.eachNew(func(_, row *Row) {
		wanted = wanted || row.Endpoint.Redirect != nil && row.Endpoint.Redirect.Block != nil
	})
	return wanted
}

// Same reports whether nothing differs.
func (r *Report) Same() bool {
	return len(r.Exposure)+len(r.Added)+len(r.Removed)+len(r.Changed)+len(r.Precedence) == 0
}

// GuardsOnly returns the part of the report that concerns guards: rows that lost, got or
// changed one.
func (r *Report) GuardsOnly() *Report {
	only := &Report{}
	for _, e := range r.Exposure {
		if e.Kind == GuardRemoved || e.Kind == GuardChanged {
			only.Exposure = append(only.Exposure, e)
		}
	}
	for _, c := range r.Changed {
		if slices.Contains(c.Fields, fieldNames[guards]) {
			only.Changed = append(only.Changed, c)
		}
	}
	return only
}
