package dsl

import (
	"iter"
	"maps"
	"slices"

	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// Code is the body of a method, a block or a lambda.
type Code struct {
	// Node is a *[grammar.Def] or a *[grammar.Body].
	Node grammar.Node
	cref *lexicalScope
}

// Class returns the class or module around the code; nil at the top level.
func (c Code) Class() Value {
	if c.cref == nil || c.cref.outer == nil {
		return nil
	}
	return c.cref.class
}

// Eval evaluates an expression of a piece of code within the classes around it; the
// variables around are not there.
func (c Code) Eval(t *Thread, x grammar.Expr) (_ Value, err error) {
	defer t.guard(&err)
	cref := c.cref
	if cref == nil {
		cref = &lexicalScope{class: t.in.classes.object}
	}
	frame := &frame{self: t.in.main, cref: cref, target: cref.class, visibility: public}
	frame.home = frame
	return t.topLevel(t.newEnv(frame).try(x))
}

// A Callee is what a call runs, for hosts that read code instead of running it.
type Callee struct {
	Code   Code // of the program; its Node is nil of a method that has none
	Params *grammar.Params
	Body   *grammar.Body
	Proc   *Proc // the block that the code is of
	// Added says that the host takes calls of the name for what something else defines.
	Added  bool
	method *Method
}

// Callee returns what a call of a method on v runs; ok is false where v has none of that
// name.
func (in *Interp) Callee(v Value, name string) (_ Callee, ok bool) {
	m := in.find(v, name)
	switch {
	case m == nil:
		return Callee{}, false
	case m.proc != nil:
		c := m.proc.Callee()
		c.method = m
		return c, true
	case m.def != nil:
		return Callee{Code: Code{m.def, m.cref}, Params: m.def.Params, Body: m.def.Body, method: m}, true
	}
	return Callee{method: m, Added: !in.answers(v, m, name)}, true
}

// Callee returns what a call of the proc runs.
func (p *Proc) Callee() Callee {
	c := Callee{Params: p.Params, Body: p.body, Proc: p}
	if p.body != nil && p.env != nil {
		c.Code = Code{p.body, p.env.frame.cref}
	}
	return c
}

// Library reports whether the method is one in Ruby that comes with the interpreter.
func (c Callee) Library() bool { return c.method != nil && c.method.library }

// Has reports whether the method is a built-in one that has one of some traits.
func (c Callee) Has(t trait.Traits) bool {
	m := c.method
	return m != nil && m != hostWord.m && m.builtin != nil && m.builtin.traits&t != 0
}

// Undetermined reports whether the program never decides what the method returns.
func (c Callee) Undetermined() bool { return c.method != nil && c.method.undetermined() }

func (m *Method) undetermined() bool {
	if m.builtin != nil || !m.library || m.def == nil || m.def.Body == nil || m.def.Body.Stmts == nil {
		return m.builtin != nil && m.builtin.traits&trait.Undetermined != 0
	}
	for _, x := range m.def.Body.Stmts.List {
		if call, ok := x.(*grammar.Call); ok && call.Name == "undecided" {
			return true
		}
	}
	return false
}

// ClassOf returns the class whose methods v answers to, its singleton class if it has one.
func (in *Interp) ClassOf(v Value) *Class { return in.classOf(v) }

// Attached returns the object that a singleton class belongs to; nil of other classes.
func (c *Class) Attached() Value { return c.attached }

// Methods returns the methods that the program defines in the class itself, by their names.
func (c *Class) Methods() iter.Seq2[string, *Method] {
	return func(yield func(string, *Method) bool) {
		for _, name := range slices.Sorted(maps.Keys(c.methods)) {
			if !yield(name, c.methods[name]) {
				return
			}
		}
	}
}

// Runs calls one of the functions with each thing that a call of the method may run: a piece
// of code, a proc, a method of some name. Ruby that comes with the interpreter asks for nothing of
// the application.
func (m *Method) Runs(code func(Code), proc func(*Proc), called func(name string)) {
	switch {
	case m == nil, m.library:
	case m.sides != nil:
		m.sides.yes.Runs(code, proc, called)
		m.sides.no.Runs(code, proc, called)
	case m.def != nil:
		code(Code{m.def, m.cref})
	case m.proc != nil:
		proc(m.proc)
	case m.builtin != nil:
		for _, name := range m.builtin.calls {
			called(name)
		}
	}
}

// Variable returns a variable around the code of a proc.
func (p *Proc) Variable(name string) (Value, bool) { return p.env.get(name) }

// Symbol returns the name of the method that a proc made of a symbol calls; "" of others.
func (p *Proc) Symbol() string { return p.symbol }

// Self returns the self of a proc's code.
func (p *Proc) Self() Value { return p.env.frame.self }

// Lacked returns the variables that the thread asked for and that ENV does not hold, those
// since the last call of it.
func (t *Thread) Lacked() []Unset {
	list := t.lacked
	t.lacked = nil
	return list
}

// InheritsUnknown reports whether only the application knows what methods v has.
func (in *Interp) InheritsUnknown(v Value) bool { return anyUnknown(in.Ancestors(in.classOf(v))) }

// OfProgram reports whether nothing but the program makes objects of the class what they are.
func (c *Class) OfProgram(in *Interp) bool {
	for ; c != in.classes.object; c = c.super {
		if c == nil || c.builtins != nil || c.words != nil {
			return false
		}
	}
	return true
}

// Defined reports whether any class that is known here has a method of some name, and
// whether the program decides what one of them returns; passed counts the classes asked.
func (in *Interp) Defined(name string) (found, decided bool, passed int) {
	seen := map[*Class]bool{}
	var visit func(c *Class)
	visit = func(c *Class) {
		if c == nil || decided || seen[c] {
			return
		}
		seen[c] = true
		passed++
		if m := c.own(name); m != nil && !m.undefined && (c.words == nil || !c.words(noMethod)) {
			found, decided = true, !m.undetermined()
		}
		visit(c.singleton)
		visit(c.super)
		for _, other := range c.included {
			visit(other)
		}
		for _, other := range c.prepended {
			visit(other)
		}
		for _, one := range c.consts.Values {
			if other, ok := one.v.(*Class); ok {
				visit(other)
			}
		}
	}
	visit(in.classes.object)
	in.library.consts.Range(func(_, v any) bool { // classes of the library that code mentions
		if c, ok := v.(*Class); ok {
			visit(c)
		}
		return !decided
	})
	return found, decided, passed
}

// noMethod is a name that only those answer who answer any.
const noMethod = "no method of this name"
