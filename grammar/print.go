package grammar

import (
	"strconv"
	"strings"
)

// String gives the Ruby source of an expression on one line, in one way of
// writing: `Settings.sso.enabled?`, `foo(1, a: 2) { |x| x }`. It is made for
// messages, and parses back to the same tree.
func String(e Expr) string {
	if e == nil {
		return ""
	}
	p := printer{}
	p.expr(e)
	return p.b.String()
}

// printer writes nodes; composite operands get parentheses, so that it needs no
// precedence.
type printer struct {
	b strings.Builder
}

func (p *printer) s(parts ...string) {
	for _, s := range parts {
		p.b.WriteString(s)
	}
}

// operand writes an expression as the operand of an operator.
func (p *printer) operand(e Expr) {
	switch n := e.(type) {
	case *And, *Or, *Ternary, *Range, *Assign, *OpAssign, *MultiAssign, *RescueMod, *Defined, *Splat, *If, *While, *Not:
		p.s("(")
		p.expr(e)
		p.s(")")
		return
	case *Call:
		if n.Recv != nil && (isBinary(n) || strings.HasSuffix(n.Name, "@") || n.Name == "~") {
			p.s("(")
			p.expr(e)
			p.s(")")
			return
		}
	}
	p.expr(e)
}

func isBinary(c *Call) bool {
	return c.Recv != nil && len(c.Args) == 1 && !c.Parens && c.Block == nil && c.BlockArg == nil && !isIdent(c.Name[len(c.Name)-1]) &&
		!strings.HasSuffix(c.Name, "?") && !strings.HasSuffix(c.Name, "!") && c.Name != "[]"
}

func (p *printer) list(list []Expr) {
	for i, e := range list {
		if i > 0 {
			p.s(", ")
		}
		p.expr(e)
	}
}

func (p *printer) expr(e Expr) {
	switch n := e.(type) {
	case nil:
	case *Nil:
		p.s("nil")
	case *Bool:
		p.s(strconv.FormatBool(n.Value))
	case *Self:
		p.s("self")
	case *Int:
		p.s(n.Text)
	case *Float:
		p.s(n.Text)
	case *Str:
		p.s(quoteString(n.Value))
	case *Sym:
		p.s(":", symbolName(n.Name))
	case *Regexp:
		p.s("/", slashed(n.Source), "/", n.Flags)
	case *Interp:
		p.interp(n)
	case *Array:
		if n.bare {
			p.list(n.Elems)
			return
		}
		p.s("[")
		p.list(n.Elems)
		p.s("]")
	case *Hash:
		p.hash(n)
	case *Range:
		p.rangeExpr(n)
	case *Local:
		p.s(n.Name)
	case *IVar:
		p.s(n.Name)
	case *CVar:
		p.s(n.Name)
	case *GVar:
		p.s(n.Name)
	case *Const:
		if n.Scope != nil {
			p.operand(n.Scope)
		}
		if n.Top || n.Scope != nil {
			p.s("::")
		}
		p.s(n.Name)
	case *Paren:
		p.s("(")
		p.stmts(n.Stmts)
		p.s(")")
	default:
		p.operation(e)
	}
}

// operation writes calls, operators and assignments.
func (p *printer) operation(e Expr) {
	switch n := e.(type) {
	case *Call:
		p.call(n)
	case *Index:
		p.operand(n.Recv)
		p.s("[")
		p.args(n.Args, n.BlockArg)
		p.s("]")
	case *Super:
		p.s("super")
		if !n.Bare {
			p.s("(")
			p.args(n.Args, n.BlockArg)
			p.s(")")
		}
		p.block(n.Block)
	case *Yield:
		p.s("yield")
		if len(n.Args) > 0 {
			p.s("(")
			p.list(n.Args)
			p.s(")")
		}
	case *Splat:
		p.s("*")
		if n.X != nil {
			p.operand(n.X)
		}
	case *Forward:
		p.s("...")
	case *Lambda:
		p.s("->")
		if n.Params != nil && n.Params.Implicit == NotImplicit {
			p.s("(")
			p.params(n.Params)
			p.s(")")
		}
		p.braces(n.Body)
	case *Not:
		p.s("!")
		p.operand(n.X)
	case *And:
		p.infix(n.L, "&&", n.R)
	case *Or:
		p.infix(n.L, "||", n.R)
	case *Defined:
		p.s("defined?(")
		p.expr(n.X)
		p.s(")")
	case *Assign:
		p.expr(n.Target)
		p.s(" = ")
		p.expr(n.Value)
	case *OpAssign:
		p.expr(n.Target)
		p.s(" ", n.Op, "= ")
		p.expr(n.Value)
	case *MultiAssign:
		p.list(n.Targets.List)
		if len(n.Targets.List) == 1 {
			if _, splat := n.Targets.List[0].(*Splat); !splat {
				p.s(",")
			}
		}
		p.s(" = ")
		p.expr(n.Value)
	case *MultiTarget:
		p.s("(")
		p.list(n.List)
		p.s(")")
	default:
		p.control(e)
	}
}

