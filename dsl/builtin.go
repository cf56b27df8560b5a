package dsl

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

// builtinClasses are the classes every program starts with. They are made for
// each interpreter, because programs may reopen them; their method tables are
// shared.
type builtinClasses struct {
	basicObject, object, kernel, module, class, enumerable *Class

	nilClass, trueClass, falseClass      *Class
	integer, float                       *Class
	str, stringInquirer                  *Class
	symbol, array, hash, indifferentHash *Class
	rng, regexp, matchData               *Class
	proc, method, unboundMethod          *Class
	exception                            *Class

	all map[string]*Class // those of Register, by their names
}

// classesOfValues returns the classes that the interpreter asks for by itself.
func classesOfValues(all map[string]*Class) builtinClasses {
	return builtinClasses{
		all:         all,
		basicObject: all["BasicObject"], object: all["Object"], kernel: all["Kernel"],
		module: all["Module"], class: all["Class"], enumerable: all["Enumerable"],
		nilClass: all["NilClass"], trueClass: all["TrueClass"], falseClass: all["FalseClass"],
		integer: all["Integer"], float: all["Float"],
		str: all["String"], stringInquirer: all["ActiveSupport::StringInquirer"],
		symbol: all["Symbol"], array: all["Array"], hash: all["Hash"],
		indifferentHash: all["ActiveSupport::HashWithIndifferentAccess"],
		rng:             all["Range"], regexp: all["Regexp"], matchData: all["MatchData"],
		proc: all["Proc"], method: all["Method"], unboundMethod: all["UnboundMethod"],
		exception: all["Exception"],
	}
}

// classOf is the class whose methods v answers to, singleton class included.
func (in *Interp) classOf(v Value) *Class {
	switch v := v.(type) {
	case *Object:
		if v.singleton != nil {
			return v.singleton
		}
		return v.class
	case *String:
		if v.Inquirer {
			return in.classes.stringInquirer
		}
		return in.classes.str
	case Symbol:
		return in.classes.symbol
	case Int:
		return in.classes.integer
	case *Array:
		return in.classes.array
	case *Hash:
		if v.Indifferent {
			return in.classes.indifferentHash
		}
		return in.classes.hash
	case *Class:
		return in.SingletonOf(v)
	default:
		return in.rareClassOf(v)
	}
}

func (in *Interp) rareClassOf(v Value) *Class {
	switch v := v.(type) {
	case NilValue:
		return in.classes.nilClass
	case Bool:
		if v {
			return in.classes.trueClass
		}
		return in.classes.falseClass
	case Float:
		return in.classes.float
	case *Range:
		return in.classes.rng
	case *Regexp:
		return in.classes.regexp
	case *MatchData:
		return in.classes.matchData
	case *Proc:
		return in.classes.proc
	case *Method:
		if v.unbound {
			return in.classes.unboundMethod
		}
		return in.classes.method
	default:
		return in.classes.object
	}
}

// PlainClassOf is `v.class`: never a singleton class.
func (in *Interp) PlainClassOf(v Value) *Class {
	switch v := v.(type) {
	case *Object:
		return v.class
	case *Class:
		if v.module {
			return cmp.Or(v.of, in.classes.module)
		}
		return in.classes.class
	}
	return in.classOf(v)
}

// SingletonOf gives the singleton class of a class or module; it is made when
// first asked for, with the superclass's singleton as its superclass.
func (in *Interp) SingletonOf(c *Class) *Class {
	if c.singleton != nil {
		return c.singleton
	}
	super := in.classes.class
	if c.module {
		super = cmp.Or(c.of, in.classes.module)
	} else if c.super != nil {
		super = in.SingletonOf(c.super)
	}
	in.grow(limits.SizeClass)
	c.singleton = &Class{super: super, attached: c}
	return c.singleton
}

// singletonFor gives the singleton class of any object that can have one.
func (in *Interp) singletonFor(v Value) *Class {
	switch v := v.(type) {
	case *Class:
		return in.SingletonOf(v)
	case *Object:
		k := v.singleton
		if k == nil {
			in.grow(limits.SizeClass)
			k = &Class{super: v.class, attached: v}
		}
		if !v.frozen { // threads may share what is frozen
			v.singleton = k
		}
		return k
	}
	return nil
}

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
	Methods, Functions Methods
	// Setup completes the type in an interpreter; nil is fine.
	Setup func(in *Interp, k *Class)
}

