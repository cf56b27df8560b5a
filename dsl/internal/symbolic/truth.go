package symbolic

// A Ternary is the truth of an expression, as far as it is known.
type Ternary uint8

// The zero Ternary is not known.
const (
	Undecided Ternary = iota
	False
	True
)

// Of returns what a bool says.
func Of(yes bool) Ternary {
	if yes {
		return True
	}
	return False
}

// Not returns the truth of the negation.
func (t Ternary) Not() Ternary {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Undecided
}

// Bool returns the truth, and whether it is known.
func (t Ternary) Bool() (yes, known bool) { return t == True, t != Undecided }

// ---- inference

// Implies returns what the truth of fact says of n, and how many parts of fact it looked
// at. It knows && and || and their negations; what follows from several parts together it
// leaves undecided.
func Implies(fact, n *Node) (_ Ternary, looked int) {
	in := inference{about: n.id}
	t := in.truthGiven(fact, true)
	return t, in.looked
}

// An inference is one search. Facts that were made of others share their parts: each is
// looked at once.
type inference struct {
	about  ID
	looked int
	seen   map[ID]bool
}

// fewParts is how many parts are looked at before it is noted which.
const fewParts = 50

func (in *inference) isNew(id ID) bool {
	if in.looked++; in.looked < fewParts {
		return true
	}
	if in.seen == nil {
		in.seen = map[ID]bool{}
	}
	is := !in.seen[id]
	in.seen[id] = true
	return is
}

// truthGiven returns what it says that fact is true, or that it is false.
func (in *inference) truthGiven(fact *Node, is bool) Ternary {
	for fact.kind == not {
		fact, is = fact.ops[0], !is
	}
	id := fact.id
	if !is {
		id = id.Not()
	}
	switch {
	case in.about == id:
		return True
	case in.about == id.Not():
		return False
	case !in.isNew(id):
		return Undecided
	case fact.kind == and && is, fact.kind == or && !is:
		if t := in.truthGiven(fact.ops[0], is); t != Undecided {
			return t
		}
		return in.truthGiven(fact.ops[1], is)
	}
	return Undecided
}

// ---- evaluation

// Facts are what is known of nodes whatever their parts are.
type Facts interface {
	// Given returns what is known of a node.
	Given(*Node) Ternary
	// Leaf decides a node that has no parts, where Given says nothing.
	Leaf(*Node) Ternary
}

// An Evaluator finds the truth of nodes by that of their parts. Each part is looked at
// once.
type Evaluator struct {
	Facts Facts
	done  map[ID]Ternary
}

// Eval returns the truth of n.
func (e *Evaluator) Eval(n *Node) Ternary {
	if n.kind == constant {
		return Of(n.id.hi == 1)
	}
	if t := e.Facts.Given(n); t != Undecided {
		return t
	}
	if !n.Compound() {
		return e.Facts.Leaf(n)
	}
	if t, ok := e.done[n.id]; ok {
		return t
	}
	t := e.parts(n)
	if e.done == nil {
		e.done = map[ID]Ternary{}
	}
	e.done[n.id] = t
	return t
}

func (e *Evaluator) parts(n *Node) Ternary {
	switch n.kind {
	case not:
		return e.Eval(n.ops[0]).Not()
	case and:
		return e.either(n, False)
	case or:
		return e.either(n, True)
	}
	switch e.Eval(n.ops[0]) {
	case True:
		return e.Eval(n.ops[1])
	case False:
		return e.Eval(n.ops[2])
	}
	if a, b := e.Eval(n.ops[1]), e.Eval(n.ops[2]); a == b {
		return a
	}
	return Undecided
}

// either returns the truth of && or ||: one operand that is enough decides.
func (e *Evaluator) either(n *Node, enough Ternary) Ternary {
	a, b := e.Eval(n.ops[0]), e.Eval(n.ops[1])
	switch {
	case n.ops[0].Negates(n.ops[1]), a == enough, b == enough:
		return enough
	case a == Undecided || b == Undecided:
		return Undecided
	}
	return enough.Not()
}

// Decisive returns the part of a condition that decides it: of a choice between a true
// and a false value, what it goes by, or the negation of that. It returns n itself if
// there is no such part.
func (e *Evaluator) Decisive(n *Node) *Node {
	var when *Node
	is := False
	switch n.kind {
	case not:
		if when = e.Decisive(n.ops[0]); when == n.ops[0] {
			return n
		}
	case choice:
		is = e.Eval(n.ops[1])
		if no := e.Eval(n.ops[2]); is == Undecided || no != is.Not() {
			return n
		}
		when = e.Decisive(n.ops[0])
	default:
		return n
	}
	if is == True {
		return when
	}
	x := Not(when)
	return &x
}

// Leaves returns the nodes without parts that n is made of, each once, in their order.
func Leaves(n *Node) []*Node {
	seen := map[ID]bool{}
	var list []*Node
	var visit func(*Node)
	visit = func(n *Node) {
		switch {
		case n == nil || n.kind != constant && seen[n.id]:
			return
		case n.kind < constant:
			list = append(list, n)
		default:
			for _, op := range n.ops {
				visit(op)
			}
		}
		seen[n.id] = true
	}
	visit(n)
	return list
}
