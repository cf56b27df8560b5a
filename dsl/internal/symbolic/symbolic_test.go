package symbolic

import (
	"math/rand/v2"
	"strings"
	"testing"

	"signalbox/grammar"
)

func ref(text string) *Node { n := Ref(text, grammar.Pos{}); return &n }

func term(recv *Node, text string) *Node {
	t := CallOn(recv, text)
	t.NeedsParens = strings.HasPrefix(text, " ")
	n := New(t, grammar.Pos{})
	return &n
}

func neg(n *Node) *Node { x := Not(n); return &x }

func all(a, b *Node) *Node { x := And(a, b); return &x }

func either(a, b *Node) *Node { x := Or(a, b); return &x }

func pick(when, yes, no *Node) *Node {
	text := "(" + when.Operand() + " ? " + yes.Operand() + " : " + no.Operand() + ")"
	n := Choice(when, yes, no, Term{Text: text}, grammar.Pos{})
	return &n
}

func vague(text string) *Node {
	n := New(Term{Text: text, Ambiguous: true}, grammar.Pos{})
	return &n
}

type facts struct{ given, leaf func(*Node) Ternary }

func (f facts) Given(n *Node) Ternary { return f.given(n) }
func (f facts) Leaf(n *Node) Ternary  { return f.leaf(n) }

