package grammar

import (
	"strconv"
	"strings"
)

type keyword struct {
	kind kind
	st   state
	act  func(l *lex, kw keyword, w string, from int)
}

var keywords map[string]keyword

func init() { // not an initialiser: the actions lead back to the table
	keywords = map[string]keyword{
		"self": {tValue, sEnd, kwPlain}, "nil": {tValue, sEnd, kwPlain}, "true": {tValue, sEnd, kwPlain}, "false": {tValue, sEnd, kwPlain},
		"__FILE__": {tStr, sEnd, kwConstant}, "__LINE__": {tInt, sEnd, kwConstant}, "__ENCODING__": {tConst, sEnd, kwConstant},
		"if": {tIf, sBeg, kwModifier}, "unless": {tUnless, sBeg, kwModifier}, "while": {tWhile, sBeg, kwModifier}, "until": {tUntil, sBeg, kwModifier},
		"rescue": {tRescue, sMid, kwModifier}, "for": {tFor, sBeg, kwOpen}, "case": {tCase, sBeg, kwOpen}, "begin": {tBegin, sBeg, kwOpen},
		"class": {tClass, sClass, kwOpen}, "module": {tModule, sBeg, kwOpen}, "def": {tDef, sEndFn, kwDef}, "in": {tIn, sBeg, kwIn},
		"when": {tWhen, sBeg, kwClause}, "else": {tElse, sBeg, kwClause}, "elsif": {tElse, sBeg, kwElsif}, "ensure": {tEnsure, sBeg, kwClause},
		"then": {tThen, sBeg, kwThen}, "do": {tDo, sBeg, kwDo}, "end": {tEnd, sEnd, kwEnd},
		"return": {tJump, sMid, kwJump}, "break": {tJump, sMid, kwJump}, "next": {tJump, sMid, kwJump},
		"redo": {tJump, sEnd, kwJump}, "retry": {tJump, sEnd, kwJump}, "yield": {tIdent, sArg, kwCommand}, "super": {tIdent, sArg, kwCommand},
		"and": {tOp, sBeg, kwAnd}, "or": {tOp, sBeg, kwAnd}, "not": {tUnary, sBeg, kwPlain}, "defined?": {tUnary, sBeg, kwPlain},
		"alias": {tAlias, sBeg, kwAlias}, "undef": {tUndef, sBeg, kwAlias}, "BEGIN": {tHook, sEnd, kwHook}, "END": {tHook, sEnd, kwHook},
	}
}

func (l *lex) keyword(kw keyword, w string, from int) { kw.act(l, kw, w, from) }

func kwPlain(l *lex, kw keyword, _ string, from int) { l.emit(kw.kind, from, kw.st) }

func kwConstant(l *lex, kw keyword, w string, from int) {
	switch w {
	case "__FILE__":
		l.emitV(tStr, from, l.file, sEnd)
	case "__LINE__":
		l.emitV(tInt, from, strconv.Itoa(l.pos(from).Line), sEnd)
	default:
		l.emitV(tConst, from, "Encoding", sEnd)
		l.emitV(tScope, from, "::", sDot)
		l.emitV(tConst, from, "UTF_8", sEnd)
		if k := l.blanks(l.i); l.at(k) == '=' && !strings.ContainsRune("=~>", rune(l.at(k+1))) {
			l.fail(from, nil, "", "cannot assign to `__ENCODING__`")
		}
	}
}

func kwCommand(l *lex, kw keyword, w string, from int) {
	l.rare = l.rare || w == "yield"
	l.emit(kw.kind, from, kw.st)
	l.pendCmd = len(l.toks) - 1
}

func kwJump(l *lex, kw keyword, _ string, from int) {
	l.rare = true
	l.emit(kw.kind, from, kw.st)
	if kw.st == sMid {
		l.pendCmd = len(l.toks) - 1
	}
}

