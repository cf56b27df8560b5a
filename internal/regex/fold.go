package regex

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// orbit gives every code point that equals r when case is ignored.
//
//	/k/i  # k, K and the Kelvin sign
func orbit(r rune) set {
	pairs := []rune{r, r}
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		pairs = append(pairs, o, o)
	}
	return newSet(pairs...)
}

// cased lists the code points that have another case.
var cased = sync.OnceValue(func() []rune {
	var out []rune
	for r := rune(0); r <= 0x1FFFF; r++ {
		if unicode.SimpleFold(r) != r {
			out = append(out, r)
		}
	}
	return out
})

// foldSet adds the other cases of s. Onigmo crosses between ASCII and the rest only from members of plain, the part of a class that was
// written as characters, ranges and properties.
//
//	/[a-z]/i  # matches the Kelvin sign
//	/[\w]/i   # does not
func foldSet(s, plain set) set {
	if len(s) == 0 {
		return s
	}
	var extra []rune
	for _, r := range cased() {
		if !s.has(r) {
			continue
		}
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			if (r < 0x80) == (o < 0x80) || plain.has(r) {
				extra = append(extra, o, o)
			}
		}
	}
	return s.or(newSet(extra...))
}

// manyFolds maps a code point to the several that it equals when case is ignored (Unicode's full case folding).
//
//	/ß/i  # matches "SS"
//	/ss/i # matches "ß"
var manyFolds = sync.OnceValue(func() map[rune]string {
	m := make(map[rune]string, 104)
	for entry := range strings.FieldsSeq(manyFoldTable) {
		runes := []rune(entry)
		m[runes[0]] = string(runes[1:])
	}
	return m
})

// foldTargets is manyFolds turned round: "ss" gives ß and ẞ.
var foldTargets = sync.OnceValue(func() map[string]set {
	m := make(map[string]set)
	for r, s := range manyFolds() {
		m[s] = m[s].or(set{r, r})
	}
	return m
})

// foldRune gives the code point that stands for r's orbit in manyFoldTable: the lower case one.
func foldRune(r rune) rune {
	low := r
	for _, o := range orbit(r) {
		if unicode.ToLower(o) == o && unicode.ToUpper(o) != o {
			low = o
			if o == unicode.ToLower(unicode.ToUpper(o)) {
				return o
			}
		}
	}
	return low
}

// foldChars spells out a run of characters written one after the other under the i flag.
func foldChars(run []rune) []node {
	var out []node
	var plain []rune
	flush := func() {
		out = append(out, foldRun(plain)...)
		plain = nil
	}
	for _, r := range run {
		many, ok := manyFolds()[r]
		if !ok {
			plain = append(plain, r)
			continue
		}
		flush()
		alts := [][]set{{orbit(r)}}
		for _, seq := range tilings([]rune(many)) {
			if len(seq) > 1 || seq[0].has(r) {
				alts = append(alts, seq)
			}
		}
		out = append(out, &foldNode{alts: alts, width: 1})
	}
	flush()
	return out
}

// foldRun handles characters without a fold of several: stretches that are the fold of one character get an alternative.
func foldRun(run []rune) []node {
	var out []node
	for i := 0; i < len(run); {
		end := i
		for j := i; j == i || j < end; j++ {
			if end-i >= maxTiling {
				break
			}
			end = max(end, j+longestTarget(run, j))
		}
		if end == i {
			out = append(out, &setNode{set: orbit(run[i]), form: charForm})
			i++
			continue
		}
		end = min(end, len(run))
		out = append(out, &foldNode{alts: tilings(run[i:end]), width: end - i})
		i = end
	}
	return out
}

// maxTiling bounds how many characters are considered together; longer runs lose folds across the cut.
const maxTiling = 6

// longestTarget gives the length of the longest fold of one character that starts at run[i], 0 if none.
func longestTarget(run []rune, i int) int {
	for n := 3; n >= 2; n-- {
		if i+n <= len(run) && foldTargets()[foldKey(run[i:i+n])] != nil {
			return n
		}
	}
	return 0
}

func foldKey(run []rune) string {
	var b strings.Builder
	for _, r := range run {
		b.WriteRune(foldRune(r))
	}
	return b.String()
}

// tilings gives all ways to write run with and without characters that fold to several.
//
//	ffi  # f f i, ﬀ i, f ﬁ, ﬃ
func tilings(run []rune) [][]set {
	if len(run) == 0 {
		return [][]set{nil}
	}
	var out [][]set
	prepend := func(first set, rest [][]set) {
		for _, r := range rest {
			out = append(out, append([]set{first}, r...))
		}
	}
	prepend(orbit(run[0]), tilings(run[1:]))
	for n := 2; n <= 3 && n <= len(run); n++ {
		if one := foldTargets()[foldKey(run[:n])]; one != nil {
			prepend(one, tilings(run[n:]))
		}
	}
	return out
}

// sortAlts puts alternatives that came out of a map into a fixed order: longer ones first.
func sortAlts(alts [][]set) {
	slices.SortFunc(alts, func(a, b []set) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return slices.CompareFunc(a, b, func(x, y set) int { return slices.Compare(x, y) })
	})
}
