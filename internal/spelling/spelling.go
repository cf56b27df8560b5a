// Package spelling finds the name that a misspelt one was meant to be.
package spelling

import (
	"strings"
	"unicode/utf8"

	"github.com/hbollon/go-edlib"
)

// maxLength bounds the names that are compared, in bytes: longer ones are not
// typed.
const maxLength = 80

// Distance returns how many letters to insert, delete, replace or swap with
// their neighbour turn a into b, or limit if that takes more.
func Distance(a, b string, limit int) int {
	longer := utf8.RuneCountInString(a) - utf8.RuneCountInString(b)
	if longer >= limit || -longer >= limit || len(a) > maxLength || len(b) > maxLength {
		return limit
	}
	return min(edlib.OSADamerauLevenshteinDistance(a, b), limit)
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
