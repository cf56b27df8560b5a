package regex

import (
	"cmp"
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// An Automaton is a pattern as a table over classes of bytes: one step for a byte, no memory. It tells whether the whole of a text matches, of a
// text that is ASCII and has no newline.
type Automaton struct {
	class  [256]uint8
	width  int // classes
	next   []uint16
	accept []bool

	// Local tells that it does not matter what stands around the text: no look-around, no anchors.
	Local bool
	Order Order
}

// An Order is the order in which a pattern prefers the ends that it may have.
type Order uint8

const (
	UnknownOrder Order = iota
	LongestFirst
	ShortestFirst
)

// Limits of an automaton.
const (
	maxStates  = 1 << 15
	maxTable   = 1 << 19 // states times classes
	maxNFA     = 1 << 13 // states that it is made of
	maxSubsets = 1 << 22 // the work of making it
)

// Start is the state before the first byte.
func (a *Automaton) Start() int { return 1 }

// Next is the state behind a byte; 0 if no match can follow.
func (a *Automaton) Next(state int, c byte) int {
	return int(a.next[state*a.width+int(a.class[c])])
}

// Accepts tells whether a text that leads to a state matches.
func (a *Automaton) Accepts(state int) bool { return a.accept[state] }

// Reads tells whether some text that matches holds a byte.
func (a *Automaton) Reads(c byte) bool {
	for state := range a.accept {
		if a.Next(state, c) != 0 {
			return true
		}
	}
	return false
}

// Match tells whether s matches as a whole.
func (a *Automaton) Match(s string) bool {
	state := a.Start()
	for i := range len(s) {
		if state = a.Next(state, s[i]); state == 0 {
			return false
		}
	}
	return a.accept[state]
}

// Automaton makes the automaton of \A(?:re)\z; nil if there is none (back-references, conditions, recursion, the absence operator, most atomic
// groups) or it gets too large.
func (re *Regexp) Automaton() *Automaton {
	work := maxSubsets
	return re.AutomatonWithin(&work)
}

// AutomatonWithin is [Regexp.Automaton] within so much work, of which it takes away what it did; nil where that is too little.
func (re *Regexp) AutomatonWithin(work *int) *Automaton {
	p, err := parse(re.source, re.opts)
	if err != nil {
		return nil
	}
	n := newNFA(p)
	if n == nil {
		return nil
	}
	d := &determinizer{nfa: n, a: &Automaton{Local: n.local, Order: orderOf(p.root)}, ids: map[string]uint16{}, most: min(*work, maxSubsets)}
	a := d.run()
	*work -= d.work
	return a
}

// orderOf tells the order of a pattern that is one character, or a loop over one.
func orderOf(n node) Order {
	switch n := alone(n).(type) {
	case *groupNode:
		return orderOf(n.sub)
	case *setNode:
		return LongestFirst
	case *repNode:
		if _, ok := alone(n.sub).(*setNode); !ok || n.kind == possessive {
			return UnknownOrder
		}
		if n.kind == lazy {
			return ShortestFirst
		}
		return LongestFirst
	case *catNode:
		for _, s := range n.subs {
			if _, ok := s.(*setNode); !ok {
				return UnknownOrder
			}
		}
		return LongestFirst
	}
	return UnknownOrder
}

// A determinizer makes a table of subsets of states. A subset is known by the places where threads stand before they go on without reading, for
// what they reach depends on the next byte too, by anchors.
type determinizer struct {
	nfa  *nfa
	a    *Automaton
	rep  []byte // one byte of each class
	ids  map[string]uint16
	sets []subset
	work int
	most int // work
}

// A subset is a state of the automaton.
type subset struct {
	begun     bool // a byte has been read
	afterWord bool
	threads   []thread
	behind    [][]int32 // of each look-behind, how far its pattern has come
}

// A thread is a way through the pattern, with what look-ahead asks of the text to come.
type thread struct {
	pc  int32
	due []due
}

// A due is a look-ahead that is under way.
type due struct {
	look int32
	pcs  []int32
}

func (d *determinizer) run() *Automaton {
	d.classes()
	d.id(subset{})
	d.id(subset{threads: []thread{{pc: d.nfa.start}}, behind: make([][]int32, len(d.nfa.looks))})
	for i := 0; i < len(d.sets); i++ {
		if len(d.sets)*d.a.width > maxTable || len(d.sets) > maxStates || d.work > d.most {
			return nil
		}
		d.expand(d.sets[i])
	}
	return d.a
}

// expand makes the row of a state.
func (d *determinizer) expand(s subset) {
	d.a.accept = append(d.a.accept, d.gap(&s, -1).accepted)
	gaps := [2]*gap{}
	to := map[string]uint16{}
	for _, c := range d.rep {
		if !readable(c) || len(s.threads) == 0 {
			d.a.next = append(d.a.next, 0)
			continue
		}
		word := 0
		if d.nfa.words && asciiWord(c) {
			word = 1
		}
		if gaps[word] == nil {
			gaps[word] = d.gap(&s, int(c))
		}
		g := gaps[word]
		key := g.signature(c, word)
		id, ok := to[key]
		if !ok {
			id = d.id(g.read(c))
			to[key] = id
		}
		d.a.next = append(d.a.next, id)
	}
}

// readable tells the bytes that a text may have.
func readable(c byte) bool { return c < utf8.RuneSelf && c != '\n' }

// classes puts bytes together that all states treat alike.
func (d *determinizer) classes() {
	seen := map[string]uint8{}
	for c := range 256 {
		var key []byte
		if readable(byte(c)) {
			for i := range d.nfa.states {
				if s := &d.nfa.states[i]; s.op == nfaBytes {
					key = append(key, byte(s.bits[c>>6]>>(c&63)&1))
				}
			}
			key = append(key, 1)
			if d.nfa.words && asciiWord(byte(c)) {
				key = append(key, 1)
			}
		}
		id, ok := seen[string(key)]
		if !ok {
			id = uint8(len(d.rep))
			seen[string(key)] = id
			d.rep = append(d.rep, byte(c))
		}
		d.a.class[c] = id
	}
	d.a.width = len(d.rep)
}

// id gives the number of a subset, 0 for one without threads.
func (d *determinizer) id(s subset) uint16 {
	if len(s.threads) == 0 {
		s = subset{}
	}
	key := s.key()
	id, ok := d.ids[key]
	if !ok {
		id = uint16(len(d.sets))
		d.ids[key] = id
		d.sets = append(d.sets, s)
	}
	return id
}

func (s *subset) key() string {
	b := []byte{0}
	if s.begun {
		b[0] |= 1
	}
	if s.afterWord {
		b[0] |= 2
	}
	for _, t := range s.threads {
		b = t.key(b)
	}
	b = append(b, 0xFF)
	for _, pcs := range s.behind {
		b = appendInts(b, pcs)
	}
	return string(b)
}

// A gap is a place of the text: what stands before it, and of the byte behind as much as anchors ask.
type gap struct {
	d        *determinizer
	s        *subset
	next     int        // a byte like the one behind, -1 at the end
	holds    []bool     // which look-behinds hold here
	behind   []frontier // of each look-behind
	seen     map[string]bool
	ready    []readyThread
	accepted bool
	watched  []int32 // the states that may read the byte
}

// A frontier is what may read the next byte of a pattern; found tells that it has matched already.
type frontier struct {
	pcs   []int32
	found bool
}

// A readyThread reads the next byte at pc.
type readyThread struct {
	pc  int32
	due []readyDue
}

type readyDue struct {
	look int32
	frontier
}

// gap looks what a state reaches without reading.
func (d *determinizer) gap(s *subset, next int) *gap {
	g := &gap{d: d, s: s, next: next, holds: make([]bool, len(d.nfa.looks)), behind: make([]frontier, len(d.nfa.looks)), seen: map[string]bool{}}
	for i, l := range d.nfa.looks {
		if l.behind && len(s.threads) > 0 {
			g.behind[i] = g.reach(append(slices.Clone(s.behind[i]), l.start))
			g.holds[i] = g.behind[i].found
		}
	}
	for _, t := range s.threads {
		g.follow(t)
	}
	return g
}

// passes tells whether an anchor or a look-behind holds.
func (g *gap) passes(s *nfaState) bool {
	if s.op == nfaLook {
		return g.holds[s.n] != g.d.nfa.looks[s.n].not
	}
	after := g.next >= 0 && asciiWord(byte(g.next))
	switch assertKind(s.n) {
	case beginText, beginLine, searchStart:
		return !g.s.begun
	case endText, endTextNewline, endLine:
		return g.next < 0
	case wordBoundary, asciiBoundary:
		return g.s.afterWord != after
	}
	return g.s.afterWord == after
}

// reach follows the pattern of a look-around.
func (g *gap) reach(from []int32) frontier {
	var f frontier
	states, mark := g.d.nfa.states, map[int32]bool{}
	for len(from) > 0 {
		pc := from[len(from)-1]
		from = from[:len(from)-1]
		if mark[pc] {
			continue
		}
		mark[pc] = true
		g.d.work++
		switch s := &states[pc]; {
		case s.op == nfaAccept:
			f.found = true
		case s.op == nfaSplit:
			from = append(from, s.next, s.alt)
		case s.op == nfaBytes:
			f.pcs = append(f.pcs, pc)
			g.watched = append(g.watched, pc)
		case g.passes(s):
			from = append(from, s.next)
		}
	}
	return f
}

// follow takes a thread to where it reads.
func (g *gap) follow(t thread) {
	key := string(t.key(nil))
	if g.seen[key] || g.d.work > g.d.most {
		return
	}
	g.seen[key] = true
	g.d.work++
	s := &g.d.nfa.states[t.pc]
	switch {
	case s.op == nfaAccept || s.op == nfaBytes:
		g.arrive(t, s.op)
	case s.op == nfaSplit:
		g.follow(thread{s.next, t.due})
		g.follow(thread{s.alt, t.due})
	case s.op == nfaLook && !g.d.nfa.looks[s.n].behind:
		g.follow(thread{s.next, withDue(t.due, due{s.n, []int32{g.d.nfa.looks[s.n].start}})})
	case g.passes(s):
		g.follow(thread{s.next, t.due})
	}
}

// arrive readies a thread to read, or takes it for accepted.
func (g *gap) arrive(t thread, op nfaOp) {
	ready := readyThread{pc: t.pc}
	for _, u := range t.due {
		f := g.reach(slices.Clone(u.pcs))
		not := g.d.nfa.looks[u.look].not
		switch {
		case f.found && not, !f.found && !not && (g.next < 0 || len(f.pcs) == 0):
			return // it fails
		case !f.found && len(f.pcs) > 0:
			ready.due = append(ready.due, readyDue{u.look, f})
		}
	}
	if op == nfaAccept {
		g.accepted = g.accepted || g.next < 0
		return
	}
	g.watched = append(g.watched, t.pc)
	g.ready = append(g.ready, ready)
}

// signature tells which of the states read a byte: those that the same ones read lead to the same state.
func (g *gap) signature(c byte, word int) string {
	b := []byte{byte(word)}
	for i, pc := range g.watched {
		if i%8 == 0 {
			b = append(b, 0)
		}
		if g.d.nfa.states[pc].reads(c) {
			b[len(b)-1] |= 1 << (i % 8)
		}
	}
	return string(b)
}

func (s *nfaState) reads(c byte) bool { return s.bits[c>>6]>>(c&63)&1 != 0 }

// read gives the state behind a byte.
func (g *gap) read(c byte) subset {
	to := subset{begun: !g.d.nfa.local, afterWord: g.d.nfa.words && asciiWord(c), behind: make([][]int32, len(g.behind))}
	for i := range g.behind {
		to.behind[i] = g.move(g.behind[i].pcs, c)
	}
	for _, t := range g.ready {
		if s := &g.d.nfa.states[t.pc]; s.reads(c) {
			if left, ok := g.settle(t.due, c); ok {
				to.threads = append(to.threads, thread{s.next, left})
			}
		}
	}
	to.threads = g.weakest(to.threads)
	return to
}

func (g *gap) move(pcs []int32, c byte) (to []int32) {
	for _, pc := range pcs {
		if s := &g.d.nfa.states[pc]; s.reads(c) {
			to = append(to, s.next)
		}
	}
	slices.Sort(to)
	return slices.Compact(to)
}

// settle lets the look-aheads of a thread read a byte: left are those that are still open; false if one fails.
func (g *gap) settle(list []readyDue, c byte) (left []due, ok bool) {
	for _, u := range list {
		if pcs := g.move(u.pcs, c); len(pcs) > 0 {
			left = append(left, due{u.look, pcs})
		} else if !g.d.nfa.looks[u.look].not {
			return nil, false
		}
	}
	sortDue(left)
	return slices.CompactFunc(left, due.equal), true
}

func (u due) key(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(u.look))
	return appendInts(b, u.pcs)
}

