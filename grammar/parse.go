package grammar

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
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
	l := newLex(name, text, o.maxDepth)
	l.run()
	tokens, _ := lexer.Upgrade(l)
	l.release()
	f, err := parsers.file.ParseFromLexer(tokens)
	f.Name, f.Source, f.Comments = name, text, l.comments
	if f.Body == nil {
		f.Body = empty.Body
	}
	if err == nil && len(l.errs) == 0 && !slices.ContainsFunc(tokens.Range(0, tokens.RawCursor()), func(t lexer.Token) bool { return t.Type == tBad }) {
		return f, nil
	}
	if errs := collect(f, l, err, o.maxErrors); len(errs) > 0 {
		return f, errs
	}
	return f, nil
}

// collect gathers the errors of lexer and parser in the order of their places.
func collect(f *File, l *lex, err error, limit int) Errors {
	var errs Errors
	last := len(l.src)
	if n := len(l.errs); l.stop && n > 0 { // what the parser missed behind is no news
		last = l.errs[n-1].Position().Offset
	}
	lines := map[int]bool{}
	for _, e := range l.errs {
		errs = append(errs, e)
		lines[e.Position().Line] = true
		if se, ok := e.(*SyntaxError); ok {
			for _, n := range se.Notes {
				lines[n.Pos.Line] = true
			}
		}
	}
	add := func(e error) {
		se := asSyntaxError(e)
		if se == nil || lines[se.Pos.Line] || se.Pos.Offset >= last && len(l.errs) > 0 {
			return
		}
		for _, b := range l.broken {
			if b[0] <= se.Pos.Offset && se.Pos.Offset <= b[1] {
				return // it follows from the missing closer
			}
		}
		lines[se.Pos.Line] = true
		errs = append(errs, se)
	}
	if err != nil {
		add(err)
	}
	Inspect(f, func(n Node) bool {
		if b, ok := n.(*BadStmt); ok {
			add(b.Err)
		}
		return true
	})
	sort.SliceStable(errs, func(i, j int) bool {
		return errs[i].(positioned).Position().Offset < errs[j].(positioned).Position().Offset
	})
	return errs[:min(len(errs), max(limit, 1))]
}

// errBad is the error of a statement that the lexer has reported already.
var errBad = errors.New("reported by the lexer")

// asSyntaxError turns what the grammar's productions report into our error;
// nil when the lexer reported the place.
func asSyntaxError(err error) *SyntaxError {
	var se *SyntaxError
	if errors.As(err, &se) {
		return se
	}
	var ute *participle.UnexpectedTokenError
	if errors.As(err, &ute) {
		if ute.Unexpected.Type == tBad {
			return nil
		}
		return &SyntaxError{Pos: ute.Unexpected.Pos, Msg: "unexpected " + describe(&ute.Unexpected) + ": something is missing before it"}
	}
	var pe participle.Error
	if errors.As(err, &pe) {
		return &SyntaxError{Pos: pe.Position(), Msg: pe.Message()}
	}
	return nil
}

// productions makes every production reachable, so that each can be parsed on
// its own from within an expression.
type productions struct {
	File   *File           `parser:"  @@"`
	Body   *Body           `parser:"| @@"`
	If     *If             `parser:"| @@"`
	While  *While          `parser:"| @@"`
	For    *For            `parser:"| @@"`
	Case   *Case           `parser:"| @@"`
	Def    *Def            `parser:"| @@"`
	Class  *Class          `parser:"| @@"`
	SClass *SingletonClass `parser:"| @@"`
	Module *Module         `parser:"| @@"`
	Begin  *Begin          `parser:"| @@"`
	Alias  *Alias          `parser:"| @@"`
	Undef  *Undef          `parser:"| @@"`
}

// parsers holds a parser for each production; they are safe for concurrent use.
var parsers struct {
	file   *participle.Parser[File]
	body   *participle.Parser[Body]
	iff    *participle.Parser[If]
	while  *participle.Parser[While]
	forr   *participle.Parser[For]
	casee  *participle.Parser[Case]
	def    *participle.Parser[Def]
	class  *participle.Parser[Class]
	sclass *participle.Parser[SingletonClass]
	module *participle.Parser[Module]
	begin  *participle.Parser[Begin]
	alias  *participle.Parser[Alias]
	undef  *participle.Parser[Undef]
}

func init() { // not an initialiser: the productions lead back to the parsers
	all := participle.MustBuild[productions](participle.Lexer(definition{}), participle.UseLookahead(0), participle.ParseTypeWith(parseExpr))
	parsers.file = production[File](all)
	parsers.body = production[Body](all)
	parsers.iff = production[If](all)
	parsers.while = production[While](all)
	parsers.forr = production[For](all)
	parsers.casee = production[Case](all)
	parsers.def = production[Def](all)
	parsers.class = production[Class](all)
	parsers.sclass = production[SingletonClass](all)
	parsers.module = production[Module](all)
	parsers.begin = production[Begin](all)
	parsers.alias = production[Alias](all)
	parsers.undef = production[Undef](all)
}

func production[P any](all *participle.Parser[productions]) *participle.Parser[P] {
	p, err := participle.ParserForProduction[P](all)
	if err != nil {
		panic(err)
	}
	return p
}

