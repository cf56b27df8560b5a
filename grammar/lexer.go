package grammar

import (
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
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

// frame is one open bracket or block, with what the lexer must remember of it.
type frame struct {
	kind byte   // r file, e ...end, ( group, c arguments, [ , h hash, b block, l lambda, i interpolation, | parameters, d endless def
	word string // the opener as written
	off  int    // its offset
	tok  int    // its index in toks

	locals    int // number of locals outside
	base      int // index of the first visible local
	lamLocals int // number of locals before the parameters of a pending ->
	lam       int // -> seen whose body is still to come
	tern      int // ? of ternaries still open
	ops       int // levels that the current statement adds to the nesting
	cmds      int // the part of ops that a comma does not end
	elsifs    int
	nameTok   int // of a def: the index of its name

	jump     bool // inside the values of a return
	cmd      bool // inside the arguments of a command call
	cond     bool // a while, until or for waits for its do
	head     bool // the condition of an if, when, while.. is not over: then, do or a line's end is to come
	numbered bool // _1 is used in this block
	inner    bool // _1 is used in a block within
	header   bool // of def, class, module: not finished
	params   bool // names declare locals here
	lamPar   bool // bare parameters of a ->
	pattern  bool // names in the current pattern declare locals
	rescue   bool // between rescue and the end of its line
	clause   bool // a rescue clause, or an in of a case, was seen
	newScope bool // locals end with the first line, of class and module
	parDone  bool // a def's parameters are over, its line is not
	noParams bool // a block without parameters: _1 and it mean them
}

type local struct {
	name string
	prev int // the index that the name had before
}

// lex turns one file into tokens.
type lex struct {
	file string
	src  string
	max  int // deepest nesting allowed
	i    int
	st   state
	toks []lexer.Token
	next int

	frames []frame
	ops    int // sum over frames
	locals []local
	index  map[string]int // name to its place in locals + 1

	lines                    []int // offsets of line starts
	ln, anchorOff, anchorCol int   // the last position computed

	prev       kind // the last token
	pendNL     bool // a statement ended; told when something follows
	pendHead   bool // it was a condition: its end is told in any case
	pendOff    int
	pendCmd    int // index of a name that may become a command call, or -1
	resume     int // offset behind the heredoc bodies that begin on this line
	stop       bool
	errs       []positioned
	broken     [][2]int // stretches between an opener and a closer that does not fit
	comments   []Comment
	rare       bool     // words were seen that check looks at
	suspect    *frame   // first block closed by an end that is indented less than the block
	suspectEnd int      // the offset of that end
	endings    []ending // that are indented more than what they close
	unbalanced int      // openers and closers without their other half
	lacksEnd   bool
	slips      []slip // that were found in the file; it is read as if they were not there
	strange    []stretch
}

// definition makes the lexer known to participle.
type definition struct{}

// Symbols implements lexer.Definition.
func (definition) Symbols() map[string]kind { return kindNames }

// Lex implements lexer.Definition.
func (definition) Lex(file string, r io.Reader) (lexer.Lexer, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l := newLex(file, string(b), defaultMaxDepth)
	l.run()
	return l, nil
}

func newLex(file, src string, maxDepth int) *lex {
	l := &lex{file: file, src: src, max: maxDepth, pendCmd: -1, anchorCol: 1, index: map[string]int{}}
	if strings.HasPrefix(src, "\xef\xbb\xbf") {
		l.i = 3
	}
	l.lines = append(make([]int, 0, len(src)/32+1), l.i)
	for i := l.i; ; {
		j := strings.IndexByte(src[i:], '\n')
		if j < 0 {
			break
		}
		i += j + 1
		l.lines = append(l.lines, i)
	}
	l.anchorOff = l.i
	l.toks = (*tokenBuffers.Get().(*[]lexer.Token))[:0]
	if n := min(len(src)/4, 1<<16); cap(l.toks) < n {
		l.toks = make([]lexer.Token, 0, n)
	}
	l.frames = append(make([]frame, 0, 16), frame{kind: 'r', word: "file", tok: -1})
	return l
}

// tokenBuffers keeps the token lists of past files; the tree holds none of them.
var tokenBuffers = sync.Pool{New: func() any {
	b := make([]lexer.Token, 0, 4096)
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

// Next implements lexer.Lexer.
func (l *lex) Next() (lexer.Token, error) {
	t := l.toks[l.next]
	l.next++
	return t, nil
}

// pos is the position of an offset. Positions are mostly asked in order, so it
// counts the characters from the last one on the same line.
func (l *lex) pos(off int) Pos {
	n := l.ln
	if off < l.lines[n] || n+1 < len(l.lines) && off >= l.lines[n+1] {
		n++
		if n >= len(l.lines) || off < l.lines[n] || n+1 < len(l.lines) && off >= l.lines[n+1] {
			n = max(sort.SearchInts(l.lines, off+1)-1, 0)
		}
		l.ln, l.anchorOff, l.anchorCol = n, l.lines[n], 1
	} else if off < l.anchorOff {
		l.anchorOff, l.anchorCol = l.lines[n], 1
	}
	if off > l.anchorOff {
		l.anchorCol += utf8.RuneCountInString(l.src[l.anchorOff:off])
		l.anchorOff = off
	}
	return Pos{Filename: l.file, Offset: off, Line: n + 1, Column: l.anchorCol}
}

func (l *lex) top() *frame { return &l.frames[len(l.frames)-1] }

// push opens a frame whose opener is the last token.
func (l *lex) push(kind byte, word string, off int) *frame {
	if l.deep() {
		l.tooDeep(off)
	}
	f := l.top()
	l.frames = append(l.frames, frame{
		kind: kind, word: word, off: off, tok: len(l.toks) - 1, locals: len(l.locals), base: f.base,
		pattern: f.pattern && (kind == '[' || kind == '(' || kind == 'c' || kind == 'h'),
	})
	return l.top()
}

func (l *lex) deep() bool { return len(l.frames)+l.ops > l.max }

func (l *lex) tooDeep(off int) {
	if !l.stop {
		l.fail(off, nil, "", "nested too deep: more than %d levels", l.max)
		l.stop = true
	}
}

// pop closes the top frame and forgets the locals it declared.
func (l *lex) pop() {
	f := l.top()
	l.ops -= f.ops
	if f.numbered || f.inner {
		if g := &l.frames[len(l.frames)-2]; f.kind != 'd' && !newSelf[f.word] {
			g.inner = true
		}
	}
	switch f.kind {
	case 'b', 'l', 'd':
		l.forget(f.locals)
	case 'e':
		switch f.word {
		case "do", "def", "class", "module":
			l.forget(f.locals)
		}
	}
	l.frames = l.frames[:len(l.frames)-1]
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
		l.toks = append(l.toks, lexer.Token{Type: tNL, Value: "\n", Pos: l.pos(l.pendOff)})
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
	l.toks = append(l.toks, lexer.Token{Type: k, Value: v, Pos: l.pos(from)})
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

// at is the byte at an offset, 0 outside of the file.
func (l *lex) at(k int) byte {
	if k >= 0 && k < len(l.src) {
		return l.src[k]
	}
	return 0
}

// run lexes the whole file and closes what is left open.
func (l *lex) run() {
	if l.lineStart() {
		for !l.stop && l.step() {
		}
	}
	l.finish()
}

func (l *lex) finish() {
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
	l.toks = append(l.toks, lexer.EOFToken(l.pos(end)))
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
