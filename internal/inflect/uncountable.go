package inflect

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"signalbox/internal/regex"
)

// uncountables is the words with one form. That of Rails is never changed, so that Rules can share it; with and without
// give another.
type uncountables struct {
	words []string        // lower case
	known map[string]bool // those of words
	own   bool            // no other Rules have it

	indexed *uncountableIndex
	once    *sync.Once
}

// An uncountableIndex finds words among the ends of others.
type uncountableIndex struct {
	plain   bool // all words are letters, digits and underscores
	lengths lengths
	source  string // of the pattern for other words
	once    sync.Once
	pattern *regex.Regexp
}

var defaultUncountables = (&uncountables{}).with(strings.Fields("equipment information rice money species series fish sheep jeans police")).shared()

func (u *uncountables) shared() *uncountables {
	u.own = false
	return u
}

// change gives words that are nobody else's, of which the index is made anew.
func (u *uncountables) change() *uncountables {
	if !u.own {
		u = &uncountables{words: slices.Clone(u.words), known: maps.Clone(u.known), own: true}
		if u.known == nil {
			u.known = map[string]bool{}
		}
	}
	u.indexed, u.once = nil, &sync.Once{}
	return u
}

func (u *uncountables) with(words []string) *uncountables {
	u = u.change()
	for _, w := range words {
		w = downcase(w)
		u.words = append(u.words, w)
		u.known[w] = true
	}
	return u
}

// without removes a word, compared as it is: the words are in lower case, so "Fish" removes nothing.
func (u *uncountables) without(word string) *uncountables {
	if !u.known[word] {
		return u
	}
	u = u.change()
	delete(u.known, word)
	u.words = slices.DeleteFunc(u.words, func(w string) bool { return w == word })
	return u
}

// match is /\b(?:words)\Z/i. A plain word is looked for by its ends, others take the regular expression.
func (u *uncountables) match(word string) bool {
	if u.once == nil { // no words
		return false
	}
	u.once.Do(u.index)
	if !u.indexed.plain || !plain(word) {
		return u.matchRegexp(word)
	}
	folded := downcase(word)
	for _, n := range u.indexed.lengths {
		d := len(word) - n
		if d >= 0 && u.known[folded[d:]] && (d == 0 || !wordByte(word[d-1])) {
			return true
		}
	}
	return false
}

func (u *uncountables) index() {
	u.indexed = &uncountableIndex{plain: true}
	parts := make([]string, len(u.words))
	for i, w := range u.words {
		if w == "" || strings.Trim(w, wordLetters) != "" {
			u.indexed.plain = false
		}
		u.indexed.lengths.add(len(w))
		parts[i] = regex.Escape(w)
	}
	source := strings.Join(parts, "|")
	if len(parts) == 0 {
		source = "(?!)"
	}
	u.indexed.source = source
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

func (u *uncountables) matchRegexp(word string) bool {
	u.indexed.once.Do(func() {
		u.indexed.pattern, _ = regex.Compile(`\b(?:`+u.indexed.source+`)\Z`, regex.IgnoreCase) // fails only by its size
	})
	if u.indexed.pattern == nil {
		return false
	}
	ok, err := u.indexed.pattern.MatchString(word)
	return ok && err == nil
}
