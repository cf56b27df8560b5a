package grammar

import (
	"errors"
	"fmt"
	"strings"
)

// A SyntaxError is a place where a file is not valid Ruby.
type SyntaxError struct {
	Pos   Pos
	Msg   string
	Notes []Note // other places that matter, as the opener of an unclosed block
	Hint  string // what to do about it, or empty
}

// A Note points to a place that helps to understand a SyntaxError.
type Note struct {
	Pos Pos
	Msg string
}

// Error is `FILE:LINE:COL: message`.
func (e *SyntaxError) Error() string { return place(e.Pos) + e.Msg }

// Message is the error without its place.
func (e *SyntaxError) Message() string { return e.Msg }

// Position is the place of the error.
func (e *SyntaxError) Position() Pos { return e.Pos }

// An UnsupportedError is a place where a file uses valid Ruby that signalbox
// does not run.
type UnsupportedError struct {
	Pos  Pos
	What string // "BEGIN block"
}

// Error is `FILE:LINE:COL: message`.
func (e *UnsupportedError) Error() string { return place(e.Pos) + e.Message() }

// Message is the error without its place.
func (e *UnsupportedError) Message() string { return e.What + " is not supported" }

// Position is the place of the error.
func (e *UnsupportedError) Position() Pos { return e.Pos }

// Errors are the errors of one file, in the order of their places. It is
// never empty.
type Errors []error

// Error lists the errors, one a line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, err := range e {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap makes errors.Is and errors.As look at each error.
func (e Errors) Unwrap() []error { return e }

func place(p Pos) string {
	if p.Filename == "" {
		return fmt.Sprintf("%d:%d: ", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d: ", p.Filename, p.Line, p.Column)
}

// positioned is what the errors of signalbox's packages have in common.
type positioned interface {
	error
	Position() Pos
	Message() string
}

// Frame renders an error for people: its message, the source line with a caret
// under the place, the notes in the same way, and the hint. Several errors are
// separated by empty lines. Any error with a Position and a Message is shown
// so; another one is only its text.
func Frame(src []byte, err error) string {
	var list Errors
	if errors.As(err, &list) {
		parts := make([]string, len(list))
		for i, e := range list {
			parts[i] = Frame(src, e)
		}
		return strings.Join(parts, "\n")
	}
	var at positioned
	if !errors.As(err, &at) {
		return err.Error() + "\n"
	}
	var b strings.Builder
	b.WriteString(err.Error())
	b.WriteByte('\n')
	frameLine(&b, src, at.Position(), "")
	var se *SyntaxError
	if errors.As(err, &se) {
		for _, n := range se.Notes {
			frameLine(&b, src, n.Pos, n.Msg)
		}
		if se.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", se.Hint)
		}
	}
	return b.String()
}

// frameLine writes the excerpt of one place.
func frameLine(b *strings.Builder, src []byte, p Pos, note string) {
	text := Excerpt(string(src), p)
	if text == "" {
		return
	}
	b.WriteString(text)
	if note != "" {
		b.WriteString(" " + note)
	}
	b.WriteByte('\n')
}

// maxExcerpt is how many characters of a line an excerpt has.
const maxExcerpt = 160

// Excerpt returns the line of a place in a text and a caret under the place, without a line feed
// at the end; of a long line, the part around the place. It is empty if the text has no such line.
func Excerpt(src string, p Pos) string {
	line, ok := sourceLine(src, p.Line)
	if !ok {
		return ""
	}
	text := []rune(line)
	column := min(max(p.Column-1, 0), len(text))
	from := 0
	if column >= maxExcerpt {
		from = column - maxExcerpt/2
	}
	text, column = text[from:min(from+maxExcerpt, len(text))], column-from
	pad := []rune(strings.Repeat(" ", column))
	for i := range pad {
		if text[i] == '\t' {
			pad[i] = '\t'
		}
	}
	return fmt.Sprintf("%5d | %s\n      | %s^", p.Line, string(text), string(pad))
}

func sourceLine(src string, n int) (string, bool) {
	src = strings.TrimPrefix(src, "\xef\xbb\xbf")
	empty := src == ""
	for ; n > 1; n-- {
		i := strings.IndexByte(src, '\n')
		if i < 0 {
			return "", false
		}
		src = src[i+1:]
	}
	if i := strings.IndexByte(src, '\n'); i >= 0 {
		src = src[:i]
	}
	return strings.TrimSuffix(src, "\r"), n == 1 && !empty
}
