package survey

import (
	"signalbox/dsl"
	"signalbox/grammar"
)

// stmts walks over statements; used says that the value of the last one counts.
func (s *survey) stmts(c *scope, list *grammar.Stmts, used bool) approx {
	a := exactly(dsl.Nil)
	if list == nil {
		return a
	}
	for i, x := range list.List {
		if a = s.walk(c, x, used && i == len(list.List)-1); a.left {
			break
		}
	}
	return a
}

func (s *survey) body(c *scope, b *grammar.Body, used bool) approx {
	if b == nil {
		return exactly(dsl.Nil)
	}
	s.rescuing += len(b.Rescues)
	a := s.stmts(c, b.Stmts, used && b.Else == nil)
	s.rescuing -= len(b.Rescues)
	if b.Else != nil {
		a = s.stmts(c, b.Else, used)
	}
	if len(b.Rescues) > 0 {
		ways := []approx{a}
		for _, r := range b.Rescues {
			ways = append(ways, s.stmts(c, r.Body, used))
		}
		a = s.oneOf(used, ways...)
	}
	s.stmts(c, b.Ensure, false)
	return a
}

// walk returns what is known of an expression's value. used says that something is
// done with it: what only the application knows is a gap where it is used, and not
// where it is only part of a larger expression that is.
func (s *survey) walk(c *scope, x grammar.Expr, used bool) approx {
	if s.work++; s.work > maxWork || x == nil {
		return anything
	}
	switch x := x.(type) {
	case *grammar.Call:
		return s.call(c, x, used)
	case *grammar.Index:
		return s.call(c, &grammar.Call{Pos: x.Pos, Recv: x.Recv, Name: "[]", Args: x.Args, BlockArg: x.BlockArg}, used)
	case *grammar.Local:
		return s.variable(c, x.Name)
	case *grammar.Paren:
		return s.stmts(c, x.Stmts, used)
	case *grammar.Str, *grammar.Sym, *grammar.Int, *grammar.Float, *grammar.Nil, *grammar.Bool, *grammar.Regexp, *grammar.Const, *grammar.Defined:
		return s.eval(c, x)
	case *grammar.Self:
		return c.self
	case *grammar.Interp:
		return s.interp(c, x, used)
	case *grammar.Array:
		return s.collection(c, x.Elems, dsl.NewArray(), used)
	case *grammar.Hash:
		return s.collection(c, pairParts(x), dsl.NewHash(0), used)
	case *grammar.Range:
		return s.collection(c, []grammar.Expr{x.Lo, x.Hi}, &dsl.Range{Lo: dsl.Nil, Hi: dsl.Nil}, used)
	case *grammar.Splat:
		return s.operand(c, x.X)
	case *grammar.Lambda:
		s.block(c, x.Params, x.Body, anything)
		return approx{v: &dsl.Proc{Params: x.Params}, sample: true, lambda: &lambda{x, c}}
	case *grammar.IVar:
		return s.ivar(c, x)
	case *grammar.Unsupported:
		s.note(Gap{Kind: SyntaxGap, Expr: x.What, Pos: x.Pos})
		return anything
	}
	return s.control(c, x, used)
}

// control is walk for control flow and assignments.
func (s *survey) control(c *scope, x grammar.Expr, used bool) approx {
	switch x := x.(type) {
	case *grammar.And:
		return s.andOr(c, x.L, x.R, true, used)
	case *grammar.Or:
		return s.andOr(c, x.L, x.R, false, used)
	case *grammar.Not:
		a := s.walk(c, x.X, used)
		if yes, fixed := a.truth(); fixed {
			return exactly(dsl.Bool(!yes))
		} else if a.unknown() != nil {
			return a
		}
		return like(dsl.True)
	case *grammar.If:
		return s.either(c, x.Cond, x.Unless, x.Then, x.Else, used)
	case *grammar.Ternary:
		return s.either(c, x.Cond, false, oneStmt(x.Then), oneStmt(x.Else), used)
	case *grammar.Case:
		return s.caseExpr(c, x, used)
	case *grammar.CaseIn:
		s.operand(c, x.Subject)
		var ways []approx
		for _, in := range x.Ins {
			s.operand(c, in.Guard)
			ways = append(ways, s.stmts(c, in.Body, used))
		}
		return s.oneOf(used, append(ways, s.stmts(c, x.Else, used))...)
	case *grammar.For:
		s.operand(c, x.In)
		s.assign(c, x.Target, anything)
		s.stmts(c, x.Body, false)
	case *grammar.Begin:
		return s.body(c, x.Body, used)
	case *grammar.RescueMod:
		s.rescuing++
		a := s.walk(c, x.X, used)
		s.rescuing--
		return s.oneOf(used, a, s.walk(c, x.Rescue, used))
	case *grammar.Jump:
		s.give(s.operand(c, x.Value))
		return approx{left: true}
	case *grammar.While:
		s.operand(c, x.Cond)
		s.stmts(c, x.Body, false)
	case *grammar.Yield:
		s.args(c, x.Args, true)
	case *grammar.Super:
		s.args(c, x.Args, true)
	case *grammar.MatchPattern:
		s.operand(c, x.X)
	case *grammar.Assign:
		a := s.walk(c, x.Value, true)
		if target, ok := x.Target.(*grammar.Local); ok {
			c.set(target.Name, a)
			return a
		}
		return s.assign(c, x.Target, s.use(a))
	case *grammar.OpAssign:
		return s.opAssign(c, x)
	case *grammar.MultiAssign:
		a := s.operand(c, x.Value)
		for _, target := range x.Targets.List {
			s.assign(c, target, anything.lacking(a))
		}
	}
	return anything
}

