package grammar

import (
	"slices"
	"strings"
)

// Binding powers. An operator is taken when its left power is greater than the
// power asked for.
const (
	powMatch   = 8  // value in pattern
	powNot     = 7  // operand of not
	powArg     = 12 // an argument: everything but and, or, not
	powDefined = 13
	powAssign  = 15
	powSplat   = 16
	powTernary = 20
	powRange   = 24
	powEqual   = 40 // == and its kin, which do not chain
	powPattern = 48 // the values in a pattern, where | joins
	powMinus   = 68
	powPrefix  = 80 // ! ~ +
)

// power gives the binding powers of a binary operator; the right one is less
// than the left one for operators that group to the right.
func power(t *token) (left, right int) {
	switch t.Type {
	case tAssign, tOpAssign:
		return 100, powAssign // holds its target tight, its value loosely
	case tQuest:
		return powTernary, powTernary - 1
	case tRange:
		return powRange, powRange + 1
	case tMatchIn:
		return powMatch, powMatch
	case tOp:
		return opPower(t.Value)
	}
	return 0, 0
}

func opPower(op string) (left, right int) {
	switch op {
	case "or", "and":
		return 5, 6
	case "||":
		return 28, 29
	case "&&":
		return 32, 33
	case "<=>", "==", "===", "!=", "=~", "!~":
		return 40, 41
	case "<", "<=", ">", ">=":
		return 44, 45
	case "|", "^":
		return 48, 49
	case "&":
		return 52, 53
	case "<<", ">>":
		return 56, 57
	case "+", "-":
		return 60, 61
	case "*", "/", "%":
		return 64, 65
	case "**":
		return 72, 71
	}
	return 0, 0
}

// expr reads an expression whose operators bind tighter than min. A call
// without parentheses may begin it where no operator but and, or, not can stand
// before it, and where the caller set p.command: as the only argument of a call
// and right of an assignment.
func (p *parser) expr(min int) Expr {
	cmd, assign := min < powArg || p.command, p.assign
	splat := p.splat
	p.command, p.assign, p.splat = false, false, false
	var e Expr
	if p.is(tUnary) {
		if t := p.Peek(); t.Value == "*" && !splat {
			return p.fail("", "unexpected `*`")
		}
		e = p.unary(min < powArg)
	} else if p.is(tAlias) || p.is(tUndef) || p.is(tHook) {
		return p.primary(cmd) // no value
	} else {
		e = p.postfix(p.primary(cmd), cmd)
	}
	for last := 0; p.err == nil; {
		op := p.Peek()
		left, right := power(op)
		if left <= min {
			return e
		}
		if left == last && (op.Type == tRange || left == powEqual) {
			return p.fail("put parentheses around the first", "unexpected `%s`: these operators do not chain", op.Value)
		}
		if commandEnds(e, left) {
			return p.fail("put parentheses around the call before it", "unexpected `%s`", op.Value)
		}
		p.Next()
		p.assign = assign && last == 0 && (op.Type == tAssign || op.Type == tOpAssign)
		last = left
		e = p.binary(e, op, right)
	}
	return e
}

// commandEnds tells whether e is a call without parentheses behind which no
// operator of that power can stand.
func commandEnds(e Expr, power int) bool {
	switch n := e.(type) {
	case *Assign:
		return isCommand(n.Value)
	case *OpAssign:
		return isCommand(n.Value)
	case *Call:
		return isCommand(n) && (n.Block != nil && power > powArg || power == powMatch)
	}
	return false
}

func (p *parser) binary(l Expr, op *token, right int) Expr {
	cmd := p.assign
	p.assign = false
	switch op.Type {
	case tQuest:
		return p.ternary(l, op)
	case tRange:
		r := &Range{Pos: l.Start(), Lo: l, Exclusive: op.Value == "..."}
		if startsExpr.has(p.kind()) {
			r.Hi = p.expr(right)
		}
		return r
	case tAssign:
		target := p.target(l)
		if m, ok := target.(*MultiTarget); ok {
			return &MultiAssign{Pos: m.Pos, Targets: m, Value: p.rightSide(tComma, cmd)}
		}
		return &Assign{Pos: l.Start(), Target: target, Value: p.rightSide(0, cmd)}
	case tOpAssign:
		return &OpAssign{Pos: l.Start(), Target: p.target(l), Op: op.Value[:len(op.Value)-1], Value: p.rightSide(tNL, cmd)}
	case tMatchIn:
		return &MatchPattern{Pos: op.Pos, X: l, Pattern: p.topPattern(), Test: op.Value == "in"}
	}
	r := p.expr(right)
	switch op.Value {
	case "&&", "and":
		return &And{Pos: op.Pos, L: l, R: r}
	case "||", "or":
		return &Or{Pos: op.Pos, L: l, R: r}
	}
	return &Call{Pos: op.Pos, Recv: l, Name: op.Value, Args: []Expr{r}}
}

