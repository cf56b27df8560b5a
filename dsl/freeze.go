package dsl

import (
	"iter"

	"signalbox/grammar"
)

// Freeze ends the program: what it left behind, such as the lambdas of
// constraints, may then be called from several goroutines, each call on a
// thread of its own. Everything that the program can reach becomes frozen;
// roots are the values that the host keeps, nil ones among them. What a call assigns to the
// program's variables, and how far it reads the program's enumerators, is seen
// by its thread only.
func (in *Interp) Freeze(roots iter.Seq[Value]) {
	f := &freezer{in: in, traversal: traversal{seen: make(map[any]bool, 1024)}}
	f.class(in.classes.object)
	f.value(in.main)
	f.value(in.globals)
	in.library.consts.Range(func(_, v any) bool {
		f.value(v.(Value))
		return true
	})
	for v := range roots {
		f.value(v)
	}
	f.run()
	in.finished = true
}

// A freezer freezes all values that it meets, and their classes.
type freezer struct {
	traversal
	in      *Interp
	classes []*Class
	late    bool // others may be reading what is frozen
}

func (f *freezer) run() {
	for {
		if n := len(f.classes); n > 0 {
			c := f.classes[n-1]
			f.classes = f.classes[:n-1]
			f.visitClass(c)
			continue
		}
		v, ok := f.next()
		if !ok {
			return
		}
		f.visit(v)
	}
}

func (f *freezer) value(list ...Value) {
	for _, v := range list {
		if s, ok := v.(*String); ok && s != nil && !s.frozen {
			s.frozen = true
		}
		if !f.late || !IsFrozen(v) {
			f.hold(v)
		}
	}
}

// A Keeper is a [Receiver] that keeps values, which [Interp.Freeze] freezes too.
type Keeper interface{ Kept(visit func(...Value)) }

// visit freezes a value, and what it holds.
func (f *freezer) visit(v Value) {
	switch v := v.(type) {
	case *Class:
		f.class(v)
		return // with its constants and methods
	case *Method:
		f.method(v)
		return
	case *Object:
		if host, ok := v.Host.(Keeper); ok {
			host.Kept(f.value)
		}
		f.class(v.singleton)
		f.class(v.class)
	}
	Freeze(v)
	f.eachPart(v, f.value)
}

func (f *freezer) class(c *Class) {
	if c == nil || f.seen[classMark{c}] || f.late && c.frozen {
		return
	}
	f.seen[classMark{c}] = true
	f.classes = append(f.classes, c)
}

// visitClass freezes what a class holds. Its singleton class is made now, because
// looking for it later would change the class.
func (f *freezer) visitClass(c *Class) {
	c.frozen = true
	if c.attached == nil {
		f.class(f.in.SingletonOf(c))
	}
	f.class(c.super)
	for _, one := range c.consts.Values {
		f.value(one.v)
	}
	f.eachPart(c, f.value)
	for _, m := range c.methods {
		f.method(m)
	}
	for _, m := range append(append([]*Class(nil), c.included...), c.prepended...) {
		f.class(m)
	}
	if c.mixes() {
		f.in.orderOf(c)
	}
}

// classMark keeps a class that was walked apart from one that was only met as a
// value.
type classMark struct{ c *Class }

func (f *freezer) method(m *Method) {
	if m == nil {
		return
	}
	f.eachPart(m, f.value)
	if m.sides != nil {
		f.method(m.sides.yes)
		f.method(m.sides.no)
	}
}

// sealed refuses to change classes once the program has ended.
func (p *paths) sealed(what string, pos grammar.Pos) error {
	if !p.Request {
		return nil
	}
	p.At = pos
	return p.Errorf("FrozenError", "can't %s after the routes are drawn", what)
}