// control writes control flow.
func (p *printer) control(e Expr) {
	switch n := e.(type) {
	case *If:
		word := "if"
		if n.Unless {
			word = "unless"
		}
		p.s(word, " ")
		p.expr(n.Cond)
		p.clause(" then", n.Then)
		p.clause("else", n.Else)
		p.s(" end")
	case *Ternary:
		p.operand(n.Cond)
		p.s(" ? ")
		p.operand(n.Then)
		p.s(" : ")
		p.operand(n.Else)
	case *While:
		p.while(n)
	case *For:
		p.s("for ")
		if m, ok := n.Target.(*MultiTarget); ok {
			p.list(m.List)
		} else {
			p.expr(n.Target)
		}
		p.s(" in ")
		p.expr(n.In)
		p.clause(" do", n.Body)
		p.s(" end")
	case *Case:
		p.caseExpr(n)
	case *Begin:
		p.s("begin")
		p.body(n.Body)
		p.s(" end")
	case *RescueMod:
		p.operand(n.X)
		p.s(" rescue ")
		p.operand(n.Rescue)
	case *Jump:
		p.s(n.Kind.String())
		if a, ok := n.Value.(*Array); ok && len(a.Elems) > 1 {
			p.s(" ")
			p.list(a.Elems)
		} else if n.Value != nil {
			p.s(" ")
			p.expr(n.Value)
		}
	default:
		p.definition(e)
	}
}

func (p *printer) definition(e Expr) {
	switch n := e.(type) {
	case *Def:
		p.s("def ")
		if n.Singleton != nil {
			p.expr(n.Singleton)
			p.s(".")
		}
		p.s(n.Name, "(")
		if n.Params != nil {
			p.params(n.Params)
		}
		p.s(");")
		p.body(n.Body)
		p.s(" end")
	case *Class:
		p.s("class ")
		p.expr(n.Name)
		if n.Super != nil {
			p.s(" < ")
			p.expr(n.Super)
		}
		p.s(";")
		p.body(n.Body)
		p.s(" end")
	case *SingletonClass:
		p.s("class << ")
		p.expr(n.X)
		p.s(";")
		p.body(n.Body)
		p.s(" end")
	case *Module:
		p.s("module ")
		p.expr(n.Name)
		p.s(";")
		p.body(n.Body)
		p.s(" end")
	case *Alias:
		p.s("alias ", n.New, " ", n.Old)
	case *Undef:
		p.s("undef ", strings.Join(n.Names, ", "))
	case *CaseIn:
		p.caseIn(n)
	case *MatchPattern:
		p.expr(n.X)
		if n.Test {
			p.s(" in ")
		} else {
			p.s(" => ")
		}
		p.expr(n.Pattern)
	case *Unsupported:
		p.s("(", n.What, ")")
	case *BadStmt:
		p.s("(syntax error)")
	default:
		p.pattern(e)
	}
}

func (p *printer) infix(l Expr, op string, r Expr) {
	p.operand(l)
	p.s(" ", op, " ")
	p.operand(r)
}

func (p *printer) rangeExpr(n *Range) {
	if n.Lo != nil {
		p.operand(n.Lo)
	}
	if n.Exclusive {
		p.s("...")
	} else {
		p.s("..")
	}
	if n.Hi != nil {
		p.operand(n.Hi)
	}
}

func (p *printer) while(n *While) {
	word := "while"
	if n.Until {
		word = "until"
	}
	if n.DoWhile {
		p.stmts(n.Body)
		p.s(" ", word, " ")
		p.expr(n.Cond)
		return
	}
	p.s(word, " ")
	p.expr(n.Cond)
	p.clause(" do", n.Body)
	p.s(" end")
}

