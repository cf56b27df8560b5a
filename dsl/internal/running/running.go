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

	last, outer int // the innermost of the same code around it, and that under fewer conditions: places in the stack, from 1
}

// A Stack is what runs. Its zero value is empty.
type Stack[V comparable] struct {
	all  []Activation[V] // innermost last
	last map[Code]int    // the innermost of each code, from 1: a program may call itself ten thousand times
}

// Begin enters code, until [Stack.End]. Of code that calls itself once more than is listed it returns the
// activations since the first one instead. unknown reports whether only the application knows a value.
func (s *Stack[V]) Begin(a Activation[V], unknown func(V) bool) (cycle []Activation[V]) {
	a.last = s.last[a.Code]
	for a.outer = a.last; a.outer > 0 && s.all[a.outer-1].Conds >= a.Conds; {
		a.outer = s.all[a.outer-1].outer
	}
	nested, first := 0, 0
	for i := a.outer; i > 0; i = s.all[i-1].outer {
		nested, first = nested+1, i
	}
	if nested > 0 {
		a.Told = a.Told || !isBlind(a.Args, s.all[a.outer-1].Args, unknown)
		if !a.Told || nested >= maxNested {
			return s.all[first-1:]
		}
	}
	if s.last == nil {
		s.last = map[Code]int{}
	}
	s.all = append(s.all, a)
	s.last[a.Code] = len(s.all)
	return nil
}

// End leaves the innermost code.
func (s *Stack[V]) End() {
	end := len(s.all) - 1
	if a := &s.all[end]; a.last > 0 {
		s.last[a.Code] = a.last
	} else {
		delete(s.last, a.Code)
	}
	s.all = s.all[:end]
}

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
