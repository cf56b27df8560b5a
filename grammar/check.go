package grammar

import "fmt"

// What Ruby refuses although each part of it is well formed: a jump that has
// nowhere to go, a constant assigned in a method, a value that never comes.
// The tree is searched for it only when the lexer saw a word that it takes.

// context is what surrounds a place in the tree.
type context struct {
	def    bool // in a method: yield may stand here, constants and classes may not be defined
	class  bool // directly in the body of a class or module: no return
	loop   bool // in a loop or block: break, next and redo may stand here
	rescue bool // in a rescue clause: retry may stand here

	params *Params // of the method
}

type checker struct {
	errs []*SyntaxError
}

func (c *checker) fail(pos Pos, format string, a ...any) {
	c.errs = append(c.errs, &SyntaxError{Pos: pos, Msg: fmt.Sprintf(format, a...)})
}

// in checks a node and what is in it.
func (c *checker) in(n Node, ctx context) {
	Inspect(n, func(n Node) bool {
		c.values(n)
		if c.scope(n, ctx) {
			return false
		}
		c.place(n, ctx)
		return true
	})
}

// inside checks what is in a node.
func (c *checker) inside(n Node, ctx context) {
	Inspect(n, func(m Node) bool {
		if m != n {
			c.in(m, ctx)
			return false
		}
		return true
	})
}

func (c *checker) expr(e Expr, ctx context) {
	if e != nil {
		c.in(e, ctx)
	}
}

// scope checks the parts of a node that changes the context; false when n is
// none.
func (c *checker) scope(n Node, ctx context) bool {
	inner := ctx
	switch n := n.(type) {
	case *Def:
		c.def(n, ctx)
	case *Class:
		if ctx.def {
			c.fail(n.Pos, "class definition in method body")
		}
		c.expr(n.Super, ctx)
		c.inside(n.Body, context{class: true, loop: ctx.loop})
	case *Module:
		if ctx.def {
			c.fail(n.Pos, "module definition in method body")
		}
		c.inside(n.Body, context{class: true, loop: ctx.loop})
	case *SingletonClass:
		c.expr(n.X, ctx)
		c.inside(n.Body, context{loop: ctx.loop})
	case *MultiTarget:
		for _, t := range n.List {
			c.constant(t, ctx)
			if s, ok := t.(*Splat); ok {
				t = s.X // a bare * takes what is left over
			}
			c.expr(t, ctx)
		}
	case *Defined: // runs nothing of what is in it
	case *Block, *Lambda:
		inner.class, inner.rescue, inner.loop = false, false, true
		c.inside(n, inner)
	case *While:
		inner.loop = true
		c.inside(n, inner)
	case *For:
		c.expr(n.Target, ctx)
		c.constant(n.Target, ctx)
		c.expr(n.In, ctx)
		inner.loop = true
		c.in(n.Body, inner)
	case *Rescue:
		for _, t := range n.Types {
			c.expr(t, ctx)
		}
		c.constant(n.Var, ctx)
		inner.rescue = true
		c.in(n.Body, inner)
	case *RescueMod:
		c.expr(n.X, ctx)
		inner.rescue = true
		c.expr(n.Rescue, inner)
	default:
		return false
	}
	return true
}

func (c *checker) def(n *Def, ctx context) {
	switch n.Singleton.(type) {
	case nil:
	case *Paren:
		if l := n.Singleton.(*Paren).Stmts.List; len(l) > 0 && literal(l[len(l)-1]) {
			c.fail(n.Singleton.Start(), "can't define singleton method for literals")
		}
		c.expr(n.Singleton, ctx)
	}
	if numberedName(n.Name) {
		c.fail(n.Pos, "`%s` is reserved for numbered parameters", n.Name)
	}
	inner := context{def: true, params: n.Params}
	if n.Params != nil {
		c.in(n.Params, inner)
	}
	c.in(n.Body, inner)
}

func literal(e Expr) bool {
	switch e.(type) {
	case *Int, *Float, *Str, *Sym, *Regexp, *Interp, *Array, *Hash, *Range:
		return true
	}
	return false
}

// place checks what may not stand everywhere.
func (c *checker) place(n Node, ctx context) {
	switch n := n.(type) {
	case *Yield:
		if !ctx.def {
			c.fail(n.Pos, "Invalid yield: it can only stand in a method")
		}
	case *Jump:
		c.jump(n, ctx)
	case *Forward:
		c.anonymous(n.Pos, ForwardAll, "...", ctx)
	case *BlockArg:
		if n.X == nil {
			c.anonymous(n.Pos, BlockParam, "&", ctx)
		}
	case *Splat:
		if n.X == nil {
			c.anonymous(n.Pos, Rest, "*", ctx)
		}
	case *Hash:
		for _, p := range n.Pairs {
			if p.Key == nil && p.Value == nil {
				c.anonymous(p.Pos, KeyRest, "**", ctx)
			}
		}
	case *Assign:
		c.constant(n.Target, ctx)
	case *OpAssign:
		if t, ok := n.Target.(*Const); !ok || t.Scope == nil && !t.Top || n.Op != "||" && n.Op != "&&" {
			c.constant(n.Target, ctx)
		}
	}
}

