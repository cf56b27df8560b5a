package dsl

import (
	"cmp"

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
	kept   bool // it is a value, see meter.Keep
}

// NewProc makes a lambda of a Go function with the given arity (-1: any).
func NewProc(arity int, f func(*Call) (Value, error)) *Proc {
	return &Proc{fn: f, arity: arity, lambda: true}
}

// Lambda tells a lambda from a plain proc or block.
func (p *Proc) Lambda() bool { return p.lambda }

// Pos is where the program has the proc written; the zero Pos of those in Go, and of those in Ruby
// that come with the interpreter.
func (p *Proc) Pos() grammar.Pos {
	if inLibrary(p.pos) {
		return grammar.Pos{}
	}
	return p.pos
}

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
		return t.ForkElement(args, i, func(args []Value) (Value, error) { return t.callProcIn(p, f, args, kw, block) })
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
	if cycle := t.begin(p.body, p.env, f.self, args, kw, block); cycle != nil {
		c := &Call{Self: f.self, Name: cmp.Or(f.name, "call"), Args: args, Keywords: kw, Block: block, Pos: t.At, Thread: t}
		return c.leaveOut(cycle)
	}
	defer t.running.End()
	n := len(t.pathCond)
	outer := t.derived
	v, err := Nil, e.bindBlock(p, args, kw, block)
	if err == nil {
		t.derived = nil
		if f.method != nil {
			t.derived = f.method.derived
		}
		v, err = e.evalBody(p.body)
	}
	for isJump(err, grammar.Redo, e) {
		if err := t.Step(); err != nil {
			return nil, err
		}
		v, err = e.evalBody(p.body)
	}
	t.derived = outer
	if inLibrary(p.pos) {
		err = t.OfProgram(err, called)
	}
	return t.joinJumps(n, v, err, func(j *jump) bool { return endsProc(e, p, j) })
}

// endsProc tells the jumps that end a proc's body: next always, return and break
// when the proc is a lambda.
func endsProc(e *env, p *Proc, j *jump) bool {
	return j.goes(grammar.Next, e) || j.goes(grammar.Return, e) || p.lambda && j.goes(grammar.Break, p)
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

// RunProc runs a proc with the arguments and the block of the call, or fails.
func (c *Call) RunProc(p *Proc) Value { return Must(c.callProcWith(p, c.Args, c.Keywords, c.Block)) }

// ---- method objects

// RunMethod runs a Method object with the arguments and the block of the call, or fails.
func (c *Call) RunMethod(m *Method) Value {
	call := &Call{Self: m.recv, Name: m.Name, Args: c.Args, Keywords: c.Keywords, Block: c.Block, Pos: c.Pos, Thread: c.Thread}
	return Must(call.invoke(m))
}

// ProcOf returns the lambda that runs a Method object.
func (m *meter) ProcOf(method *Method) *Proc {
	run := func(c *Call) (Value, error) { return c.RunMethod(method), nil }
	return m.CountProc(&Proc{lambda: true, arity: method.Arity(), method: method, fn: run})
}

// Arity counts the parameters as Ruby's Method#arity does. Ruby's own methods with optional
// ones are in C, which counts none of them.
func (m *Method) Arity() int {
	if ps, ok := m.Params(); ok {
		return ps.Arity(true)
	}
	if m.proc != nil {
		return m.proc.arity
	}
	if b := m.builtin; b != nil && b.min == b.max && !b.keywords {
		return b.min
	}
	return -1
}

// Params returns the parameters of a method in Ruby; ok is false for others, such as
// define_method(:x, &:y).
func (m *Method) Params() (ps *grammar.Params, ok bool) {
	switch {
	case m.def != nil:
		return m.def.Params, true
	case m.proc != nil && m.proc.fn == nil:
		return m.proc.Params, true
	}
	return nil, false
}

// Pos is where the method is written, as a def, a block or an attribute; the zero Pos of others.
func (m *Method) Pos() grammar.Pos {
	switch {
	case m.def != nil:
		return m.def.Pos
	case m.proc != nil:
		return m.proc.Pos()
	}
	return m.at
}

// Holder returns Ruby's owner of a method object: the class that has the method, or the alias.
func (m *Method) Holder() *Class { return cmp.Or(m.holder, m.Owner) }

// Receiver returns the object that a Method object calls the method on; nil of an UnboundMethod.
func (m *Method) Receiver() Value { return m.recv }

// Called returns the name that the method was asked for by, which may be an alias of its own.
func (m *Method) Called() string { return cmp.Or(m.called, m.Name) }

// A methodKey is the same for two method objects exactly when Ruby's == holds between them.
type methodKey struct {
	recv    Value
	owner   *Class
	def     *grammar.Def
	proc    *Proc
	builtin *Builtin
}

func (m *Method) key() methodKey {
	return methodKey{m.recv, m.Owner, m.def, m.proc, m.builtin}
}

// BindTo returns the method as an object with a receiver; as an UnboundMethod if that is Go's nil.
func (m *Method) BindTo(recv Value) *Method {
	own := *m
	own.recv, own.unbound = recv, recv == nil
	return &own
}

// SuperOf returns the method that super in another one reaches, as an object like that; Ruby's nil
// if there is none.
func (c *Call) SuperOf(method *Method) Value {
	class := method.Owner
	if !method.unbound {
		class = c.in.classOf(method.recv)
	}
	return Must(c.onSides(c.findAfter(class, method), func(c *Call, next *Method) (Value, error) {
		if next == nil {
			return Nil, nil
		}
		return c.methodObject(class, next, method.Name).BindTo(method.recv), nil
	}))
}