func (s *survey) opAssign(c *scope, x *grammar.OpAssign) approx {
	old := s.walk(c, x.Target, true)
	yes, fixed := old.truth()
	if x.Op == "||" && fixed && yes {
		return old
	}
	value := s.walk(c, x.Value, true)
	if x.Op == "||" && fixed {
		if target, ok := x.Target.(*grammar.Local); ok {
			if vars := c.holder(target.Name); vars != nil {
				vars[target.Name] = value
			}
		}
		return s.assign(c, x.Target, s.use(value))
	}
	if x.Op != "||" && x.Op != "&&" {
		s.need(old, value)
	}
	return s.assign(c, x.Target, s.oneOf(true, old, value))
}

// assign assigns a value that may be another one at another time.
func (s *survey) assign(c *scope, target grammar.Expr, a approx) approx {
	switch x := target.(type) {
	case *grammar.Local:
		c.set(x.Name, a)
	case *grammar.IVar:
		if a.unknown() != nil || a.unset != (dsl.Unset{}) {
			s.ivars[x.Name] = a
		}
	case *grammar.MultiTarget:
		for _, t := range x.List {
			s.assign(c, t, a)
		}
	case *grammar.Splat:
		s.assign(c, x.X, a)
	case *grammar.Index:
		s.args(c, x.Args, true)
		s.setter(c, x.Recv, "[]=", x)
	case *grammar.Call:
		s.setter(c, x.Recv, x.Name+"=", x)
	}
	return a
}

// setter is an assignment that calls a method.
func (s *survey) setter(c *scope, recv grammar.Expr, name string, target grammar.Expr) {
	a := s.operand(c, recv)
	if a.v == nil {
		if !s.methods(name).found {
			s.lack(target, name)
		}
		return
	}
	_, has := s.in.Callee(a.v, name)
	_, any := s.in.Callee(a.v, "method_missing")
	if _, unknown := a.v.(*dsl.Unknown); !unknown && !has && !any && !s.in.InheritsUnknown(a.v) {
		s.lack(target, name)
	}
}

// operand walks over an expression on whose value the code depends.
func (s *survey) operand(c *scope, x grammar.Expr) approx { return s.use(s.walk(c, x, true)) }

func (s *survey) args(c *scope, list []grammar.Expr, used bool) []approx {
	args := make([]approx, len(list))
	for i, x := range list {
		args[i] = s.walk(c, x, used)
		if _, ok := x.(*grammar.Splat); ok {
			args[i] = anything.lacking(args[i])
		}
	}
	return args
}

// ---- values

// eval evaluates what holds no variable.
func (s *survey) eval(c *scope, x grammar.Expr) approx {
	switch x := x.(type) {
	case *grammar.Defined:
		if _, ok := x.X.(*grammar.Const); !ok {
			return anything
		}
	case *grammar.Const:
		if _, ok := x.Scope.(*grammar.Const); x.Scope != nil && !ok {
			s.operand(c, x.Scope)
			return anything
		}
	}
	t := s.thread(maxSteps)
	v, err := c.code.Eval(t, x)
	if err != nil {
		return anything
	}
	return s.known(v).madeOf(s.lacked(t, x.Start()))
}

func (s *survey) interp(c *scope, x *grammar.Interp, used bool) approx {
	if x.Kind == grammar.InterpCommand {
		s.note(Gap{Kind: SyntaxGap, Expr: "a shell command", Pos: x.Pos})
	}
	exact, text := true, ""
	var parts []approx
	for _, part := range x.Parts {
		a := s.part(c, part, used)
		parts = append(parts, a)
		one, ok := s.textOf(a)
		exact, text = exact && ok, text+one
	}
	if x.Kind == grammar.InterpString && exact {
		return exactly(dsl.NewString(text)).lacking(parts...)
	}
	s.need(parts...)
	switch x.Kind {
	case grammar.InterpString:
		return like(dsl.NewString(""))
	case grammar.InterpSymbol:
		return like(dsl.Symbol(""))
	}
	return anything
}

