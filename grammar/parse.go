package grammar

import (
	"fmt"
	"strings"
)

// The limits that hold without options.
const (
	defaultMaxSize   = 16 << 20
	defaultMaxDepth  = 10_000
	defaultMaxErrors = 10
)

type options struct {
	maxSize, maxDepth, maxErrors int
}

// An Option changes a limit of Parse.
type Option func(*options)

// MaxSize sets the largest file accepted, in bytes; 16 MiB without it.
func MaxSize(n int) Option { return func(o *options) { o.maxSize = n } }

// MaxDepth sets how deep blocks, brackets and operators may nest; 10,000
// without it. It bounds the depth of the tree too, so that walking it by
// recursion is safe.
func MaxDepth(n int) Option { return func(o *options) { o.maxDepth = n } }

// MaxErrors sets how many errors of one file are reported; 10 without it.
func MaxErrors(n int) Option { return func(o *options) { o.maxErrors = n } }

// Parse reads a Ruby file. The File is never nil and holds what was understood;
// a statement with an error stands in it as *BadStmt. The error is of type
// Errors, and errors.As finds a *SyntaxError in it.
//
// Valid Ruby that signalbox does not run is no error here: it stands in the
// tree as *Unsupported.
func Parse(name string, src []byte, opts ...Option) (*File, error) {
	o := options{defaultMaxSize, defaultMaxDepth, defaultMaxErrors}
	for _, f := range opts {
		f(&o)
	}
	text := string(src)
	start := Pos{Filename: name, Line: 1, Column: 1}
	empty := &File{Name: name, Source: text, Body: &Stmts{Pos: start}}
	if len(text) > o.maxSize {
		return empty, Errors{&SyntaxError{Pos: start, Msg: fmt.Sprintf("the file is too large: %d bytes, at most %d are read", len(text), o.maxSize)}}
	}
	if err := checkText(name, text); err != nil {
		return empty, Errors{err}
	}
	l := balanced(name, text, o)
	defer l.release()
	if err := l.checkBytes(text); err != nil {
		return empty, Errors{err}
	}
	f := &File{Name: name, Source: text, Comments: l.comments, Body: &Stmts{}}
	p := parser{cursor: cursor{toks: l.toks}}
	err := p.file(f)
	if l.rare {
		var c checker
		c.in(f, context{})
		for _, e := range c.errs {
			l.errs = append(l.errs, e)
		}
	}
	if err == nil && len(l.errs)+len(l.slips) == 0 && !p.bad {
		return f, nil
	}
	if errs := collect(f, l, err, o.maxErrors); len(errs) > 0 {
		return f, errs
	}
	return f, nil
}

// parser reads statements and expressions by hand, the latter with precedence
// climbing.
type parser struct {
	cursor
	err     error
	bad     bool                   // a statement has an error
	command bool                   // the next expression may be a call without parentheses
	assign  bool                   // or an assignment of one
	splat   bool                   // or `*a`
	regexps map[checkedRegexp]bool // that are right
}

// file reads a whole file.
func (p *parser) file(f *File) error {
	p.stmts(f.Body)
	if t := p.Peek(); t.Type != tEOF {
		return &SyntaxError{Pos: t.Pos, Msg: "unexpected " + describe(t)}
	}
	return nil
}

func (p *parser) kind() kind { return p.Peek().Type }

func (p *parser) is(k kind) bool { return p.Peek().Type == k }

// fail keeps the first error of a statement.
func (p *parser) fail(hint, format string, a ...any) Expr {
	if p.err == nil {
		t := p.Peek()
		p.err = errBad
		if t.Type != tBad {
			p.err = &SyntaxError{Pos: t.Pos, Msg: found(fmt.Sprintf(format, a...), t), Hint: hint}
		}
	}
	return &BadStmt{Pos: p.Peek().Pos, Err: p.err}
}

// noValue is fail where a value is missing: if the line before ends with what
// asks for it, that has the error, not the next line.
func (p *parser) noValue(hint, format string, a ...any) Expr {
	t, last := p.Peek(), p.before()
	if p.err != nil || t.Type == tBad || last == nil || last.Pos.Line >= t.Pos.Line || !asksValue.has(last.Type) {
		return p.fail(hint, format, a...)
	}
	text := last.Value
	if last.Type == tLabel {
		text += ":"
	}
	e := &SyntaxError{Pos: last.Pos, Msg: "missing value behind `" + text + "`", Hint: "add it, or remove the `" + text + "`"}
	p.err = e
	return &BadStmt{Pos: t.Pos, Err: e}
}

// found adds what stands there instead of what was expected.
func found(msg string, t *token) string {
	if strings.HasPrefix(msg, "expected") {
		return msg + ", found " + describe(t)
	}
	return msg
}

func (p *parser) failAt(pos Pos, format string, a ...any) {
	if p.err == nil {
		p.err = &SyntaxError{Pos: pos, Msg: fmt.Sprintf(format, a...)}
	}
}

