package graphqlsrv

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"
)

// DefaultKeepAlive is how often a stream shows that it is alive, see [WithKeepAlive].
const DefaultKeepAlive = 12 * time.Second

// DefaultStreams bounds the subscriptions and live queries that are open at the
// same time, see [WithStreams].
const DefaultStreams = 10_000

// WithKeepAlive writes a comment into each stream of events every so often, so
// that nothing between server and client takes it for dead. 0 writes none.
func WithKeepAlive(every time.Duration) Option { return func(c *config) { c.http.keepAlive = every } }

// WithStreams bounds how many subscriptions and live queries are open at the same
// time. Further ones are answered by 503. A client that takes longer than
// writeWait to take an event loses its stream.
func WithStreams(n int, writeWait time.Duration) Option {
	return func(c *config) { c.http.streams, c.http.writeWait = n, writeWait }
}

// WithStreamsPerClient bounds how many of the streams of [WithStreams] one client may
// have open. client returns the key of the client: its user, or its address; "" is not
// bounded. Further streams are answered by 429. Without this option a client may take
// all of them.
//
//	graphqlsrv.WithStreamsPerClient(20, func(c *graphqlsrv.Context) string {
//		host, _, _ := net.SplitHostPort(c.Request.RemoteAddr) // behind a proxy: what it says of the client
//		return host
//	})
func WithStreamsPerClient(n int, client func(c *Context) string) Option {
	return func(c *config) { c.http.clientStreams, c.http.client = n, client }
}

// An eventStream is an answer of server-sent events (HTML standard, section 9.2), those of
// graphql-sse's distinct connections mode, or of parts of a multipart body.
type eventStream struct {
	ctx    context.Context // ends with the client, by Drain and by EndSubscription
	cancel context.CancelCauseFunc
	out    http.ResponseWriter
	ctl    *http.ResponseController
	wait   time.Duration
	frames *framing

	buf []byte // of next, which has one caller

	mu     sync.Mutex
	closed bool
	failed bool
	alive  *time.Timer
}

// A framing is how the responses of a stream are told apart.
type framing struct {
	contentType  string
	begin, alive string
	next         func(b, response []byte) []byte // appends a response
	complete     string
}

// eventFrames are server-sent events.
var eventFrames = framing{typeStream, ":\n\n", ":\n\n", appendEvent, "event: complete\ndata:\n\n"}

// partFrames are parts of a multipart body, as Apollo Client 4 takes them. Each ends with the
// boundary, at which the client knows that it has all of it.
//
// https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol
var partFrames = framing{`multipart/mixed;boundary="graphql";subscriptionSpec=1.0`, "\r\n--graphql", partHead + "{}" + partEnd, appendPart, "--\r\n"}

const (
	partHead = "\r\nContent-Type: application/json\r\n\r\n"
	partEnd  = "\r\n--graphql"
)

func appendEvent(b, response []byte) []byte {
	b = append(b, "event: next\n"...)
	for line := range bytes.Lines(response) {
		b = append(append(b, "data: "...), bytes.TrimRight(line, "\r\n")...)
		b = append(b, '\n')
	}
	return append(b, '\n')
}

func appendPart(b, response []byte) []byte {
	b = append(append(b, partHead+`{"payload":`...), response...)
	return append(b, "}"+partEnd...)
}

// openStream begins the answer.
func (h *handler) openStream(ctx context.Context, out responder, frames *framing) *eventStream {
	s := &eventStream{frames: frames, out: out.ResponseWriter, ctl: http.NewResponseController(out.ResponseWriter), wait: h.http.writeWait}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	header := out.Header()
	header.Set("Content-Type", frames.contentType)
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no") // nginx
	_ = s.ctl.SetReadDeadline(time.Time{})
	out.WriteHeader(http.StatusOK)
	s.write([]byte(frames.begin))
	if every := h.http.keepAlive; every > 0 {
		s.mu.Lock()
		s.alive = time.AfterFunc(every, func() { s.keepAlive(every) })
		s.mu.Unlock()
	}
	return s
}

func (s *eventStream) keepAlive(every time.Duration) {
	s.write([]byte(s.frames.alive))
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed && !s.failed {
		s.alive.Reset(every)
	}
}

// close ends the answer; nothing is written from then on.
func (s *eventStream) close() {
	s.cancel(nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.alive != nil {
		s.alive.Stop()
	}
}

// next sends a response; false means that the client is gone.
func (s *eventStream) next(response []byte) bool {
	b := s.frames.next(s.buf[:0], response)
	if cap(b) <= maxKept {
		s.buf = b
	}
	return s.write(b)
}

func (s *eventStream) context() context.Context { return s.ctx }

func (s *eventStream) refuse(f *failure) {
	s.end(f)
	s.complete()
}

func (s *eventStream) end(f *failure) { s.next(f.append(nil)) }

// complete says that no further response follows.
func (s *eventStream) complete() { s.write([]byte(s.frames.complete)) }

// write sends bytes. A client that doesn't take them in time is cut off.
func (s *eventStream) write(b []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.failed {
		return false
	}
	if s.wait > 0 {
		_ = s.ctl.SetWriteDeadline(time.Now().Add(s.wait))
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

// streamOnce sends one response as a stream.
func (h *handler) streamOnce(out responder, response []byte) {
	s := h.openStream(context.Background(), out, &eventFrames)
	defer s.close()
	s.next(response)
	s.complete()
}
