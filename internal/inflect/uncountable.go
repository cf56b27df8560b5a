package inflect

import (
	"slices"
	"strings"
	"sync"

	"signalbox/internal/regex"
)

// uncountables is the words with one form. It is never changed, so that Rules can share it; with and without give another.
type uncountables struct {
	words []string // lower case

	plainOnce  sync.Once
	allPlain   bool
	byLast     [128][]string
	regexpOnce sync.Once
	pattern    *regex.Regexp
}

var defaultUncountables = &uncountables{words: strings.Fields("equipment information rice money species series fish sheep jeans police")}

func (u *uncountables) with(words []string) *uncountables {
	next := slices.Clone(u.words)
	for _, w := range words {
		next = append(next, downcase(w))
	}
	return &uncountables{words: next}
}

// without removes a word, compared as it is: the words are in lower case, so "Fish" removes nothing.
func (u *uncountables) without(word string) *uncountables {
	if !slices.Contains(u.words, word) {
		return u
	}
	return &uncountables{words: slices.DeleteFunc(slices.Clone(u.words), func(w string) bool { return w == word })}
}

// match is /\b(?:words)\Z/i. A plain word is compared with the suffixes, others take the regular expression.
func (u *uncountables) match(word string) bool {
	u.plainOnce.Do(u.index)
	if !u.allPlain || !plain(word) {
		return u.matchRegexp(word)
	}
	for _, suffix := range u.byLast[lower(word[len(word)-1])] {
		d := len(word) - len(suffix)
		if hasSuffixFold(word, suffix) && (d == 0 || !wordByte(word[d-1])) {
			return true
		}
	}
	return false
}

// index sorts the words by their last letters, if all are of letters, digits and underscores.
func (u *uncountables) index() {
	for _, w := range u.words {
		if w == "" || strings.Trim(w, wordLetters) != "" {
			return
		}
		last := w[len(w)-1]
		u.byLast[last] = append(u.byLast[last], w)
	}
	u.allPlain = true
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

func (u *uncountables) matchRegexp(word string) bool {
	u.regexpOnce.Do(func() {
		parts := make([]string, len(u.words))
		for i, w := range u.words {
			parts[i] = regex.Escape(w)
		}
		source := strings.Join(parts, "|")
		if len(parts) == 0 {
			source = "(?!)"
		}
		u.pattern, _ = regex.Compile(`\b(?:`+source+`)\Z`, regex.IgnoreCase) // fails only by its size
	})
	if u.pattern == nil {
		return false
	}
	ok, err := u.pattern.MatchString(word)
	return ok && err == nil
}
