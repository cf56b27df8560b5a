package grammar

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"signalbox/internal/regex"
)

// primary reads a value without operators around it; cmd tells whether it may
// be a call without parentheses.
func (p *parser) primary(cmd bool) Expr {
	t := p.Peek()
	switch t.Type {
	case tSym:
		p.Next()
		return &Sym{Pos: t.Pos, Name: t.Value}
	case tStr, tStrBeg, tXStrBeg:
		return p.strings()
	case tCmd, tNestCmd:
		if !cmd {
			return p.nested(t)
		}
		fallthrough
	case tIdent:
		p.Next()
		return p.call(nil, t, false)
	case tLocal:
		p.Next()
		return p.local(t)
	case tConst:
		p.Next()
		if p.is(tLCall) || p.is(tDo) || p.is(tLBlock) {
			return p.call(nil, t, false)
		}
		return &Const{Pos: t.Pos, Name: t.Value}
	case tLBrack:
		p.Next()
		return p.array(t)
	case tLHash:
		p.Next()
		return p.hash(t)
	case tLParen:
		return p.paren()
	case tTopScope:
		p.Next()
		n := p.Next()
		if n.Type != tConst {
			return p.fail("", "expected a constant behind `::`")
		}
		return &Const{Pos: n.Pos, Top: true, Name: n.Value}
	}
	if e := p.literal(t); e != nil {
		return e
	}
	if t.Type == tCmdJump && !cmd {
		return p.fail("", "unexpected value behind `%s`", t.Value)
	}
	return p.construct(t)
}

func (p *parser) local(t *token) Expr {
	if p.is(tLCall) || p.is(tLBlock) || p.is(tDo) {
		return p.call(nil, t, false)
	}
	return &Local{Pos: t.Pos, Name: t.Value}
}

// literal reads the values of one token, and the symbols, regular expressions
// and lists; nil when there is none.
func (p *parser) literal(t *token) Expr {
	switch t.Type {
	case tInt:
		p.Next()
		return &Int{Pos: t.Pos, Text: t.Value}
	case tFloat:
		p.Next()
		return &Float{Pos: t.Pos, Text: t.Value}
	case tRational:
		p.Next()
		return &Unsupported{Pos: t.Pos, What: "a rational or imaginary number"}
	case tIVar:
		p.Next()
		return &IVar{Pos: t.Pos, Name: t.Value}
	case tGVar:
		p.Next()
		return &GVar{Pos: t.Pos, Name: t.Value}
	case tCVar:
		p.Next()
		return &CVar{Pos: t.Pos, Name: t.Value}
	case tValue:
		p.Next()
		switch t.Value {
		case "nil":
			return &Nil{Pos: t.Pos}
		case "self":
			return &Self{Pos: t.Pos}
		}
		return &Bool{Pos: t.Pos, Value: t.Value == "true"}
	case tSymBeg:
		return p.interp(InterpSymbol)
	case tRegexBeg:
		return p.regexp()
	case tWordsBeg, tSymbolsBeg:
		return p.words()
	}
	return nil
}

// construct reads what begins with a keyword, and lambdas.
func (p *parser) construct(t *token) Expr {
	switch t.Type {
	case tArrow:
		return p.lambda()
	case tIf, tUnless:
		return p.condition()
	case tWhile, tUntil:
		return p.while()
	case tCase:
		return p.caseWhen()
	case tCaseIn:
		return p.caseIn()
	case tFor:
		return p.forIn()
	case tTargets:
		return p.forTargets()
	case tBegin:
		return p.begin()
	case tDef:
		return p.def()
	case tClass:
		return p.class()
	case tSClass:
		return p.singletonClass()
	case tModule:
		return p.module()
	case tAlias:
		return p.alias()
	case tUndef:
		return p.undef()
	case tJump, tCmdJump:
		return p.jump()
	case tHook:
		return p.hook()
	}
	if before := p.before(); p.is(tLabel) && before != nil && before.Type == tNL {
		return p.fail(fmt.Sprintf("is a comma missing at the end of line %d?", before.Pos.Line), "expected a statement")
	}
	return p.noValue("", "expected a value")
}

