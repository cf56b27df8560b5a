package dsl

import (
	"slices"

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

// GoBlock makes a block of a Go function.
func GoBlock(f func(args []Value) (Value, error)) *Proc {
	return &Proc{arity: -1, fn: func(c *Call) (Value, error) { return f(c.Args) }}
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
	return arity(p.Params, p.lambda)
}

// arity counts parameters as Ruby's rb_proc_min_max_arity does.
func arity(ps *grammar.Params, strict bool) int {
	if ps == nil {
		return 0
	}
	lo, hi := arityRange(ps)
	if strict && lo == hi || !strict && hi >= 0 {
		return lo
	}
	return -lo - 1
}

// arityRange is the least and the greatest number of arguments, keywords
// counted as one; hi -1 means any number.
func arityRange(ps *grammar.Params) (lo, hi int) {
	rest, keys, requiredKey := false, 0, 0
	for _, p := range ps.List {
		switch p.Kind {
		case grammar.Required, grammar.Destructured:
			lo++
			hi++
		case grammar.Optional:
			hi++
		case grammar.Rest, grammar.ForwardAll:
			rest = true
		case grammar.RequiredKey:
			keys, requiredKey = 1, 1
		case grammar.OptionalKey, grammar.KeyRest:
			keys = 1
		}
	}
	if rest {
		return lo + requiredKey, -1
	}
	return lo + requiredKey, hi + keys
}

// callProc runs a proc with its own self.
func (t *Thread) RunProc(p *Proc, args []Value, kw *Hash) (Value, error) {
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
	if err := t.step(); err != nil {
		return nil, err
	}
	if p.lambda && p.arity >= 0 && len(args) != p.arity {
		return nil, t.arityError(len(args), p.arity, p.arity)
	}
	c := &Call{Self: Nil, Name: "call", Args: args, Keywords: kw, Block: block, Pos: t.pos, Thread: t}
	v, err := contained(func() (Value, error) { return p.fn(c) })
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
	if p.Params == nil || isSingle(p.Params) && (len(args) == 0 || !IsGuarded(args[0])) {
		return t.runProc(p, f, args, kw, block) // by far the most blocks
	}
	if i := PossibleIn(args); i >= 0 && !p.lambda { // how many there are tells whether one is divided
		side := func(with ...Value) func() (Value, error) {
			return func() (Value, error) {
				return t.callProcIn(p, f, slices.Replace(slices.Clone(args), i, i+1, with...), kw, block)
			}
		}
		k := args[i].(*Unknown).Optional
		return t.fork(k.When, side(k.Yes), side())
	}
	return t.withSpread(p, args, kw, func(args []Value) (Value, error) {
		return t.withCertain(p.Params, args, kw, func(args []Value, kw *Hash) (Value, error) {
			return t.runProc(p, f, args, kw, block)
		})
	})
}

// runProc is callProcIn for arguments that are there for sure.
func (t *Thread) runProc(p *Proc, f *frame, args []Value, kw *Hash, block *Proc) (Value, error) {
	if err := t.step(); err != nil {
		return nil, err
	}
	if t.depth >= t.limits.Depth {
		return nil, t.tooDeep()
	}
	t.depth++
	defer func() { t.depth-- }()
	e := &env{frame: f, outer: p.env, proc: p, thread: t}
	if err := e.bindBlock(p, args, kw, block); err != nil {
		return nil, err
	}
	n := len(t.PathCond)
	outer := t.derived
	t.derived = nil
	if f.method != nil {
		t.derived = f.method.derived
	}
	v, err := e.evalBody(p.body)
	for isRedo(err, any(e)) {
		if err := t.step(); err != nil {
			return nil, err
		}
		v, err = e.evalBody(p.body)
	}
	t.derived = outer
	if j, ok := err.(*jump); ok && endsProc(e, p, j) {
		v, err = j.value, nil
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
			return t.RunProc(block, append([]Value{self}, args...), kw)
		}
		if block.code != nil {
			t.escapeTo(block.code.Operand()+".call", block.code.Pos, self)
		}
		return t.RunProc(block, args, kw)
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
		return t.RunProc(block, args, nil)
	}
	f := *block.env.frame
	f.kept = false
	f.self = class
	f.target = class
	f.visibility = public
	return t.callProcIn(block, &f, args, nil, nil)
}
