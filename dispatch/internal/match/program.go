package match

import (
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/internal/regex"
	"signalbox/internal/uri"
)

// A program finds the captures of one route in a path that it matches: of all ways to read the
// path only it knows the one that the route's regular expression would try first, without
// running it. It is for routes whose captures the trie cannot tell, and it knows when it cannot
// tell either, and leaves the path to the regular expression.
//
// The awkward case is that two globs, or optional groups, share a path in several ways:
//
//	get "*a/x/*b"    # /1/x/2/x/3: a is "1" and b "2/x/3", not "1/x/2" and "3"
//
// The trie knows that some x fits, and not which one the expression would meet first.
type program []instruction

type opcode uint8

const (
	opLiteral opcode = iota
	opParam          // [^./?]+ up to the next separator
	opSpan           // a requirement or glob
	opSplit          // go on behind it, and from alt if that fails
	opJump
	opEnd
	opBoundary // the end of an unanchored pattern: (?:\b|\Z|/)
	opRootEnd  // that of a mount at the root
)

type instruction struct {
	op       opcode
	anywhere bool // a span may end inside of a token
	slot     uint8
	hi       uint8 // of a split: the slot behind its group; slot is the first in it
	alt      uint16
	text     string
	need     *requirement
}

// maxSlots is how many parameters a program can hold, and maxInstructions how
// long it may get; routes with more use their regular expression.
const (
	maxSlots        = 24
	maxInstructions = 4096
)

// assemble makes the program of a route; nil if the pattern is beyond it.
func assemble(r *route.Route, need []paramNeed) program {
	a := assembler{need: need}
	for _, n := range need {
		if n.pattern != nil && (!n.pattern.local() || n.pattern.groups > 0) {
			return nil
		}
	}
	if len(need) > maxSlots {
		return nil
	}
	tree := r.Path.Tree()
	a.node(tree, follow{}, !r.Anchored)
	switch {
	case r.Anchored:
		a.emit(instruction{op: opEnd})
	case tree.Kind == route.Slash:
		a.emit(instruction{op: opRootEnd})
	default:
		a.emit(instruction{op: opBoundary})
	}
	if len(a.code) > maxInstructions {
		return nil
	}
	return a.code
}

type assembler struct {
	code program
	need []paramNeed
	slot int
}

func (a *assembler) emit(i instruction) int {
	a.code = append(a.code, i)
	return len(a.code) - 1
}

// follow is what stands behind a node, for the question whether a token may end
// there without a separator.
type follow struct {
	rest  []*route.Node
	outer *follow
}

// node compiles n; open tells that the pattern is unanchored.
func (a *assembler) node(n *route.Node, behind follow, open bool) {
	if len(a.code) > maxInstructions {
		return
	}
	switch n.Kind {
	case route.Seq:
		for i, c := range n.Children {
			a.node(c, follow{n.Children[i+1:], &behind}, open)
		}
	case route.Group:
		at := a.emit(instruction{op: opSplit, slot: uint8(a.slot)})
		a.node(n.Children[0], behind, open)
		a.code[at].alt, a.code[at].hi = uint16(len(a.code)), uint8(a.slot)
	case route.Or:
		a.alternatives(n, behind, open)
	case route.Segment, route.Glob:
		a.param(n, behind, open)
	default:
		if k := len(a.code) - 1; k >= 0 && a.code[k].op == opLiteral && !a.target(k+1) {
			a.code[k].text += n.Text
			return
		}
		a.emit(instruction{op: opLiteral, text: n.Text})
	}
}

// target tells whether a split or jump leads to pc.
func (a *assembler) target(pc int) bool {
	for i := range a.code {
		if (a.code[i].op == opSplit || a.code[i].op == opJump) && int(a.code[i].alt) == pc {
			return true
		}
	}
	return false
}

func (a *assembler) alternatives(n *route.Node, behind follow, open bool) {
	var jumps []int
	for i, c := range n.Children {
		last := i == len(n.Children)-1
		at := 0
		if !last {
			at = a.emit(instruction{op: opSplit, slot: uint8(a.slot)})
		}
		a.node(c, behind, open)
		if !last {
			jumps = append(jumps, a.emit(instruction{op: opJump}))
			a.code[at].alt, a.code[at].hi = uint16(len(a.code)), uint8(a.slot)
		}
	}
	for _, j := range jumps {
		a.code[j].alt = uint16(len(a.code))
	}
}

func (a *assembler) param(n *route.Node, behind follow, open bool) {
	in := instruction{op: opParam, slot: uint8(a.slot), anywhere: behind.goesOn(open)}
	q := a.need[a.slot].pattern
	switch {
	case q != nil:
		in.op, in.need = opSpan, q
	case n.Kind == route.Glob:
		in.op, in.need = opSpan, anyGlob
	case in.anywhere:
		in.op, in.need = opSpan, anyToken
	}
	a.slot++
	a.emit(in)
}

var (
	anyGlob  = newRequirement("(?-mix:.+)", greedyGlob)
	anyToken = newRequirement("(?-mix:[^/.?]+)", dsl.NewRegexp("[^/.?]+", 0))
)

