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
	f := &freezer{in: in, seen: make(map[any]bool, 1024)}
	f.class(in.classes.object)
	f.value(in.main)
	for _, v := range in.globals {
		f.value(v)
	}
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

// A freezer walks over all values once. Values and classes wait for it, so that no
// nesting is too deep.
type freezer struct {
	in      *Interp
	seen    map[any]bool
	todo    []Value
	classes []*Class
	late    bool // others may be reading what is frozen
}

func (f *freezer) run() {
	for len(f.todo)+len(f.classes) > 0 {
		if n := len(f.classes); n > 0 {
			c := f.classes[n-1]
			f.classes = f.classes[:n-1]
			f.visitClass(c)
			continue
		}
		v := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		f.visit(v)
	}
}

func (f *freezer) value(v Value) {
	switch v := v.(type) {
	case *String:
		if v != nil && !v.frozen {
			v.frozen = true
		}
	case *Array, *Hash, *Object, *Class, *Proc, *Method, *Range:
		if !f.seen[v] && (!f.late || !isFrozen(v)) {
			f.seen[v] = true
			f.todo = append(f.todo, v)
		}
	}
}

// visit freezes what a value holds.
func (f *freezer) visit(v Value) {
	switch v := v.(type) {
	case *Array:
		v.frozen = true
		f.values(v.Elems)
	case *Hash:
		f.hash(v)
	case *Range:
		f.value(v.Lo)
		f.value(v.Hi)
	case *Object:
		f.object(v)
	case *Class:
		f.class(v)
	case *Proc:
		f.proc(v)
	case *Method:
		f.method(v)
	}
}

func (f *freezer) values(list []Value) {
	for _, v := range list {
		f.value(v)
	}
}

func (f *freezer) hash(h *Hash) {
	if h == nil {
		return
	}
	h.frozen = true
	f.values(h.keys)
	f.values(h.vals)
	f.value(h.Default)
	f.value(h.DefaultProc)
}

func (f *freezer) object(o *Object) {
	o.frozen = true
	if o.singleton != nil {
		f.class(o.singleton)
	}
	f.class(o.class)
	o.eachPart(f.value)
}

// eachPart calls f for the values that an object holds, nil ones among them.
func (o *Object) eachPart(f func(Value)) {
	each := func(list []Value) {
		for _, v := range list {
			f(v)
		}
	}
	each(o.ivars.values)
	switch d := o.data.(type) {
	case *structData:
		each(d.values)
	case *setData:
		f(d.elems)
	case *Hash:
		f(d)
	case *Environment:
		f(d.vars)
		f(d.gone)
	case *String:
		f(d)
	case *optionMerger:
		f(d.context)
		f(d.options)
	case *exceptionData:
		f(d.message)
		f(d.cause)
	case *enumeratorData:
		each(d.args)
		d.at.values(each)
		for _, v := range []Value{d.recv, d.kw, d.block, d.size} {
			f(v)
		}
	case *lazyData:
		for ; d != nil; d = d.parent {
			f(d.source)
			if d.call != nil {
				each(d.call.Args)
				f(d.call.Block)
			}
		}
	}
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
		f.class(f.in.singletonOf(c))
	}
	f.class(c.super)
	for _, v := range c.consts {
		f.value(v)
	}
	for _, v := range c.cvars {
		f.value(v)
	}
	f.values(c.ivars.values)
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
	f.value(m.proc)
	f.value(m.recv)
	for _, side := range m.sides {
		f.method(side)
	}
}

func (f *freezer) proc(p *Proc) {
	if p == nil {
		return
	}
	p.frozen = true
	f.method(p.method)
	f.values(p.holds)
	for e := p.env; e != nil; e = e.outer {
		if f.seen[e] {
			return
		}
		f.seen[e] = true
		f.values(e.values)
		f.frame(e.frame)
	}
}

func (f *freezer) frame(fr *frame) {
	if fr == nil || f.seen[fr] {
		return
	}
	f.seen[fr] = true
	f.value(fr.self)
	f.values(fr.args)
	f.value(fr.kw)
	f.value(fr.block)
}

// sealed refuses to change classes once the program has ended.
func (t *Thread) sealed(what string, pos grammar.Pos) error {
	if !t.request {
		return nil
	}
	t.pos = pos
	return t.errorf("FrozenError", "can't %s after the routes are drawn", what)
}
