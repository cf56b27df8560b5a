package dsl

import (
	"iter"
	"maps"
	"slices"

	"signalbox/grammar"
)

// The names of methods. Each is as the first class that has it says: private there,
// or undefined, it is not listed, whatever stands behind. Within a class Ruby goes
// by a table of all names that the process has met before, so that only Ruby knows
// the order.

// methodNames lists what a value may be called by, for did-you-mean.
func (in *Interp) methodNames(v Value) []string {
	names := map[string]bool{}
	for c := range in.ancestors(in.classOf(v)) {
		for n := range c.Builtins {
			names[n] = true
		}
		for n := range c.Methods {
			names[n] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// listMethods lists the methods of classes, in the order of the classes.
func (c *Call) listMethods(classes iter.Seq[*Class], listed func(visibility) bool) Value {
	t := c.Thread
	a := t.NewArray()
	a.unordered = true
	seen := map[string]bool{}
	for k := range classes {
		t.used.steps += 4 * (len(k.Builtins) + len(k.Methods))
		c.Room(SizeMethod * len(k.Methods))
		own := make(map[string]*Method, len(k.Builtins)+len(k.Methods))
		for n, b := range k.Builtins {
			own[n] = b.m
		}
		maps.Copy(own, k.Methods)
		for _, n := range slices.Sorted(maps.Keys(own)) {
			m := own[n]
			if seen[n] {
				continue
			}
			seen[n] = true
			if m.undefined || !listed(m.visibility) {
				continue
			}
			var name Value = t.SymbolOf(n)
			if m.guard != nil {
				name = t.WithGuard(name, m.guard)
			}
			c.Push(a, name)
		}
	}
	return a
}

func isPublic(v visibility) bool   { return v == public }
func notPrivate(v visibility) bool { return v != private }

// wantsInherited is the argument of methods and its like: true if there is none.
func wantsInherited(c *Call) bool { return len(c.Args) == 0 || c.Truthy(c.Args[0]) }

func moduleInstanceMethods(c *Call) Value       { return namesOfMethods(c, notPrivate) }
func modulePublicInstanceMethods(c *Call) Value { return namesOfMethods(c, isPublic) }

func namesOfMethods(c *Call, listed func(visibility) bool) Value {
	k := c.Self.(*Class)
	if !wantsInherited(c) {
		return c.listMethods(slices.Values([]*Class{k}), listed)
	}
	return c.listMethods(c.ancestors(k), listed)
}

func objectMethodNames(c *Call) Value {
	if !wantsInherited(c) {
		return objectSingletonMethods(c)
	}
	return c.listMethods(c.ancestors(c.in.classOf(c.Self)), notPrivate)
}

// objectPublicMethods is public_methods, which of an object's own ones takes its
// class for part of it.
func objectPublicMethods(c *Call) Value {
	own := !wantsInherited(c)
	return c.listMethods(func(yield func(*Class) bool) {
		for k := range c.ancestors(c.in.classOf(c.Self)) {
			if !yield(k) || own && k.attached == nil && !k.module {
				return
			}
		}
	}, isPublic)
}

// objectSingletonMethods lists the methods of the singleton class and of the
// modules that extend the object.
func objectSingletonMethods(c *Call) Value {
	var k *Class
	switch v := c.Self.(type) {
	case *Object:
		k = v.singleton
	case *Class:
		k = v.singleton
	}
	if k == nil {
		return c.NewArray()
	}
	var own lookupOrder
	own.add(k, map[*Class]bool{})
	return c.listMethods(slices.Values(own.classes), notPrivate)
}

// tellOrder warns of a call that may give something else where a list of method
// names, on which it is made or which it is given, is in another order.
func (m *meter) tellOrder(c *Call) {
	if !c.Is(AnyOrder | SameOrder) {
		m.tellOrderOf(c.Self, c.Pos)
	}
	if len(c.Args) == 0 {
		return
	}
	switch self := c.Self.(type) {
	case *Array:
		if !c.Is(TakesOrder) {
			return
		}
	case *Object:
		if self.Host == nil {
			return
		}
	default:
		return
	}
	for _, v := range c.Args {
		m.tellOrderOf(v, c.Pos)
	}
}

// tellOrderOf warns of a use of a value that goes by the order of its elements.
func (m *meter) tellOrderOf(v Value, at grammar.Pos) {
	if a, ok := v.(*Array); ok && a.unordered && len(a.Elems) > 1 {
		m.pos = at
		m.note("only Ruby knows the order of these method names", "What is made of them stands in the order of the alphabet, class by class; the application's may be another.")
	}
}

// keepOrder marks a list that has the order of the one that it was made of.
func keepOrder(c *Call, v Value) {
	if a, ok := c.Self.(*Array); ok && a.unordered && c.Is(SameOrder) {
		if made, ok := v.(*Array); ok && !made.unordered {
			made.unordered = true
		}
	}
}
