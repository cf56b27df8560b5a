package grammar

import (
	"fmt"
	"strings"

	"signalbox/internal/spelling"
)

// Blocks that do not balance. Ruby sees a missing `do`, or `unles` for `unless`,
// only at the end of the file, where an `end` is left over. The indentation tells
// which line was meant to open it: the file is lexed once more as if that line
// said so, and if it balances better then, that line has the error.

// balance is what tells whether the blocks and brackets of a file fit.
type balance struct {
	broken     [][2]int // stretches between an opener and a closer that does not fit
	suspect    *frame   // first block closed by an end that is indented less than the block
	suspectEnd int      // the offset of that end
	endings    []ending // that are indented more than what they close
	unbalanced int      // openers and closers without their other half
	lacksEnd   bool
	slips      []slip // that were found in the file; it is read as if they were not there
	strange    []stretch
	lost       []opener // whose closers were not found
}

// A slip is a place that unbalances a file, and how to read on.
type slip struct {
	off  int    // where the text goes on as if fix stood there
	fix  string // `do` or `{` to insert, the keyword that a word stands for, or "" to skip the word
	word bool   // fix takes the place of the word at off
	// closes is the opener that lacks its closer, which is to be inserted; nil for others
	closes *opener
	err    *SyntaxError
}

// An ending is an `end` or `}` that is indented more than what it closes.
type ending struct {
	opener int // the index of the token that it closes, -1 for none
	off    int
}

// openers are the keywords of which a misspelt one is missed by its `end`.
var openers = []string{"if", "unless", "while", "until", "case", "for", "begin", "def", "class", "module"}

// balanced lexes a file, again for each slip that was found in it.
func balanced(name, text string, o options) *lex {
	l := newLex(name, text, o.maxDepth)
	l.run()
	for range min(o.maxErrors, maxSlips) {
		better := lexed{l}.withoutSlip(text)
		if better == nil {
			break
		}
		l.release()
		l = better
	}
	return l
}

// The bounds of the search for slips, in runs of the lexer over the file.
const (
	maxSlips = 10
	maxTries = 5 // for each of them
)

// A lexed is a file that was lexed to its end: it is asked what unbalances it.
type lexed struct{ *lex }

// withoutSlip lexes the file as if one more slip were not in it; nil if there is
// none whose correction balances it better.
func (l lexed) withoutSlip(text string) *lex {
	if l.unbalanced == 0 && !l.stop || l.swallows() != nil {
		return nil
	}
	slips := l.findSlips()
	for _, s := range slips[:min(len(slips), maxTries)] {
		next := newLex(l.file, text, l.max)
		next.slips = append(append(next.slips, l.slips...), s)
		next.run()
		if !next.stop && (l.stop || next.unbalanced < l.unbalanced) {
			return next
		}
		next.release()
	}
	return nil
}

// slipAt returns the slip at an offset, nil for none.
func (l *lex) slipAt(off int) *slip {
	for i := range l.slips {
		if l.slips[i].off == off {
			return &l.slips[i]
		}
	}
	return nil
}

// findSlips returns what may unbalance the file, the likeliest first.
func (l lexed) findSlips() (found []slip) {
	found = l.missingClosers()
	if l.stop {
		return found
	}
	if l.lacksEnd {
		found = l.misspeltEnds(found)
	}
	for _, e := range l.endings {
		if s, ok := l.openerOf(e); ok {
			found = append(found, s)
		}
	}
	return found
}

// misspeltEnds finds lines that say `edn`.
func (l lexed) misspeltEnds(found []slip) []slip {
	for i, t := range l.toks {
		if t.Type == tIdent && l.startsLine(i) && (l.toks[i+1].Type == tNL || endsBody.has(l.toks[i+1].Type)) && nearKeyword(t.Value, "end") != "" {
			found = append(found, slip{off: t.Pos.Offset, fix: "end", word: true, err: &SyntaxError{
				Pos: t.Pos, Msg: fmt.Sprintf("`%s` is not a keyword: a block has no `end`", t.Value), Hint: "did you mean `end`?",
			}})
		}
	}
	return found
}

// nearKeyword returns the keyword that a word seems to be a slip of, "" for none.
// Of short ones only the order of letters, their case and doubled ones may differ.
func nearKeyword(word string, keywords ...string) string {
	near := spelling.Nearest(word, keywords)
	if len(near) > 3 || near == "" {
		return near
	}
	for _, c := range strings.ToLower(word) {
		if !strings.ContainsRune(near, c) {
			return ""
		}
	}
	if len(word) < len(near) {
		return ""
	}
	return near
}

// startsLine reports whether the token i is the first one on its line, and begins
// a statement.
func (l lexed) startsLine(i int) bool {
	if !l.firstOnLine(l.toks[i].Pos.Offset) {
		return false
	}
	if i == 0 {
		return true
	}
	before := l.toks[i-1].Type
	return before == tNL || before == tPipe || opens.has(before) || endsBody.has(before) || before == tThen
}

