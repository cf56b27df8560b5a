package grammar

func (p *printer) caseIn(n *CaseIn) {
	p.s("case ")
	p.expr(n.Subject)
	for _, in := range n.Ins {
		p.s("; in ")
		p.expr(in.Pattern)
		if in.Guard != nil {
			p.s(map[bool]string{false: " if ", true: " unless "}[in.Unless])
			p.expr(in.Guard)
		}
		p.clause(" then", in.Body)
	}
	p.clause("else", n.Else)
	p.s(" end")
}

// pattern writes a part of a pattern.
func (p *printer) pattern(e Expr) {
	switch n := e.(type) {
	case *PatternVar:
		p.s(n.Name)
	case *PatternPin:
		p.s("^")
		p.expr(n.X)
	case *PatternAlt:
		p.expr(n.L)
		p.s(" | ")
		p.expr(n.R)
	case *PatternAs:
		p.expr(n.Pattern)
		p.s(" => ", n.Name)
	case *PatternRest:
		p.s("*", n.Name)
	case *PatternList:
		p.patternParts(n.Const, "[", "]", func() { p.list(n.Elems) })
	case *PatternHash:
		p.patternParts(n.Const, "{", "}", func() { p.patternPairs(n) })
	}
}

func (p *printer) patternParts(of Expr, open, end string, parts func()) {
	if of != nil {
		p.expr(of)
		open, end = "(", ")"
	}
	p.s(open)
	parts()
	p.s(end)
}

func (p *printer) patternPairs(n *PatternHash) {
	for i, pair := range n.Pairs {
		if i > 0 {
			p.s(", ")
		}
		p.s(pair.Key, ":")
		if pair.Pattern != nil {
			p.s(" ")
			p.expr(pair.Pattern)
		}
	}
	if n.Rest == nil {
		return
	}
	if len(n.Pairs) > 0 {
		p.s(", ")
	}
	if n.NoRest {
		p.s("**nil")
		return
	}
	p.s("**", n.Rest.Name)
}
