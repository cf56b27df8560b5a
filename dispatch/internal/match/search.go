package match

import (
	"cmp"
	"slices"

	"signalbox/internal/uri"
)

// A Search finds the routes that answer one path and verb, one after the other:
//
//	s := match.Search{Trie: trie}
//	s.Take("/posts/1")
//	s.Start("GET")
//	for i := s.Find(0); i != match.None; i = s.Find(i + 1) {
//		s.Capture(trie.Routes[i])
//	}
//
// Its memory can be used again, see [Search.Reset].
type Search struct {
	// Trie is where the routes are.
	Trie *Trie
	// Path is normalized, see [NormalizePath].
	Path   string
	simple bool // the automata may read path
	plain  bool // it holds no escapes either: captures are text as they are
	n      int  // pairs in path
	// Verb is that whose routes are looked for: GET for most HEAD requests.
	Verb string
	bit  uint32
	lo   uint32

	// what it has found
	best   uint32
	tokens *tokens
	// Err is what a condition of the route that was found raised.
	Err error

	// Asker knows the request; without one, conditions on it hold.
	Asker Asker

	// Pieces are where the parameters of the route lie in the path, see [Search.Capture].
	Pieces []Piece
	// End is where an unanchored pattern ends in the path.
	End int

	seen visits
	at   []int32 // where each pair begins, then len(path)

	// Steps are those that a path may take besides those that grow with it; 0 for
	// [DefaultSteps].
	Steps int
	// Work is what is left of the request's steps: own, or that of the mount around.
	Work *Work
	own  Work
}

// An Asker knows the request that is matched.
type Asker interface {
	// Admits reports whether the request meets the conditions of a route.
	Admits(rt *Route) (bool, error)
	// Host returns the request's host and its subdomain.
	Host() (host, subdomain string, err error)
}

// Take takes any path.
func (s *Search) Take(path string) error {
	if len(path) > MaxPath {
		return ErrLongPath
	}
	path = NormalizePath(path)
	if len(path) > MaxPath {
		return ErrLongPath
	}
	s.Split(path)
	return nil
}

// Split takes a normalized path.
func (s *Search) Split(path string) {
	at := s.at[:0]
	for i := 0; i < len(path); i++ {
		if c := path[i]; c == '/' || c == '.' {
			at = append(at, int32(i))
		}
	}
	s.begin(path, at, simpleText(path))
}

func (s *Search) begin(path string, at []int32, simple bool) {
	s.budget(path)
	s.Path, s.n, s.simple, s.plain = path, len(at), simple, false
	s.at = append(at, int32(len(path)))
}

// budget gives a path its steps, unless a mount around has them.
func (s *Search) budget(path string) {
	if s.Work == nil {
		s.Work = &s.own
		s.own.Reset(cmp.Or(s.Steps, DefaultSteps)+StepsPerByte*len(path), matchMemory)
	}
}

// offset is where pair i begins.
func (s *Search) offset(i int) int { return int(s.at[i]) }

// asks reports whether a request meets the verbs and the conditions of a route whose path
// it matches. Rails: Route#matches?.
func (s *Search) asks(rt *Route) (bool, error) {
	switch {
	case !s.Takes(rt):
		return false, nil
	case s.Asker == nil || rt.Row.Constraints.Len() == 0:
		return true, nil
	}
	return s.Asker.Admits(rt)
}

// Start chooses the verb's routes: those that name HEAD for a HEAD request, or
// else GET's. Rails: Router#match_head_routes.
// It reports whether the verb is one that all routers know.
func (s *Search) Start(verb string) (usual bool) {
	s.Verb, s.bit = verb, verbBit(verb)
	if s.bit == bitHead && !(s.Trie.heads && s.Find(0) != None) {
		s.Verb, s.bit = "GET", bitGet
	}
	return s.bit != bitOther
}

// Takes reports whether a route has the verb.
func (s *Search) Takes(rt *Route) bool {
	return rt.mask&s.bit != 0 && (s.bit != bitOther || rt.mask == allVerbs || slices.Contains(rt.Row.Verbs, s.Verb))
}

// Find gives the first route at or behind lo; [None] if there is none. The
// verb is that of Start.
func (s *Search) Find(lo uint32) uint32 {
	s.lo, s.best, s.tokens, s.Err = lo, None, nil, nil
	if s.Trie.root.mask&s.bit != 0 {
		s.walk(s.Trie.root, 0)
	}
	s.seen.reset()
	return s.best
}