func (p *parser) jump() Expr {
	t := p.Next()
	j := &Jump{Pos: t.Pos, Kind: map[string]JumpKind{"return": Return, "break": Break, "next": Next, "redo": Redo, "retry": Retry}[t.Value]}
	if t.Type == tCmdJump {
		pos := p.Peek().Pos
		list, amp := p.args(tNL, true)
		if amp != nil {
			p.failAt(amp.Pos, "block argument should not be given")
		}
		if len(list) == 1 {
			j.Value = list[0]
		}
		if _, splat := j.Value.(*Splat); splat || len(list) > 1 {
			j.Value = &Array{Pos: pos, Elems: list}
		}
	}
	return j
}

// hook reads `BEGIN { }` and `END { }`.
func (p *parser) hook() Expr {
	t := p.Next()
	if !p.is(tLBlock) {
		return p.fail("", "expected `{` behind `%s`", t.Value)
	}
	p.block()
	return &Unsupported{Pos: t.Pos, What: t.Value + " block"}
}

func (p *parser) forTargets() Expr {
	t := p.Next()
	m := p.targets(t.Pos, nil)
	switch len(m.List) {
	case 0:
		return p.fail("", "expected a variable behind `for`")
	case 1:
		if _, splat := m.List[0].(*Splat); !splat {
			return m.List[0]
		}
	}
	return m
}

func (p *parser) array(t *token) Expr {
	a := &Array{Pos: t.Pos}
	var amp *BlockArg
	a.Elems, amp = p.args(tRBrack, false)
	p.want(tRBrack, "`,` or `]`")
	if amp != nil {
		p.failAt(amp.Pos, "unexpected `&` in an array")
	}
	return a
}

func (p *parser) hash(t *token) Expr {
	h := &Hash{Pos: t.Pos, Braces: true}
	if k := p.Peek(); k.Type != tRBrace {
		pair, ok := p.pair(k)
		if !ok {
			pair.Key = p.expr(powArg)
			p.want(tRocket, "`=>` behind the key of a hash")
			pair.Value = p.expr(powArg)
		}
		p.pairs(h, pair)
	}
	p.want(tRBrace, "`,` or `}`")
	return h
}

// paren reads `( ... )`. The targets of a multiple assignment may stand in it
// when more of them or the `=` follow.
func (p *parser) paren() Expr {
	t := p.Next()
	g := &Paren{Pos: t.Pos, Stmts: &Stmts{}}
	p.stmts(g.Stmts)
	p.want(tRParen, "`)`")
	if n := len(g.Stmts.List); n > 0 && p.err == nil {
		m, ok := g.Stmts.List[n-1].(*MultiTarget)
		if k := p.kind(); ok && (n > 1 || k != tComma && k != tAssign && k != tRParen && k != tIn) {
			p.failAt(m.Pos, "several values in parentheses: only arguments and `[ ]` can hold a list")
		}
	}
	return g
}

// ---- strings

// strings reads a string and those that follow it without an operator.
func (p *parser) strings() Expr {
	var e Expr
	for p.err == nil {
		var next Expr
		switch t := p.Peek(); t.Type {
		case tStr:
			p.Next()
			next = &Str{Pos: t.Pos, Value: t.Value}
		case tStrBeg:
			next = p.interp(InterpString)
		case tXStrBeg:
			if e == nil {
				return p.interp(InterpCommand)
			}
			return e
		default:
			return e
		}
		e = join(e, next)
	}
	return e
}

// join makes one string of two adjacent ones.
func join(a, b Expr) Expr {
	if a == nil {
		return b
	}
	if s, ok := a.(*Str); ok {
		if t, ok := b.(*Str); ok {
			return &Str{Pos: s.Pos, Value: s.Value + t.Value}
		}
	}
	in := &Interp{Pos: a.Start()}
	for _, e := range []Expr{a, b} {
		switch e := e.(type) {
		case *Interp:
			in.Parts = append(in.Parts, e.Parts...)
		default:
			in.Parts = append(in.Parts, e)
		}
	}
	return in
}

