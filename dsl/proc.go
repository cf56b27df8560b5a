package dsl

import (
	"fmt"
	"slices"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// A Proc is a block, a proc or a lambda: the program's code with the variables
// around it, or a Go function.
type Proc struct {
	Params *grammar.Params
	body   *grammar.Body
	env    *env
	lambda bool
	pos    grammar.Pos

	fn     func(*Call) (Value, error) // of procs made by Go code
	arity  int                        // of those
	symbol string                     // of &:symbol
	method *Method                    // of method(:x).to_proc
	code   *Unknown                   // of &x, where only the application knows x
	holds  []Value                    // what fn was made of, for Freeze
	frozen bool
	kept   bool // it is a value, see meter.keep
}

// NewProc makes a lambda of a Go function with the given arity (-1: any).
func NewProc(arity int, f func(*Call) (Value, error)) *Proc {
	return &Proc{fn: f, arity: arity, lambda: true}
}

// Lambda tells a lambda from a plain proc or block.
func (p *Proc) Lambda() bool { return p.lambda }

// Pos is where the proc is written.
func (p *Proc) Pos() grammar.Pos { return p.pos }

// Arity is Proc#arity: the number of required parameters, -(n+1) when optional
// ones follow.
func (p *Proc) Arity() int {
	if p.fn != nil {
		return p.arity
	}
	return p.Params.Arity(p.lambda)
}

// callProc runs a proc with its own self.
func (t *Thread) callProc(p *Proc, args []Value, kw *Hash) (Value, error) {
	return t.callProcWith(p, args, kw, nil)
}

// callProcWith runs a proc that is itself given a block.
func (t *Thread) callProcWith(p *Proc, args []Value, kw *Hash, block *Proc) (Value, error) {
	if p.fn != nil {
		return t.callGoProc(p, args, kw, block)
	}
	return t.callProcIn(p, p.env.frame, args, kw, block)
}

func (t *Thread) callGoProc(p *Proc, args []Value, kw *Hash, block *Proc) (Value, error) {
	if err := t.Step(); err != nil {
		return nil, err
	}
	if p.lambda && p.arity >= 0 && len(args) != p.arity {
		return nil, t.arityError(len(args), p.arity, p.arity)
	}
	c := &Call{Self: Nil, Name: "call", Args: args, Keywords: kw, Block: block, Pos: t.At, Thread: t}
	v, err := t.contained(func() (Value, error) { return p.fn(c) })
	if err != nil {
		return nil, t.located(err, c)
	}
	if v == nil {
		return Nil, nil
	}
	return v, nil
}

// callProcIn runs a proc's code with the self of frame f.
func (t *Thread) callProcIn(p *Proc, f *frame, args []Value, kw *Hash, block *Proc) (Value, error) {
	if p.Params == nil || p.Params.Single() && (len(args) == 0 || !IsGuarded(args[0])) {
		return t.runProc(p, f, args, kw, block) // by far the most blocks
	}
	if i := PossibleIn(args); i >= 0 && !p.lambda { // how many there are tells whether one is divided
		side := func(with ...Value) func() (Value, error) {
			return func() (Value, error) {
				return t.callProcIn(p, f, slices.Replace(slices.Clone(args), i, i+1, with...), kw, block)
			}
		}
		k := args[i].(*Unknown).optional
		return t.fork(k.when, side(k.yes), side())
	}
	return t.withSpread(p, args, kw, func(args []Value) (Value, error) {
		return t.withCertain(p.Params, args, kw, func(args []Value, kw *Hash) (Value, error) {
			return t.runProc(p, f, args, kw, block)
		})
	})
}

// runProc is callProcIn for arguments that are there for sure.
func (t *Thread) runProc(p *Proc, f *frame, args []Value, kw *Hash, block *Proc) (Value, error) {
	if err := t.Step(); err != nil {
		return nil, err
	}
	if t.depth >= t.Limits.Depth {
		return nil, t.TooDeep()
	}
	t.depth++
	called := t.At
	caller := t.caller // whose $~ the method in Go that yielded still sets
	defer func() { t.depth--; t.caller = caller }()
	e := t.newEnv(f)
	e.outer, e.proc = p.env, p
	if err := e.bindBlock(p, args, kw, block); err != nil {
		return nil, err
	}
	n := len(t.pathCond)
	outer := t.derived
	t.derived = nil
	if f.method != nil {
		t.derived = f.method.derived
	}
	v, err := e.evalBody(p.body)
	for isRedo(err, any(e)) {
		if err := t.Step(); err != nil {
			return nil, err
		}
		v, err = e.evalBody(p.body)
	}
	t.derived = outer
	if j, ok := err.(*jump); ok && endsProc(e, p, j) {
		v, err = j.value, nil
	}
	if inLibrary(p.pos) {
		err = t.OfProgram(err, called)
	}
	return t.joinJumps(n, v, err, func(j *jump) bool { return endsProc(e, p, j) })
}

// endsProc tells the jumps that end a proc's body: next always, return and break
// when the proc is a lambda.
func endsProc(e *env, p *Proc, j *jump) bool {
	switch {
	case j.throw, j.raised != nil:
		return false
	case j.kind == grammar.Next, j.kind == grammar.Return:
		return j.tag == any(e)
	}
	return j.kind == grammar.Break && p.lambda && j.tag == any(p)
}

// instanceExec runs a block with another self; methods it defines become
// singleton methods of that self.
func (t *Thread) instanceExec(self Value, block *Proc, args []Value, kw *Hash) (Value, error) {
	if block.fn != nil {
		if block.symbol != "" {
			return t.callProc(block, append([]Value{self}, args...), kw)
		}
		if block.code != nil {
			t.escapeTo(block.code.Operand()+".call", block.code.Pos, self)
		}
		return t.callProc(block, args, kw)
	}
	f := *block.env.frame
	f.kept = false
	f.self = self
	f.visibility = public
	if target := t.in.singletonFor(self); target != nil && !t.Request {
		f.target = target
	}
	return t.callProcIn(block, &f, args, kw, nil)
}

// ClassExec runs a block with a class as self; methods it defines become
// methods of the class.
func (t *Thread) ClassExec(class *Class, block *Proc, args []Value) (Value, error) {
	if block.code != nil { // it may define methods anew
		t.addUnknownModule(class, block.code, t.in.prepend)
	}
	if block.fn != nil {
		return t.callProc(block, args, nil)
	}
	f := *block.env.frame
	f.kept = false
	f.self = class
	f.target = class
	f.visibility = public
	return t.callProcIn(block, &f, args, nil, nil)
}

func init() {
	Register(
		Type{Name: "Proc", Methods: procMethods, Functions: procClassMethods},
		Type{Name: "Method", Literal: true, Methods: methodMethods},
		Type{Name: "UnboundMethod", Literal: true, Methods: unboundMethodMethods},
	)
}

var procClassMethods = Methods{"new": Fn(0, kernelProc)}

var procMethods = Methods{
	"call () yield [] ===":   FnKw(0, -1, procCall).With(trait.Opaque | trait.Runs),
	"to_proc ruby2_keywords": Fn(0, func(c *Call) Value { return c.Self }),
	"lambda?":                Fn(0, func(c *Call) Value { return Bool(c.Self.(*Proc).lambda) }),
	"arity":                  Fn(0, func(c *Call) Value { return Int(c.Self.(*Proc).Arity()) }),
	"parameters":             FnKw(0, 0, procParameters),
	"source_location": Fn(0, func(c *Call) Value {
		return c.location(c.Self.(*Proc).pos)
	}),
	"binding": Fn(0, func(c *Call) Value { return c.Self }).With(trait.Undetermined),
}

func (m *meter) location(pos grammar.Pos) Value {
	if pos.Line == 0 || inLibrary(pos) {
		return Nil
	}
	return m.NewArray(m.Substring(pos.Filename), Int(pos.Line))
}

func (p *Proc) inspect() string {
	s := "#<Proc"
	if p.pos.Line > 0 && !inLibrary(p.pos) {
		s += fmt.Sprintf(" %s:%d", p.pos.Filename, p.pos.Line)
	}
	if p.symbol != "" {
		s += "(&" + rubytext.QuoteSymbol(p.symbol) + ")"
	}
	if p.lambda {
		s += " (lambda)"
	}
	return s + ">"
}

func procCall(c *Call) Value {
	p := c.Self.(*Proc)
	return Must(c.callProcWith(p, c.Args, c.Keywords, c.Block))
}

func procParameters(c *Call) Value {
	p := c.Self.(*Proc)
	if p.fn != nil || inLibrary(p.pos) {
		return c.NewArray(c.NewArray(Symbol("rest")))
	}
	return c.parameterList(p.Params, c.Flag("lambda", p.lambda))
}

var paramKinds = map[grammar.ParamKind]string{
	grammar.Required: "req", grammar.Destructured: "req", grammar.Optional: "opt", grammar.Rest: "rest",
	grammar.RequiredKey: "keyreq", grammar.OptionalKey: "key", grammar.KeyRest: "keyrest",
	grammar.NoKeys: "nokey", grammar.BlockParam: "block",
}

// parameterList is Proc#parameters and Method#parameters.
func (m *meter) parameterList(ps *grammar.Params, strict bool) Value {
	a := m.NewArray()
	if ps == nil {
		return a
	}
	m.ChargeMemory(limits.SizeElement * len(ps.List))
	m.Used.Steps += len(ps.List)
	for _, p := range ps.List {
		if p.Kind == grammar.ForwardAll {
			a.Elems = append(a.Elems, m.NewArray(Symbol("rest"), Symbol("*")), m.NewArray(Symbol("keyrest"), Symbol("**")), m.NewArray(Symbol("block"), Symbol("&")))
			continue
		}
		kind := paramKinds[p.Kind]
		if kind == "req" && !strict {
			kind = "opt"
		}
		entry := m.NewArray(Symbol(kind))
		if name := p.Variable(); name != "" {
			entry.Elems = append(entry.Elems, Symbol(name))
		}
		a.Elems = append(a.Elems, entry)
	}
	return a
}

// ---- method objects

var methodMethods = Methods{
	"call [] ===": FnKw(0, -1, methodCall).With(trait.Opaque | trait.Runs),
	"to_proc":     Fn(0, methodToProc),
	"arity":       Fn(0, func(c *Call) Value { return Int(c.Self.(*Method).arity()) }),
	"name":        Fn(0, func(c *Call) Value { return Symbol(c.Self.(*Method).Name) }),
	"owner":       Fn(0, methodOwner),
	"receiver":    Fn(0, func(c *Call) Value { return c.Self.(*Method).recv }),
	"unbind":      Fn(0, methodUnbind),
	"parameters":  Fn(0, func(c *Call) Value { return c.Self.(*Method).parameters(c.Thread) }),
	"source_location": Fn(0, func(c *Call) Value {
		if d := c.Self.(*Method).def; d != nil {
			return c.location(d.Pos)
		}
		return Nil
	}),
}

var unboundMethodMethods = Methods{
	"bind":  Fn(1, methodBind),
	"name":  Fn(0, func(c *Call) Value { return Symbol(c.Self.(*Method).Name) }),
	"arity": Fn(0, func(c *Call) Value { return Int(c.Self.(*Method).arity()) }),
	"owner": Fn(0, methodOwner),
}

func (m *Method) arity() int {
	switch {
	case m.def != nil:
		return m.def.Params.Arity(true)
	case m.proc != nil:
		return m.proc.Params.Arity(true)
	case m.builtin != nil && m.builtin.min == m.builtin.max:
		return m.builtin.min
	case m.builtin != nil:
		return -m.builtin.min - 1
	}
	return -1
}

func (m *Method) parameters(t *Thread) Value {
	switch {
	case m.def != nil:
		return t.parameterList(m.def.Params, true)
	case m.proc != nil:
		return t.parameterList(m.proc.Params, true)
	}
	return t.NewArray(t.NewArray(Symbol("rest")))
}

// call runs a Method object.
func (m *Method) call(c *Call, args []Value) (Value, error) {
	run := *m
	call := &Call{Self: m.recv, Name: m.Name, Args: args, Keywords: c.Keywords, Block: c.Block, Pos: c.Pos, Thread: c.Thread}
	return call.invoke(&run)
}

func methodCall(c *Call) Value { return Must(c.Self.(*Method).call(c, c.Args)) }

func methodToProc(c *Call) Value {
	m := c.Self.(*Method)
	return c.CountProc(&Proc{lambda: true, arity: m.arity(), method: m, fn: func(c *Call) (Value, error) { return m.call(c, c.Args) }})
}

func methodOwner(c *Call) Value {
	m := c.Self.(*Method)
	if m.Owner != nil {
		return m.Owner
	}
	for k := range c.ancestors(c.in.classOf(m.recv)) {
		if k.own(m.Name) != nil {
			return k
		}
	}
	return Nil
}

func methodUnbind(c *Call) Value {
	c.ChargeMemory(limits.SizeMethod)
	m := *c.Self.(*Method)
	m.recv, m.unbound = nil, true
	return &m
}

func methodBind(c *Call) Value {
	c.ChargeMemory(limits.SizeMethod)
	m := *c.Self.(*Method)
	m.recv, m.unbound = c.Args[0], false
	return &m
}
