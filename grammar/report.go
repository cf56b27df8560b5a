package grammar

import (
	"errors"
	"regexp"
	"slices"
	"sort"
	"strings"

	"signalbox/internal/spelling"
)

// collect gathers the errors of lexer and parser in the order of their places.
func collect(f *File, l *lex, err error, limit int) Errors {
	errs := l.lookAlikes()
	if len(errs) > 0 {
		return errs[:min(len(errs), max(limit, 1))]
	}
	last := len(l.src)
	if n := len(l.errs); l.stop && n > 0 { // what the parser missed behind is no news
		last = l.errs[n-1].Position().Offset
	}
	lines := map[int]bool{}
	l.swallowed()
	for _, s := range l.slips {
		errs = append(errs, s.err)
		lines[s.err.Pos.Line] = true
	}
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
		se = l.missingQuote(l.misspeltKeyword(se))
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
	errs = l.conflicts(errs)
	return errs[:min(len(errs), max(limit, 1))]
}

// swallowed puts the error of a literal that took the opener of a later one for its
// closer in the place of those that follow from it.
func (l *lex) swallowed() {
	e := l.swallows()
	if e == nil || !slices.ContainsFunc(l.errs, e.before) {
		return
	}
	l.errs = append(slices.DeleteFunc(l.errs, e.before), e)
	l.broken = append(l.broken, [2]int{e.Pos.Offset, len(l.src)})
}

// before reports whether another error stands behind e.
func (e *SyntaxError) before(other positioned) bool { return other.Position().Offset > e.Pos.Offset }

// conflictMarker are the lines that a merge leaves where two sides conflict.
var conflictMarker = regexp.MustCompile(`(?m)^(<{7}|\|{7}|={7}|>{7})(?: .*)?\r?$`)

// conflicts puts one error for each conflict of a merge in the place of all others, if
// one of them stands on its lines.
func (l *lex) conflicts(errs Errors) Errors {
	lines := map[int]bool{}
	for _, e := range errs {
		lines[e.(positioned).Position().Line] = true
	}
	var found Errors
	var open *SyntaxError
	named := false
	for _, at := range conflictMarker.FindAllStringSubmatchIndex(l.src, -1) {
		pos := l.pos(at[0])
		named = named || lines[pos.Line]
		switch marker := l.src[at[2]:at[3]]; {
		case marker[0] == '<':
			open = &SyntaxError{Pos: pos, Msg: "the conflict of a merge is not resolved", Hint: "keep one of its sides, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`"}
		case open == nil:
		case marker[0] == '=':
			open.Notes = append(open.Notes, Note{pos, "the other side begins here"})
		case marker[0] == '>' && len(open.Notes) > 0:
			open.Notes = append(open.Notes, Note{pos, "it ends here"})
			found, open = append(found, open), nil
		}
	}
	if !named || len(found) == 0 {
		return errs
	}
	return found
}

// lookAlikes are the errors of names with characters that were meant to be Ruby's
// quotes, dashes and spaces; one a line. Whatever else is wrong follows from them.
func (l *lex) lookAlikes() (errs Errors) {
	line := 0
	for _, t := range l.toks {
		if t.Pos.Line == line || !isName.has(t.Type) {
			continue
		}
		if c, off, ok := spelling.FindLookAlike(t.Value); ok {
			at := l.pos(t.Pos.Offset + off)
			errs = append(errs, &SyntaxError{Pos: at, Msg: c.Error(), Hint: c.Hint()})
			line = at.Line
		}
	}
	return errs
}

// misspeltKeyword adds to an error at a name what keyword it may be a slip of.
func (l *lex) misspeltKeyword(e *SyntaxError) *SyntaxError {
	off, end := e.Pos.Offset, e.Pos.Offset
	for isIdent(l.at(end)) {
		end++
	}
	if end == off || e.Hint != "" {
		return e
	}
	if kw := nearKeyword(l.src[off:end], clauses...); kw != "" {
		e.Hint = "did you mean `" + kw + "`?"
	}
	return e
}

// clauses are the keywords that go on with what another one began.
var clauses = []string{"when", "else", "elsif", "then", "do", "end", "rescue", "ensure", "if", "unless", "while", "until", "and", "or"}

// errBad is the error of a statement that the lexer has reported already.
var errBad = errors.New("reported by the lexer")

// asSyntaxError is the error of a statement; nil if the lexer has reported it.
func asSyntaxError(err error) *SyntaxError {
	var e *SyntaxError
	errors.As(err, &e)
	return e
}

// describe names a token for an error.
func describe(t *token) string {
	switch t.Type {
	case tEOF:
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
	if dropsComma.has(t.Type) {
		return "`" + strings.TrimPrefix(t.Value, ",") + "`"
	}
	return "`" + clip(t.Value) + "`"
}

func clip(s string) string {
	if r := []rune(s); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return s
}
