package dsl

import "signalbox/dsl/internal/symbolic"

// truth reports whether u is true: as Options.UnknownAs decides, or as the
// conditions around the code say. known is false if it is open.
func (t *Thread) truth(u *Unknown) (yes, known bool) {
	f := facts{t, u}
	if !u.Compound() {
		is := f.Given(&u.Node)
		if is == symbolic.Undecided {
			is = f.Leaf(&u.Node)
		}
		return is.Bool()
	}
	e := symbolic.Evaluator{Facts: f}
	return e.Eval(&u.Node).Bool()
}

// The facts are what the running code knows of u and of its parts.
type facts struct {
	t *Thread
	u *Unknown
}

func (f facts) Given(n *symbolic.Node) symbolic.Ternary {
	is := f.t.knownOf(n)
	if is == symbolic.Undecided {
		f.t.used.steps++
	}
	return is
}

func (f facts) Leaf(n *symbolic.Node) symbolic.Ternary {
	if n != &f.u.Node {
		return f.t.decided(&Unknown{Node: *n})
	}
	return f.t.decided(f.u)
}

// knownOf returns what the conditions around the code say of an expression.
func (p *paths) knownOf(n *symbolic.Node) symbolic.Ternary {
	p.looked(len(p.pathCond))
	for i := len(p.pathCond) - 1; i >= 0; i-- {
		is, looked := symbolic.Implies(&p.pathCond[i].u.Node, n)
		p.looked(looked)
		if is != symbolic.Undecided {
			return is
		}
	}
	return symbolic.Undecided
}

// implied is truth without Options.UnknownAs.
func (p *paths) implied(u *Unknown) (yes, known bool) { return p.knownOf(&u.Node).Bool() }

// decided returns what the host says of a value that is made of no others.
func (t *Thread) decided(u *Unknown) symbolic.Ternary {
	switch as := t.in.options.UnknownAs; {
	case t.Decide != nil:
		yes, err := t.Decide(u) // whose error ends the execution
		if t.stopped == nil {
			t.stopped = err
		}
		return symbolic.Of(yes)
	case as != "":
		if f := t.in.options.Decided; f != nil && !t.request {
			f(u)
		}
		return symbolic.Of(as == "true")
	}
	return symbolic.Undecided
}
