package dsl

import (
	"fmt"
	"slices"

	"signalbox/grammar"
)

// evalIf is `if` and `unless`. A condition that only the application knows runs
// both sides, each marked with the condition it depends on.
func (t *Thread) evalIf(e *env, x *grammar.If) (Value, error) {
	cond, err := t.evalCondition(e, x.Cond)
	if err != nil {
		return nil, err
	}
	yes, no := x.Then, x.Else
	if x.Unless {
		yes, no = no, yes
	}
	if u, ok := cond.(*Unknown); ok {
		if x.Unless {
			u = u.Not()
			yes, no = no, yes
			return t.evalFork(e, u, yes, no)
		}
		return t.evalFork(e, u, yes, no)
	}
	if t.holds(cond) {
		return t.evalStmts(e, yes)
	}
	return t.evalStmts(e, no)
}

// evalCondition is eval of a condition, in which `a..b` is a flip-flop: on from
// where a holds to where b does.
func (t *Thread) evalCondition(e *env, x grammar.Expr) (Value, error) {
	inner := x
	if p, ok := x.(*grammar.Paren); ok && len(p.Stmts.List) == 1 {
		inner = p.Stmts.List[0]
	}
	if r, ok := inner.(*grammar.Range); ok && r.Lo != nil && r.Hi != nil {
		return t.flipFlop(e, r)
	}
	return t.eval(e, x)
}

func (t *Thread) flipFlop(e *env, r *grammar.Range) (Value, error) {
	outer := e
	for outer.outer != nil {
		outer = outer.outer
	}
	name := fmt.Sprintf("%%flip-flop %p", r) // no variable of a program has such a name
	on, _ := outer.get(name)
	starting := on == nil || on == False
	if starting {
		v, err := t.eval(e, r.Lo)
		if err == nil && IsUnknown(v) {
			err = unknownFlipFlop(r)
		}
		if err != nil || !t.holds(v) {
			return False, err
		}
		outer.set(name, True)
		if r.Exclusive {
			return True, nil
		}
	}
	v, err := t.eval(e, r.Hi)
	if err == nil && IsUnknown(v) {
		err = unknownFlipFlop(r)
	}
	if err != nil {
		return nil, err
	}
	outer.set(name, Bool(!t.holds(v)))
	return True, nil
}

func unknownFlipFlop(r *grammar.Range) error {
	return &grammar.UnsupportedError{Pos: r.Start(), What: "a flip-flop of what only the application knows"}
}

func (t *Thread) evalTernary(e *env, x *grammar.Ternary) (Value, error) {
	cond, err := t.evalCondition(e, x.Cond)
	if err != nil {
		return nil, err
	}
	if u, ok := cond.(*Unknown); ok {
		return t.fork(u, func() (Value, error) { return t.eval(e, x.Then) }, func() (Value, error) { return t.eval(e, x.Else) })
	}
	if t.holds(cond) {
		return t.eval(e, x.Then)
	}
	return t.eval(e, x.Else)
}

func (t *Thread) evalNot(e *env, x *grammar.Not) (Value, error) {
	v, err := t.eval(e, x.X)
	if err != nil {
		return nil, err
	}
	if u, ok := v.(*Unknown); ok {
		return t.not(u), nil
	}
	if o, ok := v.(*Object); ok && o.Host == nil {
		if m := t.find(o, "!"); m == nil || m.builtin != nil {
			return Bool(false), nil
		}
		return t.send(o, "!", nil, nil, nil, x.Pos)
	}
	return Bool(!t.holds(v)), nil
}

// evalAndOr is `l && r` and `l || r`.
func (t *Thread) evalAndOr(e *env, l, r grammar.Expr, and bool) (Value, error) {
	v, err := t.eval(e, l)
	if err != nil {
		return nil, err
	}
	if u, ok := v.(*Unknown); ok {
		return t.unknownAndOr(u, func() (Value, error) { return t.eval(e, r) }, and)
	}
	if t.holds(v) != and {
		return v, nil
	}
	return t.eval(e, r)
}

