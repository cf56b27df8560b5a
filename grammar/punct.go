package grammar

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// step lexes one token, or one literal with everything in it; it reports
// whether the file goes on.
func (l *lex) step() bool {
	spc, more := l.space()
	if !more {
		return false
	}
	from, c := l.i, l.src[l.i]
	if s := l.slipAt(from); s != nil && l.closeMissing(from) && l.prev == tInterpEnd {
		return true // the rest of the string follows
	}
	if l.st == sDot && !isIdent(c) && l.dotName(from, c) {
		return true
	}
	switch {
	case isDigit(c):
		l.number()
	case isIdent(c):
		l.ident(spc)
	default:
		l.punct(from, c, spc)
	}
	return !l.stop
}

// dotName lexes what may follow a dot other than a name: `a.(b)` and `a.+(b)`.
func (l *lex) dotName(from int, c byte) bool {
	if c == '(' {
		l.emitV(tIdent, from, "call", sArg)
		l.pendCmd = -1
		return false
	}
	n := opNameLen(l.src[l.i:])
	if n == 0 {
		return false
	}
	l.i += n
	l.emit(tIdent, from, sArg)
	l.pendCmd = len(l.toks) - 1
	return true
}

// prefix tells whether an operator that may also stand before a value does.
func (l *lex) prefix(spc bool, next byte) bool {
	return l.st == sBeg || l.st == sMid || l.st == sClass || l.st == sArg && spc && !isSpace(next)
}

func (l *lex) op(k kind, n int) {
	from := l.i
	l.i += n
	if k == tOpAssign {
		l.declareLast()
	}
	l.emit(k, from, sBeg)
}

func (l *lex) punct(from int, c byte, spc bool) {
	n1, n2 := l.at(from+1), l.at(from+2)
	beg := l.st == sBeg || l.st == sMid || l.st == sClass
	switch c {
	case '\'', '"':
		l.quoted(quote{from: from, body: from + 1, close: c, interp: c == '"', beg: tStrBeg})
	case '`':
		l.quoted(quote{from: from, body: from + 1, close: c, interp: true, beg: tXStrBeg})
	case '@', '$':
		l.sigil(from, c)
	case ':':
		l.colon(from, spc, beg)
	case ',':
		if f := l.top(); !f.cmd && f.lam == 0 {
			l.popEndless()
		}
		l.op(tComma, 1)
	case ';':
		l.semicolon(from)
	case '(', '[', '{':
		l.open(from, c, spc, beg)
	case ')':
		l.close(from, "c(", tRParen)
	case ']':
		l.close(from, "[", tRBrack)
	case '}':
		l.close(from, "hbli", tRBrace)
	case '.':
		l.dots(from, beg, n1, n2)
	case '-':
		if n1 == '>' {
			l.arrow(from)
			return
		}
		l.sign(from, spc, beg, n1)
	case '+':
		l.sign(from, spc, beg, n1)
	case '*', '&':
		l.star(from, c, spc, beg)
	case '|':
		l.pipe(from, n1, n2)
	case '^':
		if n1 == '=' {
			l.op(tOpAssign, 2)
		} else if beg {
			l.op(tUnary, 1) // of a pattern
		} else {
			l.op(tOp, 1)
		}
	case '~':
		l.op(tUnary, 1)
	case '!':
		if (n1 == '=' || n1 == '~') && !beg {
			l.op(tOp, 2)
		} else {
			l.op(tUnary, 1)
		}
	case '=':
		l.equals(from, n1, n2)
	case '<':
		l.less(from, spc, n1, n2)
	case '>':
		switch {
		case n1 == '>' && n2 == '=':
			l.op(tOpAssign, 3)
		case n1 == '>' || n1 == '=':
			l.op(tOp, 2)
		default:
			l.op(tOp, 1)
		}
	case '/':
		l.slash(from, spc, beg, n1)
	case '%':
		if (beg || l.st == sArg && spc && !isSpace(n1) && n1 != '=') && l.percent(from) {
			return
		}
		if n1 == '=' {
			l.op(tOpAssign, 2)
		} else {
			l.op(tOp, 1)
		}
	case '?':
		l.question(from, spc, beg)
	default:
		r, n := utf8.DecodeRuneInString(l.src[from:])
		l.i += n
		l.bad(from, "", "unexpected character %q", r)
	}
}

func (l *lex) semicolon(from int) {
	l.i++
	if f := l.top(); f.kind == '|' || f.kind == 'c' && f.params {
		l.emit(tSemi, from, sBeg)
		return
	}
	if !l.endsStmt() {
		l.bad(from, "", "unexpected `;`: `%s` is not closed", l.top().word)
		return
	}
	l.endStmt(from)
}