// openerOf finds the slip that made an `end` close a block of lines indented less:
// the statement before it with its own indentation, behind which deeper ones
// stand, was meant to open a block.
func (l lexed) openerOf(e ending) (s slip, ok bool) {
	width := l.indent(e.off)
	last, inside, closed, depth := -1, false, false, 0
	for i := e.opener + 1; i < len(l.toks) && l.toks[i].Pos.Offset < e.off; i++ {
		t := l.toks[i].Type
		if depth == 0 && t != tNL && l.startsLine(i) {
			switch in := l.indent(l.toks[i].Pos.Offset); {
			case in > width:
				inside = inside || last >= 0 && !closed
			case in == width && !endsBody.has(t):
				last, inside, closed = i, false, false
			default:
				last = -1
			}
		}
		switch {
		case opens.has(t):
			depth++
		case depth > 0 && closes.has(t):
			depth--
			closed = t == tEnd
		}
	}
	if last < 0 {
		return s, false
	}
	return l.slipOf(last, inside, closed, e)
}

// slipOf makes the slip of the statement at the token i, which was to open the
// block of e. Statements in that block follow if inside is true; with closed, the
// statement has a block of its own.
func (l lexed) slipOf(i int, inside, closed bool, e ending) (s slip, ok bool) {
	first, by := l.toks[i], l.endingText(e.off)
	from := first.Pos.Offset
	note := []Note{{l.pos(e.off), "by its indentation, this `" + by + "` belongs to it"}}
	if kw := nearKeyword(first.Value, openers...); by == "end" && kw != "" && (first.Type == tCmd || first.Type == tIdent || first.Type == tConst) {
		err := &SyntaxError{Pos: first.Pos, Msg: fmt.Sprintf("`%s` is not a keyword", first.Value), Notes: note, Hint: "did you mean `" + kw + "`?"}
		return slip{off: from, fix: kw, word: true, err: err}, true
	}
	end, bars := l.statementEnd(i, e.off)
	opener, where := map[string]string{"end": "do", "}": "{"}[by], "at the end of the line"
	switch {
	case l.reported(from, e.off), !inside && bars < 0 && e.opener < 0:
		return s, false
	case bars >= 0:
		end, where = l.toks[bars].Pos.Offset, "before the block's parameters"
	case !inside:
		err := &SyntaxError{Pos: l.pos(e.off), Msg: fmt.Sprintf("unexpected `%s`: by its indentation, it closes nothing", by), Hint: "remove it"}
		if !closed {
			err.Hint += fmt.Sprintf(", or add `%s` at the end of line %d", opener, first.Pos.Line)
		}
		return slip{off: e.off, word: true, err: err}, true
	}
	if w := l.lastWord(i, end); bars < 0 && by == "end" && w != nil {
		err := &SyntaxError{Pos: w.Pos, Msg: fmt.Sprintf("`%s` is not a keyword", w.Value), Notes: note, Hint: "did you mean `do`?"}
		return slip{off: w.Pos.Offset, fix: "do", word: true, err: err}, true
	}
	err := &SyntaxError{Pos: l.pos(l.codeEnd(from, end)), Msg: fmt.Sprintf("missing `%s` %s", opener, where), Notes: note, Hint: fmt.Sprintf("add `%s` here", opener)}
	return slip{off: end, fix: opener, err: err}, true
}

func (l lexed) endingText(off int) string {
	if l.at(off) == '}' {
		return "}"
	}
	return "end"
}

// reported reports whether an error between two offsets tells already why they do
// not belong together: `else` without `if`.
func (l lexed) reported(from, to int) bool {
	for _, e := range l.errs {
		if off := e.Position().Offset; from < off && off < to && l.firstOnLine(off) && l.indent(off) == l.indent(to) {
			return true
		}
	}
	return false
}

// statementEnd returns the offset of the line's end that ends the statement from
// the token i on, or the index of the `|` before parameters that end an earlier
// line: `each |x|`. Otherwise bars is -1.
func (l lexed) statementEnd(i, limit int) (end, bars int) {
	bars = -1
	line := l.toks[i].Pos.Line
	for k := i; k < len(l.toks); k++ {
		t := l.toks[k]
		switch {
		case t.Type == tNL && t.Pos.Offset < limit:
			return t.Pos.Offset, -1
		case t.Type == tEOF || t.Pos.Offset >= limit:
			return limit, -1
		case t.Type == tOp && t.Value == "|" && t.Pos.Line == line && bars < 0:
			bars = k
		case t.Type == tOp && t.Value == "|" && t.Pos.Line == line && l.toks[k+1].Pos.Line > line:
			return 0, bars
		}
	}
	return limit, -1
}

// lastWord returns the token before an offset if it is a slip of `do`.
func (l lexed) lastWord(i, end int) *token {
	for i+1 < len(l.toks) && l.toks[i+1].Pos.Offset < end {
		i++
	}
	if t := &l.toks[i]; t.Type == tIdent && nearKeyword(t.Value, "do") != "" {
		return t
	}
	return nil
}

// codeEnd returns the offset behind the last code between two offsets of a line.
func (l lexed) codeEnd(from, end int) int {
	for _, c := range l.comments {
		if off := c.Pos.Offset; from < off && off < end && strings.IndexByte(l.src[off:end], '\n') < 0 {
			end = off
		}
	}
	return from + len(strings.TrimRight(l.src[from:end], " \t\r\n"))
}

// insert opens the block that a slip lacks.
func (l *lex) insert(s *slip) {
	if s.fix == "do" {
		kwDo(l, keywords["do"], "do", s.off)
		return
	}
	k := tDo
	if f := l.top(); f.cmd {
		f.cmd = false
		k = tDoBlock
	}
	l.emitV(k, s.off, "", sBeg)
	l.push('b', "{", s.off).noParams = true
}
