package dsl

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// A Type is a class or module that every program starts with.
type Type struct {
	Name     string   // with the modules around it
	Super    string   // the superclass, unless it is Object
	Includes []string // the modules that a class includes
	Module   bool
	Literal  bool // only literals and methods give its instances: it has no `new`
	Hidden   bool // no constant holds it
	// Methods are those of its instances, Functions those of the type itself. Interpreters
	// share them.
	Methods, Functions methodTable
	// Setup completes the type in an interpreter; nil is fine.
	Setup func(in *Interp, k *Class)
}

// registered are the types by their names.
var registered = map[string]*Type{}

// Register adds types to those of every interpreter that is made later. Methods of a type
// that there is are added to it: of Kernel, say. It is for functions init.
func Register(types ...Type) {
	for _, t := range types {
		old, ok := registered[t.Name]
		if !ok {
			registered[t.Name] = &t
			continue
		}
		*old = Type{
			Name: t.Name, Super: cmp.Or(old.Super, t.Super), Includes: append(old.Includes, t.Includes...),
			Module: old.Module || t.Module, Literal: old.Literal || t.Literal, Hidden: old.Hidden || t.Hidden,
			Methods: with(old.Methods, t.Methods), Functions: with(old.Functions, t.Functions),
			Setup: old.Setup,
		}
		if t.Setup != nil {
			old.Setup = t.Setup
		}
	}
}

// builtinTypes are the registered types, each behind the one that it is within.
var builtinTypes = sync.OnceValue(func() []*Type {
	return slices.SortedFunc(maps.Values(registered), func(a, b *Type) int { return cmp.Compare(a.Name, b.Name) })
})

// setup makes the built-in classes and their constants.
func (in *Interp) setup() {
	types := builtinTypes()
	in.types = make(map[string]*Class, len(types))
	for _, t := range types {
		in.types[t.Name] = &Class{name: t.Name, module: t.Module, abstract: t.Literal, builtins: t.Methods}
	}
	in.classes = in.classesOfValues()
	for _, t := range types {
		k := in.types[t.Name]
		if !t.Module && k != in.classes.basicObject {
			k.super = in.types[cmp.Or(t.Super, "Object")]
		}
		for _, name := range t.Includes {
			k.included = append(k.included, in.types[name])
		}
	}
	in.epoch.Add(1)
	for _, t := range types {
		k := in.types[t.Name]
		if !t.Hidden {
			in.DefineConst(t.Name, k)
		}
		if len(t.Functions) > 0 {
			in.singletonOf(k).builtins = t.Functions
		}
		if t.Setup != nil {
			t.Setup(in, k)
		}
	}
	in.setupConstants()
	in.setupLibrary()
	in.setupCore()
}

// Type returns the class or module that was registered with a name; nil if none was.
func (in *Interp) Type(name string) *Class { return in.types[name] }
