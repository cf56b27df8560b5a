package survey

import (
	"slices"

	"signalbox/dsl"
)

// A Reach finds the code that can run once the program has ended: that of the procs and
// objects which the host keeps, and of the methods that such code calls. The host walks
// over each piece of [dsl.Code] and says what it mentions, by [Reach.Mention],
// [Reach.Value] and [Reach.Instances].
//
// A method is reached if its name was mentioned, and it is one of a value that was
// reached: the class methods of a class, or those of its objects if it may have some.
type Reach struct {
	in      *dsl.Interp
	names   map[string]bool
	classes []*dsl.Class        // whose methods are reached, singleton classes among them
	made    map[*dsl.Class]bool // classes of which there may be objects, and of those below; nil for any
	seen    map[any]bool
	waiting map[string][]*dsl.Method // of these classes, not mentioned so far
	todo    []dsl.Code
}

// NewReach makes a Reach in which nothing was reached but the methods of all objects.
func NewReach(in *dsl.Interp) *Reach {
	r := &Reach{in: in, names: map[string]bool{}, made: map[*dsl.Class]bool{}, seen: map[any]bool{}, waiting: map[string][]*dsl.Method{}}
	r.class(in.Type("Object"))
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
func (r *Reach) Instances(class dsl.Value) {
	c, _ := class.(*dsl.Class)
	r.made[c] = true
}

// Next returns the next piece of code; ok is false if no more is reached.
func (r *Reach) Next() (_ dsl.Code, ok bool) {
	if len(r.todo) == 0 {
		for _, c := range slices.Clone(r.classes) { // what was defined since
			r.methods(c)
		}
	}
	n := len(r.todo)
	if n == 0 {
		return dsl.Code{}, false
	}
	c := r.todo[n-1]
	r.todo = r.todo[:n-1]
	return c, true
}

// Value says that reached code can get hold of a value.
func (r *Reach) Value(v dsl.Value) {
	dsl.Held(v, r.seen, func(v dsl.Value) {
		switch v := v.(type) {
		case *dsl.Object:
			r.class(v.Class())
			r.class(r.in.ClassOf(v))
		case *dsl.Class:
			r.class(r.in.ClassOf(v))
		case *dsl.Proc:
			r.proc(v)
		case *dsl.Method:
			if v != nil {
				r.method(v)
			}
		}
	})
}

// proc reaches the code of a proc.
func (r *Reach) proc(p *dsl.Proc) {
	if p == nil {
		return
	}
	if name := p.Symbol(); name != "" {
		r.Mention(name)
	}
	if code := p.Callee().Code; code.Node != nil {
		r.code(code)
	}
}

// code reaches a piece of code, once.
func (r *Reach) code(c dsl.Code) {
	if !r.seen[c] {
		r.seen[c] = true
		r.todo = append(r.todo, c)
	}
}

// class reaches a class, with the methods whose names are mentioned.
func (r *Reach) class(c *dsl.Class) {
	if c == nil {
		return
	}
	for k := range r.in.Ancestors(c) {
		if !r.seen[classMark{k}] {
			r.seen[classMark{k}] = true
			r.classes = append(r.classes, k)
			r.methods(k)
		}
	}
}

// methods notes the methods of a class that were not seen.
func (r *Reach) methods(c *dsl.Class) {
	for name, m := range c.Methods() {
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
	if of, ok := c.Attached().(*dsl.Class); ok && (r.made[nil] || r.madeAny(of)) {
		r.class(of)
	}
}

// madeAny reports whether objects are made of a class or of one above it.
func (r *Reach) madeAny(c *dsl.Class) bool {
	for k := range r.in.Ancestors(c) {
		if r.made[k] {
			return true
		}
	}
	return false
}

// method reaches what a method runs.
func (r *Reach) method(m *dsl.Method) {
	m.Runs(r.code, func(p *dsl.Proc) { r.Value(p) }, r.Mention)
}

// Marks keep the classes and methods that were walked apart from those only met as values.
type (
	classMark  struct{ c *dsl.Class }
	methodMark struct{ m *dsl.Method }
)
