package dsl

import "cmp"

// The sides of a method are what a condition that only the application knows leaves of it in a
// class: the method where the condition holds, and the one elsewhere. Nil is for none that the
// program defines there: what is behind it in the lookup order answers.
type sides struct {
	when    *Unknown
	yes, no *Method
	in      place
}

// A place is where a class has a method.
type place struct {
	class *Class
	name  string
}

// joinMethods returns the methods of a class: those of a where when holds, and those of b elsewhere.
func (c *Class) joinMethods(when *Unknown, a, b map[string]*Method) map[string]*Method {
	out := make(map[string]*Method, len(a))
	for _, side := range []map[string]*Method{a, b} {
		for name := range side {
			if out[name] == nil {
				out[name] = place{c, name}.join(when, a[name], b[name])
			}
		}
	}
	return out
}

// join returns the method that is yes where when holds, and no elsewhere.
func (p place) join(when *Unknown, yes, no *Method) *Method {
	switch {
	case yes == no:
		return yes
	case yes == nil:
		return p.join(when.Not(), no, nil)
	case no != nil:
		return &Method{Name: yes.Name, Owner: yes.Owner, visibility: yes.visibility, sides: &sides{when, yes, no, p}}
	}
	own := *yes // shows what it is
	if s := yes.sides; s != nil && s.no == nil && s.in == p {
		when, yes = s.when.And(when), s.yes
	}
	own.undefined, own.sides = false, &sides{when, yes, nil, p}
	return &own
}

// sidesOf returns what objects of a class answer a call with on both sides, nil for no method.
func (m *meter) sidesOf(class *Class, s *sides) (yes, no *Method) {
	if s.no != nil {
		return s.yes.defined(), s.no.defined()
	}
	before := &Class{builtins: s.in.class.builtins, words: s.in.class.words} // the class without what the program defines
	return s.yes.defined(), cmp.Or(before.own(s.in.name), m.findAfter(class, &Method{Name: s.in.name, Owner: s.in.class}))
}

// shown returns the method that was found for objects of a class, with another visibility.
func (m *meter) shown(class *Class, method *Method, v visibility) *Method {
	if method == nil {
		return nil
	}
	own := *method
	own.visibility = v
	if s := own.sides; s != nil {
		yes, no := m.sidesOf(class, s)
		own.sides = &sides{s.when, m.shown(class, yes, v), m.shown(class, no, v), s.in}
	}
	return &own
}

// onSides runs a call on the sides of a method.
func (c *Call) onSides(s *sides, run func(*Call, *Method) (Value, error)) (Value, error) {
	yes, no := c.sidesOf(c.in.classOf(c.Self), s)
	side := func(m *Method) func() (Value, error) {
		return func() (Value, error) { return run(c.on(c.Self), m) }
	}
	return c.fork(s.when, side(yes), side(no))
}

// whether reports, as a Bool or the condition for it, whether a question holds of the method that
// was found for objects of a class; of none it does not.
func (t *Thread) whether(class *Class, m *Method, holds func(*Method) bool) Value {
	if m == nil || m.sides == nil {
		return Bool(m != nil && holds(m))
	}
	yes, no := t.sidesOf(class, m.sides)
	return t.Merge(m.sides.when, t.whether(class, yes, holds), t.whether(class, no, holds))
}
