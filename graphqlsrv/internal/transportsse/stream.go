// Package transportsse answers by streams of responses: server-sent events in both modes of the
// client graphql-sse, and the parts of a multipart body. It knows frames, tokens and ids; what an
// operation is, its caller knows.
//
//	stream.go      one answer, and how its responses are told apart
//	connection.go  single connection mode: many operations share one stream
//
// https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md
package transportsse

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"
)

// A Framing is how the responses of a stream are told apart.
type Framing struct {
	contentType  string
	begin, alive string
	next         func(b, response []byte) []byte // appends a response
	complete     string
}

// Events are server-sent events (HTML standard, section 9.2), those of distinct connections mode.
var Events = Framing{"text/event-stream; charset=utf-8", ":\n\n", ":\n\n", appendNext, "event: complete\ndata:\n\n"}

// Parts are parts of a multipart body, as Apollo Client 4 takes them. Each ends with the
// boundary, at which the client knows that it has all of it.
//
// https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol
var Parts = Framing{`multipart/mixed;boundary="graphql";subscriptionSpec=1.0`, "\r\n--graphql", partHead + "{}" + partEnd, appendPart, "--\r\n"}

const (
	partHead = "\r\nContent-Type: application/json\r\n\r\n"
	partEnd  = "\r\n--graphql"
)

func appendNext(b, response []byte) []byte { return appendEvent(b, "next", response) }

// appendEvent appends an event with data, which may have several lines.
func appendEvent(b []byte, name string, data []byte) []byte {
	b = append(append(append(b, "event: "...), name...), '\n')
	for line := range bytes.Lines(data) {
		b = append(append(b, "data: "...), bytes.TrimRight(line, "\r\n")...)
		b = append(b, '\n')
	}
	return append(b, '\n')
}

func appendPart(b, response []byte) []byte {
	b = append(append(b, partHead+`{"payload":`...), response...)
	return append(b, "}"+partEnd...)
}

// Options are those of a stream.
type Options struct {
	KeepAlive time.Duration // how often a stream shows that it is alive; 0 never
	Wait      time.Duration // how long the client may take to take a response; 0 sets no bound
	Guard     func(func())  // calls what runs in a goroutine of its own: a panic of the ResponseWriter would end the process
}

// A Stream is an answer of many responses.
type Stream struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	out     http.ResponseWriter
	ctl     *http.ResponseController
	options Options
	framing *Framing

	buf []byte // of Next, which has one caller

	mu     sync.Mutex
	closed bool
	failed bool
	alive  *time.Timer
}

// Open begins an answer.
func Open(ctx context.Context, w http.ResponseWriter, framing *Framing, options Options) *Stream {
	s := &Stream{framing: framing, out: w, ctl: http.NewResponseController(w), options: options}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	header := w.Header()
	header.Set("Content-Type", framing.contentType)
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no") // nginx
	_ = s.ctl.SetReadDeadline(time.Time{})
	w.WriteHeader(http.StatusOK)
	s.write([]byte(framing.begin))
	if options.KeepAlive > 0 {
		s.mu.Lock()
		s.alive = time.AfterFunc(options.KeepAlive, func() { options.Guard(s.keepAlive) })
		s.mu.Unlock()
	}
	return s
}

func (s *Stream) keepAlive() {
	s.write([]byte(s.framing.alive))
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed && !s.failed {
		s.alive.Reset(s.options.KeepAlive)
	}
}

// Context ends with the context of Open, with the client, and by End.
func (s *Stream) Context() context.Context { return s.ctx }

// End ends the stream's context.
func (s *Stream) End(cause error) { s.cancel(cause) }

// Close ends the answer; nothing is written from then on.
func (s *Stream) Close() {
	s.cancel(nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.alive != nil {
		s.alive.Stop()
	}
}

// maxKept bounds the buffer that waits for the next response.
const maxKept = 64 << 10

// Next sends a response; false means that the client is gone.
func (s *Stream) Next(response []byte) bool {
	b := s.framing.next(s.buf[:0], response)
	if cap(b) <= maxKept {
		s.buf = b
	}
	return s.write(b)
}

// Complete says that no further response follows.
func (s *Stream) Complete() { s.write([]byte(s.framing.complete)) }

// write sends bytes. A client that doesn't take them in time is cut off.
func (s *Stream) write(b []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.failed {
		return false
	}
	if s.options.Wait > 0 {
		_ = s.ctl.SetWriteDeadline(time.Now().Add(s.options.Wait))
	}
	_, err := s.out.Write(b)
	if err == nil {
		err = s.ctl.Flush()
	}
	_ = s.ctl.SetWriteDeadline(time.Time{})
	if err != nil {
		s.failed = true
		s.cancel(err)
	}
	return err == nil
}
