package dsl

import (
	"errors"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// evalCall evaluates a method call as the program writes it.
func (e *env) evalCall(x *grammar.Call) (Value, error) {
	t := e.thread
	recv := e.frame.self
	if x.Recv != nil {
		if recv = e.value(x.Recv); x.Safe && t.IsNone(recv) {
			return recv, nil
		}
	}
	args, kw, block := e.evalArgs(x.Args, x.Block, x.BlockArg)
	n := len(t.pathCond)
	c := &Call{Self: recv, Name: x.Name, Args: args, Keywords: kw, Block: block, Pos: x.Pos, Thread: t}
	t.At, t.caller = x.Pos, e.frame
	var v Value
	var err error
	if u, ok := recv.(*Unknown); ok {
		v, err = c.callUnknown(u)
	} else {
		v, err = c.dispatch(e, x)
	}
	if r, ok := x.Recv.(*grammar.Regexp); ok && x.Name == "=~" && err == nil {
		e.assignNamedGroups(r, v)
	}
	return t.catchBreak(n, v, err, block, x.Block != nil)
}

// assignNamedGroups sets the variables that `/(?<year>\d+)/ =~ text` declares.
func (e *env) assignNamedGroups(x *grammar.Regexp, matched Value) {
	if !strings.Contains(x.Source, "(?<") {
		return
	}
	if m := e.thread.LastMatch(); matched != Nil && m != nil {
		for _, name := range m.Names {
			e.set(name, m.groupOrNil(m.Named(name)))
		}
		return
	}
	names := e.thread.in.regexpLiteral(x).Names()
	for _, name := range names {
		e.set(name, Nil)
	}
}

// catchBreak ends a `break` out of the block that this call was given. n is the
// number of conditions before the call.
func (t *Thread) catchBreak(n int, v Value, err error, block *Proc, literal bool) (Value, error) {
	if !literal || err == nil && len(t.pathCond) == n {
		return v, err
	}
	return t.joinJumps(n, v, err, func(j *jump) bool { return j.goes(grammar.Break, block) })
}

// dispatch finds the method and runs it. x is nil when Go code calls.
func (c *Call) dispatch(e *env, x *grammar.Call) (Value, error) {
	return c.answerBy(c.FindMethod(c.Self, c.Name), e, x)
}

// answerBy runs the method that was found for a call, nil if none.
func (c *Call) answerBy(m *Method, e *env, x *grammar.Call) (Value, error) {
	if m != nil && m.sides != nil {
		return c.onSides(m, func(c *Call, m *Method) (Value, error) { return c.answerBy(m, e, x) })
	}
	implicit := x != nil && x.Recv == nil
	if m == nil || !c.visible(m, c, e, x) {
		return c.missing(m, implicit, x)
	}
	if c.isChanged(m) {
		return c.UnknownCall(implicit, x)
	}
	return c.runFound(m, (*Call).invoke, implicit, x)
}

// runFound runs the method that answers a call: the one of its name, or method_missing.
func (c *Call) runFound(m *Method, run func(*Call, *Method) (Value, error), implicit bool, x *grammar.Call) (Value, error) {
	t := c.Thread
	if x != nil && !implicit && m.def != nil && t.asksApplication(m, c) {
		return c.answerOfApplication(m, run)
	}
	told := len(t.told)
	v, err := run(c, m)
	if err != nil && (t.doubtful(m, c, err, told) || implicit && t.overridden(m, c, err)) {
		if x == nil || implicit {
			t.noteFailed(c.Name, c, err)
		}
		return c.UnknownCall(implicit, x)
	}
	return v, err
}

// visible tells whether the caller may call m: private methods only without a
// receiver or on self, protected ones from inside the class.
func (m *meter) visible(method *Method, c *Call, e *env, x *grammar.Call) bool {
	switch {
	case method.visibility == public, x == nil, x.Recv == nil:
		return true
	case method.visibility == protected:
		return m.IsA(e.frame.self, method.Owner)
	}
	return isSelf(x.Recv)
}

// invoke runs a method that was found.
func (c *Call) invoke(m *Method) (Value, error) {
	t := c.Thread
	if t.depth >= t.Limits.Depth {
		return nil, t.TooDeep()
	}
	t.depth++
	t.stack = append(t.stack, Frame{Name: c.Name, Pos: c.Pos})
	v, err := c.run(m)
	t.stack = t.stack[:len(t.stack)-1]
	t.depth--
	t.At = c.Pos
	return v, err
}

func (c *Call) run(m *Method) (Value, error) {
	c.method = m
	switch {
	case m.builtin != nil && c.in.MissesVariables():
		return c.runBuiltinOfUnset(m.builtin, c)
	case m.builtin != nil:
		return c.runBuiltin(m.builtin)
	case m.proc != nil:
		return c.runProcMethod(m)
	case m.library:
		return c.runLibrary(m)
	case c.isChanged(m): // of super
		return c.UnknownCall(false, nil)
	}
	if !c.mayMiss(c.Args, c.Keywords) {
		return c.runDef(m)
	}
	return c.withCertain(m.def.Params, c.Args, c.Keywords, func(args []Value, kw *Hash) (Value, error) {
		own := *c
		own.Args, own.Keywords = args, kw
		return own.runDef(m)
	})
}

// runDef runs a method that the program wrote.
func (c *Call) runDef(m *Method) (Value, error) {
	t := c.Thread
	f := &frame{
		self: c.Self, name: m.Name, method: m, args: c.Args, kw: c.Keywords, block: c.Block,
		cref: m.cref, target: m.cref.class,
	}
	f.home = f
	e := t.newEnv(f)
	if cycle := t.begin(m.def, nil, c.Self, c.Args, c.Keywords, c.Block); cycle != nil {
		return c.leaveOut(cycle)
	}
	defer t.running.End()
	n := len(t.pathCond)
	outer, caller := t.derived, t.caller
	v, err := Nil, e.bindMethod(m.def.Params, c) // which may return, too
	if err == nil {
		t.derived = m.derived
		v, err = e.evalBody(m.def.Body)
	}
	t.derived, t.caller = outer, caller
	delete(t.matches, f)
	return t.landReturns(f, n, v, err)
}

// landReturns ends the `return`s of the code of a frame: a method, or a file. n is the
// number of conditions when it began.
func (t *Thread) landReturns(f *frame, n int, v Value, err error) (Value, error) {
	return t.joinJumps(n, v, err, func(j *jump) bool { return j.goes(grammar.Return, f) })
}

// runProcMethod runs a method made by define_method: a lambda with self.
func (c *Call) runProcMethod(m *Method) (Value, error) {
	p := *m.proc
	if p.fn != nil {
		p.symbol = "" // whose receiver is the first argument, not self
		return c.instanceExec(c.Self, &p, c.Args, c.Keywords)
	}
	p.lambda = true
	f := &frame{self: c.Self, name: m.Name, method: m, args: c.Args, kw: c.Keywords}
	f.home = f
	f.cref, f.target = p.env.frame.cref, m.Owner
	f.block = p.env.frame.block
	return c.callProcIn(&p, f, c.Args, c.Keywords, c.Block)
}

func (c *Call) runBuiltin(b *Builtin) (Value, error) {
	if c.Keywords != nil && !b.keywords {
		if c.Keywords.Len() > 0 {
			c.Args = append(c.Args[:len(c.Args):len(c.Args)], c.Keywords)
		}
		c.Keywords = nil
	}
	if k := c.possibleArgument(c); k >= 0 {
		return c.forkArgument(k)
	}
	if n := len(c.Args); n < b.min || b.max >= 0 && n > b.max {
		return nil, c.arityError(n, b.min, b.max)
	}
	if c.Request && c.HasTrait(trait.ChangesClass) {
		switch c.Self.(type) {
		case *Class, *Object:
			if IsFrozen(c.Self) {
				return nil, c.sealed("change classes", c.Pos)
			}
		}
	}
	if c.HasTrait(trait.Whole) {
		if list := c.gathered(); list != nil {
			return c.ofGathered(list)
		}
	}
	if c.HasTrait(trait.ChangesReceiver) {
		if l := linksOf(c.Self); l != nil {
			return c.changeLinked(l, b, c)
		}
	}
	return c.runBuiltinHere(b)
}

func (c *Call) runBuiltinHere(b *Builtin) (Value, error) {
	if c.derived != nil && c.undecided != nil && c.HasTrait(trait.Replaces) {
		return c.Self, nil // the receiver keeps what it has, see [Call.unknownOutcome]
	}
	if v, done, err := c.runBuiltinUnsure(); done || err != nil {
		return v, err
	}
	return c.callBuiltin(b)
}

// callBuiltin runs the Go code of a built-in method. Where it asked what only the
// application knows, its result is unknown.
func (c *Call) callBuiltin(b *Builtin) (Value, error) {
	t := c.Thread
	if c.HasTrait(trait.ChangesReceiver) {
		t.Changing(c.Self)
	}
	t.tellOrder(c)
	outer, given := t.undecided, t.lastYielded
	t.undecided, t.lastYielded = nil, nil
	v, err := b.run(c)
	c.shareTexts(v)
	u := t.undecided
	t.undecided = outer
	if t.derived != nil && outer == nil { // what core asks, its method asks
		t.undecided = u
	}
	gave := t.lastYielded
	if err != nil {
		err = t.located(err, c)
		if u == nil {
			u = t.aboutUnknown(c, err)
		}
		t.lastYielded = given
		if _, ok := err.(*EvalError); !ok || u == nil {
			return nil, err
		}
	}
	t.lastYielded = given
	if u != nil {
		return c.unknownOutcome(u), nil
	}
	v = carryUnknown(c, v, gave)
	keepOrder(c, v)
	if *t.Used.Memory > t.Limits.Memory {
		if err := t.Exceeded(); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// located gives a Ruby exception that Go code raised its place and stack.
func (p *paths) located(err error, c *Call) error {
	if errors.Is(err, ErrNoMethod) {
		p.At = c.Pos
		return p.noMethod(c, false)
	}
	var ee *EvalError
	if errors.As(err, &ee) && ee.Pos.Line == 0 {
		ee.Pos = p.At
		ee.Stack = p.Stack()
		p.Used.Steps += raiseSteps
		p.ChargeMemory(limits.SizeError + len(ee.Message))
	}
	return err
}

// missing answers a call without a method: method_missing, or the error.
func (c *Call) missing(found *Method, implicit bool, x *grammar.Call) (Value, error) {
	return c.missedBy(c.FindMethod(c.Self, "method_missing"), found, implicit, x)
}

// missedBy is missing for the method_missing that was found, nil for none.
func (c *Call) missedBy(mm, found *Method, implicit bool, x *grammar.Call) (Value, error) {
	if mm != nil && mm.sides != nil {
		return c.onSides(mm, func(c *Call, mm *Method) (Value, error) { return c.missedBy(mm, found, implicit, x) })
	}
	if mm != nil {
		return c.runFound(mm, (*Call).invokeMissing, implicit, x)
	}
	if found != nil {
		return nil, c.notPublic(found, c.Name)
	}
	if class := c.in.classOf(c.Self); c.hasUnknownAncestor(class) {
		return c.UnknownCall(implicit, x)
	}
	vcall := implicit && x != nil && !x.Parens && len(x.Args) == 0 && x.Block == nil && x.BlockArg == nil
	return nil, c.noMethod(c, vcall)
}

// invokeMissing runs a method_missing.
func (c *Call) invokeMissing(mm *Method) (Value, error) {
	args := append([]Value{Symbol(c.Name)}, c.Args...)
	return (&Call{Self: c.Self, Name: "method_missing", Args: args, Keywords: c.Keywords, Block: c.Block, Pos: c.Pos, Thread: c.Thread}).invoke(mm)
}

// Send calls a method from Go code.
func (t *Thread) Send(recv Value, name string, args []Value, kw *Hash, block *Proc, pos grammar.Pos) (Value, error) {
	if err := t.Step(); err != nil {
		return nil, err
	}
	return (&Call{Self: recv, Name: name, Args: args, Keywords: kw, Block: block, Pos: pos, Thread: t}).answer()
}

// answer makes a call from Go code, on a value that may be unknown.
func (c *Call) answer() (Value, error) {
	if u, ok := c.Self.(*Unknown); ok {
		return c.callUnknown(u)
	}
	return c.dispatch(nil, nil)
}

// sendFrom calls a method that an operator of the program stands for.
func (e *env) sendFrom(recv Value, name string, args []Value, pos grammar.Pos) (Value, error) {
	e.thread.At, e.thread.caller = pos, e.frame
	return e.thread.Send(recv, name, args, nil, nil, pos)
}

// evalIndex is `a[b]`.
func (e *env) evalIndex(x *grammar.Index) (Value, error) {
	recv := e.value(x.Recv)
	args, kw, block := e.evalArgs(x.Args, nil, x.BlockArg)
	e.thread.At, e.thread.caller = x.Pos, e.frame
	return e.thread.Send(recv, "[]", args, kw, block, x.Pos)
}

// evalArgs evaluates the arguments of a call.
func (e *env) evalArgs(list []grammar.Expr, blk *grammar.Block, blockArg *grammar.BlockArg) (args []Value, kw *Hash, block *Proc) {
	t := e.thread
	if len(list) > 0 {
		args = make([]Value, 0, len(list))
	}
	for i, x := range list {
		switch x := x.(type) {
		case *grammar.Splat:
			more, _ := e.spread(x)
			Check(t.Size(len(args) + len(more)))
			args = append(args, more...)
			t.ChargeMemory(limits.SizeElement * len(more))
		case *grammar.Forward:
			args, kw, block = e.forwarded(args)
			t.ChargeMoves(len(args))
		case *grammar.Hash:
			if x.Braces || i < len(list)-1 && !isForward(list[i+1]) {
				args = append(args, e.evalHash(x))
				continue
			}
			kw = t.EmptyHash(len(x.Pairs))
			e.fillHash(kw, x)
		default:
			args = append(args, e.value(x))
		}
	}
	if kw != nil && kw.Len() == 0 {
		kw = nil // f(**{}) passes nothing
	}
	switch {
	case blk != nil:
		block = &Proc{Params: blk.Params, body: blk.Body, env: e, pos: blk.Pos}
	case blockArg != nil:
		block = e.evalBlockArg(blockArg)
	}
	return args, kw, block
}

func isForward(x grammar.Expr) bool {
	_, ok := x.(*grammar.Forward)
	return ok
}

// forwarded adds what `...` stands for.
func (e *env) forwarded(args []Value) ([]Value, *Hash, *Proc) {
	rest, _ := e.get(grammar.AnonymousRest)
	if list, ok := rest.(*Array); ok {
		args = append(args, list.Elems...)
	}
	keys, _ := e.get(grammar.AnonymousKeys)
	kw, _ := keys.(*Hash)
	given, _ := e.get(grammar.AnonymousBlock)
	block, _ := given.(*Proc)
	return args, kw, block
}

// evalBlockArg is `&x`: a proc, a method object, a symbol, or nil.
func (e *env) evalBlockArg(x *grammar.BlockArg) *Proc {
	t := e.thread
	v, _ := e.get(grammar.AnonymousBlock)
	if x.X != nil {
		v = e.value(x.X)
	}
	t.At = x.Pos
	return t.blockOf(v)
}

// blockOf returns the block that a call is given by &v.
func (t *Thread) blockOf(v Value) *Proc {
	switch v := v.(type) {
	case nil, NilValue:
		return nil
	case *Proc:
		return v
	case Symbol:
		return SymbolProc(string(v))
	case *Unknown:
		return unknownProc(v)
	}
	switch p := t.converted(v, "to_proc", func() (Value, error) { return Nil, nil }).(type) {
	case *Proc:
		return p
	case *Unknown:
		return unknownProc(p)
	}
	panic(Failure{t.Errorf("TypeError", "wrong argument type %s (expected Proc)", t.in.PlainClassOf(v).name)})
}

// unknownProc is the block &u.
func unknownProc(u *Unknown) *Proc {
	return &Proc{code: u, arity: -1, lambda: true, fn: func(c *Call) (Value, error) {
		if u.alternative != nil {
			return c.forkChoice(u.alternative, func(v Value) (Value, error) {
				given := Call{Block: c.blockOf(v), Thread: c.Thread}
				return c.callProcWith(given.givenBlock(), c.Args, c.Keywords, c.Block)
			})
		}
		code := u.Call(".call", u.Pos)
		if v, ok := c.Settled(code.Text()); ok {
			return v, nil
		}
		c.ChargeMemory(limits.SizeUnknown)
		c.escapeCall(code, c)
		return code, nil
	}}
}

// SymbolProc is what &:name gives.
func SymbolProc(name string) *Proc {
	return &Proc{lambda: true, arity: -2, symbol: name, fn: func(c *Call) (Value, error) {
		if len(c.Args) == 0 {
			return nil, c.Errorf("ArgumentError", "no receiver given")
		}
		return c.Thread.Send(c.Args[0], name, c.Args[1:], c.Keywords, c.Block, c.Pos)
	}}
}

func (e *env) evalYield(x *grammar.Yield) (Value, error) {
	t := e.thread
	args, kw, _ := e.evalArgs(x.Args, nil, nil)
	t.At = x.Pos
	block := e.frame.home.block
	if block == nil {
		return nil, t.Errorf("LocalJumpError", "no block given (yield)")
	}
	if len(args) == 1 && t.packed != nil && args[0] == Value(t.packed) && inLibrary(x.Pos) {
		args = block.divided(args)
	}
	v, err := t.callProc(block, args, kw)
	if u, ok := v.(*Unknown); ok && t.derived != nil {
		t.lastYielded = u
	}
	return v, err
}

func (e *env) evalSuper(x *grammar.Super) (Value, error) {
	t := e.thread
	f := e.frame.home
	if f.method == nil {
		panic(t.failureAt(x.Pos, "RuntimeError", "super called outside of method"))
	}
	args, kw, block := e.evalArgs(x.Args, x.Block, x.BlockArg)
	if x.Bare {
		args, kw = e.ownArguments(f)
	}
	if block == nil && x.BlockArg == nil {
		block = f.block
	}
	t.At = x.Pos
	c := &Call{Self: f.self, Name: f.method.Name, Args: args, Keywords: kw, Block: block, Pos: x.Pos, Thread: t}
	n := len(t.pathCond)
	v, err := c.onSides(t.findAfter(t.in.classOf(f.self), f.method), (*Call).invokeSuper)
	return t.catchBreak(n, v, err, block, x.Block != nil)
}

// invokeSuper runs the method that was found for super, nil for none.
func (c *Call) invokeSuper(m *Method) (Value, error) {
	switch {
	case m != nil:
		return c.invoke(m)
	case c.Name == "initialize", c.Name == "inherited", c.Name == "included":
		return Nil, nil
	case c.Name == "respond_to_missing?":
		return False, nil
	case c.Name == "method_missing" && len(c.Args) > 0:
		missing, _ := c.Args[0].(Symbol)
		c.Name = string(missing)
		return nil, c.noMethod(c, false)
	}
	return nil, c.nameError("NoMethodError", c.Name, c.Self, "super: no superclass method '%s' for %s", c.Name, c.describeReceiver(c.Self))
}

// ownArguments gives a bare super the present values of the method's
// parameters.
func (e *env) ownArguments(f *frame) ([]Value, *Hash) {
	if f.method.def == nil || f.method.def.Params == nil {
		return f.args, f.kw
	}
	var args []Value
	var kw *Hash
	for e.outer != nil { // the method's own variables, not those of a block
		e = e.outer
	}
	for _, p := range f.method.def.Params.List {
		name := p.Variable()
		v, ok := e.get(name)
		if !ok {
			continue
		}
		switch p.Kind {
		case grammar.Required, grammar.Optional:
			args = append(args, v)
		case grammar.Rest, grammar.ForwardAll:
			if list, ok := v.(*Array); ok {
				args = append(args, list.Elems...)
			}
		case grammar.RequiredKey, grammar.OptionalKey:
			if kw == nil {
				kw = NewHash(2)
			}
			kw.Set(Symbol(p.Name), v)
		case grammar.KeyRest:
			if more, ok := v.(*Hash); ok && more.Len() > 0 {
				if kw == nil {
					kw = NewHash(more.Len())
				}
				for i := range more.Keys {
					kw.Set(more.Keys[i], more.Vals[i])
				}
			}
		}
	}
	return args, kw
}
