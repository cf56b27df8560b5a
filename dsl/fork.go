package dsl

import (
	"cmp"
	"slices"

	"signalbox/dsl/internal/journal"
	"signalbox/dsl/internal/running"
	"signalbox/dsl/internal/symbolic"
)

// The paths are how the running code was come to: the conditions that it depends on,
// what it has changed under them, and the calls and rescue clauses around it. Their
// methods keep account of that, say what is known of a condition, and make unknown
// values. They run code only where they are given it, and ask values nothing that a
// method of the program could answer: to join what two branches leave takes a [Thread].
type paths struct {
	meter
	requestState
	decide     func(*Unknown) (bool, error) // see [Thread.DecideBy]
	pathCond   []assumption                 // the undecided conditions
	conditions []Condition                  // those of pathCond, as far as the host asked for them
	journal    *branchLog                   // what the running branch of a condition has changed
	told       []toldValue                  // those that Options.Given tells
	stack      []Frame
	running    running.Stack[Value]
	handlers   []handler // the code with rescue clauses of begin and def
	rescuing   int       // rescue clauses around the code
	recovery   *recovery // the block that runs whatever goes wrong in it
	depth      int
	nested     int                   // the expressions around the one that runs, in all calls
	caller     *frame                // of the last call that the program wrote, for block_given?
	matches    map[*frame]*MatchData // $~ of each method
	exception  *Object               // $!

	// Of the running built-in method.
	undecided   *Unknown // the first question that only the application can answer
	lastYielded *Unknown // the last unknown value that a block gave
	gathering   bool     // see [Call.gathered]
	derived     *Call    // of the method of core that runs, see [Call.derive]
}

// An assumption is a condition that the running code depends on.
type assumption struct {
	u *Unknown
	// pending is set where the other branch left the code early, with `next` or
	// `return`: the condition holds until the place that it went to.
	pending *pendingJump
	// wraps is [Condition.Wraps].
	wraps bool
}

// A pendingJump is a jump of one branch of a condition, which is not at its target yet.
type pendingJump struct {
	jump *jump
	left *state     // what it left behind
	rest *branchLog // what the code that it skipped has changed since
}

// assume makes the code that follows depend on u.
func (p *paths) assume(u *Unknown, x *pendingJump) {
	p.pathCond = append(p.pathCond, assumption{u: u, pending: x})
}

// Conditions returns the undecided conditions of the running code, the outermost first: those
// of an `if` whose condition is an [Unknown]. The host may keep the list, which never changes.
// Most code that runs under a condition asks for none: they are made when they are asked for,
// up to the ones that an earlier call has made.
func (p *paths) Conditions() []Condition {
	made := len(p.conditions)
	if made == len(p.pathCond) {
		return p.conditions
	}
	all := make([]Condition, made, len(p.pathCond))
	copy(all, p.conditions)
	for _, h := range p.pathCond[made:] {
		all = append(all, conditionOf(h.u, h.wraps))
	}
	p.conditions = all
	return all
}

// EvalConds returns the value of conditions that the host has kept as the code now
// sees them: true, false, or an [Unknown].
func (p *paths) EvalConds(list []Condition) Value {
	var open *Unknown
	for _, c := range list {
		u := c.value()
		switch yes, known := p.implied(u); {
		case known && !yes:
			return False
		case !known:
			open = open.And(u)
		}
	}
	return p.Seen(open)
}

// Seen returns the value of a condition as the code sees it: true, false, or u itself. It
// is true for nil.
func (p *paths) Seen(u *Unknown) Value {
	if u == nil {
		return True
	}
	if yes, known := p.implied(u); known {
		return Bool(yes)
	}
	return u
}

// Within runs code under conditions that the host has kept.
func (p *paths) Within(list []Condition, run func() error) error {
	n := len(p.pathCond)
	for _, c := range list {
		p.pathCond = append(p.pathCond, assumption{u: c.value(), wraps: c.Wraps})
	}
	defer p.retract(n)
	return run()
}

// Unwrapped runs code that the methods around it cannot change, only run or not: the
// conditions it is under wrap nothing in it, see [Condition.Wraps].
func (p *paths) Unwrapped(run func() error) error {
	around := slices.Clone(p.pathCond)
	if !slices.ContainsFunc(around, func(h assumption) bool { return h.wraps }) {
		return run()
	}
	for i := range p.pathCond {
		p.pathCond[i].wraps = false
	}
	p.conditions = nil
	defer func() {
		for i, h := range around {
			p.pathCond[i].wraps = h.wraps
		}
		p.conditions = nil
	}()
	return run()
}