// goesOn tells whether something else than a separator may follow.
func (f *follow) goesOn(open bool) bool {
	for ; f != nil; f = f.outer {
		for _, n := range f.rest {
			switch first(n) {
			case firstSeparator:
				return false
			case firstToken:
				return true
			}
		}
	}
	return open
}

type firstKind uint8

const (
	firstSeparator firstKind = iota
	firstToken
	firstMaybe // a group that begins with a separator, or is left out
)

// first tells what a node begins with.
func first(n *route.Node) firstKind {
	switch n.Kind {
	case route.Slash, route.Dot:
		return firstSeparator
	case route.Group:
		if first(n.Children[0]) == firstToken {
			return firstToken
		}
		return firstMaybe
	case route.Or:
		kind := firstSeparator
		for _, c := range n.Children {
			if k := first(c); k != firstSeparator {
				kind = k
			}
		}
		return kind
	case route.Seq:
		for _, c := range n.Children {
			if k := first(c); k != firstMaybe {
				return k
			}
		}
		return firstMaybe
	}
	return firstToken
}

// A Piece is where a capture lies in the path, in bytes from Start to End.
type Piece struct{ Start, End int32 }

// Absent is the piece of a group that was left out.
var Absent = Piece{-1, -1}

type captures struct {
	piece [maxSlots]Piece
	end   int32 // of what an unanchored pattern matched
}

// maxSteps is what a program may try before the regular expression takes over.
const maxSteps = 2000

// A machine runs a program.
type machine struct {
	path   string
	code   program
	caps   captures
	work   *Work
	steps  int
	unsure bool
}

// run matches path, which must be simpleText. sure is false when the regular
// expression must decide.
func (p program) run(path string, names int, work *Work) (caps captures, ok, sure bool) {
	m := machine{path: path, code: p, steps: maxSteps, work: work}
	for i := range names {
		m.caps.piece[i] = Absent
	}
	ok = m.run(0, 0)
	return m.caps, ok, !m.unsure && m.steps > 0
}

func (m *machine) run(pc, pos int) bool {
	for {
		if m.steps--; m.steps <= 0 {
			return false
		}
		in := &m.code[pc]
		switch in.op {
		case opLiteral:
			if len(m.path)-pos < len(in.text) || m.path[pos:pos+len(in.text)] != in.text {
				return false
			}
			pos += len(in.text)
		case opParam:
			end := tokenEnd(m.path, pos)
			if end == pos {
				return false
			}
			m.caps.piece[in.slot] = Piece{int32(pos), int32(end)}
			pos = end
		case opSplit:
			if m.run(pc+1, pos) {
				return true
			}
			for i := in.slot; i < in.hi; i++ {
				m.caps.piece[i] = Absent
			}
			pc = int(in.alt)
			continue
		case opJump:
			pc = int(in.alt)
			continue
		case opSpan:
			return m.span(in, pc, pos)
		default:
			return m.finish(in.op, pos)
		}
		pc++
	}
}

// finish looks at the end of the pattern.
func (m *machine) finish(op opcode, pos int) bool {
	path := m.path
	m.caps.end = int32(pos)
	switch {
	case op == opEnd:
		return pos == len(path)
	case op == opRootEnd, boundary(path, pos), pos == len(path):
		return true
	case path[pos] == '/':
		m.caps.end++
		return true
	}
	return false
}

// boundary is \b in ASCII text.
func boundary(s string, i int) bool {
	before := i > 0 && uri.WordByte(s[i-1])
	after := i < len(s) && uri.WordByte(s[i])
	return before != after
}

// span tries the ends of a requirement in its order. If the order is unknown and
// more than one end leads on, only the regular expression can tell.
func (m *machine) span(in *instruction, pc, pos int) bool {
	var list [32]int32
	n := 0
	ends := in.need.ends(m.path, pos, true, in.anywhere, true, m.work)
	for end := ends.next(); end >= 0; end = ends.next() {
		if in.need.whole.Order == regex.ShortestFirst {
			m.caps.piece[in.slot] = Piece{int32(pos), int32(end)}
			if m.run(pc+1, end) {
				return true
			}
			if m.steps <= 0 {
				return false
			}
			continue
		}
		if n == len(list) {
			m.steps = 0
			return false
		}
		list[n] = int32(end)
		n++
	}
	hits := 0
	var keep captures
	for n--; n >= 0; n-- {
		m.caps.piece[in.slot] = Piece{int32(pos), list[n]}
		if !m.run(pc+1, int(list[n])) {
			continue
		}
		if in.need.whole.Order == regex.LongestFirst {
			return true
		}
		if hits++; hits > 1 {
			m.unsure = true
			return true
		}
		keep = m.caps
	}
	if hits == 1 {
		m.caps = keep
		return true
	}
	m.caps.piece[in.slot] = Absent
	return false
}

func tokenEnd(path string, i int) int {
	for i < len(path) && path[i] != '/' && path[i] != '.' && path[i] != '?' {
		i++
	}
	return i
}
