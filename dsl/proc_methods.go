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

var procClassMethods = methodTable{"new": fn(0, kernelProc)}

var procMethods = methodTable{
	"call":       fnKw(0, -1, procCall).is(opaque | runs),
	"()":         fnKw(0, -1, procCall).is(opaque | runs),
	"yield":      fnKw(0, -1, procCall).is(opaque | runs),
	"[]":         fnKw(0, -1, procCall).is(opaque | runs),
	"===":        fnKw(0, -1, procCall).is(opaque | runs),
	"to_proc":    fn(0, func(c *Call) Value { return c.Self }),
	"lambda?":    fn(0, func(c *Call) Value { return Bool(c.Self.(*Proc).lambda) }),
	"arity":      fn(0, func(c *Call) Value { return Int(c.Self.(*Proc).Arity()) }),
	"parameters": fnKw(0, 0, procParameters),
	"curry":      fnOpt(0, 1, procCurry),
	">>":         fn(1, procCompose),
	"<<":         fn(1, procCompose),
	"source_location": fn(0, func(c *Call) Value {
		return c.t.location(c.Self.(*Proc).pos)
	}),
	"binding":        fn(0, func(c *Call) Value { return c.Self }).is(undetermined),
	"ruby2_keywords": fn(0, func(c *Call) Value { return c.Self }),
}

func (m *meter) location(pos grammar.Pos) Value {
	if pos.Line == 0 {
		return Nil
	}
	return m.newArray(m.substring(pos.Filename), Int(pos.Line))
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
	return Check(c.t.callProcWith(p, c.Args, c.Keywords, c.Block))
}

func procParameters(c *Call) Value {
	p := c.Self.(*Proc)
	if p.fn != nil {
		return c.t.newArray(c.t.newArray(Symbol("rest")))
	}
	return c.t.parameterList(p.params, c.Flag("lambda", p.lambda))
}

var paramKinds = map[grammar.ParamKind]string{
	grammar.Required: "req", grammar.Destructured: "req", grammar.Optional: "opt", grammar.Rest: "rest",
	grammar.RequiredKey: "keyreq", grammar.OptionalKey: "key", grammar.KeyRest: "keyrest",
	grammar.NoKeys: "nokey", grammar.BlockParam: "block",
}

// parameterList is Proc#parameters and Method#parameters.
func (m *meter) parameterList(ps *grammar.Params, strict bool) Value {
	a := m.newArray()
	if ps == nil {
		return a
	}
	m.grow(sizeElement * len(ps.List))
	m.used.steps += len(ps.List)
	for _, p := range ps.List {
		if p.Kind == grammar.ForwardAll {
			a.Elems = append(a.Elems, m.newArray(Symbol("rest"), Symbol("*")), m.newArray(Symbol("keyrest"), Symbol("**")), m.newArray(Symbol("block"), Symbol("&")))
			continue
		}
		kind := paramKinds[p.Kind]
		if kind == "req" && !strict {
			kind = "opt"
		}
		entry := m.newArray(Symbol(kind))
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
		panic(Failure{c.t.arityError(n, p.Arity(), p.Arity())})
	}
	return c.t.curried(p, n, nil)
}

func (m *meter) curried(p *Proc, n int, have []Value) Value {
	return m.countProc(&Proc{lambda: p.lambda, arity: -1, holds: append([]Value{p}, have...), fn: func(c *Call) (Value, error) {
		all := append(append([]Value(nil), have...), c.Args...)
		if len(all) >= n {
			return c.t.callProcWith(p, all, c.Keywords, c.Block)
		}
		return c.t.curried(p, n, all), nil
	}})
}

// procCompose is f >> g and f << g.
func procCompose(c *Call) Value {
	first, second := c.Self, c.Args[0]
	if c.t.find(second, "call") == nil {
		panic(c.Exception("TypeError", "callable object is expected"))
	}
	if c.Name == "<<" {
		first, second = second, first
	}
	return c.t.countProc(&Proc{lambda: true, arity: -1, holds: []Value{first, second}, fn: func(c *Call) (Value, error) {
		v, err := c.t.send(first, "call", c.Args, c.Keywords, c.Block, c.Pos)
		if err != nil {
			return nil, err
		}
		return c.t.send(second, "call", []Value{v}, nil, nil, c.Pos)
	}})
}

