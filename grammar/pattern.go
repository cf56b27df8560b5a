package grammar

// caseIn reads `case x in pattern ... end` and gives an Unsupported for it.
func (p *parser) caseIn() Expr {
	t := p.Next()
	if startsExpr.has(p.kind()) {
		p.expr(0)
	}
	if p.is(tNL) {
		p.Next()
	}
	for p.err == nil && p.is(tIn) {
		p.Next()
		p.topPattern()
		if p.is(tMod) {
			p.Next()
			p.expr(0)
		}
		if !p.is(tThen) && !p.is(tNL) {
			p.fail("", "expected `then` or end of line")
		} else {
			p.Next()
		}
		p.stmts(&Stmts{})
	}
	if p.err == nil && p.is(tElse) {
		p.Next()
		p.stmts(&Stmts{})
	}
	p.want(tEnd, "`end` of the `case`")
	return &Unsupported{Pos: t.Pos, What: "pattern matching"}
}

// topPattern reads a pattern, or a list of patterns without brackets.
func (p *parser) topPattern() {
	p.pattern()
	for p.err == nil && p.is(tComma) {
		p.Next()
		if p.is(tNL) || p.is(tThen) || p.is(tMod) {
			return
		}
		p.pattern()
	}
}

func (p *parser) pattern() {
	p.patternValue()
	for t := p.Peek(); p.err == nil && t.Type == tOp && t.Value == "|"; t = p.Peek() {
		p.Next()
		p.patternValue()
	}
	for p.err == nil && p.is(tRocket) {
		p.Next()
		p.patternValue()
	}
}

func (p *parser) patternValue() {
	t := p.Peek()
	switch {
	case t.Type == tLabel:
		p.Next()
		if startsExpr.has(p.kind()) {
			p.pattern()
		}
	case t.Type == tUnary && (t.Value == "*" || t.Value == "**" || t.Value == "^"):
		p.Next()
		if t.Value == "^" || startsExpr.has(p.kind()) {
			p.primary(false)
		}
	case t.Type == tLBrack:
		p.patternList(tRBrack)
	case t.Type == tLHash:
		p.patternList(tRBrace)
	case t.Type == tLParen:
		p.patternList(tRParen)
	case t.Type == tConst || t.Type == tTopScope:
		p.patternConst()
	default:
		p.patternRange()
	}
}

func (p *parser) patternConst() {
	for p.err == nil && (p.is(tConst) || p.is(tTopScope) || p.is(tScope)) {
		p.Next()
	}
	switch {
	case p.is(tLCall):
		p.patternList(tRParen)
	case p.is(tLIndex):
		p.patternList(tRBrack)
	case p.is(tRange):
		p.Next()
		if startsExpr.has(p.kind()) {
			p.expr(powPattern)
		}
	}
}

func (p *parser) patternRange() {
	if !startsExpr.has(p.kind()) {
		p.fail("", "expected a pattern")
		return
	}
	p.expr(powPattern)
	if p.is(tRange) {
		p.Next()
		if startsExpr.has(p.kind()) {
			p.expr(powPattern)
		}
	}
}

func (p *parser) patternList(closer kind) {
	p.Next()
	for p.err == nil && !p.is(closer) {
		p.pattern()
		if !p.is(tComma) {
			break
		}
		p.Next()
	}
	p.want(closer, "the end of the pattern")
}
