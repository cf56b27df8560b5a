package regex

// An nfa is a pattern as a nondeterministic automaton over ASCII. Which of several ways a pattern prefers does not matter to it.
type nfa struct {
	c      *compiler // for what is known of nodes
	states []nfaState
	start  int32
	looks  []nfaLookAround
	words  bool // some anchor asks for word boundaries
	local  bool // no anchor, no look-around
	nested bool // a look-around is being added
	failed bool // the pattern has no automaton, or it is too large
}

// An nfaLookAround is a look-ahead or look-behind; those within others come before them.
type nfaLookAround struct {
	start       int32
	behind, not bool
}

type nfaState struct {
	op        nfaOp
	bits      [2]uint64 // of nfaBytes
	next, alt int32
	n         int32 // a look-around, or an assertKind
}

type nfaOp uint8

const (
	nfaAccept nfaOp = iota
	nfaBytes
	nfaSplit
	nfaLook
	nfaAssert
)

// newNFA gives nil for what has no automaton.
func newNFA(p *parser) *nfa {
	a := &nfa{c: newCompiler(p), local: true}
	a.start = a.node(p.root, a.add(nfaState{op: nfaAccept}))
	if a.failed {
		return nil
	}
	return a
}

func (a *nfa) add(s nfaState) int32 {
	if len(a.states) >= maxNFA {
		a.failed = true
		return 0
	}
	a.states = append(a.states, s)
	return int32(len(a.states) - 1)
}

// node adds n before the state k, and gives the first.
func (a *nfa) node(n node, k int32) int32 {
	if a.failed {
		return k
	}
	switch n := n.(type) {
	case *setNode:
		return a.set(n, k)
	case *foldNode:
		return a.fold(n, k)
	case *catNode:
		for i := len(n.subs) - 1; i >= 0; i-- {
			k = a.node(n.subs[i], k)
		}
		return k
	case *altNode:
		start := a.node(n.subs[len(n.subs)-1], k)
		for i := len(n.subs) - 2; i >= 0; i-- {
			start = a.add(nfaState{op: nfaSplit, next: a.node(n.subs[i], k), alt: start})
		}
		return start
	case *repNode:
		return a.repeat(n, k)
	case *groupNode:
		if !n.recursive {
			return a.node(n.sub, k)
		}
	case *callNode:
		if !n.target.recursive {
			return a.node(n.target.sub, k)
		}
	case *lookNode:
		return a.look(n, k)
	case *assertNode:
		a.local = false
		a.words = a.words || n.kind >= wordBoundary && n.kind <= asciiNotBoundary
		return a.add(nfaState{op: nfaAssert, n: int32(n.kind), next: k})
	case *atomicNode:
		if rep, ok := alone(n.sub).(*repNode); ok {
			if s, ok := alone(rep.sub).(*setNode); ok && rep.kind == greedy {
				return a.possessive(s, rep, k)
			}
		}
	}
	a.failed = true
	return k
}

func (a *nfa) set(n *setNode, k int32) int32 {
	return a.add(nfaState{op: nfaBytes, bits: a.c.class(n).ascii, next: k})
}

func (a *nfa) fold(n *foldNode, k int32) int32 {
	start := int32(-1)
	for _, seq := range n.alts {
		way := k
		for i := len(seq) - 1; i >= 0; i-- {
			way = a.set(&setNode{set: seq[i]}, way)
		}
		if start >= 0 {
			way = a.add(nfaState{op: nfaSplit, next: way, alt: start})
		}
		start = way
	}
	return start
}

func (a *nfa) repeat(n *repNode, k int32) int32 {
	set, single := alone(n.sub).(*setNode)
	switch {
	case n.kind == possessive && single:
		return a.possessive(set, n, k)
	case n.kind == possessive, max(n.min, n.max) > 1 && a.c.info(n.sub).empty && hasGroups(n.sub): // an empty iteration may fail
		a.failed = true
		return k
	}
	if n.max < 0 {
		head := a.add(nfaState{op: nfaSplit, alt: k})
		body := a.node(n.sub, head)
		a.states[head].next = body
		k = head
	}
	after := k
	for i := max(n.min, n.max); i > 0 && !a.failed; i-- {
		k = a.node(n.sub, k)
		if i > n.min {
			k = a.add(nfaState{op: nfaSplit, next: k, alt: after})
		}
	}
	return k
}

// possessive adds a loop over one character that gives nothing back: no further character may follow, unless it has all that it may have.
func (a *nfa) possessive(s *setNode, n *repNode, k int32) int32 {
	end := a.look(&lookNode{sub: s, not: true}, k)
	if n.max < 0 {
		return a.repeat(&repNode{sub: s, min: n.min, max: n.max}, end)
	}
	for i := n.max; i > 0 && !a.failed; i-- {
		k = a.set(s, k)
		if i > n.min {
			k = a.add(nfaState{op: nfaSplit, next: k, alt: end})
		}
	}
	return k
}

// look adds a look-around. One within a look-ahead must be a look-behind.
func (a *nfa) look(n *lookNode, k int32) int32 {
	if a.nested && !n.behind {
		a.failed = true
		return k
	}
	outer := a.nested
	a.nested, a.local = true, false
	start := a.node(n.sub, 0)
	a.nested = outer
	a.looks = append(a.looks, nfaLookAround{start, n.behind, n.not})
	return a.add(nfaState{op: nfaLook, n: int32(len(a.looks) - 1), next: k})
}
