package rack

import (
	"fmt"

	"signalbox/dsl"
)

// A StatusError is an error with the status that answers it. Clients see its
// text, so that nothing of the routes file may stand in it.
type StatusError struct {
	Status int
	Text   string
}

func (e *StatusError) Error() string { return e.Text }

// An UnknownError is a request whose answer depends on what only the application
// knows.
type UnknownError struct {
	Value *dsl.Unknown
	What  string // the value, with what it is used for
}

func (e *UnknownError) Error() string {
	text := e.What + " is unknown: set it with expand.Options.Set"
	if e.What == e.Value.Text() {
		text += fmt.Sprintf(", or answer it with dispatch.Constraint(%q, ...)", e.What)
	}
	if e.Value.Pos.Line > 0 {
		return e.Value.Pos.String() + ": " + text
	}
	return text
}
