package dsl

import (
	"maps"
	"slices"
)

// A traversal goes over all values that some hold, each once. Those it has yet to visit
// wait in a list, so that no nesting is too deep.
type traversal struct {
	seen map[any]bool
	todo []Value
}

// hold adds a value that holds others, unless it was added before.
func (w *traversal) hold(v Value) {
	switch v.(type) {
	case *Array, *Hash, *Range, *Object, *Class, *Proc, *Method:
		if !w.seen[v] {
			w.seen[v] = true
			w.todo = append(w.todo, v)
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

// eachPart calls f for the values that v itself holds, nil ones among them: the elements of
// a list, the variables of an object, those around a block. What the constants and methods
// of a class hold is not among them.
func (w *traversal) eachPart(v Value, f func(Value)) {
	switch v := v.(type) {
	case *Array:
		eachOfList(v.Elems, f)
	case *Hash:
		if v != nil {
			eachOfList(v.keys, f)
			eachOfList(v.vals, f)
			f(v.Default)
			f(v.DefaultProc)
		}
	case *Range:
		f(v.Lo)
		f(v.Hi)
	case *Object:
		v.eachPart(f)
	case *Class:
		eachOfList(v.ivars.values, f)
		for _, name := range slices.Sorted(maps.Keys(v.cvars)) {
			f(v.cvars[name])
		}
	case *Proc:
		if v != nil {
			w.eachAround(v, f)
		}
	case *Method:
		if v != nil {
			f(v.recv)
			f(v.proc)
		}
	}
}

// eachAround is eachPart of a block, whose variables those around it share.
func (w *traversal) eachAround(p *Proc, f func(Value)) {
	eachOfList(p.holds, f)
	f(p.method)
	for e := p.env; e != nil && !w.seen[e]; e = e.outer {
		w.seen[e] = true
		eachOfList(e.values, f)
		if fr := e.frame; fr != nil && !w.seen[fr] {
			w.seen[fr] = true
			f(fr.self)
			eachOfList(fr.args, f)
			f(fr.kw)
			f(fr.block)
		}
	}
}

func eachOfList(list []Value, f func(Value)) {
	for _, v := range list {
		f(v)
	}
}

// eachPart calls f for the values that an object holds, nil ones among them.
func (o *Object) eachPart(f func(Value)) {
	eachOfList(o.ivars.values, f)
	switch d := o.data.(type) {
	case *structData:
		eachOfList(d.values, f)
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
		eachOfList(d.args, f)
		d.at.values(func(list []Value) { eachOfList(list, f) })
		for _, v := range []Value{d.recv, d.kw, d.block, d.size} {
			f(v)
		}
	}
}
