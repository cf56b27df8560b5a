package dsl

import (
	"slices"
	"unicode/utf8"

	"signalbox/grammar"
)

// evalConst reads a constant: first in the classes the code stands in, then in
// the ancestors of the innermost, then at the top level.
func (e *env) evalConst(x *grammar.Const) (Value, error) {
	t := e.thread
	if x.Scope != nil {
		return e.evalScopedConst(x)
	}
	if !x.Top {
		for s := e.frame.cref; s != nil && s.outer != nil; s = s.outer {
			if v, ok := t.in.ownConst(t, s.class, x.Name); ok {
				return v, nil
			}
			if v, ok := t.autoload(s.class, x.Name); ok {
				return v, nil
			}
		}
		if v, ok := t.inheritedConst(e.frame.cref.class, x.Name); ok {
			return v, nil
		}
	}
	if v, ok := t.in.ownConst(t, t.in.classes.object, x.Name); ok {
		return v, nil
	}
	t.At = x.Pos
	if !x.Top {
		if c := t.in.constMissingHook(e.frame.cref.class); c != nil {
			return t.Send(e.frame.cref.class, "const_missing", []Value{Symbol(x.Name)}, nil, nil, x.Pos)
		}
	}
	return t.missingConst(x.Name, x.Pos)
}

// autoload gives the constant scope::name that a file not read so far defines.
func (m *meter) autoload(scope *Class, name string) (Value, bool) {
	if m.in.options.Autoload == nil || m.in.finished || scope.name == "" || scope.attached != nil || scope.library {
		return nil, false
	}
	return m.in.options.Autoload(m.in.qualified(scope, name))
}

// inheritedConst looks in the ancestors of a class, the top level left out.
func (m *meter) inheritedConst(c *Class, name string) (Value, bool) {
	if attached, ok := c.attached.(*Class); ok {
		c = attached
	}
	for k := range m.ancestors(c) {
		if k == m.in.classes.object {
			continue
		}
		if v, ok := k.consts[name]; ok {
			return v, true
		}
	}
	return nil, false
}

func (in *Interp) constMissingHook(c *Class) *Method {
	if m := in.find(c, "const_missing"); m != nil && m.builtin == nil {
		return m
	}
	return nil
}

func (e *env) evalScopedConst(x *grammar.Const) (Value, error) {
	t := e.thread
	scope, err := e.try(x.Scope)
	if err != nil {
		return nil, err
	}
	t.At = x.Pos
	switch scope := scope.(type) {
	case *Unknown:
		return t.missingConst(scope.Text()+"::"+x.Name, x.Pos)
	case *Class:
		return t.constIn(scope, x.Name, x.Pos)
	case *Object:
		if outer, ok := x.Scope.(*grammar.Const); ok && scope.Host != nil { // it stands for a class
			return t.missingConst(trimTop(grammar.String(outer))+"::"+x.Name, x.Pos)
		}
	}
	return nil, t.notAModule(scope, x.Pos).err
}

// notAModule is the failure of a value that a constant is asked of.
func (t *Thread) notAModule(v Value, pos grammar.Pos) Failure {
	return t.failureAt(pos, "TypeError", "%s is not a class/module", t.MustInspect(v))
}

// constIn reads scope::name.
func (t *Thread) constIn(scope *Class, name string, pos grammar.Pos) (Value, error) {
	if v, ok := t.in.ownConst(t, scope, name); ok {
		return v, nil
	}
	if v, ok := t.inheritedConst(scope, name); ok {
		return v, nil
	}
	if scope == t.in.classes.object {
		return t.missingConst(name, pos)
	}
	if t.in.constMissingHook(scope) != nil {
		return t.Send(scope, "const_missing", []Value{Symbol(name)}, nil, nil, pos)
	}
	return t.missingConst(t.in.qualified(scope, name), pos)
}

// missingConst gives a constant that no file defines: what the host says, or an
// Unknown.
func (p *paths) missingConst(name string, pos grammar.Pos) (Value, error) {
	p.ChargeScan(16 * len(name)) // for the files that may define it
	if f := p.in.options.ConstMissing; f != nil {
		v, err := f(name, pos)
		if v != nil || err != nil {
			return v, err
		}
	}
	return p.UnknownValue(name, pos), nil
}

// Constantize reads a constant by its name in a string: constantize.
func (t *Thread) Constantize(name string) (Value, error) {
	scope := Value(t.in.classes.object)
	for _, part := range splitPath(trimTop(name)) {
		if part == "" || part[0] < 'A' || part[0] > 'Z' {
			return nil, t.Errorf("NameError", "wrong constant name %s", part)
		}
		var err error
		switch s := scope.(type) {
		case *Class:
			scope, err = t.constIn(s, part, t.At)
		case *Unknown:
			scope, err = t.missingConst(s.Text()+"::"+part, t.At)
		default:
			err = t.notAModule(scope, t.At).err
		}
		if err != nil {
			return nil, err
		}
	}
	return scope, nil
}

func trimTop(name string) string {
	if len(name) > 2 && name[:2] == "::" {
		return name[2:]
	}
	return name
}