func (t *Thread) evalCase(e *env, x *grammar.Case) (Value, error) {
	subject := True
	if x.Subject != nil {
		v, err := t.eval(e, x.Subject)
		if err != nil {
			return nil, err
		}
		subject = v
		if t.in.MissesVariables() {
			t.missed(t.in.unsetIn(v))
		}
	}
	return t.evalWhens(e, x, subject, -1, nil, nil)
}

// evalWhens tries the conditions that are left of the i-th branch one by one, the
// values that a splat gave first, then conds, and those of the branches behind it.
func (t *Thread) evalWhens(e *env, x *grammar.Case, subject Value, i int, conds []grammar.Expr, values []Value) (Value, error) {
	for {
		if len(values) == 0 && len(conds) == 0 {
			if i++; i == len(x.Whens) {
				return t.evalStmts(e, x.Else)
			}
			conds = x.Whens[i].Conds
			continue
		}
		if len(values) == 0 {
			var err error
			if values, _, err = t.evalList(e, conds[:1]); err != nil {
				return nil, err
			}
			conds = conds[1:]
			continue
		}
		c := values[0]
		values = values[1:]
		w := x.Whens[i]
		t.pos, t.caller = w.Pos, e.frame
		ok, u, err := t.matchesWhen(x, c, subject)
		if err != nil {
			return nil, err
		}
		if u != nil {
			return t.fork(u,
				func() (Value, error) { return t.evalStmts(e, w.Body) },
				func() (Value, error) { return t.evalWhens(e, x, subject, i, conds, values) })
		}
		if ok {
			return t.evalStmts(e, w.Body)
		}
	}
}

// matchesWhen tells whether `when c` takes the subject, or gives the condition
// that it stands for if only the application knows.
func (t *Thread) matchesWhen(x *grammar.Case, c, subject Value) (bool, *Unknown, error) {
	outer := t.undecided
	t.undecided = nil
	var ok bool
	var err error
	if x.Subject == nil {
		ok = t.truthy(c)
	} else {
		ok, err = t.caseEqual(c, subject)
	}
	u := t.undecided
	t.undecided = outer
	return ok, u, err
}

// evalWhile is `while` and `until`. Where only the application knows the
// condition, the body is run once.
func (t *Thread) evalWhile(e *env, x *grammar.While) (Value, error) {
	e.loops++
	defer func() { e.loops-- }()
	n := len(t.pathCond)
	v, err := t.evalRounds(e, x)
	return t.joinJumps(n, v, err, loopExit(e, grammar.Break))
}

func (t *Thread) evalRounds(e *env, x *grammar.While) (Value, error) {
	for first := true; ; first = false {
		if !first || !x.DoWhile {
			cond, err := t.eval(e, x.Cond)
			if err != nil {
				return nil, err
			}
			if u, ok := cond.(*Unknown); ok {
				return t.unknownLoop(e, x, u)
			}
			if t.holds(cond) == x.Until {
				return Nil, nil
			}
		}
		if done, v, err := t.evalLoopBody(e, x.Body); done || err != nil {
			return v, err
		}
	}
}

// unknownLoop runs the body of a loop once whose condition u only the application
// knows.
func (t *Thread) unknownLoop(e *env, x *grammar.While, u *Unknown) (Value, error) {
	yes, known := t.truth(u)
	if known && yes == x.Until {
		return Nil, nil
	}
	t.noteLoop(u, x.Pos)
	if x.Until {
		u = u.Not()
	}
	return t.fork(u, func() (Value, error) {
		_, v, err := t.evalLoopBody(e, x.Body)
		return v, err
	}, func() (Value, error) { return Nil, nil })
}

// evalLoopBody runs one round of a while or for loop.
func (t *Thread) evalLoopBody(e *env, body *grammar.Stmts) (done bool, v Value, _ error) {
	n := len(t.pathCond)
	v, err := t.evalStmts(e, body)
	for isRedo(err, loopTag{e, e.loops}) {
		if err := t.step(); err != nil {
			return false, nil, err
		}
		v, err = t.evalStmts(e, body)
	}
	_, err = t.joinJumps(n, v, err, loopExit(e, grammar.Next))
	if done, v, err := endOfLoop(e, err); done || err != nil {
		return done, v, err
	}
	return false, Nil, nil
}

