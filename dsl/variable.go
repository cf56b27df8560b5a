package dsl

import (
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/order"
)

// A frame is what a method's body shares with the blocks in it.
type frame struct {
	self   Value
	name   string  // of the method; empty at top level
	method *Method // for super
	args   []Value // for a bare super
	kw     *Hash
	block  *Proc // for yield

	cref       *lexicalScope
	target     *Class // where `def` defines
	visibility visibility
	moduleFunc bool   // after a bare `module_function`
	home       *frame // where `return` returns from; itself but in instance_exec
	kept       bool   // by a proc, see meter.keep
}

// A lexicalScope is the class or module around a piece of code, for constants
// and class variables.
type lexicalScope struct {
	class *Class
	outer *lexicalScope
}

// An env holds the local variables of a method body or block, and runs its code.
type env struct {
	frame  *frame
	outer  *env // of a block: the code around it
	names  []string
	values []Value
	proc   *Proc   // the block or lambda whose body this is
	loops  int32   // while loops entered in this very scope
	kept   bool    // by a proc, see meter.keep
	thread *Thread // that runs the code
	branch *byte   // of a condition that made it, see journal.Journal.ID; nil outside of conditions
}

// newEnv returns the scope of a body that runs in f.
func (t *Thread) newEnv(f *frame) *env {
	e := &env{frame: f, thread: t}
	if t.journal != nil {
		e.branch = t.journal.ID
	}
	return e
}

// get looks a variable up, in the blocks around too.
func (e *env) get(name string) (Value, bool) {
	for s := e; s != nil; s = s.outer {
		for i := len(s.names) - 1; i >= 0; i-- {
			if s.names[i] == name {
				return s.values[i], true
			}
		}
	}
	return nil, false
}

// set assigns a variable where it lives, or makes it here. A variable that
// another thread made is shadowed instead of changed: lambdas that a finished
// program left behind run concurrently and share the program's scopes.
func (e *env) set(name string, v Value) {
	for s := e; s != nil && s.thread == e.thread; s = s.outer {
		for i := len(s.names) - 1; i >= 0; i-- {
			if s.names[i] == name {
				s.save(name)
				s.values[i] = v
				return
			}
		}
	}
	e.save(name)
	e.declare(name, v)
}

// save records what a variable holds before it changes.
func (e *env) save(name string) {
	if j := e.thread.journal; j != nil {
		j.Save(localCell{env: e, name: name})
	}
}

// declare makes a variable in this very scope.
func (e *env) declare(name string, v Value) {
	for i, n := range e.names {
		if n == name {
			e.values[i] = v
			return
		}
	}
	e.names = append(e.names, name)
	e.values = append(e.values, v)
	if e.kept {
		e.thread.ChargeMemory(limits.SizeVariable)
	}
}

// lambda gives the innermost lambda around the code, nil outside of one.
func (e *env) lambda() *env {
	for s := e; s != nil; s = s.outer {
		if s.proc != nil && s.proc.lambda {
			return s
		}
	}
	return nil
}

// ivars are the instance variables of one object, in the order of their first
// assignment, which is the order that inspect shows.
type ivars = order.Table[Value]

// ivarsOf gives the variables of an object or class; nil for other values.
func ivarsOf(v Value) *ivars {
	switch o := v.(type) {
	case *Object:
		return &o.ivars
	case *Class:
		return &o.ivars
	}
	return nil
}

// ivarsOf gives the variables as this thread sees them: its own copy once it
// has changed those of a frozen program.
func (p *paths) ivarsOf(self Value) *ivars {
	vars := ivarsOf(self)
	if own := p.ivars[vars]; own != nil {
		return own
	}
	return vars
}

// GetIvar returns an instance variable; nil for one that is not set.
func (p *paths) GetIvar(self Value, name string) Value {
	if vars := p.ivarsOf(self); vars != nil {
		if v, ok := vars.Get(name); ok {
			return v
		}
	}
	return Nil
}

// SetIvar sets an instance variable.
func (t *Thread) SetIvar(self Value, name string, v Value) error {
	vars := t.ivarsOf(self)
	if vars != nil && t.Request && IsFrozen(self) && t.ivars[ivarsOf(self)] == nil {
		own := vars.Clone()
		if t.ivars == nil {
			t.ivars = map[*ivars]*ivars{}
		}
		t.ivars[vars] = &own
		vars = &own
	}
	if vars == nil || IsFrozen(self) && !t.Request {
		return t.FrozenError(self)
	}
	if t.journal != nil {
		t.save(ivarCell{vars: vars, name: name})
	}
	if vars.Set(name, v) {
		t.ChargeMemory(limits.SizeVariable + len(name))
		if vars.Indexed() {
			t.ChargeMemory(limits.SizeIndex)
		}
	}
	return t.Size(len(vars.Names))
}

// HasIvar reports whether an instance variable is set.
func (p *paths) HasIvar(self Value, name string) bool {
	if vars := p.ivarsOf(self); vars != nil {
		_, ok := vars.Get(name)
		return ok
	}
	return false
}
