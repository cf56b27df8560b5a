// Package spelling finds the name that a misspelt one was meant to be.
package spelling

import "strings"

// maxLength bounds the names that are compared, in bytes: longer ones are not
// typed.
const maxLength = 80

// Distance returns how many letters to insert, delete, replace or swap with
// their neighbour turn a into b, or limit if that takes more.
func Distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > maxLength || len(b) > maxLength {
		return limit
	}
	var rows [3][maxLength + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := &rows[(i+1)%3], &rows[(i+2)%3], &rows[i%3]
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
	return min(rows[len(a)%3][len(b)], limit)
}

// Nearest returns the name that word was most likely meant to be, or "" if it is
// like none of them: one letter in four may differ, two at most, and the case of all.
// Of names equally near it returns the first. For one of the names it returns "".
func Nearest(word string, names []string) string {
	best, least := "", min((len(word)+3)/4, 2)+1
	lower := strings.ToLower(word)
	for _, name := range names {
		if name == word {
			return ""
		}
		if d := Distance(lower, strings.ToLower(name), least); d < least && d < len(name) {
			best, least = name, d
		}
	}
	return best
}