// isRedo tells a `redo` of the code with that tag.
func isRedo(err error, tag any) bool {
	j, ok := err.(*jump)
	return ok && j.kind == grammar.Redo && !j.throw && j.raised == nil && j.tag == tag
}

// loopExit tells the jumps of one kind out of the innermost loop of e.
func loopExit(e *env, kind grammar.JumpKind) func(*jump) bool {
	tag := any(loopTag{e, e.loops})
	return func(j *jump) bool { return j.kind == kind && !j.throw && j.raised == nil && j.tag == tag }
}

// endOfLoop takes the break or next that belongs to a while loop in e.
func endOfLoop(e *env, err error) (done bool, v Value, _ error) {
	j, ok := err.(*jump)
	if !ok || j.throw || j.tag != any(loopTag{e, e.loops}) {
		return false, nil, err
	}
	return j.kind == grammar.Break, j.value, nil
}

// loopTag names the n-th nested while loop of a scope.
type loopTag struct {
	env *env
	n   int
}

// evalFor is `for a in b`: each, without a scope of its own.
func (t *Thread) evalFor(e *env, x *grammar.For) (Value, error) {
	list, err := t.eval(e, x.In)
	if err != nil {
		return nil, err
	}
	t.tellOrderOf(list, x.Pos)
	e.loops++
	defer func() { e.loops-- }()
	n := len(t.pathCond)
	result := list
	err = t.each(list, func(v Value) error {
		set, err := t.target(e, x.Target)
		if err != nil {
			return err
		}
		if err := set(v); err != nil {
			return err
		}
		done, v, err := t.evalLoopBody(e, x.Body)
		if done {
			result = v
			return errStop
		}
		return err
	})
	return t.joinJumps(n, result, err, loopExit(e, grammar.Break))
}

func (t *Thread) evalJump(e *env, x *grammar.Jump) (Value, error) {
	v := Nil
	if x.Value != nil {
		var err error
		if v, err = t.eval(e, x.Value); err != nil {
			return nil, err
		}
	}
	j := &jump{kind: x.Kind, value: v}
	switch x.Kind {
	case grammar.Return:
		j.tag = any(e.frame.home)
		if l := e.lambda(); l != nil {
			j.tag = any(l)
		}
	case grammar.Break, grammar.Next:
		switch {
		case e.loops > 0:
			j.tag = loopTag{e, e.loops}
		case e.proc == nil:
			t.pos = x.Pos
			return nil, &grammar.SyntaxError{Pos: x.Pos, Msg: "Invalid " + x.Kind.String()}
		case x.Kind == grammar.Break:
			j.tag = any(e.proc)
		default:
			j.tag = any(e)
		}
	case grammar.Retry:
		j.tag = any(e)
	case grammar.Redo:
		switch {
		case e.loops > 0:
			j.tag = loopTag{e, e.loops}
		case e.proc == nil:
			t.pos = x.Pos
			return nil, &grammar.SyntaxError{Pos: x.Pos, Msg: "Invalid redo"}
		default:
			j.tag = any(e)
		}
	default:
		return nil, &grammar.UnsupportedError{Pos: x.Pos, What: x.Kind.String()}
	}
	return nil, j
}

// evalBody runs statements with rescue, else and ensure.
func (t *Thread) evalBody(e *env, b *grammar.Body) (Value, error) {
	if b == nil {
		return Nil, nil
	}
	if len(b.Rescues) == 0 && b.Ensure == nil {
		return t.evalStmts(e, b.Stmts)
	}
	n := len(t.pathCond)
	v, err := t.evalRescued(e, b)
	if b.Ensure == nil {
		return v, err
	}
	if ways := slices.Clone(t.pathCond[n:]); len(ways) > 0 && !isLimit(err) {
		return t.evalEnsure(e, b, ways, v, err)
	}
	before := t.exception
	if ee, ok := err.(*EvalError); ok {
		t.exception = t.exceptionOf(ee) // $!
	}
	_, ensureErr := t.evalStmts(e, b.Ensure)
	t.exception = before
	if ensureErr != nil {
		return nil, ensureErr
	}
	return v, err
}