func TestText(t *testing.T) {
	a, b, c := ref("A"), ref("B"), term(ref("Settings"), ".sso?")
	same := term(c, " == 1")
	for want, n := range map[string]*Node{
		"Settings.sso?":              c,
		"Settings.sso? == 1":         same,
		"!(Settings.sso? == 1)":      neg(same),
		"(Settings.sso? == 1).nil?":  term(same, ".nil?"),
		"A":                          neg(neg(a)),
		"!A":                         neg(a),
		"A && B && Settings.sso?":    all(all(a, b), c),
		"A && !(B && Settings.sso?)": all(a, neg(all(b, c))),
		"A && (B || Settings.sso?)":  all(a, either(b, c)),
		"(A && B) || Settings.sso?":  either(all(a, b), c),
		"A || B || Settings.sso?":    either(a, either(b, c)),
		"!(A || B)":                  neg(either(a, b)),
		"(A ? B : Settings.sso?).x":  term(pick(a, b, c), ".x"),
		"!(A && B) || (B && !C[0])":  either(neg(all(a, b)), all(b, neg(term(ref("C"), "[0]")))),
	} {
		if got := n.Text(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A node that holds others again and again has a text, and one to compare, all the same.
func TestSharedParts(t *testing.T) {
	build := func() *Node {
		n := ref("A")
		for range 10 * maxDepth {
			n = either(all(n, ref("B")), all(neg(n), ref("C")))
		}
		return n
	}
	a, b := build(), build()
	if text := a.Text(); len(text) > maxText+3 || !strings.HasSuffix(text, "...") {
		t.Errorf("the text has %d bytes", len(text))
	}
	if !a.Same(b) || a.Same(neg(b)) || !a.Negates(neg(b)) {
		t.Error("equal nodes differ")
	}
	if _, looked := Implies(a, ref("D")); looked > 10*maxDepth {
		t.Errorf("looked at %d parts", looked)
	}
	asked := 0
	e := Evaluator{Facts: facts{
		given: func(*Node) Ternary { asked++; return Undecided },
		leaf:  func(*Node) Ternary { return Undecided },
	}}
	if got := e.Eval(a); got != Undecided || asked > 20*maxDepth {
		t.Errorf("got %v of %d nodes", got, asked)
	}
}

func TestSame(t *testing.T) {
	a, b := ref("A"), ref("B")
	x := vague("X.each { ... }")
	elsewhere := *a
	elsewhere.Pos = grammar.Pos{Filename: "routes.rb", Line: 7}
	for i, tt := range []struct {
		x, y *Node
		same bool
	}{
		{a, ref("A"), true},
		{a, &elsewhere, true},
		{a, b, false},
		{a, neg(neg(a)), true},
		{neg(a), neg(ref("A")), true},
		{all(a, b), all(ref("A"), ref("B")), true},
		{all(a, b), either(a, b), false},
		{term(a, ".x"), term(ref("A"), ".x"), true},
		{term(a, ".x"), term(b, ".x"), false},
		{term(a, ".x"), neg(a), false},
		{pick(a, b, a), pick(a, b, a), true},
		{pick(a, b, a), pick(a, a, b), false},
		{x, x, true},
		{x, vague("X.each { ... }"), false},
		{neg(x), neg(x), true},
		{term(x, ".y"), term(x, ".y"), false}, // what the text leaves out may change with each call
		{Known(true, nil), Known(true, a), true},
		{Known(true, nil), Known(false, nil), false},
	} {
		if got := tt.x.Same(tt.y); got != tt.same {
			t.Errorf("%d: %s and %s: %v", i, tt.x.Text(), tt.y.Text(), got)
		}
		if got := neg(tt.x).Negates(tt.y); got != tt.same {
			t.Errorf("%d: !%s and %s: %v", i, tt.x.Text(), tt.y.Text(), got)
		}
	}
}

func TestImplies(t *testing.T) {
	a, b, c := ref("A"), ref("B"), ref("C")
	for _, tt := range []struct {
		fact, about *Node
		want        Ternary
	}{
		{a, a, True},
		{a, b, Undecided},
		{a, neg(a), False},
		{neg(a), a, False},
		{neg(a), neg(a), True},
		{all(a, all(b, c)), c, True},
		{all(a, neg(b)), b, False},
		{all(a, b), all(a, b), True},
		{either(a, b), a, Undecided},
		{neg(either(a, b)), b, False},
		{neg(either(a, neg(b))), b, True},
		{neg(all(a, b)), a, Undecided},
		{neg(all(a, neg(b))), all(a, neg(b)), False},
		{neg(either(all(a, b), c)), all(a, b), False},
		{pick(a, b, c), b, Undecided},
		{vague("X"), vague("X"), Undecided},
	} {
		if got, _ := Implies(tt.fact, tt.about); got != tt.want {
			t.Errorf("%s of %s: %v, want %v", tt.fact.Text(), tt.about.Text(), got, tt.want)
		}
	}
}

// ---- all assignments

var atoms = []string{"A", "B", "C", "D"}

// formula returns a random node.
func formula(r *rand.Rand, depth int) *Node {
	if depth == 0 || r.IntN(8) == 0 {
		if r.IntN(10) == 0 {
			return Known(r.IntN(2) == 0, nil)
		}
		return ref(atoms[r.IntN(len(atoms))])
	}
	a, b := formula(r, depth-1), formula(r, depth-1)
	switch r.IntN(4) {
	case 0:
		return neg(a)
	case 1:
		return all(a, b)
	case 2:
		return either(a, b)
	}
	return pick(a, b, formula(r, depth-1))
}

// holds is the truth of a node where the atoms are as the bits of an assignment.
func holds(n *Node, assignment int) bool {
	op := func(i int) bool { return holds(n.ops[i], assignment) }
	switch n.kind {
	case constant:
		return n.Same(Known(true, nil))
	case not:
		return !op(0)
	case and:
		return op(0) && op(1)
	case or:
		return op(0) || op(1)
	case choice:
		return op(0) && op(1) || !op(0) && op(2)
	}
	return assignment>>strings.Index("ABCD", n.text)&1 == 1
}

func TestTruthInAllAssignments(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	implied, decided := 0, 0
	for range 20_000 {
		fact, n := formula(r, r.IntN(5)), formula(r, r.IntN(5))
		if r.IntN(3) == 0 {
			fact = all(fact, formula(r, 2))
			n = fact.ops[r.IntN(2)]
		}
		known := r.IntN(1 << len(atoms)) // the atoms of which Leaf says the truth
		by, _ := Implies(fact, n)
		for assignment := range 1 << len(atoms) {
			is := holds(n, assignment)
			if by != Undecided && holds(fact, assignment) && by != Of(is) {
				t.Fatalf("%s implies %v of %s, but not in %b", fact.Text(), by, n.Text(), assignment)
			}
			e := Evaluator{Facts: facts{
				given: func(m *Node) Ternary {
					if !holds(fact, assignment) {
						return Undecided
					}
					by, _ := Implies(fact, m)
					return by
				},
				leaf: func(m *Node) Ternary {
					if i := strings.Index("ABCD", m.text); known>>i&1 == 1 {
						return Of(assignment>>i&1 == 1)
					}
					return Undecided
				},
			}}
			got := e.Eval(n)
			if got != Undecided && got != Of(is) || got == Undecided && known == 1<<len(atoms)-1 {
				t.Fatalf("%s is %v with %s in %b", n.Text(), got, fact.Text(), assignment)
			}
			if got != Undecided {
				decided++
			}
		}
		if by != Undecided {
			implied++
		}
	}
	if implied < 1000 || decided < 1000 {
		t.Errorf("%d implied, %d decided: the formulas ask for too little", implied, decided)
	}
}

func TestDecisive(t *testing.T) {
	a, b := ref("A"), ref("B")
	e := Evaluator{Facts: facts{
		given: func(n *Node) Ternary {
			by, _ := Implies(b, n)
			return by
		},
		leaf: func(*Node) Ternary { return Undecided },
	}}
	yes, no := Known(true, nil), Known(false, nil)
	for _, tt := range []struct{ n, want *Node }{
		{pick(a, yes, no), a},
		{pick(a, no, yes), neg(a)},
		{neg(pick(a, no, b)), a},
		{pick(pick(a, no, yes), b, no), neg(a)},
		{pick(a, yes, ref("C")), pick(a, yes, ref("C"))},
		{pick(a, yes, b), pick(a, yes, b)},
		{all(a, b), all(a, b)},
	} {
		if got := e.Decisive(tt.n); !got.Same(tt.want) {
			t.Errorf("%s: got %s, want %s", tt.n.Text(), got.Text(), tt.want.Text())
		}
	}
}

func TestLeaves(t *testing.T) {
	a, b, c := ref("A"), term(ref("B"), ".x"), ref("C")
	n := all(either(a, neg(b)), pick(neg(a), Known(true, c), b))
	var got []string
	for _, leaf := range Leaves(n) {
		got = append(got, leaf.Text())
	}
	if text := strings.Join(got, " "); text != "A B.x C" {
		t.Errorf("got %s", text)
	}
}
