package grammar

import (
	"fmt"
	"strings"
	"sync"
)

// state is what the lexer expects next, as in Ruby's own lexer.
type state uint8

const (
	sBeg   state = iota // an expression
	sMid                // an expression, but the end of the line ends the statement (after return)
	sArg                // an argument may follow (after a method's name)
	sEnd                // an operator (after a value)
	sDot                // a method's name
	sClass              // a class's name
	sEndFn              // parameters (after def's name)
)

// lex turns one file into tokens.
type lex struct {
	source
	nesting
	variables
	pending
	balance

	i        int
	st       state
	toks     []token
	prev     kind // the last token
	resume   int  // offset behind the heredoc bodies that begin on this line
	stop     bool
	errs     []positioned
	comments []Comment
	rare     bool // words were seen that check looks at
}

// pending is what the next token decides.
type pending struct {
	pendNL   bool // a statement ended; told when something follows
	pendHead bool // it was a condition: its end is told in any case
	pendOff  int
	pendCmd  int // index of a name that may become a command call, or -1
}

func newLex(file, src string, maxDepth int) *lex {
	l := &lex{source: newSource(file, src), nesting: nesting{max: maxDepth}, variables: variables{index: map[string]int{}}, pending: pending{pendCmd: -1}}
	l.i = l.lines[0]
	l.toks = (*tokenBuffers.Get().(*[]token))[:0]
	if n := min(len(src)/4, 1<<16); cap(l.toks) < n {
		l.toks = make([]token, 0, n)
	}
	l.frames = append(make([]frame, 0, 16), frame{opener: opener{kind: 'r', word: "file", tok: -1}})
	return l
}

// tokenBuffers keeps the token lists of past files; the tree holds none of them.
var tokenBuffers = sync.Pool{New: func() any {
	b := make([]token, 0, 4096)
	return &b
}}

// release gives the tokens back.
func (l *lex) release() {
	if cap(l.toks) > 1<<20 {
		return
	}
	clear(l.toks) // they hold on to the source
	tokenBuffers.Put(&l.toks)
}

// fail reports an error; the caller goes on with something sensible.
func (l *lex) fail(off int, notes []Note, hint, format string, a ...any) {
	l.errs = append(l.errs, &SyntaxError{Pos: l.pos(min(off, len(l.src))), Msg: fmt.Sprintf(format, a...), Notes: notes, Hint: hint})
}

// bad is fail, with a token that makes the parser drop the statement.
func (l *lex) bad(off int, hint, format string, a ...any) {
	l.fail(off, nil, hint, format, a...)
	l.emitV(tBad, off, "", sEnd)
}

// emit appends the token src[from:l.i].
func (l *lex) emit(k kind, from int, st state) {
	l.emitV(k, from, l.src[from:l.i], st)
}

func (l *lex) emitV(k kind, from int, v string, st state) {
	if dropsNL.has(k) && (!l.pendHead || k == tThen) {
		l.pendNL = false
		if l.prev == tComma && dropsComma.has(k) && l.dropComma() {
			v = "," + v
		}
	} else if l.pendNL {
		l.pendNL = false
		l.toks = append(l.toks, token{Type: tNL, Value: "\n", Pos: l.pos(l.pendOff)})
	}
	if l.prev == tLabel && endsShorthand.has(k) {
		l.shorthand()
	}
	if l.pendCmd >= 0 {
		l.settleCmd(k)
	}
	if deepens[k] {
		l.ops++
		l.top().ops++
		if k == tNestCmd || k == tCmd {
			l.top().cmds++
		}
		if l.deep() {
			l.tooDeep(from)
		}
	} else if k == tComma {
		f := l.top()
		l.ops -= f.ops - f.cmds
		f.ops = f.cmds
	}
	l.pendHead = false
	l.toks = append(l.toks, token{Type: k, Value: v, Pos: l.pos(from), End: l.i})
	l.prev = k
	l.st = st
}

// dropComma drops the comma before a closer where Ruby does.
func (l *lex) dropComma() bool {
	n := len(l.toks) - 1
	if f := l.top(); f.params || strings.IndexByte("c[h", f.kind) < 0 || l.toks[n-1].Type == tComma || opens.has(l.toks[n-1].Type) {
		return false
	}
	l.toks = l.toks[:n]
	return true
}

// shorthand writes the value that `a:` alone stands for behind it.
func (l *lex) shorthand() {
	f := l.top()
	if f.params || f.pattern || f.lamPar {
		return
	}
	t := l.toks[len(l.toks)-1]
	if !isLabel(t.Value) || !isIdent(t.Value[len(t.Value)-1]) {
		return
	}
	switch {
	case isConst(t.Value):
		t.Type = tConst
	case l.isLocal(t.Value):
		t.Type = tLocal
	default:
		t.Type = tIdent
	}
	l.toks = append(l.toks, t)
	l.prev, l.st = t.Type, sEnd
}