func (p *parser) ternary(cond Expr, op *token) Expr {
	t := &Ternary{Pos: op.Pos, Cond: cond, Then: p.expr(powArg)}
	ended := p.is(tNL)
	if ended {
		p.Next()
	}
	if p.is(tLabel) { // `a ? b : c` was read as a label
		return p.fail("put a space before the `:`", "expected `:` of the ternary `?`")
	}
	if q := p.Peek(); p.err == nil && q.Type != tColon && (ended || q.Pos.Line > op.Pos.Line || !startsExpr.has(q.Type)) {
		p.err = &SyntaxError{Pos: op.Pos, Msg: "missing `:` for this `?`", Hint: "add `: VALUE`, the value for a condition that is false"}
		return t
	}
	if p.err == nil && !p.is(tColon) {
		return p.fail("", "expected `:` of the ternary `?`")
	}
	p.Next()
	t.Else = p.expr(powTernary - 1)
	return t
}

// unary reads a prefix operator and its operand; full tells that it stands
// where `not` may.
func (p *parser) unary(full bool) Expr {
	t := p.Next()
	switch t.Value {
	case "not", "!", "defined?":
		return p.negation(t, full)
	case "..", "...":
		if !startsExpr.has(p.kind()) {
			return p.fail("", "expected the end of the range")
		}
		return &Range{Pos: t.Pos, Hi: p.expr(powRange + 1), Exclusive: t.Value == "..."}
	case "*":
		s := &Splat{Pos: t.Pos}
		if startsExpr.has(p.kind()) {
			s.X = p.expr(powSplat)
		}
		return s
	case "-", "-num":
		return &Call{Pos: t.Pos, Recv: p.expr(powMinus), Name: "-@"}
	case "+":
		return &Call{Pos: t.Pos, Recv: p.expr(powPrefix), Name: "+@"}
	case "~":
		return &Call{Pos: t.Pos, Recv: p.expr(powPrefix), Name: "~"}
	}
	p.failAt(t.Pos, "unexpected `%s`", t.Value)
	return &BadStmt{Pos: t.Pos}
}

// negation reads the operand of `!`, `not` and `defined?`.
func (p *parser) negation(t *token, full bool) Expr {
	pow := powPrefix
	switch t.Value {
	case "not":
		pow = powNot
	case "defined?":
		pow = powDefined
	}
	q := p.Peek()
	tight := pow != powPrefix && q.Type == tLParen && q.Pos.Offset == t.Pos.Offset+len(t.Value)
	var x Expr
	switch {
	case tight:
		x = p.primary(false) // defined?(x) && y
	case pow == powNot && !full:
		p.failAt(t.Pos, "unexpected `not`: write `!`, or put parentheses around it")
	default:
		p.command = full && pow == powPrefix
		x = p.expr(pow)
	}
	var e Expr = &Not{Pos: t.Pos, X: x}
	if t.Value == "defined?" {
		if g, ok := x.(*Paren); ok && tight && len(g.Stmts.List) == 1 {
			x = g.Stmts.List[0]
		}
		e = &Defined{Pos: t.Pos, X: x}
	}
	if tight {
		return p.postfix(e, full)
	}
	return e
}

// postfix reads what is hung on a value: calls, indexes, scopes.
func (p *parser) postfix(e Expr, cmd bool) Expr {
	for p.err == nil {
		t := p.Peek()
		switch t.Type {
		case tDot, tScope:
			p.Next()
			e = p.member(e, t, cmd)
		case tLIndex:
			p.Next()
			x := &Index{Pos: t.Pos, Recv: e}
			x.Args, x.BlockArg = p.args(tRBrack, true)
			p.want(tRBrack, "`,` or `]`")
			e = x
			if p.err == nil && (p.is(tLBlock) || p.is(tDo)) {
				e = &Call{Pos: t.Pos, Recv: x.Recv, Name: "[]", Args: x.Args, Parens: true, Block: p.block()}
			}
		default:
			return e
		}
	}
	return e
}

