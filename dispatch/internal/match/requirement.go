package match

import (
	"strings"

	"signalbox/dsl"
	"signalbox/internal/regex"
	"signalbox/internal/uri"
)

// A requirement is what one dynamic part of a path must match, ready to be asked about pieces
// of a path. Only its automaton reads a path byte by byte: in one state for every byte, it
// names all ends of the piece on the way, where a matcher that goes back would begin again for
// each. Requirements with the same text are one, so that routes can share their edges of the
// trie.
//
// The awkward case is a look-around at the edge of a piece, which Rails asks about the piece
// alone to find the route, and about the whole path to find the captures:
//
//	get ":s/:r", s: /\w+(?!\/a)/    # finds /b/a, and fails to capture it: 500
//
// [regex.Automaton.Local] is false of these, and the regular expression of the route decides.
type requirement struct {
	// source is the pattern without the groups and anchors that Rails puts around.
	source string
	// whole runs over the bytes of a path; nil when the pattern needs the matcher of
	// package internal/regex.
	whole *regex.Automaton
	// anchored is \A(?:source)\Z, for what the automaton cannot read.
	anchored *dsl.Regexp
	// inToken tells that no match holds a separator.
	inToken bool
	// anything is true of /.+/ and /.+?/, which match all that is not empty.
	anything bool
	// groups is the number of captures inside; they shift those of the path.
	groups int
	// err is why the pattern cannot be used; requests that meet it fail.
	err error
}

// newRequirement compiles a pattern; ruby is its text as Ruby would write it
// into a larger pattern.
func newRequirement(ruby string, re *dsl.Regexp) *requirement {
	q := &requirement{source: ruby, anchored: dsl.NewRegexp(`\A`+ruby+`\Z`, 0)}
	if q.groups, q.err = captureGroups(ruby); q.err == nil {
		q.err = q.anchored.Check()
	}
	if q.err != nil {
		return q
	}
	own, err := regex.Compile(re.Source, re.Options)
	if err != nil {
		q.err = err
		return q
	}
	if q.whole = own.Automaton(); q.whole != nil {
		q.inToken = !q.whole.Reads('/') && !q.whole.Reads('.')
		q.anything = re.Source == ".+" || re.Source == ".+?"
	}
	return q
}

// local tells that a piece of a path matches, or not, whatever stands around it.
func (q *requirement) local() bool { return q.whole != nil && q.whole.Local }

// captureGroups counts the groups of a pattern as Rails does: by matching the
// empty text. Rails: Path::Pattern#offsets.
func captureGroups(ruby string) (int, error) {
	if strings.IndexByte(ruby, '(') < 0 {
		return 0, nil
	}
	m, err := dsl.NewRegexp(ruby+"|", 0).Match("", 0)
	if err != nil || m == nil {
		return 0, err
	}
	return len(m)/2 - 1, nil
}

// allows tells whether a piece of a path matches. empty tells whether the empty
// text may: Journey gives a segment one token at least, whatever its requirement
// says. simple is simpleText of the path. Where the work is spent, nothing matches.
func (q *requirement) allows(s string, empty, simple bool, work *Work) bool {
	switch {
	case s == "" && !empty:
		return false
	case q.whole != nil && simple:
		return work.read(len(s)) && q.whole.Match(s)
	case q.err != nil:
		return false
	}
	m, err := q.anchored.MatchWithin(s, 0, work.Limit())
	return err == nil && m != nil
}

// allowsText reports whether a text matches by itself, not for a request.
func (q *requirement) allowsText(s string) bool {
	var w Work
	w.Reset(regex.DefaultSteps, matchMemory)
	return q.allows(s, true, simpleText(s), &w)
}

// ends gives, shortest first, the ends at which a requirement matches
// path[start:end].
type ends struct {
	q          *requirement
	path       string
	start, pos int
	state      int
	begun      bool
	anywhere   bool // else only at separators and at the end of the path
	empty      bool
	simple     bool
	work       *Work
}

func (q *requirement) ends(path string, start int, empty, anywhere, simple bool, work *Work) ends {
	e := ends{q: q, path: path, start: start, pos: start, anywhere: anywhere, empty: empty, simple: simple && q.whole != nil, work: work}
	if e.simple {
		e.state = q.whole.Start()
	}
	return e
}

// next is the next end, -1 after the last, or if the work is spent.
func (e *ends) next() int {
	if e.simple {
		before := e.pos
		end := e.nextState()
		if !e.work.read(e.pos - before) {
			return -1
		}
		return end
	}
	for e.advance() && !e.work.spent() {
		if e.here() && e.q.allows(e.path[e.start:e.pos], e.empty, false, e.work) {
			return e.pos
		}
	}
	return -1
}

func (e *ends) nextState() int {
	a := e.q.whole
	for {
		if e.begun {
			if e.pos >= len(e.path) {
				return -1
			}
			if e.state = a.Next(e.state, e.path[e.pos]); e.state == 0 {
				e.pos = len(e.path)
				return -1
			}
			e.pos++
		}
		e.begun = true
		if a.Accepts(e.state) && e.here() && (e.pos > e.start || e.empty) {
			return e.pos
		}
	}
}

func (e *ends) advance() bool {
	if e.begun {
		if e.pos >= len(e.path) {
			return false
		}
		e.pos++
	}
	e.begun = true
	return true
}

// here tells whether an end may be at pos.
func (e *ends) here() bool {
	return e.anywhere || e.pos == len(e.path) || e.path[e.pos] == '/' || e.path[e.pos] == '.'
}

// ---- the values of requirements

// unionRegexp is Regexp.union(v) as a part of a pattern; ok is false for what
// Ruby refuses.
func unionRegexp(v dsl.Value) (_ string, ok bool) {
	switch v := v.(type) {
	case *dsl.Regexp:
		return v.ToS(), true
	case *dsl.String:
		return escapeRegexp(v.String()), true
	case dsl.Symbol:
		return escapeRegexp(string(v)), true
	case *dsl.Array:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			if parts[i], ok = unionRegexp(e); !ok {
				return "", false
			}
		}
		return "(?:" + strings.Join(parts, "|") + ")", true
	}
	return "", false
}

// escapeRegexp is Regexp.escape for the bytes that a path may hold.
func escapeRegexp(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c < 0x80 && !uri.WordByte(c) && strings.IndexByte(`[]{}()|-*.\?+^$# `, c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
