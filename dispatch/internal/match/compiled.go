package match

import (
	"slices"
	"sync"
	"sync/atomic"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// A Route is a row of the table, made ready for matching.
type Route struct {
	// Row is the row itself.
	Row     *route.Route
	relaxed *relaxed // of a row that only the application knows whole
	names   *names   // of the path's parameters, from left to right
	index   uint32
	mask    uint32 // of verbs
	// custom routes are matched by their regular expression, the others token
	// by token.
	custom         bool
	optionalFormat bool // (.:format) is a flag of the leaves
	// Guarded is set for routes that ask the request: they have Constraints, or verbs
	// that few routers know.
	Guarded bool
	deep    atomic.Pointer[deep] // where the trie knows the captures: once a request needs it, see deeply
	pattern atomic.Pointer[string]
}

// A relaxed is a row with patterns for all that may be where only the application knows more.
type relaxed struct {
	shape   *route.Route
	unknown []route.UnknownPart
}

// shape is what is matched: the row, or what it may be.
func (rt *Route) shape() *route.Route {
	if rt.relaxed != nil {
		return rt.relaxed.shape
	}
	return rt.Row
}

// Unknown returns the parts of the row that only the application knows.
func (rt *Route) Unknown() []route.UnknownPart {
	if rt.relaxed != nil {
		return rt.relaxed.unknown
	}
	return nil
}

// PatternOf returns the verb and the path of a row, "GET /posts/:id(.:format)".
func PatternOf(row *route.Route) string {
	if verb := row.Verb(); verb != "" {
		return verb + " " + row.Path.String()
	}
	return row.Path.String()
}

// Pattern is [PatternOf] of the row, which few rows of a large table are ever asked for.
func (rt *Route) Pattern() string {
	if text := rt.pattern.Load(); text != nil {
		return *text
	}
	text := PatternOf(rt.Row)
	rt.pattern.Store(&text)
	return text
}

// Names returns those of the path's parameters, from left to right.
func (rt *Route) Names() []string {
	if rt.names == nil {
		return nil // a path that cannot be read
	}
	return rt.names.list
}

// bare reports whether the path says all of what the route matches.
func (rt *Route) bare() bool {
	return rt.relaxed == nil && rt.Row.Anchored && rt.Row.Requirements.Len() == 0
}

// leafMask is the mask of the route's leaves.
func (rt *Route) leafMask() uint32 {
	mask := rt.mask
	if rt.optionalFormat {
		mask |= formatBit
	}
	if rt.Guarded {
		mask |= guardedBit
	}
	return mask
}

// plain reports whether a path has parameters alone: no requirements, and no globs.
func (rt *Route) plain() bool {
	return !rt.custom && rt.shape().Requirements.Len() == 0 &&
		!slices.ContainsFunc(rt.shape().Path.Params(), func(p route.Param) bool { return p.Glob })
}

// deeply returns what finds a route's captures. Where the trie knows them, it is made when a
// request asks for the route alone: it would take much memory.
func (rt *Route) deeply() *deep {
	if d := rt.deep.Load(); d != nil {
		return d
	}
	d, _ := NewSingles().b.deep(rt) // its requirements have compiled before
	rt.deep.CompareAndSwap(nil, d)
	return rt.deep.Load()
}

// A deep is what only the routes need that the trie cannot decide alone.
type deep struct {
	need []paramNeed
	code program
	sim  *simulation // of patterns that are no row of pairs

	once   sync.Once
	re     *dsl.Regexp
	places []int // the group of each parameter
	err    error
}

// Verbs are bits, so that a subtree's verbs are a mask. HEAD has its own: a
// route for all verbs does not name HEAD.
const (
	bitGet = 1 << iota
	bitHead
	bitPost
	bitPut
	bitPatch
	bitDelete
	bitOptions
	bitTrace

	guardedBit = 1 << 29 // of a leaf: its route is guarded
	bitOther   = 1 << 30
	formatBit  = 1 << 31 // of a leaf: an optional format may follow
	allVerbs   = (bitOther<<1 - 1) &^ (bitHead | guardedBit)
)

func verbBit(verb string) uint32 {
	switch verb {
	case "GET":
		return bitGet
	case "POST":
		return bitPost
	case "PATCH":
		return bitPatch
	case "PUT":
		return bitPut
	case "DELETE":
		return bitDelete
	case "HEAD":
		return bitHead
	case "OPTIONS":
		return bitOptions
	case "TRACE":
		return bitTrace
	}
	return bitOther
}

func verbMask(verbs []string) (mask uint32) {
	if len(verbs) == 0 {
		return allVerbs
	}
	for _, v := range verbs {
		mask |= verbBit(v)
	}
	return mask
}

// regexp gives the route's regular expression and the group of each parameter.
// Groups inside of requirements shift the ones behind. Rails:
// Path::Pattern#to_regexp and #offsets.
func (rt *Route) regexp() (*dsl.Regexp, []int, error) {
	d := rt.deeply()
	d.once.Do(func() {
		d.re = rt.shape().Regexp()
		if d.err = d.re.Check(); d.err != nil {
			return
		}
		shift := 0
		for i, n := range d.need {
			d.places = append(d.places, i+1+shift)
			if n.given && n.pattern != nil {
				shift += n.pattern.groups
			}
		}
	})
	return d.re, d.places, d.err
}

// capture finds the pieces of a path that matched, by program or regular
// expression; ok is false if the path does not match after all.
func (rt *Route) capture(path string, simple bool, work *Work, pieces []Piece) (_ []Piece, end int, ok bool, err error) {
	if code := rt.deeply().code; code != nil && simple {
		caps, ok, sure := code.run(path, len(rt.Names()), work)
		switch {
		case work.spent(): // of a group that was left out for want of steps, the match knows nothing
			return pieces, 0, false, ErrWork
		case sure:
			return append(pieces, caps.piece[:len(rt.Names())]...), int(caps.end), ok, nil
		}
	}
	re, places, err := rt.regexp()
	if err != nil {
		return pieces, 0, false, err
	}
	m, err := re.MatchWithin(path, 0, work.Limit())
	if err != nil || m == nil {
		return pieces, 0, false, WorkError(err)
	}
	for _, g := range places {
		p := Absent
		if 2*g+1 < len(m) {
			p = Piece{int32(m[2*g]), int32(m[2*g+1])}
		}
		pieces = append(pieces, p)
	}
	return pieces, m[1], true, nil
}

// recognizes tells whether a path matches, without any request.
func (rt *Route) recognizes(path string, simple bool, work *Work) (bool, error) {
	if rt.custom {
		_, _, ok, err := rt.capture(path, simple, work, nil)
		return ok, err
	}
	return rt.deep.Load().sim.match(path, work)
}
