package dsl

import (
	"cmp"
	"slices"

	"signalbox/dsl/internal/symbolic"
)

// How built-in methods ask about values that only the application knows.

// TestTruth answers a question that a built-in method has about a value that only the
// application knows. Where nothing decides it, the answer is no, and the
// method's result is unknown, see [Call.unknownOutcome].
func (p *paths) TestTruth(u *Unknown) bool {
	yes, known := p.TruthOf(u)
	if !known && p.undecided == nil {
		p.undecided = u
	}
	return yes
}

// Truthy reports whether v counts as true. Where only the application knows, the result of the
// running built-in method is unknown.
func (p *paths) Truthy(v Value) bool {
	if u, ok := v.(*Unknown); ok {
		return p.TestTruth(u)
	}
	return Truthy(v)
}

// TestUnknown makes the result of a built-in method unknown if v is.
func (p *paths) TestUnknown(v Value) {
	if u, ok := v.(*Unknown); ok && u != nil {
		p.TestTruth(&Unknown{Node: symbolic.New(symbolic.Term{Text: u.Text(), Ambiguous: true}, u.Pos)})
	}
}

// Key is [hashKey] as built-in methods use it to compare values.
func (c *Call) Key(v Value) any {
	c.TestUnknown(c.UnknownIn(v))
	key, steps := hashKey(v)
	c.Used.Steps += steps
	return key
}

// testEqual is ask for `a op b` of which one is unknown.
func (t *Thread) testEqual(a Value, op string, b Value) bool {
	if t.SurelyEqual(a, b) {
		return true
	}
	if u, ok := choiceOf(a); ok {
		return t.testEither(u, func(v Value) bool { return t.testOne(v, op, b) })
	}
	if u, ok := choiceOf(b); ok {
		return t.testEither(u, func(v Value) bool { return t.testOne(a, op, v) })
	}
	return t.TestTruth(t.source(a, " ", op, " ", b).operation(t.At))
}

func choiceOf(v Value) (*choice, bool) {
	if u, ok := v.(*Unknown); ok {
		return u.alternative, u.alternative != nil
	}
	return nil, false
}

func (t *Thread) testOne(a Value, op string, b Value) bool {
	if op == "===" {
		return t.CaseEqual(a, b)
	}
	return t.Equal(a, b)
}

// UndecidedIn runs code and returns the question that it asks which only the application can
// answer, nil if there is none.
func (p *paths) UndecidedIn(run func()) (u *Unknown, err error) {
	defer func(outer *Unknown) { u, p.undecided = p.undecided, outer }(p.undecided)
	p.undecided = nil
	return nil, Attempt(run)
}

// testEither asks the same of both values that a condition picks from.
func (t *Thread) testEither(k *choice, question func(Value) bool) bool {
	answer := func(v Value) Value {
		yes := false
		if u := Must(t.UndecidedIn(func() { yes = question(v) })); u != nil {
			return u
		}
		return Bool(yes)
	}
	return t.Truthy(t.Merge(k.when, answer(k.yes), answer(k.no)))
}

// IsUndecided reports whether the running method has asked what only the application knows.
func (p *paths) IsUndecided() bool { return p.undecided != nil }

// Undecide makes the result of the running method unknown, because of u unless it is nil.
func (p *paths) Undecide(u *Unknown) { p.undecided = cmp.Or(u, p.undecided) }

// maxDeciding bounds the questions of one method of which it runs both answers.
const maxDeciding = 5

// PickChoice returns what a condition picks that v is a choice of, asked as [paths.testTruth] does.
func (p *paths) PickChoice(v Value) Value {
	for {
		k, ok := choiceOf(v)
		if !ok {
			return v
		}
		v = k.no
		if p.TestTruth(k.when) {
			v = k.yes
		}
	}
}

// ---- values as the running code sees them

// where makes code see that u holds.
func (p *paths) where(u *Unknown, see func()) {
	defer p.retract(len(p.pathCond))
	p.assume(u, nil)
	see()
}

// Simplify returns v as the running code sees it: of a choice, what the path condition picks.
func (p *paths) Simplify(v Value) Value {
	if k, ok := choiceOf(v); ok {
		if yes, known := p.TruthOf(k.when); known && yes {
			return p.Simplify(k.yes)
		} else if known {
			return p.Simplify(k.no)
		}
	}
	return v
}

// elementHere is Simplify of an element, without its guard where the path condition decides
// that; there is false if it decides that the element is missing. One that stands for all of an
// unknown list stays as it is.
func (p *paths) elementHere(v Value) (_ Value, there bool) {
	k := guardOf(v)
	if k == nil || v.(*Unknown).isSplat {
		return p.Simplify(v), true
	}
	yes, known := p.TruthOf(k.when)
	if known && yes {
		return k.yes, true
	}
	return v, !known
}

