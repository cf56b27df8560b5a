package dsl

import (
	"cmp"

	"signalbox/dsl/internal/limits"
	"signalbox/grammar"
)

func (e *env) evalDef(x *grammar.Def) Value {
	t := e.thread
	Check(t.sealed("change classes", x.Pos))
	f := e.frame
	m := &Method{Name: x.Name, def: x, cref: f.cref, visibility: f.visibility, library: t.reads}
	if f.method != nil { // a def in a method body
		m.visibility = public
	}
	target := f.target
	if x.Singleton != nil {
		target = t.singletonFor(e.value(x.Singleton))
		m.visibility = public
	}
	t.At = x.Pos
	if x.Name == "initialize" || x.Name == "initialize_copy" || x.Name == "respond_to_missing?" {
		m.visibility = private
	}
	if f.moduleFunc && x.Singleton == nil {
		own := *m
		own.visibility, m.visibility = public, private
		t.in.define(t.in.SingletonOf(target), &own)
	}
	t.in.define(target, m)
	if hook := t.FindMethod(target, "method_added"); hook != nil && hook.builtin == nil {
		Must(t.Send(target, "method_added", []Value{Symbol(x.Name)}, nil, nil, x.Pos))
	}
	return Symbol(x.Name)
}

func (e *env) evalClass(x *grammar.Class) (Value, error) {
	t := e.thread
	Check(t.sealed("change classes", x.Pos))
	var super Value
	if x.Super != nil {
		super = e.value(x.Super)
	}
	c, outer := e.reopened(x.Name, false)
	s, given := super.(*Class)
	switch {
	case c == nil:
		c = t.newClass(t.in.qualified(outer, x.Name.Name), super, x.Name.Pos)
		t.defineConst(outer, x.Name.Name, c)
		Check(t.CallInherited(c))
	case given && outer != nil && c.super != s:
		panic(t.failureAt(x.Name.Pos, "TypeError", "superclass mismatch for class %s", x.Name.Name))
	}
	return e.runClassBody(c, x.Body)
}

// reopened returns the class or module that a definition adds to, nil for a new one, and the one
// around it.
func (e *env) reopened(x *grammar.Const, module bool) (c, outer *Class) {
	t := e.thread
	scope := e.definitionScope(x)
	if u, ok := scope.(*Unknown); ok { // class Gem::Thing of a gem that isn't read
		c = &Class{name: u.Text() + "::" + x.Name, module: module, definitions: definitions{unknown: true}}
		if !module {
			c.super = t.in.classes.object
		}
		return t.countClass(c), nil
	}
	outer = scope.(*Class)
	v, ok := t.in.ownConst(t, outer, x.Name)
	if !ok {
		return nil, outer
	}
	if one, _ := outer.consts.Get(x.Name); one.private && x.Scope != nil {
		t.At = x.Pos
		panic(Failure{t.constError(outer, x.Name, "private constant %s referenced")})
	}
	if c, ok = v.(*Class); !ok || c.module != module {
		kind := map[bool]string{false: "class", true: "module"}[module]
		panic(t.failureAt(x.Pos, "TypeError", "%s is not a %s", x.Name, kind))
	}
	return c, outer
}

// newClass makes a class; super nil means Object.
func (t *Thread) newClass(name string, super Value, pos grammar.Pos) *Class {
	t.ChargeMemory(limits.SizeClass + len(name))
	switch s := super.(type) {
	case nil:
		return t.newClass(name, t.in.classes.object, pos)
	case *Unknown:
		return &Class{name: name, super: t.in.classes.object, definitions: definitions{unknown: true}, foreign: true}
	case *Class:
		if s.module {
			break
		}
		if s == t.in.classes.class {
			panic(t.failureAt(pos, "TypeError", "can't make subclass of Class"))
		}
		c := &Class{name: name, super: s, definitions: definitions{unknown: s.unknown}, foreign: s.foreign, abstract: s.abstract, library: s.library}
		if t.reads {
			t.in.markLibrary(c)
		}
		return c
	}
	panic(t.failureAt(pos, "TypeError", "superclass must be an instance of Class (given %s)", t.describeReceiver(super)))
}

// CallInherited gives the superclass of a new class that one, and calls its hook.
func (t *Thread) CallInherited(c *Class) error {
	if c.super.isProgram() && !t.Request {
		t.in.save(c.super)
		c.super.below = append([]*Class{c}, c.super.below...)
		t.in.grow(limits.SizeElement)
	}
	if m := t.FindMethod(c.super, "inherited"); m != nil {
		_, err := t.Send(c.super, "inherited", []Value{c}, nil, nil, t.At)
		return err
	}
	return nil
}

func (e *env) evalModule(x *grammar.Module) (Value, error) {
	t := e.thread
	Check(t.sealed("change classes", x.Pos))
	c, outer := e.reopened(x.Name, true)
	if c == nil {
		c = t.countClass(&Class{name: t.in.qualified(outer, x.Name.Name), module: true})
		if t.reads {
			t.in.markLibrary(c)
		}
		t.defineConst(outer, x.Name.Name, c)
	}
	return e.runClassBody(c, x.Body)
}

