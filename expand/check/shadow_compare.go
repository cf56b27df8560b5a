package check

import (
	"signalbox/dsl"
	"signalbox/expand/route"
)

// The bounds of a comparison: what it looks at, and what it keeps of it.
const (
	maxCompared = 10_000_000 // pairs of routes, and of places in their paths
	maxKept     = 10_000     // languages, and texts that were matched
)

// A comparison is what comparing the routes of a table has found so far: in one
// table the same few requirements meet the same few words over and over.
type comparison struct {
	left         int
	requirements []requirement // the first is none
	numbers      map[string]uint32
	values       map[dsl.Value]uint32
	languages    map[*route.Route]*language
	matched      map[matchedText]bool
}

// A requirement is what a parameter must match.
type requirement struct {
	pattern string // Ruby's
	safe    bool   // see atom
	regexp  *dsl.Regexp
}

type matchedText struct {
	requirement uint32
	text        string
}

func newComparison(left int) *comparison {
	return &comparison{
		left: left, requirements: make([]requirement, 1), numbers: map[string]uint32{}, values: map[dsl.Value]uint32{},
		languages: map[*route.Route]*language{}, matched: map[matchedText]bool{},
	}
}

// requirement gives the number of a requirement.
func (c *comparison) requirement(v dsl.Value) uint32 {
	if n, ok := c.values[v]; ok {
		return n
	}
	pattern := route.UnionRegexp(v)
	n, ok := c.numbers[pattern]
	if !ok {
		n = uint32(len(c.requirements))
		c.requirements = append(c.requirements, requirement{pattern: pattern, safe: staysInSegment(pattern), regexp: &dsl.Regexp{Source: `\A(?:` + pattern + `)\z`}})
		c.numbers[pattern] = n
	}
	c.values[v] = n
	return n
}

// language gives the requests that a route matches, nil if its path can't be
// compared. Of most routes they are never asked for again.
func (c *comparison) language(r *route.Route) *language {
	l, ok := c.languages[r]
	if !ok {
		if len(c.languages) >= maxKept {
			clear(c.languages)
		}
		l = c.languageOf(r)
		c.languages[r] = l
	}
	return l
}

// match tells whether a requirement takes the whole text.
func (c *comparison) match(requirement uint32, text []byte) bool {
	yes, known := c.matched[matchedText{requirement, string(text)}]
	if known {
		return yes
	}
	if c.left -= len(text); c.left < 0 {
		return false
	}
	if len(c.matched) >= maxKept {
		clear(c.matched)
	}
	span, err := c.requirements[requirement].regexp.Match(string(text), 0)
	yes = err == nil && span != nil
	c.matched[matchedText{requirement, string(text)}] = yes
	return yes
}

// A cover compares one form of a path with one of another.
type cover struct {
	*comparison
	a, b  []atom
	tried map[[2]int]bool // pairs that do not fit
}

// from tells whether a from i on matches everything that b from j on does.
func (c *cover) from(i, j int) bool {
	if i == len(c.a) {
		return j == len(c.b)
	}
	if c.left--; c.left < 0 || c.tried[[2]int{i, j}] {
		return false
	}
	c.tried[[2]int{i, j}] = true
	switch a := c.a[i]; {
	case a.kind == route.Literal:
		return j < len(c.b) && c.b[j] == a && c.from(i+1, j+1)
	case a.requirement > 0:
		return j < len(c.b) && c.b[j] == a && c.from(i+1, j+1) || c.literally(i, j)
	case a.kind == route.Glob:
		for k := j + 1; k <= len(c.b); k++ {
			if c.b[k-1].kind == route.Glob && c.b[k-1].requirement > 0 {
				return false
			}
			if c.from(i+1, k) {
				return true
			}
		}
	default:
		for k := j; k < len(c.b) && c.b[k].inSegment(); k++ {
			if c.from(i+1, k+1) {
				return true
			}
		}
	}
	return false
}

// inSegment tells an atom that a segment without a requirement matches.
func (a atom) inSegment() bool {
	switch a.kind {
	case route.Literal:
		return !endsSegment(rune(a.char))
	case route.Segment:
		return a.safe
	}
	return false
}

// literally tries the requirement of a segment on the text that b has there.
func (c *cover) literally(i, j int) bool {
	var text []byte
	for k := j; k < len(c.b) && c.b[k].kind == route.Literal; k++ {
		text = append(text, c.b[k].char)
		if c.match(c.a[i].requirement, text) && c.from(i+1, k+1) {
			return true
		}
	}
	return false
}
