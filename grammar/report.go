package grammar

import (
	"errors"
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// collect gathers the errors of lexer and parser in the order of their places.
func collect(f *File, l *lex, err error, limit int) Errors {
	var errs Errors
	last := len(l.src)
	if n := len(l.errs); l.stop && n > 0 { // what the parser missed behind is no news
		last = l.errs[n-1].Position().Offset
	}
	lines := map[int]bool{}
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
		se = l.missingQuote(se)
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
