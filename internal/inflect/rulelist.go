package inflect

import (
	"slices"
	"strings"
	"sync/atomic"
)

// A ruleList holds an application's rules, and Rails' own behind them unless they were cleared.
type ruleList struct {
	custom   []replacement // the oldest first; they are tried from the newest on
	defaults *defaultRules
	index    atomic.Pointer[ruleIndex] // of custom; nil until it is needed
}

// A replacement is a rule with what it puts in place of what it found.
type replacement struct {
	rule Rule
	with string
}

func (l *ruleList) add(rule Rule, with string) {
	l.custom = append(l.custom, replacement{rule, with})
	l.index.Store(nil)
}

// apply is ActiveSupport's apply_inflections: the first rule that finds something is the only one used.
func (l *ruleList) apply(word string) string {
	if out, ok := l.first(word); ok {
		return out
	}
	if l.defaults != nil {
		return l.defaults.apply(word)
	}
	return word
}

// fewRules is how many rules are tried without an index.
const fewRules = 16

// first is what the newest rule that finds something makes of the word.
func (l *ruleList) first(word string) (string, bool) {
	if len(l.custom) > fewRules && plain(word) {
		return l.firstOf(word, l.indexed())
	}
	for _, rule := range slices.Backward(l.custom) {
		if out, ok := rule.rule.sub(word, rule.with); ok {
			return out, true
		}
	}
	return word, false
}

func (l *ruleList) firstOf(word string, x *ruleIndex) (string, bool) {
	some, rest := x.candidates(word), x.rest
	for len(some)+len(rest) > 0 {
		var i int
		if len(rest) == 0 || len(some) > 0 && some[0] > rest[0] {
			i, some = some[0], some[1:]
		} else {
			i, rest = rest[0], rest[1:]
		}
		if out, ok := l.custom[i].rule.sub(word, l.custom[i].with); ok {
			return out, true
		}
	}
	return word, false
}

// A ruleIndex tells the rules that may find something in a word. Rules are numbers, the newest of a list first.
type ruleIndex struct {
	suffixes map[string][]int // by what a word must end with, in lower case
	texts    map[string]int   // the newest by what a word must hold
	ends     lengths
	parts    lengths
	rest     []int // those that are tried on every word
}

func (l *ruleList) indexed() *ruleIndex {
	if x := l.index.Load(); x != nil {
		return x
	}
	x := &ruleIndex{suffixes: map[string][]int{}, texts: map[string]int{}}
	for i, r := range slices.Backward(l.custom) {
		text, isText := r.rule.(textRule)
		suffix := r.rule.suffixOf()
		switch _, known := x.texts[string(text)]; {
		case isText && known:
		case isText && text != "":
			x.texts[string(text)] = i
			x.parts.add(len(text))
		case suffix != "":
			x.suffixes[suffix] = append(x.suffixes[suffix], i)
			x.ends.add(len(suffix))
		default:
			x.rest = append(x.rest, i)
		}
	}
	l.index.Store(x)
	return x
}

// candidates gives the rules that may find something in a word, but for the rest.
func (x *ruleIndex) candidates(word string) []int {
	var some []int
	folded := downcase(word)
	for _, n := range x.ends {
		if n <= len(word) {
			some = append(some, x.suffixes[folded[len(word)-n:]]...)
		}
	}
	for _, n := range x.parts {
		for i := 0; i+n <= len(word); i++ {
			if rule, ok := x.texts[word[i:i+n]]; ok {
				some = append(some, rule)
			}
		}
	}
	slices.Sort(some)
	slices.Reverse(some)
	return some
}

// lengths are some lengths of texts, each once.
type lengths []int

func (l *lengths) add(n int) {
	if !slices.Contains(*l, n) {
		*l = append(*l, n)
	}
}

// suffixOf gives letters that every match of a regular expression ends with at the end of the word, in lower case; empty
// where it is not plain that there are any.
func suffixOf(source string) string {
	body, ok := strings.CutSuffix(source, "$")
	if !ok {
		return ""
	}
	body = strings.TrimRight(body, ")")
	start := len(body)
	for start > 0 && wordByte(body[start-1]) {
		start--
	}
	if start > 0 && body[start-1] == '\\' || !alwaysPassed(body[:start]) {
		return ""
	}
	return downcase(body[start:])
}

// alwaysPassed tells whether every match of a regular expression goes through what stands behind its beginning: none of
// the groups that are open there has an alternative, or is more than a group.
func alwaysPassed(source string) bool {
	open := []bool{true}
	for i := 0; i < len(source); i++ {
		last := len(open) - 1
		switch source[i] {
		case '\\':
			i++
		case '[':
			return false // of what it holds, any character may be part
		case '(':
			rest := source[i+1:]
			open = append(open, !strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "?:"))
		case ')':
			if last == 0 {
				return false
			}
			open = open[:last]
		case '|':
			open[last] = false
		}
	}
	return !slices.Contains(open, false)
}