// member reads the name behind `.` or `::`.
func (p *parser) member(recv Expr, dot *token, cmd bool) Expr {
	n := p.Peek()
	switch n.Type {
	case tCmd, tNestCmd:
		if !cmd {
			return p.nested(n)
		}
		fallthrough
	case tIdent:
		p.Next()
		return p.call(recv, n, dot.Value == "&.")
	case tConst:
		p.Next()
		if p.is(tLCall) || dot.Type == tDot {
			return p.call(recv, n, dot.Value == "&.")
		}
		return &Const{Pos: n.Pos, Scope: recv, Name: n.Value}
	}
	return p.fail("", "expected a method's name behind `%s`", dot.Value)
}

// nested reports a call without parentheses where only one with them can stand.
func (p *parser) nested(name *token) Expr {
	hint := "put parentheses around the arguments of `" + name.Value + "`"
	if name.Type == tNestCmd {
		hint += ", or is a colon missing: `" + name.Value + ":`?"
	}
	if before := p.before(); before != nil && asksValue.has(before.Type) && before.Pos.Line < name.Pos.Line {
		return p.noValue(hint, "")
	}
	p.Next()
	return p.fail(hint, "expected the end of the argument `%s`", name.Value)
}

// call reads the arguments and the block of a call whose name was just read.
func (p *parser) call(recv Expr, name *token, safe bool) Expr {
	if recv == nil && (name.Value == "super" || name.Value == "yield") {
		return p.superYield(name)
	}
	c := &Call{Pos: name.Pos, Recv: recv, Safe: safe, Name: name.Value}
	c.Args, c.BlockArg, c.Parens, c.Block = p.callTail(name)
	p.oneBlock(c.Block, c.BlockArg)
	c.End = p.before().End
	return c
}

func (p *parser) oneBlock(b *Block, amp *BlockArg) {
	if b != nil && amp != nil {
		p.failAt(b.Pos, "both a block and a `&` argument are given")
	}
}

func (p *parser) superYield(name *token) Expr {
	args, amp, parens, block := p.callTail(name)
	if name.Value == "yield" {
		if block != nil || amp != nil {
			p.failAt(name.Pos, "`yield` takes no block")
		}
		return &Yield{Pos: name.Pos, Args: args}
	}
	p.oneBlock(block, amp)
	return &Super{Pos: name.Pos, Bare: !parens && len(args) == 0 && amp == nil, Args: args, Block: block, BlockArg: amp}
}

func (p *parser) callTail(name *token) (args []Expr, amp *BlockArg, parens bool, block *Block) {
	switch name.Type {
	case tCmd, tNestCmd:
		args, amp = p.args(tNL, true)
		if name.Type == tCmd && p.is(tDoBlock) || p.is(tLBlock) && p.before().Type == tRParen {
			block = p.block()
		}
		return args, amp, false, block
	}
	if p.is(tLCall) {
		p.Next()
		parens = true
		args, amp = p.args(tRParen, true)
		p.want(tRParen, "`,` or `)`")
	}
	if p.err == nil && (p.is(tDo) || p.is(tLBlock)) {
		block = p.block()
	}
	return args, amp, parens, block
}

// args reads arguments, or the elements of an array, up to what closes them.
// Pairs are gathered in one Hash. With cmd, the first may be a call without
// parentheses.
func (p *parser) args(closer kind, cmd bool) ([]Expr, *BlockArg) {
	var (
		buf  [6]Expr
		list = buf[:0]
		amp  *BlockArg
	)
	for p.err == nil {
		t := p.Peek()
		if t.Type == closer || !startsExpr.has(t.Type) && t.Type != tLabel {
			if closer == tNL {
				p.noValue("", "expected an argument")
			} else if len(list) > 0 && t.Type != closer {
				p.noValue("", "expected an argument behind `,`")
			}
			break
		}
		p.command, p.splat = cmd && len(list) == 0, true
		if b := p.blockArg(t); b != nil {
			amp = b
			p.lastArg(closer)
			break
		} else if e := p.argOrPairs(t); e != nil {
			list = append(list, e)
			if closer != tNL && commandEnds(e, powArg+1) && p.before().Type == tEnd {
				p.fail("put parentheses around the arguments of the call before it", "unexpected `%s`", p.Peek().Value)
			}
			if h, ok := e.(*Hash); ok && !h.Braces && p.err == nil && p.is(tComma) {
				p.Next()
				if t := p.Peek(); !startsExpr.has(t.Type) {
					p.noValue("", "expected an argument behind `,`")
				} else if t.Type != tUnary || t.Value != "&" {
					p.failAt(t.Pos, "an argument without a key cannot stand behind `key: value`")
				}
				continue
			}
		}
		if !p.is(tComma) {
			break
		}
		p.Next()
	}
	if len(list) == 0 {
		return nil, amp
	}
	return slices.Clone(list), amp
}

// argOrPairs reads one argument, or the pairs from here on as a Hash.
func (p *parser) argOrPairs(t *token) Expr {
	pair, ok := p.pair(t)
	if !ok {
		e := p.arg(t)
		if p.err != nil || !p.is(tRocket) {
			return e
		}
		p.Next()
		pair.Key, pair.Value = e, p.expr(powArg)
	}
	h := &Hash{Pos: t.Pos}
	p.pairs(h, pair)
	return h
}

// pairs reads the pairs behind the first one.
func (p *parser) pairs(h *Hash, pair Pair) {
	var buf [4]Pair
	list := append(buf[:0], pair)
	for p.err == nil && p.is(tComma) {
		at := p.i
		p.Next()
		t := p.Peek()
		next, ok := p.pair(t)
		if !ok {
			if t.Type == tUnary && (t.Value == "&" || t.Value == "*") || !startsExpr.has(t.Type) {
				p.i = at
				break
			}
			next = Pair{Pos: t.Pos, Key: p.expr(powArg)}
			p.missingColon(next.Key)
			if p.err == nil && !p.is(tRocket) {
				hint := p.bracketsHint(list[len(list)-1], next.Key, t.Type)
				p.failAt(t.Pos, "an argument without a key cannot stand behind `key: value`")
				p.hint(hint)
				break
			}
			p.Next()
			next.Value = p.expr(powArg)
		}
		list = append(list, next)
	}
	h.Pairs = slices.Clone(list)
}

// missingColon reports a text with a value behind it: `"as" :x`.
func (p *parser) missingColon(key Expr) {
	if s, ok := key.(*Str); ok && p.err == nil && (startsExpr.has(p.kind()) || p.is(tColon)) {
		p.fail("is a colon missing: `"+String(s)+":`?", "expected `,` or `=>`")
	}
}

// bracketsHint says how several values of one key are written, `only: [:index, :show]`, for
// a value that stands behind the pair of another one like it.
func (p *parser) bracketsHint(pair Pair, next Expr, like kind) string {
	label, ok := pair.Key.(*Sym)
	if !ok || !isPlainValue(pair.Value) || !isPlainValue(next) {
		return ""
	}
	texts := []string{String(pair.Value), String(next)}
	for p.is(tComma) {
		p.Next()
		if t := p.Peek(); t.Type != like {
			break
		}
		more := p.expr(powArg)
		if p.err != nil || p.is(tRocket) || !isPlainValue(more) {
			break
		}
		texts = append(texts, String(more))
	}
	p.err = nil
	return "put several values in brackets: " + label.Name + ": [" + strings.Join(texts, ", ") + "]"
}

func isPlainValue(x Expr) bool {
	switch x.(type) {
	case *Sym, *Str, *Int:
		return true
	}
	return false
}

// arg reads one argument that begins no pair with a label.
func (p *parser) arg(t *token) Expr {
	if t.Type == tUnary && t.Value == "..." {
		at := p.i
		p.Next()
		if p.is(tRParen) {
			return &Forward{Pos: t.Pos}
		}
		p.i = at
	}
	return p.expr(powArg)
}

// pair reads `a: b` and `**a`; the pairs with => begin as expressions.
func (p *parser) pair(t *token) (Pair, bool) {
	pair := Pair{Pos: t.Pos}
	switch {
	case t.Type == tLabel:
		p.command, p.splat = false, false
		p.Next()
		pair.Key = &Sym{Pos: t.Pos, Name: t.Value}
		pair.Value = p.expr(powArg)
	case t.Type == tUnary && t.Value == "**":
		p.command, p.splat = false, false
		p.Next()
		if startsExpr.has(p.kind()) {
			pair.Value = p.expr(powSplat)
		}
	default:
		return pair, false
	}
	return pair, true
}

// lastArg checks that nothing follows a block argument.
func (p *parser) lastArg(closer kind) {
	if p.is(tComma) || p.is(closer) && strings.HasPrefix(p.Peek().Value, ",") {
		p.fail("move the argument that begins with `&` to the end", "unexpected `,`: the block argument has to be the last one")
	}
}

func (p *parser) blockArg(t *token) *BlockArg {
	if t.Type != tUnary || t.Value != "&" {
		return nil
	}
	p.command, p.splat = false, false
	p.Next()
	b := &BlockArg{Pos: t.Pos}
	if startsExpr.has(p.kind()) {
		b.X = p.expr(powSplat)
	}
	return b
}
