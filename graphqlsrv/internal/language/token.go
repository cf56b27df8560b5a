package language

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
)

// A kind is that of a token, by its name in messages.
type kind string

const (
	kindEOF         kind = "<EOF>"
	kindSpread      kind = "..."
	kindName        kind = "Name"
	kindInt         kind = "Int"
	kindFloat       kind = "Float"
	kindString      kind = "String"
	kindBlockString kind = "BlockString"
	// All other kinds are one punctuator each: "{".
)

func (k kind) punctuator() bool { return len(k) == 1 || k == kindSpread }

func (k kind) String() string {
	if k.punctuator() {
		return `"` + string(k) + `"`
	}
	return string(k)
}

// A token is a word of a document. value is what a name, number or string says.
type token struct {
	kind  kind
	value string
	pos   ast.Position
}

func (t *token) String() string {
	if t.kind.punctuator() || t.kind == kindEOF {
		return t.kind.String()
	}
	return t.kind.String() + ` "` + Abbreviated(t.value) + `"`
}

// A SyntaxError says where a document is no GraphQL. The message is that of
// graphql-js, with "Syntax Error: " before it.
type SyntaxError struct {
	Message      string
	Line, Column int // from 1; columns are counted in UTF-16 units
	Offset       int // in bytes
	// TooMany says that the document has more tokens than the limit.
	TooMany bool
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }
