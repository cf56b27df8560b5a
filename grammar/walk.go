package grammar

import "fmt"

// Inspect calls f for a node and, where f returns true, for the nodes in it, in
// the order of the source. A Pair is visited as its key and its value.
func Inspect(n Node, f func(Node) bool) {
	if isAbsent(n) || !f(n) {
		return
	}
	v := visitor(f)
	switch n := n.(type) {
	case *File:
		v.nodes(n.Body)
	case *Stmts:
		v.exprs(n.List)
	case *Body:
		v.nodes(n.Stmts)
		for _, r := range n.Rescues {
			v.nodes(r)
		}
		v.nodes(n.Else, n.Ensure)
	case *In:
		v.nodes(n.Pattern, n.Guard, n.Body)
	case *Rescue:
		v.exprs(n.Types)
		v.nodes(n.Var, n.Body)
	case *When:
		v.exprs(n.Conds)
		v.nodes(n.Body)
	case *Block:
		v.nodes(n.Params, n.Body)
	case *Params:
		for _, p := range n.List {
			v.nodes(p)
		}
	case *Param:
		v.nodes(n.Default, n.Sub)
	case *BlockArg:
		v.nodes(n.X)
	case Expr:
		v.expr(n)
	}
}

// isAbsent reports whether an optional part of a node is missing.
func isAbsent(n Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *Stmts:
		return n == nil
	case *Params:
		return n == nil
	case *Block:
		return n == nil
	case *BlockArg:
		return n == nil
	case *PatternRest:
		return n == nil
	}
	return false
}

// Walk calls f for a node and every node in it, in the order of the source.
func Walk(n Node, f func(Node)) {
	Inspect(n, func(n Node) bool {
		f(n)
		return true
	})
}

type visitor func(Node) bool

func (v visitor) nodes(list ...Node) {
	for _, n := range list {
		Inspect(n, v)
	}
}

func (v visitor) exprs(list []Expr) {
	for _, e := range list {
		Inspect(e, v)
	}
}

// expr visits the parts of literals, calls, operators and assignments.
func (v visitor) expr(e Expr) {
	switch n := e.(type) {
	case *Interp:
		v.exprs(n.Parts)
	case *Array:
		v.exprs(n.Elems)
	case *Hash:
		for _, p := range n.Pairs {
			v.nodes(p.Key, p.Value)
		}
	case *Range:
		v.nodes(n.Lo, n.Hi)
	case *Const:
		v.nodes(n.Scope)
	case *Call:
		v.nodes(n.Recv)
		v.exprs(n.Args)
		v.nodes(n.BlockArg, n.Block)
	case *Index:
		v.nodes(n.Recv)
		v.exprs(n.Args)
		v.nodes(n.BlockArg)
	case *Super:
		v.exprs(n.Args)
		v.nodes(n.BlockArg, n.Block)
	case *Yield:
		v.exprs(n.Args)
	case *Splat:
		v.nodes(n.X)
	case *Lambda:
		v.nodes(n.Params, n.Body)
	case *Not:
		v.nodes(n.X)
	case *And:
		v.nodes(n.L, n.R)
	case *Or:
		v.nodes(n.L, n.R)
	case *Defined:
		v.nodes(n.X)
	case *Assign:
		v.nodes(n.Target, n.Value)
	case *OpAssign:
		v.nodes(n.Target, n.Value)
	case *MultiAssign:
		v.nodes(n.Targets, n.Value)
	case *MultiTarget:
		v.exprs(n.List)
	default:
		v.construct(e)
	}
}

// construct visits the parts of control flow, definitions and patterns.
func (v visitor) construct(e Expr) {
	switch n := e.(type) {
	case *Paren:
		v.nodes(n.Stmts)
	case *If:
		v.nodes(n.Cond, n.Then, n.Else)
	case *Ternary:
		v.nodes(n.Cond, n.Then, n.Else)
	case *While:
		v.nodes(n.Cond, n.Body)
	case *For:
		v.nodes(n.Target, n.In, n.Body)
	case *Case:
		v.nodes(n.Subject)
		for _, w := range n.Whens {
			v.nodes(w)
		}
		v.nodes(n.Else)
	case *Begin:
		v.nodes(n.Body)
	case *RescueMod:
		v.nodes(n.X, n.Rescue)
	case *Jump:
		v.nodes(n.Value)
	case *Def:
		v.nodes(n.Singleton, n.Params, n.Body)
	case *Class:
		v.nodes(n.Name, n.Super, n.Body)
	case *SingletonClass:
		v.nodes(n.X, n.Body)
	case *Module:
		v.nodes(n.Name, n.Body)
	case *CaseIn:
		v.nodes(n.Subject)
		for _, in := range n.Ins {
			v.nodes(in)
		}
		v.nodes(n.Else)
	case *MatchPattern:
		v.nodes(n.X, n.Pattern)
	case *PatternPin:
		v.nodes(n.X)
	case *PatternAlt:
		v.nodes(n.L, n.R)
	case *PatternAs:
		v.nodes(n.Pattern)
	case *PatternList:
		v.nodes(n.Const)
		v.exprs(n.Elems)
	case *PatternHash:
		v.nodes(n.Const)
		for _, p := range n.Pairs {
			v.nodes(p.Pattern)
		}
		v.nodes(n.Rest)
	}
}

// Lines are where a piece of code stands: from its beginning to its last line that holds anything.
type Lines struct {
	From Pos
	To   int
}

// LinesOf returns the lines of a piece of code.
func LinesOf(x Node) (l Lines) {
	l.From = x.Start()
	Walk(x, func(n Node) {
		at := n.Start()
		if at.Line > 0 && at.Line < l.From.Line {
			l.From = at
		}
		l.To = max(l.To, at.Line)
	})
	return l
}

// SeenFrom names the lines in a message about a place: "line 3", "lines 3 to 5 of a.rb".
func (l Lines) SeenFrom(at Pos) string {
	lines := fmt.Sprintf("line %d", l.From.Line)
	if l.To > l.From.Line {
		lines = fmt.Sprintf("lines %d to %d", l.From.Line, l.To)
	}
	if at.Filename != l.From.Filename {
		lines += " of " + l.From.Filename
	}
	return lines
}
