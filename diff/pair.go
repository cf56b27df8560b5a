package diff

import "strings"

// A pair is a row that both tables have, be it changed.
type pair struct{ before, after *Row }

// likeness are the ways in which two rows are one, the surest first: a row that the first one
// leaves is tried by the next. Each names the fields that are the same; `name` and `endpoint`
// alone say nothing of rows without one.
var likeness = [][]int{
	{verb, path, name, endpoint, code, defaults, requirements, constraints, guards, conditional, anchored},
	{verb, path, guards, name, endpoint},
	{verb, path, guards, name},
	{verb, path, guards, endpoint},
	{verb, path, guards},
	{verb, path, name},
	{verb, path, endpoint},
	{path, endpoint},
	{name, verb},
	{name},
	{endpoint, verb},
}

// pairUp finds the rows that are in both tables; left are those of either that are not.
// Places in the table say nothing: of several rows that are alike, the first one is paired
// with the first.
func pairUp(before, after []*Row) (pairs []pair, removed, added []*Row) {
	partner := map[*Row]*Row{} // of after
	for _, like := range likeness {
		free := map[string][]*Row{}
		for _, r := range before {
			if key := r.key(like); key != "" {
				free[key] = append(free[key], r)
			}
		}
		var rest []*Row
		taken := map[*Row]bool{}
		for _, r := range after {
			if partner[r] != nil {
				continue
			}
			if key := r.key(like); key != "" && len(free[key]) > 0 {
				partner[r], free[key] = free[key][0], free[key][1:]
				taken[partner[r]] = true
			}
		}
		for _, r := range before {
			if !taken[r] {
				rest = append(rest, r)
			}
		}
		before = rest
	}
	for _, r := range after {
		if p := partner[r]; p != nil {
			pairs = append(pairs, pair{p, r})
		} else {
			added = append(added, r)
		}
	}
	return pairs, before, added
}

// key is what a row says in some fields; empty if the one that has to tell it apart is.
func (r *Row) key(like []int) string {
	if first := r.said[like[0]]; first == "" && (like[0] == name || like[0] == endpoint) {
		return ""
	}
	parts := []string{r.engine()}
	for _, field := range like {
		parts = append(parts, r.said[field])
	}
	return strings.Join(parts, "\x00")
}

// changed are the names of the fields in which a pair differs. A name that another row of
// the same path has taken over is no difference: its helper makes the same paths. Rails names
// the first row of a path (`resources :posts, only: :update` names PATCH, and GET if there is
// one).
func (p pair) changed(had, has map[string]bool) []string {
	var list []string
	for field, text := range fieldNames {
		if p.before.said[field] == p.after.said[field] || field == name && has[p.before.helper()] && had[p.after.helper()] {
			continue
		}
		list = append(list, text)
	}
	return list
}

// named are the helpers of the rows.
func named(rows []*Row) map[string]bool {
	all := map[string]bool{"": true}
	for _, r := range rows {
		all[r.helper()] = true
	}
	return all
}

// helper is the name of a row, with its path; empty if it has none.
func (r *Row) helper() string {
	if r.said[name] == "" {
		return ""
	}
	return strings.Join([]string{r.engine(), r.said[name], r.said[path]}, "\x00")
}