// hint adds what helps to the error of failAt.
func (p *parser) hint(text string) {
	if e, ok := p.err.(*SyntaxError); ok && e.Hint == "" {
		e.Hint = text
	}
}

func (p *parser) want(k kind, what string) {
	if !p.is(k) {
		hint := ""
		if startsExpr.has(p.kind()) || p.is(tLabel) {
			hint = "is there a comma missing?"
		}
		p.fail(hint, "expected %s", what)
		return
	}
	p.Next()
}

// ---- statements

// stmts reads statements up to what ends their body. A statement with an error
// becomes a *BadStmt.
func (p *parser) stmts(s *Stmts) {
	s.Pos = p.Peek().Pos
	for {
		for p.is(tNL) {
			p.Next()
		}
		k := p.kind()
		if k == tEOF || endsBody.has(k) {
			return
		}
		if len(s.List) == 0 {
			s.Pos = p.Peek().Pos
		}
		at, first := p.i, p.Peek()
		e := p.stmt()
		if p.err == nil && !p.is(tNL) && !p.is(tEOF) && !endsBody.has(p.kind()) {
			p.unexpected()
		}
		if p.err != nil {
			p.i = at
			p.skipStmt()
			p.bad = true
			e = &BadStmt{Pos: first.Pos, Err: p.err}
			p.err = nil
		}
		s.List = append(s.List, e)
	}
}

// unexpected reports what stands behind a complete statement.
func (p *parser) unexpected() {
	t := p.Peek()
	switch {
	case t.Type == tLabel || t.Type == tSym || t.Type == tStr || t.Type == tStrBeg || t.Type == tRocket || t.Type == tColon || t.Type == tInt:
		p.fail("is there a comma missing?", "expected `,` or end of line")
	case t.Type == tThen:
		p.fail("", "`then` without `if`, `unless` or `when`")
	case t.Type == tAssign || t.Type == tOpAssign:
		p.fail("", "cannot assign to what stands left of `%s`", t.Value)
	case t.Value == "{":
		p.fail("write `do ... end`, or put parentheses around the arguments in front of the block", "expected an operator or end of line")
	default:
		p.fail("", "expected an operator or end of line")
	}
}

// skipStmt goes to the end of the statement, over everything nested in it.
func (p *parser) skipStmt() {
	for depth := 0; ; p.Next() {
		k := p.kind()
		switch {
		case k == tEOF:
			return
		case opens.has(k):
			depth++
		case depth > 0 && closes.has(k):
			depth--
		case depth == 0 && (k == tNL || endsBody.has(k)):
			return
		}
	}
}

// stmt reads one statement with its modifiers.
func (p *parser) stmt() Expr {
	var e Expr
	if t := p.Peek(); t.Type == tUnary && t.Value == "*" {
		e = p.multiAssign(t.Pos, nil)
	} else {
		p.assign = true
		e = p.expr(0)
		if p.err == nil && p.is(tComma) {
			e = p.afterComma(t.Pos, e)
		}
	}
	for p.err == nil && p.is(tMod) {
		e = p.modifier(e)
	}
	return e
}

func (p *parser) modifier(e Expr) Expr {
	t := p.Next()
	if t.Value == "rescue" {
		r := &RescueMod{Pos: t.Pos, X: e}
		first := p.Peek().Pos
		p.assign = true
		r.Rescue = p.expr(0)
		if p.err == nil && p.is(tComma) {
			r.Rescue = p.afterComma(first, r.Rescue)
		}
		return r
	}
	cond := p.expr(0)
	body := &Stmts{Pos: e.Start(), List: []Expr{e}}
	switch t.Value {
	case "if", "unless":
		return &If{Pos: t.Pos, Unless: t.Value == "unless", Modifier: true, Cond: cond, Then: body}
	}
	_, begin := e.(*Begin)
	return &While{Pos: t.Pos, Until: t.Value == "until", DoWhile: begin, Cond: cond, Body: body}
}

// afterComma reads on behind `a,`: the left side of a multiple assignment, or
// the further values of `a = b, c`.
func (p *parser) afterComma(pos Pos, e Expr) Expr {
	switch a := e.(type) {
	case *Assign:
		list := []Expr{a.Value}
		if arr, ok := a.Value.(*Array); ok && arr.bare {
			list = arr.Elems
		}
		a.Value = p.values(a.Value.Start(), list)
		return e
	case *OpAssign:
		return e
	}
	if p.target(e); p.err != nil {
		p.err = nil
		return p.fail("", "unexpected `,`")
	}
	return p.multiAssign(pos, e)
}

// values reads the right side `a, *b` of an assignment, of which list is read.
func (p *parser) values(pos Pos, list []Expr) Expr {
	for p.err == nil && p.is(tComma) {
		p.Next()
		list = append(list, p.value())
	}
	return &Array{Pos: pos, Elems: list, bare: true}
}

