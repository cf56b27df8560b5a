package dsl

import (
	"strings"

	"signalbox/grammar"
)

// A Witness is a [Receiver] that is told when code that is not read gets hold of
// its object: as an argument, as the self of a block, as what a module extends.
// What that code does with it, only the application knows.
type Witness interface {
	// Source is how the program writes the object.
	Source() string
	// Handed is told what gets it, `Foo.draw(self)`.
	Handed(code *Unknown)
	// Draws tells the methods whose call on the object matters.
	Draws(name string) bool
	// Takes tells a call that is meant for the object, where nobody knows what it
	// is made on: that of `m.get` in `Foo.draw { |m| m.get "a", to: "b#c" }`.
	Takes(*Call) bool
}

// maxHanded bounds the values that are looked for a witness.
const maxHanded = 1000

// hand tells the witnesses among values that u gets hold of them.
func (t *Thread) hand(u *Unknown, values ...Value) {
	if t.request {
		return
	}
	left := maxHanded
	for _, v := range values {
		if w := witnessIn(v, &left); w != nil {
			w.Handed(u)
			return
		}
	}
}

// handTo is hand of a call that the application's settings may say something of:
// `extend(Foo::Words)`, `Foo.routes.call`.
func (t *Thread) handTo(text string, pos grammar.Pos, v Value) {
	if witnessOf(v) == nil || t.request {
		return
	}
	if _, known := t.settled(text); !known {
		t.hand(&Unknown{Text: text, Pos: pos}, v)
	}
}

// handCall is hand for a call whose arguments go to code that is not read.
// Questions and comparisons only look at them.
func (t *Thread) handCall(u *Unknown, c *Call) {
	if len(c.Args) == 0 && c.Keywords.Len() == 0 || t.request || looksOnly(c.Name) {
		return
	}
	if t.hand(u, c.Args...); c.Keywords != nil {
		t.hand(u, c.Keywords)
	}
}

func looksOnly(name string) bool {
	return strings.HasSuffix(name, "?") || named(name, compares)
}

// witnessOf gives the witness that a value is, or adds options to.
func witnessOf(v Value) Witness {
	o, ok := v.(*Object)
	if !ok {
		return nil
	}
	if m, ok := o.data.(*optionMerger); ok {
		return witnessOf(m.context)
	}
	w, _ := o.Host.(Witness)
	return w
}

// witnessIn finds the witness that a value is, holds or calls.
func witnessIn(v Value, left *int) Witness {
	if *left--; *left < 0 {
		return nil
	}
	switch v := v.(type) {
	case *Object:
		return witnessOf(v)
	case *Array:
		return witnessAmong(v.Elems, left)
	case *Hash:
		return witnessAmong(v.vals, left)
	case *Method:
		return drawing(witnessOf(v.recv), v.name)
	case *Proc:
		return witnessOfProc(v)
	}
	return nil
}

func witnessAmong(list []Value, left *int) Witness {
	for _, v := range list {
		if w := witnessIn(v, left); w != nil {
			return w
		}
	}
	return nil
}

// callMaybe makes a call on what a block was given, if that is meant for the
// witness around.
func (t *Thread) callMaybe(u *Unknown, c *Call) (v Value, done bool, err error) {
	o := u.form.maybe
	if o == nil || t.request || !witnessOf(o).Takes(c) {
		return nil, false, nil
	}
	own := *c
	own.Self = o
	v, err = t.dispatch(&own, nil, nil)
	return v, true, err
}

func drawing(w Witness, name string) Witness {
	if w == nil || !w.Draws(name) {
		return nil
	}
	return w
}

// witnessOfProc gives the self of a proc whose code calls methods of it that
// matter.
func witnessOfProc(p *Proc) (found Witness) {
	if p.method != nil {
		return drawing(witnessOf(p.method.recv), p.method.name)
	}
	if p.env == nil || p.body == nil {
		return nil
	}
	w := witnessOf(p.env.frame.self)
	if w == nil {
		return nil
	}
	grammar.Inspect(p.body, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if ok && (c.Recv == nil || isSelf(c.Recv)) && w.Draws(c.Name) {
			found = w
		}
		return found == nil
	})
	return found
}

// witnessAround is the self of a block if that is a witness; nil for others.
func witnessAround(p *Proc) *Object {
	if p.env == nil || witnessOf(p.env.frame.self) == nil {
		return nil
	}
	return p.env.frame.self.(*Object)
}

func isSelf(x grammar.Expr) bool {
	_, ok := x.(*grammar.Self)
	return ok
}

// Code gives the value that a block was made of if only the application knows
// it, `&Foo.routes`; nil for others.
func (p *Proc) Code() *Unknown { return p.code }
