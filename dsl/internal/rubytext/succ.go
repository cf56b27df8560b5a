package rubytext

import (
	"unicode"
	"unicode/utf8"
)

// Succ returns the text after s as String#succ does: the rightmost letter or digit is
// incremented and carries to the left; without any, the rightmost character.
//
//	Succ("az")   // "ba"
//	Succ("v1.9") // "v2.0"
//	Succ("a-9")  // "a-10"
func Succ(s string) string {
	runes := []rune(s)
	if len(runes) == 0 {
		return ""
	}
	at, insert := -1, rune(0)
	gap := false
	for i := len(runes) - 1; i >= 0; i-- {
		if gap && at >= 0 && (isLetter(runes[at]) && isDigit(runes[i]) ||
			isDigit(runes[at]) && isLetter(runes[i])) {
			break // a number does not carry over a gap into letters: "a-9"
		}
		next, front, state := succChar(runes[i])
		gap = state == noCarry
		if gap {
			continue
		}
		runes[i] = next
		if state == counted {
			return string(runes)
		}
		at, insert = i, front
	}
	if at < 0 {
		return succPlain(runes)
	}
	return string(runes[:at]) + string(insert) + string(runes[at:])
}

// succPlain increments the last character of a string without letters and digits.
func succPlain(runes []rune) string {
	for i := len(runes) - 1; i >= 0; i-- {
		r := runes[i] + 1
		if r == 0xD800 {
			r = 0xE000
		}
		if r <= utf8.MaxRune {
			runes[i] = r
			return string(runes)
		}
		runes[i] = 0
	}
	return "\x01" + string(runes)
}

// A carry is what incrementing a character did.
type carry int

const (
	noCarry carry = iota // no letter or digit
	counted              // z is not reached yet
	wrapped              // z became a
)

// succChar increments a letter or digit; insert is what a longer string gets in
// front when it wrapped.
func succChar(r rune) (next rune, insert rune, state carry) {
	switch {
	case r == '9':
		return '0', '1', wrapped
	case r == 'z':
		return 'a', 'a', wrapped
	case r == 'Z':
		return 'A', 'A', wrapped
	case r >= '0' && r < '9', isLetter(r):
		return r + 1, 0, counted
	}
	if r >= utf8.RuneSelf && unicode.IsLetter(r) && unicode.IsLetter(r+1) {
		return r + 1, 0, counted
	}
	return r, 0, noCarry
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
