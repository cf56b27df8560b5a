package dsl

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
	loops  int     // while loops entered in this very scope
	kept   bool    // by a proc, see meter.keep
	thread *Thread // that runs the code
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
				if e.thread.journal != nil {
					e.thread.Save(localCell{env: s, name: name})
				}
				s.values[i] = v
				return
			}
		}
	}
	if e.thread.journal != nil {
		e.thread.Save(localCell{env: e, name: name})
	}
	e.declare(name, v)
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
		e.thread.Grow(sizeVariable)
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
