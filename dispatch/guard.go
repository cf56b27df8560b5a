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

// begin takes the path and the verb of a request.
func (c *core) begin(s *search, r *http.Request) error {
	if err := c.prepare(s, r); err != nil {
		return err
	}
	verb := method(r)
	if s.start(verb); s.bit == bitOther && !knownVerbs[verb] {
		return errUnknownVerb
	}
	return nil
}

// next finds the first route at or behind lo; noRoute if there is none. An error
// is that of the route i.
func (s *search) next(lo uint32) (i uint32, err error) {
	defer guard(&err)
	i = noRoute
	i = s.find(lo)
	return i, s.err
}