// anonymous checks that the method has the nameless parameter that is passed on.
func (c *checker) anonymous(pos Pos, kind ParamKind, text string, ctx context) {
	if ctx.params != nil {
		for _, q := range ctx.params.List {
			if q.Kind == ForwardAll || q.Kind == kind && q.Name == "" {
				return
			}
		}
	}
	c.fail(pos, "unexpected `%s`: the method has no such parameter to pass on", text)
}

func (c *checker) jump(n *Jump, ctx context) {
	switch n.Kind {
	case Return:
		if ctx.class {
			c.fail(n.Pos, "Invalid return in class/module body")
		}
	case Retry:
		if !ctx.rescue {
			c.fail(n.Pos, "Invalid retry: it can only stand behind `rescue`")
		}
	default:
		if !ctx.loop {
			c.fail(n.Pos, "Invalid %s: it can only stand in a block or a loop", n.Kind)
		}
	}
}

// constant refuses the assignment to a constant in a method.
func (c *checker) constant(target Expr, ctx context) {
	switch t := target.(type) {
	case *Const:
		if ctx.def {
			c.fail(t.Pos, "dynamic constant assignment: a method cannot set the constant `%s`", t.Name)
		}
	case *Splat:
		c.constant(t.X, ctx)
	}
}

// values refuses the parts of a node that never give the value it needs.
func (c *checker) values(n Node) {
	switch n := n.(type) {
	case *Call:
		c.value(n.Recv)
		c.value(n.Args...)
		c.blockArg(n.BlockArg)
	case *Index:
		c.value(n.Recv)
		c.value(n.Args...)
		c.blockArg(n.BlockArg)
	case *Super:
		c.value(n.Args...)
	case *Yield:
		c.value(n.Args...)
	case *Splat:
		c.value(n.X)
	case *Array:
		c.value(n.Elems...)
	case *Hash:
		for _, p := range n.Pairs {
			c.value(p.Key, p.Value)
		}
	case *Range:
		c.value(n.Lo, n.Hi)
	case *Const:
		c.value(n.Scope)
	case *Not:
		c.value(n.X)
	case *And:
		c.value(n.L)
	case *Or:
		c.value(n.L)
	case *Assign:
		c.value(n.Value)
	case *OpAssign:
		c.value(n.Value)
	case *MultiAssign:
		c.value(n.Value)
	case *Jump:
		c.value(n.Value)
	case *Param:
		c.value(n.Default)
	default:
		c.conditions(n)
	}
}

func (c *checker) conditions(n Node) {
	switch n := n.(type) {
	case *If:
		c.value(n.Cond)
	case *Ternary:
		c.value(n.Cond)
	case *While:
		c.value(n.Cond)
	case *For:
		c.value(n.In)
	case *Case:
		c.value(n.Subject)
	case *When:
		c.value(n.Conds...)
	case *CaseIn:
		c.value(n.Subject)
	case *In:
		c.value(n.Guard)
	case *MatchPattern:
		c.value(n.X)
	case *Rescue:
		c.value(n.Types...)
	case *Class:
		c.value(n.Super)
	case *SingletonClass:
		c.value(n.X)
	}
}

func (c *checker) blockArg(b *BlockArg) {
	if b != nil {
		c.value(b.X)
	}
}

func (c *checker) value(list ...Expr) {
	for _, e := range list {
		if j := void(e); j != nil {
			c.fail(j.Pos, "void value expression: `%s` gives no value", j.Kind)
		}
	}
}

// void finds the jump that keeps an expression from having a value, nil when
// it may have one.
func void(e Expr) *Jump {
	switch n := e.(type) {
	case *Jump:
		return n
	case *Paren:
		return voidStmts(n.Stmts)
	case *Begin:
		if len(n.Body.Rescues) == 0 && n.Body.Ensure == nil {
			return voidStmts(n.Body.Stmts)
		}
	case *If:
		if n.Then != nil && n.Else != nil && voidStmts(n.Then) != nil {
			return voidStmts(n.Else)
		}
	case *Ternary:
		if void(n.Then) != nil {
			return void(n.Else)
		}
	case *And:
		return void(n.L)
	case *Or:
		return void(n.L)
	}
	return nil
}

func voidStmts(s *Stmts) *Jump {
	if s == nil || len(s.List) == 0 {
		return nil
	}
	return void(s.List[len(s.List)-1])
}
