package dsl

import (
	"io/fs"
	"strings"

	"signalbox/dsl/internal/embedded"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// Methods of the built-in classes that Ruby says in fewer words than Go: those of
// ActiveSupport, and those that Ruby derives from others. They are rows of their class
// like those in Go. Words before a method name its traits ([trait.Words]).
//
// What a method needs of Go is a function of the module Primitive, which programs cannot name, and
// neither can they NONE: an argument that is not given.

// RubyMethods returns the rows of one class or module, see [embedded.Methods].
func RubyMethods(files fs.FS, folder, class string) Methods {
	table := Methods{}
	for _, m := range embedded.Methods(files, folder, class) {
		row := FnOpt(0, 0, nil)
		row.fn = func(c *Call) Value { return c.derive(m.Def()) }
		for _, param := range m.Params {
			row.take(param)
		}
		row.mark(m.Words)
		for _, name := range m.Names {
			table[name] = row
		}
	}
	return table
}

// mark adds what the words before a method say.
func (b *Builtin) mark(words []string) {
	for _, word := range words {
		of, ok := trait.Words[word]
		switch {
		case ok:
			b.With(of)
		case word == "enumerator":
			OrEnumerator(b)
		case word == "private":
			Private(b)
		default:
			panic("no trait: " + word)
		}
	}
}

// take counts a parameter.
func (b *Builtin) take(param string) {
	switch {
	case strings.HasPrefix(param, "&"):
	case strings.HasPrefix(param, "**"), strings.Contains(param, ":"):
		b.keywords = true
	case strings.HasPrefix(param, "*"):
		b.max = -1
	case strings.Contains(param, "="):
		b.max++
	default:
		b.min, b.max = b.min+1, b.max+1
	}
}

// derive answers a call by a method. Where it asks what only the application knows, its result
// is unknown, as that of a built-in method in Go.
func (c *Call) derive(def *grammar.Def) Value {
	if c.HasTrait(trait.Unfrozen) {
		c.MustChange()
	}
	own := *c
	own.method = &Method{Name: c.Name, def: def, cref: c.in.library.scope, visibility: public}
	if !c.HasTrait(trait.Forks) {
		own.method.derived = c
	}
	v, err := own.runDef(own.method)
	c.At = c.Pos
	if err != nil {
		return Must(c.leaveLibrary(nil, err))
	}
	return v
}

// Primitive holds what the methods in core call of Go, and what they have in common.
func init() {
	Register(Type{Name: "Primitive", Module: true, Hidden: true, Functions: Methods{
		"int": Fn(1, intOf).With(trait.Opaque),
		"is?": Fn(2, isOf).With(trait.Opaque),
	}})
}

// isOf reports whether a value is of a class. One that only the application knows is of none.
func isOf(c *Call) Value {
	return Bool(!IsUnknown(c.Args[0]) && c.IsA(c.Args[0], c.Args[1].(*Class)))
}

// intOf is an argument as an Integer.
func intOf(c *Call) Value {
	if IsUnknown(c.Args[0]) {
		c.TestUnknown(c.Args[0])
		return Int(0)
	}
	return Int(c.Int(0))
}

// altering reports whether the call is one that a method of core changes its receiver by:
// what is unknown of that, the method itself says.
func (p *paths) altering(c *Call) bool {
	return p.derived != nil && p.derived.HasTrait(trait.ChangesReceiver) && p.derived.Self == c.Self
}
