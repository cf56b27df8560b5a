package dsl

import (
	"cmp"
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
	class := c.in.classOf(a.Self).body()
	variable := func(of Value, name string, assigned bool) {
		if c.HasIvar(of, name) {
			named = append(named, c.GetIvar(of, name))
			if assigned && !IsFrozen(of) {
				Check(c.SetIvar(of, name, u))
			}
		}
	}
	a.Walk(func(n grammar.Node, assigned bool) {
		switch n := n.(type) {
		case *grammar.IVar:
			variable(a.Self, n.Name, assigned)
		case *grammar.GVar:
			variable(c.in.globals, c.globalName(n.Name), assigned)
		case *grammar.CVar:
			if k, _ := c.cvarOwner(class, n.Name); k != nil {
				variable(k, n.Name, assigned)
			}
		case *grammar.Call:
			if _, self := n.Recv.(*grammar.Self); self && assigned {
				c.Send(a.Self, n.Name+"=", u)
			} else if list, ok := n.Recv.(*grammar.Const); ok && list.Scope == nil && Changes(n.Name) {
				v, _ := c.inheritedConst(class, list.Name)
				named = append(named, cmp.Or(v, c.in.classes.object.constant(list.Name)))
			}
		case *grammar.Local:
			if v, ok := around.get(n.Name); ok {
				named = append(named, v)
				if assigned {
					around.set(n.Name, u)
				}
			}
		}
	})
	return named
}
