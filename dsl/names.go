package dsl

import "strings"

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
func (t *Thread) didYouMean(name string, recv Value) string {
	candidates := t.in.methodNames(recv)
	if o, ok := recv.(*Object); ok {
		if w, ok := o.Host.(Definer); ok {
			candidates = append(candidates, w.Words()...)
		}
	}
	best, bestDistance := "", max(len(name)/4, 1)+1
	for _, c := range candidates {
		if d := editDistance(name, c, bestDistance); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean `" + best + "`?"
}

// editDistance counts insertions, deletions, replacements and swaps of
// neighbours; it gives up at limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 64 || len(b) > 64 {
		return limit
	}
	var rows [3][66]int
	for j := 0; j <= len(b); j++ {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := &rows[(i+2)%3], &rows[i%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}
