package dsl

import "signalbox/dsl/internal/symbolic"

// How built-in methods ask about values that only the application knows.

// testTruth answers a question that a built-in method has about a value that only the
// application knows. Where nothing decides it, the answer is no, and the
// method's result is unknown, see [Call.unknownOutcome].
func (p *paths) testTruth(u *Unknown) bool {
	yes, known := p.truth(u)
	if !known && p.undecided == nil {
		p.undecided = u
	}
	return yes
}

// Truthy is [Truthy] as built-in methods ask it.
func (p *paths) truthy(v Value) bool {
	if u, ok := v.(*Unknown); ok {
		return p.testTruth(u)
	}
	return Truthy(v)
}

func (c *Call) Truthy(v Value) bool { return c.t.truthy(v) }

// testUnknown makes the result of a built-in method unknown if v is.
func (p *paths) testUnknown(v Value) {
	if u, ok := v.(*Unknown); ok && u != nil {
		p.testTruth(&Unknown{Node: symbolic.New(symbolic.Term{Text: u.Text(), Ambiguous: true}, u.Pos)})
	}
}

// key is [hashKey] as built-in methods use it to compare values.
func (c *Call) key(v Value) any {
	c.t.testUnknown(c.t.unknownIn(v))
	key, steps := hashKey(v)
	c.t.used.steps += steps
	return key
}

// testEqual is ask for `a op b` of which one is unknown.
func (t *Thread) testEqual(a Value, op string, b Value) (bool, error) {
	if t.mustEqual(a, b) {
		return true, nil
	}
	if u, ok := choiceOf(a); ok {
		return t.testEither(u, func(v Value) (bool, error) { return t.testOne(v, op, b) })
	}
	if u, ok := choiceOf(b); ok {
		return t.testEither(u, func(v Value) (bool, error) { return t.testOne(a, op, v) })
	}
	s := source{p: &t.paths, needsParens: true}
	s.value(a)
	s.add(" ", op, " ")
	s.value(b)
	return t.testTruth(s.unknown(t.pos)), nil
}

func choiceOf(v Value) (*choice, bool) {
	if u, ok := v.(*Unknown); ok {
		return u.choice, u.choice != nil
	}
	return nil, false
}

func (t *Thread) testOne(a Value, op string, b Value) (bool, error) {
	if op == "===" {
		return t.caseEqual(a, b)
	}
	return t.equal(a, b)
}

// asking runs code and returns the question that it asks which only the application can
// answer, nil if there is none.
func (p *paths) asking(run func() error) (u *Unknown, err error) {
	defer func(outer *Unknown) { u, p.undecided = p.undecided, outer }(p.undecided)
	p.undecided = nil
	return nil, run()
}

// testEither asks the same of both values that a condition picks from.
func (t *Thread) testEither(k *choice, question func(Value) (bool, error)) (bool, error) {
	answer := func(v Value) (Value, error) {
		yes := false
		u, err := t.asking(func() (err error) {
			yes, err = question(v)
			return err
		})
		if u != nil {
			return u, err
		}
		return Bool(yes), err
	}
	yes, err := answer(k.yes)
	if err != nil {
		return false, err
	}
	no, err := answer(k.no)
	if err != nil {
		return false, err
	}
	return t.truthy(t.merge(k.when, yes, no)), nil
}

// maxDeciding bounds the questions of one method of which it runs both answers.
const maxDeciding = 5

// picked is what a condition picks that v is a choice of, asked as [paths.testTruth] does.
func (p *paths) picked(v Value) Value {
	for {
		k, ok := choiceOf(v)
		if !ok {
			return v
		}
		v = k.no
		if p.testTruth(k.when) {
			v = k.yes
		}
	}
}

// here is what v is under the conditions around the code.
func (p *paths) here(v Value) Value {
	if k, ok := choiceOf(v); ok {
		if yes, known := p.implied(k.when); known && yes {
			return p.here(k.yes)
		} else if known {
			return p.here(k.no)
		}
	}
	return v
}

// deciding runs code without effects on both branches of each condition that it asks, see
// [paths.picked].
func (t *Thread) deciding(run func() Value) Value { return Check(t.decidingOf(maxDeciding, run)) }

func (t *Thread) decidingOf(left int, run func() Value) (Value, error) {
	var v Value
	u, err := t.asking(func() error { return Attempt(func() { v = run() }) })
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
