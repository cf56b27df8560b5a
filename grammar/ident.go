package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isConst tells whether a name begins with a capital letter.
func isConst(w string) bool {
	if c := w[0]; c < 0x80 {
		return c >= 'A' && c <= 'Z'
	}
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r) || unicode.IsTitle(r)
}

// ident lexes a name: a label, a keyword, a constant, a variable or a method.
func (l *lex) ident(spc bool) {
	from := l.i
	l.skipIdent()
	if c, n := l.at(l.i), l.at(l.i+1); (c == '?' || c == '!') && (n != '=' || l.at(l.i+2) == '=' || l.at(l.i+2) == '~' || l.at(l.i+2) == '>') {
		l.i++
	}
	w := l.src[from:l.i]
	k := tIdent
	if isConst(w) {
		k = tConst
	}
	if l.st == sDot {
		l.emit(k, from, sArg)
		l.pendCmd = len(l.toks) - 1
		return
	}
	if l.at(l.i) == ':' && l.at(l.i+1) != ':' && l.labelOK() {
		if f := l.top(); f.params || f.pattern || f.lamPar && f.lam > 0 {
			l.declare(w)
		}
		l.i++
		l.emitV(tLabel, from, w, sBeg)
		return
	}
	if s := l.slipAt(from); s != nil && s.word {
		if w = s.fix; w == "" {
			return
		}
	}
	if kw, ok := keywords[w]; ok {
		l.keyword(kw, w, from)
		return
	}
	l.name(k, w, from)
}

// labelOK tells whether a name or string followed by a colon is a label. At
// the start of a statement `p:a` is p(:a).
func (l *lex) labelOK() bool {
	if l.st == sDot || noLabel.has(l.prev) {
		return false
	}
	if isSpace(l.at(l.i+1)) || l.top().kind == '|' || l.prev == tLParen {
		return true
	}
	return !l.pendNL && l.prev != 0 && !beforeStmt.has(l.prev)
}

// name emits a name that is neither label nor keyword.
func (l *lex) name(k kind, w string, from int) {
	f := l.top()
	if k == tIdent && l.declares(f) {
		l.declare(w)
		l.emit(tLocal, from, sEnd)
		return
	}
	header := f.header && f.kind == 'e' && f.word == "class"
	st := sArg
	if k == tIdent && (l.isLocal(w) || l.implicit(w)) {
		k = tLocal
	}
	if k == tLocal || header {
		st = sEnd
	}
	l.emit(k, from, st)
	// A local too may begin a command call; only the reading of what may be an
	// operator behind it changes.
	if !header && !f.params {
		l.pendCmd = len(l.toks) - 1
	}
}

// declares tells whether a name here is a new variable: a parameter, the
// variable of a rescue, or a name in a pattern.
func (l *lex) declares(f *frame) bool {
	switch {
	case f.params:
		return beforeParam.has(l.prev) || l.afterStar()
	case f.lamPar && f.lam > 0:
		return l.prev == tArrow || l.prev == tComma || l.afterStar()
	case f.rescue:
		return l.prev == tRocket && !strings.ContainsRune(".[:&(", rune(l.at(l.i)))
	case f.pattern:
		switch l.prev {
		case tIn, tMatchIn, tRocket, tComma, tLBrack, tLIndex, tLParen, tLCall, tLHash, tLabel:
			return l.at(l.i) != '.' && l.at(l.i) != '('
		}
		return l.afterStar()
	}
	return false
}

// afterStar tells whether the last token is a prefix * ** or &.
func (l *lex) afterStar() bool {
	if l.prev != tUnary {
		return false
	}
	v := l.toks[len(l.toks)-1].Value
	return v[0] == '*' || v == "&"
}

// implicit tells whether w is `it` or `_1`.. of the innermost block, and marks
// the block's opener with it.
func (l *lex) implicit(w string) bool {
	numbered := numberedName(w)
	if !numbered && (w != "it" || !l.bareIt()) {
		return false
	}
	for n := len(l.frames) - 1; n > 0; n-- {
		f := &l.frames[n]
		switch {
		case f.noParams:
			if numbered {
				l.numbered(w, n)
			}
			t := &l.toks[f.tok]
			if t.Type == tLLambda || t.Type == tDoLambda {
				t = &l.toks[f.tok-1] // the ->
			}
			if !numbered {
				t.Value = w
			} else if t.Value != "it" && (t.Value[0] != '_' || t.Value < w) {
				t.Value = w
			}
			return true
		case f.kind == 'b', f.kind == 'l', f.kind == 'e' && f.word == "do":
			if numbered {
				l.fail(l.i-2, nil, "", "numbered parameter `%s`: ordinary parameters are defined", w)
			}
			return false
		case f.kind == 'd', f.kind == 'e' && newSelf[f.word]:
			return false
		}
	}
	return false
}

// newSelf are the words whose bodies see nothing of the blocks around them.
var newSelf = map[string]bool{"def": true, "class": true, "module": true}

// numbered notes that _1 is used in the block of frame n. Only one of nested
// blocks can use it.
func (l *lex) numbered(w string, n int) {
	f := &l.frames[n]
	f.numbered = true
	where := ""
	if f.inner {
		where = "inner"
	}
	for n--; n > 0; n-- {
		g := &l.frames[n]
		if g.kind == 'd' || g.kind == 'e' && newSelf[g.word] {
			break
		}
		if g.numbered {
			where = "outer"
		}
	}
	if where != "" {
		l.fail(l.i-2, nil, "", "numbered parameter `%s` is already used in an %s block", w, where)
	}
}

