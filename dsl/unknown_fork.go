package dsl

import (
	"slices"

	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
)

// A held condition is one that the running code depends on.
type held struct {
	u *Unknown
	// exit is set where the other side left the code early, with `next` or
	// `return`: the condition holds until the place that it went to.
	exit *exit
	// wraps is [Condition.Wraps].
	wraps bool
}

// An exit is the side of a condition that left the code around it.
type exit struct {
	jump *jump
	left *state   // what it left behind
	rest *journal // what the code that it skipped has changed since
}

// hold makes the code that follows depend on u.
func (t *Thread) hold(u *Unknown, x *exit) {
	t.held = append(t.held, held{u: u, exit: x})
}

// noted returns the conditions of the running code as the host may keep them. Most
// code that runs under a condition asks for none: they are made when they are
// asked for, up to the ones that an earlier call has made.
func (t *Thread) noted() []Condition {
	made := len(t.conditions)
	if made == len(t.held) {
		return t.conditions
	}
	all := make([]Condition, made, len(t.held))
	copy(all, t.conditions)
	for _, h := range t.held[made:] {
		all = append(all, conditionOf(h.u, h.wraps))
	}
	t.conditions = all
	return all
}

// Holding returns the value of conditions that were noted earlier as the code now
// sees them: true, false, or an [Unknown].
func (t *Thread) Holding(list []Condition) Value {
	var open *Unknown
	for _, c := range list {
		u := c.value()
		switch yes, known := t.implied(u); {
		case known && !yes:
			return False
		case !known:
			open = open.And(u)
		}
	}
	return t.Seen(open)
}

// Seen returns the value of a condition as the code sees it: true, false, or u itself. It
// is true for nil.
func (t *Thread) Seen(u *Unknown) Value {
	if u == nil {
		return True
	}
	if yes, known := t.implied(u); known {
		return Bool(yes)
	}
	return u
}

// Within runs code under conditions that were noted earlier.
func (t *Thread) Within(list []Condition, run func() error) error {
	n := len(t.held)
	for _, c := range list {
		t.held = append(t.held, held{u: c.value(), wraps: c.Wraps})
	}
	defer t.release(n)
	return run()
}

// Unwrapped runs code that the methods around it cannot change, only run or not: the
// conditions it is under wrap nothing in it, see [Condition.Wraps].
func (t *Thread) Unwrapped(run func() error) error {
	around := slices.Clone(t.held)
	if !slices.ContainsFunc(around, func(h held) bool { return h.wraps }) {
		return run()
	}
	for i := range t.held {
		t.held[i].wraps = false
	}
	t.conditions = nil
	defer func() {
		for i, h := range around {
			t.held[i].wraps = h.wraps
		}
		t.conditions = nil
	}()
	return run()
}

// Noted returns u as a condition that the host may keep.
func (t *Thread) Noted(u *Unknown) Condition { return conditionOf(u, false) }

func conditionOf(u *Unknown, wraps bool) Condition {
	return Condition{Text: u.Text(), Pos: u.Pos, Wraps: wraps, of: u}
}

func (t *Thread) release(n int) {
	t.held = t.held[:n]
	t.conditions = t.conditions[:min(n, len(t.conditions))]
}

// condition is u as a condition: of a choice whose values are true and false,
// what decides between them.
func (t *Thread) condition(u *Unknown) *Unknown {
	e := t.evaluator(u)
	n := symbolic.Decisive(&u.Node, e.Eval)
	if n == &u.Node {
		return u
	}
	return &Unknown{Node: *n}
}

// A side is what running one side of an undecided condition came to.
type side struct {
	v     Value
	err   error
	exits []held // of code in it that left for a place further out
	after *state // what it left behind
	log   *journal

	memory int // of after
}