// sigil lexes @a, @@a and $a.
func (l *lex) sigil(from int, c byte) {
	k := tIVar
	l.i++
	if c == '$' {
		k = tGVar
		switch n := l.at(l.i); {
		case n == '-':
			if isIdent(l.at(l.i + 1)) {
				l.i += 2
			}
		case isDigit(n):
			for isDigit(l.at(l.i)) {
				l.i++
			}
		case isIdent(n):
			l.skipIdent()
		case n > ' ' && n < 0x7f:
			l.i++
		}
	} else {
		if l.at(l.i) == '@' {
			k = tCVar
			l.i++
		}
		if !isDigit(l.at(l.i)) {
			l.skipIdent()
		}
	}
	if last := l.src[l.i-1]; l.i-from == 1 || c == '@' && last == '@' {
		l.bad(from, "", "`%s` is not a variable name", l.src[from:l.i])
		return
	}
	l.emit(k, from, sEnd)
}

func (l *lex) skipIdent() {
	for l.i < len(l.src) && isIdent(l.src[l.i]) {
		l.i++
	}
}

// colon lexes `::`, the `:` of a ternary, and symbols.
func (l *lex) colon(from int, spc, beg bool) {
	n1 := l.at(from + 1)
	switch {
	case n1 == ':':
		l.i += 2
		k := tScope
		if beg || l.st == sArg && spc && !isSpace(l.at(from+2)) {
			k = tTopScope
		}
		l.emit(k, from, sDot)
	case isSpace(n1) || n1 == '#' || n1 == 0 || l.st == sEnd || l.st == sEndFn:
		if f := l.top(); f.tern > 0 {
			f.tern--
		}
		l.op(tColon, 1)
	case n1 == '"' || n1 == '\'':
		l.quoted(quote{from: from, body: from + 2, close: n1, interp: n1 == '"', beg: tSymBeg})
	case isIdent(n1) && !isDigit(n1) || n1 == '@' || n1 == '$':
		l.symbol(from)
	default:
		n := opNameLen(l.src[from+1:])
		if n == 0 {
			l.i++
			l.bad(from, "", "unexpected `:`")
			return
		}
		l.i += 1 + n
		l.emitV(tSym, from, l.src[from+1:l.i], sEnd)
	}
}

func (l *lex) symbol(from int) {
	l.i++
	switch {
	case l.at(l.i) == '$':
		l.i++
		if n := l.at(l.i); !isIdent(n) && n > ' ' && n < 0x7f {
			l.i++
			if n == '-' {
				l.skipIdent()
			}
			l.emitV(tSym, from, l.src[from+1:l.i], sEnd)
			return
		}
	case l.at(l.i) == '@':
		for l.at(l.i) == '@' {
			l.i++
		}
	}
	l.skipIdent()
	switch e, n := l.at(l.i), l.at(l.i+1); {
	case (e == '?' || e == '!') && n != '=':
		l.i++
	case e == '=' && n != '~' && n != '>' && (n != '=' || l.at(l.i+2) == '>'):
		l.i++
	}
	l.emitV(tSym, from, l.src[from+1:l.i], sEnd)
}

// open lexes an opening bracket.
func (l *lex) open(from int, c byte, spc, beg bool) {
	f := l.top()
	l.i++
	switch {
	case c == '(':
		header := f.header && l.st == sEndFn || l.prev == tArrow
		if !header && (beg || spc && (l.st == sArg || l.prev == tLocal)) {
			params := (f.kind == '|' || f.params) && beforeParam.has(l.prev)
			l.emit(tLParen, from, sBeg)
			l.push('(', "(", from).params = params
		} else {
			l.emit(tLCall, from, sBeg)
			l.push('c', "(", from).params = header
		}
	case c == '[':
		k := tLIndex
		if beg || spc && l.st == sArg {
			k = tLBrack
		}
		l.emit(k, from, sBeg)
		l.push('[', "[", from)
	case f.lam > 0:
		l.openLambda(tLLambda, from, 'l', "{")
	case beg:
		l.emit(tLHash, from, sBeg)
		l.push('h', "{", from)
	default:
		l.emit(tLBlock, from, sBeg)
		l.push('b', "{", from).noParams = true
	}
}

// openLambda opens the body of a pending ->.
func (l *lex) openLambda(k kind, from int, fk byte, word string) {
	f := l.top()
	f.lam--
	f.lamPar = false
	mark := f.lamLocals
	none := l.prev == tArrow
	l.emit(k, from, sBeg)
	nf := l.push(fk, word, from)
	nf.locals = mark
	nf.noParams = none
}

