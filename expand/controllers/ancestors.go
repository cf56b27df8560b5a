package controllers

import (
	"cmp"
	"slices"
	"strings"

	"signalbox/grammar"
)

// maxAncestors bounds the modules of one class.
const maxAncestors = 500

// frameworkClasses are where the superclasses of an application's own end.
var frameworkClasses = map[string]bool{"ActionController::Base": true, "ActionController::API": true, "ActionController::Metal": true, "AbstractController::Base": true, "Object": true}

// A lineage is where the methods of a class come from.
type lineage struct {
	order   []*module // in which Ruby looks for methods
	blurred string    // what may define others; "" for nothing
}

// lineage finds a class, the modules that it includes, its superclass and so on.
func (x *Index) lineage(m *module) *lineage {
	if l, ok := x.lineages[m]; ok {
		return l
	}
	w := &walk{x: x, seen: map[*module]bool{}}
	w.class(m)
	for _, name := range w.macros { // those that no ancestor defines
		if !w.known(name) {
			w.blur(name)
		}
	}
	x.lineages[m] = &w.lineage
	return &w.lineage
}

// A walk goes through the ancestors of a class.
type walk struct {
	lineage
	x      *Index
	seen   map[*module]bool
	macros []string
}

func (w *walk) blur(what string) { w.blurred = cmp.Or(w.blurred, what) }

// class takes a class and what is above it.
func (w *walk) class(m *module) {
	for {
		w.module(m)
		if m.super == nil {
			return
		}
		name := grammar.String(m.super)
		if frameworkClasses[strings.TrimPrefix(name, "::")] {
			return
		}
		next := w.x.resolve(reference{name, m.nesting})
		if next == nil || w.seen[next] {
			w.blur("superclass " + name)
			return
		}
		m = next
	}
}

// module takes a module and those that it includes.
func (w *walk) module(m *module) {
	if w.seen[m] || len(w.seen) > maxAncestors {
		return
	}
	w.seen[m] = true
	w.take(m)
	for _, block := range m.included {
		own := &module{name: m.name, path: m.path, nesting: m.nesting, methods: map[string]Method{}, macros: map[string]*grammar.Def{}}
		(&reader{index: w.x, source: &source{map[string]*module{}}, file: m.path}).stmts(block, own)
		w.take(own)
	}
}

func (w *walk) take(m *module) {
	w.order = append(w.order, m)
	w.blur(m.opaque)
	for _, ref := range slices.Backward(m.includes) { // the last one comes first
		if name, ok := strings.CutPrefix(ref.name, macroMark); ok {
			w.macros = append(w.macros, name)
		} else if included := w.x.resolve(ref); included != nil {
			w.module(included)
		} else if !harmlessModules[strings.TrimPrefix(ref.name, "::")] {
			w.blur("include " + ref.name)
		}
	}
}

// known reports whether a macro is the application's own, and defines no methods.
func (w *walk) known(name string) bool {
	for _, m := range w.order {
		if d := m.macros[name]; d != nil {
			return definesIn(d) == ""
		}
	}
	return false
}

// resolve finds a constant as Ruby does: in the modules around, from the inside.
func (x *Index) resolve(ref reference) *module {
	name, top := strings.CutPrefix(ref.name, "::")
	if !top {
		for _, around := range ref.nesting {
			if m := x.module(around + "::" + name); m != nil {
				return m
			}
		}
	}
	return x.module(name)
}
