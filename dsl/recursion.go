package dsl

import "slices"

// Recursion that only the application ends:
//
//	def draw(node)
//	  get node.path, to: "pages#show"
//	  node.children.each { |child| draw(child) }
//	end
//	draw(Page.root)
//
// Its body is listed once, as that of a loop is whose condition is unknown.

// An activation is code that a call on the stack runs, where nothing known tells the call from another one.
type activation struct {
	code  any // a method's *grammar.Def, a proc's *grammar.Body
	self  Value
	conds int // the undecided conditions around it
}

// code is what the program wrote of a method; nil for others.
func (m *Method) code() any {
	switch {
	case m.def != nil:
		return m.def
	case m.proc != nil && m.proc.fn == nil:
		return m.proc.body
	}
	return nil
}

// activate notes the code that the innermost call runs: a block that nothing calls is part of the code around it.
func (p *paths) activate(a activation, args []Value, kw *Hash) {
	if n := len(p.stack); n > 0 && p.stack[n-1].code == nil && blind(args, kw) {
		a.conds = len(p.pathCond)
		p.stack[n-1].activation = a
	}
}

// blind reports whether a call has nothing but itself, or values that only the application knows: there is
// always one more `node.children.each(0)`.
func blind(args []Value, kw *Hash) bool {
	unknown := func(v Value) bool {
		u, ok := v.(*Unknown)
		return ok && u.alternative == nil
	}
	return len(args) == 0 && kw.Len() == 0 || slices.ContainsFunc(args, unknown) || kw != nil && slices.ContainsFunc(kw.Vals, unknown)
}

// recursion returns the condition under which code calls itself; nil if a call is no such one.
func (c *Call) recursion(code any) *Unknown {
	if code == nil || len(c.pathCond) == 0 || !blind(c.Args, c.Keywords) {
		return nil
	}
	i := slices.IndexFunc(c.stack, func(f Frame) bool { return f.code == code && (f.self == c.Self || len(c.Args) > 0) })
	if i < 0 || c.stack[i].conds >= len(c.pathCond) {
		return nil
	}
	return c.pathCond[c.stack[i].conds].u
}

// listedOnce is the value of a call of code that runs already.
func (c *Call) listedOnce(u *Unknown, implicit bool) (Value, error) {
	c.At = c.Pos
	c.noteUnknown(PlainNotice, u, "unknown condition %s for the recursion of `"+c.Name+"`: its body is listed once; set the condition")
	return c.UnknownCall(implicit, nil)
}
