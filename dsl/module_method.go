package dsl

import "strings"

// defineMethod is define_method with a block, a proc or a method object.
func defineMethod(c *Call, k *Class, v visibility) Value {
	if u := UnknownScalar(c.Arg(0)); u != nil && (c.Block != nil || len(c.Args) > 1) {
		return c.definesUnknown(k, u)
	}
	name := c.NameArg(0)
	m := &Method{Name: name, visibility: v}
	switch body := c.Arg(1).(type) {
	case *Proc:
		m.proc = body
	case *Method:
		if of := body.Owner; of != nil && !of.module && !c.isBelow(k, of) {
			panic(c.Exception("TypeError", "bind argument must be a subclass of %s", of.DisplayName()))
		}
		m.def, m.cref, m.proc, m.builtin = body.def, body.cref, body.proc, body.builtin
	default:
		if c.Block == nil {
			panic(c.Exception("ArgumentError", "tried to create Proc object without a block"))
		}
		m.proc = c.Keep(c.Block)
	}
	c.in.define(k, m)
	return Symbol(name)
}

// definesUnknown defines a method whose name or body is unknown.
func (c *Call) definesUnknown(k *Class, u *Unknown) Value {
	c.noteUnknown(PlainNotice, u, "unknown method definition %s: what it adds or replaces is missing; set it")
	c.in.save(k)
	k.unknown = true
	return u
}

func moduleAliasMethod(c *Call) Value {
	if u := unknownArgument(c); u != nil {
		k := c.Self.(*Class)
		if name, ok := c.Args[0].(Symbol); ok && k.methods[string(name)] != nil {
			c.in.save(k)
			delete(k.methods, string(name)) // it is another one now
		}
		return c.definesUnknown(k, u)
	}
	name := c.NameArg(0)
	c.aliasMethod(c.Self.(*Class), name, c.NameArg(1))
	return Symbol(name)
}

func moduleRemoveMethod(c *Call) Value {
	k := c.Self.(*Class)
	for i := range c.Args {
		name := c.NameArg(i)
		Must(c.onSides(k.methods[name], func(c *Call, m *Method) (Value, error) {
			if m == nil {
				return nil, c.Errorf("NameError", "method '%s' not defined in %s", name, k.DisplayName())
			}
			c.in.save(k)
			delete(k.methods, name)
			return Nil, nil
		}))
	}
	return k
}

func moduleUndefMethod(c *Call) Value {
	for i := range c.Args {
		c.undefMethod(c.Self.(*Class), c.NameArg(i))
	}
	return c.Self
}

var visibilities = map[string]visibility{"public": public, "private": private, "protected": protected}

func (v visibility) String() string {
	return [...]string{public: "public", private: "private", protected: "protected"}[v]
}

// moduleVisibility is private, public and protected, bare or with names.
func moduleVisibility(c *Call) Value {
	v := visibilities[c.Name]
	if len(c.Args) == 0 {
		if f := c.caller; f != nil {
			f.visibility, f.moduleFunc = v, false
		}
		return Nil
	}
	setVisibility(c, c.Self.(*Class), v)
	if len(c.Args) == 1 {
		return c.Args[0]
	}
	return c.NewArray(c.Args...)
}

// setVisibility changes the methods that the arguments name.
func setVisibility(c *Call, k *Class, v visibility) {
	names := flatArgs(c)
	for _, arg := range names {
		c.Step()
		name := c.with(arg).NameArg(0)
		c.withMethod(k, name, func(m Method) {
			m.visibility = v
			c.in.give(k, name, &m)
		})
	}
}

// withMethod changes a class by a copy of the method that its objects have, on each side, or fails.
func (c *Call) withMethod(k *Class, name string, change func(Method)) {
	found := c.findIn(k, name)
	if found == nil && k.module {
		found = c.findIn(c.in.classes.object, name)
	}
	Must(c.onSides(found, func(c *Call, m *Method) (Value, error) {
		if m == nil {
			return nil, c.undefinedIn(k, name)
		}
		change(*m)
		return Nil, nil
	}))
}

// undefinedIn is the error of a method that a class or module does not have.
func (p *paths) undefinedIn(k *Class, name string) error {
	return p.nameError("NameError", name, k, "undefined method '%s' for %s '%s'", name, k.kind(), k.DisplayName())
}

func moduleFunction(c *Call) Value {
	k := c.Self.(*Class)
	if len(c.Args) == 0 {
		if f := c.caller; f != nil {
			f.moduleFunc = true
		}
		return Nil
	}
	setVisibility(c, k, private)
	for i := range c.Args {
		name := c.NameArg(i)
		c.withMethod(k, name, func(m Method) {
			m.Name, m.visibility = name, public
			c.in.define(c.in.SingletonOf(k), &m)
		})
	}
	return Nil
}

func moduleInstanceMethod(c *Call) Value {
	name := c.NameArg(0)
	k := c.Self.(*Class)
	return Must(c.onSides(c.findIn(k, name), func(c *Call, m *Method) (Value, error) {
		switch {
		case m == nil:
			return nil, c.undefinedIn(k, name)
		case c.Name == "public_instance_method":
			c.mustBePublic(k, m, name)
		}
		return c.methodObject(k, m, name), nil
	}))
}

func moduleMethodDefined(c *Call) Value {
	name, k := c.NameArg(0), c.Self.(*Class)
	m := c.findIn(k, name)
	word, _, _ := strings.Cut(c.Name, "_")
	return m.whether(c.Thread, func(m *Method) bool {
		return (m.Owner == k || wantsInherited(c, 1) || m.Owner == nil && k.native(name) == m) && listed(word)(m.visibility)
	})
}

// moduleAttr is attr_reader, attr_writer and attr_accessor.
func moduleAttr(c *Call) Value {
	k := c.Self.(*Class)
	defined := c.NewArray()
	for i := range c.Args {
		name := c.NameArg(i)
		ivar := "@" + name
		if c.Name != "attr_writer" {
			b := Fn(0, func(c *Call) Value { return c.GetIvar(c.Self, ivar) })
			b.reads = ivar
			c.in.define(k, &Method{Name: name, builtin: b, visibility: currentVisibility(c), at: c.Pos})
			defined.Elems = append(defined.Elems, Symbol(name))
		}
		if c.Name == "attr_writer" || c.Name == "attr_accessor" {
			c.in.define(k, &Method{Name: name + "=", builtin: IvarWriter(ivar), visibility: currentVisibility(c), at: c.Pos})
			defined.Elems = append(defined.Elems, Symbol(name+"="))
		}
	}
	return defined
}

// IvarWriter returns the method that attr_writer defines for a variable.
func IvarWriter(ivar string) *Builtin {
	return Fn(1, func(c *Call) Value {
		Check(c.SetIvar(c.Self, ivar, c.Args[0]))
		return c.Args[0]
	})
}
