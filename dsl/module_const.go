package dsl

import (
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
		v := Check(c.constIn(scope, part, c.Pos))
		k, ok := v.(*Class)
		if !ok {
			return Check(c.missingConst(trimTop(name), c.Pos))
		}
		scope = k
	}
	last := parts[len(parts)-1]
	if v, ok := c.in.ownConst(c.Thread, scope, last); ok {
		return v
	}
	if v, ok := c.inheritedConst(scope, last); ok {
		return v
	}
	if v, ok := c.in.ownConst(c.Thread, c.in.classes.object, last); ok {
		return v
	}
	return Check(c.constIn(scope, last, c.Pos))
}

func moduleConstSet(c *Call) Value {
	name := c.NameArg(0)
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		panic(c.Exception("NameError", "wrong constant name %s", name))
	}
	scope := c.Self.(*Class)
	c.in.ConstSet(scope, name, c.Args[1])
	return c.Args[1]
}

func moduleConstDefined(c *Call) Value {
	name := c.NameArg(0)
	scope := c.Self.(*Class)
	if u := scope.constGuards[name]; u != nil {
		return u
	}
	if _, ok := c.in.ownConst(c.Thread, scope, name); ok {
		return True
	}
	if _, ok := c.inheritedConst(scope, name); ok {
		return True
	}
	if _, ok := c.in.constant(c.Thread, trimTop(name)); ok {
		return True
	}
	v := c.unknownDefined(c.in.qualified(scope, name), c.Pos)
	if v == Nil {
		return False
	}
	return v
}

func moduleConstMissing(c *Call) Value {
	return Check(c.missingConst(c.in.qualified(c.Self.(*Class), c.NameArg(0)), c.Pos))
}

func moduleConstants(c *Call) Value {
	a := c.NewArray()
	k := c.Self.(*Class)
	c.Looked(len(k.constNames))
	for _, n := range k.constNames {
		if _, ok := k.Consts[n]; !ok {
			continue
		}
		var name Value = c.SymbolOf(n)
		if u := k.constGuards[n]; u != nil {
			name = c.WithGuard(name, u)
		}
		c.Push(a, name)
	}
	return a
}

func moduleRemoveConst(c *Call) Value {
	name := c.NameArg(0)
	k := c.Self.(*Class)
	v, ok := k.Consts[name]
	if !ok {
		panic(c.Exception("NameError", "constant %s not defined", c.in.qualified(k, name)))
	}
	c.in.save(k)
	c.Looked(len(k.constNames))
	k.removeConst(name)
	return v
}

func moduleCVarGet(c *Call) Value {
	name := c.NameArg(0)
	for k := range c.ancestors(c.Self.(*Class)) {
		if v, ok := k.cvars[name]; ok {
			return v
		}
	}
	panic(c.Exception("NameError", "uninitialized class variable %s in %s", name, c.Self.(*Class).DisplayName()))
}

func moduleCVarSet(c *Call) Value {
	name := c.NameArg(0)
	c.in.cvarSet(c.Self.(*Class), name, c.Args[1])
	return c.Args[1]
}

func moduleCVarDefined(c *Call) Value {
	name := c.NameArg(0)
	for k := range c.ancestors(c.Self.(*Class)) {
		if _, ok := k.cvars[name]; ok {
			return True
		}
	}
	return False
}
