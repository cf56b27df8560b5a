package answer

import (
	"bufio"
	"io"
	"net"
	"net/http"

	"github.com/felixge/httpsnoop"
)

// Sent is what a handler has sent so far.
type Sent struct {
	// Status is the answer's, 101 for a connection that a handler took over; 0 as long as
	// nothing was sent.
	Status int
	// Bytes are those of the body.
	Bytes int64

	before func(http.Header)
	header http.Header
}

// End is called when the handler has returned: net/http sends the header of one that sent
// nothing, with status 200.
func (s *Sent) End() { s.begin(http.StatusOK) }

func (s *Sent) begin(status int) {
	final := status >= http.StatusOK || status == http.StatusSwitchingProtocols // other 1xx may come before
	if s.Status != 0 || !final {
		return
	}
	s.Status = status
	if s.before != nil {
		s.before(s.header)
	}
}

// Count returns a writer that notes what is sent. It can do what the other one can: flush,
// take over the connection, read from a file. Where before is not nil, it is called once
// with the header that is about to be sent.
func Count(w http.ResponseWriter, before func(http.Header)) (http.ResponseWriter, *Sent) {
	s := &Sent{before: before, header: w.Header()}
	return httpsnoop.Wrap(w, httpsnoop.Hooks{
		WriteHeader: func(next httpsnoop.WriteHeaderFunc) httpsnoop.WriteHeaderFunc {
			return func(status int) { s.begin(status); next(status) }
		},
		Write: func(next httpsnoop.WriteFunc) httpsnoop.WriteFunc {
			return func(b []byte) (int, error) {
				s.begin(http.StatusOK)
				n, err := next(b)
				s.Bytes += int64(n)
				return n, err
			}
		},
		ReadFrom: func(next httpsnoop.ReadFromFunc) httpsnoop.ReadFromFunc {
			return func(from io.Reader) (int64, error) {
				s.begin(http.StatusOK)
				n, err := next(from)
				s.Bytes += n
				return n, err
			}
		},
		Hijack: func(next httpsnoop.HijackFunc) httpsnoop.HijackFunc {
			return func() (net.Conn, *bufio.ReadWriter, error) {
				conn, buffer, err := next()
				if err == nil {
					s.begin(http.StatusSwitchingProtocols)
				}
				return conn, buffer, err
			}
		},
	}), s
}
