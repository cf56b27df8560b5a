package dsl

import (
	"signalbox/grammar"
)

// evalIf is `if` and `unless`. A condition that only the application knows runs
// both sides, each marked with the condition it depends on.
func (t *Thread) evalIf(e *env, x *grammar.If) (Value, error) {
	cond, err := t.eval(e, x.Cond)
	if err != nil {
		return nil, err
	}
	yes, no := x.Then, x.Else
	if x.Unless {
		yes, no = no, yes
	}
	if u, ok := cond.(*Unknown); ok {
		return t.fork(e, u, x.Cond, func() (Value, error) { return t.evalStmts(e, yes) }, func() (Value, error) { return t.evalStmts(e, no) })
	}
	if Truthy(cond) {
		return t.evalStmts(e, yes)
	}
	return t.evalStmts(e, no)
}

func (t *Thread) evalTernary(e *env, x *grammar.Ternary) (Value, error) {
	cond, err := t.eval(e, x.Cond)
	if err != nil {
		return nil, err
	}
	if u, ok := cond.(*Unknown); ok {
		return t.fork(e, u, x.Cond, func() (Value, error) { return t.eval(e, x.Then) }, func() (Value, error) { return t.eval(e, x.Else) })
	}
	if Truthy(cond) {
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
		return u.not(), nil
	}
	return Bool(!Truthy(v)), nil
}

// evalAndOr is `l && r` and `l || r`.
func (t *Thread) evalAndOr(e *env, l, r grammar.Expr, and bool) (Value, error) {
	v, err := t.eval(e, l)
	if err != nil {
		return nil, err
	}
	if u, ok := v.(*Unknown); ok {
		return t.unknownAndOr(e, u, r, and)
	}
	if Truthy(v) != and {
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
	}
	return t.evalWhens(e, x, subject, 0)
}

// evalWhens tries the branches from the i-th on.
func (t *Thread) evalWhens(e *env, x *grammar.Case, subject Value, i int) (Value, error) {
	if i == len(x.Whens) {
		return t.evalStmts(e, x.Else)
	}
	return t.evalWhen(e, x, subject, i, x.Whens[i].Conds, nil)
}

// evalWhen tries the conditions of the i-th branch one by one: the values that
// a splat gave first, then conds.
func (t *Thread) evalWhen(e *env, x *grammar.Case, subject Value, i int, conds []grammar.Expr, values []Value) (Value, error) {
	w := x.Whens[i]
	for len(values) > 0 || len(conds) > 0 {
		if len(values) == 0 {
			var err error
			if values, err = t.evalList(e, conds[:1]); err != nil {
				return nil, err
			}
			conds = conds[1:]
			continue
		}
		c := values[0]
		values = values[1:]
		t.pos, t.caller = w.Pos, e.frame
		if u := undecided(x, c, subject); u != nil {
			return t.fork(e, u, nil,
				func() (Value, error) { return t.evalStmts(e, w.Body) },
				func() (Value, error) { return t.evalWhen(e, x, subject, i, conds, values) })
		}
		ok := Truthy(c)
		if x.Subject != nil {
			var err error
			if ok, err = t.caseEqual(c, subject); err != nil {
				return nil, err
			}
		}
		if ok {
			return t.evalStmts(e, w.Body)
		}
	}
	return t.evalWhens(e, x, subject, i+1)
}

// undecided gives the condition that `when c` stands for if it depends on an
// Unknown.
func undecided(x *grammar.Case, c, subject Value) *Unknown {
	u := UnknownIn(subject)
	ok := u != nil
	v, isUnknown := c.(*Unknown)
	switch {
	case ok:
		return &Unknown{Text: inspectPlain(c) + " === " + u.Text, Pos: u.Pos}
	case isUnknown && x.Subject == nil:
		return v
	case isUnknown:
		return &Unknown{Text: v.Text + " === " + inspectPlain(subject), Pos: v.Pos}
	}
	return nil
}

func (t *Thread) evalWhile(e *env, x *grammar.While) (Value, error) {
	e.loops++
	defer func() { e.loops-- }()
	for first := true; ; first = false {
		if !first || !x.DoWhile {
			cond, err := t.eval(e, x.Cond)
			if err != nil {
				return nil, err
			}
			if u, ok := cond.(*Unknown); ok {
				t.pos = u.Pos
				return nil, t.errorf("RuntimeError", "the loop's condition %s is known to the application only", u.Text)
			}
			if Truthy(cond) == x.Until {
				return Nil, nil
			}
		}
		_, err := t.evalStmts(e, x.Body)
		if done, v, err := endOfLoop(e, err); done || err != nil {
			return v, err
		}
	}
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
	if u, ok := list.(*Unknown); ok {
		return nil, t.unknownList(u)
	}
	e.loops++
	defer func() { e.loops-- }()
	result := list
	err = t.each(list, func(v Value) error {
		set, err := t.target(e, x.Target)
		if err != nil {
			return err
		}
		if err := set(v); err != nil {
			return err
		}
		_, err = t.evalStmts(e, x.Body)
		done, v, err := endOfLoop(e, err)
		if done {
			result = v
			return errStop
		}
		return err
	})
	return result, err
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
	v, err := t.evalRescued(e, b)
	if b.Ensure == nil {
		return v, err
	}
	if _, ensureErr := t.evalStmts(e, b.Ensure); ensureErr != nil {
		return nil, ensureErr
	}
	return v, err
}

func (t *Thread) evalRescued(e *env, b *grammar.Body) (Value, error) {
	for {
		v, err := t.evalStmts(e, b.Stmts)
		if err == nil {
			if b.Else != nil {
				return t.evalStmts(e, b.Else)
			}
			return v, nil
		}
		v, err = t.rescue(e, b, err)
		if j, ok := err.(*jump); ok && j.kind == grammar.Retry && !j.throw && j.tag == any(e) {
			if err := t.step(); err != nil {
				return nil, err
			}
			continue
		}
		return v, err
	}
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
		return t.in.isA(exc, t.in.errorClass("StandardError")), nil
	}
	list, err := t.evalList(e, types)
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
	v, err := t.eval(e, x.X)
	ee, ok := err.(*EvalError)
	if !ok || !t.in.isA(t.exceptionOf(ee), t.in.errorClass("StandardError")) {
		return v, err
	}
	before := t.exception
	t.exception = t.exceptionOf(ee)
	v, err = t.eval(e, x.Rescue)
	t.exception = before
	return v, err
}
