package dsl

// defineMethod is define_method with a block, a proc or a method object.
func defineMethod(c *Call, k *Class, v visibility) (Value, error) {
	if u := unknownScalar(c.arg(0)); u != nil && (c.Block != nil || len(c.Args) > 1) {
		c.t.note("the method that is defined is known to the application only: "+u.Text, "What it draws, and what it is called instead of, is not in the table.")
		c.t.in.changing(k)
		k.unknown = true
		return u, nil
	}
	name, err := c.nameArg(0)
	if err != nil {
		return nil, err
	}
	m := &Method{name: name, visibility: v}
	switch body := c.arg(1).(type) {
	case *Proc:
		m.proc = body
	case *Method:
		m.def, m.cref, m.proc, m.builtin = body.def, body.cref, body.proc, body.builtin
	default:
		if c.Block == nil {
			return nil, c.Errorf("ArgumentError", "tried to create Proc object without a block")
		}
		m.proc = c.t.keep(c.Block)
	}
	if m.proc != nil && m.proc.fn != nil {
		p := m.proc
		m.proc, m.builtin = nil, fnKw(0, -1, func(c *Call) (Value, error) {
			if p.symbol != "" {
				return c.t.callProc(p, append([]Value{c.Self}, c.Args...), c.Keywords)
			}
			return c.t.callProc(p, c.Args, c.Keywords)
		})
	}
	c.t.in.define(k, m)
	return Symbol(name), nil
}

func moduleAliasMethod(c *Call) (Value, error) {
	newName, err := c.nameArg(0)
	if err != nil {
		return nil, err
	}
	oldName, err := c.nameArg(1)
	if err != nil {
		return nil, err
	}
	return Symbol(newName), c.t.aliasMethod(c.Self.(*Class), newName, oldName)
}

func moduleRemoveMethod(c *Call) (Value, error) {
	k := c.Self.(*Class)
	for i := range c.Args {
		name, err := c.nameArg(i)
		if err != nil {
			return nil, err
		}
		if _, ok := k.methods[name]; !ok {
			return nil, c.Errorf("NameError", "method '%s' not defined in %s", name, k.displayName())
		}
		c.t.in.changing(k)
		delete(k.methods, name)
	}
	return k, nil
}

func moduleUndefMethod(c *Call) (Value, error) {
	for i := range c.Args {
		name, err := c.nameArg(i)
		if err != nil {
			return nil, err
		}
		c.t.in.define(c.Self.(*Class), &Method{name: name, undefined: true})
	}
	return c.Self, nil
}

var visibilities = map[string]visibility{"public": public, "private": private, "protected": protected}

// moduleVisibility is private, public and protected, bare or with names.
func moduleVisibility(c *Call) (Value, error) {
	v := visibilities[c.Name]
	if len(c.Args) == 0 {
		if f := c.t.caller; f != nil {
			f.visibility, f.moduleFunc = v, false
		}
		return Nil, nil
	}
	if err := setVisibility(c, c.Self.(*Class), v); err != nil {
		return nil, err
	}
	if len(c.Args) == 1 {
		return c.Args[0], nil
	}
	return c.t.newArray(c.Args...), nil
}

// setVisibility changes the methods that the arguments name.
func setVisibility(c *Call, k *Class, v visibility) error {
	names, err := flatArgs(c)
	if err != nil {
		return err
	}
	for _, arg := range names {
		if err := c.Step(); err != nil {
			return err
		}
		one := *c
		one.Args = []Value{arg}
		name, err := one.nameArg(0)
		if err != nil {
			return err
		}
		m := c.t.findIn(k, name)
		if m == nil {
			kind := "class"
			if k.module {
				kind = "module"
			}
			return c.t.nameError("NameError", name, k, "undefined method '%s' for %s '%s'", name, kind, k.displayName())
		}
		own := *m
		own.name, own.visibility = name, v
		c.t.in.define(k, &own)
	}
	return nil
}

func moduleFunction(c *Call) (Value, error) {
	k := c.Self.(*Class)
	if len(c.Args) == 0 {
		if f := c.t.caller; f != nil {
			f.moduleFunc = true
		}
		return Nil, nil
	}
	for i := range c.Args {
		name, err := c.nameArg(i)
		if err != nil {
			return nil, err
		}
		if m := c.t.findIn(k, name); m != nil {
			own := *m
			own.name, own.visibility = name, public
			c.t.in.define(c.t.in.singletonOf(k), &own)
		}
	}
	return Nil, nil
}

func moduleClassMethodVisibility(c *Call) (Value, error) {
	v := public
	if c.Name == "private_class_method" {
		v = private
	}
	return Nil, setVisibility(c, c.t.in.singletonOf(c.Self.(*Class)), v)
}

func moduleInstanceMethod(c *Call) (Value, error) {
	name, err := c.nameArg(0)
	if err != nil {
		return nil, err
	}
	k := c.Self.(*Class)
	m := c.t.findIn(k, name)
	if m == nil {
		kind := "class"
		if k.module {
			kind = "module"
		}
		return nil, c.t.nameError("NameError", name, k, "undefined method '%s' for %s '%s'", name, kind, k.displayName())
	}
	c.t.grow(sizeMethod)
	own := *m
	own.name, own.unbound = name, true
	if own.owner == nil {
		own.owner = k
	}
	return &own, nil
}

func moduleMethodDefined(c *Call) (Value, error) {
	name, err := c.nameArg(0)
	if err != nil {
		return nil, err
	}
	m := c.t.findIn(c.Self.(*Class), name)
	switch {
	case m == nil:
		return False, nil
	case c.Name == "public_method_defined?":
		return onlyIf(m.doubt, m.visibility == public), nil
	case c.Name == "private_method_defined?":
		return onlyIf(m.doubt, m.visibility == private), nil
	}
	return onlyIf(m.doubt, m.visibility != private), nil
}
