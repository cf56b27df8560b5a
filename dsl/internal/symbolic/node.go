package symbolic

import (
	"encoding/binary"
	"hash/maphash"
	"sync/atomic"

	"signalbox/grammar"
)

// A Node is an expression whose value only the running application knows. It never
// changes after it was made, so that any number of nodes, and of goroutines, may share
// it as an operand.
type Node struct {
	// Pos is the place of the expression. It is no part of what the node means.
	Pos grammar.Pos

	id    ID
	text  string                  // of references, calls and choices
	made  *atomic.Pointer[string] // the text of && and ||, once somebody has asked for it
	ops   [3]*Node                // operands
	depth int16                   // of operators within operators
	kind  kind

	needsParens, ambiguous bool
}

type kind uint8

const (
	reference kind = iota
	call           // equal where the receiver and what follows it are
	constant       // a known value, of which only the truth counts; ops[0] is a node within it
	not            // !ops[0]
	and            // ops[0] && ops[1]
	or             // ops[0] || ops[1]
	choice         // ops[0] ? ops[1] : ops[2]
)

// An ID is what a node means: two nodes with one ID have the same value, whatever the
// application knows. It is comparable, and holds for the process that made it.
type ID struct{ hi, lo uint64 }

// Not returns the ID of the negation.
func (x ID) Not() ID { return ID{^x.hi, ^x.lo} }

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// identify returns the ID of a node by its parts. The hashes are seeded, so that no
// program can make two of its expressions meet.
func identify(k kind, text string, ops ...*Node) ID {
	var space [128]byte
	b := append(space[:0], byte(k))
	for _, n := range ops {
		b = binary.LittleEndian.AppendUint64(b, n.id.hi)
		b = binary.LittleEndian.AppendUint64(b, n.id.lo)
	}
	for _, seed := range seeds {
		b = binary.LittleEndian.AppendUint64(b, maphash.String(seed, text))
	}
	return ID{maphash.Bytes(seeds[0], b), maphash.Bytes(seeds[1], b)}
}

var ambiguous atomic.Uint64

// unique returns an ID that no other node has.
func unique() ID {
	var b [9]byte
	b[0] = 255
	binary.LittleEndian.PutUint64(b[1:], ambiguous.Add(1))
	return ID{maphash.Bytes(seeds[0], b[:]), maphash.Bytes(seeds[1], b[:])}
}

// A Term is the source of a reference or of a call.
type Term struct {
	Text string // `Settings`, `Settings.sso?`, `Settings.sso? == 1`
	// Recv is the receiver of a call, of which the text has Tail bytes behind it.
	Recv *Node
	Tail int
	// NeedsParens is set if the text is no primary expression.
	NeedsParens bool
	// Ambiguous is set if the text leaves something out, so that it does not tell the
	// value from others: such a node equals no other one.
	Ambiguous bool
}

// CallOn returns the term of a call by what follows the receiver: `.sso?`, `[0]`.
func CallOn(recv *Node, tail string) Term {
	return Term{Text: recv.Operand() + tail, Recv: recv, Tail: len(tail), Ambiguous: recv.ambiguous}
}

// New returns the node of a term.
func New(t Term, pos grammar.Pos) Node {
	n := Node{Pos: pos, text: t.Text, needsParens: t.NeedsParens, ambiguous: t.Ambiguous}
	if len(n.text) > maxText {
		n.text = shortened(n.text)
	}
	switch {
	case n.ambiguous:
		n.id = unique()
	case t.Recv != nil:
		n.kind, n.id = call, identify(call, t.Text[len(t.Text)-t.Tail:], t.Recv)
	default:
		n.id = identify(reference, t.Text)
	}
	return n
}

// Ref returns the node of an expression by its source, such as a constant.
func Ref(text string, pos grammar.Pos) Node { return New(Term{Text: text}, pos) }

// Known returns the node of a known value. within is an unknown part of the value, or
// nil.
func Known(truth bool, within *Node) *Node {
	n := &constants[0]
	if truth {
		n = &constants[1]
	}
	if within == nil {
		return n
	}
	return &Node{kind: constant, id: n.id, ops: [3]*Node{within}}
}

// constants are what is false and what is true.
var constants = [2]Node{{kind: constant, id: ID{hi: 1}.Not()}, {kind: constant, id: ID{hi: 1}}}

// Not returns !n, and of !x, x.
func Not(n *Node) Node {
	if n.kind == not {
		return *n.ops[0]
	}
	return composed(Node{Pos: n.Pos, kind: not, id: n.id.Not(), ops: [3]*Node{n}})
}

// And returns a && b.
func And(a, b *Node) Node { return operation(and, a, b) }

// Or returns a || b.
func Or(a, b *Node) Node { return operation(or, a, b) }

func operation(k kind, a, b *Node) Node {
	return composed(Node{Pos: a.Pos, kind: k, id: identify(k, "", a, b), ops: [3]*Node{a, b}, needsParens: true})
}

// Choice returns when ? yes : no with its source; it is ambiguous where the term is.
func Choice(when, yes, no *Node, t Term, pos grammar.Pos) Node {
	n := composed(Node{Pos: pos, kind: choice, text: t.Text, ops: [3]*Node{when, yes, no}, needsParens: t.NeedsParens, ambiguous: t.Ambiguous})
	if n.ambiguous {
		n.id = unique()
	} else {
		n.id = identify(choice, t.Text, when, yes, no)
	}
	return n
}

// Rewritten returns a choice with another source.
func Rewritten(n *Node, t Term) Node {
	if n.kind != choice { // too deep to have parts
		return New(t, n.Pos)
	}
	return Choice(n.ops[0], n.ops[1], n.ops[2], t, n.Pos)
}

// maxDepth bounds operators within operators. What is deeper keeps its text and its ID,
// but nothing follows from its parts.
const maxDepth = 500

func composed(n Node) Node {
	for _, op := range n.ops {
		if op != nil {
			n.depth, n.ambiguous = max(n.depth, op.depth), n.ambiguous || op.ambiguous
		}
	}
	if n.depth++; n.depth > maxDepth {
		n.text, n.kind, n.ops, n.depth = finished(n.append(nil)), reference, [3]*Node{}, 0
	} else if n.kind == and || n.kind == or {
		n.made = new(atomic.Pointer[string])
	}
	return n
}

// ID returns what the node means.
func (n *Node) ID() ID { return n.id }

// Same reports whether two nodes have the same value, whatever the application knows.
func (n *Node) Same(m *Node) bool { return n.id == m.id }

// Negates reports whether n is !m or m is !n.
func (n *Node) Negates(m *Node) bool { return n.id == m.id.Not() }

// Compound reports whether the truth of the node may follow from that of its parts.
func (n *Node) Compound() bool { return n.kind >= not }

// Ambiguous reports whether the text of the node may stand for several values.
func (n *Node) Ambiguous() bool { return n.ambiguous }

// Negated returns x for !x; ok is false for other nodes.
func (n *Node) Negated() (x *Node, ok bool) { return n.ops[0], n.kind == not }
