package dsl

func init() {
	Register(Type{Name: "Class", Super: "Module", Methods: classMethods, Functions: classClassMethods})
}

var classMethods = Methods{
	"new":        FnKw(0, -1, classNew).Is(Opaque),
	"allocate":   Fn(0, classAllocate),
	"superclass": Fn(0, classSuperclass),
	"inherited":  Fn(1, moduleHook),
	"subclasses": Fn(0, func(c *Call) Value { return c.NewArray() }),
	"descendants": Fn(0, func(c *Call) Value {
		return c.NewArray()
	}),
}

// classNew makes an instance and runs its initialize.
func classNew(c *Call) Value {
	k := c.Self.(*Class)
	if k.abstract && c.Find(k, "new").Builtin != nil {
		panic(Failure{c.noMethod(c, false)})
	}
	if k.library && !c.in.isExceptionClass(k) {
		return Check(c.newOfLibrary(k, c))
	}
	o := c.NewObject(k, nil)
	o.Host = inheritedHost(k)
	if !c.Request && (c.Find(o, "matches?") != nil || c.Find(o, "call") != nil) {
		at := c.Pos
		o.made = &at
	}
	if k.unknown {
		if m := c.findIn(k, "initialize"); m == nil || m.Builtin != nil {
			c.escapeCall(UnknownCallOf(c), c)
			return o // the unknown superclass takes the arguments
		}
	}
	Check(c.Thread.Send(o, "initialize", c.Args, c.Keywords, c.Block, c.Pos))
	return o
}

// classAllocate makes an instance without running initialize. Built-in classes
// have no instances without contents.
func classAllocate(c *Call) Value {
	k := c.Self.(*Class)
	for s := k; s != nil && s != c.in.classes.object; s = s.super {
		if s.Builtins != nil {
			panic(c.Exception("TypeError", "allocator undefined for %s", k.DisplayName()))
		}
	}
	o := c.NewObject(k, nil)
	o.Host = inheritedHost(k)
	return o
}

func inheritedHost(k *Class) Receiver {
	for ; k != nil; k = k.super {
		if k.words != nil && k.host != nil {
			return k.host
		}
	}
	return nil
}

func classSuperclass(c *Call) Value {
	if s := c.Self.(*Class).super; s != nil {
		return s
	}
	return Nil
}

var classClassMethods = Methods{
	"new": FnOpt(0, 1, func(c *Call) Value {
		var super Value
		if len(c.Args) > 0 {
			super = c.Args[0]
		}
		k := Check(c.newClass("", super, c.Pos))
		Must(c.Inherited(k))
		if c.Block != nil {
			Check(c.ClassExec(k, c.Block, []Value{k}))
		}
		return k
	}).Is(Detaches),
}

var moduleClassMethods = Methods{
	"nesting": Fn(0, func(c *Call) Value {
		list := c.NewArray()
		if c.caller == nil {
			return list
		}
		for s := c.caller.cref; s != nil && s.class != c.in.classes.object; s = s.outer {
			list.Elems = append(list.Elems, s.class)
			c.Grow(SizeElement)
		}
		return list
	}),
	"new": Fn(0, func(c *Call) Value {
		k := c.countClass(&Class{module: true})
		if c.Block != nil {
			Check(c.ClassExec(k, c.Block, []Value{k}))
		}
		return k
	}).Is(Detaches),
}

// ownClass is the class that a class method is called on.
func (c *Call) ownClass() *Class {
	class, _ := c.Self.(*Class)
	return class
}