// leaf takes the first route of a node that answers; flag is formatBit when a
// format stands behind.
func (s *Search) leaf(n *node, flag uint32) {
	if n.ext != nil && n.ext.hosts != nil && s.Asker != nil {
		s.indexed(n, flag)
		return
	}
	s.list(n.leaves, flag)
}

func (s *Search) list(leaves []leaf, flag uint32) {
	for i := range leaves {
		l := &leaves[i]
		if l.index >= s.best {
			return
		}
		if l.mask&s.bit == 0 || l.mask&flag != flag || l.index < s.lo {
			continue
		}
		var err error
		if l.mask&guardedBit != 0 {
			ok := false
			if ok, err = s.asks(s.Trie.Routes[l.index]); !ok && err == nil {
				continue
			}
		}
		s.best, s.tokens, s.Err = l.index, l.tokens, err
		return
	}
}

// live tells whether something below n, t pairs behind the path's beginning, is
// worth the way.
func (n *node) live(s *Search, t int) bool {
	return n != nil && n.min < s.best && n.mask&s.bit != 0 && int(n.pairs) <= s.n-t
}

// walk searches below n, behind t pairs of the path.
func (s *Search) walk(n *node, t int) {
	for {
		x := n.ext
		if x != nil && x.irregular != nil {
			s.irregular(x.irregular)
		}
		if t == s.n {
			s.leaf(n, 0)
			return
		}
		key := s.Path[s.offset(t):s.offset(t+1)]
		if t == s.n-1 && key[0] == '.' && len(key) > 1 {
			s.leaf(n, formatBit)
		}
		literal, param := n.next(key)
		t++
		if x != nil && x.spans != nil {
			if literal.live(s, t) {
				s.walk(literal, t)
			}
			if param.live(s, t) {
				s.walk(param, t)
			}
			s.spans(x.spans, t-1, key)
			return
		}
		switch {
		case !literal.live(s, t):
			n = param
		case !param.live(s, t):
			n = literal
		default:
			s.walk(literal, t)
			n = param
		}
		if !n.live(s, t) {
			return
		}
	}
}

// next gives the children behind a pair: by its text, and by a parameter.
func (n *node) next(key string) (literal, param *node) {
	for i := range n.few {
		if n.few[i].key == key {
			literal = n.few[i].node
			break
		}
	}
	if len(key) > 1 && key[0] == '/' {
		param = n.param
	}
	if x := n.ext; x != nil {
		if x.literals != nil {
			literal = x.literals.get(key)
		}
		if len(key) > 1 && key[0] == '.' {
			param = x.dot
		}
	}
	return literal, param
}

// irregular asks the routes that only their own pattern decides.
func (s *Search) irregular(leaves []leaf) {
	for i := range leaves {
		l := &leaves[i]
		if l.index >= s.best {
			return
		}
		if l.mask&s.bit == 0 || l.index < s.lo {
			continue
		}
		rt := s.Trie.Routes[l.index]
		ok, err := rt.recognizes(s.Path, s.simple, s.Work)
		if ok && rt.Guarded {
			ok, err = s.asks(rt)
		}
		if ok || err != nil {
			s.best, s.tokens, s.Err = l.index, nil, err
		}
	}
}

// spans follows the edges of requirements and globs.
func (s *Search) spans(edges []spanEdge, t int, key string) {
	for i := range edges {
		e := &edges[i]
		if e.sep != key[0] || !e.child.live(s, t+1) {
			continue
		}
		switch start := s.offset(t) + 1; {
		case e.need.inToken && s.simple:
			if e.need.allows(key[1:], e.empty, true, s.Work) {
				s.walk(e.child, t+1)
			}
		case e.leafy && e.need.anything && s.simple:
			if start < len(s.Path) {
				s.leaf(e.child, 0)
			}
		case e.memo < 0 || !s.visited(e, start):
			s.span(e, t, start)
		}
		if s.Work.spent() {
			s.giveUp(e.child)
		}
	}
}

// giveUp makes the first route below a node the answer, with an error: whether it
// matches is not known, and those behind it have to wait.
func (s *Search) giveUp(n *node) {
	if i := s.first(n); i < s.best {
		s.best, s.tokens, s.Err = i, nil, ErrWork
	}
}

// first is the first route below a node that may answer; [None] if there is none.
func (s *Search) first(n *node) uint32 {
	best := uint32(None)
	lists := [][]leaf{n.leaves}
	if n.ext != nil {
		lists = append(lists, n.ext.irregular)
	}
	for _, list := range lists {
		for _, l := range list {
			if l.mask&s.bit != 0 && l.index >= s.lo {
				best = min(best, l.index)
			}
		}
	}
	n.each(func(c *node) {
		if c.mask&s.bit != 0 && c.min < best {
			best = min(best, s.first(c))
		}
	})
	return best
}

