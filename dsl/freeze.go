package dsl

import (
	"iter"
	"maps"
	"slices"

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
	case *Array:
		v.frozen = true
	case *Hash:
		if v != nil {
			v.frozen = true
		}
	case *Object:
		v.frozen = true
		if host, ok := v.Host.(Keeper); ok {
			host.Kept(f.value)
		}
		f.class(v.singleton)
		f.class(v.class)
	case *Class:
		f.class(v)
		return // with its constants and methods
	case *Proc:
		if v != nil {
			v.frozen = true
		}
	case *Method:
		f.method(v)
		return
	}
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
	for _, v := range c.consts {
		f.value(v)
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
	for _, side := range m.sides {
		f.method(side)
	}
}

// sealed refuses to change classes once the program has ended.
func (p *paths) sealed(what string, pos grammar.Pos) error {
	if !p.Request {
		return nil
	}
	p.pos = pos
	return p.Errorf("FrozenError", "can't %s after the routes are drawn", what)
}

// A Reach finds the code that can run once the program has ended: that of the procs and
// objects which the host keeps, and of the methods that such code calls. The host walks
// over each piece of [Code] and says what it mentions, by [Reach.Mention],
// [Reach.Value] and [Reach.Instances].
//
// A method is reached if its name was mentioned, and it is one of a value that was
// reached: the class methods of a class, or those of its objects if it may have some.
type Reach struct {
	in      *Interp
	names   map[string]bool
	classes []*Class        // whose methods are reached, singleton classes among them
	made    map[*Class]bool // classes of which there may be objects, and of those below; nil for any
	seen    map[any]bool
	waiting map[string][]*Method // of these classes, not mentioned so far
	todo    []Code
}

// Code is the body of a method, a block or a lambda.
type Code struct {
	// Node is a *[grammar.Def] or a *[grammar.Body].
	Node grammar.Node
	cref *lexicalScope
}

// Class returns the class or module around the code; nil at the top level.
func (c Code) Class() Value {
	if c.cref == nil || c.cref.outer == nil {
		return nil
	}
	return c.cref.class
}

// NewReach makes a Reach in which nothing was reached but the methods of all objects.
func (in *Interp) NewReach() *Reach {
	r := &Reach{in: in, names: map[string]bool{}, made: map[*Class]bool{}, seen: map[any]bool{}, waiting: map[string][]*Method{}}
	r.class(in.classes.object)
	return r
}

// Mention says that reached code mentions a name, such as that of a method.
func (r *Reach) Mention(name string) {
	if r.names[name] {
		return
	}
	r.names[name] = true
	for _, m := range r.waiting[name] {
		r.method(m)
	}
	delete(r.waiting, name)
}

// Mentions reports whether reached code mentions a name.
func (r *Reach) Mentions(name string) bool { return r.names[name] }

// Instances says that reached code makes objects of a class; of any class that is
// reached, if class is nil.
func (r *Reach) Instances(class Value) {
	c, _ := class.(*Class)
	r.made[c] = true
}

// Next returns the next piece of code; ok is false if no more is reached.
func (r *Reach) Next() (_ Code, ok bool) {
	if len(r.todo) == 0 {
		for _, c := range slices.Clone(r.classes) { // what was defined since
			r.methods(c)
		}
	}
	n := len(r.todo)
	if n == 0 {
		return Code{}, false
	}
	c := r.todo[n-1]
	r.todo = r.todo[:n-1]
	return c, true
}

// Eval evaluates an expression of a piece of code within the classes around it; the
// variables around are not there.
func (c Code) Eval(t *Thread, x grammar.Expr) (_ Value, err error) {
	defer t.guard(&err)
	cref := c.cref
	if cref == nil {
		cref = &lexicalScope{class: t.in.classes.object}
	}
	frame := &frame{self: t.in.main, cref: cref, target: cref.class, visibility: public}
	frame.home = frame
	return t.topLevel(t.newEnv(frame).try(x))
}

// Value says that reached code can get hold of a value.
func (r *Reach) Value(v Value) {
	w := traversal{seen: r.seen, todo: []Value{v}}
	for v, ok := w.next(); ok; v, ok = w.next() {
		switch v := v.(type) {
		case *Object:
			r.class(v.class)
			r.class(v.singleton)
		case *Class:
			r.class(r.in.SingletonOf(v))
		case *Proc:
			r.proc(v)
		case *Method:
			if v != nil {
				r.method(v)
			}
		}
		w.eachPart(v, w.hold)
	}
}

// proc reaches the code of a proc.
func (r *Reach) proc(p *Proc) {
	if p == nil {
		return
	}
	if p.symbol != "" {
		r.Mention(p.symbol)
	}
	if p.body != nil && p.env != nil {
		r.code(Code{p.body, p.env.frame.cref})
	}
}

// code reaches a piece of code, once.
func (r *Reach) code(c Code) {
	if !r.seen[c] {
		r.seen[c] = true
		r.todo = append(r.todo, c)
	}
}

// class reaches a class, with the methods whose names are mentioned.
func (r *Reach) class(c *Class) {
	if c == nil {
		return
	}
	for k := range r.in.ancestors(c) {
		if !r.seen[classMark{k}] {
			r.seen[classMark{k}] = true
			r.classes = append(r.classes, k)
			r.methods(k)
		}
	}
}

// methods notes the methods of a class that were not seen.
func (r *Reach) methods(c *Class) {
	for _, name := range slices.Sorted(maps.Keys(c.methods)) {
		m := c.methods[name]
		if m == nil || r.seen[methodMark{m}] {
			continue
		}
		r.seen[methodMark{m}] = true
		if r.names[name] {
			r.method(m)
		} else {
			r.waiting[name] = append(r.waiting[name], m)
		}
	}
	r.class(c) // modules that were included since
	if of, ok := c.attached.(*Class); ok && (r.made[nil] || r.madeAny(of)) {
		r.class(of)
	}
}

// madeAny reports whether objects are made of a class or of one above it.
func (r *Reach) madeAny(c *Class) bool {
	for k := range r.in.ancestors(c) {
		if r.made[k] {
			return true
		}
	}
	return false
}

// methodMark keeps a method of a class apart from one that is a value.
type methodMark struct{ m *Method }

// method reaches the code of a method.
func (r *Reach) method(m *Method) {
	switch {
	case m.library: // it asks for nothing of the application
	case m.def != nil:
		r.code(Code{m.def, m.cref})
	case m.proc != nil:
		r.Value(m.proc)
	case m.sides != nil:
		for _, side := range m.sides {
			r.method(side)
		}
	case m.builtin != nil:
		for _, name := range m.builtin.calls {
			r.Mention(name)
		}
	}
}
