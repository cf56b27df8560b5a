package grammar

import (
	"slices"
	"strings"
)

// caseIn reads `case x in pattern ... end`.
func (p *parser) caseIn() Expr {
	n := &CaseIn{Pos: p.Next().Pos, Subject: &Nil{}}
	if startsExpr.has(p.kind()) {
		n.Subject = p.expr(0)
	}
	if p.is(tNL) {
		p.Next()
	}
	for p.err == nil && p.is(tIn) {
		in := &In{Pos: p.Next().Pos, Body: &Stmts{}}
		in.Pattern = p.topPattern()
		if p.is(tMod) {
			in.Unless = p.Next().Value == "unless"
			in.Guard = p.expr(0)
		}
		if !p.is(tThen) && !p.is(tNL) {
			p.fail("", "expected `then` or end of line")
		} else {
			p.Next()
		}
		p.stmts(in.Body)
		n.Ins = append(n.Ins, in)
	}
	if p.err == nil && p.is(tElse) {
		p.Next()
		n.Else = &Stmts{}
		p.stmts(n.Else)
	}
	p.want(tEnd, "`end` of the `case`")
	return n
}

// topPattern reads a pattern, or a list of patterns without brackets, and checks
// its variables.
func (p *parser) topPattern() Expr {
	pos := p.Peek().Pos
	if p.is(tLabel) || p.isUnary("**") {
		h := &PatternHash{Pos: pos}
		p.patternPairs(h, 0)
		return p.checkVariables(h)
	}
	first := p.pattern()
	_, rest := first.(*PatternRest)
	if !rest && !p.is(tComma) {
		return p.checkVariables(first)
	}
	l := &PatternList{Pos: pos, Elems: []Expr{first}}
	for p.err == nil && p.is(tComma) {
		t := p.Next()
		if p.is(tNL) || p.is(tThen) || p.is(tMod) { // a trailing comma: `in a,`
			l.Elems = append(l.Elems, &PatternRest{Pos: t.Pos})
			break
		}
		l.Elems = append(l.Elems, p.pattern())
	}
	return p.checkVariables(l)
}

func (p *parser) isUnary(op string) bool {
	t := p.Peek()
	return t.Type == tUnary && t.Value == op
}

// pattern reads alternatives, and the name behind them.
func (p *parser) pattern() Expr {
	e := p.patternValue()
	for t := p.Peek(); p.err == nil && t.Type == tOp && t.Value == "|"; t = p.Peek() {
		p.Next()
		e = &PatternAlt{Pos: t.Pos, L: e, R: p.patternValue()}
	}
	for p.err == nil && p.is(tRocket) {
		t := p.Next()
		v, ok := p.patternValue().(*PatternVar)
		if !ok {
			p.failAt(t.Pos, "expected a variable behind `=>`")
			break
		}
		e = &PatternAs{Pos: t.Pos, Pattern: e, Name: v.Name}
	}
	return e
}

func (p *parser) patternValue() Expr {
	t := p.Peek()
	switch {
	case p.isUnary("*"):
		return p.patternRest()
	case p.isUnary("^"):
		p.Next()
		return &PatternPin{Pos: t.Pos, X: p.primary(false)}
	case t.Type == tLBrack:
		p.Next()
		l := &PatternList{Pos: t.Pos, Elems: p.patternElems(tRBrack)}
		p.want(tRBrack, "the end of the pattern")
		return l
	case t.Type == tLHash:
		p.Next()
		h := &PatternHash{Pos: t.Pos}
		p.patternPairs(h, tRBrace)
		p.want(tRBrace, "the end of the pattern")
		return h
	case t.Type == tLParen:
		p.Next()
		e := p.pattern()
		p.want(tRParen, "the end of the pattern")
		return e
	case t.Type == tConst || t.Type == tTopScope:
		return p.patternConst()
	}
	return p.patternRange()
}

// patternRest reads `*name`.
func (p *parser) patternRest() Expr {
	r := &PatternRest{Pos: p.Next().Pos}
	if p.is(tLocal) || p.is(tIdent) {
		r.Name = p.Next().Value
	}
	return r
}

// patternElems reads the elements of a list up to its closer.
func (p *parser) patternElems(closer kind) []Expr {
	var list []Expr
	for p.err == nil && !p.is(closer) {
		list = append(list, p.pattern())
		if !p.is(tComma) {
			break
		}
		t := p.Next()
		if p.is(closer) {
			list = append(list, &PatternRest{Pos: t.Pos})
		}
	}
	return list
}

// patternPairs reads `a: 1, b:, **rest`.
func (p *parser) patternPairs(h *PatternHash, closer kind) {
	for p.err == nil && !p.is(closer) {
		switch t := p.Peek(); {
		case t.Type == tLabel:
			p.Next()
			pair := PatternPair{Pos: t.Pos, Key: t.Value}
			if slices.ContainsFunc(h.Pairs, func(other PatternPair) bool { return other.Key == pair.Key }) {
				p.failAt(t.Pos, "duplicated key name `%s`", pair.Key)
			}
			if startsExpr.has(p.kind()) && !p.is(tNL) {
				pair.Pattern = p.pattern()
			}
			h.Pairs = append(h.Pairs, pair)
		case p.isUnary("**"):
			p.Next()
			h.Rest = &PatternRest{Pos: t.Pos}
			if p.is(tValue) && p.Peek().Value == "nil" {
				p.Next()
				h.NoRest = true
			} else if p.is(tLocal) || p.is(tIdent) {
				h.Rest.Name = p.Next().Value
			}
		default:
			p.fail("", "expected a key of the pattern")
			return
		}
		if !p.is(tComma) {
			return
		}
		p.Next()
		if closer == 0 && (p.is(tNL) || p.is(tThen) || p.is(tMod)) {
			return
		}
	}
}

