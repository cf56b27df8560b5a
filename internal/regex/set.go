package regex

import (
	"slices"
	"unicode"
)

// A set is a set of code points: pairs of first and last, in ascending order, not touching one another.
type set []rune

// notNewline is the dot.
var notNewline = set{0, 9, 11, 0xD7FF, 0xE000, unicode.MaxRune}

// anyRune holds every code point that can be in a string: the surrogates cannot.
var anyRune = set{0, 0xD7FF, 0xE000, unicode.MaxRune}

// asciiRunes holds U+0000 to U+007F.
var asciiRunes = set{0, 0x7F}

// newSet makes a set of pairs in any order.
func newSet(pairs ...rune) set {
	if len(pairs) <= 2 {
		return slices.Clone(set(pairs))
	}
	type span struct{ lo, hi rune }
	spans := make([]span, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		spans = append(spans, span{pairs[i], pairs[i+1]})
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.lo - b.lo) })
	out := make(set, 0, len(pairs))
	for _, s := range spans {
		if n := len(out); n > 0 && s.lo <= out[n-1]+1 {
			out[n-1] = max(out[n-1], s.hi)
			continue
		}
		out = append(out, s.lo, s.hi)
	}
	return out
}

// tableSet turns Go's range tables into one set.
func tableSet(tables ...*unicode.RangeTable) set {
	var pairs []rune
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			pairs = append(pairs, lo, hi)
			return
		}
		for r := lo; r <= hi; r += stride {
			pairs = append(pairs, r, r)
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return newSet(pairs...).and(anyRune)
}

// or is the union.
func (s set) or(t set) set {
	switch {
	case len(s) == 0:
		return t
	case len(t) == 0:
		return s
	}
	return newSet(slices.Concat(s, t)...)
}

// and is the intersection.
func (s set) and(t set) set {
	var out set
	for i, j := 0, 0; i < len(s) && j < len(t); {
		lo, hi := max(s[i], t[j]), min(s[i+1], t[j+1])
		if lo <= hi {
			out = append(out, lo, hi)
		}
		if s[i+1] < t[j+1] {
			i += 2
		} else {
			j += 2
		}
	}
	return out
}

// not is the complement, without the surrogates.
func (s set) not() set {
	var out set
	next := rune(0)
	for i := 0; i < len(s); i += 2 {
		if s[i] > next {
			out = append(out, next, s[i]-1)
		}
		next = s[i+1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, next, unicode.MaxRune)
	}
	return out.and(anyRune)
}

// has tells whether r is in the set.
func (s set) has(r rune) bool {
	lo, hi := 0, len(s)/2
	for lo < hi {
		m := (lo + hi) / 2
		switch {
		case r < s[2*m]:
			hi = m
		case r > s[2*m+1]:
			lo = m + 1
		default:
			return true
		}
	}
	return false
}

// single gives the one code point of a set that has just one.
func (s set) single() (rune, bool) {
	if len(s) == 2 && s[0] == s[1] {
		return s[0], true
	}
	return 0, false
}
