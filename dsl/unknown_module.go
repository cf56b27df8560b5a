package dsl

// Modules that only the application knows, in the lookup order of a class.

// addUnknownModule puts a module that only the application knows where add puts others:
// which methods behind it it overrides, nobody knows.
func (m *meter) addUnknownModule(k *Class, u *Unknown, add func(c, mod *Class)) {
	add(k, &Class{name: u.Text(), module: true, definitions: definitions{unknown: true}, foreign: true, stands: u})
	m.grow(sizeClass + len(u.Text()))
}

// An override is a module that only the application knows and that stands before a method.
type override struct {
	by *Class
	m  *Method
}

// behind is a method that was found behind a module that only the application knows: where
// that has one of the name, only the application knows what a call does. Ruby's own methods
// are taken to stay, and the module's initialize to call the next.
func (m *Method) behind(by *Class) *Method {
	if by == nil || m == nil || m.owner == nil || m.library || m.name == "initialize" {
		return m
	}
	own := *m
	own.override = &override{by, m}
	return &own
}

func (t *Thread) runOverridable(o *override, c *Call) (Value, error) {
	module, question := o.by.stands, "method_defined?"
	if o.m.visibility == private {
		question = "private_method_defined?"
	}
	s := t.callSource(&module.Node, &Call{Name: question, Args: []Value{Symbol(o.m.name)}})
	overrides := s.unknown(c.Pos)
	here := func() (Value, error) { return t.run(o.m, c.on(c.Self)) }
	if v, ok := t.Settled(overrides.Text()); ok && !Truthy(v) {
		return here()
	}
	return t.fork(overrides, func() (Value, error) { return t.unknownCall(c.on(c.Self), false, nil) }, here)
}
