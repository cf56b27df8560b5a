package dsl

import (
	"slices"

	"signalbox/grammar"
)

// ---- expressions

// stmts walks over statements; used tells that the value of the last one counts.
func (s *survey) stmts(c *surveyScope, list *grammar.Stmts, used bool) approx {
	a := known(Nil)
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

func (s *survey) body(c *surveyScope, b *grammar.Body, used bool) approx {
	if b == nil {
		return known(Nil)
	}
	if len(b.Rescues) > 0 {
		s.rescuing++
	}
	a := s.stmts(c, b.Stmts, used && b.Else == nil)
	if len(b.Rescues) > 0 {
		s.rescuing--
	}
	if b.Else != nil {
		a = s.stmts(c, b.Else, used)
	}
	if len(b.Rescues) > 0 {
		ways := []approx{a}
		for _, r := range b.Rescues {
			ways = append(ways, s.stmts(c, r.Body, used))
		}
		a = s.oneOf(ways, used)
	}
	s.stmts(c, b.Ensure, false)
	return a
}

// oneOf is a value that is one of several.
func (s *survey) oneOf(ways []approx, used bool) approx {
	one := anything
	for _, a := range ways {
		if used {
			a = s.use(a)
		}
		if a.unknown() != nil {
			one = a
		}
		one = one.lacking(a)
	}
	return one
}

// walk gives what is known of an expression's value. used tells that something is
// done with it: what only the application knows is a gap where it is used, and not
// where it is only part of a larger expression that is.
func (s *survey) walk(c *surveyScope, x grammar.Expr, used bool) approx {
	if s.work++; s.work > maxSurveyed || x == nil {
		return anything
	}
	switch x := x.(type) {
	case *grammar.Call:
		return s.callExpr(c, x, used)
	case *grammar.Index:
		return s.callExpr(c, &grammar.Call{Pos: x.Pos, Recv: x.Recv, Name: "[]", Args: x.Args, BlockArg: x.BlockArg}, used)
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
		return s.collection(c, x.Elems, NewArray(), used)
	case *grammar.Hash:
		return s.collection(c, pairParts(x), NewHash(0), used)
	case *grammar.Range:
		return s.collection(c, []grammar.Expr{x.Lo, x.Hi}, &Range{Lo: Nil, Hi: Nil}, used)
	case *grammar.Splat:
		return s.operand(c, x.X)
	case *grammar.Lambda:
		s.block(c, x.Params, x.Body, anything)
		a := like(&Proc{Params: x.Params, lambda: true})
		a.lambda = &surveyLambda{x, c}
		return a
	case *grammar.IVar:
		return s.ivar(c, x)
	case *grammar.Unsupported:
		s.note(Gap{Kind: SyntaxGap, Expr: x.What, Pos: x.Pos})
		return anything
	}
	return s.control(c, x, used)
}

// control is walk for control flow and assignments.
func (s *survey) control(c *surveyScope, x grammar.Expr, used bool) approx {
	switch x := x.(type) {
	case *grammar.And:
		return s.andOr(c, x.L, x.R, true, used)
	case *grammar.Or:
		return s.andOr(c, x.L, x.R, false, used)
	case *grammar.Not:
		return s.not(c, x, used)
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
		return s.oneOf(append(ways, s.stmts(c, x.Else, used)), used)
	case *grammar.While:
		s.operand(c, x.Cond)
		s.stmts(c, x.Body, false)
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
		return s.oneOf([]approx{a, s.walk(c, x.Rescue, used)}, used)
	case *grammar.Jump:
		s.give(s.operand(c, x.Value))
		return approx{left: true}
	case *grammar.Yield:
		s.args(c, x.Args, true)
	case *grammar.Super:
		s.args(c, x.Args, true)
	case *grammar.MatchPattern:
		s.operand(c, x.X)
	default:
		return s.assignment(c, x)
	}
	return anything
}

func (s *survey) assignment(c *surveyScope, x grammar.Expr) approx {
	switch x := x.(type) {
	case *grammar.Assign:
		a := s.walk(c, x.Value, true)
		if target, ok := x.Target.(*grammar.Local); ok {
			c.set(target.Name, a)
			return a
		}
		return s.assign(c, x.Target, s.use(a))
	case *grammar.OpAssign:
		old := s.walk(c, x.Target, true)
		if x.Op == "||" && old.exact() && old.unknown() == nil && Truthy(old.v) {
			return old
		}
		value := s.walk(c, x.Value, true)
		switch yes, fixed := fixedTruth(old); {
		case x.Op == "||" && fixed && !yes:
			if target, ok := x.Target.(*grammar.Local); ok {
				c.replace(target.Name, value)
			}
			return s.assign(c, x.Target, s.use(value))
		case x.Op != "||" && x.Op != "&&":
			s.needAll(old, []approx{value})
		}
		return s.assign(c, x.Target, s.oneOf([]approx{old, value}, true))
	case *grammar.MultiAssign:
		a := s.operand(c, x.Value)
		for _, target := range x.Targets.List {
			s.assign(c, target, anything.lacking(a))
		}
	}
	return anything
}

// assign assigns a value that may be another one at another time.
func (s *survey) assign(c *surveyScope, target grammar.Expr, a approx) approx {
	switch x := target.(type) {
	case *grammar.Local:
		c.set(x.Name, a)
	case *grammar.IVar:
		if a.unknown() != nil || a.unset != (Unset{}) {
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
		s.setter(c, x.Recv, "[]=", x, x.Pos)
	case *grammar.Call:
		s.setter(c, x.Recv, x.Name+"=", x, x.Pos)
	}
	return a
}

// setter is an assignment that calls a method.
func (s *survey) setter(c *surveyScope, recv grammar.Expr, name string, target grammar.Expr, pos grammar.Pos) {
	a := s.operand(c, recv)
	switch _, unknown := a.v.(*Unknown); {
	case unknown:
	case a.v == nil && s.hasMethod(name), a.v != nil && s.in.find(a.v, name) != nil, a.v != nil && s.in.find(a.v, "method_missing") != nil:
	case a.v != nil && s.in.hasUnknownAncestor(s.in.classOf(a.v)):
	default:
		s.note(Gap{Kind: MethodGap, Expr: grammar.String(target), Name: name, Pos: pos})
	}
}

// operand walks over an expression on whose value the code depends.
func (s *survey) operand(c *surveyScope, x grammar.Expr) approx {
	if x == nil {
		return anything
	}
	return s.use(s.walk(c, x, true))
}

func (s *survey) args(c *surveyScope, list []grammar.Expr, used bool) []approx {
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
func (s *survey) eval(c *surveyScope, x grammar.Expr) approx {
	if d, ok := x.(*grammar.Defined); ok {
		if _, ok := d.X.(*grammar.Const); !ok {
			return anything
		}
	}
	if n, ok := x.(*grammar.Const); ok && n.Scope != nil {
		if _, ok := n.Scope.(*grammar.Const); !ok {
			s.operand(c, n.Scope)
			return anything
		}
	}
	t := s.in.NewThreadWithin(Limits{Steps: surveySteps})
	v, err := t.newEnv(c.frame).eval(x)
	if err != nil {
		return anything
	}
	return s.known(v).madeOf(s.lacked(t, x.Start()))
}

func (s *survey) interp(c *surveyScope, x *grammar.Interp, used bool) approx {
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
		return known(NewString(text)).lacking(parts...)
	}
	s.needAll(anything, parts)
	switch x.Kind {
	case grammar.InterpString:
		return like(NewString(""))
	case grammar.InterpSymbol:
		return like(Symbol(""))
	}
	return anything
}

// part walks over a part of a literal.
func (s *survey) part(c *surveyScope, x grammar.Expr, used bool) approx {
	a := s.walk(c, x, used)
	if used {
		s.use(a)
	}
	return a
}

// textOf is what a value is in a text; ok is false where that is not known.
func (s *survey) textOf(a approx) (text string, ok bool) {
	if !a.exact() || a.unknown() != nil || !s.callable(a) && s.in.find(a.v, "to_s") == nil {
		return "", false
	}
	v, err := s.send(s.in.NewThreadWithin(Limits{Steps: 1000, Depth: 100, Memory: 1 << 20, StringSize: 1 << 16}), a.v, "to_s", nil, nil)
	str, ok := v.(*String)
	if err != nil || !ok || str.Unknown != nil {
		return "", false
	}
	return str.s, true
}

// collection is a literal with parts, of the kind of sample.
func (s *survey) collection(c *surveyScope, parts []grammar.Expr, sample Value, used bool) approx {
	exact := true
	var elems []approx
	values := make([]Value, len(parts))
	for i, x := range parts {
		if x == nil {
			values[i] = Nil
			continue
		}
		a := s.part(c, x, used)
		if _, ok := x.(*grammar.Splat); ok || !a.exact() || a.unknown() != nil {
			exact = false
		}
		values[i], elems = a.v, append(elems, a)
	}
	switch sample.(type) {
	case *Array:
		if exact {
			return known(&Array{Elems: values, frozen: true}).lacking(elems...)
		}
	case *Hash:
		if exact { // without a `**`, so in pairs
			h := NewHash(len(values) / 2)
			for i := 0; i < len(values); i += 2 {
				h.Set(values[i], values[i+1])
			}
			h.frozen = true
			return known(h).lacking(elems...)
		}
	}
	s.needAll(anything, elems)
	return like(sample)
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
func (s *survey) ivar(c *surveyScope, x *grammar.IVar) approx {
	if a, ok := s.ivars[x.Name]; ok || !c.self.exact() {
		return a
	}
	if v := s.in.NewThread().ivarGet(c.self.v, x.Name); v != Nil {
		return s.known(v)
	}
	return anything
}

// ---- conditions

// fixedTruth is how a condition turns out; yes counts only if it is fixed: the same for
// all arguments.
func fixedTruth(a approx) (yes, fixed bool) {
	return a.exact() && Truthy(a.v), a.exact() && a.unknown() == nil
}

func (s *survey) andOr(c *surveyScope, l, r grammar.Expr, and, used bool) approx {
	a := s.operand(c, l)
	if yes, fixed := fixedTruth(a); fixed && yes != and {
		return a
	}
	b := s.walk(c, r, used)
	switch yes, fixed := fixedTruth(a); {
	case fixed && yes == and, b.unknown() != nil:
		return b
	case a.unknown() != nil:
		return a
	}
	return anything.lacking(a, b)
}

func (s *survey) not(c *surveyScope, x *grammar.Not, used bool) approx {
	a := s.walk(c, x.X, used)
	if yes, fixed := fixedTruth(a); fixed {
		return known(Bool(!yes))
	}
	if a.unknown() != nil {
		return a
	}
	return like(True)
}

func (s *survey) either(c *surveyScope, cond grammar.Expr, unless bool, then, other *grammar.Stmts, used bool) approx {
	a := s.operand(c, cond)
	if unless {
		then, other = other, then
	}
	if yes, fixed := fixedTruth(a); fixed {
		if yes {
			return s.stmts(c, then, used)
		}
		return s.stmts(c, other, used)
	}
	return s.oneOf([]approx{s.stmts(c, then, used), s.stmts(c, other, used)}, used)
}

func (s *survey) caseExpr(c *surveyScope, x *grammar.Case, used bool) approx {
	subject := s.operand(c, x.Subject)
	var ways []approx
	for _, w := range x.Whens {
		for _, cond := range w.Conds {
			if a := s.operand(c, cond); !a.exact() || !subject.exact() {
				s.needAll(a, []approx{subject})
			}
		}
		ways = append(ways, s.stmts(c, w.Body, used))
	}
	return s.oneOf(append(ways, s.stmts(c, x.Else, used)), used)
}

func oneStmt(x grammar.Expr) *grammar.Stmts {
	if x == nil {
		return nil
	}
	return &grammar.Stmts{List: []grammar.Expr{x}}
}

// ---- calls

// block walks over a block whose arguments are like a, and returns what it gives.
func (s *survey) block(c *surveyScope, ps *grammar.Params, b *grammar.Body, a approx) approx {
	inner := c.inside()
	s.params(inner, ps, nil)
	for name := range inner.vars {
		inner.vars[name] = a
	}
	return s.use(s.body(inner, b, true))
}

func (s *survey) callExpr(c *surveyScope, x *grammar.Call, used bool) approx {
	if s.closed(x) {
		if a := s.eval(c, x); a.v != nil && (a.unset == Unset{}) {
			return a
		}
	}
	recv := c.self
	if x.Recv != nil {
		recv = s.walk(c, x.Recv, true)
	}
	if x.Safe && recv.exact() && IsNil(recv.v) {
		return recv
	}
	u, ok := recv.v.(*Unknown)
	args := s.args(c, x.Args, !ok) // those of an unknown call are part of its text
	if x.BlockArg != nil && x.BlockArg.X != nil {
		s.operand(c, x.BlockArg.X)
		if name, ok := x.BlockArg.X.(*grammar.Sym); ok && s.named(name.Name) == (namedMethods{undecided: true}) {
			s.askUndetermined(anything, nil, x)
		}
	}
	if ok {
		return s.unknownCall(c, recv, u, args, x, used)
	}
	if x.Block != nil {
		inner := c
		if named(x.Name, rebinds|Detaches) {
			own := *c
			own.self, inner = anything, &own
		}
		given := s.block(inner, x.Block.Params, x.Block.Body, anything)
		given = given.lacking(s.lackedByElements(inner, recv, x))
		return s.callWithBlock(recv, given, args, x)
	}
	if recv.lambda != nil && s.runs(x.Name) {
		return s.callOf(recv, args, x).lacking(s.lackedByLambda(recv.lambda, args))
	}
	return s.callOf(recv, args, x)
}

func (s *survey) callOf(recv approx, args []approx, x *grammar.Call) approx {
	if recv.v == nil {
		s.needAll(recv, args)
		return s.callOnAnything(args, x)
	}
	return s.invoke(recv, x.Name, args, x)
}

// closed reports whether an expression is made of constants and literals alone.
func (s *survey) closed(x grammar.Expr) bool {
	all := func(list []grammar.Expr) bool {
		return !slices.ContainsFunc(list, func(x grammar.Expr) bool { return x == nil || !s.closed(x) })
	}
	switch x := x.(type) {
	case *grammar.Str, *grammar.Sym, *grammar.Int, *grammar.Float, *grammar.Nil, *grammar.Bool:
		return true
	case *grammar.Const:
		return x.Scope == nil || s.closed(x.Scope)
	case *grammar.Array:
		return all(x.Elems)
	case *grammar.Hash:
		return all(pairParts(x))
	case *grammar.Index:
		return x.BlockArg == nil && s.closed(x.Recv) && all(x.Args)
	case *grammar.Paren:
		return all(x.Stmts.List)
	case *grammar.Call:
		is, ok := s.isClosed[x]
		if !ok {
			is = x.Recv != nil && x.Block == nil && x.BlockArg == nil && s.closed(x.Recv) && all(x.Args)
			s.isClosed[x] = is
		}
		return is
	}
	return false
}

// unknownCall is a call on what only the application knows.
func (s *survey) unknownCall(c *surveyScope, recv approx, u *Unknown, args []approx, x *grammar.Call, used bool) approx {
	if u.alternative != nil { // the call is made on what the condition picks
		s.use(recv)
		return anything
	}
	result := recv.unknownCall(x)
	if recv.exact() && allExact(args...) && x.Block == nil && x.BlockArg == nil {
		values, keywords, _ := arguments(args, x)
		t := s.in.NewThreadWithin(Limits{Steps: surveySteps})
		v, err := (&Call{Self: u, Name: x.Name, Args: values, Keywords: keywords, Pos: x.Pos, Thread: t}).callUnknown(u)
		if err == nil {
			result = known(v)
		}
	}
	if x.Block != nil {
		if used {
			result = s.use(result) // whether the block runs depends on it
		}
		s.block(c, x.Block.Params, x.Block.Body, recv.afterGap(x))
	}
	return result
}

// callOnAnything is a call on a value of which nothing is known.
func (s *survey) callOnAnything(args []approx, x *grammar.Call) approx {
	unknown := s.useAll(args)
	if named(x.Name, sends) && len(args) > 0 && args[0].exact() {
		if name, ok := textOfName(args[0].v); ok {
			sent := *x
			sent.Name, sent.Args, sent.Parens = name, x.Args[1:], len(args) > 1
			return s.callOnAnything(args[1:], &sent)
		}
	}
	switch found := s.named(x.Name); {
	case found.decided:
	case found.undecided:
		return s.askUndetermined(anything, args, x)
	default:
		s.note(Gap{Kind: MethodGap, Expr: grammar.String(x), Name: x.Name, Pos: x.Pos})
		unknown = true
	}
	if unknown {
		return anything.afterGap(x)
	}
	return anything
}
