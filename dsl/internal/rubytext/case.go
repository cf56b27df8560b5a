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
	return mapCase(s, ascii, func(b *strings.Builder, _ int, r rune) { upperRune(b, r) })
}

// Downcase returns s as String#downcase does, with ascii as downcase(:ascii).
func Downcase(s string, ascii bool) string {
	return mapCase(s, ascii, func(b *strings.Builder, _ int, r rune) { lowerRune(b, r) })
}

// Capitalize returns s as String#capitalize does, with ascii as capitalize(:ascii):
// its first character in title case, the others in lower case.
func Capitalize(s string, ascii bool) string {
	return mapCase(s, ascii, func(b *strings.Builder, i int, r rune) {
		if i == 0 {
			titleRune(b, r)
		} else {
			lowerRune(b, r)
		}
	})
}

// Swapcase returns s as String#swapcase does, with ascii as swapcase(:ascii).
func Swapcase(s string, ascii bool) string {
	return mapCase(s, ascii, func(b *strings.Builder, _ int, r rune) {
		if unicode.IsUpper(r) {
			lowerRune(b, r)
		} else {
			upperRune(b, r)
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
		lowerRune(b, r)
	})
}

// wideUpper are the letters whose upper case is more than a letter.
var wideUpper = map[rune]string{
	'ß': "SS", 'ŉ': "ʼN", 'ǰ': "J\u030c", 'ΐ': "Ι\u0308\u0301", 'ΰ': "Υ\u0308\u0301", 'և': "ԵՒ", 'ẖ': "H\u0331", 'ẗ': "T\u0308",
	'ẘ': "W\u030a", 'ẙ': "Y\u030a", 'ẚ': "Aʾ", 'ὐ': "Υ\u0313", 'ὒ': "Υ\u0313\u0300", 'ὔ': "Υ\u0313\u0301", 'ὖ': "Υ\u0313\u0342", 'ᾀ': "ἈΙ",
	'ᾁ': "ἉΙ", 'ᾂ': "ἊΙ", 'ᾃ': "ἋΙ", 'ᾄ': "ἌΙ", 'ᾅ': "ἍΙ", 'ᾆ': "ἎΙ", 'ᾇ': "ἏΙ", 'ᾈ': "ἈΙ",
	'ᾉ': "ἉΙ", 'ᾊ': "ἊΙ", 'ᾋ': "ἋΙ", 'ᾌ': "ἌΙ", 'ᾍ': "ἍΙ", 'ᾎ': "ἎΙ", 'ᾏ': "ἏΙ", 'ᾐ': "ἨΙ",
	'ᾑ': "ἩΙ", 'ᾒ': "ἪΙ", 'ᾓ': "ἫΙ", 'ᾔ': "ἬΙ", 'ᾕ': "ἭΙ", 'ᾖ': "ἮΙ", 'ᾗ': "ἯΙ", 'ᾘ': "ἨΙ",
	'ᾙ': "ἩΙ", 'ᾚ': "ἪΙ", 'ᾛ': "ἫΙ", 'ᾜ': "ἬΙ", 'ᾝ': "ἭΙ", 'ᾞ': "ἮΙ", 'ᾟ': "ἯΙ", 'ᾠ': "ὨΙ",
	'ᾡ': "ὩΙ", 'ᾢ': "ὪΙ", 'ᾣ': "ὫΙ", 'ᾤ': "ὬΙ", 'ᾥ': "ὭΙ", 'ᾦ': "ὮΙ", 'ᾧ': "ὯΙ", 'ᾨ': "ὨΙ",
	'ᾩ': "ὩΙ", 'ᾪ': "ὪΙ", 'ᾫ': "ὫΙ", 'ᾬ': "ὬΙ", 'ᾭ': "ὭΙ", 'ᾮ': "ὮΙ", 'ᾯ': "ὯΙ", 'ᾲ': "ᾺΙ",
	'ᾳ': "ΑΙ", 'ᾴ': "ΆΙ", 'ᾶ': "Α\u0342", 'ᾷ': "Α\u0342Ι", 'ᾼ': "ΑΙ", 'ῂ': "ῊΙ", 'ῃ': "ΗΙ", 'ῄ': "ΉΙ",
	'ῆ': "Η\u0342", 'ῇ': "Η\u0342Ι", 'ῌ': "ΗΙ", 'ῒ': "Ι\u0308\u0300", 'ΐ': "Ι\u0308\u0301", 'ῖ': "Ι\u0342", 'ῗ': "Ι\u0308\u0342", 'ῢ': "Υ\u0308\u0300",
	'ΰ': "Υ\u0308\u0301", 'ῤ': "Ρ\u0313", 'ῦ': "Υ\u0342", 'ῧ': "Υ\u0308\u0342", 'ῲ': "ῺΙ", 'ῳ': "ΩΙ", 'ῴ': "ΏΙ", 'ῶ': "Ω\u0342",
	'ῷ': "Ω\u0342Ι", 'ῼ': "ΩΙ", 'ﬀ': "FF", 'ﬁ': "FI", 'ﬂ': "FL", 'ﬃ': "FFI", 'ﬄ': "FFL", 'ﬅ': "ST",
	'ﬆ': "ST", 'ﬓ': "ՄՆ", 'ﬔ': "ՄԵ", 'ﬕ': "ՄԻ", 'ﬖ': "ՎՆ", 'ﬗ': "ՄԽ",
}

// wideTitle are those of wideUpper whose title case is neither one letter nor the upper
// case with all but its first letter small.
var wideTitle = map[rune]string{
	'ŉ': "ʼN", 'ᾲ': "Ὰ\u0345", 'ᾴ': "Ά\u0345", 'ᾷ': "Α\u0342\u0345", 'ῂ': "Ὴ\u0345",
	'ῄ': "Ή\u0345", 'ῇ': "Η\u0342\u0345", 'ῲ': "Ὼ\u0345", 'ῴ': "Ώ\u0345", 'ῷ': "Ω\u0342\u0345",
}

func upperRune(b *strings.Builder, r rune) {
	if wide, ok := wideUpper[r]; ok {
		b.WriteString(wide)
		return
	}
	b.WriteRune(unicode.ToUpper(r))
}

func titleRune(b *strings.Builder, r rune) {
	if wide, ok := wideTitle[r]; ok {
		b.WriteString(wide)
		return
	}
	title := unicode.ToTitle(r)
	if wide, ok := wideUpper[r]; ok && title == r && !unicode.IsTitle(r) {
		first, n := utf8.DecodeRuneInString(wide)
		b.WriteRune(first)
		b.WriteString(strings.ToLower(wide[n:]))
		return
	}
	b.WriteRune(title)
}

func lowerRune(b *strings.Builder, r rune) {
	if r == 'İ' {
		b.WriteString("i̇")
		return
	}
	b.WriteRune(unicode.ToLower(r))
}

// mapCase is mapRunes, with ascii of ASCII's characters alone.
func mapCase(s string, ascii bool, f func(b *strings.Builder, i int, r rune)) string {
	return mapRunes(s, func(b *strings.Builder, i int, r rune) {
		if ascii && r >= utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			f(b, i, r)
		}
	})
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
