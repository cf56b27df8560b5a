package grammar

import (
	"errors"
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

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
	return errs[:min(len(errs), max(limit, 1))]
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

// asSyntaxError turns what the grammar's productions report into our error;
// nil when the lexer reported the place.
func asSyntaxError(err error) *SyntaxError {
	var se *SyntaxError
	if errors.As(err, &se) {
		return se
	}
	var ute *participle.UnexpectedTokenError
	if errors.As(err, &ute) {
		if ute.Unexpected.Type == tBad {
			return nil
		}
		return &SyntaxError{Pos: ute.Unexpected.Pos, Msg: "unexpected " + describe(&ute.Unexpected) + ": something is missing before it"}
	}
	var pe participle.Error
	if errors.As(err, &pe) {
		return &SyntaxError{Pos: pe.Position(), Msg: pe.Message()}
	}
	return nil
}

// describe names a token for an error.
func describe(t *lexer.Token) string {
	switch t.Type {
	case lexer.EOF:
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