// settleCmd decides whether the name before the token k is a command call.
func (l *lex) settleCmd(k kind) {
	t := &l.toks[l.pendCmd]
	l.pendCmd = -1
	if !beginsArg.has(k) {
		return
	}
	f := l.top()
	switch {
	case t.Type == tJump:
		t.Type = tCmdJump
		f.jump = true
		return
	case f.cmd:
		t.Type = tNestCmd
	default:
		t.Type = tCmd
		f.cmd = true
	}
	l.ops++
	f.ops++
	f.cmds++
	if l.deep() {
		l.tooDeep(t.Pos.Offset)
	}
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

func isIdent(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// run lexes the whole file and closes what is left open.
func (l *lex) run() {
	if l.lineStart() {
		for !l.stop && l.step() {
		}
	}
	l.finish()
}

func (l *lex) finish() {
	for i := len(l.frames) - 1; i > 0; i-- {
		l.lost = append(l.lost, l.frames[i].opener)
	}
	if !l.stop {
		l.popEndless()
		if n := len(l.frames) - 1; n > 0 {
			l.unbalanced += n
			l.lacksEnd = true
			l.unclosed()
		}
	}
	if l.prev == tLabel {
		l.shorthand()
	}
	end := len(l.src)
	if len(l.frames) > 1 && l.st != sEnd {
		l.emitV(tBad, end, "", sEnd)
	}
	for len(l.frames) > 1 {
		l.closeTop(end)
	}
	if l.stop {
		l.emitV(tBad, end, "", sEnd)
	}
	l.toks = append(l.toks, token{Type: tEOF, Pos: l.pos(end)})
}

// closeTop emits the closer that is missing for the top frame.
func (l *lex) closeTop(off int) {
	f := l.top()
	k := map[byte]kind{'e': tEnd, 'd': tEnd, '(': tRParen, 'c': tRParen, '[': tRBrack, 'h': tRBrace, 'b': tRBrace, 'l': tRBrace, 'i': tInterpEnd, '|': tPipe}[f.kind]
	for range f.elsifs {
		l.emitV(k, off, "", sEnd)
	}
	l.emitV(k, off, "", sEnd)
	wasInterp := f.kind == 'i'
	l.pop()
	if wasInterp {
		l.emitV(tStrEnd, off, "", sEnd)
	}
}

var closerOf = map[byte]string{'e': "end", '(': ")", 'c': ")", '[': "]", 'h': "}", 'b': "}", 'l': "}", 'i': "}", '|': "|", 'd': "end"}

// unclosed reports the opener without closer at the end of the file. The top
// frame is the outermost candidate; indentation tells which inner block lost
// its end.
func (l *lex) unclosed() {
	f := l.top()
	if l.suspect != nil && f.kind == 'e' {
		f = l.suspect
	}
	var notes []Note
	if f == l.suspect {
		notes = []Note{{l.pos(l.suspectEnd), "by its indentation, this `end` closes an outer block"}}
	}
	what := "it"
	if f.kind == 'e' || f.kind == 'b' || f.kind == 'l' {
		what = "the block"
	}
	l.fail(f.off, notes, fmt.Sprintf("add `%s` where %s should close", closerOf[f.kind], what), "missing `%s` for this `%s`", closerOf[f.kind], f.word)
}

// indent is the width of the white space at the start of the line of off.
func (l *lex) indent(off int) int {
	for off > 0 && l.src[off-1] != '\n' {
		off--
	}
	n := off
	for l.at(n) == ' ' || l.at(n) == '\t' {
		n++
	}
	return n - off
}

// checkIndent remembers the first frame whose end stands left of its opener, and
// the ends that stand right of it.
func (l *lex) checkIndent(f *frame, end int) {
	if !l.firstOnLine(end) {
		return
	}
	switch own, opener := l.indent(end), l.indent(f.off); {
	case own < opener && l.suspect == nil:
		g := *f
		l.suspect, l.suspectEnd = &g, end
	case own > opener:
		l.endings = append(l.endings, ending{f.tok, end})
	}
}

// firstOnLine tells whether only white space stands before off on its line.
func (l *lex) firstOnLine(off int) bool {
	for off > 0 && (l.src[off-1] == ' ' || l.src[off-1] == '\t') {
		off--
	}
	return off == 0 || l.src[off-1] == '\n'
}

// endsStmt tells whether a newline means something in the top frame.
func (l *lex) endsStmt() bool {
	switch l.top().kind {
	case 'r', 'e', '(', 'b', 'l', 'i', 'd':
		return true
	}
	return false
}

// endStmt ends the current statement.
func (l *lex) endStmt(off int) {
	if l.prev == tLabel {
		l.shorthand()
	}
	l.popEndless()
	f := l.top()
	f.cmd, f.cond, f.header, f.tern, f.rescue, f.pattern, f.lamPar = false, false, false, 0, false, false, false
	f.parDone, f.jump = false, false
	l.pendHead = l.pendHead || f.head
	f.head = false
	if f.newScope {
		f.base, f.locals, f.newScope = len(l.locals), len(l.locals), false
	}
	l.ops -= f.ops - f.elsifs
	f.ops, f.cmds = f.elsifs, f.elsifs
	if f.kind == 'e' {
		f.params = false
	}
	l.pendCmd = -1
	l.pendNL = true
	l.pendOff = off
	l.st = sBeg
}

// popEndless ends the bodies of endless defs, which stand there as if written
// with an end.
func (l *lex) popEndless() {
	for l.top().kind == 'd' {
		l.emitV(tEnd, l.i, "", sEnd)
		l.pop()
	}
}
