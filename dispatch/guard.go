package dispatch

import (
	"fmt"
	"net/http"
	"runtime/debug"

	"signalbox/dispatch/internal/match"
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

// first finds the first route of a request.
func (c *core) first(s *search, r *http.Request) (uint32, error) {
	s.of(c, r)
	if r.URL.RawPath == "" && c.Prefix == "" && c.trie.Broken == nil {
		if i, ok := s.Quick(r.URL.Path, method(r)); ok {
			return i, s.Err
		}
	}
	if err := c.begin(s, r); err != nil {
		return match.None, err
	}
	return s.Find(0), s.Err
}

// begin takes the path and the verb of a request.
func (c *core) begin(s *search, r *http.Request) error {
	if err := c.prepare(s, r); err != nil {
		return err
	}
	verb := method(r)
	if !s.Start(verb) && !knownVerbs[verb] {
		return errUnknownVerb
	}
	return nil
}

// next finds the first route at or behind lo; noRoute if there is none. An error
// is that of the route i.
func (s *search) next(lo uint32) (i uint32, err error) {
	defer guard(&err)
	i = match.None
	i = s.Find(lo)
	return i, s.Err
}

// knownVerbs are the methods that Rails takes; others are answered 405. Rails:
// Request::HTTP_METHODS.
var knownVerbs = func() map[string]bool {
	all := map[string]bool{}
	for _, v := range httpMethods {
		all[v] = true
	}
	return all
}()

var httpMethods = []string{
	"OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT",
	"PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK",
	"VERSION-CONTROL", "REPORT", "CHECKOUT", "CHECKIN", "UNCHECKOUT", "MKWORKSPACE", "UPDATE", "LABEL", "MERGE",
	"BASELINE-CONTROL", "MKACTIVITY", "ORDERPATCH", "ACL", "SEARCH", "MKCALENDAR", "PATCH",
}
