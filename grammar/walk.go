package grammar

// Inspect calls f for a node and, where f returns true, for the nodes in it, in
// the order of the source. A Pair is visited as its key and its value.
func Inspect(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	v := visitor(f)
	switch n := n.(type) {
	case *File:
		v.stmts(n.Body)
	case *Stmts:
		v.list(n.List)
	case *Body:
		v.body(n)
	case *In:
		v.expr(n.Pattern)
		v.expr(n.Guard)
		v.stmts(n.Body)
	case *Rescue:
		v.list(n.Types)
		v.expr(n.Var)
		v.stmts(n.Body)
	case *When:
		v.list(n.Conds)
		v.stmts(n.Body)
	case *Block:
		v.params(n.Params)
		v.node(n.Body)
	case *Params:
		for _, p := range n.List {
			v.node(p)
		}
	case *Param:
		v.expr(n.Default)
		v.params(n.Sub)
	case *BlockArg:
		v.expr(n.X)
	case Expr:
		v.children(n)
	}
}

// Walk calls f for a node and every node in it, in the order of the source.
func Walk(n Node, f func(Node)) {
	Inspect(n, func(n Node) bool {
		f(n)
		return true
	})
}

type visitor func(Node) bool

func (v visitor) node(n Node) { Inspect(n, v) }

func (v visitor) expr(e Expr) {
	if e != nil {
		Inspect(e, v)
	}
}

func (v visitor) list(list []Expr) {
	for _, e := range list {
		v.expr(e)
	}
}

func (v visitor) stmts(s *Stmts) {
	if s != nil {
		Inspect(s, v)
	}
}

func (v visitor) params(p *Params) {
	if p != nil {
		Inspect(p, v)
	}
}

func (v visitor) blocks(b *Block, amp *BlockArg) {
	if amp != nil {
		Inspect(amp, v)
	}
	if b != nil {
		Inspect(b, v)
	}
}

func (v visitor) body(b *Body) {
	v.stmts(b.Stmts)
	for _, r := range b.Rescues {
		v.node(r)
	}
	v.stmts(b.Else)
	v.stmts(b.Ensure)
}

// children visits the parts of an expression.
func (v visitor) children(e Expr) {
	switch n := e.(type) {
	case *Interp:
		v.list(n.Parts)
	case *Array:
		v.list(n.Elems)
	case *Hash:
		for _, p := range n.Pairs {
			v.expr(p.Key)
			v.expr(p.Value)
		}
	case *Range:
		v.expr(n.Lo)
		v.expr(n.Hi)
	case *Const:
		v.expr(n.Scope)
	case *Call:
		v.expr(n.Recv)
		v.list(n.Args)
		v.blocks(n.Block, n.BlockArg)
	case *Index:
		v.expr(n.Recv)
		v.list(n.Args)
		v.blocks(nil, n.BlockArg)
	case *Super:
		v.list(n.Args)
		v.blocks(n.Block, n.BlockArg)
	case *Yield:
		v.list(n.Args)
	case *Splat:
		v.expr(n.X)
	case *Lambda:
		v.params(n.Params)
		v.node(n.Body)
	case *Not:
		v.expr(n.X)
	case *And:
		v.expr(n.L)
		v.expr(n.R)
	case *Or:
		v.expr(n.L)
		v.expr(n.R)
	case *Defined:
		v.expr(n.X)
	case *Assign:
		v.expr(n.Target)
		v.expr(n.Value)
	case *OpAssign:
		v.expr(n.Target)
		v.expr(n.Value)
	case *MultiAssign:
		v.node(n.Targets)
		v.expr(n.Value)
	case *MultiTarget:
		v.list(n.List)
	default:
		v.constructs(e)
	}
}

// constructs visits the parts of control flow and definitions.
func (v visitor) constructs(e Expr) {
	switch n := e.(type) {
	case *Paren:
		v.stmts(n.Stmts)
	case *If:
		v.expr(n.Cond)
		v.stmts(n.Then)
		v.stmts(n.Else)
	case *Ternary:
		v.expr(n.Cond)
		v.expr(n.Then)
		v.expr(n.Else)
	case *While:
		v.expr(n.Cond)
		v.stmts(n.Body)
	case *For:
		v.expr(n.Target)
		v.expr(n.In)
		v.stmts(n.Body)
	case *Case:
		v.expr(n.Subject)
		for _, w := range n.Whens {
			v.node(w)
		}
		v.stmts(n.Else)
	case *Begin:
		v.node(n.Body)
	case *RescueMod:
		v.expr(n.X)
		v.expr(n.Rescue)
	case *Jump:
		v.expr(n.Value)
	case *Def:
		v.expr(n.Singleton)
		v.params(n.Params)
		v.node(n.Body)
	case *Class:
		v.node(n.Name)
		v.expr(n.Super)
		v.node(n.Body)
	case *SingletonClass:
		v.expr(n.X)
		v.node(n.Body)
	case *Module:
		v.node(n.Name)
		v.node(n.Body)
	default:
		v.patterns(e)
	}
}

// patterns visits the parts of pattern matching.
func (v visitor) patterns(e Expr) {
	switch n := e.(type) {
	case *CaseIn:
		v.expr(n.Subject)
		for _, in := range n.Ins {
			v.node(in)
		}
		v.stmts(n.Else)
	case *MatchPattern:
		v.expr(n.X)
		v.expr(n.Pattern)
	case *PatternPin:
		v.expr(n.X)
	case *PatternAlt:
		v.expr(n.L)
		v.expr(n.R)
	case *PatternAs:
		v.expr(n.Pattern)
	case *PatternList:
		v.expr(n.Const)
		v.list(n.Elems)
	case *PatternHash:
		v.expr(n.Const)
		for _, p := range n.Pairs {
			v.expr(p.Pattern)
		}
		if n.Rest != nil {
			v.expr(n.Rest)
		}
	}
}
