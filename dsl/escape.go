package dsl

import (
	"strings"

	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// An EscapeObserver is a [Receiver] that is told when code that is not read gets hold of
// its object: as an argument, as the self of a block, as what a module extends.
// What that code does with it, only the application knows.
type EscapeObserver interface {
	// Source is how the program writes the object.
	Source() string
	// Escaped is told what gets it, `Foo.draw(self)`.
	Escaped(code *Unknown)
	// HasEffects reports whether a call of the method on the object matters.
	HasEffects(name string) bool
	// Claims reports whether a call is meant for the object, where nobody knows what it
	// is made on: that of `m.get` in `Foo.draw { |m| m.get "a", to: "b#c" }`.
	Claims(*Call) bool
}

// A Delegate is what an object keeps that hands each call on to another one, as the block of
// with_options is given.
type Delegate interface{ Context() Value }

// maxHanded bounds the values among which an observer is looked for.
const maxHanded = 1000

// escape tells the observers among values that u gets hold of them.
func (m *meter) escape(u *Unknown, values ...Value) {
	if m.Request {
		return
	}
	left := maxHanded
	for _, v := range values {
		if w := observerIn(v, &left); w != nil {
			w.Escaped(u)
			return
		}
	}
}

// escapeTo is escape of a call that the application's settings may say something of:
// `extend(Foo::Words)`, `Foo.routes.call`.
func (p *paths) escapeTo(text string, pos grammar.Pos, v Value) {
	if observerOf(v) == nil || p.Request {
		return
	}
	if _, known := p.Settled(text); !known {
		p.escape(NewUnknown(text, pos), v)
	}
}

// escapeCall is escape for a call whose arguments go to code that is not read.
// Questions and comparisons only look at them.
func (m *meter) escapeCall(u *Unknown, c *Call) {
	if len(c.Args) == 0 && c.Keywords.Len() == 0 || m.Request || looksOnly(c.Name) {
		return
	}
	if m.escape(u, c.Args...); c.Keywords != nil {
		m.escape(u, c.Keywords)
	}
}

func looksOnly(name string) bool {
	return strings.HasSuffix(name, "?") || Named(name, trait.Compares)
}

// observerOf gives the observer that a value is, or hands its calls on to.
func observerOf(v Value) EscapeObserver {
	o, ok := v.(*Object)
	if !ok {
		return nil
	}
	if d, ok := o.Data.(Delegate); ok {
		return observerOf(d.Context())
	}
	w, _ := o.Host.(EscapeObserver)
	return w
}

// observerIn finds the observer that a value is, holds or calls.
func observerIn(v Value, left *int) EscapeObserver {
	if *left--; *left < 0 {
		return nil
	}
	switch v := v.(type) {
	case *Object:
		return observerOf(v)
	case *Array, *Hash:
		_, vals := contents(v)
		for _, v := range vals {
			if w := observerIn(v, left); w != nil {
				return w
			}
		}
	case *Method:
		return drawing(observerOf(v.recv), v.Name)
	case *Proc:
		return observerOfProc(v)
	}
	return nil
}

// callObserver makes a call on what a block was given, if that is meant for the
// observer around.
func (t *Thread) callObserver(u *Unknown, c *Call) (v Value, done bool, err error) {
	o := u.mayAlias
	if o == nil || t.Request || !observerOf(o).Claims(c) {
		return nil, false, nil
	}
	v, err = c.on(o).dispatch(nil, nil)
	return v, true, err
}

func drawing(w EscapeObserver, name string) EscapeObserver {
	if w == nil || !w.HasEffects(name) {
		return nil
	}
	return w
}

// observerOfProc gives the self of a proc whose code calls methods of it that
// matter.
func observerOfProc(p *Proc) (found EscapeObserver) {
	if p.method != nil {
		return drawing(observerOf(p.method.recv), p.method.Name)
	}
	if p.env == nil || p.body == nil {
		return nil
	}
	w := observerOf(p.env.frame.self)
	if w == nil {
		return nil
	}
	grammar.Inspect(p.body, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if ok && (c.Recv == nil || isSelf(c.Recv)) && w.HasEffects(c.Name) {
			found = w
		}
		return found == nil
	})
	return found
}

// observerAround is the self of a block if that is an observer; nil for others.
func observerAround(p *Proc) *Object {
	if p.env == nil || observerOf(p.env.frame.self) == nil {
		return nil
	}
	return p.env.frame.self.(*Object)
}

func isSelf(x grammar.Expr) bool {
	_, ok := x.(*grammar.Self)
	return ok
}

// Code returns the unknown value a block was made of, `&Foo.routes`; nil for other blocks.
func (p *Proc) Code() *Unknown { return p.code }
