package dsl

import (
	"fmt"
	"slices"

	"signalbox/grammar"
)

// evalIf is `if` and `unless`. An unknown condition runs both branches, each under it.
func (e *env) evalIf(x *grammar.If) (Value, error) {
	cond := e.evalCondition(x.Cond)
	yes, no := x.Then, x.Else
	if x.Unless {
		yes, no = no, yes
	}
	if u, ok := cond.(*Unknown); ok {
		if x.Unless {
			u, yes, no = u.Not(), no, yes
		}
		return e.thread.fork(u, func() (Value, error) { return e.evalStmts(yes) }, func() (Value, error) { return e.evalStmts(no) })
	}
	if e.thread.holds(cond) {
		return e.evalStmts(yes)
	}
	return e.evalStmts(no)
}

// evalCondition is eval of a condition, in which `a..b` is a flip-flop: on from
// where a holds to where b does.
func (e *env) evalCondition(x grammar.Expr) Value {
	if r, ok := unwrapped(x).(*grammar.Range); ok && r.Lo != nil && r.Hi != nil {
		return e.flipFlop(r)
	}
	return e.value(x)
}

// unwrapped is x without parentheses around it.
func unwrapped(x grammar.Expr) grammar.Expr {
	for p, ok := x.(*grammar.Paren); ok && len(p.Stmts.List) == 1; p, ok = x.(*grammar.Paren) {
		x = p.Stmts.List[0]
	}
	return x
}

func (e *env) flipFlop(r *grammar.Range) Value {
	outer := e
	for outer.outer != nil {
		outer = outer.outer
	}
	name := fmt.Sprintf("%%flip-flop %p", r) // no variable of a program has such a name
	on, _ := outer.get(name)
	starting := on == nil || on == False
	if starting {
		if !e.flips(r, r.Lo) {
			return False
		}
		outer.set(name, True)
		if r.Exclusive {
			return True
		}
	}
	outer.set(name, Bool(!e.flips(r, r.Hi)))
	return True
}

// flips evaluates an end of a flip-flop.
func (e *env) flips(r *grammar.Range, end grammar.Expr) bool {
	v := e.value(end)
	if IsUnknown(v) {
		panic(Failure{&grammar.UnsupportedError{Pos: r.Start(), What: "a flip-flop of what only the application knows"}})
	}
	return e.thread.holds(v)
}

func (e *env) evalTernary(x *grammar.Ternary) (Value, error) {
	cond := e.evalCondition(x.Cond)
	if u, ok := cond.(*Unknown); ok {
		return e.thread.fork(u, func() (Value, error) { return e.eval(x.Then) }, func() (Value, error) { return e.eval(x.Else) })
	}
	if e.thread.holds(cond) {
		return e.eval(x.Then)
	}
	return e.eval(x.Else)
}

func (e *env) evalNot(x *grammar.Not) Value {
	t := e.thread
	v := e.value(x.X)
	if u, ok := v.(*Unknown); ok {
		return t.not(u)
	}
	if o, ok := v.(*Object); ok && o.Host == nil {
		return Must(t.Send(o, "!", nil, nil, nil, x.Pos))
	}
	return Bool(!t.holds(v))
}

// evalAndOr is `l && r` and `l || r`.
func (e *env) evalAndOr(l, r grammar.Expr, and bool) (Value, error) {
	v := e.value(l)
	if u, ok := v.(*Unknown); ok {
		return e.thread.unknownAndOr(u, func() (Value, error) { return e.eval(r) }, and)
	}
	if e.thread.holds(v) != and {
		return v, nil
	}
	return e.eval(r)
}

func (e *env) evalCase(x *grammar.Case) (Value, error) {
	subject := True
	if x.Subject != nil {
		subject = e.subject(x.Subject)
	}
	return e.evalWhens(x, subject, -1, nil, nil)
}

// subject is the value that a case is about.
func (e *env) subject(x grammar.Expr) Value {
	v := e.value(x)
	if e.thread.in.MissesVariables() {
		e.thread.missed(e.thread.in.unsetIn(v))
	}
	return v
}

// evalWhens tries the conditions that are left of the i-th branch one by one, the
// values that a splat gave first, then conds, and those of the branches behind it.
func (e *env) evalWhens(x *grammar.Case, subject Value, i int, conds []grammar.Expr, values []Value) (Value, error) {
	t := e.thread
	for {
		if len(values) == 0 && len(conds) == 0 {
			if i++; i == len(x.Whens) {
				return e.evalStmts(x.Else)
			}
			conds = x.Whens[i].Conds
			continue
		}
		if len(values) == 0 {
			values, _ = e.evalList(conds[:1])
			conds = conds[1:]
			continue
		}
		c := values[0]
		values = values[1:]
		w := x.Whens[i]
		t.At, t.caller = w.Pos, e.frame
		ok, u := t.matchesWhen(x, c, subject)
		if u != nil {
			return t.fork(u,
				func() (Value, error) { return e.evalStmts(w.Body) },
				func() (Value, error) { return e.evalWhens(x, subject, i, conds, values) })
		}
		if ok {
			return e.evalStmts(w.Body)
		}
	}
}

