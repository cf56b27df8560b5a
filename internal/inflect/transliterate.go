package inflect

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"signalbox/internal/regex"
)

// Transliterate gives ASCII: letters of Latin scripts become the nearest ones, all else the replacement, which is "?" if it is not given.
//
//	ActiveSupport::Inflector.transliterate("Ærøskøbing")  # => "AEroskobing"
func (r *Rules) Transliterate(s string, replacement ...string) string {
	if isASCII(s) {
		return s
	}
	unknown := "?"
	if len(replacement) > 0 {
		unknown = replacement[0]
	}
	var b strings.Builder
	for _, c := range norm.NFC.String(tidyBytes(s)) {
		switch near, ok := approximations()[c]; {
		case c < utf8.RuneSelf:
			b.WriteRune(c)
		case ok:
			b.WriteString(near)
		default:
			b.WriteString(unknown)
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// tidyBytes reads bytes that are not UTF-8 as Windows-1252.
func tidyBytes(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, c := range s {
		if c == utf8.RuneError && runeLen(s, i) == 1 {
			c = charmap.Windows1252.DecodeByte(s[i])
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Parameterize gives a part of a URL. ActiveSupport's default separator is "-".
//
//	"Donald E. Knuth".parameterize                       # => "donald-e-knuth"
//	"Donald E. Knuth".parameterize(separator: "_")       # => "donald_e_knuth"
//	"Donald E. Knuth".parameterize(preserve_case: true)  # => "Donald-E-Knuth"
func (r *Rules) Parameterize(s, separator string, preserveCase bool) string {
	s = joinParams(r.Transliterate(s), separator)
	if separator != "" {
		s = squeeze(s, separator)
		s = strings.TrimSuffix(strings.TrimPrefix(s, separator), separator)
	}
	if preserveCase {
		return s
	}
	return downcase(s)
}

// joinParams is gsub(/[^a-z0-9\-_]+/i, separator).
func joinParams(s, separator string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		start := i
		for i < len(s) && !wordByte(s[i]) && s[i] != '-' {
			i++
		}
		if i > start {
			with, err := noGroups().Expand(separator, s, []int{start, i})
			if err != nil {
				with = separator
			}
			b.WriteString(with)
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// squeeze leaves one of several separators. As in ActiveSupport, of a longer separator only the last character counts as repeated.
func squeeze(s, separator string) string {
	if utf8.RuneCountInString(separator) > 1 {
		re, err := regex.Compile(regex.Escape(separator)+"{2,}", 0)
		if err != nil {
			return s
		}
		out, err := re.Gsub(s, separator)
		if err != nil {
			return s
		}
		return out
	}
	for twice := separator + separator; strings.Contains(s, twice); {
		s = strings.ReplaceAll(s, twice, separator)
	}
	return s
}

// approximations maps the letters of i18n's default transliteration to ASCII.
var approximations = sync.OnceValue(func() map[rune]string { return readCases(approximationTable) })