// fork runs both sides of an undecided condition, each under its condition, or
// the one that Options.UnknownAs or the conditions around the code pick. What
// the sides leave different is known to the application only, like the value
// of the whole.
func (t *Thread) fork(u *Unknown, yes, no func() (Value, error)) (Value, error) {
	u = t.condition(u)
	if is, known := t.truth(u); known {
		if is {
			return yes()
		}
		return no()
	}
	if t.derived {
		t.ask(u)
		return no()
	}
	t.used.steps += forkSteps
	if err := t.step(); err != nil {
		return nil, err
	}
	if len(t.held) >= maxHeld {
		return nil, &LimitError{Limit: "undecided conditions around one place", Max: maxHeld, Pos: t.pos}
	}
	a := t.runSide(held{u: u}, yes)
	if isLimit(a.err) {
		return nil, a.err
	}
	a.log.undo()
	b := t.runSide(held{u: t.not(u)}, no)
	if isLimit(b.err) {
		return nil, b.err
	}
	return t.join(u, a, b)
}

// join is joinSides of sides that are not needed any longer.
func (t *Thread) join(u *Unknown, a, b *side) (Value, error) {
	n := len(t.held)
	v, err := t.joinSides(u, a, b)
	if len(t.held) == n { // no exit has kept what they left behind
		*t.used.memory -= a.memory + b.memory
	}
	return v, err
}

// forkSteps is what it takes to run two sides and to join them.
const forkSteps = 20

// maxHeld bounds the conditions that one piece of code depends on.
const maxHeld = 1000

func (t *Thread) runSide(h held, run func() (Value, error)) *side {
	n := len(t.held)
	s := &side{log: t.openJournal()}
	t.held = append(t.held, h)
	s.v, s.err = run()
	for len(t.held) > n+1 {
		s.exits = append(s.exits, t.closeExit())
	}
	slices.Reverse(s.exits)
	t.release(n)
	s.after = t.now(s.log)
	s.memory = s.after.memory()
	t.grow(s.memory)
	for _, x := range s.exits {
		x.exit.left.addMissing(s.after)
	}
	t.closeJournal()
	return s
}

// closeExit takes the innermost held condition, which must be an exit, from the
// stack.
func (t *Thread) closeExit() held {
	h := t.held[len(t.held)-1]
	t.release(len(t.held) - 1)
	if h.exit != nil {
		h.exit.left.addMissing(&h.exit.rest.before)
		t.closeJournal()
	}
	return h
}

// openExit makes the code that follows depend on u, which is not where x went.
func (t *Thread) openExit(u *Unknown, x *exit) {
	t.hold(u, x)
	x.rest = t.openJournal()
}

// joinSides brings the two sides of u together. The state is that of b.
func (t *Thread) joinSides(u *Unknown, a, b *side) (Value, error) {
	exits := exitsOf(u, a, b)
	a.after.addMissing(&b.log.before)
	b.after.addMissing(&a.log.before)
	jumpA, jumpB := t.exitOf(a.err), t.exitOf(b.err)
	v, err := b.v, b.err
	switch {
	case a.err == nil && b.err == nil:
		t.joinState(u, a.after)
		v = t.choose(u, a.v, b.v)
	case jumpA != nil && jumpB != nil && jumpA.sameTarget(jumpB):
		t.joinState(u, a.after)
		err = &jump{kind: jumpA.kind, throw: jumpA.throw, tag: jumpA.tag, value: t.choose(u, jumpA.value, jumpB.value)}
	case jumpA != nil && (jumpB != nil || b.err == nil):
		exits = append(exits, held{u: u.Not(), exit: &exit{jump: jumpA, left: a.after}})
	case jumpB != nil && a.err == nil:
		exits = append(exits, held{u: u, exit: &exit{jump: jumpB, left: b.after}})
		t.writeState(a.after)
		v, err = a.v, nil
	case a.err == nil || jumpA != nil:
		t.noteError(u, false, b.err)
		t.writeState(a.after)
		v, err = a.v, a.err
	case b.err == nil || jumpB != nil:
		t.noteError(u, true, a.err)
	default:
		err = a.err
	}
	for _, x := range exits {
		t.openExit(x.u, x.exit)
	}
	return v, err
}

