package rules

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/hbollon/go-edlib"
)

// DidYouMean is the end of a message that says which names are near to a word, ""
// if none is: ` Did you mean the enum value "RED" or "GREEN"?`.
func DidYouMean(what, word string, names []string) string {
	return didYouMean(what, suggestions(word, names))
}

// Near is the end of a message of our own on a name that is not defined: stop and ` Did you mean "RED"?`,
// or "". To be near, half of the letters must be the same: graphql-js, whose messages [DidYouMean] ends,
// finds a name of two letters near to one of three if they share one.
func Near(stop, word string, names iter.Seq[string]) string {
	near := slices.DeleteFunc(suggestions(word, slices.Collect(names)), func(name string) bool { return 2*distance(word, name) > utf16Len(word) })
	if len(near) == 0 {
		return ""
	}
	return stop + didYouMean("", near)
}

// didYouMean ends a message with up to five names.
func didYouMean(what string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	const most = 5
	quoted := make([]string, 0, most)
	for _, n := range names[:min(len(names), most)] {
		quoted = append(quoted, `"`+n+`"`)
	}
	last := len(quoted) - 1
	list := quoted[last]
	switch last {
	case 0:
	case 1:
		list = quoted[0] + " or " + list
	default:
		list = strings.Join(quoted[:last], ", ") + ", or " + list
	}
	return " Did you mean " + what + list + "?"
}

// suggestions are the names that are near to a word, the nearest first.
func suggestions(word string, names []string) []string {
	threshold := utf16Len(word)*2/5 + 1
	near := map[string]int{}
	lower := []rune(strings.ToLower(word))
	for _, n := range names {
		if longer := len(lower) - len(n); longer > threshold || -longer > threshold {
			continue // it differs by as many letters at least
		}
		if d := distance(word, n); d <= threshold {
			near[n] = d
		}
	}
	list := make([]string, 0, len(near))
	for n := range near {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(near[a]-near[b], natural(a, b)) })
	return list
}

// distance is the number of letters to insert, delete, replace or swap with their
// neighbour; a difference in case alone counts as one.
func distance(a, b string) int {
	if a == b {
		return 0
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	if a == b {
		return 1
	}
	return edlib.OSADamerauLevenshteinDistance(a, b)
}

// natural orders names with numbers in them by the numbers: a2 before a10.
func natural(a, b string) int {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if isDigit(a[i]) && isDigit(b[j]) {
			var m, n string
			m, i = number(a, i)
			n, j = number(b, j)
			if c := cmp.Or(len(m)-len(n), strings.Compare(m, n)); c != 0 {
				return c
			}
			continue
		}
		if c := int(a[i]) - int(b[j]); c != 0 {
			return c
		}
		i++
		j++
	}
	return len(a) - len(b)
}

// number is the number at a place, without leading zeros, and where it ends.
func number(s string, i int) (string, int) {
	start := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return strings.TrimLeft(s[start:i], "0"), i
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