// mainMethods are those of the top-level object alone.
var mainMethods = JoinMethods(Methods{
	"to_s inspect":   Fn(0, func(*Call) Value { return NewString("main") }),
	"include":        FnOpt(1, -1, func(c *Call) Value { return c.Send(c.in.classes.object, "include", c.Args...) }),
	"public private": FnAny(moduleTopVisibility),
	"using":          Fn(1, func(c *Call) Value { return c.Self }),
})

// moduleTopVisibility is private and public at the top level.
func moduleTopVisibility(c *Call) Value {
	class := *c
	class.Self = c.in.classes.object
	return moduleVisibility(&class)
}

func moduleConstGet(c *Call) Value {
	name, scope := c.NameArg(0), c.Self.(*Class)
	parts := splitPath(trimTop(name))
	for _, part := range parts {
		if part == "" || part[0] < 'A' || part[0] > 'Z' && part[0] < utf8.RuneSelf {
			panic(c.Exception("NameError", "wrong constant name %s", name))
		}
	}
	for _, part := range parts[:len(parts)-1] {
		k, ok := Must(c.constIn(scope, part, c.Pos)).(*Class)
		if !ok {
			return Must(c.missingConst(trimTop(name), c.Pos))
		}
		scope = k
	}
	last := parts[len(parts)-1]
	if v, ok := c.ownOrInherited(scope, last); ok {
		return v
	}
	if !wantsInherited(c, 1) {
		return Must(c.missingConst(c.in.qualified(scope, last), c.Pos))
	}
	return Must(c.constIn(scope, last, c.Pos))
}

// ownOrInherited returns a constant of a class or module, or, unless the second argument is
// false, one that it inherits, as all do those of the top level.
func (c *Call) ownOrInherited(scope *Class, name string) (v Value, ok bool) {
	if v, ok = c.in.ownConst(c.Thread, scope, name); ok || !wantsInherited(c, 1) {
		return v, ok
	}
	if v, ok = c.inheritedConst(scope, name); ok {
		return v, true
	}
	return c.in.constant(c.Thread, trimTop(name))
}

func moduleConstSet(c *Call) Value {
	name := c.NameArg(0)
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		panic(c.Exception("NameError", "wrong constant name %s", name))
	}
	scope := c.Self.(*Class)
	c.in.SetConst(scope, name, c.Args[1])
	return c.Args[1]
}

func moduleConstDefined(c *Call) Value {
	name := c.NameArg(0)
	scope := c.Self.(*Class)
	if u := scope.constGuards[name]; u != nil {
		return u
	}
	if _, ok := c.ownOrInherited(scope, name); ok {
		return True
	}
	v := c.unknownDefined(c.in.qualified(scope, name), c.Pos)
	if v == Nil {
		return False
	}
	return v
}

func moduleConstants(c *Call) Value {
	a, seen, own := c.NewArray(), map[string]bool{}, c.Self.(*Class)
	classes := []*Class{own}
	if wantsInherited(c, 0) {
		classes = slices.AppendSeq(classes, c.ancestors(own))
	}
	for i, k := range classes {
		if i > 0 && k == own {
			continue
		}
		if i > 0 && k == c.in.classes.object {
			break
		}
		if _, elsewhere := c.elsewhere(k); elsewhere && (k == c.Self || k.isProgram()) {
			return Must(c.UnknownCall(false, nil))
		}
		c.ChargeReads(len(k.constNames))
		for _, n := range k.constNames {
			if _, ok := k.consts[n]; !ok || seen[n] {
				continue
			}
			seen[n] = true
			var name Value = c.SymbolOf(n)
			if u := k.constGuards[n]; u != nil {
				name = c.WithGuard(name, u)
			}
			c.Push(a, name)
		}
	}
	return a
}

func moduleRemoveConst(c *Call) Value {
	name := c.NameArg(0)
	k := c.Self.(*Class)
	v, ok := k.consts[name]
	if !ok {
		panic(c.Exception("NameError", "constant %s not defined", c.in.qualified(k, name)))
	}
	c.in.save(k)
	c.ChargeReads(len(k.constNames))
	k.removeConst(name)
	return v
}

func moduleCVarGet(c *Call) Value {
	name, k := c.NameArg(0), c.Self.(*Class)
	owner, v := c.cvarOwner(k, name)
	if owner == nil {
		if c.in.hides(k, c.Pos) {
			return Must(c.UnknownCall(false, nil))
		}
		panic(c.Exception("NameError", "uninitialized class variable %s in %s", name, k.DisplayName()))
	}
	return v
}

func moduleCVarSet(c *Call) Value {
	name := c.NameArg(0)
	Check(c.SetIvar(c.Self, name, c.Args[1]))
	return c.Args[1]
}

func moduleCVarDefined(c *Call) Value {
	owner, _ := c.cvarOwner(c.Self.(*Class), c.NameArg(0))
	return c.orHidden(owner != nil, Bool(owner != nil))
}

// moduleCVars lists the class variables of a class and its ancestors.
func moduleCVars(c *Call) Value {
	list := c.NewArray()
	for k := range c.ancestors(c.Self.(*Class)) {
		for _, name := range c.ivarsOf(k).Names {
			if v := Value(c.SymbolOf(name)); isCVar(name) && !slices.Contains(list.Elems, v) {
				c.Push(list, v)
			}
		}
		if !wantsInherited(c, 0) {
			break
		}
	}
	return list
}