// Noted returns u as a condition that the host may keep.
func (*paths) Noted(u *Unknown) Condition { return conditionOf(u, false) }

func conditionOf(u *Unknown, wraps bool) Condition {
	return Condition{Text: u.Text(), Pos: u.Pos, Wraps: wraps, of: u}
}

func (p *paths) retract(n int) {
	p.pathCond = p.pathCond[:n]
	p.conditions = p.conditions[:min(n, len(p.conditions))]
}

// Condition is u as a condition: of a choice whose values are true and false,
// what decides between them.
func (p *paths) Condition(u *Unknown) *Unknown {
	if !u.Compound() {
		return u
	}
	e := symbolic.Evaluator{Facts: facts{p, u}}
	if n := e.Decisive(&u.Node); n != &u.Node {
		return &Unknown{Node: *n}
	}
	return u
}

// A branch is what running one side of an undecided condition came to.
type branch struct {
	v        Value
	err      error
	pending  []assumption // of code in it that left for a place further out
	endState *state       // what it left behind
	log      *branchLog

	memory int // of endState
}

// fork runs both branches of an undecided condition, each under its condition, or
// the one that Options.UnknownAs or the conditions around the code pick. What
// the branches leave different is unknown, like the value
// of the whole.
func (t *Thread) fork(u *Unknown, yes, no func() (Value, error)) (Value, error) {
	u = t.Condition(u)
	if is, known := t.TruthOf(u); known {
		if is {
			return yes()
		}
		return no()
	}
	if t.derived != nil {
		t.TestTruth(u)
		var v Value
		var err error
		t.where(t.not(u), func() { v, err = no() })
		return v, err
	}
	t.Used.Steps += forkSteps
	if err := t.Step(); err != nil {
		return nil, err
	}
	if len(t.pathCond) >= maxConds {
		return nil, &LimitError{Limit: "undecided conditions around one place", Max: maxConds, Pos: t.At}
	}
	a := t.runBranch(assumption{u: u}, yes)
	if isLimit(a.err) {
		return nil, a.err
	}
	a.log.Undo()
	b := t.runBranch(assumption{u: t.not(u)}, no)
	if isLimit(b.err) {
		return nil, b.err
	}
	return t.join(u, a, b)
}

// join is joinBranches of branches that are not needed any longer.
func (t *Thread) join(u *Unknown, a, b *branch) (Value, error) {
	n := len(t.pathCond)
	v, err := t.joinBranches(u, a, b)
	if len(t.pathCond) == n { // no pending jump has kept what they left behind
		*t.Used.Memory -= a.memory + b.memory
	}
	return v, err
}

// forkSteps is what it takes to run two branches and to join them.
const forkSteps = 20

// maxConds bounds the conditions that one piece of code depends on.
const maxConds = 1000

func (p *paths) runBranch(h assumption, run func() (Value, error)) *branch {
	n := len(p.pathCond)
	s := &branch{log: p.openJournal()}
	p.pathCond = append(p.pathCond, h)
	s.v, s.err = p.contained(run)
	for len(p.pathCond) > n+1 {
		s.pending = append(s.pending, p.popJump())
	}
	slices.Reverse(s.pending)
	p.retract(n)
	s.endState = s.log.Now()
	s.memory = s.endState.Memory(sizeHeld)
	p.Used.Steps += s.memory / journal.HeldPerStep
	p.ChargeMemory(s.memory)
	for _, x := range s.pending {
		x.pending.left.AddMissing(s.endState)
	}
	p.closeJournal()
	return s
}

// popJump takes the innermost condition, which must have a pending jump, from the
// stack.
func (p *paths) popJump() assumption {
	h := p.pathCond[len(p.pathCond)-1]
	p.retract(len(p.pathCond) - 1)
	if h.pending != nil {
		h.pending.left.AddMissing(&h.pending.rest.Before)
		p.closeJournal()
	}
	return h
}

// deferJump makes the code that follows depend on u, which is not where x went.
func (p *paths) deferJump(u *Unknown, x *pendingJump) {
	p.assume(u, x)
	x.rest = p.openJournal()
}

