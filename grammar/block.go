package grammar

import "github.com/alecthomas/participle/v2/lexer"

// Blocks and lambdas are read by hand: in routes files they are the most
// frequent construct of all, and a production costs thirty allocations.

// block reads a block at its opener.
func (p *parser) block() *Block {
	t := p.Next()
	b := &Block{Pos: t.Pos}
	if p.is(tPipe) {
		p.Next()
		b.Params = &Params{Pos: p.Peek().Pos}
		if !p.is(tPipe) || p.Peek().Value == ",|" {
			b.Params = p.params()
		}
		p.want(tPipe, "`|` behind the block's parameters")
	} else {
		b.Params = implicitParams(t)
	}
	b.Body = p.blockBody()
	return b
}

// implicitParams are the `it` or `_1` that the lexer noted at the opener.
func implicitParams(opener *lexer.Token) *Params {
	switch v := opener.Value; {
	case v == "it":
		return &Params{Pos: opener.Pos, Implicit: ItArg, List: []*Param{{Pos: opener.Pos, Name: "it"}}}
	case len(v) == 2 && v[0] == '_':
		ps := &Params{Pos: opener.Pos, Implicit: NumberedArgs}
		for c := byte('1'); c <= v[1]; c++ {
			ps.List = append(ps.List, &Param{Pos: opener.Pos, Name: string([]byte{'_', c})})
		}
		return ps
	}
	return nil
}

// lambda reads `->(a) { }`.
func (p *parser) lambda() *Lambda {
	t := p.Next()
	n := &Lambda{Pos: t.Pos}
	switch {
	case p.is(tLCall):
		p.Next()
		n.Params = p.params()
		p.want(tRParen, "`)` behind the lambda's parameters")
	case startsParam.has(p.kind()):
		n.Params = p.params()
	default:
		n.Params = implicitParams(t)
	}
	if p.err == nil && !p.is(tLLambda) && !p.is(tDoLambda) {
		p.fail("", "expected `{` or `do` of the lambda")
	}
	if p.err == nil {
		p.Next()
	}
	n.Body = p.blockBody()
	return n
}

// blockBody reads statements, clauses and the closer of a block.
func (p *parser) blockBody() *Body {
	b := &Body{Pos: p.Peek().Pos}
	if p.err != nil {
		return b
	}
	s := &Stmts{}
	p.stmts(s)
	if k := p.kind(); k == tRescue || k == tEnsure || k == tElse {
		pos := b.Pos
		b = node(p, parsers.body)
		b.Pos = pos
	}
	b.Stmts = s
	if !p.is(tEnd) && !p.is(tRBrace) {
		p.fail("", "expected the end of the block")
		return b
	}
	p.Next()
	return b
}

var startsParam = kinds(tIdent, tLocal, tConst, tLabel, tUnary, tLParen, tSemi)

// params reads parameters up to what closes them.
func (p *parser) params() *Params {
	ps := &Params{Pos: p.Peek().Pos}
	for p.err == nil && startsParam.has(p.kind()) {
		if p.is(tSemi) {
			p.blockLocals(ps)
			break
		}
		ps.List = append(ps.List, p.param())
		if p.is(tSemi) {
			continue
		}
		if !p.is(tComma) {
			break
		}
		p.Next()
	}
	if t := p.Peek(); t.Type == tPipe && t.Value == ",|" {
		ps.ExcessComma = true
	}
	return ps
}

func (p *parser) blockLocals(ps *Params) {
	p.Next()
	for p.is(tLocal) || p.is(tIdent) {
		ps.Locals = append(ps.Locals, p.Next().Value)
		if !p.is(tComma) {
			return
		}
		p.Next()
	}
}

func (p *parser) param() *Param {
	t := p.Next()
	q := &Param{Pos: t.Pos}
	switch t.Type {
	case tUnary:
		p.prefixedParam(q, t.Value)
		return q
	case tLabel:
		q.Kind, q.Name = RequiredKey, t.Value
		if startsExpr.has(p.kind()) {
			q.Kind, q.Default = OptionalKey, p.expr(powArg)
		}
		return q
	case tLParen:
		q.Kind, q.Sub = Destructured, p.params()
		p.want(tRParen, "`)`")
		return q
	case tIdent, tLocal:
		q.Name = t.Value
	default:
		p.failAt(t.Pos, "expected a parameter, found %s", describe(t))
	}
	if p.is(tAssign) {
		p.Next()
		q.Kind, q.Default = Optional, p.expr(powArg)
	}
	return q
}

func (p *parser) prefixedParam(q *Param, op string) {
	switch op {
	case "*":
		q.Kind = Rest
	case "**":
		q.Kind = KeyRest
	case "&":
		q.Kind = BlockParam
	case "...":
		q.Kind = ForwardAll
		return
	default:
		p.failAt(q.Pos, "expected a parameter, found `%s`", op)
		return
	}
	switch t := p.Peek(); t.Type {
	case tIdent, tLocal:
		q.Name = p.Next().Value
	case tValue:
		if op == "**" && t.Value == "nil" {
			p.Next()
			q.Kind = NoKeys
		}
	}
}
