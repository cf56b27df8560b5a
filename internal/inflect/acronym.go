package inflect

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"signalbox/internal/regex"
)

// acronyms is the words that keep their capitals, by their lower case. It is never changed; with gives another.
type acronyms struct {
	words                map[string]string
	order                []string // lower case, as first given: the order of Ruby's hash
	camelize, underscore *regex.Regexp
}

func (a acronyms) with(word string) (acronyms, error) {
	next := acronyms{words: maps.Clone(a.words), order: slices.Clone(a.order)}
	if next.words == nil {
		next.words = make(map[string]string)
	}
	key := downcase(word)
	if _, ok := next.words[key]; !ok {
		next.order = append(next.order, key)
	}
	next.words[key] = word
	sorted := make([]string, 0, len(next.order))
	for _, k := range next.order {
		sorted = append(sorted, next.words[k])
	}
	slices.SortStableFunc(sorted, func(a, b string) int {
		return cmp.Compare(utf8.RuneCountInString(b), utf8.RuneCountInString(a))
	})
	any, err := regex.Compile(strings.Join(sorted, "|"), 0)
	if err != nil {
		return a, err
	}
	next.camelize, err = regex.Compile(`^(?:`+any.String()+`(?=\b|[A-Z_])|\w)`, 0)
	if err != nil {
		return a, err
	}
	next.underscore, err = regex.Compile(`(?:(?<=([A-Za-z\d]))|\b)(`+any.String()+`)(?=\b|[^a-z])`, 0)
	if err != nil {
		return a, err
	}
	return next, nil
}

// capitalized gives a word as a part of a constant: the acronym, or the word with a capital.
func (a acronyms) capitalized(word string) string {
	if acronym, ok := a.words[word]; ok {
		return acronym
	}
	return capitalize(word)
}

// lowerStart is `sub(acronyms_camelize_regex) { downcase }`: the first word, or letter, in lower case.
func (a acronyms) lowerStart(s string) string {
	if a.camelize != nil {
		m, err := a.camelize.Match(s, 0, nil)
		if m == nil || err != nil {
			return s
		}
		return s[:m[0]] + downcase(s[m[0]:m[1]]) + s[m[1]:]
	}
	for i := 0; i < len(s); i++ {
		// The pattern is /^\w/: the first line that starts with a word character.
		if (i == 0 || s[i-1] == '\n') && wordByte(s[i]) {
			return s[:i] + string(lower(s[i])) + s[i+1:]
		}
	}
	return s
}

// separate puts an underscore before each acronym that follows a letter, and takes its capitals away.
func (a acronyms) separate(s string) string {
	if a.underscore == nil {
		return s
	}
	out, err := a.underscore.GsubFunc(s, func(m []int) (string, error) {
		text := downcase(s[m[4]:m[5]])
		if m[2] >= 0 {
			return "_" + text, nil
		}
		return text, nil
	})
	if err != nil {
		return s
	}
	return out
}
