package rubytext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A CharSet is what String#tr, delete, squeeze and count select characters with:
// "a-cx", "^0-9", with \ before a character that stands for itself.
type CharSet struct {
	ranges []charRange
	negate bool
	size   int
}

// A charRange is a run of characters; before counts those of earlier ranges.
type charRange struct {
	lo, hi rune
	before int
}

// ParseCharSet reads a set as Ruby writes it. The text of its error is the message
// of Ruby's ArgumentError.
func ParseCharSet(spec string) (*CharSet, error) {
	set := &CharSet{}
	if len(spec) > 1 && spec[0] == '^' {
		set.negate = true
		spec = spec[1:]
	}
	return set, set.add(spec)
}

// add adds characters and ranges; ^ has no meaning here.
func (s *CharSet) add(spec string) error {
	for spec != "" {
		lo, rest := charSetRune(spec)
		hi := lo
		if len(rest) > 1 && rest[0] == '-' {
			hi, rest = charSetRune(rest[1:])
			if lo > hi {
				return fmt.Errorf(`invalid range "%c-%c" in string transliteration`, lo, hi)
			}
		}
		s.ranges = append(s.ranges, charRange{lo, hi, s.size})
		s.size += int(hi-lo) + 1
		spec = rest
	}
	return nil
}

// charSetRune takes the first character of a specification, which \ may quote.
func charSetRune(spec string) (rune, string) {
	if spec[0] == '\\' && len(spec) > 1 {
		spec = spec[1:]
	}
	r, n := utf8.DecodeRuneInString(spec)
	return r, spec[n:]
}

// position returns the place of r among the characters of the set, -1 without
// one. The last mention counts, as in Ruby.
func (s *CharSet) position(r rune) int {
	for i := len(s.ranges) - 1; i >= 0; i-- {
		if x := s.ranges[i]; x.lo <= r && r <= x.hi {
			return x.before + int(r-x.lo)
		}
	}
	return -1
}

func (s *CharSet) has(r rune) bool { return (s.position(r) >= 0) != s.negate }

// at returns the character at position i, the last one beyond the end.
func (s *CharSet) at(i int) rune {
	for _, x := range s.ranges {
		if i < x.before+int(x.hi-x.lo)+1 {
			return x.lo + rune(i-x.before)
		}
	}
	return s.ranges[len(s.ranges)-1].hi
}

// Tr returns s with the characters of the set from replaced by those of the set to,
// as String#tr does, with squeeze as String#tr_s, which also joins runs of the same
// new character. The error is that of [ParseCharSet]:
//
//	Tr("hello", "a-y", "b-z", false) // "ifmmp"
//	Tr("hello", "l", "r", true)      // "hero"
//	Tr("hello", "^l", "*", false)    // "**ll*"
func Tr(s, from, to string, squeeze bool) (string, error) {
	replaced, err := ParseCharSet(from)
	if err != nil {
		return "", err
	}
	var with CharSet
	if err := with.add(to); err != nil {
		return "", err
	}
	last := rune(-1)
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) {
		if !replaced.has(r) {
			last = -1
			b.WriteRune(r)
			return
		}
		if to == "" {
			return
		}
		next := with.translated(replaced, r)
		if squeeze && next == last {
			return
		}
		last = next
		b.WriteRune(next)
	}), nil
}

// translated returns what stands for r, a character of from.
func (s *CharSet) translated(from *CharSet, r rune) rune {
	if from.negate {
		return s.ranges[len(s.ranges)-1].hi
	}
	return s.at(from.position(r))
}

// CharSets are the arguments of String#delete, squeeze and count: a character must
// be in each of them.
type CharSets []*CharSet

func (sets CharSets) has(r rune) bool {
	for _, set := range sets {
		if !set.has(r) {
			return false
		}
	}
	return true
}

// Delete returns s without the characters of sets, as String#delete does.
func (sets CharSets) Delete(s string) string {
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) {
		if !sets.has(r) {
			b.WriteRune(r)
		}
	})
}

// Squeeze returns s with each run of one character of sets made that character, as
// String#squeeze does; no sets are all characters.
func (sets CharSets) Squeeze(s string) string {
	last := rune(-1)
	return mapRunes(s, func(b *strings.Builder, _ int, r rune) {
		if r != last || !sets.has(r) {
			b.WriteRune(r)
		}
		last = r
	})
}

// Count returns how many characters of s are in sets, as String#count does.
func (sets CharSets) Count(s string) int {
	n := 0
	for _, r := range s {
		if sets.has(r) {
			n++
		}
	}
	return n
}