// atStmt tells whether a statement can begin here.
func (l *lex) atStmt() bool {
	if l.prev == tMod && l.toks[len(l.toks)-1].Value == "rescue" {
		return true
	}
	return l.pendNL || l.prev == 0 || beforeStmt.has(l.prev)
}

func kwHook(l *lex, kw keyword, w string, from int) {
	switch {
	case !l.atStmt():
		l.bad(from, "", "`%s` is no value: it has to stand on its own", w)
		return
	case w == "BEGIN" && len(l.frames) > 1:
		l.bad(from, "", "`BEGIN` is permitted only at the top level")
		return
	}
	l.emit(kw.kind, from, kw.st)
}

// kwModifier is if, unless, while, until and rescue, in front or behind.
func kwModifier(l *lex, kw keyword, w string, from int) {
	if l.st != sBeg && l.st != sClass {
		if w != "rescue" {
			l.popEndless()
		}
		f := l.top()
		f.cmd, f.pattern = false, false
		l.emit(tMod, from, sBeg)
		return
	}
	if w == "rescue" {
		if f := l.top(); l.clauseOf(w, from, "begin", "def", "do", "class", "module") {
			f.rescue, f.clause, f.head = true, true, true
			l.emit(kw.kind, from, kw.st)
		}
		return
	}
	l.emit(kw.kind, from, kw.st)
	f := l.push('e', w, from)
	f.cond, f.head = w == "while" || w == "until", true
}

func kwOpen(l *lex, kw keyword, w string, from int) {
	l.emit(kw.kind, from, kw.st)
	f := l.push('e', w, from)
	switch w {
	case "for":
		l.emitV(tTargets, from, "", sBeg)
		f.cond, f.params, f.head = true, true, true
	case "class", "module":
		f.header, f.newScope = true, true
		l.rare = true
	}
}

func kwIn(l *lex, kw keyword, _ string, from int) {
	f := l.top()
	switch {
	case f.kind == 'e' && f.word == "for" && f.cond:
		f.params = false
		l.emit(tIn, from, sBeg)
	case f.kind == 'e' && f.word == "case" && (l.pendNL || l.st == sBeg && f.clause) && (!f.clause || l.toks[f.tok].Type == tCaseIn):
		l.toks[f.tok].Type = tCaseIn
		f.clause, f.pattern, f.head = true, true, true
		l.emit(tIn, from, sBeg)
	default:
		f.pattern = true
		l.emit(tMatchIn, from, sBeg)
	}
}

// clauseOf checks that a word like else stands in one of its blocks.
func (l *lex) clauseOf(w string, from int, blocks ...string) bool {
	l.popEndless()
	f := l.top()
	if f.kind == 'e' {
		for _, b := range blocks {
			if f.word == b {
				return true
			}
		}
	}
	where := "`" + strings.Join(blocks, "`, `") + "`"
	l.fail(from, nil, "", "`%s` without %s", w, where)
	if l.st != sBeg { // in the middle of a statement
		l.emitV(tBad, from, "", sEnd)
	}
	l.endStmt(from)
	return false
}

func kwClause(l *lex, kw keyword, w string, from int) {
	ok := false
	switch w {
	case "when":
		ok = l.clauseOf(w, from, "case")
	case "ensure":
		ok = l.clauseOf(w, from, "begin", "def", "do", "class", "module")
	case "else":
		switch f := l.top(); {
		case f.kind == 'e' && f.clause:
			ok = true // behind rescue or in
		default:
			ok = l.clauseOf(w, from, "if", "unless", "case")
		}
	}
	if ok {
		l.top().cmd = false
		if w == "when" {
			l.top().clause, l.top().head = true, true
		}
		l.emit(kw.kind, from, kw.st)
	}
}

// kwElsif writes `elsif` as `else if`; the closing end is doubled for it.
func kwElsif(l *lex, _ keyword, w string, from int) {
	if !l.clauseOf(w, from, "if") {
		return
	}
	f := l.top()
	f.cmd, f.head = false, true
	f.elsifs++
	f.cmds++
	f.ops++
	l.ops++
	l.emitV(tElse, from, w, sBeg)
	l.emitV(tIf, from, w, sBeg)
	if l.deep() {
		l.tooDeep(from)
	}
}

