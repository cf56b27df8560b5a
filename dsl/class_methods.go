package dsl

func init() {
	Register(Type{Name: "Class", Super: "Module", Methods: classMethods, Functions: classClassMethods})
}

var classMethods = methodTable{
	"new":        fnKw(0, -1, classNew).is(opaque),
	"allocate":   fn(0, classAllocate),
	"superclass": fn(0, classSuperclass),
	"inherited":  fn(1, moduleHook),
	"subclasses": fn(0, func(c *Call) Value { return c.t.newArray() }),
	"descendants": fn(0, func(c *Call) Value {
		return c.t.newArray()
	}),
}

// classNew makes an instance and runs its initialize.
func classNew(c *Call) Value {
	k := c.Self.(*Class)
	if k.abstract && c.t.find(k, "new").builtin != nil {
		panic(Failure{c.t.noMethod(c, false)})
	}
	if k.library && !c.t.in.isExceptionClass(k) {
		return Check(c.t.newOfLibrary(k, c))
	}
	o := c.t.newObject(k, nil)
	o.Host = inheritedHost(k)
	if !c.t.request && (c.t.find(o, "matches?") != nil || c.t.find(o, "call") != nil) {
		at := c.Pos
		o.made = &at
	}
	if k.unknown {
		if m := c.t.findIn(k, "initialize"); m == nil || m.builtin != nil {
			c.t.escapeCall(unknownCallOf(c), c)
			return o // the unknown superclass takes the arguments
		}
	}
	Check(c.t.send(o, "initialize", c.Args, c.Keywords, c.Block, c.Pos))
	return o
}

// classAllocate makes an instance without running initialize. Built-in classes
// have no instances without contents.
func classAllocate(c *Call) Value {
	k := c.Self.(*Class)
	for s := k; s != nil && s != c.t.in.classes.object; s = s.super {
		if s.builtins != nil {
			panic(c.Exception("TypeError", "allocator undefined for %s", k.displayName()))
		}
	}
	o := c.t.newObject(k, nil)
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

var classClassMethods = methodTable{
	"new": fnOpt(0, 1, func(c *Call) Value {
		var super Value
		if len(c.Args) > 0 {
			super = c.Args[0]
		}
		k := Check(c.t.newClass("", super, c.Pos))
		Must(c.t.inherited(k))
		if c.Block != nil {
			Check(c.t.classExec(k, c.Block, []Value{k}))
		}
		return k
	}).is(detaches),
}

var moduleClassMethods = methodTable{
	"nesting": fn(0, func(c *Call) Value {
		list := c.t.newArray()
		if c.t.caller == nil {
			return list
		}
		for s := c.t.caller.cref; s != nil && s.class != c.t.in.classes.object; s = s.outer {
			list.Elems = append(list.Elems, s.class)
			c.t.grow(sizeElement)
		}
		return list
	}),
	"new": fn(0, func(c *Call) Value {
		k := c.t.countClass(&Class{module: true})
		if c.Block != nil {
			Check(c.t.classExec(k, c.Block, []Value{k}))
		}
		return k
	}).is(detaches),
}

// ownClass is the class that a class method is called on.
func (c *Call) ownClass() *Class {
	class, _ := c.Self.(*Class)
	return class
}