// matchesWhen reports whether `when c` takes the subject; u is not nil if that is unknown.
func (t *Thread) matchesWhen(x *grammar.Case, c, subject Value) (ok bool, u *Unknown) {
	u = Must(t.UndecidedIn(func() {
		if x.Subject == nil {
			ok = t.Truthy(c)
		} else {
			ok = t.CaseEqual(c, subject)
		}
	}))
	return ok, u
}

// evalWhile is `while` and `until`. If the condition is unknown, the body runs once.
func (e *env) evalWhile(x *grammar.While) (Value, error) {
	e.loops++
	defer func() { e.loops-- }()
	n := len(e.thread.pathCond)
	v, err := e.evalRounds(x)
	return e.thread.joinJumps(n, v, err, loopExit(e, grammar.Break))
}

func (e *env) evalRounds(x *grammar.While) (Value, error) {
	for first := true; ; first = false {
		if !first || !x.DoWhile {
			cond := e.value(x.Cond)
			if u, ok := cond.(*Unknown); ok {
				return e.unknownLoop(x, u)
			}
			if e.thread.holds(cond) == x.Until {
				return Nil, nil
			}
		}
		if done, v, err := e.evalLoopBody(x.Body); done || err != nil {
			return v, err
		}
	}
}

// unknownLoop runs the body of a loop whose condition is u, once.
func (e *env) unknownLoop(x *grammar.While, u *Unknown) (Value, error) {
	yes, known := e.thread.TruthOf(u)
	if known && yes == x.Until {
		return Nil, nil
	}
	kind := WhileNotice
	if e.thread.At = x.Pos; x.Until {
		kind = UntilNotice
	}
	e.thread.noteUnknown(kind, u, "unknown loop condition %s: the loop body is listed once; set the condition")
	if x.Until {
		u = u.Not()
	}
	return e.thread.fork(u, func() (Value, error) {
		_, v, err := e.evalLoopBody(x.Body)
		return v, err
	}, func() (Value, error) { return Nil, nil })
}

// evalLoopBody runs one round of a while or for loop.
func (e *env) evalLoopBody(body *grammar.Stmts) (done bool, v Value, _ error) {
	n := len(e.thread.pathCond)
	v, err := e.evalStmts(body)
	for isJump(err, grammar.Redo, loopTag{e, e.loops}) {
		if err := e.thread.Step(); err != nil {
			return false, nil, err
		}
		v, err = e.evalStmts(body)
	}
	_, err = e.thread.joinJumps(n, v, err, loopExit(e, grammar.Next))
	if j, ok := err.(*jump); ok && j.goes(grammar.Break, loopTag{e, e.loops}) {
		return true, j.value, nil
	}
	return false, Nil, err
}

// loopExit tells the jumps of one kind out of the innermost loop of e.
func loopExit(e *env, kind grammar.JumpKind) func(*jump) bool {
	tag := any(loopTag{e, e.loops})
	return func(j *jump) bool { return j.goes(kind, tag) }
}

// loopTag names the n-th nested while loop of a scope.
type loopTag struct {
	env *env
	n   int32
}

// evalFor is `for a in b`: each, without a scope of its own.
func (e *env) evalFor(x *grammar.For) (Value, error) {
	t := e.thread
	list := e.value(x.In)
	t.tellOrderOf(list, x.Pos)
	e.loops++
	defer func() { e.loops-- }()
	n := len(t.pathCond)
	result := list
	err := t.Each(list, func(v Value) error {
		e.target(x.Target)(v)
		done, v, err := e.evalLoopBody(x.Body)
		if done {
			result = v
			return ErrStop
		}
		return err
	})
	return t.joinJumps(n, result, err, loopExit(e, grammar.Break))
}

func (e *env) evalJump(x *grammar.Jump) (Value, error) {
	v := Nil
	if x.Value != nil {
		v = e.value(x.Value)
	}
	j := &jump{kind: x.Kind, value: v}
	switch kind := x.Kind; {
	case kind == grammar.Return:
		j.tag = any(e.frame.home)
		if l := e.lambda(); l != nil {
			j.tag = any(l)
		}
	case kind == grammar.Retry:
		j.tag = any(e)
	case e.loops > 0:
		j.tag = loopTag{e, e.loops}
	case e.proc == nil:
		e.thread.At = x.Pos
		return nil, &grammar.SyntaxError{Pos: x.Pos, Msg: "Invalid " + kind.String()}
	case kind == grammar.Break:
		j.tag = any(e.proc)
	default:
		j.tag = any(e)
	}
	return nil, j
}

