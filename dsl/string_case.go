package dsl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var stringCaseMethods = methodTable{
	"upcase":         fnAny(stringUpcase),
	"upcase!":        fnAny(stringBang(stringUpcase)).is(changes),
	"downcase":       fnAny(stringDowncase),
	"downcase!":      fnAny(stringBang(stringDowncase)).is(changes),
	"capitalize":     fnAny(stringCapitalize),
	"capitalize!":    fnAny(stringBang(stringCapitalize)).is(changes),
	"swapcase":       fnAny(stringSwapcase),
	"swapcase!":      fnAny(stringBang(stringSwapcase)).is(changes),
	"upcase_first":   fn(0, stringUpcaseFirst),
	"downcase_first": fn(0, stringDowncaseFirst),
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

func upcase(s string, ascii bool) string {
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) { upperRune(b, r, ascii) })
}

func downcase(s string, ascii bool) string {
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) { lowerRune(b, r, ascii) })
}

func capitalize(s string, ascii bool) string {
	return mapRunes(s, func(b *strings.Builder, i int, r rune) {
		if i == 0 {
			titleRune(b, r, ascii)
		} else {
			lowerRune(b, r, ascii)
		}
	})
}

func swapcase(s string, ascii bool) string {
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) {
		if unicode.IsUpper(r) {
			lowerRune(b, r, ascii)
		} else {
			upperRune(b, r, ascii)
		}
	})
}

// foldCase is what casecmp? compares.
func foldCase(s string) string {
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

// caseOptions reads upcase(:ascii) and its kin; fold is downcase's only.
func caseOptions(c *Call, down bool) (ascii, fold bool, err error) {
	if len(c.Args) > 2 {
		return false, false, c.Errorf("ArgumentError", "too many options")
	}
	for _, v := range c.Args {
		switch v {
		case Symbol("ascii"):
			ascii = true
		case Symbol("turkic"), Symbol("lithuanian"):
		case Symbol("fold"):
			if fold = true; !down {
				return false, false, c.Errorf("ArgumentError", "option :fold only allowed for downcasing")
			}
		default:
			return false, false, c.Errorf("ArgumentError", "invalid option")
		}
	}
	if len(c.Args) == 2 && (ascii || fold) {
		return false, false, c.Errorf("ArgumentError", "too many options")
	}
	if s, ok := c.Self.(*String); ok && !ascii && !utf8.ValidString(s.s) {
		return false, false, c.Errorf("ArgumentError", "input string invalid")
	}
	return ascii, fold, nil
}

func stringUpcase(c *Call) (Value, error)     { return stringCased(c, upcase) }
func stringCapitalize(c *Call) (Value, error) { return stringCased(c, capitalize) }
func stringSwapcase(c *Call) (Value, error)   { return stringCased(c, swapcase) }

func stringCased(c *Call, f func(s string, ascii bool) string) (Value, error) {
	ascii, _, err := caseOptions(c, false)
	if err != nil {
		return nil, err
	}
	return newString(c, f(wholeText(c), ascii))
}

func stringDowncase(c *Call) (Value, error) {
	ascii, fold, err := caseOptions(c, true)
	if err != nil {
		return nil, err
	}
	if fold {
		return newString(c, foldCase(wholeText(c)))
	}
	return newString(c, downcase(wholeText(c), ascii))
}

func stringUpcaseFirst(c *Call) (Value, error) {
	s := selfString(c).s
	_, n := utf8.DecodeRuneInString(s)
	return newString(c, upcase(s[:n], false)+s[n:])
}

func stringDowncaseFirst(c *Call) (Value, error) {
	s := selfString(c).s
	_, n := utf8.DecodeRuneInString(s)
	return newString(c, downcase(s[:n], false)+s[n:])
}
