package inflect

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"signalbox/internal/regex"
)

// acronyms is the words that keep their capitals, by their lower case.
type acronyms struct {
	words    map[string]string
	order    []string // lower case, as first given: the order of Ruby's hash
	special  bool     // not all words are ASCII letters and digits
	lengths  lengths
	compiled atomic.Pointer[acronymRegexps] // nil until they are needed
}

// acronymRegexps are @acronyms_camelize_regex and @acronyms_underscore_regex.
type acronymRegexps struct{ camelize, underscore *regex.Regexp }

func (a *acronyms) add(word string) error {
	key := downcase(word)
	before, known := a.words[key]
	if a.words == nil {
		a.words = make(map[string]string)
	}
	if !known {
		a.order = append(a.order, key)
	}
	a.words[key] = word
	a.lengths.add(len(word))
	a.compiled.Store(nil)
	if word != "" && strings.Trim(word, wordLetters+"ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return nil
	}
	special := a.special
	a.special = true
	_, err := a.regexps()
	if err != nil { // it is as if it had not been given
		a.special, a.words[key] = special, before
		if !known {
			a.order = a.order[:len(a.order)-1]
			delete(a.words, key)
		}
	}
	return err
}

// work is how many words are tried one by one at each place.
func (a *acronyms) work() int {
	if a.special {
		return len(a.order)
	}
	return 0
}

func (a *acronyms) regexps() (*acronymRegexps, error) {
	if c := a.compiled.Load(); c != nil {
		return c, nil
	}
	sorted := make([]string, 0, len(a.order))
	for _, k := range a.order {
		sorted = append(sorted, a.words[k])
	}
	slices.SortStableFunc(sorted, func(a, b string) int {
		return cmp.Compare(utf8.RuneCountInString(b), utf8.RuneCountInString(a))
	})
	any, err := regex.Compile(strings.Join(sorted, "|"), 0)
	if err != nil {
		return nil, err
	}
	var c acronymRegexps
	if c.camelize, err = regex.Compile(`^(?:`+any.String()+`(?=\b|[A-Z_])|\w)`, 0); err != nil {
		return nil, err
	}
	if c.underscore, err = regex.Compile(`(?:(?<=([A-Za-z\d]))|\b)(`+any.String()+`)(?=\b|[^a-z])`, 0); err != nil {
		return nil, err
	}
	a.compiled.Store(&c)
	return &c, nil
}

// at is the longest acronym that stands at s[i] and of which the end is right; s is plain, and so are the acronyms.
func (a *acronyms) at(s string, i int, ends func(next byte) bool) (length int) {
	for _, n := range a.lengths {
		end := i + n
		if n <= length || end > len(s) || end < len(s) && wordByte(s[end]) && !ends(s[end]) {
			continue
		}
		if part := s[i:end]; a.words[downcase(part)] == part {
			length = n
		}
	}
	return length
}

// capitalized gives a word as a part of a constant: the acronym, or the word with a capital.
func (a *acronyms) capitalized(word string) string {
	if acronym, ok := a.words[word]; ok {
		return acronym
	}
	return capitalize(word)
}

// lowerStart is `sub(acronyms_camelize_regex) { downcase }`: the first word, or letter, in lower case.
func (a *acronyms) lowerStart(s string) string {
	if len(a.order) > 0 && !a.special && plain(s) {
		n := a.at(s, 0, func(next byte) bool { return upperByte(next) || next == '_' })
		if n == 0 && s != "" && wordByte(s[0]) {
			n = 1
		}
		return downcase(s[:n]) + s[n:]
	}
	if len(a.order) > 0 {
		return a.lowerMatch(s)
	}
	for i := 0; i < len(s); i++ {
		// The pattern is /^\w/: the first line that starts with a word character.
		if (i == 0 || s[i-1] == '\n') && wordByte(s[i]) {
			return s[:i] + string(lower(s[i])) + s[i+1:]
		}
	}
	return s
}

func (a *acronyms) lowerMatch(s string) string {
	c, err := a.regexps()
	if err != nil {
		return s
	}
	m, err := c.camelize.Match(s, 0, nil)
	if m == nil || err != nil {
		return s
	}
	return s[:m[0]] + downcase(s[m[0]:m[1]]) + s[m[1]:]
}

// separate puts an underscore before each acronym that follows a letter, and takes its capitals away.
func (a *acronyms) separate(s string) string {
	if len(a.order) == 0 {
		return s
	}
	if !a.special && plain(s) {
		return a.separatePlain(s)
	}
	c, err := a.regexps()
	if err != nil {
		return s
	}
	out, err := c.underscore.GsubFunc(s, func(m []int) (string, error) {
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

// separatePlain is separate of a plain text, where all acronyms are letters and digits.
func (a *acronyms) separatePlain(s string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		if !wordByte(s[i]) || i > 0 && s[i-1] == '_' {
			i++
			continue
		}
		n := a.at(s, i, func(next byte) bool { return next < 'a' || next > 'z' })
		if n == 0 {
			i++
			continue
		}
		b.WriteString(s[done:i])
		if i > 0 && wordByte(s[i-1]) {
			b.WriteByte('_')
		}
		b.WriteString(downcase(s[i : i+n]))
		i += n
		done = i
	}
	b.WriteString(s[done:])
	return b.String()
}