// close lexes a closing bracket that fits the frames in kinds.
func (l *lex) close(from int, kinds string, k kind) {
	if s := l.slipAt(from); s != nil && s.closes == nil {
		l.i++
		return
	}
	l.popEndless()
	if !strings.Contains(kinds, string(l.top().kind)) && !l.mismatch(from, kinds) {
		l.i++
		return
	}
	if l.top().kind == 'i' {
		k = tInterpEnd
	}
	l.i = from + 1
	l.emit(k, from, sEnd)
	l.closed()
}

// closed goes on behind a closing bracket.
func (l *lex) closed() {
	f := l.top()
	params, header := f.params && f.kind == 'c', false
	if f.kind == 'c' {
		l.st = sEndFn
	}
	l.pop()
	if f = l.top(); params && f.header {
		header = f.kind == 'e' && f.word == "def"
		l.st = sBeg
	} else if params && f.lam > 0 {
		l.st = sEndFn
	}
	if header {
		f.header = false
		l.endless()
	}
}

// mismatch reports a closer that does not fit the innermost opener. When an
// outer one fits, what is open inside it is closed and true returned.
func (l *lex) mismatch(from int, kinds string) bool {
	n := len(l.frames) - 1
	f := l.top()
	got := l.src[from : from+1]
	if kinds == "e" {
		got = "end"
	}
	l.unbalanced++
	if (got == "end" || got == "}") && l.firstOnLine(from) && (f.kind == 'r' || f.kind == 'e' && l.indent(from) > l.indent(f.off)) {
		l.endings = append(l.endings, ending{f.tok, from})
	}
	if f.kind == 'r' {
		if got == "end" {
			l.fail(from, nil, "remove it, or look for a block above that is closed too early", "unexpected `end`: every block before it is already closed")
		} else {
			l.fail(from, nil, "remove it", "unexpected `%s`: nothing is open here", got)
		}
		return false
	}
	inner := n
	for n > 0 && !strings.Contains(kinds, string(l.frames[n].kind)) && l.frames[inner].kind != 'i' {
		inner = n // not across the borders of a string
		n--
	}
	l.lost = append(l.lost, f.opener)
	fits := strings.Contains(kinds, string(l.frames[n].kind))
	if l.otherCloser(f, got, from) && (!fits || l.indent(l.frames[n].off) != l.indent(from)) {
		op, by := l.pos(f.off), closerOf[f.kind]
		hint := fmt.Sprintf("write `%s` instead of this `%s`", by, got)
		if f.word == "{" && f.kind != 'h' {
			hint += ", or `do` instead of `{`"
		}
		l.fail(from, []Note{{op, "`" + f.word + "` opened here"}}, hint, "expected `%s` to close `%s` opened at line %d, found `%s`", by, f.word, op.Line, got)
		l.broken = append(l.broken, [2]int{f.off, from})
		l.closeTop(from)
		return false
	}
	if !fits && f.kind == 'e' {
		l.fail(from, nil, "remove it, or look for what should open it", "unexpected `%s`: nothing is open that it could close", got)
		return false
	}
	op := l.pos(f.off)
	l.fail(from, []Note{{op, fmt.Sprintf("`%s` opened here", f.word)}}, fmt.Sprintf("add `%s` before `%s`", closerOf[f.kind], got),
		"expected `%s` to close `%s` opened at line %d, found `%s`", closerOf[f.kind], f.word, op.Line, got)
	l.broken = append(l.broken, [2]int{f.off, from})
	if !fits {
		return false
	}
	if l.st != sEnd {
		l.emitV(tBad, from, "", sEnd)
	}
	l.unbalanced += len(l.frames) - 2 - n
	for len(l.frames)-1 > n {
		l.closeTop(from)
	}
	return true
}

// otherCloser reports whether an `end` or `}` that opens a line closes, by its
// indentation, the opener of f, which takes the other one.
func (l *lex) otherCloser(f *frame, got string, from int) bool {
	if !l.firstOnLine(from) {
		return false
	}
	if f.word == "do" {
		return got == "}"
	}
	return got == "end" && strings.IndexByte("blh[c(", f.kind) >= 0 && l.indent(from) == l.indent(f.off)
}

func (l *lex) dots(from int, beg bool, n1, n2 byte) {
	if n1 != '.' {
		l.op(tDot, 1)
		l.st = sDot
		return
	}
	n := 2
	if n2 == '.' {
		n = 3
	}
	k := tRange
	if beg {
		k = tUnary
	}
	l.op(k, n)
	if n == 3 {
		l.rare = true
		if l.top().params {
			l.st = sEnd
		}
	}
}

// sign lexes + and -.
func (l *lex) sign(from int, spc, beg bool, n1 byte) {
	switch {
	case n1 == '=' && !beg:
		l.op(tOpAssign, 2)
	case !l.prefix(spc, n1):
		l.op(tOp, 1)
	case isDigit(n1):
		l.number()
	default:
		l.op(tUnary, 1)
	}
}

