package grammar

// Constructs that begin with a keyword and end with `end`: conditions, loops,
// definitions, and the clauses of a body. What stands behind the keyword is read up
// to the first error, which is the whole construct's; statements in it have errors of
// their own.

// then reads the statements behind the head of a clause: a new line, or what.
func (p *parser) then(what kind) *Stmts {
	if !p.is(tNL) {
		p.take(what)
	} else {
		p.Next()
	}
	s := &Stmts{}
	p.body(s)
	return s
}

// body is stmts of a construct whose head had no error.
func (p *parser) body(s *Stmts) {
	if p.err == nil {
		p.stmts(s)
	}
}

// take takes a token of a kind that has to be there.
func (p *parser) take(k kind) token {
	if p.err != nil {
		return token{}
	}
	t := *p.Peek()
	if !p.is(k) {
		p.surprise()
	} else {
		p.Next()
	}
	return t
}

// surprise fails at a token that can't stand here.
func (p *parser) surprise() {
	p.fail("", "unexpected %s: something is missing before it", describe(p.Peek()))
}

// head reads an expression behind a keyword.
func (p *parser) head() Expr {
	p.command, p.assign, p.splat = false, false, false
	if p.err != nil || !startsExpr.has(p.kind()) {
		p.surprise()
		return &BadStmt{Pos: p.Peek().Pos, Err: p.err}
	}
	return p.expr(0)
}

// heads reads the list behind `when` and `rescue`.
func (p *parser) heads() (list []Expr) {
	for {
		if p.err != nil || !startsExpr.has(p.kind()) {
			p.surprise()
			return list
		}
		p.command, p.assign, p.splat = false, false, true
		list = append(list, p.expr(powArg))
		if p.err != nil || !p.is(tComma) {
			return list
		}
		p.Next()
	}
}

// elseBody reads an `else` with its statements; nil if there is none.
func (p *parser) elseBody(k kind) *Stmts {
	if p.err != nil || !p.is(k) {
		return nil
	}
	p.Next()
	s := &Stmts{}
	p.stmts(s)
	return s
}

func (p *parser) condition() *If {
	t := p.Next()
	n := &If{Pos: t.Pos, Unless: t.Type == tUnless, Cond: p.head()}
	n.Then = p.then(tThen)
	n.Else = p.elseBody(tElse)
	p.take(tEnd)
	return n
}

func (p *parser) while() *While {
	t := p.Next()
	n := &While{Pos: t.Pos, Until: t.Type == tUntil, Cond: p.head()}
	n.Body = p.then(tDoCond)
	p.take(tEnd)
	return n
}

func (p *parser) forIn() *For {
	n := &For{Pos: p.Next().Pos, Target: p.head()}
	p.take(tIn)
	n.In = p.head()
	n.Body = p.then(tDoCond)
	p.take(tEnd)
	return n
}

func (p *parser) caseWhen() *Case {
	n := &Case{Pos: p.Next().Pos}
	if startsExpr.has(p.kind()) {
		n.Subject = p.head()
	}
	if p.err == nil && p.is(tNL) {
		p.Next()
	}
	for first := true; p.err == nil && (first || p.is(tWhen)); first = false {
		w := &When{Pos: p.take(tWhen).Pos}
		w.Conds = p.heads()
		w.Body = p.then(tThen)
		n.Whens = append(n.Whens, w)
	}
	n.Else = p.elseBody(tElse)
	p.take(tEnd)
	return n
}

func (p *parser) begin() *Begin {
	n := &Begin{Pos: p.Next().Pos}
	n.Body = p.bodyToEnd()
	return n
}

func (p *parser) def() *Def {
	n := &Def{Pos: p.Next().Pos}
	if startsExpr.has(p.kind()) {
		n.Singleton = p.head()
		p.take(tDefDot)
	}
	n.Name = p.take(tDefName).Value
	paren := p.err == nil && p.is(tLCall)
	if paren {
		p.Next()
	}
	if p.err == nil && startsParam.has(p.kind()) {
		n.Params = p.allParams(true)
	}
	if paren {
		p.take(tRParen)
	}
	n.Body = p.bodyToEnd()
	return n
}

func (p *parser) class() *Class {
	n := &Class{Pos: p.Next().Pos, Name: p.constName()}
	if p.err == nil && p.is(tLess) {
		p.Next()
		n.Super = p.head()
	}
	n.Body = p.bodyToEnd()
	return n
}

func (p *parser) singletonClass() *SingletonClass {
	n := &SingletonClass{Pos: p.Next().Pos, X: p.head()}
	n.Body = p.bodyToEnd()
	return n
}

func (p *parser) module() *Module {
	n := &Module{Pos: p.Next().Pos, Name: p.constName()}
	n.Body = p.bodyToEnd()
	return n
}

// constName reads the name of a class or module.
func (p *parser) constName() *Const {
	t := p.Peek()
	p.command, p.assign, p.splat = false, false, false
	e := p.postfix(p.primary(false), false)
	c, ok := e.(*Const)
	if !ok {
		p.failAt(t.Pos, "a class or module needs a name with a capital letter, found %s", describe(t))
		return &Const{Pos: t.Pos}
	}
	return c
}

// bodyToEnd reads a body and its `end`.
func (p *parser) bodyToEnd() *Body {
	b := &Body{Pos: p.Peek().Pos, Stmts: &Stmts{}}
	p.body(b.Stmts)
	p.clauses(b)
	p.take(tEnd)
	return b
}

// clauses reads what may follow the statements of a body.
func (p *parser) clauses(b *Body) {
	for p.err == nil && p.is(tRescue) {
		b.Rescues = append(b.Rescues, p.rescue())
	}
	b.Else = p.elseBody(tElse)
	b.Ensure = p.elseBody(tEnsure)
}

func (p *parser) rescue() *Rescue {
	r := &Rescue{Pos: p.Next().Pos}
	if startsExpr.has(p.kind()) {
		r.Types = p.heads()
	}
	if p.err == nil && p.is(tRocket) {
		p.Next()
		r.Var = p.target(p.postfix(p.primary(false), false))
	}
	r.Body = p.then(tThen)
	return r
}

func (p *parser) alias() *Alias {
	n := &Alias{Pos: p.Next().Pos}
	n.New = p.take(tDefName).Value
	n.Old = p.take(tDefName).Value
	return n
}

func (p *parser) undef() *Undef {
	n := &Undef{Pos: p.Next().Pos}
	n.Names = append(n.Names, p.take(tDefName).Value)
	for p.err == nil && p.is(tComma) {
		p.Next()
		n.Names = append(n.Names, p.take(tDefName).Value)
	}
	return n
}
