package dsl

// setupSingleton makes Ruby's module Singleton: a class that includes it has one
// object, `Config.instance`.
func (in *Interp) setupSingleton() {
	m := in.builtinModule("Singleton", methodTable{"dup": fn(0, singletonCopy), "clone": fnKw(0, 0, singletonCopy)}, nil)
	in.singletonOf(m).builtins = methodTable{"included": fn(1, singletonIncluded)}
}

// singletonIncluded is the module's hook: the class gets `instance`, and nobody
// else may make objects.
func singletonIncluded(c *Call) Value {
	class, ok := c.Args[0].(*Class)
	if !ok {
		return Nil
	}
	c.t.in.define(c.t.in.singletonOf(class), &Method{name: "instance", builtin: singletonInstance})
	return c.send(class, "private_class_method", Symbol("new"), Symbol("allocate"))
}

// singletonInstance is made once, whichever side of a condition asks first: what
// its initialize does holds on both.
var singletonInstance = fn(0, func(c *Call) Value {
	const variable = "@singleton__instance__"
	t := c.t
	if o := t.ivarGet(c.Self, variable); o != Nil {
		return o
	}
	outer := t.journal
	t.setJournal(nil)
	defer t.setJournal(outer)
	o := c.send(c.Self, "new")
	must(t.ivarSet(c.Self, variable, o))
	return o
})

func singletonCopy(c *Call) Value {
	panic(c.exception("TypeError", "can't %s instance of singleton %s", c.Name, c.t.in.plainClassOf(c.Self).displayName()))
}