// definitionScope is the class or module that a new constant goes to.
func (e *env) definitionScope(x *grammar.Const) Value {
	t := e.thread
	switch {
	case x.Top:
		return t.in.classes.object
	case x.Scope == nil:
		if t.reads && e.frame.cref == t.in.library.scope {
			return t.in.classes.object
		}
		return e.frame.cref.class
	}
	v := e.value(x.Scope)
	switch v.(type) {
	case *Class, *Unknown:
		return v
	}
	panic(t.notAModule(v, x.Pos))
}

func (e *env) runClassBody(c *Class, body *grammar.Body) (Value, error) {
	t := e.thread
	t.open(c, body.Pos)
	f := &frame{self: c, cref: &lexicalScope{class: c, outer: e.frame.cref}, target: c}
	f.home = f
	if t.depth >= t.Limits.Depth {
		return nil, t.TooDeep()
	}
	t.depth++
	t.stack = append(t.stack, Frame{Name: "<class:" + c.name + ">", Pos: t.At})
	v, err := t.newEnv(f).evalBody(body)
	t.stack = t.stack[:len(t.stack)-1]
	t.depth--
	return v, err
}

func (e *env) evalSingletonClass(x *grammar.SingletonClass) (Value, error) {
	t := e.thread
	Check(t.sealed("change classes", x.Pos))
	v := e.value(x.X)
	t.At = x.Pos
	return e.runClassBody(t.singletonFor(v), x.Body)
}

func (e *env) evalAlias(x *grammar.Alias) Value {
	t := e.thread
	Check(t.sealed("change classes", x.Pos))
	t.At = x.Pos
	if x.New != "" && x.New[0] == '$' {
		if len(t.pathCond) > 0 { // both have the value there
			Check(t.SetIvar(t.in.globals, t.globalName(x.New), t.evalGVar(&grammar.GVar{Pos: x.Pos, Name: x.Old})))
			return Nil
		}
		Check(t.SetIvar(t.in.globals, globalAlias+x.New, Symbol(t.globalName(x.Old))))
		return Nil
	}
	(&Call{Thread: t, Pos: x.Pos}).aliasMethod(e.frame.target, x.New, x.Old)
	return Nil
}

// aliasMethod gives a class's method a second name.
func (c *Call) aliasMethod(k *Class, newName, oldName string) {
	c.withMethod(k, oldName, func(m Method) {
		m.Name = cmp.Or(m.Name, oldName)
		if m.builtin == hostWord {
			m = *hostAlias(oldName)
		}
		c.in.give(k, newName, &m)
	})
}

func (e *env) evalUndef(x *grammar.Undef) Value {
	t := e.thread
	Check(t.sealed("change classes", x.Pos))
	t.At = x.Pos
	for _, name := range x.Names {
		(&Call{Thread: t, Pos: x.Pos}).undefMethod(e.frame.target, name)
	}
	return Nil
}

// undefMethod makes instances of a class answer no calls of a name.
func (c *Call) undefMethod(k *Class, name string) {
	c.withMethod(k, name, func(Method) { c.in.define(k, &Method{Name: name, undefined: true}) })
}

// evalDefined is `defined?(x)`.
func (e *env) evalDefined(x *grammar.Defined) Value {
	if v := e.undecidedDefined(x); v != nil {
		return v
	}
	t, text := e.thread, ""
	if u := Must(t.UndecidedIn(func() { text = e.definedText(x.X) })); u != nil {
		again := func() (Value, error) { return e.evalDefined(x), nil }
		return Must(t.fork(u, again, again))
	}
	if text == "" {
		return Nil
	}
	return t.NewString(text)
}

// undecidedDefined gives what `defined?(Sidekiq)` is when no file defines the
// constant: a gem may. Nil for what is decided.
func (e *env) undecidedDefined(x *grammar.Defined) Value {
	t := e.thread
	inner := unwrapped(x.X)
	switch inner := inner.(type) {
	case *grammar.Const:
		if u := e.constGuard(inner); u != nil {
			return u
		}
	case *grammar.IVar:
		return maybeGiven(t.GetIvar(e.frame.self, inner.Name))
	case *grammar.GVar:
		return maybeGiven(t.GetIvar(t.in.globals, t.globalName(inner.Name)))
	case *grammar.Call:
	default:
		return nil
	}
	v, err := e.quietly(inner)
	if u, ok := v.(*Unknown); ok && err == nil {
		if _, ok := inner.(*grammar.Const); ok && u.alternative != nil { // both branches assign it
			return t.NewString("constant")
		}
		if e.lacksConst(inner) {
			return Nil
		}
		return t.unknownDefined(u.Text(), x.Pos)
	}
	return nil
}