// registered are the types by their names.
var registered = map[string]*Type{}

// Register adds types to those of every interpreter that is made later. Methods of a type
// that there is are added to it: of Kernel, say. It is for functions init.
func Register(types ...Type) {
	for _, t := range types {
		t.Methods, t.Functions = JoinMethods(t.Methods), JoinMethods(t.Functions)
		old, ok := registered[t.Name]
		if !ok {
			registered[t.Name] = &t
			continue
		}
		*old = Type{
			Name: t.Name, Super: cmp.Or(old.Super, t.Super), Includes: append(old.Includes, t.Includes...),
			Module: old.Module || t.Module, Literal: old.Literal || t.Literal, Hidden: old.Hidden || t.Hidden,
			Methods: JoinMethods(old.Methods, t.Methods), Functions: JoinMethods(old.Functions, t.Functions),
			Setup: old.Setup,
		}
		if t.Setup != nil {
			old.Setup = t.Setup
		}
	}
}

// builtinTypes are the registered types, each behind the one that it is within.
var builtinTypes = sync.OnceValue(func() []*Type {
	kernel := registered["Kernel"]
	kernel.Functions = functionsOf(kernel.Methods) // Kernel.format, too
	return slices.SortedFunc(maps.Values(registered), func(a, b *Type) int { return cmp.Compare(a.Name, b.Name) })
})

// setup makes the built-in classes and their constants.
func (in *Interp) setup() {
	types := builtinTypes()
	classes, all := make([]Class, len(types)), make(map[string]*Class, len(types))
	for i, t := range types {
		k := &classes[i]
		k.name, k.module, k.abstract, k.builtins = t.Name, t.Module, t.Literal, t.Methods
		all[t.Name] = k
	}
	in.classes = classesOfValues(all)
	for _, t := range types {
		k := all[t.Name]
		if !t.Module && k != in.classes.basicObject {
			k.super = all[cmp.Or(t.Super, "Object")]
		}
		for _, name := range t.Includes {
			k.included = append(k.included, all[name])
		}
	}
	in.epoch.Add(1)
	in.classes.object.consts.Grow(len(types))
	for _, t := range types {
		k := all[t.Name]
		if !t.Hidden {
			in.DefineConst(t.Name, k)
		}
		if len(t.Functions) > 0 {
			in.SingletonOf(k).builtins = t.Functions
		}
		if t.Setup != nil {
			t.Setup(in, k)
		}
	}
	in.setupLibrary()
}

// primitive is a function in Go of the module Primitive, which is for Ruby code that comes
// with the interpreter and for what the interpreter leaves to a data type.
func primitive(name string) *Builtin { return registered["Primitive"].Functions[name] }

// Type returns the class or module that was registered with a name; nil if none was.
func (in *Interp) Type(name string) *Class { return in.classes.all[name] }

// With adds traits to b, and returns it.
func (b *Builtin) With(t trait.Traits) *Builtin {
	b.traits |= t
	return b
}

// HasTrait reports whether the call runs a built-in method that has one of some traits.
func (c *Call) HasTrait(t trait.Traits) bool {
	return c.method != nil && c.method.builtin != nil && c.method.builtin.traits&t != 0
}

// Changes reports whether a method of some name may change its receiver: one of a built-in
// class does, or the name ends as the names of those do.
func Changes(name string) bool {
	return Named(name, trait.ChangesReceiver) || strings.HasSuffix(name, "!")
}

// Named reports whether a built-in method of some name has one of some traits, of whatever
// class: what a call may do whose receiver nobody knows here.
func Named(name string, t trait.Traits) bool { return traitsByName()[name]&t != 0 }

var traitsByName = sync.OnceValue(func() map[string]trait.Traits {
	all := map[string]trait.Traits{}
	for _, t := range registered {
		for name, row := range t.Methods {
			all[name] |= row.traits
		}
	}
	return all
})

// Wholes marks the methods of a table, but for those that do their work for each element.
func Wholes(table Methods) Methods {
	for _, row := range table {
		if row.traits&trait.Partial == 0 {
			row.With(trait.Whole)
		}
	}
	return table
}