// evalBody runs statements with rescue, else and ensure.
func (e *env) evalBody(b *grammar.Body) (Value, error) {
	t := e.thread
	if b == nil {
		return Nil, nil
	}
	if len(b.Rescues) == 0 && b.Ensure == nil {
		return e.evalStmts(b.Stmts)
	}
	n := len(t.pathCond)
	v, err := e.evalRescued(b)
	if b.Ensure == nil {
		return v, err
	}
	if ways := slices.Clone(t.pathCond[n:]); len(ways) > 0 && !isLimit(err) {
		return e.evalEnsure(b, ways, v, err)
	}
	before := t.exception
	if ee, ok := err.(*EvalError); ok {
		t.exception = t.ExceptionOf(ee) // $!
	}
	_, ensureErr := e.evalStmts(b.Ensure)
	t.exception = before
	if ensureErr != nil {
		return nil, ensureErr
	}
	return v, err
}

// evalEnsure runs an ensure clause once for all ways out of the code before it: those
// that undecided conditions take, and its end. Each goes on from there.
func (e *env) evalEnsure(b *grammar.Body, ways []assumption, v Value, err error) (Value, error) {
	stay := func(*jump) (Value, error) { return Nil, nil }
	n := len(e.thread.pathCond) - len(ways)
	if _, err := e.thread.joinJumpsWith(n, Nil, nil, func(*jump) bool { return true }, stay); err != nil {
		return nil, err
	}
	if _, err := e.evalStmts(b.Ensure); err != nil {
		return nil, err
	}
	leave := func() (Value, error) { return v, err }
	for _, way := range slices.Backward(ways) {
		further := leave
		leave = func() (Value, error) {
			return e.thread.fork(way.u, further, func() (Value, error) { return nil, way.pending.jump })
		}
	}
	return leave()
}

func (e *env) evalRescued(b *grammar.Body) (Value, error) {
	v, err := e.evalTry(b)
	for isJump(err, grammar.Retry, e) {
		if err := e.thread.Step(); err != nil {
			return nil, err
		}
		v, err = e.evalTry(b)
	}
	return v, err
}

// evalTry runs statements with rescue and else once.
func (e *env) evalTry(b *grammar.Body) (Value, error) {
	n := len(e.thread.pathCond)
	v, err := e.evalGuarded(b)
	if err == nil && b.Else != nil {
		v, err = e.evalStmts(b.Else)
	} else if err != nil {
		v, err = e.rescue(b, err)
	}
	return e.thread.joinJumpsWith(n, v, err, func(j *jump) bool { return j.raised != nil },
		func(j *jump) (Value, error) { return e.rescue(b, j.raised) })
}

// evalGuarded runs what the rescue clauses are about.
func (e *env) evalGuarded(b *grammar.Body) (Value, error) {
	t := e.thread
	if len(b.Rescues) > 0 {
		t.rescuing++
		t.handlers = append(t.handlers, handler{e, b})
		defer func() {
			t.rescuing--
			t.handlers = t.handlers[:len(t.handlers)-1]
		}()
	}
	return e.evalStmts(b.Stmts)
}

// rescue runs the first clause that takes the exception.
func (e *env) rescue(b *grammar.Body, err error) (_ Value, failed error) {
	defer e.thread.contain(&failed, e.thread.nested)
	t := e.thread
	ee, ok := err.(*EvalError)
	if !ok {
		return nil, err
	}
	exc := t.ExceptionOf(ee)
	for _, r := range b.Rescues {
		if !e.rescues(r.Types, exc) {
			continue
		}
		if r.Var != nil {
			e.target(r.Var)(exc)
		}
		before := t.exception
		t.exception = exc
		v, err := e.evalStmts(r.Body)
		t.exception = before
		return v, err
	}
	return nil, err
}

// rescues tells whether a clause with these types takes exc.
func (e *env) rescues(types []grammar.Expr, exc *Object) bool {
	if len(types) == 0 {
		return e.thread.IsA(exc, e.thread.in.errorClass("StandardError"))
	}
	list, _ := e.evalList(types)
	for _, v := range list {
		if IsUnknown(v) {
			continue // an exception class of the application or a gem
		}
		if e.thread.CaseEqual(v, exc) {
			return true
		}
	}
	return false
}

// evalRescueMod is `x rescue y`.
func (e *env) evalRescueMod(x *grammar.RescueMod) (Value, error) {
	only := func(x grammar.Expr) *grammar.Stmts { return &grammar.Stmts{Pos: x.Start(), List: []grammar.Expr{x}} }
	return e.evalRescued(&grammar.Body{Pos: x.X.Start(), Stmts: only(x.X), Rescues: []*grammar.Rescue{{Pos: x.X.Start(), Body: only(x.Rescue)}}})
}
