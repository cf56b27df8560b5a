package survey

import (
	"slices"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// A lambda is a lambda of the code, with the variables around it.
type lambda struct {
	code  *grammar.Lambda
	scope *scope
}

// call walks over a call as the code writes it.
func (s *survey) call(c *scope, x *grammar.Call, used bool) approx {
	if s.closedCall(x) {
		if a := s.eval(c, x); a.v != nil && (a.unset == dsl.Unset{}) {
			return a
		}
	}
	recv := c.self
	if x.Recv != nil {
		recv = s.walk(c, x.Recv, true)
	}
	if x.Safe && recv.exact() && dsl.IsNil(recv.v) {
		return recv
	}
	u, ok := recv.v.(*dsl.Unknown)
	args := s.args(c, x.Args, !ok) // those of an unknown call are part of its text
	if x.BlockArg != nil && x.BlockArg.X != nil {
		s.operand(c, x.BlockArg.X)
		if name, ok := x.BlockArg.X.(*grammar.Sym); ok {
			if n := s.methods(name.Name); n.found && !n.decided {
				s.askUndetermined(anything, nil, x)
			}
		}
	}
	switch {
	case ok:
		return s.unknownCall(c, recv, u, args, x, used)
	case x.Block != nil:
		inner := c
		if dsl.Named(x.Name, trait.Rebinds|trait.Detaches) {
			own := *c
			own.self, inner = anything, &own
		}
		given := s.block(inner, x.Block.Params, x.Block.Body, anything)
		return s.callWithBlock(recv, given.lacking(s.lackedByElements(inner, recv, x)), args, x)
	case recv.lambda != nil && s.runs(recv, x.Name):
		l := recv.lambda
		return s.callOf(recv, args, x).lacking(s.lackedOnly(func(own *survey) approx {
			inner := l.scope.inside()
			own.params(inner, l.code.Params, args)
			return own.body(inner, l.code.Body, true)
		}))
	}
	return s.callOf(recv, args, x)
}

func (s *survey) callOf(recv approx, args []approx, x *grammar.Call) approx {
	if recv.v == nil {
		s.need(append(args, recv)...)
		return s.callOnAnything(args, x)
	}
	return s.invoke(recv, x.Name, args, x)
}

// callWithBlock returns the value of a call whose block returns given.
func (s *survey) callWithBlock(recv, given approx, args []approx, x *grammar.Call) approx {
	if isENV(recv) && x.Name == "fetch" && given.exact() && dsl.IsNil(given.v) && len(args) == 1 {
		return s.send(recv, "[]", args, x) // a block that returns nil is no default
	}
	a := s.callOf(recv, args, x)
	if dsl.Named(x.Name, trait.GivesBlock) {
		a = a.lacking(given)
	}
	return a
}

func isENV(a approx) bool {
	o, _ := a.v.(*dsl.Object)
	if o == nil || !a.exact() {
		return false
	}
	_, is := o.Data.(*core.Environment)
	return is
}

// block walks over a block whose arguments are like a, and returns what it gives.
func (s *survey) block(c *scope, ps *grammar.Params, b *grammar.Body, a approx) approx {
	inner := c.inside()
	s.params(inner, ps, nil)
	for name := range inner.vars {
		inner.vars[name] = a
	}
	return s.use(s.body(inner, b, true))
}

// lackedByElements returns what a block makes of the elements of a list that is known, or
// of its receiver: nothing is known of that but the variables that are missing in it.
func (s *survey) lackedByElements(c *scope, recv approx, x *grammar.Call) approx {
	if !recv.exact() {
		return anything
	}
	elems := []dsl.Value{recv.v}
	if !dsl.Named(x.Name, trait.YieldsSelf) {
		list, ok := recv.v.(*dsl.Array)
		if !ok {
			return anything
		}
		elems = list.Elems
	}
	a := anything
	for _, v := range elems[:min(len(elems), maxElements)] {
		a = a.lacking(s.lackedOnly(func(own *survey) approx { return own.block(c, x.Block.Params, x.Block.Body, own.known(v)) }))
	}
	return a
}

// closedCall reports whether a call is made of constants and literals alone.
func (s *survey) closedCall(x *grammar.Call) bool {
	is, ok := s.closed[x]
	if !ok {
		is = x.Recv != nil && x.Block == nil && x.BlockArg == nil && s.isClosed(x.Recv) && !slices.ContainsFunc(x.Args, func(a grammar.Expr) bool { return !s.isClosed(a) })
		s.closed[x] = is
	}
	return is
}

func (s *survey) isClosed(x grammar.Expr) bool {
	is := true
	grammar.Inspect(x, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Str, *grammar.Sym, *grammar.Int, *grammar.Float, *grammar.Nil, *grammar.Bool, *grammar.Const, *grammar.Array, *grammar.Hash, *grammar.Paren, *grammar.Stmts:
		case *grammar.Index:
			is = is && n.BlockArg == nil
		case *grammar.Call:
			is = is && s.closedCall(n)
			return false
		default:
			is = false
		}
		return is
	})
	return is
}

// ---- what is called

