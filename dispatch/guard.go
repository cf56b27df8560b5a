package dispatch

import (
	"fmt"
	"net/http"
	"runtime/debug"
)

// A panicError is a mistake of this package that a request ran into.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string {
	return fmt.Sprintf("internal error of signalbox, please report it: %v", e.value)
}

// guard, deferred, makes a panic an error. It stands around routing alone: what a
// handler panics with is the server's affair.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = panicked(p)
	}
}

// panicked makes a panic an error, unless it is how a function of the application
// ends the connection.
func panicked(p any) error {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	return &panicError{p, debug.Stack()}
}
