package inflect

import (
	"strconv"
	"strings"
)

// The default rules as suffixes, first rule that applies first: ActiveSupport's list from its end, irregular words included. A line is
//
//	[^][class]suffix[*] cut [add]
//
// The word must end with the suffix (or start with it: *), be nothing but it (^), have before it a letter of the class ([ti]) or one that
// is not ([^f]). Then cut letters are taken off its end and add is put there. Words are compared without case; what stays keeps its own.
const pluralSuffixes = `
zombies 6 ombies
zombie 5 ombies
moves 4 oves
move 3 oves
sexes 4 exes
sex 2 exes
children 7 hildren
child 4 hildren
men 2 en
man 2 en
people 5 eople
person 5 eople
quiz 0 zes
^oxen 0
^ox 0 en
^mice 3 ice
^lice 3 ice
^mouse 4 ice
^louse 4 ice
matrix 2 ices
matrex 2 ices
vertix 2 ices
vertex 2 ices
indix 2 ices
index 2 ices
x 0 es
ch 0 es
ss 0 es
sh 0 es
[^aeiouy]y 1 ies
quy 1 ies
hive 0 s
[^f]fe 2 ves
lf 1 ves
rf 1 ves
sis 3 ses
[ti]a 1 a
[ti]um 2 a
buffalo 1 oes
tomato 1 oes
bus 1 ses
alias 0 es
status 0 es
octopi 1 i
viri 1 i
octopus 2 i
virus 2 i
^axis 2 es
^testis 2 es
s 1 s
`

const singularSuffixes = `
zombies 6 ombie
zombie 5 ombie
moves 4 ove
move 3 ove
sexes 4 ex
sex 2 ex
children 7 hild
child 4 hild
men 2 an
man 2 an
people 5 erson
person 5 erson
databases 1
quizzes 3
matrices 4 ix
vertices 4 ex
indices 4 ex
oxen* 2
alias 0
aliases 2
status 0
statuses 2
octopus 2 us
octopi 1 us
virus 2 us
viri 1 us
^axis 3 xis
^axes 3 xis
crisis 2 is
crises 2 is
testis 2 is
testes 2 is
shoes 1
oes 2
bus 0
buses 2
^mice 3 ouse
^lice 3 ouse
xes 2
ches 2
sses 2
shes 2
movies 5 ovie
series 5 eries
[^aeiouy]ies 3 y
quies 3 y
lves 3 f
rves 3 f
tives 1
hives 1
[^f]ves 3 fe
^analysis 3 sis
^analyses 3 sis
analysis 3 sis
analyses 3 sis
basis 3 sis
bases 3 sis
diagnosis 3 sis
diagnoses 3 sis
parenthesis 3 sis
parentheses 3 sis
prognosis 3 sis
prognoses 3 sis
synopsis 3 sis
synopses 3 sis
thesis 3 sis
theses 3 sis
[ti]a 1 um
news 3 ews
ss 0
s 1
`

// A suffixEntry is a parsed line.
type suffixEntry struct {
	suffix, add, class      string
	cut                     int
	whole, negated, isStart bool
}

// A suffixTable holds the entries by the last two letters of the words they can apply to. Five bits of each letter choose the list, so a list
// may hold too much, never too little; order is that of the rules.
type suffixTable struct {
	entries []suffixEntry
	byEnd   [1024][]uint8 // indexes of entries
	other   string        // what is added when nothing applies: the rule /$/ of the plurals
}

func parseSuffixes(source string) *suffixTable {
	t := &suffixTable{}
	for line := range strings.Lines(source) {
		if fields := strings.Fields(line); len(fields) >= 2 {
			t.entries = append(t.entries, parseEntry(fields))
		}
	}
	for end := range t.byEnd {
		for i, e := range t.entries {
			if e.canEnd(end) {
				t.byEnd[end] = append(t.byEnd[end], uint8(i))
			}
		}
	}
	if source == pluralSuffixes {
		t.other = "s"
	}
	return t
}

// endOf gives the place of a word's list.
func endOf(word string) int {
	n := len(word)
	end := int(word[n-1]&31) << 5
	if n > 1 {
		end |= int(word[n-2] & 31)
	}
	return end
}

func (e *suffixEntry) canEnd(end int) bool {
	if e.isStart {
		return true
	}
	mine := endOf(e.suffix)
	if len(e.suffix) == 1 {
		return mine>>5 == end>>5
	}
	return mine == end
}

func parseEntry(fields []string) suffixEntry {
	var e suffixEntry
	s := fields[0]
	s, e.whole = strings.CutPrefix(s, "^")
	s, e.isStart = strings.CutSuffix(s, "*")
	if class, rest, ok := strings.Cut(s, "]"); ok {
		e.class, e.negated = strings.CutPrefix(class[1:], "^")
		s = rest
	}
	e.suffix = s
	e.cut, _ = strconv.Atoi(fields[1])
	if len(fields) > 2 {
		e.add = fields[2]
	}
	return e
}

func (t *suffixTable) apply(word string) string {
	if word == "" {
		return word
	}
	for _, i := range t.byEnd[endOf(word)] {
		e := &t.entries[i]
		if e.isStart {
			if n := len(e.suffix); len(word) >= n && hasSuffixFold(word[:n], e.suffix) {
				return word[:n-e.cut] + e.add + word[n:]
			}
			continue
		}
		if e.applies(word) {
			if e.cut == 0 && e.add == "" {
				return word
			}
			return word[:len(word)-e.cut] + e.add
		}
	}
	return word + t.other
}

func (e *suffixEntry) applies(word string) bool {
	before := len(word) - len(e.suffix)
	if before < 0 || e.whole && before > 0 || !hasSuffixFold(word, e.suffix) {
		return false
	}
	if e.class == "" {
		return true
	}
	return before > 0 && strings.IndexByte(e.class, lower(word[before-1])) >= 0 != e.negated
}
