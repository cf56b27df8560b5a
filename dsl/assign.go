package dsl

import (
	"strings"

	"signalbox/grammar"
)

func (e *env) evalAssign(x *grammar.Assign) (Value, error) {
	// `a.b = c` and `a[b] = c` evaluate a and b before c.
	set, err := e.target(x.Target)
	if err != nil {
		return nil, err
	}
	v, err := e.eval(x.Value)
	if err != nil {
		return nil, err
	}
	return v, set(v)
}

// target evaluates the parts of an assignable expression and gives the function
// that assigns to it.
func (e *env) target(x grammar.Expr) (func(Value) error, error) {
	t := e.thread
	switch x := x.(type) {
	case *grammar.Local:
		return func(v Value) error { e.set(x.Name, v); return nil }, nil
	case *grammar.IVar:
		return func(v Value) error { t.pos = x.Pos; return t.IvarSet(e.frame.self, x.Name, v) }, nil
	case *grammar.GVar:
		return func(v Value) error { t.globalSet(x.Name, v); return nil }, nil
	case *grammar.CVar:
		return func(v Value) error { return e.cvarSet(x, v) }, nil
	case *grammar.Const:
		return e.constTarget(x)
	case *grammar.Index:
		return e.indexTarget(x)
	case *grammar.Call:
		return e.attributeTarget(x)
	case *grammar.MultiTarget:
		return func(v Value) error {
			if err := t.deeper(); err != nil {
				return err
			}
			defer t.leave()
			return e.destructure(x, v)
		}, nil
	}
	t.pos = x.Start()
	return nil, &grammar.UnsupportedError{Pos: x.Start(), What: "an assignment to " + grammar.String(x)}
}

func (e *env) constTarget(x *grammar.Const) (func(Value) error, error) {
	t := e.thread
	if err := t.sealed("assign a constant", x.Pos); err != nil {
		return nil, err
	}
	scope := e.frame.cref.class
	if x.Top {
		scope = t.in.classes.object
	}
	if x.Scope != nil {
		v, err := e.eval(x.Scope)
		if err != nil {
			return nil, err
		}
		c, ok := v.(*Class)
		if !ok {
			t.pos = x.Pos
			return nil, t.errorf("TypeError", "%s is not a class/module", t.MustInspect(v))
		}
		scope = c
	}
	return func(v Value) error {
		t.defineConst(scope, x.Name, v)
		return nil
	}, nil
}

func (e *env) indexTarget(x *grammar.Index) (func(Value) error, error) {
	recv, err := e.eval(x.Recv)
	if err != nil {
		return nil, err
	}
	args, _, _, err := e.evalArgs(x.Args, nil, nil)
	if err != nil {
		return nil, err
	}
	return func(v Value) error {
		all := append(append(make([]Value, 0, len(args)+1), args...), v)
		_, err := e.sendFrom(recv, "[]=", all, x.Pos)
		return err
	}, nil
}

func (e *env) attributeTarget(x *grammar.Call) (func(Value) error, error) {
	if x.Recv == nil {
		return nil, &grammar.UnsupportedError{Pos: x.Pos, What: "an assignment to " + grammar.String(x)}
	}
	recv, err := e.eval(x.Recv)
	if err != nil {
		return nil, err
	}
	if x.Safe && IsNil(recv) {
		return func(Value) error { return nil }, nil
	}
	return func(v Value) error {
		_, err := e.sendFrom(recv, x.Name+"=", []Value{v}, x.Pos)
		return err
	}, nil
}