// invoke is a call of a method on a value of which something is known; x is nil where the
// host makes it.
func (s *survey) invoke(recv approx, name string, args []approx, x *grammar.Call) approx {
	m, ok := s.in.Callee(recv.v, name)
	if p, isProc := recv.v.(*dsl.Proc); isProc && recv.exact() && m.Has(trait.Runs) {
		return s.code(p.Callee(), anything, args)
	}
	switch {
	case !ok || m.Added:
		return s.lacks(recv, name, args, m.Added, x)
	case x != nil && m.Undetermined():
		return s.askUndetermined(recv, args, x)
	case m.Library():
		return s.libraryCall(recv, m, name, args, x)
	case m.Code.Node != nil || m.Proc != nil:
		return s.code(m, recv, args)
	case x == nil:
		return anything
	}
	return s.builtin(recv, m, name, args, x)
}

// runs reports whether a method of a proc runs its code.
func (s *survey) runs(recv approx, name string) bool {
	m, _ := s.in.Callee(recv.v, name)
	return m.Has(trait.Runs)
}

// code walks over a method or block of the program, once.
func (s *survey) code(m dsl.Callee, self approx, args []approx) approx {
	if m.Code.Node == nil { // a proc of no code
		switch {
		case m.Proc.Symbol() != "" && len(args) > 0 && args[0].v != nil:
			return s.invoke(args[0], m.Proc.Symbol(), nil, nil)
		case m.Proc.Code() != nil:
			return like(m.Proc.Code())
		}
		return anything
	}
	if a, ok := s.walked[m.Code.Node]; ok {
		return a
	}
	s.walked[m.Code.Node] = anything
	if m.Proc != nil {
		self = s.known(m.Proc.Self())
	}
	c := &scope{code: m.Code, self: self, proc: m.Proc, vars: map[string]approx{}}
	s.params(c, m.Params, args)
	a := s.body(c, m.Body, true)
	if m.Proc == nil && a.unknown() == nil && !a.sample && (a.unset == dsl.Unset{} || m.Params != nil) {
		a = anything.lacking(a) // other arguments may give another value
	}
	a.left = false
	s.walked[m.Code.Node] = a
	return a
}

func (s *survey) params(c *scope, ps *grammar.Params, args []approx) {
	if ps == nil {
		return
	}
	for i, p := range ps.List {
		a := anything
		if i < len(args) && (p.Kind == grammar.Required || p.Kind == grammar.Optional) {
			a = args[i]
		}
		if p.Default != nil {
			s.walk(c, p.Default, a.v == nil)
		}
		s.params(c, p.Sub, nil)
		if p.Name != "" {
			c.vars[p.Name] = a
		}
	}
	for _, name := range ps.Locals {
		c.vars[name] = anything
	}
}

// libraryCall is a call of a method of the library, whose code has no gaps of its own.
func (s *survey) libraryCall(recv approx, m dsl.Callee, name string, args []approx, x *grammar.Call) approx {
	if x != nil && recv.exact() && allExact(args...) {
		return s.builtin(recv, m, name, args, x)
	}
	s.useAll(args)
	s.need(append(args, recv)...)
	if x != nil && x.Block == nil && x.BlockArg == nil && callable(recv) {
		if a := s.send(recv, name, args, x); a.unknown() != nil {
			return a // whatever the arguments are
		}
	}
	return anything
}

// askUndetermined is a call of a method whose result the program does not decide.
func (s *survey) askUndetermined(recv approx, args []approx, x *grammar.Call) approx {
	exact := (x.Recv == nil || recv.exact()) && allExact(args...)
	g := Gap{Kind: UnknownGap, Expr: grammar.String(x), Pos: x.Pos}
	if exact {
		g.Settles = g.Expr
	}
	if _, ok := s.calls.Settled(g.Expr); !ok || !exact {
		s.note(g)
	}
	return recv.afterGap(x)
}

// shown names the object whose method the host calls.
func (s *survey) shown(v dsl.Value) string {
	if class, ok := v.(*dsl.Class); ok && class.Name() != "" {
		return class.Name()
	}
	return "#<" + s.in.PlainClassOf(v).Name() + ">"
}

// lacks is a call of a method that the value does not have; added says that its host
// takes it for one that something else than the program defines.
func (s *survey) lacks(recv approx, name string, args []approx, added bool, x *grammar.Call) approx {
	s.need(recv)
	unknown := s.in.InheritsUnknown(recv.v)
	if x == nil {
		if unknown {
			return approx{v: dsl.NewUnknown(s.shown(recv.v)+"."+name, grammar.Pos{}), sample: true}
		}
		return anything
	}
	missing, ok := s.in.Callee(recv.v, "method_missing")
	switch {
	case added && allExact(args...):
		a := recv.unknownCall(x)
		if v, ok := s.calls.Settled(a.unknown().Text()); ok {
			return exactly(v)
		}
		return exactly(a.v)
	case added, !ok && unknown:
		return recv.unknownCall(x)
	case ok && missing.Code.Node != nil:
		return s.code(missing, recv, nil)
	case ok:
		return s.builtin(recv, missing, x.Name, args, x)
	case recv.v == dsl.Nil:
		return anything // it is what Ruby says, too
	}
	s.lack(x, x.Name)
	return recv.afterGap(x)
}