// evalEnsure runs an ensure clause once for all ways out of the code before it: those
// that undecided conditions take, and its end. Each goes on from there.
func (t *Thread) evalEnsure(e *env, b *grammar.Body, ways []assumption, v Value, err error) (Value, error) {
	stay := func(*jump) (Value, error) { return Nil, nil }
	n := len(t.pathCond) - len(ways)
	if _, err := t.joinJumpsWith(n, Nil, nil, func(*jump) bool { return true }, stay); err != nil {
		return nil, err
	}
	if _, err := t.evalStmts(e, b.Ensure); err != nil {
		return nil, err
	}
	leave := func() (Value, error) { return v, err }
	for _, way := range slices.Backward(ways) {
		further := leave
		leave = func() (Value, error) {
			return t.fork(way.u, further, func() (Value, error) { return nil, way.pending.jump })
		}
	}
	return leave()
}

func (t *Thread) evalRescued(e *env, b *grammar.Body) (Value, error) {
	for {
		n := len(t.pathCond)
		v, err := t.evalGuarded(e, b)
		if err == nil && b.Else != nil {
			v, err = t.evalStmts(e, b.Else)
		} else if err != nil {
			v, err = t.rescue(e, b, err)
		}
		v, err = t.joinJumpsWith(n, v, err, func(j *jump) bool { return j.raised != nil },
			func(j *jump) (Value, error) { return t.rescue(e, b, j.raised) })
		if j, ok := err.(*jump); ok && j.kind == grammar.Retry && !j.throw && j.raised == nil && j.tag == any(e) {
			if err := t.step(); err != nil {
				return nil, err
			}
			continue
		}
		return v, err
	}
}

// evalGuarded runs what the rescue clauses are about.
func (t *Thread) evalGuarded(e *env, b *grammar.Body) (Value, error) {
	if len(b.Rescues) > 0 {
		t.rescuing++
		t.handlers = append(t.handlers, handler{e, b})
		defer func() {
			t.rescuing--
			t.handlers = t.handlers[:len(t.handlers)-1]
		}()
	}
	return t.evalStmts(e, b.Stmts)
}

// rescue runs the first clause that takes the exception.
func (t *Thread) rescue(e *env, b *grammar.Body, err error) (Value, error) {
	ee, ok := err.(*EvalError)
	if !ok {
		return nil, err
	}
	exc := t.exceptionOf(ee)
	for _, r := range b.Rescues {
		takes, matchErr := t.rescues(e, r.Types, exc)
		if matchErr != nil {
			return nil, matchErr
		}
		if !takes {
			continue
		}
		if r.Var != nil {
			set, err := t.target(e, r.Var)
			if err != nil {
				return nil, err
			}
			if err := set(exc); err != nil {
				return nil, err
			}
		}
		before := t.exception
		t.exception = exc
		v, err := t.evalStmts(e, r.Body)
		t.exception = before
		return v, err
	}
	return nil, err
}

// rescues tells whether a clause with these types takes exc.
func (t *Thread) rescues(e *env, types []grammar.Expr, exc *Object) (bool, error) {
	if len(types) == 0 {
		return t.isA(exc, t.in.errorClass("StandardError")), nil
	}
	list, _, err := t.evalList(e, types)
	if err != nil {
		return false, err
	}
	for _, v := range list {
		if IsUnknown(v) {
			continue // an exception class of the application or a gem
		}
		if ok, err := t.caseEqual(v, exc); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

func (t *Thread) evalRescueMod(e *env, x *grammar.RescueMod) (Value, error) {
	n := len(t.pathCond)
	t.rescuing++
	v, err := t.eval(e, x.X)
	t.rescuing--
	if ee, ok := err.(*EvalError); ok {
		v, err = t.rescueMod(e, x, ee)
	}
	return t.joinJumpsWith(n, v, err, func(j *jump) bool { return j.raised != nil },
		func(j *jump) (Value, error) { return t.rescueMod(e, x, j.raised) })
}

func (t *Thread) rescueMod(e *env, x *grammar.RescueMod, err *EvalError) (Value, error) {
	if !t.isA(t.exceptionOf(err), t.in.errorClass("StandardError")) {
		return nil, err
	}
	before := t.exception
	t.exception = t.exceptionOf(err)
	v, failed := t.eval(e, x.Rescue)
	t.exception = before
	return v, failed
}