// evalOpAssign is `a += b`, `a ||= b`, `a &&= b`.
func (e *env) evalOpAssign(x *grammar.OpAssign) (Value, error) {
	get, set, err := e.reference(x)
	if err != nil {
		return nil, err
	}
	if c, ok := x.Target.(*grammar.Const); ok && x.Op == "||" {
		if u := e.constGuard(c); u != nil {
			return e.thread.fork(u, get, func() (Value, error) {
				v, err := e.eval(x.Value)
				if err != nil {
					return nil, err
				}
				return v, set(v)
			})
		}
	}
	if get == nil { // a&.b += 1 on nil
		return Nil, nil
	}
	old, err := get()
	if err != nil {
		return nil, err
	}
	var v Value
	u, unknown := old.(*Unknown)
	switch {
	case unknown && (x.Op == "||" || x.Op == "&&"):
		v, err = e.thread.unknownAndOr(u, func() (Value, error) { return e.eval(x.Value) }, x.Op == "&&")
	case x.Op == "||":
		if _, part := x.Target.(*grammar.Index); part && Truthy(old) || !part && e.thread.holds(old) { // ENV["X"] ||= "x" gives it a value
			return old, nil
		}
		v, err = e.eval(x.Value)
	case x.Op == "&&":
		if !e.thread.holds(old) {
			return old, nil
		}
		v, err = e.eval(x.Value)
	default:
		if v, err = e.eval(x.Value); err == nil {
			v, err = e.sendFrom(old, x.Op, []Value{v}, x.Pos)
		}
	}
	if err != nil {
		return nil, err
	}
	return v, set(v)
}

// reference gives the reader and the writer of an assignable expression, its
// parts evaluated once.
func (e *env) reference(x *grammar.OpAssign) (get func() (Value, error), set func(Value) error, err error) {
	switch target := x.Target.(type) {
	case *grammar.Index:
		recv, err := e.eval(target.Recv)
		if err != nil {
			return nil, nil, err
		}
		args, _, _, err := e.evalArgs(target.Args, nil, nil)
		if err != nil {
			return nil, nil, err
		}
		get = func() (Value, error) { return e.sendFrom(recv, "[]", args, target.Pos) }
		set = func(v Value) error {
			_, err := e.sendFrom(recv, "[]=", append(append([]Value(nil), args...), v), target.Pos)
			return err
		}
		return get, set, nil
	case *grammar.Call:
		recv, err := e.eval(target.Recv)
		if err != nil || target.Safe && IsNil(recv) {
			return nil, nil, err
		}
		get = func() (Value, error) { return e.sendFrom(recv, target.Name, nil, target.Pos) }
		set = func(v Value) error {
			_, err := e.sendFrom(recv, target.Name+"=", []Value{v}, target.Pos)
			return err
		}
		return get, set, nil
	}
	if set, err = e.target(x.Target); err != nil {
		return nil, nil, err
	}
	return func() (Value, error) { return e.current(x) }, set, nil
}

// current reads the variable or constant of an OpAssign; one that isn't set yet
// is nil for `||=`.
func (e *env) current(x *grammar.OpAssign) (Value, error) {
	if x.Op == "||" {
		if defined, err := e.definedText(x.Target); err != nil || defined == "" {
			return Nil, err
		}
	}
	return e.eval(x.Target)
}

func (e *env) evalMultiAssign(x *grammar.MultiAssign) (Value, error) {
	v, err := e.eval(x.Value)
	if err != nil {
		return nil, err
	}
	return v, e.destructure(x.Targets, v)
}

// ---- variables of objects, classes and the program

func (t *Thread) FrozenError(v Value) error {
	if elems, ok := ElemsOf(v); ok {
		v = elems // Ruby's Set lives in a hash
	}
	return t.errorf("FrozenError", "can't modify frozen %s: %s", t.in.PlainClassOf(v).name, t.MustInspect(v))
}

// cvarOwner finds the class that holds a class variable.
func (e *env) cvarOwner(name string) *Class {
	for c := range e.thread.ancestors(e.cvarScope()) {
		if _, ok := e.thread.cvar(c, name); ok {
			return c
		}
	}
	return nil
}

func (e *env) cvarScope() *Class {
	c := e.frame.cref.class
	if attached, ok := c.attached.(*Class); ok {
		return attached
	}
	return c
}