// joinBranches brings the two branches of u together. The state is that of b.
func (t *Thread) joinBranches(u *Unknown, a, b *branch) (Value, error) {
	jumps := pendingJumpsOf(u, a, b)
	a.endState.AddMissing(&b.log.Before)
	b.endState.AddMissing(&a.log.Before)
	jumpA, jumpB := t.pendingJumpOf(a.err), t.pendingJumpOf(b.err)
	v, err := b.v, b.err
	switch {
	case a.err == nil && b.err == nil:
		t.joinState(u, a.endState)
		v = t.Merge(u, a.v, b.v)
	case jumpA != nil && (jumpB != nil || b.err == nil):
		jumps = append(jumps, assumption{u: u.Not(), pending: &pendingJump{jump: jumpA, left: a.endState}})
	case jumpB != nil && a.err == nil:
		jumps = append(jumps, assumption{u: u, pending: &pendingJump{jump: jumpB, left: b.endState}})
		t.writeState(a.endState)
		v, err = a.v, nil
	case a.err == nil || jumpA != nil:
		t.noteError(u, false, b.err)
		t.writeState(a.endState)
		v, err = a.v, a.err
	case b.err == nil || jumpB != nil:
		t.noteError(u, true, a.err)
	default:
		err = a.err
	}
	for _, x := range jumps {
		t.deferJump(x.u, x.pending)
	}
	return v, err
}

// pendingJumpsOf returns the pending jumps within both branches, as they are seen around them.
func pendingJumpsOf(u *Unknown, a, b *branch) []assumption {
	var jumps []assumption
	for _, x := range a.pending {
		x.pending.left.AddMissing(&b.log.Before)
		jumps = append(jumps, assumption{u: u.onlyWhere(x.u), pending: x.pending})
	}
	for _, x := range b.pending {
		x.pending.left.AddMissing(&a.log.Before)
		jumps = append(jumps, assumption{u: u.Not().onlyWhere(x.u), pending: x.pending})
	}
	return jumps
}

// pendingJumpOf returns the jump that err is, or that it is if a rescue clause around
// the code may take it; nil for others.
func (p *paths) pendingJumpOf(err error) *jump {
	switch err := err.(type) {
	case *jump:
		return err
	case *EvalError:
		if p.rescuing > 0 {
			return &jump{raised: err, value: Nil}
		}
	}
	return nil
}

// joinJumps is for the end of the code that jumps may go to: it ends the one that err is if it
// goes here, and joins the branches that have left the code early for here. n is the number of
// conditions when the code began, v and err are what it came to.
func (t *Thread) joinJumps(n int, v Value, err error, here func(*jump) bool) (Value, error) {
	if j, ok := err.(*jump); ok && here(j) {
		v, err = j.value, nil
	}
	return t.joinJumpsWith(n, v, err, here, func(j *jump) (Value, error) { return j.value, nil })
}

// joinJumpsWith is joinJumps for code that goes on in its own way with what has left.
func (t *Thread) joinJumpsWith(n int, v Value, err error, here func(*jump) bool, arrive func(*jump) (Value, error)) (Value, error) {
	if len(t.pathCond) <= n {
		return v, err
	}
	if isLimit(err) {
		t.abandon(n)
		return v, err
	}
	var through []assumption // jumps that go further out
	for len(t.pathCond) > n {
		h := t.popJump()
		if !here(h.pending.jump) {
			through = append(through, h)
			continue
		}
		for i := range through { // what they left is so only where the code went on to them
			through[i].pending.left.Fill(h.pending.left)
			through[i].u = h.u.onlyWhere(through[i].u)
		}
		depth := len(t.pathCond)
		v, err = t.fork(h.u.Not(), func() (Value, error) {
			t.writeState(h.pending.left)
			return arrive(h.pending.jump)
		}, func() (Value, error) { return v, err })
		if isLimit(err) {
			return v, err
		}
		for len(t.pathCond) > depth { // what arrive or err left for, further out
			through = append(through, t.popJump())
		}
	}
	slices.Reverse(through)
	for _, h := range through {
		t.deferJump(h.u, h.pending)
	}
	return v, err
}

// abandon drops conditions when the program ends with a limit.
func (p *paths) abandon(n int) {
	for len(p.pathCond) > n {
		p.popJump()
	}
}

