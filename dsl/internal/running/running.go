// Package running knows which code of a program runs, and which would call itself for ever: recursion that only the
// application ends.
//
//	def draw(node)
//	  get node.path, to: "pages#show"
//	  node.children.each { |child| draw(child) }
//	end
//	draw(Page.root)
//
// Its body is listed once, as that of a loop is whose condition is unknown, and ten times where something that
// the program knows may end it.
package running

import "signalbox/grammar"

// maxNested bounds the calls of code by itself, each under a further undecided condition.
const maxNested = 10

// A Code is what a method or a proc runs. One of a proc has its own for each set of variables around it.
type Code struct {
	Node grammar.Node
	Env  any // a pointer; nil for a method
}

// Walk calls f with each part of the code, and whether the code assigns to it.
func (c Code) Walk(f func(part grammar.Node, assigned bool)) {
	assigned := map[grammar.Node]bool{}
	grammar.Walk(c.Node, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			assigned[n.Target] = true
		case *grammar.OpAssign:
			assigned[n.Target] = true
		case *grammar.MultiTarget:
			for _, x := range n.List {
				assigned[x] = true
			}
		}
		f(n, assigned[n])
	})
}

// An Activation is code that runs.
type Activation[V comparable] struct {
	Code
	Self  V
	Args  []V
	Told  bool // whether the call has keywords or a block
	Conds int  // the undecided conditions around it
}

// A Stack is what runs, innermost last.
type Stack[V comparable] []Activation[V]

// Begin enters code, until [Stack.End]. Of code that calls itself once more than is listed it returns the
// activations since the first one instead. unknown reports whether only the application knows a value.
func (s *Stack[V]) Begin(a Activation[V], unknown func(V) bool) (cycle []Activation[V]) {
	nested, first := 0, 0
	for i := len(*s) - 1; i >= 0 && a.Conds > 0; i-- {
		if b := (*s)[i]; b.Code == a.Code && b.Conds < a.Conds {
			if nested == 0 {
				a.Told = a.Told || !isBlind(a.Args, b.Args, unknown)
			}
			nested, first = nested+1, i
		}
	}
	if nested > 0 && (!a.Told || nested >= maxNested) {
		return (*s)[first:]
	}
	*s = append(*s, a)
	return nil
}

// End leaves the innermost code.
func (s *Stack[V]) End() { *s = (*s)[:len(*s)-1] }

// isBlind reports whether the arguments of a call differ from those of the one around it by unknown values alone, of
// which there is always one more: `node.children.each(0)`.
func isBlind[V comparable](args, outer []V, unknown func(V) bool) bool {
	any := false
	for i, v := range args {
		switch {
		case i >= len(outer), unknown(v) != unknown(outer[i]), !unknown(v) && v != outer[i]:
			return false
		}
		any = any || unknown(v)
	}
	return any
}
