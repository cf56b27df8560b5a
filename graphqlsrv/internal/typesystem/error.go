package typesystem

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
)

// An Error is a mistake in a schema, with its place.
type Error struct {
	Position *ast.Position // nil where it has none
	Text     string
}

// Error returns the text after the place: file, line and column.
func (e *Error) Error() string {
	if e.Position == nil || e.Position.Src == nil {
		return e.Text
	}
	return place(e.Position) + ": " + e.Text
}

// Errorf returns an [Error]. It takes no cause: %w is as %v.
func Errorf(pos *ast.Position, format string, args ...any) error {
	return &Error{pos, fmt.Sprintf(format, args...)}
}

func place(p *ast.Position) string { return fmt.Sprintf("%s:%d:%d", p.Src.Name, p.Line, p.Column) }
