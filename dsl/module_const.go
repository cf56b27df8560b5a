package dsl

import (
	"slices"
	"unicode/utf8"
)

func moduleConstGet(c *Call) Value {
	name := c.NameArg(0)
	scope := c.Self.(*Class)
	parts := splitPath(trimTop(name))
	for _, part := range parts {
		if part == "" || part[0] < 'A' || part[0] > 'Z' && part[0] < utf8.RuneSelf {
			panic(c.Exception("NameError", "wrong constant name %s", name))
		}
	}
	for _, part := range parts[:len(parts)-1] {
		v := Check(c.t.constIn(scope, part, c.Pos))
		k, ok := v.(*Class)
		if !ok {
			return Check(c.t.missingConst(trimTop(name), c.Pos))
		}
		scope = k
	}
	last := parts[len(parts)-1]
	if v, ok := c.t.in.ownConst(c.t, scope, last); ok {
		return v
	}
	if v, ok := c.t.inheritedConst(scope, last); ok {
		return v
	}
	if v, ok := c.t.in.ownConst(c.t, c.t.in.classes.object, last); ok {
		return v
	}
	return Check(c.t.constIn(scope, last, c.Pos))
}

func moduleConstSet(c *Call) Value {
	name := c.NameArg(0)
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		panic(c.Exception("NameError", "wrong constant name %s", name))
	}
	scope := c.Self.(*Class)
	if k, ok := c.Args[1].(*Class); ok && k.name == "" {
		k.name = c.t.in.qualified(scope, name)
	}
	c.t.in.constSet(scope, name, c.Args[1])
	return c.Args[1]
}

func moduleConstDefined(c *Call) Value {
	name := c.NameArg(0)
	scope := c.Self.(*Class)
	if u := scope.constGuards[name]; u != nil {
		return u
	}
	if _, ok := c.t.in.ownConst(c.t, scope, name); ok {
		return True
	}
	if _, ok := c.t.inheritedConst(scope, name); ok {
		return True
	}
	if _, ok := c.t.in.constant(c.t, trimTop(name)); ok {
		return True
	}
	v := c.t.unknownDefined(c.t.in.qualified(scope, name), c.Pos)
	if v == Nil {
		return False
	}
	return v
}

func moduleConstMissing(c *Call) Value {
	return Check(c.t.missingConst(c.t.in.qualified(c.Self.(*Class), c.NameArg(0)), c.Pos))
}

func moduleConstants(c *Call) Value {
	a := c.t.newArray()
	k := c.Self.(*Class)
	c.t.looked(len(k.constNames))
	for _, n := range k.constNames {
		if _, ok := k.consts[n]; !ok {
			continue
		}
		var name Value = c.t.symbolOf(n)
		if u := k.constGuards[n]; u != nil {
			name = c.t.withGuard(name, u)
		}
		c.Push(a, name)
	}
	return a
}

func moduleRemoveConst(c *Call) Value {
	name := c.NameArg(0)
	k := c.Self.(*Class)
	v, ok := k.consts[name]
	if !ok {
		panic(c.Exception("NameError", "constant %s not defined", c.t.in.qualified(k, name)))
	}
	c.t.in.save(k)
	delete(k.consts, name)
	c.t.looked(len(k.constNames))
	k.constNames = slices.DeleteFunc(k.constNames, func(n string) bool { return n == name })
	return v
}

func moduleCVarGet(c *Call) Value {
	name := c.NameArg(0)
	for k := range c.t.ancestors(c.Self.(*Class)) {
		if v, ok := k.cvars[name]; ok {
			return v
		}
	}
	panic(c.Exception("NameError", "uninitialized class variable %s in %s", name, c.Self.(*Class).displayName()))
}

func moduleCVarSet(c *Call) Value {
	name := c.NameArg(0)
	c.t.in.cvarSet(c.Self.(*Class), name, c.Args[1])
	return c.Args[1]
}

func moduleCVarDefined(c *Call) Value {
	name := c.NameArg(0)
	for k := range c.t.ancestors(c.Self.(*Class)) {
		if _, ok := k.cvars[name]; ok {
			return True
		}
	}
	return False
}