// listHere returns elements as the running code sees them.
func (p *paths) listHere(list []Value) []Value {
	out := make([]Value, 0, len(list))
	for _, v := range list {
		if v, there := p.elementHere(v); there {
			out = append(out, v)
		}
	}
	return out
}

// contentsHere returns a list, hash or set with those of its parts that the running code sees.
func (p *paths) contentsHere(v Value) Value {
	switch v := v.(type) {
	case *Array:
		if PossibleIn(v.Elems) >= 0 {
			return p.NewArray(p.listHere(v.Elems)...)
		}
	case *Hash:
		if PossibleIn(v.Vals) >= 0 {
			return p.pairsHere(v)
		}
	case *Object:
		if elems, ok := SetElems(v); ok {
			out := *v
			out.Data = v.Data.(Data).With(p.contentsHere(elems))
			return &out
		}
	}
	return v
}

func (p *paths) pairsHere(h *Hash) *Hash {
	out := p.CloneHash(h)
	for i, key := range slices.Backward(h.Keys) {
		v, there := p.elementHere(h.Vals[i])
		if out.Vals[i] = v; !there {
			out.deleteAt(i, key)
		}
	}
	out.HasGuards = openPair(out) != nil
	return out
}

// ForkTests runs code without effects on both branches of each condition that it asks, see
// [paths.picked].
func (t *Thread) ForkTests(run func() Value) Value { return Must(t.decidingOf(maxDeciding, run)) }

func (t *Thread) decidingOf(left int, run func() Value) (Value, error) {
	var v Value
	u, err := t.UndecidedIn(func() { v = run() })
	if u == nil {
		return v, err
	}
	if left == 0 || t.derived != nil || u.Ambiguous() {
		if t.undecided == nil {
			t.undecided = u
		}
		return v, err
	}
	side := func() (Value, error) { return t.decidingOf(left-1, run) }
	return t.fork(u, side, side)
}

// ---- what decides

// TruthOf reports whether u is true: as Options.UnknownAs decides, or as the
// conditions around the code say. known is false if it is open.
func (p *paths) TruthOf(u *Unknown) (yes, known bool) {
	f := facts{p, u}
	if !u.Compound() {
		is := f.Given(&u.Node)
		if is == symbolic.Undecided {
			is = f.Leaf(&u.Node)
		}
		return is.Bool()
	}
	e := symbolic.Evaluator{Facts: f}
	return e.Eval(&u.Node).Bool()
}

// The facts are what the running code knows of u and of its parts.
type facts struct {
	p *paths
	u *Unknown
}

func (f facts) Given(n *symbolic.Node) symbolic.Ternary {
	is := f.p.knownOf(n)
	if is == symbolic.Undecided {
		f.p.Used.Steps++
	}
	return is
}

func (f facts) Leaf(n *symbolic.Node) symbolic.Ternary {
	if n != &f.u.Node {
		return f.p.decided(&Unknown{Node: *n})
	}
	return f.p.decided(f.u)
}

// knownOf returns what the conditions around the code say of an expression.
func (p *paths) knownOf(n *symbolic.Node) symbolic.Ternary {
	p.ChargeReads(len(p.pathCond))
	for i := len(p.pathCond) - 1; i >= 0; i-- {
		is, looked := symbolic.Implies(&p.pathCond[i].u.Node, n)
		p.ChargeReads(looked)
		if is != symbolic.Undecided {
			return is
		}
	}
	return symbolic.Undecided
}

// implied is truth without Options.UnknownAs.
func (p *paths) implied(u *Unknown) (yes, known bool) { return p.knownOf(&u.Node).Bool() }

// DecideBy sets what says how a condition turns out that only the application knows,
// for code that must take one branch. An error of its own ends the execution; the
// program cannot rescue it. Without it both branches run, see [Options.UnknownAs].
func (p *paths) DecideBy(decide func(*Unknown) (bool, error)) { p.decide = decide }

// decided returns what the host says of a value that is made of no others.
func (p *paths) decided(u *Unknown) symbolic.Ternary {
	switch as := p.in.options.UnknownAs; {
	case p.decide != nil:
		yes, err := p.decide(u) // whose error ends the execution
		if p.Stopped == nil {
			p.Stopped = err
		}
		return symbolic.Of(yes)
	case as != "":
		if f := p.in.options.Decided; f != nil && !p.Request {
			f(u)
		}
		return symbolic.Of(as == "true")
	}
	return symbolic.Undecided
}