// arrow lexes ->.
func (l *lex) arrow(from int) {
	f := l.top()
	l.op(tArrow, 2)
	if f.lam == 0 {
		f.lamLocals = len(l.locals)
	}
	f.lam++
	f.lamPar = true
}

// star lexes * ** & && and &. .
func (l *lex) star(from int, c byte, spc, beg bool) {
	n := 1
	if l.at(from+1) == c {
		n = 2
	}
	next := l.at(from + n)
	switch {
	case c == '&' && n == 1 && next == '.':
		l.op(tDot, 2)
		l.st = sDot
	case next == '=' && !beg:
		l.op(tOpAssign, n+1)
	case c == '&' && n == 2:
		l.op(tOp, 2)
	case l.prefix(spc, next):
		l.rare = l.rare || next == ')' || next == ',' || next == ']' || isSpace(next)
		l.op(tUnary, n)
	default:
		l.op(tOp, n)
	}
}

// pipe lexes | || and the bars around block parameters.
func (l *lex) pipe(from int, n1, n2 byte) {
	if s := l.slipAt(from); s != nil && s.closes == nil {
		l.insert(s)
	}
	f := l.top()
	switch {
	case f.kind == '|':
		v := "|"
		if l.prev == tComma { // |a, |
			l.toks = l.toks[:len(l.toks)-1]
			v = ",|"
		}
		l.i++
		l.pop()
		l.emitV(tPipe, from, v, sBeg)
	case l.prev == tDo || l.prev == tDoBlock || l.prev == tLBlock:
		l.op(tPipe, 1)
		f.noParams = false
		if n1 == '|' {
			l.op(tPipe, 1)
			return
		}
		l.push('|', "|", from).params = true
	case n1 == '|' && n2 == '=':
		l.op(tOpAssign, 3)
	case n1 == '|':
		l.op(tOp, 2)
	case n1 == '=':
		l.op(tOpAssign, 2)
	default:
		l.op(tOp, 1)
	}
}

func (l *lex) equals(from int, n1, n2 byte) {
	switch {
	case n1 == '=' && n2 == '=':
		l.op(tOp, 3)
	case n1 == '=':
		l.op(tOp, 2)
	case n1 == '~':
		l.op(tOp, 2)
		l.namedCaptures()
	case n1 == '>':
		f := l.top()
		if l.endsStmt() && !f.cmd && !f.rescue && !f.jump && !f.pattern {
			f.pattern = true // value => pattern
			l.op(tMatchIn, 2)
			return
		}
		l.op(tRocket, 2)
	default:
		l.declareTargets()
		l.op(tAssign, 1)
	}
}

func (l *lex) less(from int, spc bool, n1, n2 byte) {
	value := l.st == sBeg || l.st == sMid || l.st == sArg && spc
	f := l.top()
	switch {
	case n1 == '<' && l.st == sClass && l.prev == tClass:
		l.toks[len(l.toks)-1].Type = tSClass
		l.i += 2
		l.st, l.prev = sBeg, tSClass
		f.header = false
	case n1 == '<' && value && l.heredoc(from):
	case n1 == '<' && n2 == '=':
		l.op(tOpAssign, 3)
	case n1 == '=' && n2 == '>':
		l.op(tOp, 3)
	case n1 == '<' || n1 == '=':
		l.op(tOp, 2)
	case f.header && f.word == "class":
		l.op(tLess, 1)
	default:
		l.op(tOp, 1)
	}
}

func (l *lex) slash(from int, spc, beg bool, n1 byte) {
	switch {
	case beg, l.st == sArg && spc && !isSpace(n1) && n1 != '=':
		l.quoted(quote{from: from, body: from + 1, close: '/', interp: true, beg: tRegexBeg})
	case n1 == '=':
		l.op(tOpAssign, 2)
	default:
		l.op(tOp, 1)
	}
}

// question lexes the ? of a ternary and character literals.
func (l *lex) question(from int, spc, beg bool) {
	if beg || l.st == sArg {
		if n := l.charLen(spc); n > 0 {
			v, _ := l.unescape(l.src[from+1:l.i+n], from+1)
			l.i += n
			l.emitV(tStr, from, v, sEnd)
			return
		}
	}
	l.top().tern++
	l.op(tQuest, 1)
}

// charLen is the length of a character literal, 0 when there is none.
func (l *lex) charLen(spc bool) int {
	k := l.i + 1
	c := l.at(k)
	if c == 0 || isSpace(c) {
		return 0
	}
	if c == '\\' {
		return 1 + escapeLen(l.src[k:])
	}
	_, n := utf8.DecodeRuneInString(l.src[k:])
	if isIdent(c) && isIdent(l.at(k+n)) {
		return 0
	}
	if !isIdent(c) && l.st == sArg && !spc {
		return 0
	}
	return 1 + n
}