// exitsOf returns the exits within both sides, as they are seen around them.
func exitsOf(u *Unknown, a, b *side) []held {
	var exits []held
	for _, x := range a.exits {
		x.exit.left.addMissing(&b.log.before)
		exits = append(exits, held{u: u.onlyWhere(x.u), exit: x.exit})
	}
	for _, x := range b.exits {
		x.exit.left.addMissing(&a.log.before)
		exits = append(exits, held{u: u.Not().onlyWhere(x.u), exit: x.exit})
	}
	return exits
}

// exitOf returns the jump that err is, or that it is if a rescue clause around
// the code may take it; nil for others.
func (t *Thread) exitOf(err error) *jump {
	switch err := err.(type) {
	case *jump:
		return err
	case *EvalError:
		if t.rescuing > 0 {
			return &jump{raised: err, value: Nil}
		}
	}
	return nil
}

// sameTarget reports whether two jumps go to the same place.
func (j *jump) sameTarget(other *jump) bool {
	if j.raised != nil || other.raised != nil {
		return false
	}
	if j.throw || other.throw {
		return j.throw && other.throw && sameTag(j.tag.(Value), other.tag.(Value))
	}
	return j.kind == other.kind && j.tag == other.tag
}

// land is for the end of the code that jumps may go to: it joins the sides that
// have left the code early for here. n is the number of conditions held when
// the code began, v and err are what it came to.
func (t *Thread) land(n int, v Value, err error, here func(*jump) bool) (Value, error) {
	return t.landWith(n, v, err, here, func(j *jump) (Value, error) { return j.value, nil })
}

// landWith is land for code that goes on in its own way with what has left.
func (t *Thread) landWith(n int, v Value, err error, here func(*jump) bool, arrive func(*jump) (Value, error)) (Value, error) {
	if len(t.held) <= n {
		return v, err
	}
	if isLimit(err) {
		t.abandon(n)
		return v, err
	}
	var through []held // exits that go further out
	for len(t.held) > n {
		h := t.closeExit()
		if !here(h.exit.jump) {
			through = append(through, h)
			continue
		}
		for i := range through { // what they left is so only where the code went on to them
			through[i].exit.left.fill(h.exit.left)
			through[i].u = h.u.onlyWhere(through[i].u)
		}
		depth := len(t.held)
		v, err = t.fork(h.u.Not(), func() (Value, error) {
			t.writeState(h.exit.left)
			return arrive(h.exit.jump)
		}, func() (Value, error) { return v, err })
		if isLimit(err) {
			return v, err
		}
		for len(t.held) > depth { // what arrive or err left for, further out
			through = append(through, t.closeExit())
		}
	}
	slices.Reverse(through)
	for _, h := range through {
		t.openExit(h.u, h.exit)
	}
	return v, err
}

// abandon drops conditions when the program ends with a limit.
func (t *Thread) abandon(n int) {
	for len(t.held) > n {
		t.closeExit()
	}
}

// noteError tells the host that one side of an undecided condition ends in an
// error.
func (t *Thread) noteError(u *Unknown, side bool, err error) {
	ee, ok := err.(*EvalError)
	if !ok || t.in.options.Fails == nil {
		return
	}
	if n, ok := u.Negated(); ok {
		u, side = &Unknown{Node: *n}, !side
	}
	t.pos = u.Pos
	t.hint(ee)
	t.in.options.Fails(u, side, ee)
}

// isLimit tells errors that end the program whatever the conditions.
func isLimit(err error) bool {
	switch err.(type) {
	case nil, *EvalError, *jump:
		return false
	}
	return true
}

// runUnderCondition runs a block that only an unknown method decides to run; wraps is
// [Condition.Wraps]. It runs whatever Options.UnknownAs says: most such methods do run
// their block.
func (t *Thread) runUnderCondition(u *Unknown, block *Proc, wraps bool) (Value, error) {
	run := func() (Value, error) {
		n := len(t.held)
		v, err := t.recovering(u.Text(), block, func() (Value, error) { return t.callProc(block, unknownArguments(u, block), nil) })
		return t.catchBreak(n, v, err, block, true)
	}
	if yes, known := t.implied(u); known && yes {
		_, err := run()
		return u, err
	}
	t.used.steps += forkSteps
	a := t.runSide(held{u: u, wraps: wraps}, run)
	if isLimit(a.err) {
		return nil, a.err
	}
	if ee, ok := a.err.(*EvalError); ok && t.rescuing == 0 {
		t.noteLostRest(u.Text(), block, ee)
		a.err = nil
	}
	a.log.undo()
	b := &side{v: Nil, log: &journal{}, after: &state{}}
	if _, err := t.join(u, a, b); err != nil {
		return nil, err
	}
	return u, nil
}

