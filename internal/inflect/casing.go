package inflect

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// downcase is String#downcase: İ becomes two code points, Σ always σ.
func downcase(s string) string {
	if !strings.ContainsRune(s, 'İ') {
		return mapCase(s, unicode.ToLower)
	}
	var b strings.Builder
	for _, r := range s {
		if r == 'İ' {
			b.WriteString("i\u0307")
			continue
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// mapCase is strings.Map but gives s itself when nothing changes.
func mapCase(s string, f func(rune) rune) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf || rune(s[i]) != f(rune(s[i])) {
			return strings.Map(f, s)
		}
	}
	return s
}

// upcase is String#upcase: ß becomes SS.
func upcase(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteString(upcaseRune(r))
	}
	return b.String()
}

func upcaseRune(r rune) string {
	if many := upcaseTable()[r]; many != "" {
		return many
	}
	return string(unicode.ToUpper(r))
}

// capitalize is String#capitalize: the first letter in title case, the others in lower case.
func capitalize(s string) string {
	if s == "" {
		return s
	}
	first, n := utf8.DecodeRuneInString(s)
	if first < utf8.RuneSelf {
		if c := byte(unicode.ToUpper(first)); c != s[0] {
			return string(c) + downcase(s[1:])
		}
		return s[:1] + downcase(s[1:])
	}
	if many := titleTable()[first]; many != "" {
		return many + downcase(s[n:])
	}
	return string(unicode.ToTitle(first)) + downcase(s[n:])
}

var (
	upcaseTable = sync.OnceValue(func() map[rune]string { return readCases(upcaseCases) })
	titleTable  = sync.OnceValue(func() map[rune]string { return readCases(titleCases) })
)

// readCases reads entries of a code point and what it becomes.
func readCases(source string) map[rune]string {
	m := make(map[rune]string)
	for entry := range strings.FieldsSeq(source) {
		r, n := utf8.DecodeRuneInString(entry)
		m[r] = entry[n:]
	}
	return m
}
