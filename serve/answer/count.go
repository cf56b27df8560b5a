package answer

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
)

// Sent is what a handler has sent so far.
type Sent struct {
	// Status is the answer's, 101 for a connection that a handler took over; 0 as long as
	// nothing was sent.
	Status int
	// Bytes are those that the handler has written, for HEAD too.
	Bytes int64

	before func(http.Header)
	header http.Header
}

// End is called when the handler has returned: net/http sends the header of one that sent
// nothing, with status 200.
func (s *Sent) End() { s.begin(http.StatusOK) }

func (s *Sent) begin(status int) {
	final := status >= http.StatusOK && status < 1000 || status == http.StatusSwitchingProtocols // other 1xx may come before; net/http panics for what is no status
	if s.Status != 0 || !final {
		return
	}
	s.Status = status
	if s.before != nil {
		s.before(s.header)
	}
}

// Count returns a writer that notes what is sent. It flushes, takes over the connection and
// reads from a file as the other one does; where that one cannot, the error is
// [errors.ErrUnsupported]. Where before is not nil, it is called once with the header that is
// about to be sent.
func Count(w http.ResponseWriter, before func(http.Header)) (http.ResponseWriter, *Sent) {
	c := &counter{w, Sent{before: before, header: w.Header()}}
	return c, &c.sent
}

type counter struct {
	http.ResponseWriter
	sent Sent
}

// Unwrap is for [http.ResponseController].
func (c *counter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (c *counter) WriteHeader(status int) {
	c.sent.begin(status)
	c.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (c *counter) Write(b []byte) (int, error) {
	c.sent.begin(http.StatusOK)
	n, err := c.ResponseWriter.Write(b)
	c.sent.Bytes += int64(n)
	return n, err
}

// WriteString implements io.StringWriter.
func (c *counter) WriteString(text string) (int, error) {
	c.sent.begin(http.StatusOK)
	n, err := io.WriteString(c.ResponseWriter, text)
	c.sent.Bytes += int64(n)
	return n, err
}

// ReadFrom implements io.ReaderFrom: the system sends a file by itself.
func (c *counter) ReadFrom(from io.Reader) (int64, error) {
	switch from.(type) {
	case *os.File, *io.LimitedReader: // http.ServeContent has a file in one
		c.sent.begin(http.StatusOK)
	default:
		from = &beginning{from, &c.sent}
	}
	n, err := io.Copy(c.ResponseWriter, from)
	c.sent.Bytes += n
	return n, err
}

// A beginning begins an answer with the first byte that there is: a reader may fail before.
type beginning struct {
	io.Reader
	sent *Sent
}

// Read implements io.Reader.
func (b *beginning) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if n > 0 {
		b.sent.begin(http.StatusOK)
	}
	return n, err
}

// Flush implements http.Flusher.
func (c *counter) Flush() { _ = c.FlushError() }

// FlushError is what [http.ResponseController] calls: the header is sent with the first flush.
func (c *counter) FlushError() error {
	if canFlush(c.ResponseWriter) {
		c.sent.begin(http.StatusOK)
	}
	return http.NewResponseController(c.ResponseWriter).Flush()
}

// canFlush looks for what [http.ResponseController] finds.
func canFlush(w http.ResponseWriter) bool {
	switch w := w.(type) {
	case http.Flusher, interface{ FlushError() error }:
		return true
	case interface{ Unwrap() http.ResponseWriter }:
		return canFlush(w.Unwrap())
	}
	return false
}

// Hijack implements http.Hijacker.
func (c *counter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffer, err := http.NewResponseController(c.ResponseWriter).Hijack()
	if err == nil {
		c.sent.begin(http.StatusSwitchingProtocols)
	}
	return conn, buffer, err
}
