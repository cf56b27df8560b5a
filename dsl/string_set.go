package dsl

import (
	"strings"
	"unicode/utf8"
)

var stringSetMethods = methodTable{
	"tr":       fn(2, stringTr),
	"tr!":      fn(2, stringBang(stringTr)).is(changes),
	"tr_s":     fn(2, stringTrS),
	"tr_s!":    fn(2, stringBang(stringTrS)).is(changes),
	"delete":   fnOpt(1, -1, stringDelete),
	"delete!":  fnOpt(1, -1, stringBang(stringDelete)).is(changes),
	"squeeze":  fnAny(stringSqueeze),
	"squeeze!": fnAny(stringBang(stringSqueeze)).is(changes),
	"count":    fnOpt(1, -1, stringCount),
}

// A charSet is what tr, delete, squeeze and count select characters with:
// "a-cx", "^0-9", with \ before a character that stands for itself.
type charSet struct {
	ranges []charSpan
	negate bool
	size   int
}

// A charSpan is a run of characters; before counts those of earlier spans.
type charSpan struct {
	lo, hi rune
	before int
}

func parseCharSet(c *Call, spec string) (*charSet, error) {
	set := &charSet{}
	if len(spec) > 1 && spec[0] == '^' {
		set.negate = true
		spec = spec[1:]
	}
	for spec != "" {
		lo, rest := charSetRune(spec)
		hi := lo
		if len(rest) > 1 && rest[0] == '-' {
			hi, rest = charSetRune(rest[1:])
			if lo > hi {
				return nil, c.Errorf("ArgumentError", `invalid range "%c-%c" in string transliteration`, lo, hi)
			}
		}
		set.ranges = append(set.ranges, charSpan{lo, hi, set.size})
		set.size += int(hi-lo) + 1
		spec = rest
	}
	return set, nil
}

// charSetRune takes the first character of a specification, which \ may quote.
func charSetRune(spec string) (rune, string) {
	if spec[0] == '\\' && len(spec) > 1 {
		spec = spec[1:]
	}
	r, n := utf8.DecodeRuneInString(spec)
	return r, spec[n:]
}

// position gives the place of r among the characters of the set, -1 without
// one. The last mention counts, as in Ruby.
func (s *charSet) position(r rune) int {
	for i := len(s.ranges) - 1; i >= 0; i-- {
		if x := s.ranges[i]; x.lo <= r && r <= x.hi {
			return x.before + int(r-x.lo)
		}
	}
	return -1
}

func (s *charSet) has(r rune) bool { return (s.position(r) >= 0) != s.negate }

// at gives the character at position i, the last one beyond the end.
func (s *charSet) at(i int) rune {
	for _, x := range s.ranges {
		if i < x.before+int(x.hi-x.lo)+1 {
			return x.lo + rune(i-x.before)
		}
	}
	return s.ranges[len(s.ranges)-1].hi
}

// charSets parses all arguments; a character must be in each of them.
func charSets(c *Call) (func(rune) bool, error) {
	sets := make([]*charSet, 0, len(c.Args))
	for i := range c.Args {
		spec, err := toStr(c, c.Args[i])
		if err != nil {
			return nil, err
		}
		set, err := parseCharSet(c, spec)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	c.t.used.steps += len(wholeText(c)) / bytesPerStep * len(sets)
	return func(r rune) bool {
		for _, set := range sets {
			if !set.has(r) {
				return false
			}
		}
		return true
	}, nil
}

func stringTr(c *Call) (Value, error)  { return translate(c, false) }
func stringTrS(c *Call) (Value, error) { return translate(c, true) }

// translate is tr and tr_s, which also joins runs of the same new character.
func translate(c *Call, squeeze bool) (Value, error) {
	fromSpec, err := toStr(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	toSpec, err := toStr(c, c.arg(1))
	if err != nil {
		return nil, err
	}
	from, err := parseCharSet(c, fromSpec)
	if err != nil {
		return nil, err
	}
	var to *charSet
	if toSpec == "" {
		to = nil
	} else if to, err = parseReplacementSet(c, toSpec); err != nil {
		return nil, err
	}
	last := rune(-1)
	s := mapRunes(wholeText(c), func(b *strings.Builder, _ int, r rune) {
		if !from.has(r) {
			last = -1
			b.WriteRune(r)
			return
		}
		if to == nil {
			return
		}
		next := to.translated(from, r)
		if squeeze && next == last {
			return
		}
		last = next
		b.WriteRune(next)
	})
	return newString(c, s)
}

// parseReplacementSet is parseCharSet where ^ has no meaning.
func parseReplacementSet(c *Call, spec string) (*charSet, error) {
	if spec[0] == '^' {
		spec = `\` + spec
	}
	return parseCharSet(c, spec)
}

func (s *charSet) translated(from *charSet, r rune) rune {
	if from.negate {
		return s.ranges[len(s.ranges)-1].hi
	}
	return s.at(from.position(r))
}

func stringDelete(c *Call) (Value, error) {
	in, err := charSets(c)
	if err != nil {
		return nil, err
	}
	return newString(c, mapRunes(wholeText(c), func(b *strings.Builder, _ int, r rune) {
		if !in(r) {
			b.WriteRune(r)
		}
	}))
}

func stringSqueeze(c *Call) (Value, error) {
	in, err := charSets(c)
	if err != nil {
		return nil, err
	}
	last := rune(-1)
	return newString(c, mapRunes(wholeText(c), func(b *strings.Builder, _ int, r rune) {
		if r != last || !in(r) {
			b.WriteRune(r)
		}
		last = r
	}))
}

func stringCount(c *Call) (Value, error) {
	in, err := charSets(c)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, r := range wholeText(c) {
		if in(r) {
			n++
		}
	}
	return Int(n), nil
}