func (p *printer) caseExpr(n *Case) {
	p.s("case")
	if n.Subject != nil {
		p.s(" ")
		p.expr(n.Subject)
	}
	for _, w := range n.Whens {
		p.s(" when ")
		p.list(w.Conds)
		p.clause(" then", w.Body)
	}
	p.clause("else", n.Else)
	p.s(" end")
}

// clause writes a word and statements; nothing when there are none to write.
func (p *printer) clause(word string, s *Stmts) {
	if s == nil {
		return
	}
	if word[0] != ' ' && word[0] != ';' {
		word = " " + word
	}
	p.s(word)
	if len(s.List) > 0 {
		p.s(" ")
		p.stmts(s)
	}
}

func (p *printer) stmts(s *Stmts) {
	for i, e := range s.List {
		if i > 0 {
			p.s("; ")
		}
		p.expr(e)
	}
}

func (p *printer) body(b *Body) {
	if len(b.Stmts.List) > 0 {
		p.s(" ")
		p.stmts(b.Stmts)
	}
	for _, r := range b.Rescues {
		p.s("; rescue")
		if len(r.Types) > 0 {
			p.s(" ")
			p.list(r.Types)
		}
		if r.Var != nil {
			p.s(" => ")
			p.expr(r.Var)
		}
		p.clause(" then", r.Body)
	}
	if b.Else != nil {
		p.clause("; else", b.Else)
	}
	if b.Ensure != nil {
		p.clause("; ensure", b.Ensure)
	}
	if len(b.Rescues) > 0 || b.Else != nil || b.Ensure != nil {
		p.s(";")
	}
}

func (p *printer) call(c *Call) {
	switch {
	case isBinary(c):
		p.infix(c.Recv, c.Name, c.Args[0])
		return
	case c.Recv != nil && len(c.Args) == 0 && (c.Name == "-@" || c.Name == "+@" || c.Name == "~"):
		p.s(c.Name[:1])
		p.operand(c.Recv)
		return
	case c.Recv != nil:
		p.operand(c.Recv)
		if c.Safe {
			p.s("&")
		}
		p.s(".")
	}
	p.s(c.Name)
	if c.Parens || len(c.Args) > 0 || c.BlockArg != nil {
		p.s("(")
		p.args(c.Args, c.BlockArg)
		p.s(")")
	}
	p.block(c.Block)
}

func (p *printer) args(list []Expr, amp *BlockArg) {
	p.list(list)
	if amp == nil {
		return
	}
	if len(list) > 0 {
		p.s(", ")
	}
	p.s("&")
	if amp.X != nil {
		p.operand(amp.X)
	}
}

func (p *printer) block(b *Block) {
	if b == nil {
		return
	}
	if b.Params == nil || b.Params.Implicit != NotImplicit {
		p.braces(b.Body)
		return
	}
	p.s(" { |")
	p.params(b.Params)
	p.s("|")
	p.inBraces(b.Body)
}

func (p *printer) braces(b *Body) {
	p.s(" {")
	p.inBraces(b)
}

func (p *printer) inBraces(b *Body) {
	if len(b.Rescues) > 0 || b.Ensure != nil {
		p.s(" begin")
		p.body(b)
		p.s(" end }")
		return
	}
	p.body(b)
	p.s(" }")
}

func (p *printer) params(ps *Params) {
	for i, q := range ps.List {
		if i > 0 {
			p.s(", ")
		}
		p.param(q)
	}
	if ps.ExcessComma {
		p.s(",")
	}
	if len(ps.Locals) > 0 {
		p.s("; ", strings.Join(ps.Locals, ", "))
	}
}

func (p *printer) param(q *Param) {
	switch q.Kind {
	case Required:
		p.s(q.Name)
	case Optional:
		p.s(q.Name, " = ")
		p.operand(q.Default)
	case Rest:
		p.s("*", q.Name)
	case RequiredKey:
		p.s(q.Name, ":")
	case OptionalKey:
		p.s(q.Name, ": ")
		p.operand(q.Default)
	case KeyRest:
		p.s("**", q.Name)
	case NoKeys:
		p.s("**nil")
	case BlockParam:
		p.s("&", q.Name)
	case Destructured:
		p.s("(")
		p.params(q.Sub)
		p.s(")")
	case ForwardAll:
		p.s("...")
	}
}

// TextOf returns the text of a symbol or a string without interpolation; ok is false for
// other expressions.
func TextOf(x Expr) (text string, ok bool) {
	switch x := x.(type) {
	case *Sym:
		return x.Name, true
	case *Str:
		return x.Value, true
	}
	return "", false
}