// ---- method objects

var methodMethods = methodTable{
	"call":     fnKw(0, -1, methodCall).is(opaque | runs),
	"[]":       fnKw(0, -1, methodCall).is(opaque | runs),
	"===":      fnKw(0, -1, methodCall).is(opaque | runs),
	"to_proc":  fn(0, methodToProc),
	"arity":    fn(0, func(c *Call) Value { return Int(c.Self.(*Method).arity()) }),
	"name":     fn(0, func(c *Call) Value { return Symbol(c.Self.(*Method).name) }),
	"owner":    fn(0, methodOwner),
	"receiver": fn(0, func(c *Call) Value { return c.Self.(*Method).recv }),
	"unbind":   fn(0, methodUnbind),
	"curry": fnOpt(0, 1, func(c *Call) Value {
		p := methodToProc(c)
		return c.Send(p, "curry", c.Args...)
	}),
	"parameters": fn(0, func(c *Call) Value { return c.Self.(*Method).parameters(c.t) }),
	">>":         fn(1, procCompose),
	"<<":         fn(1, procCompose),
	"inspect":    fn(0, methodInspect),
	"source_location": fn(0, func(c *Call) Value {
		if d := c.Self.(*Method).def; d != nil {
			return c.t.location(d.Pos)
		}
		return Nil
	}),
}

var unboundMethodMethods = methodTable{
	"bind":      fn(1, methodBind),
	"bind_call": fnKw(1, -1, methodBindCall),
	"name":      fn(0, func(c *Call) Value { return Symbol(c.Self.(*Method).name) }),
	"arity":     fn(0, func(c *Call) Value { return Int(c.Self.(*Method).arity()) }),
	"owner":     fn(0, methodOwner),
	"inspect":   fn(0, methodInspect),
}

func (m *Method) arity() int {
	switch {
	case m.def != nil:
		return arity(m.def.Params, true)
	case m.proc != nil:
		return arity(m.proc.params, true)
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
		return t.parameterList(m.proc.params, true)
	}
	return t.newArray(t.newArray(Symbol("rest")))
}

// call runs a Method object.
func (m *Method) call(c *Call, args []Value) (Value, error) {
	run := *m
	call := &Call{Self: m.recv, Name: m.name, Args: args, Keywords: c.Keywords, Block: c.Block, Pos: c.Pos, t: c.t}
	return call.invoke(&run)
}

func methodCall(c *Call) Value { return Check(c.Self.(*Method).call(c, c.Args)) }

func methodToProc(c *Call) Value {
	m := c.Self.(*Method)
	return c.t.countProc(&Proc{lambda: true, arity: m.arity(), method: m, fn: func(c *Call) (Value, error) { return m.call(c, c.Args) }})
}

func methodOwner(c *Call) Value {
	m := c.Self.(*Method)
	if m.owner != nil {
		return m.owner
	}
	for k := range c.t.ancestors(c.t.in.classOf(m.recv)) {
		if k.own(m.name) != nil {
			return k
		}
	}
	return Nil
}

func methodUnbind(c *Call) Value {
	c.t.grow(sizeMethod)
	m := *c.Self.(*Method)
	m.recv, m.unbound = nil, true
	return &m
}

func methodBind(c *Call) Value {
	c.t.grow(sizeMethod)
	m := *c.Self.(*Method)
	m.recv, m.unbound = c.Args[0], false
	return &m
}

func methodBindCall(c *Call) Value {
	c.t.grow(sizeMethod)
	m := *c.Self.(*Method)
	m.recv, m.unbound = c.Args[0], false
	return Check(m.call(c, c.Args[1:]))
}

func methodInspect(c *Call) Value {
	m := c.Self.(*Method)
	kind, owner := "Method", m.owner
	if m.unbound {
		kind = "UnboundMethod"
	}
	if owner == nil && m.recv != nil {
		owner = c.t.in.plainClassOf(m.recv)
	}
	name := ""
	if owner != nil {
		name = owner.displayName()
	}
	return c.t.newString("#<" + kind + ": " + name + "#" + m.name + ">")
}
