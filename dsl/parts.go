package dsl

// The parts of a value are of three kinds: its contents, by which == and inspect go, its
// variables, and what else it keeps.

// contents returns the values that v consists of: the elements of a list, the keys and
// values of a hash, the ends of a range, the members of a struct.
func contents(v Value) (keys, vals []Value) {
	switch v := v.(type) {
	case *Array:
		return nil, v.Elems
	case *Hash:
		if v != nil {
			return v.Keys, v.Vals
		}
	case *Range:
		return nil, []Value{v.Lo, v.Hi}
	case *Object:
		if d, ok := v.Data.(*libraryData); ok {
			return []Value{d.unknown.Get()}, v.ivars.Values
		}
		switch held := heldBy(v).(type) {
		case *Hash:
			return nil, held.Keys
		case *Members:
			return nil, held.Values
		}
	}
	return nil, nil
}

// Data is what a built-in class keeps in an instance.
type Data interface {
	// Holds returns what the object consists of, by which == and inspect go: a *Hash, whose
	// keys are its elements, or its *members. It is nil for one that consists of nothing.
	Holds() any
	// With returns the data of an object that is the same, but consists of something else.
	With(held any) Data
	// Kept calls visit with what else is kept.
	Kept(visit func(...Value))
	// Yields reports whether the object's own each yields what another value's each does, and
	// returns that; nil if a block of the program yields.
	Yields() (from Value, ok bool)
}

// OwnData returns the copy of shared data that only this thread changes: copied makes it.
func (t *Thread) OwnData(shared Data, copied func() Data) Data {
	own, ok := t.moving[shared]
	if !ok {
		if t.moving == nil {
			t.moving = map[Data]Data{}
		}
		own = copied()
		t.moving[shared] = own
	}
	return own
}

// Members are the values that an object has a fixed number of.
type Members struct{ Values []Value }

// heldBy returns what an object holds as [Data].
func heldBy(o *Object) any {
	if d, ok := o.Data.(Data); ok {
		return d.Holds()
	}
	return nil
}

// SetElems returns the elements of a Set, the keys of a hash.
func SetElems(v Value) (*Hash, bool) {
	if o, ok := v.(*Object); ok {
		h, ok := heldBy(o).(*Hash)
		return h, ok
	}
	return nil, false
}

// A traversal visits all values that some hold, each once. Those that it has yet to visit
// wait in a list, so that no nesting is too deep.
type traversal struct {
	seen map[any]bool
	todo []Value
}

// hold adds the values that hold others, unless they were added before.
func (w *traversal) hold(list ...Value) {
	for _, v := range list {
		switch v.(type) {
		case *Array, *Hash, *Range, *Object, *Class, *Proc, *Method:
			if !w.seen[v] {
				w.seen[v] = true
				w.todo = append(w.todo, v)
			}
		}
	}
}

// next takes the value that waits; ok is false if none does.
func (w *traversal) next() (v Value, ok bool) {
	n := len(w.todo)
	if n == 0 {
		return nil, false
	}
	v = w.todo[n-1]
	w.todo = w.todo[:n-1]
	return v, true
}

// Held calls visit with v and all values that it holds, however deep, but for those that were
// seen, to which it adds them.
func Held(v Value, seen map[any]bool, visit func(Value)) {
	w := traversal{seen: seen, todo: []Value{v}}
	for v, ok := w.next(); ok; v, ok = w.next() {
		visit(v)
		w.eachPart(v, w.hold)
	}
}

// eachPart calls visit with all values that v itself holds, nil ones among them, and with
// what is around a block and was not visited: blocks share it. What the constants and
// methods of a class hold is not among them.
func (w *traversal) eachPart(v Value, visit func(...Value)) {
	keys, vals := contents(v)
	visit(keys...)
	visit(vals...)
	switch v := v.(type) {
	case *Class:
		visit(v.ivars.Values...)
	case *Object:
		visit(v.ivars.Values...)
		eachKept(v.Data, visit)
	case *Hash:
		if v != nil {
			visit(v.Default, v.DefaultProc)
		}
	case *Method:
		if v != nil {
			visit(v.recv, v.proc)
		}
	case *Proc:
		if v != nil {
			visit(v.holds...)
			visit(v.method)
			w.eachAround(v, visit)
		}
	}
}

// eachKept calls visit with what an object keeps beside its contents and variables.
func eachKept(data any, visit func(...Value)) {
	switch d := data.(type) {
	case *String:
		visit(d)
	case *ExceptionData:
		visit(d.Message, d.Cause, d.Name, d.Args, d.Key, d.Receiver)
	case Data:
		d.Kept(visit)
	}
}

// eachAround calls visit with what is around a block and was not visited.
func (w *traversal) eachAround(p *Proc, visit func(...Value)) {
	for e := p.env; e != nil && !w.seen[e]; e = e.outer {
		w.seen[e] = true
		visit(e.values...)
		if f := e.frame; f != nil && !w.seen[f] {
			w.seen[f] = true
			visit(f.self)
			visit(f.args...)
			visit(f.kw, f.block)
		}
	}
}

// maxSearchDepth bounds what a search looks into.
const maxSearchDepth = 8

// A search looks at a value and at what it consists of, for what only the application
// knows, until it finds that; or for the marks of all unset variables.
type search struct {
	vars       *unsetVars // whose marks it joins; nil if it looks for an unknown value
	unset      unsetMark
	unknown    *Unknown
	values     int           // looked at
	containers int           // among them
	seen       map[Value]int // those of many containers, with how deep they stood
}

// manyContainers is how many a search looks into before it notes which: values
// may share them, so that there are far more ways than containers.
const manyContainers = 100

// in reports whether the search ends at v.
func (s *search) in(v Value, depth int) bool {
	s.values++
	switch v := v.(type) {
	case *String:
		if s.vars == nil && v.Unknown == nil {
			return false
		}
		return s.found(v.Unknown, v.unset)
	case Int:
		return false
	case *Array: // as contents has it
		return s.isNew(v, depth) && (s.found(nil, v.unset) || s.among(v.Elems, depth+1))
	case *Unknown:
		return s.found(v, 0)
	case Symbol:
		return s.vars != nil && s.found(nil, s.vars.of[v])
	case NilValue:
		return s.found(nil, v.unset)
	case *Hash, *Range, *Object:
		if s.isNew(v, depth) {
			if h, ok := v.(*Hash); ok && h != nil {
				s.found(nil, h.unset)
			}
			keys, vals := contents(v)
			return s.among(keys, depth+1) || s.among(vals, depth+1)
		}
	}
	return false
}

func (s *search) found(u *Unknown, m unsetMark) bool {
	if s.vars == nil {
		s.unknown = u
		return u != nil
	}
	s.unset = s.vars.Join(s.unset, m)
	return false
}

func (s *search) among(list []Value, depth int) bool {
	for _, v := range list {
		if s.in(v, depth) {
			return true
		}
	}
	return false
}

// isNew reports whether a container is to be looked into: not if it was as far as now.
func (s *search) isNew(v Value, depth int) bool {
	if s.containers++; depth > maxSearchDepth || s.containers < manyContainers {
		return depth <= maxSearchDepth
	}
	if before, ok := s.seen[v]; ok && before <= depth {
		return false
	}
	if s.seen == nil {
		s.seen = map[Value]int{}
	}
	s.seen[v] = depth
	return true
}