func (s *Search) span(e *spanEdge, t, start int) {
	ends := e.need.ends(s.Path, start, e.empty, false, s.simple, s.Work)
	for e.child.live(s, t+1) {
		end := ends.next()
		if end < 0 {
			return
		}
		for s.offset(t) < end {
			t++
		}
		s.walk(e.child, t)
	}
}

// A visits remembers which edges were entered where: a few in place, many in a
// map.
type visits struct {
	n    int
	keys [32]uint64
	pos  [32]int
	many map[uint64]int
}

// visited tells that an edge was entered at a place before: over other edges in
// front of it, that cannot find a lower route. What matches anything finds from
// a later place no more than from an earlier one, so for it the earliest is
// enough; nested globs stay linear.
func (s *Search) visited(e *spanEdge, pos int) bool {
	key := uint64(e.memo)<<32 | uint64(pos)
	if e.need.anything && s.simple {
		key = uint64(e.memo)<<32 | 1<<31
	}
	return s.seen.enter(key, pos)
}

// enter tells whether key was entered at pos or before.
func (v *visits) enter(key uint64, pos int) bool {
	for i := range v.keys[:v.n] {
		if v.keys[i] == key {
			before := v.pos[i] <= pos
			v.pos[i] = min(v.pos[i], pos)
			return before
		}
	}
	if old, ok := v.many[key]; ok {
		v.many[key] = min(old, pos)
		return old <= pos
	}
	if v.n < len(v.keys) {
		v.keys[v.n], v.pos[v.n] = key, pos
		v.n++
		return false
	}
	if v.many == nil {
		v.many = map[uint64]int{}
	}
	v.many[key] = pos
	return false
}

func (v *visits) reset() {
	v.n = 0
	if len(v.many) > 0 {
		v.many = nil
	}
}

// Text gives a piece of the path, unescaped; ok is false when that is no UTF-8.
func (s *Search) Text(p Piece) (_ string, ok bool) {
	raw := s.Path[p.Start:p.End]
	if s.plain {
		return raw, true
	}
	return uri.UnescapeText(raw)
}

// Capture finds the parameters of the route that Find found: s.Pieces. ok is
// false when its regular expression does not match after all, at which Rails
// raises.
func (s *Search) Capture(rt *Route) (ok bool, err error) {
	s.Pieces, ok = s.Pieces[:0], true
	if s.tokens == nil {
		s.Pieces, s.End, ok, err = rt.capture(s.Path, s.simple, s.Work, s.Pieces)
	} else {
		for i := range s.tokens.place {
			s.Pieces = append(s.Pieces, s.tokens.piece(s, rt, i))
		}
	}
	if ok && rt.names != nil && rt.names.repeats {
		s.lastOfEach(rt.Names())
	}
	return ok, err
}

// lastOfEach leaves of the pieces of one name the last that is there, in the place of the first:
// what stands in the others, bad escapes too, does not count. Rails: Router#find_routes.
func (s *Search) lastOfEach(names []string) {
	for i, p := range s.Pieces {
		if first := slices.Index(names, names[i]); first < i && p.Start >= 0 {
			s.Pieces[first], s.Pieces[i] = p, Absent
		}
	}
}

// CaptureAlone is Capture for a route that Find did not find.
func (s *Search) CaptureAlone(rt *Route) (ok bool, err error) {
	s.tokens = nil
	return s.Capture(rt)
}

// Recognizes reports whether the path matches a route alone, without any request.
func (s *Search) Recognizes(rt *Route) (bool, error) {
	return rt.recognizes(s.Path, s.simple, s.Work)
}

// Reset lets go of what belongs to a request; memory stays.
func (s *Search) Reset() {
	s.Trie, s.Asker, s.Work, s.tokens, s.Err = nil, nil, nil, nil, nil
	s.Path, s.Verb = "", ""
}

// piece gives a parameter's part of the path.
func (t *tokens) piece(s *Search, rt *Route, i int) Piece {
	place := int(t.place[i])
	if rt.optionalFormat && i == len(t.place)-1 {
		if place = int(t.n); s.n <= place {
			return Absent
		}
		return Piece{s.at[place] + 1, int32(len(s.Path))}
	}
	if place == absentToken {
		return Absent
	}
	return Piece{s.at[place] + 1, s.at[place+1]}
}