// patternConst reads a constant, `Point(x, y)`, `Point[x, y]` and `A..B`.
func (p *parser) patternConst() Expr {
	pos := p.Peek().Pos
	e := p.constPath()
	switch {
	case p.is(tLCall):
		return p.patternOf(pos, e, tRParen)
	case p.is(tLIndex):
		return p.patternOf(pos, e, tRBrack)
	case p.is(tRange):
		return p.patternUpTo(pos, e)
	}
	return e
}

// constPath reads `A`, `::A` or `A::B`.
func (p *parser) constPath() Expr {
	top := false
	if p.is(tTopScope) {
		p.Next()
		top = true
	}
	t := p.Peek()
	if !p.is(tConst) {
		return p.fail("", "expected a constant")
	}
	p.Next()
	var e Expr = &Const{Pos: t.Pos, Top: top, Name: t.Value}
	for p.err == nil && p.is(tScope) {
		p.Next()
		t := p.Peek()
		if !p.is(tConst) {
			return p.fail("", "expected a constant")
		}
		p.Next()
		e = &Const{Pos: t.Pos, Scope: e, Name: t.Value}
	}
	return e
}

// patternOf reads the inside of `Point(...)`.
func (p *parser) patternOf(pos Pos, of Expr, closer kind) Expr {
	p.Next()
	var e Expr
	if p.is(tLabel) || p.isUnary("**") {
		h := &PatternHash{Pos: pos, Const: of}
		p.patternPairs(h, closer)
		e = h
	} else {
		e = &PatternList{Pos: pos, Const: of, Elems: p.patternElems(closer)}
	}
	p.want(closer, "the end of the pattern")
	return e
}

func (p *parser) patternUpTo(pos Pos, low Expr) Expr {
	r := &Range{Pos: pos, Lo: low, Exclusive: p.Next().Value == "..."}
	if startsExpr.has(p.kind()) {
		r.Hi = p.expr(powPattern)
	}
	return r
}

// patternRange reads a variable, or a value that is compared.
func (p *parser) patternRange() Expr {
	t := p.Peek()
	if !startsExpr.has(p.kind()) {
		return p.fail("", "expected a pattern")
	}
	e := p.expr(powPattern)
	if v, ok := e.(*Local); ok {
		return &PatternVar{Pos: v.Pos, Name: v.Name}
	}
	if name := bareName(e); name != "" {
		return &PatternVar{Pos: t.Pos, Name: name}
	}
	if p.is(tRange) {
		return p.patternUpTo(t.Pos, e)
	}
	return e
}

// bareName is the name that stands alone; empty for other expressions.
func bareName(e Expr) string {
	c, ok := e.(*Call)
	if !ok || c.Recv != nil || c.Parens || len(c.Args) > 0 || c.Block != nil || c.BlockArg != nil || strings.ContainsAny(c.Name, "?!") {
		return ""
	}
	return c.Name
}

// checkVariables refuses a variable that a pattern names twice, and those in
// alternatives.
func (p *parser) checkVariables(e Expr) Expr {
	seen := map[string]bool{}
	named := func(pos Pos, name string, key bool) {
		switch {
		case name == "" || name[0] == '_' && !key:
		case seen[name]:
			p.failAt(pos, "duplicated variable name `%s`", name)
		}
		seen[name] = true
	}
	Walk(e, func(n Node) {
		switch n := n.(type) {
		case *PatternVar:
			named(n.Pos, n.Name, false)
		case *PatternAs:
			named(n.Pos, n.Name, false)
		case *PatternRest:
			named(n.Pos, n.Name, false)
		case *PatternHash:
			for _, pair := range n.Pairs {
				if pair.Pattern == nil {
					named(pair.Pos, pair.Key, true)
				}
			}
		case *PatternAlt:
			p.checkAlternatives(n)
		case *PatternList:
			p.checkRests(n)
		}
	})
	return e
}

// checkRests refuses a second `*a` but in a find pattern, `[*, a, *]`.
func (p *parser) checkRests(l *PatternList) {
	rests := 0
	for i, e := range l.Elems {
		r, ok := e.(*PatternRest)
		if !ok {
			continue
		}
		_, first := l.Elems[0].(*PatternRest)
		if rests++; rests > 1 && (!first || i < len(l.Elems)-1 || len(l.Elems) < 3 || rests > 2) {
			p.failAt(r.Pos, "unexpected `*`: there can be only one")
		}
	}
}

func (p *parser) checkAlternatives(a *PatternAlt) {
	for _, name := range PatternNames(a) {
		if name[0] != '_' {
			p.failAt(a.Pos, "illegal variable in alternative pattern (%s)", name)
		}
	}
}

// PatternNames are the variables that a pattern sets, in their order.
func PatternNames(pattern Expr) []string {
	var names []string
	Walk(pattern, func(n Node) {
		switch n := n.(type) {
		case *PatternVar:
			names = append(names, n.Name)
		case *PatternAs:
			names = append(names, n.Name)
		case *PatternRest:
			if n.Name != "" {
				names = append(names, n.Name)
			}
		case *PatternHash:
			for _, pair := range n.Pairs {
				if pair.Pattern == nil {
					names = append(names, pair.Key)
				}
			}
		}
	})
	return names
}
