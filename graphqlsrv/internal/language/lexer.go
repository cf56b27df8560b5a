package language

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
)

// A lexer cuts a document into tokens. It follows graphql-js' lexer.
type lexer struct {
	src  *ast.Source
	text string
	at   int // the next byte

	// Where a place is asked for, the columns up to there have been counted.
	line    int
	counted int // a byte of the current line
	column  int // of that byte, from 1
}

func newLexer(src *ast.Source) *lexer {
	return &lexer{src: src, text: src.Input, line: 1, column: 1}
}

// place is the position of a byte, which is none before the last one asked for.
func (l *lexer) place(at int) ast.Position {
	for _, r := range l.text[l.counted:min(at, len(l.text))] {
		if l.column++; r > 0xffff {
			l.column++ // two units of UTF-16
		}
	}
	l.counted = at
	return ast.Position{Start: at, Line: l.line, Column: l.column, Src: l.src}
}

// newline says that a line begins at a byte.
func (l *lexer) newline(at int) {
	l.line++
	l.counted, l.column = at, 1
}

// fail makes an error at a byte; parse recovers it.
func (l *lexer) fail(at int, format string, args ...any) {
	p := l.place(at)
	panic(&SyntaxError{Message: "Syntax Error: " + Messagef(format, args...), Line: p.Line, Column: p.Column, Offset: p.Start})
}

// byteAt is a byte of the text, or 0 behind its end.
func (l *lexer) byteAt(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// maxName bounds names, in bytes: responses repeat those of fields for each item of a
// list, logs those of operations.
const maxName = 1000

const byteOrderMark = "\ufeff"

// skip passes what stands between tokens.
func (l *lexer) skip() {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == ' ' || c == '\t' || c == ',':
			l.at++
		case c == '\n' || c == '\r':
			l.at += lineEnd(l.text[l.at:])
			l.newline(l.at)
		case c == '#':
			if n := strings.IndexAny(l.text[l.at:], "\r\n"); n >= 0 {
				l.at += n
			} else {
				l.at = len(l.text)
			}
		case strings.HasPrefix(l.text[l.at:], byteOrderMark):
			l.at += len(byteOrderMark)
		default:
			return
		}
	}
}

// lineEnd is the length of the line terminator that s begins with, 0 for none.
func lineEnd(s string) int {
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return 2
	case s != "" && (s[0] == '\n' || s[0] == '\r'):
		return 1
	}
	return 0
}

// next reads a token.
func (l *lexer) next() token {
	l.skip()
	pos := l.place(l.at)
	if l.at == len(l.text) {
		return token{kind: kindEOF, pos: pos}
	}
	switch c := l.text[l.at]; {
	case strings.IndexByte("!$&():=@[]{|}", c) >= 0:
		l.at++
		return token{kind: kind(l.text[l.at-1 : l.at]), pos: pos}
	case c == '.' && strings.HasPrefix(l.text[l.at:], "..."):
		l.at += 3
		return token{kind: kindSpread, pos: pos}
	case c == '"' && strings.HasPrefix(l.text[l.at:], `"""`):
		return token{kind: kindBlockString, value: l.blockString(), pos: pos}
	case c == '"':
		return token{kind: kindString, value: l.quoted(), pos: pos}
	case isDigit(c) || c == '-':
		return l.number(pos)
	case isNameStart(c):
		start := l.at
		for l.at < len(l.text) && (isNameStart(l.text[l.at]) || isDigit(l.text[l.at])) {
			l.at++
		}
		if l.at-start > maxName {
			l.fail(start, "Name is longer than %d bytes.", maxName)
		}
		return token{kind: kindName, value: l.text[start:l.at], pos: pos}
	case c == '\'':
		l.fail(l.at, `Unexpected single quote character ('), did you mean to use a double quote (")?`)
	}
	l.fail(l.at, "Unexpected character: %s.", l.character(l.at))
	return token{}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isNameStart(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// character shows the character at a byte in a message.
func (l *lexer) character(at int) string {
	if at >= len(l.text) {
		return kindEOF.String()
	}
	r, _ := utf8.DecodeRuneInString(l.text[at:])
	switch {
	case r == '"':
		return `'"'`
	case r >= 0x20 && r <= 0x7e:
		return `"` + string(r) + `"`
	}
	return fmt.Sprintf("U+%04X", r)
}

// number reads an Int or a Float.
func (l *lexer) number(pos ast.Position) token {
	start, k := l.at, kindInt
	if l.byteAt(l.at) == '-' {
		l.at++
	}
	if l.byteAt(l.at) == '0' {
		l.at++
		if isDigit(l.byteAt(l.at)) {
			l.fail(l.at, "Invalid number, unexpected digit after 0: %s.", l.character(l.at))
		}
	} else {
		l.digits()
	}
	if l.byteAt(l.at) == '.' {
		k = kindFloat
		l.at++
		l.digits()
	}
	if c := l.byteAt(l.at); c == 'e' || c == 'E' {
		k = kindFloat
		l.at++
		if c := l.byteAt(l.at); c == '+' || c == '-' {
			l.at++
		}
		l.digits()
	}
	if c := l.byteAt(l.at); c == '.' || isNameStart(c) {
		l.fail(l.at, "Invalid number, expected digit but got: %s.", l.character(l.at))
	}
	return token{kind: k, value: l.text[start:l.at], pos: pos}
}

func (l *lexer) digits() {
	if !isDigit(l.byteAt(l.at)) {
		l.fail(l.at, "Invalid number, expected digit but got: %s.", l.character(l.at))
	}
	for isDigit(l.byteAt(l.at)) {
		l.at++
	}
}
