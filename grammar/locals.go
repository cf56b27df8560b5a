package grammar

import "strings"

// variables are the local variables that are known at the place where the lexer is.
type variables struct {
	locals []local
	index  map[string]int // name to its place in locals + 1
}

type local struct {
	name string
	prev int // the index that the name had before
}

func (l *lex) forget(n int) {
	for len(l.locals) > n {
		last := l.locals[len(l.locals)-1]
		l.index[last.name] = last.prev
		l.locals = l.locals[:len(l.locals)-1]
	}
}

func (l *lex) isLocal(name string) bool {
	if len(l.locals) == l.top().base {
		return false
	}
	return l.index[name] > l.top().base
}

func (l *lex) declare(name string) {
	if !l.isLocal(name) {
		l.locals = append(l.locals, local{name, l.index[name]})
		l.index[name] = len(l.locals)
	}
}

// declareLast makes the name before an assignment a local variable.
func (l *lex) declareLast() {
	n := len(l.toks) - 1
	if n < 0 || l.toks[n].Type != tIdent || l.toks[n].Value == "yield" || l.toks[n].Value == "super" {
		return
	}
	if n > 0 && (l.toks[n-1].Type == tDot || l.toks[n-1].Type == tScope || l.toks[n-1].Type == tTopScope) {
		return
	}
	l.declare(l.toks[n].Value)
	l.toks[n].Type = tLocal
}

var (
	inTargets = kinds(tIdent, tLocal, tConst, tIVar, tGVar, tCVar, tValue, tDot, tScope, tTopScope, tComma, tUnary)
	// beforeStmt: kinds behind which a statement can begin.
	beforeStmt = kinds(tNL, tLParen, tLBlock, tLLambda, tDo, tDoBlock, tDoLambda, tDoCond, tPipe, tThen, tElse, tBegin, tEnsure, tInterpBeg)
)

// declareTargets declares what stands left of a `=`: one name, or the names of
// a multiple assignment.
func (l *lex) declareTargets() {
	l.declareLast()
	if l.top().params || !l.endsStmt() {
		return
	}
	i, commas := l.targetsStart()
	if !commas {
		return
	}
	depth := 0
	for k := i; k < len(l.toks); k++ {
		t := &l.toks[k]
		switch {
		case t.Type == tLIndex || t.Type == tLCall || depth > 0 && opens.has(t.Type):
			depth++
		case depth > 0 && closes.has(t.Type):
			depth--
		case depth == 0 && t.Type == tIdent:
			first := k == i || l.toks[k-1].Type == tComma || l.toks[k-1].Type == tUnary || l.toks[k-1].Type == tLParen
			last := k+1 == len(l.toks) || l.toks[k+1].Type == tComma || l.toks[k+1].Type == tRParen
			if first && last {
				l.declare(t.Value)
				t.Type = tLocal
			}
		}
	}
}

// targetsStart finds the first token of a multiple assignment's left side.
func (l *lex) targetsStart() (i int, commas bool) {
	depth := 0
	for i = len(l.toks) - 1; i >= 0; i-- {
		k := l.toks[i].Type
		switch {
		case closes.has(k) && (depth > 0 || k == tRParen || k == tRBrack):
			depth++
			commas = commas || k == tRParen
		case depth > 0:
			if opens.has(k) {
				depth--
			}
		case k == tComma:
			commas = true
		case k == tUnary && l.toks[i].Value != "*", !inTargets.has(k):
			return i + 1, commas && beforeStmt.has(k)
		}
	}
	return 0, commas
}

// namedCaptures declares the groups of `/(?<a>.)/ =~ x`.
func (l *lex) namedCaptures() {
	n := len(l.toks) - 2 // before the operator
	if n < 2 || l.toks[n].Type != tRegexEnd || l.toks[n-1].Type != tStrText || l.toks[n-2].Type != tRegexBeg {
		return
	}
	for s := l.toks[n-1].Value; ; {
		i := strings.Index(s, "(?<")
		if i < 0 {
			return
		}
		s = s[i+3:]
		e := strings.IndexByte(s, '>')
		if e > 0 && (s[0] == '_' || s[0] >= 'a' && s[0] <= 'z') {
			l.declare(s[:e])
		}
	}
}