func (e *env) evalCVar(x *grammar.CVar) (Value, error) {
	if c := e.cvarOwner(x.Name); c != nil {
		v, _ := e.thread.cvar(c, x.Name)
		return v, nil
	}
	e.thread.pos = x.Pos
	return nil, e.thread.errorf("NameError", "uninitialized class variable %s in %s", x.Name, e.cvarScope().name)
}

func (e *env) cvarSet(x *grammar.CVar, v Value) error {
	t := e.thread
	c := e.cvarOwner(x.Name)
	if c == nil {
		c = e.cvarScope()
	}
	if t.Request && c.frozen {
		if t.cvars == nil {
			t.cvars = map[*Class]map[string]Value{}
		}
		if t.cvars[c] == nil {
			t.cvars[c] = map[string]Value{}
		}
		t.cvars[c][x.Name] = v
		return nil
	}
	t.in.cvarSet(c, x.Name, v)
	return nil
}

// cvar gives a class's own variable as this thread sees it.
func (p *paths) cvar(c *Class, name string) (Value, bool) {
	if v, ok := p.cvars[c][name]; ok {
		return v, true
	}
	v, ok := c.cvars[name]
	return v, ok
}

func (p *paths) evalGVar(x *grammar.GVar) Value {
	switch x.Name {
	case "$~":
		if m := p.LastMatch(); m != nil {
			return m
		}
		return Nil
	case "$0", "$PROGRAM_NAME":
		return p.NewString("routes")
	case "$!":
		return p.currentException()
	}
	if m := p.LastMatch(); m != nil {
		p.Grow(SizeString)
		if n, ok := groupNumber(x.Name); ok {
			return m.Group(n)
		}
		switch x.Name {
		case "$&":
			return m.Group(0)
		case "$`":
			return p.Substring(m.Text[:m.Spans[0]])
		case "$'":
			return p.Substring(m.Text[m.Spans[1]:])
		case "$+":
			for n := len(m.Spans)/2 - 1; n > 0; n-- {
				if g := m.Group(n); g != Nil {
					return g
				}
			}
		}
	}
	if v, ok := p.globals[x.Name]; ok {
		return v
	}
	if v, ok := p.in.globals[x.Name]; ok {
		return v
	}
	if v, ok := p.Settled(x.Name); ok {
		return v
	}
	if f := p.in.options.GlobalElsewhere; f != nil && !inLibrary(x.Pos) && f(x.Name) {
		return NewUnknown(x.Name, x.Pos)
	}
	return Nil
}

func (p *paths) globalSet(name string, v Value) {
	globals := &p.in.globals
	if p.Request {
		globals = &p.globals
	}
	if *globals == nil {
		*globals = map[string]Value{}
	}
	if p.journal != nil {
		p.Save(globalCell{globals: globals, name: name})
	}
	if _, ok := (*globals)[name]; !ok {
		p.Grow(SizeIndex + len(name))
	}
	(*globals)[name] = v
}

// groupNumber reads `$1` to `$999`.
func groupNumber(name string) (int, bool) {
	digits := strings.TrimPrefix(name, "$")
	if digits == "" || len(digits) > 3 || digits[0] < '1' || digits[0] > '9' {
		return 0, false
	}
	n := 0
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// Group gives a capture as Ruby gives it: a string, or nil.
func (m *MatchData) Group(n int) Value {
	if n < 0 || n >= len(m.Spans)/2 || m.Spans[2*n] < 0 {
		return Nil
	}
	return NewString(m.Text[m.Spans[2*n]:m.Spans[2*n+1]])
}

// LastMatch is `$~` of the method that runs; its blocks share it.
func (p *paths) LastMatch() *MatchData { return p.matches[p.home()] }

func (p *paths) SetMatch(m *MatchData) {
	if p.matches == nil {
		p.matches = map[*frame]*MatchData{}
	}
	p.matches[p.home()] = m
}

// home is the frame of the method that the running code stands in.
func (p *paths) home() *frame {
	if p.caller == nil {
		return nil
	}
	return p.caller.home
}

func (p *paths) currentException() Value {
	if p.exception == nil {
		return Nil
	}
	return p.exception
}
