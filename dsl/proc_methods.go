package dsl

import (
	"fmt"

	"signalbox/dsl/internal/rubytext"
	"signalbox/grammar"
)

func init() {
	Register(
		Type{Name: "Proc", Methods: procMethods, Functions: procClassMethods},
		Type{Name: "Method", Literal: true, Methods: methodMethods},
		Type{Name: "UnboundMethod", Literal: true, Methods: unboundMethodMethods},
	)
}

var procClassMethods = Methods{"new": Fn(0, kernelProc)}

var procMethods = Methods{
	"call":       FnKw(0, -1, procCall).Is(Opaque | runs),
	"()":         FnKw(0, -1, procCall).Is(Opaque | runs),
	"yield":      FnKw(0, -1, procCall).Is(Opaque | runs),
	"[]":         FnKw(0, -1, procCall).Is(Opaque | runs),
	"===":        FnKw(0, -1, procCall).Is(Opaque | runs),
	"to_proc":    Fn(0, func(c *Call) Value { return c.Self }),
	"lambda?":    Fn(0, func(c *Call) Value { return Bool(c.Self.(*Proc).lambda) }),
	"arity":      Fn(0, func(c *Call) Value { return Int(c.Self.(*Proc).Arity()) }),
	"parameters": FnKw(0, 0, procParameters),
	"curry":      FnOpt(0, 1, procCurry),
	">>":         Fn(1, procCompose),
	"<<":         Fn(1, procCompose),
	"source_location": Fn(0, func(c *Call) Value {
		return c.location(c.Self.(*Proc).pos)
	}),
	"binding":        Fn(0, func(c *Call) Value { return c.Self }).Is(Undetermined),
	"ruby2_keywords": Fn(0, func(c *Call) Value { return c.Self }),
}

func (m *meter) location(pos grammar.Pos) Value {
	if pos.Line == 0 {
		return Nil
	}
	return m.NewArray(m.Substring(pos.Filename), Int(pos.Line))
}

func (p *Proc) inspect() string {
	s := "#<Proc"
	if p.pos.Line > 0 {
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
	return Check(c.callProcWith(p, c.Args, c.Keywords, c.Block))
}

func procParameters(c *Call) Value {
	p := c.Self.(*Proc)
	if p.fn != nil {
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
	m.Grow(SizeElement * len(ps.List))
	m.used.steps += len(ps.List)
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
		if name := paramName(p); name != "" {
			entry.Elems = append(entry.Elems, Symbol(name))
		}
		a.Elems = append(a.Elems, entry)
	}
	return a
}

// procCurry is Proc#curry: a lambda that collects arguments until there are
// enough.
func procCurry(c *Call) Value {
	p := c.Self.(*Proc)
	need := p.Arity()
	if need < 0 {
		need = -need - 1
	}
	n := c.IntUnlessNil(0, need)
	if p.lambda && len(c.Args) > 0 && p.Arity() >= 0 && n != p.Arity() {
		panic(Failure{c.arityError(n, p.Arity(), p.Arity())})
	}
	return c.curried(p, n, nil)
}

func (m *meter) curried(p *Proc, n int, have []Value) Value {
	return m.CountProc(&Proc{lambda: p.lambda, arity: -1, holds: append([]Value{p}, have...), fn: func(c *Call) (Value, error) {
		all := append(append([]Value(nil), have...), c.Args...)
		if len(all) >= n {
			return c.callProcWith(p, all, c.Keywords, c.Block)
		}
		return c.curried(p, n, all), nil
	}})
}

// procCompose is f >> g and f << g.
func procCompose(c *Call) Value {
	first, second := c.Self, c.Args[0]
	if c.Find(second, "call") == nil {
		panic(c.Exception("TypeError", "callable object is expected"))
	}
	if c.Name == "<<" {
		first, second = second, first
	}
	return c.CountProc(&Proc{lambda: true, arity: -1, holds: []Value{first, second}, fn: func(c *Call) (Value, error) {
		v, err := c.Thread.Send(first, "call", c.Args, c.Keywords, c.Block, c.Pos)
		if err != nil {
			return nil, err
		}
		return c.Thread.Send(second, "call", []Value{v}, nil, nil, c.Pos)
	}})
}

// ---- method objects

var methodMethods = Methods{
	"call":     FnKw(0, -1, methodCall).Is(Opaque | runs),
	"[]":       FnKw(0, -1, methodCall).Is(Opaque | runs),
	"===":      FnKw(0, -1, methodCall).Is(Opaque | runs),
	"to_proc":  Fn(0, methodToProc),
	"arity":    Fn(0, func(c *Call) Value { return Int(c.Self.(*Method).arity()) }),
	"name":     Fn(0, func(c *Call) Value { return Symbol(c.Self.(*Method).Name) }),
	"owner":    Fn(0, methodOwner),
	"receiver": Fn(0, func(c *Call) Value { return c.Self.(*Method).recv }),
	"unbind":   Fn(0, methodUnbind),
	"curry": FnOpt(0, 1, func(c *Call) Value {
		p := methodToProc(c)
		return c.Send(p, "curry", c.Args...)
	}),
	"parameters": Fn(0, func(c *Call) Value { return c.Self.(*Method).parameters(c.Thread) }),
	">>":         Fn(1, procCompose),
	"<<":         Fn(1, procCompose),
	"inspect":    Fn(0, methodInspect),
	"source_location": Fn(0, func(c *Call) Value {
		if d := c.Self.(*Method).def; d != nil {
			return c.location(d.Pos)
		}
		return Nil
	}),
}

var unboundMethodMethods = Methods{
	"bind":      Fn(1, methodBind),
	"bind_call": FnKw(1, -1, methodBindCall),
	"name":      Fn(0, func(c *Call) Value { return Symbol(c.Self.(*Method).Name) }),
	"arity":     Fn(0, func(c *Call) Value { return Int(c.Self.(*Method).arity()) }),
	"owner":     Fn(0, methodOwner),
	"inspect":   Fn(0, methodInspect),
}

func (m *Method) arity() int {
	switch {
	case m.def != nil:
		return arity(m.def.Params, true)
	case m.proc != nil:
		return arity(m.proc.Params, true)
	case m.Builtin != nil && m.Builtin.min == m.Builtin.max:
		return m.Builtin.min
	case m.Builtin != nil:
		return -m.Builtin.min - 1
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

func methodCall(c *Call) Value { return Check(c.Self.(*Method).call(c, c.Args)) }

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
	c.Grow(SizeMethod)
	m := *c.Self.(*Method)
	m.recv, m.unbound = nil, true
	return &m
}

func methodBind(c *Call) Value {
	c.Grow(SizeMethod)
	m := *c.Self.(*Method)
	m.recv, m.unbound = c.Args[0], false
	return &m
}

func methodBindCall(c *Call) Value {
	c.Grow(SizeMethod)
	m := *c.Self.(*Method)
	m.recv, m.unbound = c.Args[0], false
	return Check(m.call(c, c.Args[1:]))
}

func methodInspect(c *Call) Value {
	m := c.Self.(*Method)
	kind, owner := "Method", m.Owner
	if m.unbound {
		kind = "UnboundMethod"
	}
	if owner == nil && m.recv != nil {
		owner = c.in.PlainClassOf(m.recv)
	}
	name := ""
	if owner != nil {
		name = owner.DisplayName()
	}
	return c.NewString("#<" + kind + ": " + name + "#" + m.Name + ">")
}