// noteError tells the host that one branch of an undecided condition ends in an
// error.
func (m *meter) noteError(u *Unknown, branch bool, err error) {
	ee, ok := err.(*EvalError)
	if !ok || m.in.options.Fails == nil {
		return
	}
	if n, ok := u.Negated(); ok {
		u, branch = &Unknown{Node: *n}, !branch
	}
	m.At = u.Pos
	m.hint(ee)
	m.in.options.Fails(u, branch, ee)
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
		n := len(t.pathCond)
		v, err := t.skipErrors(u.Text(), block, func() (Value, error) { return t.callProc(block, block.UnknownArguments(u), nil) })
		return t.catchBreak(n, v, err, block, true)
	}
	if yes, known := t.implied(u); known && yes {
		_, err := run()
		return u, err
	}
	t.Used.Steps += forkSteps
	a := t.runBranch(assumption{u: u, wraps: wraps}, run)
	if isLimit(a.err) {
		return nil, a.err
	}
	if ee, ok := a.err.(*EvalError); ok && t.rescuing == 0 {
		t.reportSkipRest(u.Text(), block, ee)
		a.err = nil
	}
	a.log.Undo()
	b := &branch{v: Nil, log: &branchLog{}, endState: &state{}}
	if _, err := t.join(u, a, b); err != nil {
		return nil, err
	}
	return u, nil
}

// UnknownArguments returns what an unknown method with the value u passes to the block.
func (p *Proc) UnknownArguments(u *Unknown) []Value {
	n := p.Arity()
	if n < 0 {
		n = -n - 1
	}
	args := make([]Value, n)
	for i := range args {
		arg := u.argument(i)
		arg.mayAlias = observerAround(p)
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
	a := &Proc{fn: func(*Call) (_ Value, err error) {
		if block == nil {
			v, err = run()
		} else {
			v, err = t.skipErrors("`"+c.Text+"`", block, run)
		}
		return v, err
	}}
	if _, err := t.runUnderCondition(u, a, c.Wraps); err != nil {
		return nil, err
	}
	return v, nil
}

// Fork runs both branches of a condition that only the application knows, as an
// `if` does. The result is known if both branches give the same.
func (t *Thread) Fork(u *Unknown, yes, no func() (Value, error)) (Value, error) {
	return t.fork(u, yes, no)
}

// forkChoice runs code with each of two values that a condition picks from.
func (t *Thread) forkChoice(k *choice, run func(Value) (Value, error)) (Value, error) {
	return t.fork(k.when, func() (Value, error) { return run(k.yes) }, func() (Value, error) { return run(k.no) })
}

// ForkElement runs code on both branches of the condition that decides on the i-th element of a
// list, with the list as they see it.
func (t *Thread) ForkElement(list []Value, i int, run func([]Value) (Value, error)) (Value, error) {
	u := list[i].(*Unknown)
	side := func() (Value, error) { return run(t.listHere(list)) }
	return t.fork(cmp.Or(u.alternative, u.optional).when, side, side)
}

// RunWhere runs code where u holds, and nothing elsewhere.
func (t *Thread) RunWhere(u *Unknown, run func() error) error {
	_, err := t.fork(u, func() (Value, error) { return Nil, run() }, func() (Value, error) { return Nil, nil })
	return err
}

// unknownAndOr is `u && r` and `u || r`. The right side runs under the
// condition, because it may draw (`Settings.x? and get "a"`).
func (t *Thread) unknownAndOr(u *Unknown, right func() (Value, error), and bool) (Value, error) {
	if yes, known := t.TruthOf(u); known {
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
	yes, no, op := run, func() (Value, error) { return u, nil }, " && "
	if !and {
		yes, no, op = no, yes, " || "
	}
	v, err := t.fork(u, yes, no)
	return t.operatorResult(u, r, v, op), err
}

// operatorResult is the value of `u && r` or `u || r`; r is nil where it left
// the code.
func (p *paths) operatorResult(u *Unknown, r, joined Value, op string) Value {
	result, ok := joined.(*Unknown)
	if r == nil || !ok || result.alternative == nil {
		return joined
	}
	right, unknown := r.(*Unknown)
	and := op == " && "
	if unknown && and {
		return u.And(right).MayBe(right.aliases)
	}
	if unknown {
		return u.Or(right).MayBe(u.aliases, right.aliases)
	}
	s := p.source(u.Operand(), op, r)
	s.needsParens, s.ambiguous = true, s.ambiguous || u.Ambiguous()
	result.Node = symbolic.Rewritten(&result.Node, s.term())
	return result
}
