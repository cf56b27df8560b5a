package dsl

var classMethods = methodTable{
	"new":        fnKw(0, -1, classNew).is(opaque),
	"allocate":   fn(0, classAllocate),
	"superclass": fn(0, classSuperclass),
	"inherited":  fn(1, moduleHook),
	"subclasses": fn(0, func(c *Call) (Value, error) { return c.t.newArray(), nil }),
	"descendants": fn(0, func(c *Call) (Value, error) {
		return c.t.newArray(), nil
	}),
}

// classNew makes an instance and runs its initialize.
func classNew(c *Call) (Value, error) {
	k := c.Self.(*Class)
	if k.abstract && c.t.find(k, "new").builtin != nil {
		return nil, c.t.noMethod(c, false)
	}
	if k.library && !c.t.in.isExceptionClass(k) {
		return c.t.newOfLibrary(k, c)
	}
	o := c.t.newObject(k, nil)
	o.Host = inheritedHost(k)
	if !c.t.request && (c.t.find(o, "matches?") != nil || c.t.find(o, "call") != nil) {
		at := c.Pos
		o.made = &at
	}
	if k.unknown {
		if m := c.t.findIn(k, "initialize"); m == nil || m.builtin != nil {
			c.t.handCall(c.t.unknownCallOf(c), c)
			return o, nil // the unknown superclass takes the arguments
		}
	}
	_, err := c.t.send(o, "initialize", c.Args, c.Keywords, c.Block, c.Pos)
	return o, err
}

// classAllocate makes an instance without running initialize. Built-in classes
// have no instances without contents.
func classAllocate(c *Call) (Value, error) {
	k := c.Self.(*Class)
	for s := k; s != nil && s != c.t.in.classes.object; s = s.super {
		if s.builtins != nil {
			return nil, c.Errorf("TypeError", "allocator undefined for %s", k.displayName())
		}
	}
	o := c.t.newObject(k, nil)
	o.Host = inheritedHost(k)
	return o, nil
}

func inheritedHost(k *Class) Receiver {
	for ; k != nil; k = k.super {
		if k.words != nil && k.host != nil {
			return k.host
		}
	}
	return nil
}

func classSuperclass(c *Call) (Value, error) {
	if s := c.Self.(*Class).super; s != nil {
		return s, nil
	}
	return Nil, nil
}

var classClassMethods = methodTable{
	"new": fnOpt(0, 1, func(c *Call) (Value, error) {
		var super Value
		if len(c.Args) > 0 {
			super = c.Args[0]
		}
		k, err := c.t.newClass("", super, c.Pos)
		if err != nil {
			return nil, err
		}
		if err := c.t.inherited(k); err != nil {
			return nil, err
		}
		if c.Block != nil {
			if _, err := c.t.classExec(k, c.Block, []Value{k}); err != nil {
				return nil, err
			}
		}
		return k, nil
	}),
}

var moduleClassMethods = methodTable{
	"nesting": fn(0, func(c *Call) (Value, error) {
		list := c.t.newArray()
		if c.t.caller == nil {
			return list, nil
		}
		for s := c.t.caller.cref; s != nil && s.class != c.t.in.classes.object; s = s.outer {
			list.Elems = append(list.Elems, s.class)
			c.t.grow(sizeElement)
		}
		return list, nil
	}),
	"new": fn(0, func(c *Call) (Value, error) {
		k := c.t.countClass(&Class{module: true})
		if c.Block != nil {
			if _, err := c.t.classExec(k, c.Block, []Value{k}); err != nil {
				return nil, err
			}
		}
		return k, nil
	}),
}

// ownClass is the class that a class method is called on.
func (c *Call) ownClass() *Class {
	class, _ := c.Self.(*Class)
	return class
}
