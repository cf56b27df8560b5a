package dsl

import "signalbox/dsl/internal/symbolic"

// truth reports whether u is true: as Options.UnknownAs decides, or as the
// conditions around the code say. known is false if it is open.
func (p *paths) truth(u *Unknown) (yes, known bool) {
	f := facts{p, u}
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
	p *paths
	u *Unknown
}

func (f facts) Given(n *symbolic.Node) symbolic.Ternary {
	is := f.p.knownOf(n)
	if is == symbolic.Undecided {
		f.p.used.steps++
	}
	return is
}

func (f facts) Leaf(n *symbolic.Node) symbolic.Ternary {
	if n != &f.u.Node {
		return f.p.decided(&Unknown{Node: *n})
	}
	return f.p.decided(f.u)
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

// DecideBy sets what says how a condition turns out that only the application knows,
// for code that must take one branch. An error of its own ends the execution; the
// program cannot rescue it. Without it both branches run, see [Options.UnknownAs].
func (p *paths) DecideBy(decide func(*Unknown) (bool, error)) { p.decide = decide }

// decided returns what the host says of a value that is made of no others.
func (p *paths) decided(u *Unknown) symbolic.Ternary {
	switch as := p.in.options.UnknownAs; {
	case p.decide != nil:
		yes, err := p.decide(u) // whose error ends the execution
		if p.stopped == nil {
			p.stopped = err
		}
		return symbolic.Of(yes)
	case as != "":
		if f := p.in.options.Decided; f != nil && !p.request {
			f(u)
		}
		return symbolic.Of(as == "true")
	}
	return symbolic.Undecided
}
