package dispatch

import (
	"net/http"

	"signalbox/dsl"
)

// A search finds the routes that answer one request, one after the other.
type search struct {
	t *trie
	// path is normalized, see normalizePath.
	path   string
	simple bool // the automata may read path
	plain  bool // it holds no escapes either: captures are text as they are
	n      int  // pairs in path
	verb   string
	bit    uint32
	lo     uint32

	// what it has found
	best   uint32
	tokens *tokens
	err    error // what a condition of best raised

	asker  *core // nil: conditions on the request hold
	http   *http.Request
	req    *request    // made when first asked
	thread *dsl.Thread // of the requests before it
	script string      // of an engine: the path it is mounted at
	given  *dsl.Hash   // of an engine: the parameters of its mount

	pieces []piece
	end    int // of what an unanchored pattern matched

	seen visits
	at   []int32 // where each pair begins, then len(path)

	work *work // what is left of the request's steps: own, or that of the mount around
	own  work
}

// scan takes a path as it came, in one pass; false if it needs normalizing.
func (s *search) scan(path string) bool {
	if path == "" || path[0] != '/' || len(path) > maxPath || len(path) > 1 && path[len(path)-1] == '/' {
		return false
	}
	at, slash := s.at[:0], -2
	for i := 0; i < len(path); i++ {
		for i < len(path) && scanClass[path[i]] == plainText {
			i++
		}
		if i == len(path) {
			break
		}
		if c := path[i]; c == '/' {
			if slash == i-1 {
				return false
			}
			slash = i
		} else if c != '.' {
			return false
		}
		at = append(at, int32(i))
	}
	s.begin(path, at, true)
	s.plain = true
	return true
}

// split takes a normalized path.
func (s *search) split(path string) {
	at := s.at[:0]
	for i := 0; i < len(path); i++ {
		if c := path[i]; c == '/' || c == '.' {
			at = append(at, int32(i))
		}
	}
	s.begin(path, at, simpleText(path))
}

func (s *search) begin(path string, at []int32, simple bool) {
	if s.work == nil {
		s.work = &s.own
		s.own.Reset(s.steps()+workPerByte*len(path), matchMemory)
	}
	s.path, s.n, s.simple, s.plain = path, len(at), simple, false
	s.at = append(at, int32(len(path)))
}

// offset is where pair i begins.
func (s *search) offset(i int) int { return int(s.at[i]) }

// steps is what a request may take beyond what grows with its path.
func (s *search) steps() int {
	if s.asker == nil || s.asker.steps == 0 {
		return defaultWork
	}
	return s.asker.steps
}

// asks tells whether conditions on the request are asked.
func (s *search) asks() bool { return s.asker != nil }

// start chooses the verb's routes: those that name HEAD for a HEAD request, or
// else GET's. Rails: Router#match_head_routes.
func (s *search) start(verb string) {
	s.verb, s.bit = verb, verbBit(verb)
	if s.bit == bitHead {
		if s.t.heads && s.find(0) != noRoute {
			return
		}
		s.verb, s.bit = "GET", bitGet
	}
}

// find gives the first route at or behind lo; noRoute if there is none. The
// verb is that of start.
func (s *search) find(lo uint32) uint32 {
	s.lo, s.best, s.tokens, s.err = lo, noRoute, nil, nil
	if s.t.root.mask&s.bit != 0 {
		s.walk(s.t.root, 0)
	}
	s.seen.reset()
	return s.best
}

// leaf takes the first route of a node that answers; flag is formatBit when a
// format stands behind.
func (s *search) leaf(n *node, flag uint32) {
	if n.ext != nil && n.ext.hosts != nil && s.asks() {
		s.indexed(n, flag)
		return
	}
	s.list(n.leaves, flag)
}

func (s *search) list(leaves []leaf, flag uint32) {
	for i := range leaves {
		l := &leaves[i]
		if l.index >= s.best {
			return
		}
		if l.mask&s.bit == 0 || l.mask&flag != flag || l.index < s.lo {
			continue
		}
		var err error
		if rt := s.t.routes[l.index]; rt.guarded {
			ok := false
			if ok, err = s.admits(rt); !ok && err == nil {
				continue
			}
		}
		s.best, s.tokens, s.err = l.index, l.tokens, err
		return
	}
}

