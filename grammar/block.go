package grammar

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
			b.Params = p.allParams(false)
		}
		p.want(tPipe, "`|` behind the block's parameters")
	} else {
		b.Params = implicitParams(t)
	}
	b.Body = p.blockBody()
	return b
}

// implicitParams are the `it` or `_1` that the lexer noted at the opener.
func implicitParams(opener *token) *Params {
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
		n.Params = p.allParams(false)
		p.want(tRParen, "`)` behind the lambda's parameters")
	case startsParam.has(p.kind()):
		n.Params = p.allParams(false)
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
	b.Stmts = &Stmts{}
	p.stmts(b.Stmts)
	p.clauses(b)
	if !p.is(tEnd) && !p.is(tRBrace) {
		p.fail("", "expected the end of the block")
		return b
	}
	p.Next()
	return b
}