// UnknownArguments is what a method that only the application knows, of which u
// is the value, gives the block.
func (p *Proc) UnknownArguments(u *Unknown) []Value { return unknownArguments(u, p) }

// unknownArguments is what an unknown method gives its block.
func unknownArguments(u *Unknown, block *Proc) []Value {
	n := block.Arity()
	if n < 0 {
		n = -n - 1
	}
	args := make([]Value, n)
	for i := range args {
		arg := u.argument(i)
		arg.mayAlias = witnessAround(block)
		args[i] = arg
	}
	return args
}

// Under runs code that a method of the host runs only if it likes, as the block
// of an unknown word: everything in it depends on a condition like that.
// block is the one that belongs to the word: an error in a statement of it loses
// only that statement, see Options.Note.
func (t *Thread) Under(c Condition, block *Proc, run func() (Value, error)) (Value, error) {
	u := NewUnknown(c.Text, c.Pos)
	var v Value
	a := &Proc{arity: 0, fn: func(*Call) (Value, error) {
		var err error
		if block != nil {
			v, err = t.recovering("`"+c.Text+"`", block, run)
		} else {
			v, err = run()
		}
		return v, err
	}}
	if _, err := t.runUnderCondition(u, a, c.Wraps); err != nil {
		return nil, err
	}
	return v, nil
}

// Fork runs both sides of a condition that only the application knows, as an
// `if` does. The result is known if both sides give the same.
func (t *Thread) Fork(u *Unknown, yes, no func() (Value, error)) (Value, error) {
	return t.fork(u, yes, no)
}

// runWhere runs code where u holds, and nothing elsewhere.
func (t *Thread) runWhere(u *Unknown, run func() error) error {
	_, err := t.fork(u, func() (Value, error) { return Nil, run() }, func() (Value, error) { return Nil, nil })
	return err
}

// evalFork is fork for two pieces of code.
func (t *Thread) evalFork(e *env, u *Unknown, yes, no *grammar.Stmts) (Value, error) {
	return t.fork(u, func() (Value, error) { return t.evalStmts(e, yes) }, func() (Value, error) { return t.evalStmts(e, no) })
}

// unknownAndOr is `u && r` and `u || r`. The right side runs under the
// condition, because it may draw (`Settings.x? and get "a"`).
func (t *Thread) unknownAndOr(u *Unknown, right func() (Value, error), and bool) (Value, error) {
	if yes, known := t.truth(u); known {
		if yes == and {
			return right()
		}
		if and && t.in.options.UnknownAs != "" {
			return False, nil
		}
		return u, nil
	}
	var r Value
	run := func() (Value, error) {
		v, err := right()
		r = v
		return v, err
	}
	same := func() (Value, error) { return u, nil }
	if !and {
		v, err := t.fork(u, same, run)
		return t.operatorResult(u, r, v, " || "), err
	}
	v, err := t.fork(u, run, same)
	return t.operatorResult(u, r, v, " && "), err
}

// operatorResult is the value of `u && r` or `u || r`; r is nil where it left
// the code.
func (t *Thread) operatorResult(u *Unknown, r, joined Value, op string) Value {
	result, ok := joined.(*Unknown)
	if r == nil || !ok || result.choice == nil {
		return joined
	}
	right, unknown := r.(*Unknown)
	and := op == " && "
	if unknown && and {
		return u.And(right).mayBe(right.aliases)
	}
	if unknown {
		return u.Or(right).mayBe(u.aliases, right.aliases)
	}
	s := source{t: t, needsParens: true, ambiguous: u.Ambiguous()}
	s.add(u.Operand(), op)
	s.value(r)
	result.Node = symbolic.Rewritten(&result.Node, s.term())
	return result
}