func kwThen(l *lex, kw keyword, _ string, from int) {
	f := l.top()
	f.cmd, f.pattern, f.rescue, f.head = false, false, false, false
	l.emit(kw.kind, from, kw.st)
}

func kwAnd(l *lex, kw keyword, _ string, from int) {
	l.popEndless()
	f := l.top()
	f.cmd, f.pattern = false, false
	l.emit(kw.kind, from, kw.st)
}

// dos are the kinds of `do`.
var dos = kinds(tDo, tDoBlock, tDoLambda, tDoCond)

// kwDo binds a do to a lambda, a loop, the outermost command call or the call
// before it.
func kwDo(l *lex, _ keyword, _ string, from int) {
	f := l.top()
	k := tDo
	switch {
	case dos.has(l.prev):
		l.fail(from, nil, "remove it", "one `do` too many")
		return
	case f.lam > 0:
		l.openLambda(tDoLambda, from, 'e', "do")
		return
	case f.cond:
		f.cond, f.cmd, f.head = false, false, false
		l.emit(tDoCond, from, sBeg)
		return
	case f.cmd:
		f.cmd = false
		k = tDoBlock
	}
	l.emit(k, from, sBeg)
	l.push('e', "do", from).noParams = true
}

func kwEnd(l *lex, kw keyword, _ string, from int) {
	l.popEndless()
	if l.top().kind != 'e' && !l.mismatch(from, "e") {
		if l.st != sBeg {
			l.endStmt(from)
		}
		return
	}
	f := l.top()
	l.checkIndent(f, from)
	for range f.elsifs {
		l.emit(kw.kind, from, kw.st)
	}
	l.emit(kw.kind, from, kw.st)
	l.pop()
}

func kwAlias(l *lex, kw keyword, w string, from int) {
	if !l.atStmt() {
		l.bad(from, "", "`%s` is no value: it has to stand on its own", w)
		return
	}
	l.emit(kw.kind, from, kw.st)
	l.item()
	if w == "alias" {
		first := l.toks[len(l.toks)-1].Value
		l.item()
		second := l.toks[len(l.toks)-1]
		switch v := second.Value; {
		case second.Type != tDefName || first == "" || v == "":
		case (first[0] == '$') != (v[0] == '$'):
			l.fail(from, nil, "", "`alias` takes two methods or two global variables")
		case v[0] == '$' && isDigit(v[1]):
			l.fail(second.Pos.Offset, nil, "", "can't make alias for the number variables")
		}
		return
	}
	for {
		k := l.blanks(l.i)
		if l.at(k) != ',' {
			return
		}
		l.i = k
		l.op(tComma, 1)
		l.item()
	}
}

func kwDef(l *lex, kw keyword, w string, from int) {
	l.rare = true
	l.emit(kw.kind, from, kw.st)
	f := l.push('e', w, from)
	f.header = true
	l.i = l.blanks(l.i)
	a := l.i
	for !isDigit(l.at(a)) && isIdent(l.at(l.i)) || l.at(l.i) == '@' || l.at(l.i) == '$' {
		l.i++
	}
	if l.at(a) == '(' && !l.parenSingleton() {
		return
	}
	if c := l.at(l.i); l.i > a && (c == '.' || c == ':' && l.at(l.i+1) == ':') {
		l.singleton(a)
	} else {
		l.i = a
	}
	f = l.top()
	f.base = len(l.locals)
	l.i = l.blanks(l.i)
	l.methodName(l.i)
	f.nameTok = len(l.toks) - 1
	l.pendCmd = -1
	switch k := l.blanks(l.i); {
	case isIdent(l.at(k)) || l.at(k) == '*' || l.at(k) == '&' || l.at(k) == '.':
		f.params = true
		l.st = sBeg
	default:
		l.endless()
	}
}