// interp reads the parts of a literal up to its end; a literal that turns out
// to have no interpolation is a plain one.
func (p *parser) interp(kind InterpKind) Expr {
	t := p.Next()
	n := &Interp{Pos: t.Pos, Kind: kind}
	code := false
	for p.err == nil {
		switch t := p.Peek(); t.Type {
		case tStrText:
			p.Next()
			if k := len(n.Parts) - 1; k >= 0 {
				if s, ok := n.Parts[k].(*Str); ok {
					s.Value += t.Value
					continue
				}
			}
			if t.Value != "" {
				n.Parts = append(n.Parts, &Str{Pos: t.Pos, Value: t.Value})
			}
		case tInterpBeg:
			p.Next()
			code = true
			g := &Paren{Pos: t.Pos, Stmts: &Stmts{}}
			p.stmts(g.Stmts)
			p.want(tInterpEnd, "`}` to close `#{`")
			n.Parts = append(n.Parts, g)
		case tStrEnd, tRegexEnd:
			p.Next()
			n.Flags = ""
			if t.Type == tRegexEnd {
				n.Flags = t.Value
			}
			if code || kind == InterpCommand {
				return n
			}
			return plain(n)
		default:
			return p.fail("", "unexpected token in a string")
		}
	}
	return n
}

// plain is the literal for an Interp without interpolation.
func plain(n *Interp) Expr {
	text := ""
	if len(n.Parts) > 0 {
		text = n.Parts[0].(*Str).Value
	}
	switch n.Kind {
	case InterpSymbol:
		return &Sym{Pos: n.Pos, Name: text}
	case InterpRegexp:
		return &Regexp{Pos: n.Pos, Source: text, Flags: n.Flags}
	}
	return &Str{Pos: n.Pos, Value: text}
}

// checkRegexp checks a regular expression without #{}, as Ruby does when it reads it.
func (p *parser) checkRegexp(n *Regexp) {
	var opts regex.Options
	if strings.Contains(n.Flags, "x") {
		opts = regex.Extended
	}
	right := checkedRegexp{n.Source, opts}
	if p.regexps[right] || strings.ContainsAny(n.Flags, "nes") || !utf8.ValidString(n.Source) { // not of UTF-8
		return
	}
	var e *regex.SyntaxError
	if errors.As(regex.Check(n.Source, opts), &e) {
		p.failAt(n.Pos, "%s: /%s/", e.Msg, clip(n.Source))
		return
	}
	if p.regexps == nil {
		p.regexps = map[checkedRegexp]bool{}
	}
	p.regexps[right] = true
}

// A checkedRegexp is a regular expression that stands in the file, often several times.
type checkedRegexp struct {
	source string
	opts   regex.Options
}

func (p *parser) regexp() Expr {
	e := p.interp(InterpRegexp)
	flags := ""
	switch n := e.(type) {
	case *Regexp:
		flags = n.Flags
		p.checkRegexp(n)
	case *Interp:
		flags = n.Flags
	}
	for _, c := range flags {
		switch c {
		case 'i', 'm', 'x', 'o', 'n', 'e', 's', 'u':
		default:
			p.failAt(e.Start(), "unknown regular expression flag `%c`", c)
		}
	}
	return e
}

// words reads the lists %w[] and %i[].
func (p *parser) words() Expr {
	t := p.Next()
	a := &Array{Pos: t.Pos}
	for p.err == nil {
		switch e := p.Peek(); e.Type {
		case tStr:
			p.Next()
			a.Elems = append(a.Elems, &Str{Pos: e.Pos, Value: e.Value})
		case tSym:
			p.Next()
			a.Elems = append(a.Elems, &Sym{Pos: e.Pos, Name: e.Value})
		case tStrBeg:
			a.Elems = append(a.Elems, p.interp(InterpString))
		case tSymBeg:
			a.Elems = append(a.Elems, p.interp(InterpSymbol))
		case tWordsEnd:
			p.Next()
			return a
		default:
			return p.fail("", "unexpected token in a list")
		}
	}
	return a
}