func (t thread) key(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(t.pc))
	b = binary.AppendUvarint(b, uint64(len(t.due)))
	for _, u := range t.due {
		b = u.key(b)
	}
	return b
}

func appendInts(b []byte, list []int32) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, v := range list {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return b
}

// weakest leaves out the threads that ask more than another at the same place.
func (g *gap) weakest(threads []thread) []thread {
	slices.SortFunc(threads, func(a, b thread) int {
		return cmp.Or(cmp.Compare(a.pc, b.pc), cmp.Compare(len(a.due), len(b.due)), slices.Compare(a.key(nil), b.key(nil)))
	})
	var kept []thread
	for _, t := range threads {
		if !slices.ContainsFunc(kept, func(k thread) bool { return k.pc == t.pc && asksAll(t, k) }) {
			kept = append(kept, t)
		}
		g.d.work += len(kept)
	}
	return kept
}

// asksAll tells whether t asks for all that k asks for.
func asksAll(t, k thread) bool {
	for _, u := range k.due {
		if !slices.ContainsFunc(t.due, u.equal) {
			return false
		}
	}
	return true
}

func (u due) equal(v due) bool { return u.look == v.look && slices.Equal(u.pcs, v.pcs) }

// withDue adds one more look-ahead, in the order of keys.
func withDue(list []due, u due) []due {
	if slices.ContainsFunc(list, u.equal) {
		return list
	}
	list = append(slices.Clone(list), u)
	sortDue(list)
	return list
}

func sortDue(list []due) {
	slices.SortFunc(list, func(a, b due) int { return slices.Compare(a.key(nil), b.key(nil)) })
}
