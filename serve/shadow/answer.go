package shadow

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/felixge/httpsnoop"
)

// An answer is what one side has answered.
type answer struct {
	status   int
	header   http.Header // as it was when the status was written
	body     []byte
	limit    int
	long     bool   // the body has more than limit bytes, and none are kept
	taken    bool   // a handler has taken over the connection
	overflow func() // called when the body gets too long
	next     http.Header
}

// newAnswer returns an answer that is its own ResponseWriter, where header has what
// middleware in front has set.
func newAnswer(limit int, header http.Header) *answer {
	if header == nil {
		header = http.Header{}
	}
	return &answer{limit: limit, next: header, overflow: func() {}}
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.next }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) { a.begin(status, a.next) }

// Write implements http.ResponseWriter.
func (a *answer) Write(b []byte) (int, error) {
	a.begin(http.StatusOK, a.next)
	a.add(b)
	return len(b), nil
}

// Flush implements http.Flusher.
func (a *answer) Flush() { a.begin(http.StatusOK, a.next) }

// begin notes the status and the header, once; 1xx may come before.
func (a *answer) begin(status int, header http.Header) {
	if a.status == 0 && status >= http.StatusOK {
		a.status, a.header = status, header.Clone()
	}
}

// add notes a piece of the body.
func (a *answer) add(b []byte) {
	if _, set := a.header["Content-Type"]; !set && len(b) > 0 && a.header.Get("Content-Encoding") == "" {
		a.header.Set("Content-Type", http.DetectContentType(b)) // as net/http does
	}
	if a.long || len(a.body)+len(b) > a.limit {
		a.body = nil
		if !a.long {
			a.long = true
			a.overflow()
		}
		return
	}
	a.body = append(a.body, b...)
}

// comparable reports whether another side's answer can be expected to be the same.
func (a *answer) comparable() bool {
	switch a.status {
	case http.StatusPartialContent, http.StatusNotModified, http.StatusPreconditionFailed, http.StatusRequestedRangeNotSatisfiable:
		return false
	}
	return !a.taken && !strings.HasPrefix(a.header.Get("Content-Type"), "text/event-stream")
}

// ask has a handler answer a copy. It returns what kept it from answering in full, "" if
// nothing did.
func (a *answer) ask(h http.Handler, r *http.Request) (failure string) {
	defer func() {
		if e := recover(); e != nil && !a.long {
			failure = fmt.Sprint(e)
		}
		a.begin(http.StatusOK, a.next) // nothing was written
	}()
	h.ServeHTTP(a, r)
	return ""
}

// watch returns a writer that notes what goes to the client. It can do what w can.
func (a *answer) watch(w http.ResponseWriter) http.ResponseWriter {
	return httpsnoop.Wrap(w, httpsnoop.Hooks{
		WriteHeader: func(next httpsnoop.WriteHeaderFunc) httpsnoop.WriteHeaderFunc {
			return func(status int) { a.begin(status, w.Header()); next(status) }
		},
		Write: func(next httpsnoop.WriteFunc) httpsnoop.WriteFunc {
			return func(b []byte) (int, error) {
				a.begin(http.StatusOK, w.Header())
				a.add(b)
				return next(b)
			}
		},
		Flush: func(next httpsnoop.FlushFunc) httpsnoop.FlushFunc {
			return func() { a.begin(http.StatusOK, w.Header()); next() }
		},
		ReadFrom: func(next httpsnoop.ReadFromFunc) httpsnoop.ReadFromFunc {
			return func(from io.Reader) (int64, error) {
				a.begin(http.StatusOK, w.Header())
				return next(io.TeeReader(from, adder{a}))
			}
		},
		Hijack: func(next httpsnoop.HijackFunc) httpsnoop.HijackFunc {
			return func() (net.Conn, *bufio.ReadWriter, error) {
				a.taken = true
				return next()
			}
		},
	})
}

type adder struct{ *answer }

func (a adder) Write(b []byte) (int, error) { a.add(b); return len(b), nil }