// value is one value on the right side of an assignment, maybe `*a`.
func (p *parser) value() Expr {
	if t := p.Peek(); t.Type == tUnary && t.Value == "*" {
		p.command, p.assign = false, false
		p.Next()
		return &Splat{Pos: t.Pos, X: p.expr(powArg)}
	}
	return p.expr(powArg)
}

// multiAssign reads `a, b = c` of which the first target may be read. Inside
// parentheses there may be only the targets.
func (p *parser) multiAssign(pos Pos, first Expr) Expr {
	m := p.targets(pos, first)
	if p.err != nil || p.is(tRParen) {
		return m
	}
	if !p.is(tAssign) {
		return p.fail("", "expected `=` behind the variables")
	}
	p.Next()
	return &MultiAssign{Pos: pos, Targets: m, Value: p.rightSide(tComma, true)}
}

// rightSide reads the value of an assignment. With tComma, further values may
// follow.
func (p *parser) rightSide(more kind, cmd bool) Expr {
	pos := p.Peek().Pos
	p.command, p.assign = cmd, cmd && more != tComma
	if t := p.Peek(); t.Type == tUnary && t.Value == "*" && (!cmd || more == tNL) {
		return p.fail("", "unexpected `*`")
	}
	v := p.value()
	cmd = cmd && isCommand(v)
	if _, ok := v.(*Splat); ok || more == tComma && p.is(tComma) {
		v = p.values(pos, []Expr{v})
	}
	if t := p.Peek(); p.err == nil && t.Type == tMod && t.Value == "rescue" {
		p.Next()
		p.command, p.assign = cmd, cmd
		v = &RescueMod{Pos: t.Pos, X: v, Rescue: p.expr(powArg)}
	}
	return v
}

// isCommand tells whether e is a call with arguments and without parentheses.
func isCommand(e Expr) bool {
	c, ok := e.(*Call)
	return ok && len(c.Args) > 0 && !c.Parens && isIdent(c.Name[0])
}

// targets reads the left side of a multiple assignment.
func (p *parser) targets(pos Pos, first Expr) *MultiTarget {
	m := &MultiTarget{Pos: pos}
	splat := false
	if first != nil {
		m.List = append(m.List, p.oneOf(first))
		if !p.is(tComma) {
			return m
		}
		p.Next()
	}
	for p.err == nil {
		t := p.Peek()
		switch {
		case t.Type == tUnary && t.Value == "*":
			if splat {
				p.fail("", "unexpected `*`: there can be only one")
			}
			splat = true
			p.Next()
			s := &Splat{Pos: t.Pos}
			if startsExpr.has(p.kind()) {
				s.X = p.target(p.postfix(p.primary(false), false))
			}
			m.List = append(m.List, s)
		case t.Type == tAssign || t.Type == tIn || t.Type == tRParen:
			return m // a trailing comma: `a, = b`
		default:
			m.List = append(m.List, p.oneOf(p.postfix(p.primary(false), false)))
		}
		if !p.is(tComma) {
			return m
		}
		p.Next()
	}
	return m
}

// oneOf is target for one of several.
func (p *parser) oneOf(e Expr) Expr {
	if c, ok := e.(*Call); ok && c.Safe {
		p.failAt(c.Pos, "`&.` inside a multiple assignment")
	}
	return p.target(e)
}

// numberedName tells whether w is one of the parameters _1 to _9.
func numberedName(w string) bool { return len(w) == 2 && w[0] == '_' && w[1] >= '1' && w[1] <= '9' }

// target checks that e can be assigned to.
func (p *parser) target(e Expr) Expr {
	switch n := e.(type) {
	case *Local:
		switch {
		case numberedName(n.Name):
			p.failAt(n.Pos, "`%s` is reserved for numbered parameters", n.Name)
			return e
		case isIdent(n.Name[len(n.Name)-1]):
			return e
		}
	case *GVar:
		if isDigit(n.Name[1]) && n.Name != "$0" || strings.Contains("&`'+", n.Name[1:]) {
			p.failAt(n.Pos, "can't set variable `%s`", n.Name)
		}
		return e
	case *Index:
		return e
	case *IVar, *CVar, *Const, *MultiTarget:
		return e
	case *Call:
		last := n.Name[len(n.Name)-1]
		if n.Recv != nil && len(n.Args) == 0 && !n.Parens && n.Block == nil && n.BlockArg == nil && isIdent(last) {
			return e
		}
	case *Paren:
		if len(n.Stmts.List) == 1 {
			inner := n.Stmts.List[0]
			if m, ok := inner.(*MultiTarget); ok {
				return m
			}
			if g, ok := inner.(*Paren); ok {
				return p.target(g)
			}
		}
	}
	if p.err == nil {
		p.failAt(e.Start(), "cannot assign to `%s`", clip(String(e)))
	}
	return e
}
