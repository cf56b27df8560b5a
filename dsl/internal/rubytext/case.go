package rubytext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Upcase returns s as String#upcase does, with ascii as upcase(:ascii), which
// leaves all letters but a to z:
//
//	Upcase("straße", false) // "STRASSE"
//	Upcase("café", true)    // "CAFé"
func Upcase(s string, ascii bool) string {
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) { upperRune(b, r, ascii) })
}

// Downcase returns s as String#downcase does, with ascii as downcase(:ascii).
func Downcase(s string, ascii bool) string {
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) { lowerRune(b, r, ascii) })
}

// Capitalize returns s as String#capitalize does, with ascii as capitalize(:ascii):
// its first character in title case, the others in lower case.
func Capitalize(s string, ascii bool) string {
	return mapRunes(s, func(b *strings.Builder, i int, r rune) {
		if i == 0 {
			titleRune(b, r, ascii)
		} else {
			lowerRune(b, r, ascii)
		}
	})
}

// Swapcase returns s as String#swapcase does, with ascii as swapcase(:ascii).
func Swapcase(s string, ascii bool) string {
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) {
		if unicode.IsUpper(r) {
			lowerRune(b, r, ascii)
		} else {
			upperRune(b, r, ascii)
		}
	})
}

// FoldCase returns s as downcase(:fold) does: what String#casecmp? compares.
func FoldCase(s string) string {
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) {
		if wide, ok := wideUpper[r]; ok {
			b.WriteString(strings.ToLower(wide))
			return
		}
		if r == 'ς' {
			r = 'σ'
		}
		lowerRune(b, r, false)
	})
}

// wideUpper are the lower-case letters whose upper case is more than a letter.
var wideUpper = map[rune]string{
	'ß': "SS", 'ŉ': "ʼN", 'ǰ': "J̌", 'ΐ': "Ϊ́", 'ΰ': "Ϋ́", 'և': "ԵՒ",
	'ﬀ': "FF", 'ﬁ': "FI", 'ﬂ': "FL", 'ﬃ': "FFI", 'ﬄ': "FFL", 'ﬅ': "ST", 'ﬆ': "ST",
}

func upperRune(b *strings.Builder, r rune, ascii bool) {
	if ascii && r >= utf8.RuneSelf {
		b.WriteRune(r)
		return
	}
	if wide, ok := wideUpper[r]; ok {
		b.WriteString(wide)
		return
	}
	b.WriteRune(unicode.ToUpper(r))
}

func titleRune(b *strings.Builder, r rune, ascii bool) {
	if ascii && r >= utf8.RuneSelf {
		b.WriteRune(r)
		return
	}
	if wide, ok := wideUpper[r]; ok {
		first, n := utf8.DecodeRuneInString(wide)
		b.WriteRune(first)
		b.WriteString(strings.ToLower(wide[n:]))
		return
	}
	b.WriteRune(unicode.ToTitle(r))
}

func lowerRune(b *strings.Builder, r rune, ascii bool) {
	switch {
	case ascii && r >= utf8.RuneSelf:
		b.WriteRune(r)
	case r == 'İ':
		b.WriteString("i̇")
	default:
		b.WriteRune(unicode.ToLower(r))
	}
}

// mapRunes rewrites s character by character; bytes that are no UTF-8 stay.
func mapRunes(s string, f func(b *strings.Builder, i int, r rune)) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			b.WriteByte(s[i])
		} else {
			f(&b, i, r)
		}
		i += n
	}
	return b.String()
}