// parser reads expressions by hand, with precedence climbing.
type parser struct {
	*lexer.PeekingLexer
	err error
}

// parseExpr is the production Expr.
func parseExpr(lex *lexer.PeekingLexer) (Expr, error) {
	p := parser{PeekingLexer: lex}
	if !startsExpr.has(p.kind()) {
		return nil, participle.NextMatch
	}
	e := p.expr(0)
	return e, p.err
}

// Parse implements participle.Parseable.
func (s *Stmts) Parse(lex *lexer.PeekingLexer) error {
	p := parser{PeekingLexer: lex}
	p.stmts(s)
	return nil
}

// Parse implements participle.Parseable.
func (c *Const) Parse(lex *lexer.PeekingLexer) error {
	p := parser{PeekingLexer: lex}
	t := p.Peek()
	e := p.postfix(p.primary())
	if p.err != nil {
		return p.err
	}
	k, ok := e.(*Const)
	if !ok {
		return &SyntaxError{Pos: t.Pos, Msg: "a class or module needs a name with a capital letter, found " + describe(t)}
	}
	*c = *k
	return nil
}

// Parse implements participle.Parseable.
func (ps *Params) Parse(lex *lexer.PeekingLexer) error {
	p := parser{PeekingLexer: lex}
	if !startsParam.has(p.kind()) {
		return participle.NextMatch
	}
	*ps = *p.params()
	return p.err
}

func node[P any](p *parser, q *participle.Parser[P]) *P {
	n, err := q.ParseFromLexer(p.PeekingLexer, participle.AllowTrailing(true))
	if err != nil && p.err == nil {
		p.err = err
	}
	return n
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

// found adds what stands there instead of what was expected.
func found(msg string, t *lexer.Token) string {
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

// describe names a token for an error.
func describe(t *lexer.Token) string {
	switch t.Type {
	case lexer.EOF:
		return "end of file"
	case tNL:
		return "end of line"
	case tStr, tStrBeg, tStrText, tXStrBeg:
		return "a string"
	case tSym:
		return "`:" + clip(t.Value) + "`"
	case tLabel:
		return "`" + clip(t.Value) + ":`"
	case tRegexBeg:
		return "a regular expression"
	}
	return "`" + clip(t.Value) + "`"
}

func clip(s string) string {
	if r := []rune(s); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return s
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
		if k == lexer.EOF || endsBody.has(k) {
			return
		}
		if len(s.List) == 0 {
			s.Pos = p.Peek().Pos
		}
		at, first := p.MakeCheckpoint(), p.Peek()
		e := p.stmt()
		if p.err == nil && !p.is(tNL) && !p.is(lexer.EOF) && !endsBody.has(p.kind()) {
			p.unexpected()
		}
		if p.err != nil {
			p.LoadCheckpoint(at)
			p.skipStmt()
			first.Type = tBad // for collect
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
	default:
		p.fail("", "expected an operator or end of line")
	}
}

// skipStmt goes to the end of the statement, over everything nested in it.
func (p *parser) skipStmt() {
	for depth := 0; ; p.Next() {
		k := p.kind()
		switch {
		case k == lexer.EOF:
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
		return &RescueMod{Pos: t.Pos, X: e, Rescue: p.expr(0)}
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
	return &MultiAssign{Pos: pos, Targets: m, Value: p.rightSide(tComma)}
}

// rightSide reads the value of an assignment. With tComma, further values may
// follow.
func (p *parser) rightSide(more kind) Expr {
	pos := p.Peek().Pos
	v := p.value()
	if _, ok := v.(*Splat); ok || more == tComma && p.is(tComma) {
		v = p.values(pos, []Expr{v})
	}
	if t := p.Peek(); p.err == nil && t.Type == tMod && t.Value == "rescue" {
		p.Next()
		v = &RescueMod{Pos: t.Pos, X: v, Rescue: p.expr(powArg)}
	}
	return v
}

// targets reads the left side of a multiple assignment.
func (p *parser) targets(pos Pos, first Expr) *MultiTarget {
	m := &MultiTarget{Pos: pos}
	if first != nil {
		m.List = append(m.List, p.target(first))
		if !p.is(tComma) {
			return m
		}
		p.Next()
	}
	for p.err == nil {
		t := p.Peek()
		switch {
		case t.Type == tUnary && t.Value == "*":
			p.Next()
			s := &Splat{Pos: t.Pos}
			if startsExpr.has(p.kind()) {
				s.X = p.target(p.postfix(p.primary()))
			}
			m.List = append(m.List, s)
		case t.Type == tAssign || t.Type == tIn || t.Type == tRParen:
			return m // a trailing comma: `a, = b`
		default:
			m.List = append(m.List, p.target(p.postfix(p.primary())))
		}
		if !p.is(tComma) {
			return m
		}
		p.Next()
	}
	return m
}

// target checks that e can be assigned to.
func (p *parser) target(e Expr) Expr {
	switch n := e.(type) {
	case *Local, *IVar, *CVar, *GVar, *Const, *Index, *MultiTarget:
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
			if p.err == nil {
				return &MultiTarget{Pos: n.Pos, List: []Expr{p.target(inner)}}
			}
		}
	}
	if p.err == nil {
		p.failAt(e.Start(), "cannot assign to `%s`", clip(String(e)))
	}
	return e
}