// live tells whether something below n, t pairs behind the path's beginning, is
// worth the way.
func (n *node) live(s *search, t int) bool {
	return n != nil && n.min < s.best && n.mask&s.bit != 0 && n.pairs <= s.n-t
}

// walk searches below n, behind t pairs of the path.
func (s *search) walk(n *node, t int) {
	for {
		x := n.ext
		if x != nil && x.irregular != nil {
			s.irregular(x.irregular)
		}
		if t == s.n {
			s.leaf(n, 0)
			return
		}
		key := s.path[s.offset(t):s.offset(t+1)]
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
	for i, k := range n.keys {
		if k == key {
			literal = n.kids[i]
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
func (s *search) irregular(leaves []leaf) {
	for i := range leaves {
		l := &leaves[i]
		if l.index >= s.best {
			return
		}
		if l.mask&s.bit == 0 || l.index < s.lo {
			continue
		}
		rt := s.t.routes[l.index]
		ok, err := rt.recognizes(s.path, s.simple, s.work)
		if ok && rt.guarded {
			ok, err = s.admits(rt)
		}
		if ok || err != nil {
			s.best, s.tokens, s.err = l.index, nil, err
		}
	}
}

// spans follows the edges of requirements and globs.
func (s *search) spans(edges []spanEdge, t int, key string) {
	for i := range edges {
		e := &edges[i]
		if e.sep != key[0] || !e.child.live(s, t+1) {
			continue
		}
		if e.need.inToken && s.simple {
			if e.need.allows(key[1:], e.empty, true, s.work) {
				s.walk(e.child, t+1)
			}
			continue
		}
		start := s.offset(t) + 1
		if e.leafy && e.need.anything && s.simple {
			if start < len(s.path) {
				s.leaf(e.child, 0)
			}
			continue
		}
		if e.memo >= 0 && s.visited(e, start) {
			continue
		}
		s.span(e, t, start)
		if s.work.spent() {
			s.giveUp(e.child)
		}
	}
}

// giveUp makes the first route below a node the answer, with an error: whether it
// matches is not known, and those behind it have to wait.
func (s *search) giveUp(n *node) {
	if i := s.first(n); i < s.best {
		s.best, s.tokens, s.err = i, nil, errWork
	}
}

// first is the first route below a node that may answer; noRoute if there is none.
func (s *search) first(n *node) uint32 {
	best := uint32(noRoute)
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

func (s *search) span(e *spanEdge, t, start int) {
	ends := e.need.ends(s.path, start, e.empty, false, s.simple, s.work)
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
func (s *search) visited(e *spanEdge, pos int) bool {
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

// text gives a piece of the path, unescaped; ok is false when that is no UTF-8.
func (s *search) text(p piece) (_ string, ok bool) {
	raw := s.path[p.start:p.end]
	if s.plain {
		return raw, true
	}
	return unescape(raw)
}

// capture finds the parameters of the route that find found: s.pieces. ok is
// false when its regular expression does not match after all, at which Rails
// raises.
func (s *search) capture(rt *compiled) (ok bool, err error) {
	s.pieces = s.pieces[:0]
	if s.tokens == nil {
		s.pieces, s.end, ok, err = rt.capture(s.path, s.simple, s.work, s.pieces)
		return ok, err
	}
	for i := range s.tokens.place {
		s.pieces = append(s.pieces, s.tokens.piece(s, rt, i))
	}
	return true, nil
}

// piece gives a parameter's part of the path.
func (t *tokens) piece(s *search, rt *compiled, i int) piece {
	place := int(t.place[i])
	if rt.optionalFormat && i == len(t.place)-1 {
		if place = int(t.n); s.n <= place {
			return piece{-1, -1}
		}
		return piece{s.at[place] + 1, int32(len(s.path))}
	}
	if place == absentToken {
		return piece{-1, -1}
	}
	return piece{s.at[place] + 1, s.at[place+1]}
}
