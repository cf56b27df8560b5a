package dsl

import (
	"signalbox/dsl/internal/running"
	"signalbox/grammar"
)

type activation = running.Activation[Value]

// begin enters code, see [running.Stack.Begin]. env is nil for a method.
func (p *paths) begin(code grammar.Node, env *env, args []Value, kw *Hash, block *Proc) (cycle []activation) {
	a := activation{Code: running.Code{Node: code}, Args: args, Told: kw.Len() > 0 || block != nil, Conds: len(p.pathCond)}
	if env != nil {
		a.Env = env
	}
	return p.running.Begin(a, func(v Value) bool {
		u, ok := v.(*Unknown)
		return ok && u.alternative == nil
	})
}

// listedOnce is the value of a call that goes on under a condition.
func (c *Call) listedOnce(cycle []activation) (Value, error) {
	c.At = c.Pos
	c.noteUnknown(RecursionNotice, c.pathCond[cycle[0].Conds].u, "unknown condition %s for the recursion of `"+c.Name+"`: calls further in are left out; set the condition")
	v, err := c.UnknownCall(false, nil)
	if u, ok := v.(*Unknown); ok {
		for _, a := range cycle {
			c.havocBy(a, u)
		}
		for _, arg := range c.Args {
			c.havocList(arg, u)
		}
	}
	return v, err
}

// havocBy makes what the code of an activation may change unknown: the variables that it assigns, and the
// lists and hashes in those that it names.
func (c *Call) havocBy(a activation, u *Unknown) {
	around, _ := a.Env.(*env)
	havoc := func(x grammar.Expr, assigned bool) {
		switch x := x.(type) {
		case *grammar.IVar:
			if c.HasIvar(c.Self, x.Name) && !c.havocList(c.GetIvar(c.Self, x.Name), u) && assigned {
				Check(c.SetIvar(c.Self, x.Name, u))
			}
		case *grammar.Local:
			if around == nil {
				return
			}
			if v, ok := around.get(x.Name); ok && !c.havocList(v, u) && assigned {
				around.set(x.Name, u)
			}
		}
	}
	grammar.Walk(a.Node, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			havoc(n.Target, true)
		case *grammar.OpAssign:
			havoc(n.Target, true)
		case grammar.Expr:
			havoc(n, false)
		}
	})
}

// havocList makes unknown what a list or hash holds, and what u adds; it reports whether v is one.
func (t *Thread) havocList(v Value, u *Unknown) bool {
	if len(collections([]Value{v})) == 0 {
		return false
	}
	if !IsFrozen(v) {
		t.Changing(v)
		t.havocAndAdd(v, u, u)
	}
	return true
}