// builtin is a call of a method written in Go. It is made where that changes
// nothing and tells the kind of what it gives.
func (s *survey) builtin(recv approx, m dsl.Callee, name string, args []approx, x *grammar.Call) approx {
	class, isClass := recv.v.(*dsl.Class)
	switch {
	case dsl.Named(name, trait.Sends):
		if len(args) > 0 && args[0].exact() {
			if called, ok := nameOf(args[0].v); ok {
				if _, has := s.in.Callee(recv.v, called); has || name != "try" {
					return s.invoke(recv, called, args[1:], x)
				}
			}
		}
		return anything
	case name == "new" && isClass && recv.exact() && !class.IsModule():
		return s.made(class, args)
	case name == "new", m.Has(trait.Opaque|trait.Picks) && !m.Has(trait.Detaches):
	case s.useAll(args):
		return recv.afterGap(x)
	}
	if x.Recv == nil || x.Block != nil || x.BlockArg != nil || !callable(recv) {
		s.need(append(args, recv)...)
		return anything
	}
	return s.send(recv, name, args, x)
}

// made is a new object of a class. Of one that is not made by the program itself,
// nothing is known.
func (s *survey) made(class *dsl.Class, args []approx) approx {
	o := s.in.NewObject(class, nil)
	if m, ok := s.in.Callee(o, "initialize"); ok && m.Code.Node != nil && m.Proc == nil {
		s.code(m, like(o), args)
	}
	if !class.OfProgram(s.in) {
		return anything
	}
	return like(o)
}

// callable reports whether methods of a value may be called to see what they give.
func callable(recv approx) bool {
	switch v := recv.v.(type) {
	case nil, *dsl.Unknown, *dsl.Proc:
		return false
	case *dsl.Object:
		return v.Host != nil || v.Data != nil
	}
	return true
}

// send makes a call whose receiver and arguments are all known at least by kind.
func (s *survey) send(recv approx, name string, args []approx, x *grammar.Call) approx {
	values, keywords, ok := arguments(args, x)
	if !ok {
		s.need(append(args, recv)...)
		return anything
	}
	var v dsl.Value
	err := dsl.Attempt(func() { v = dsl.Must(s.calls.Send(recv.v, name, values, keywords, nil, grammar.Pos{})) })
	exact, lacked := recv.exact() && allExact(args...), s.lacked(s.calls, x.Pos)
	switch {
	case err != nil && s.rescuing == 0:
		s.need(lacked)
	case err != nil:
	case !exact && dsl.UnknownIn(v) != nil:
		return recv.unknownCall(x)
	case exact && (name == "compact" || name == "compact_blank"):
		return exactly(v)
	case exact:
		return s.known(v).madeOf(append(args, recv, lacked)...)
	}
	s.need(append(args, recv)...)
	return like(v)
}

// arguments are the values of a call's arguments, keywords apart; ok is false where
// nothing is known of one.
func arguments(list []approx, x *grammar.Call) (args []dsl.Value, keywords *dsl.Hash, ok bool) {
	for i, a := range list {
		if a.v == nil {
			return nil, nil, false
		}
		if h, ok := x.Args[i].(*grammar.Hash); ok && !h.Braces && i == len(list)-1 {
			keywords, _ = a.v.(*dsl.Hash)
			continue
		}
		args = append(args, a.v)
	}
	return args, keywords, true
}

// nameOf is the name that a symbol or a string gives.
func nameOf(v dsl.Value) (string, bool) {
	switch v := v.(type) {
	case dsl.Symbol:
		return string(v), true
	case *dsl.String:
		return v.String(), v.Unknown == nil
	}
	return "", false
}

// unknownCall is a call on what only the application knows.
func (s *survey) unknownCall(c *scope, recv approx, u *dsl.Unknown, args []approx, x *grammar.Call, used bool) approx {
	if _, _, _, ok := u.Choice(); ok { // the call is made on what the condition picks
		s.use(recv)
		return anything
	}
	result := recv.unknownCall(x)
	if recv.exact() && allExact(args...) && x.Block == nil && x.BlockArg == nil {
		values, keywords, _ := arguments(args, x)
		var v dsl.Value
		if err := dsl.Attempt(func() { v = dsl.Must(s.thread(maxSteps).Send(u, x.Name, values, keywords, nil, x.Pos)) }); err == nil {
			result = exactly(v)
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
	if dsl.Named(x.Name, trait.Sends) && len(args) > 0 && args[0].exact() {
		if name, ok := nameOf(args[0].v); ok {
			sent := *x
			sent.Name, sent.Args, sent.Parens = name, x.Args[1:], len(args) > 1
			return s.callOnAnything(args[1:], &sent)
		}
	}
	n := s.methods(x.Name)
	switch {
	case n.found && !n.decided:
		return s.askUndetermined(anything, args, x)
	case !n.found:
		s.lack(x, x.Name)
		unknown = true
	}
	if unknown {
		return anything.afterGap(x)
	}
	return anything
}