// part walks over a part of a literal.
func (s *survey) part(c *scope, x grammar.Expr, used bool) approx {
	if used {
		return s.operand(c, x)
	}
	return s.walk(c, x, false)
}

// textOf is what a value is in a text; ok is false where that is not known.
func (s *survey) textOf(a approx) (text string, ok bool) {
	if !a.exact() || a.unknown() != nil {
		return "", false
	}
	if _, ok := s.in.Callee(a.v, "to_s"); !ok && !callable(a) {
		return "", false
	}
	v, err := s.thread(1000).Call(a.v, "to_s")
	str, ok := v.(*dsl.String)
	if err != nil || !ok || str.Unknown != nil {
		return "", false
	}
	return str.String(), true
}

// collection is a literal with parts, of the kind of sample.
func (s *survey) collection(c *scope, parts []grammar.Expr, sample dsl.Value, used bool) approx {
	exact := true
	elems := make([]approx, len(parts))
	values := make([]dsl.Value, len(parts))
	for i, x := range parts {
		elems[i] = exactly(dsl.Nil)
		if x != nil {
			elems[i] = s.part(c, x, used)
		}
		_, spread := x.(*grammar.Splat)
		exact = exact && !spread && elems[i].exact() && elems[i].unknown() == nil
		values[i] = elems[i].v
	}
	var made dsl.Value
	switch sample.(type) {
	case *dsl.Array:
		made = dsl.NewArray(values...)
	case *dsl.Hash:
		h := dsl.NewHash(len(values) / 2)
		for i := 0; exact && i < len(values); i += 2 { // without a `**`, so in pairs
			h.Set(values[i], values[i+1])
		}
		made = h
	}
	if !exact || made == nil {
		s.need(elems...)
		return like(sample)
	}
	dsl.Freeze(made)
	return exactly(made).lacking(elems...)
}

// pairParts are the keys and values of a hash; a `**` is a value that is spread.
func pairParts(x *grammar.Hash) []grammar.Expr {
	var parts []grammar.Expr
	for i := range x.Pairs {
		if p := &x.Pairs[i]; p.Key != nil {
			parts = append(parts, p.Key, p.Value)
		} else {
			parts = append(parts, &grammar.Splat{Pos: p.Pos, X: p.Value})
		}
	}
	return parts
}

// ivar is an instance variable: what the object was left with, unless it was nothing.
func (s *survey) ivar(c *scope, x *grammar.IVar) approx {
	if a, ok := s.ivars[x.Name]; ok || !c.self.exact() {
		return a
	}
	if v := s.thread(1000).GetIvar(c.self.v, x.Name); v != dsl.Nil {
		return s.known(v)
	}
	return anything
}

// ---- conditions

func (s *survey) andOr(c *scope, l, r grammar.Expr, and, used bool) approx {
	a := s.operand(c, l)
	if yes, fixed := a.truth(); fixed && yes != and {
		return a
	}
	b := s.walk(c, r, used)
	switch yes, fixed := a.truth(); {
	case fixed && yes == and, b.unknown() != nil:
		return b
	case a.unknown() != nil:
		return a
	}
	return anything.lacking(a, b)
}

func (s *survey) either(c *scope, cond grammar.Expr, unless bool, then, other *grammar.Stmts, used bool) approx {
	if unless {
		then, other = other, then
	}
	switch yes, fixed := s.operand(c, cond).truth(); {
	case fixed && yes:
		return s.stmts(c, then, used)
	case fixed:
		return s.stmts(c, other, used)
	}
	return s.oneOf(used, s.stmts(c, then, used), s.stmts(c, other, used))
}

func (s *survey) caseExpr(c *scope, x *grammar.Case, used bool) approx {
	subject := s.operand(c, x.Subject)
	var ways []approx
	for _, w := range x.Whens {
		for _, cond := range w.Conds {
			if a := s.operand(c, cond); !allExact(a, subject) {
				s.need(a, subject)
			}
		}
		ways = append(ways, s.stmts(c, w.Body, used))
	}
	return s.oneOf(used, append(ways, s.stmts(c, x.Else, used))...)
}

func oneStmt(x grammar.Expr) *grammar.Stmts {
	if x == nil {
		return nil
	}
	return &grammar.Stmts{List: []grammar.Expr{x}}
}
