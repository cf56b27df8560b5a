package dsl

import (
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
	t.pos = x.Pos
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
		if v, ok := k.Consts[name]; ok {
			return v, true
		}
	}
	return nil, false
}

func (in *Interp) constMissingHook(c *Class) *Method {
	if m := in.find(c, "const_missing"); m != nil && m.Builtin == nil {
		return m
	}
	return nil
}

func (e *env) evalScopedConst(x *grammar.Const) (Value, error) {
	t := e.thread
	scope, err := e.eval(x.Scope)
	if err != nil {
		return nil, err
	}
	t.pos = x.Pos
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
	return nil, t.errorf("TypeError", "%s is not a class/module", t.MustInspect(scope))
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
	p.Scanned(16 * len(name)) // for the files that may define it
	if f := p.in.options.ConstMissing; f != nil {
		v, err := f(name, pos)
		if v != nil || err != nil {
			return v, err
		}
	}
	return p.unknownValue(name, pos), nil
}

// LookupPath reads a constant by its name in a string: constantize.
func (t *Thread) LookupPath(name string) (Value, error) {
	scope := Value(t.in.classes.object)
	for _, part := range splitPath(trimTop(name)) {
		if part == "" || part[0] < 'A' || part[0] > 'Z' {
			return nil, t.errorf("NameError", "wrong constant name %s", part)
		}
		var err error
		switch s := scope.(type) {
		case *Class:
			scope, err = t.constIn(s, part, t.pos)
		case *Unknown:
			scope, err = t.missingConst(s.Text()+"::"+part, t.pos)
		default:
			err = t.errorf("TypeError", "%s is not a class/module", t.MustInspect(scope))
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