// maybeGiven returns the condition under which a variable was given its value: before
// it was nil. It returns Go's nil for a variable without one.
func maybeGiven(v Value) Value {
	k, ok := choiceOf(v)
	switch {
	case !ok:
	case k.no == Nil:
		return k.when
	case k.yes == Nil:
		return k.when.Not()
	}
	return nil
}

// lacksConst tells X::NAME of a class or module whose files are all read and
// define no such constant.
func (e *env) lacksConst(x grammar.Expr) bool {
	name, ok := x.(*grammar.Const)
	if !ok || name.Scope == nil {
		return false
	}
	scope, err := e.quietly(name.Scope)
	if _, self := name.Scope.(*grammar.Self); self {
		scope = e.frame.self
	}
	class, ok := scope.(*Class)
	if !ok || err != nil || !class.unknown || class.words != nil {
		return false
	}
	_, defines := class.consts.Get(name.Name)
	for k := range e.thread.ancestors(class) {
		defines = defines || k.foreign
	}
	return !defines
}

// unknownDefined is `defined?(text)` for what no file defines. Where
// Options.UnknownAs decides conditions, there is nothing of that name.
func (p *paths) unknownDefined(text string, pos grammar.Pos) Value {
	u := NewUnknown("defined?("+text+")", pos)
	if v, ok := p.Settled(u.Text()); ok {
		return v
	}
	if p.in.options.UnknownAs != "" {
		return Nil
	}
	return u
}

// constGuard gives the condition under which a constant was defined.
func (e *env) constGuard(x *grammar.Const) *Unknown {
	if x.Scope != nil {
		if v, err := e.quietly(x.Scope); err == nil {
			if c, ok := v.(*Class); ok {
				one, _ := c.consts.Get(x.Name)
				return one.guard
			}
		}
		return nil
	}
	for s := e.frame.cref; s != nil; s = s.outer {
		if one, _ := s.class.consts.Get(x.Name); one.guard != nil {
			return one.guard
		}
	}
	one, _ := e.thread.in.classes.object.consts.Get(x.Name)
	return one.guard
}

// quietly evaluates a constant path, or a call on one, for defined?.
func (e *env) quietly(x grammar.Expr) (Value, error) {
	switch x := x.(type) {
	case *grammar.Const:
		return e.evalConst(x)
	case *grammar.Call:
		if x.Recv == nil || len(x.Args) > 0 || x.Block != nil {
			return Nil, nil
		}
		v, err := e.quietly(x.Recv)
		if u, ok := v.(*Unknown); ok && err == nil {
			return u.PlainCall(x.Name, e.thread), nil
		}
	}
	return Nil, nil
}

// definedText is what defined? gives, empty for nil.
func (e *env) definedText(x grammar.Expr) string {
	switch x := unwrapped(x).(type) {
	case *grammar.Local:
		return "local-variable"
	case *grammar.IVar:
		return definedIf(e.thread.HasIvar(e.frame.self, x.Name), "instance-variable")
	case *grammar.CVar:
		c, _ := e.thread.cvarOwner(e.cvarScope(), x.Name)
		return definedIf(c != nil, "class variable")
	case *grammar.GVar:
		return definedIf(e.thread.HasIvar(e.thread.in.globals, e.thread.globalName(x.Name)), "global-variable")
	case *grammar.Const:
		v, err := e.evalConst(x)
		if _, ok := err.(*EvalError); ok {
			return ""
		}
		return definedIf(!IsUnknown(Must(v, err)), "constant")
	case *grammar.Call:
		return e.definedCall(x)
	case *grammar.Index:
		return "method"
	case *grammar.Yield:
		return definedIf(e.frame.home.block != nil, "yield")
	case *grammar.Super:
		f := e.frame.home
		return definedIf(f.method != nil && e.thread.Truthy(e.thread.findAfter(e.thread.in.classOf(f.self), f.method).whether(e.thread, func(*Method) bool { return true })), "super")
	case *grammar.Self:
		return "self"
	case *grammar.Nil:
		return "nil"
	case *grammar.Bool:
		if x.Value {
			return "true"
		}
		return "false"
	case *grammar.Assign, *grammar.OpAssign, *grammar.MultiAssign:
		return "assignment"
	}
	return "expression"
}

func definedIf(ok bool, text string) string {
	if ok {
		return text
	}
	return ""
}

func (e *env) definedCall(x *grammar.Call) string {
	t := e.thread
	Check(t.deeper())
	defer t.leave()
	recv := e.frame.self
	if x.Recv != nil {
		if e.definedText(x.Recv) == "" {
			return ""
		}
		v, err := e.try(x.Recv)
		if _, ok := err.(*EvalError); ok {
			return ""
		}
		recv = Must(v, err)
	}
	return definedIf(t.Truthy(t.FindMethod(recv, x.Name).whether(t, func(m *Method) bool {
		return t.in.answers(recv, m, x.Name) && (m.visibility == public || x.Recv == nil)
	})), "method")
}