// bareIt tells whether nothing that makes `it` a method call follows.
func (l *lex) bareIt() bool {
	k := l.i
	for l.at(k) == ' ' || l.at(k) == '\t' {
		k++
	}
	c := l.at(k)
	switch {
	case c == '(' || c == '"' || c == '\'' || c == '{' || c == '@' || c == '$' || c == '`':
		return false
	case c == ':':
		return l.at(k+1) == ':' || isSpace(l.at(k+1))
	case c == '[' || c == '-' || c == '*' || c == '&' || c == '/' || c == '%' || c == '!':
		return k == l.i || isSpace(l.at(k+1)) || l.at(k+1) == '=' || l.at(k+1) == '&' || l.at(k+1) == '.'
	case c == '=':
		return l.at(k+1) == '=' || l.at(k+1) == '~' || l.at(k+1) == '>'
	case isIdent(c):
		e := k
		for isIdent(l.at(e)) {
			e++
		}
		switch l.src[k:e] {
		case "if", "unless", "while", "until", "rescue", "and", "or", "then", "end", "in":
			return true
		}
		return false
	}
	return true
}

// blanks is the first offset from k on without a space or tab.
func (l *lex) blanks(k int) int {
	for l.at(k) == ' ' || l.at(k) == '\t' {
		k++
	}
	return k
}

// item lexes one method's name, symbol or global of alias and undef.
func (l *lex) item() {
	for isSpace(l.at(l.i)) || l.at(l.i) == '\\' && l.at(l.i+1) == '\n' {
		l.i++
	}
	from := l.i
	switch c := l.at(from); {
	case c == ':' && (l.at(from+1) == '"' || l.at(from+1) == '\''):
		e := strings.IndexByte(l.src[from+2:], l.at(from+1))
		if e < 0 {
			e = 0
		}
		l.i = min(from+e+3, len(l.src))
		l.emitV(tDefName, from, l.src[from+2:from+2+e], sEnd)
	case c == '$':
		l.sigil(from, c)
		l.toks[len(l.toks)-1].Type = tDefName
	default:
		if c == ':' {
			l.i++
		}
		l.methodName(from)
	}
	l.st = sEnd
}

// methodName lexes a method's name as it stands behind def.
func (l *lex) methodName(from int) {
	a := l.i
	if isIdent(l.at(l.i)) && !isDigit(l.at(l.i)) {
		l.skipIdent()
		switch c, n := l.at(l.i), l.at(l.i+1); {
		case (c == '?' || c == '!') && n != '=':
			l.i++
		case c == '=' && n != '~' && n != '>' && (n != '=' || l.at(l.i+2) == '>'):
			l.i++
		}
	} else {
		l.i += opNameLen(l.src[l.i:])
	}
	if a == l.i {
		l.bad(a, "", "expected a method name")
		return
	}
	l.emitV(tDefName, from, l.src[a:l.i], sEndFn)
}

// parenSingleton lexes the receiver of `def (a).b`.
func (l *lex) parenSingleton() bool {
	l.st = sBeg
	for depth := len(l.frames); l.step(); {
		if len(l.frames) <= depth {
			l.i = l.blanks(l.i)
			return true
		}
	}
	return false
}

// singleton emits the receiver of `def self.a` and the dot.
func (l *lex) singleton(from int) {
	w := l.src[from:l.i]
	k := tIdent
	switch {
	case w[0] == '(':
		k = 0
	case w[0] == '$':
		k = tGVar
	case w == "self":
		k = tValue
	case w[0] == '@':
		k = tIVar
	case isConst(w):
		k = tConst
	case l.isLocal(w):
		k = tLocal
	}
	if k != 0 {
		l.emit(k, from, sEnd)
	}
	dot := l.i
	if l.i++; l.at(dot) == ':' {
		l.i++
	}
	l.emit(tDefDot, dot, sEndFn)
}

// endless makes the rest of the statement the body of `def a = x`; it stands
// in the tokens as a line of its own and an end.
func (l *lex) endless() {
	f := l.top()
	k := l.blanks(l.i)
	if n := l.at(k + 1); l.at(k) != '=' || n == '=' || n == '~' || n == '>' {
		f.parDone = true
		return
	}
	if t := l.toks[f.nameTok]; t.Type == tDefName && t.Value[len(t.Value)-1] == '=' && (isIdent(t.Value[0]) || t.Value == "[]=") {
		l.fail(t.Pos.Offset, nil, "give it a body with `end`", "setter method `%s` cannot be defined in an endless method definition", t.Value)
	}
	f.kind, f.header = 'd', false
	l.i = k + 1
	l.pendNL, l.pendOff = true, k
	l.st = sBeg
}

// opNameLen is the length of the operator, as a method's name, that s begins with.
func opNameLen(s string) int {
	if s == "" || !strings.ContainsRune("[<=!*+->/%~^&|`", rune(s[0])) {
		return 0
	}
	for _, o := range [...]string{
		"[]=", "<=>", "===", "[]", "==", "=~", "!=", "!~", "!@", "~@", "**", "+@", "-@", "<<", ">>", "<=", ">=",
		"+", "-", "*", "/", "%", "<", ">", "!", "~", "^", "&", "|", "`",
	} {
		if strings.HasPrefix(s, o) {
			if o == "!@" || o == "~@" {
				return 2
			}
			return len(o)
		}
	}
	return 0
}
