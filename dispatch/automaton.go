package dispatch

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"unicode"
)

// An automaton is a requirement as a table over classes of bytes: one step a
// byte, no memory. State 0 is dead. It reads ASCII only, see simpleText.
type automaton struct {
	class  [256]uint8
	width  int // classes
	next   []uint16
	accept []bool
	start  int
}

// maxStates bounds an automaton; a pattern that needs more is matched by
// package internal/regex.
const maxStates = 512

// newAutomaton makes the automaton of a Go pattern by subset construction; nil
// if it looks around (^, \b) or gets too large.
func newAutomaton(re *syntax.Regexp) *automaton {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil || len(prog.Inst) > 8*maxStates {
		return nil
	}
	a := &automaton{start: 1}
	b := subsets{a: a, prog: prog, ids: map[string]uint16{"": 0}, sets: [][]uint32{nil}, mark: make([]uint32, len(prog.Inst))}
	b.classes()
	b.add(b.closure(nil, uint32(prog.Start)))
	for s := 0; s < len(b.sets); s++ {
		if b.looksAround || len(b.sets) > maxStates {
			return nil
		}
		b.expand(b.sets[s])
	}
	return a
}

// subsets is a subset construction under way.
type subsets struct {
	a           *automaton
	prog        *syntax.Prog
	ids         map[string]uint16
	sets        [][]uint32
	rep         []byte   // one byte of each class
	mark        []uint32 // the round in which an instruction was last added
	round       uint32
	looksAround bool
}

// classes puts bytes together that every instruction treats alike.
func (b *subsets) classes() {
	seen := map[string]uint8{}
	key := make([]byte, 0, len(b.prog.Inst))
	for c := range 256 {
		key = key[:0]
		for i := range b.prog.Inst {
			if in := &b.prog.Inst[i]; readsRune(in.Op) {
				if c <= unicode.MaxASCII && in.MatchRune(rune(c)) {
					key = append(key, 1)
				} else {
					key = append(key, 0)
				}
			}
		}
		id, ok := seen[string(key)]
		if !ok {
			id = uint8(len(b.rep))
			seen[string(key)] = id
			b.rep = append(b.rep, byte(c))
		}
		b.a.class[c] = id
	}
	b.a.width = len(b.rep)
}

func readsRune(op syntax.InstOp) bool {
	switch op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return false
}

// closure adds pc and what it leads to without reading.
func (b *subsets) closure(set []uint32, pc uint32) []uint32 {
	if len(set) == 0 {
		b.round++
	}
	if b.mark[pc] == b.round {
		return set
	}
	b.mark[pc] = b.round
	set = append(set, pc)
	switch in := b.prog.Inst[pc]; in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		set = b.closure(b.closure(set, in.Out), in.Arg)
	case syntax.InstNop, syntax.InstCapture:
		set = b.closure(set, in.Out)
	case syntax.InstEmptyWidth:
		b.looksAround = true
	}
	return set
}

// add gives the state of a set of instructions.
func (b *subsets) add(set []uint32) uint16 {
	slices.Sort(set)
	var key []byte
	for _, pc := range set {
		key = binary.AppendUvarint(key, uint64(pc))
	}
	id, ok := b.ids[string(key)]
	if !ok {
		id = uint16(len(b.sets))
		b.ids[string(key)] = id
		b.sets = append(b.sets, set)
	}
	return id
}

// expand makes the row of one state.
func (b *subsets) expand(set []uint32) {
	accept := slices.ContainsFunc(set, func(pc uint32) bool { return b.prog.Inst[pc].Op == syntax.InstMatch })
	b.a.accept = append(b.a.accept, accept)
	for _, c := range b.rep {
		var to []uint32
		for _, pc := range set {
			if in := &b.prog.Inst[pc]; readsRune(in.Op) && c <= unicode.MaxASCII && in.MatchRune(rune(c)) {
				to = b.closure(to, in.Out)
			}
		}
		b.a.next = append(b.a.next, b.add(to))
	}
}

// staysInToken tells that no accepted text holds a separator.
func (a *automaton) staysInToken() bool {
	for s := range a.accept {
		for _, c := range []byte("/.") {
			if a.next[s*a.width+int(a.class[c])] != 0 {
				return false
			}
		}
	}
	return true
}

// match tells whether the whole of s is accepted.
func (a *automaton) match(s string) bool {
	state := a.start
	for i := range len(s) {
		if state = int(a.next[state*a.width+int(a.class[s[i]])]); state == 0 {
			return false
		}
	}
	return a.accept[state]
}
