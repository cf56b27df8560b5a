package dsl

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
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
	for k := range m.ancestors(c.body()) {
		if k == m.in.classes.object {
			continue
		}
		if one, ok := k.consts.Get(name); ok {
			return one.v, true
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
		if owner := t.privateConst(scope, x.Name); owner != nil {
			return t.hiddenConst(scope, owner, x)
		}
		return t.constIn(scope, x.Name, x.Pos)
	case *Object:
		if outer, ok := x.Scope.(*grammar.Const); ok && scope.Host != nil { // it stands for a class
			return t.missingConst(trimTop(grammar.String(outer))+"::"+x.Name, x.Pos)
		}
	}
	return nil, t.notAModule(scope, x.Pos).err
}

// privateConst returns the class or module whose private constant scope::name is; nil if it is none.
func (m *meter) privateConst(scope *Class, name string) *Class {
	for k := range m.ancestors(scope) {
		if one, ok := k.consts.Get(name); ok && one.private {
			return k
		} else if ok {
			break
		}
	}
	return nil
}

// hiddenConst is scope::X of a private constant of owner.
func (t *Thread) hiddenConst(scope, owner *Class, x *grammar.Const) (Value, error) {
	t.At = x.Pos
	if t.in.constMissingHook(scope) != nil {
		return t.Send(scope, "const_missing", []Value{Symbol(x.Name)}, nil, nil, x.Pos)
	}
	return nil, t.constError(owner, x.Name, "private constant %s referenced")
}

// constError is the NameError of a constant of a class or module, which format names.
func (p *paths) constError(of *Class, name, format string) error {
	e := p.nameError("NameError", name, of, format, p.in.qualified(of, name)).(*EvalError)
	e.hinted = true // its name is none of a method
	return e
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
	return t.constAt(t.in.classes.object, name, true)
}

// constAt is Module#const_get, of a path.
func (t *Thread) constAt(scope Value, path string, inherits bool) (_ Value, err error) {
	for i, name := range splitPath(trimTop(path)) {
		if !isConstName(name) {
			return nil, t.Errorf("NameError", "wrong constant name %s", cmp.Or(name, path))
		}
		switch s := scope.(type) {
		case *Class:
			v, ok := t.ownOrInherited(s, name, inherits && i == 0)
			if scope = v; !ok && inherits {
				scope, err = t.constIn(s, name, t.At)
			} else if !ok {
				scope, err = t.missingConst(t.in.qualified(s, name), t.At)
			}
		case *Unknown:
			scope, err = t.missingConst(s.Text()+"::"+name, t.At)
		default:
			err = t.Errorf("TypeError", "%s does not refer to class/module", path)
		}
		if err != nil {
			return nil, err
		}
	}
	return scope, nil
}

func isConstName(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) && !strings.ContainsFunc(name, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
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
	return Must(c.constAt(c.Self, c.NameArg(0), wantsInherited(c, 1)))
}

// ownOrInherited returns a constant of a class or module, or one that it inherits, as all do those
// of the top level.
func (t *Thread) ownOrInherited(scope *Class, name string, inherits bool) (v Value, ok bool) {
	if v, ok = t.in.ownConst(t, scope, name); ok || !inherits {
		return v, ok
	}
	if v, ok = t.inheritedConst(scope, name); ok {
		return v, true
	}
	return t.in.constant(t, trimTop(name))
}

func moduleConstSet(c *Call) Value {
	name := c.NameArg(0)
	if !isConstName(name) {
		panic(c.Exception("NameError", "wrong constant name %s", name))
	}
	scope := c.Self.(*Class)
	c.in.SetConst(scope, name, c.Args[1])
	return c.Args[1]
}

func moduleConstDefined(c *Call) Value {
	name := c.NameArg(0)
	scope := c.Self.(*Class)
	if one, _ := scope.consts.Get(name); one.guard != nil {
		return one.guard
	}
	if _, ok := c.ownOrInherited(scope, name, wantsInherited(c, 1)); ok {
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
		c.ChargeReads(len(k.consts.Names))
		for i, n := range k.consts.Names {
			one := k.consts.Values[i]
			if one.private || seen[n] {
				continue
			}
			seen[n] = true
			var name Value = c.SymbolOf(n)
			if one.guard != nil {
				name = c.WithGuard(name, one.guard)
			}
			c.Push(a, name)
		}
	}
	return a
}

// moduleConstVisibility is private_constant, public_constant and deprecate_constant.
func moduleConstVisibility(c *Call) Value {
	k := c.Self.(*Class)
	c.in.save(k)
	for i, arg := range c.Args {
		if UnknownScalar(arg) != nil {
			continue
		}
		name := c.NameArg(i)
		one, ok := k.consts.Get(name)
		if !ok {
			_, _ = c.autoload(k, name)
			one, ok = k.consts.Get(name)
		}
		if !ok {
			if _, elsewhere := c.elsewhere(k); elsewhere {
				continue
			}
			panic(Failure{c.constError(k, name, "constant %s not defined")})
		}
		if c.Name != "deprecate_constant" {
			one.private = c.Name == "private_constant"
		}
		k.consts.Set(name, one)
	}
	return k
}

func moduleRemoveConst(c *Call) Value {
	name := c.NameArg(0)
	k := c.Self.(*Class)
	one, ok := k.consts.Get(name)
	if !ok {
		panic(Failure{c.constError(k, name, "constant %s not defined")})
	}
	c.in.save(k)
	c.ChargeReads(len(k.consts.Names))
	k.consts.Remove(name)
	return one.v
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
	c.setCVar(c.Self.(*Class), c.NameArg(0), c.Args[1])
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
