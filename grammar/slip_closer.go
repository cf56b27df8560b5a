package grammar

import (
	"fmt"
	"strings"
)

// Brackets without their closers. Ruby sees them at the `end` of an outer block,
// far below: a statement that begins a line with no more indentation than the one
// of the opener tells that the closer belongs before it.

// maxLost bounds the openers of which the closers are looked for at once.
const maxLost = 2

// missingClosers returns the slips of openers without closers.
func (l lexed) missingClosers() (found []slip) {
	tried := 0
	for i := range l.lost {
		op := &l.lost[i]
		if op.kind == 'e' || op.kind == 'd' || l.stop != (op.kind == 'i') {
			continue
		}
		if tried++; tried > maxLost {
			break
		}
		switch op.kind {
		case 'i':
			found = l.closerAt(found, op, l.quoteBehind(op), 0)
		case '|':
			found = l.closerAt(found, op, l.lineEnd(op.off), 0)
		default:
			do, line := l.placesOf(op)
			found = l.closerAt(found, op, do, 1)
			found = l.closerAt(found, op, line, 0)
		}
	}
	return found
}

// closerAt adds the slip of an opener whose closer belongs to an offset, negative
// for none, with so many spaces behind it.
func (l lexed) closerAt(found []slip, op *opener, off, spaces int) []slip {
	if off < 0 {
		return found
	}
	by, at := closerOf[op.kind], l.codeEnd(op.off, off)
	if spaces == 0 && l.at(off) != '\n' {
		at = off // spaces of a string
	}
	place := l.pos(at)
	err := &SyntaxError{Pos: place, Msg: fmt.Sprintf("missing `%s` to close `%s`", by, op.word), Hint: fmt.Sprintf("add `%s` here", by), Notes: []Note{{l.pos(op.off), "`" + op.word + "` opened here"}}}
	return append(found, slip{off: off, fix: by, closes: op, err: err})
}

// lineEnd returns the offset of the end of a line.
func (l lexed) lineEnd(off int) int {
	if n := strings.IndexByte(l.src[off:], '\n'); n >= 0 {
		return off + n
	}
	return -1
}

// quoteBehind returns the offset of the quote that ends, on its line, the string of
// an interpolation; negative for none.
func (l lexed) quoteBehind(op *opener) int {
	depth := 0
	for i := op.tok - 1; i >= 0; i-- {
		switch t := l.toks[i]; t.Type {
		case tStrEnd, tRegexEnd:
			depth++
		case tStrBeg, tSymBeg, tRegexBeg, tXStrBeg:
			if depth--; depth >= 0 {
				continue
			}
			if t.Value == "" { // a word of a list
				return -1
			}
			_, quote := mate(t.Value[len(t.Value)-1])
			end := l.lineEnd(op.off)
			if end < 0 {
				end = len(l.src)
			}
			if n := strings.IndexByte(l.src[op.off:end], quote); n >= 0 {
				return op.off + n
			}
			return -1
		}
	}
	return -1
}

// placesOf returns the offset of the `do` that ends the line of an opener, and that
// of the line's end before the first later line that is indented no more than it.
// They are negative where there is none.
func (l lexed) placesOf(op *opener) (do, line int) {
	do, line = -1, -1
	width, first := l.indent(op.off), l.pos(op.off).Line
	for i := op.tok + 1; i < len(l.toks); i++ {
		t := &l.toks[i]
		if t.Pos.Line == first && dos.has(t.Type) {
			do = t.Pos.Offset
		}
		if t.Pos.Line == first || t.Type == tNL || t.Type == tBad || !l.firstOnLine(t.Pos.Offset) || l.indent(t.Pos.Offset) > width {
			continue
		}
		before := l.toks[i-1]
		for k := i - 1; before.Type == tNL || before.Type == tBad; before = l.toks[k] {
			k--
		}
		if before.Pos.Line < t.Pos.Line && beginsAnew(t, &before) {
			line = l.lineEnd(before.Pos.Offset)
		}
		return do, line
	}
	return do, line
}

// beginsAnew reports whether a token begins another statement than the one that the
// token before it belongs to.
func beginsAnew(t, before *token) bool {
	switch {
	case t.Type == tEOF, asksValue.has(before.Type) && before.Type != tComma:
		return false
	case before.Type == tComma:
		return t.Type == tCmd || t.Type == tNestCmd || t.Type == tEnd
	}
	return startsExpr.has(t.Type) || endsBody.has(t.Type)
}

// closeMissing closes the openers of slips whose closers belong to an offset; it
// reports whether there was one.
func (l *lex) closeMissing(off int) (found bool) {
	for _, s := range l.slips {
		f := l.top()
		if s.off != off || s.closes == nil || f.off != s.closes.off || f.kind != s.closes.kind {
			continue
		}
		found = true
		switch f.kind {
		case '|':
			l.pop()
			l.emitV(tPipe, off, "|", sBeg)
			continue
		case 'i':
			l.emitV(tInterpEnd, off, "", sEnd)
		case '(', 'c':
			l.emitV(tRParen, off, ")", sEnd)
		case '[':
			l.emitV(tRBrack, off, "]", sEnd)
		default:
			l.emitV(tRBrace, off, "}", sEnd)
		}
		l.closed()
	}
	return found
}
