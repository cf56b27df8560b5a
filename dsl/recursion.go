package dsl

import (
	"slices"

	"signalbox/dsl/internal/running"
	"signalbox/grammar"
)

// An activation is a method or a proc that runs.
type activation = running.Activation[Value]

// begin enters code, see [running.Stack.Begin]. env is what is around a proc, nil for a method.
func (p *paths) begin(code grammar.Node, env *env, self Value, args []Value, kw *Hash, block *Proc) (cycle []activation) {
	a := activation{Code: running.Code{Node: code}, Self: self, Args: args, Told: kw.Len() > 0 || block != nil, Conds: len(p.pathCond)}
	if env != nil {
		a.Env = env
	}
	return p.running.Begin(a, func(v Value) bool {
		u, ok := v.(*Unknown)
		return ok && u.alternative == nil
	})
}

// leaveOut is the value of a call by which code of a cycle goes on under a condition. What that changes is unknown.
func (c *Call) leaveOut(cycle []activation) (Value, error) {
	c.At = c.Pos
	c.noteUnknown(RecursionNotice, c.pathCond[cycle[0].Conds].u, "unknown condition %s for the recursion of `"+c.Name+"`: calls further in are left out; set the condition")
	v, err := c.UnknownCall(false, nil)
	u, ok := v.(*Unknown)
	if !ok {
		return v, err
	}
	lists := collections(c.Args)
	for _, a := range append(slices.Clip(cycle), activation{Code: cycle[0].Code, Self: c.Self}) {
		lists = append(lists, collections(c.forgetVariables(a, u))...)
	}
	for i, v := range lists {
		if !IsFrozen(v) && !slices.Contains(lists[:i], v) {
			c.Changing(v)
			c.havocAndAdd(v, u, u)
		}
	}
	return u, err
}

// forgetVariables makes u of the variables that the code of an activation assigns, and returns the values of
// those that it names.
func (c *Call) forgetVariables(a activation, u *Unknown) (named []Value) {
	around, _ := a.Env.(*env)
	assigned := map[grammar.Node]bool{}
	grammar.Walk(a.Node, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			assigned[n.Target] = true
		case *grammar.OpAssign:
			assigned[n.Target] = true
		case *grammar.MultiTarget:
			for _, x := range n.List {
				assigned[x] = true
			}
		case *grammar.IVar:
			if c.HasIvar(a.Self, n.Name) {
				named = append(named, c.GetIvar(a.Self, n.Name))
				if assigned[n] && !IsFrozen(a.Self) {
					Check(c.SetIvar(a.Self, n.Name, u))
				}
			}
		case *grammar.Local:
			if v, ok := around.get(n.Name); ok {
				named = append(named, v)
				if assigned[n] {
					around.set(n.Name, u)
				}
			}
		}
	})
	return named
}
