package dsl

// How built-in methods ask about values that only the application knows.

// ask answers a question that a built-in method has about a value that only the
// application knows. Where nothing decides it, the answer is no, and the
// method's result is unknown, see [Thread.unsure].
func (t *Thread) ask(u *Unknown) bool {
	yes, known := t.truth(u)
	if !known && t.asked == nil {
		t.asked = u
	}
	return yes
}

// truthy is [Truthy] as built-in methods ask it.
func (t *Thread) truthy(v Value) bool {
	if u, ok := v.(*Unknown); ok {
		return t.ask(u)
	}
	return Truthy(v)
}

func (c *Call) truthy(v Value) bool { return c.t.truthy(v) }

// askUnknown makes the result of a built-in method unknown if v is.
func (t *Thread) askUnknown(v Value) {
	if u, ok := v.(*Unknown); ok && u != nil {
		t.ask(&Unknown{Text: u.Text, Pos: u.Pos, form: unknownForm{vague: true}})
	}
}

// key is [hashKey] as built-in methods use it to compare values.
func (c *Call) key(v Value) any {
	c.t.askUnknown(c.t.unknownIn(v))
	key, steps := hashKey(v)
	c.t.used.steps += steps
	return key
}

// askEqual is ask for `a op b` of which one is unknown.
func (t *Thread) askEqual(a Value, op string, b Value) (bool, error) {
	if t.surelySame(a, b) {
		return true, nil
	}
	if u, ok := choiceOf(a); ok {
		return t.askEither(u, func(v Value) (bool, error) { return t.askOne(v, op, b) })
	}
	if u, ok := choiceOf(b); ok {
		return t.askEither(u, func(v Value) (bool, error) { return t.askOne(a, op, v) })
	}
	s := source{t: t, operator: true}
	s.value(a)
	s.add(" ", op, " ")
	s.value(b)
	return t.ask(s.unknown(t.pos)), nil
}

func choiceOf(v Value) (*choice, bool) {
	if u, ok := v.(*Unknown); ok {
		return u.form.choice, u.form.choice != nil
	}
	return nil, false
}

func (t *Thread) askOne(a Value, op string, b Value) (bool, error) {
	if op == "===" {
		return t.caseEqual(a, b)
	}
	return t.equal(a, b)
}

// askEither asks the same of both values that a condition picks from.
func (t *Thread) askEither(k *choice, question func(Value) (bool, error)) (bool, error) {
	answer := func(v Value) (Value, error) {
		outer := t.asked
		t.asked = nil
		yes, err := question(v)
		u := t.asked
		t.asked = outer
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
	return t.truthy(t.choose(k.when, yes, no)), nil
}

// maxDeciding bounds the questions of one method of which it runs both answers.
const maxDeciding = 5

// picked is what a condition picks that v is a choice of, asked as [Thread.ask] does.
func (t *Thread) picked(v Value) Value {
	for {
		k, ok := choiceOf(v)
		if !ok {
			return v
		}
		v = k.no
		if t.ask(k.when) {
			v = k.yes
		}
	}
}

// deciding runs code without effects on both sides of each condition that it asks, see
// [Thread.picked].
func (t *Thread) deciding(run func() Value) Value { return check(t.decidingOf(maxDeciding, run)) }

func (t *Thread) decidingOf(left int, run func() Value) (Value, error) {
	outer := t.asked
	t.asked = nil
	var v Value
	err := attempt(func() { v = run() })
	u := t.asked
	t.asked = outer
	if u == nil {
		return v, err
	}
	if left == 0 || t.derived || u.form.vague {
		if t.asked == nil {
			t.asked = u
		}
		return v, err
	}
	side := func() (Value, error) { return t.decidingOf(left-1, run) }
	return t.fork(u, side, side)
}
