package dsl

import (
	"cmp"

	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

// The sides of a method are what a condition that only the application knows leaves of it in a
// class: the method where the condition holds, and the one elsewhere. Nil is for none that the
// program defines there: what is behind it in the lookup order answers. Those of a method that was
// found have no nil, but an undefined method for none.
type sides struct {
	when    *Unknown
	yes, no *Method
}

// joinMethods returns the methods of a class: those of a where when holds, and those of b elsewhere.
func joinMethods(when *Unknown, a, b map[string]*Method) map[string]*Method {
	out := make(map[string]*Method, len(a))
	for _, side := range []map[string]*Method{a, b} {
		for name := range side {
			if out[name] == nil {
				out[name] = joinMethod(when, a[name], b[name])
			}
		}
	}
	return out
}

// joinMethod returns the method that is yes where when holds, and no elsewhere.
func joinMethod(when *Unknown, yes, no *Method) *Method {
	switch {
	case yes == no:
		return yes
	case yes == nil:
		return joinMethod(when.Not(), no, nil)
	case no != nil:
		return &Method{Name: yes.Name, Owner: yes.Owner, visibility: yes.visibility, sides: &sides{when, yes, no}}
	}
	own := *yes // shows what it is
	if s := yes.sides; s != nil && s.no == nil {
		when, yes = s.when.And(when), s.yes
	}
	own.undefined, own.sides = false, &sides{when, yes, nil}
	return &own
}

// undefinedMethod stands for none.
var undefinedMethod = &Method{undefined: true}

// over returns a method of a class, nil for none, with what is behind it where it leaves that to answer.
func (m *Method) over(behind func() *Method) *Method {
	if m == nil {
		return cmp.Or(behind(), undefinedMethod)
	}
	if m.sides == nil {
		return m
	}
	own, s := *m, *m.sides
	s.yes, s.no = s.yes.over(behind), s.no.over(behind)
	own.sides = &s
	return &own
}

// is reports whether m is a method that was found, or that on one side.
func (m *Method) is(found *Method) bool {
	return m == found || m != nil && m.sides != nil && (m.sides.yes.is(found) || m.sides.no.is(found))
}

// behind is a method that was found behind a module that only the application knows: where
// that has one of the name, only the application knows what a call does. Ruby's own methods
// are taken to stay, and the module's initialize to call the next.
func (m *Method) behind(module *Class) *Method {
	if module == nil || m == nil || m.Owner == nil || m.library || m.Name == "initialize" {
		return m
	}
	question := ".method_defined?("
	if m.visibility == private {
		question = ".private_method_defined?("
	}
	when := module.stands.Call(question+rubytext.QuoteSymbol(m.Name)+")", module.stands.Pos)
	unknown := FnKw(0, -1, func(c *Call) Value { return Must(c.UnknownCall(false, nil)) }).With(trait.Opaque)
	over := &Method{Name: m.Name, Owner: module, visibility: m.visibility, builtin: unknown}
	own := *m // shows what it is
	own.sides = &sides{when, over, m}
	return &own
}

// onSides runs a call on each side of the method that was found for it, with nil for none.
func (c *Call) onSides(m *Method, run func(*Call, *Method) (Value, error)) (Value, error) {
	m = m.defined()
	if m == nil || m.sides == nil {
		return run(c, m)
	}
	side := func(m *Method) func() (Value, error) {
		return func() (Value, error) { return c.on(c.Self).onSides(m, run) }
	}
	return c.fork(m.sides.when, side(m.sides.yes), side(m.sides.no))
}

// whether reports, as a Bool or the condition for it, whether a question holds of a method that was
// found; of none it does not.
func (m *Method) whether(t *Thread, holds func(*Method) bool) Value {
	m = m.defined()
	if m == nil || m.sides == nil {
		return Bool(m != nil && holds(m))
	}
	return t.Merge(m.sides.when, m.sides.yes.whether(t, holds), m.sides.no.whether(t, holds))
}

// RespondTo is [Interp.RespondTo]; the search counts. Where only the application knows, so is the
// result of the running built-in method.
func (t *Thread) RespondTo(v Value, name string) bool {
	return t.Truthy(t.FindMethod(v, name).whether(t, func(m *Method) bool { return m.visibility == public }))
}

// converted returns what a method of v makes of it, or what otherwise returns where v has none.
func (t *Thread) converted(v Value, by string, otherwise func() (Value, error), args ...Value) Value {
	return Must((&Call{Self: v, Pos: t.At, Thread: t}).onSides(t.FindMethod(v, by), func(c *Call, m *Method) (Value, error) {
		if m == nil {
			return otherwise()
		}
		return c.Thread.Send(v, by, args, nil, nil, c.Pos)
	}))
}
