package graphqlsrv

import (
	"context"
	"io"
	"net/http"
	"time"

	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/transportsse"
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
//		return graphqlsrv.Network(c.Request.RemoteAddr) // behind a proxy: what it says of the client
//	})
func WithStreamsPerClient(n int, client func(c *Context) string) Option {
	return func(c *config) { c.http.clientStreams, c.http.client = n, client }
}

// An eventStream is a stream of its own, as events or parts.
type eventStream struct{ *transportsse.Stream }

func (s eventStream) context() context.Context { return s.Context() }

func (s eventStream) next(response []byte) bool { return s.Next(response) }

func (s eventStream) refuse(f *failure) {
	s.end(f)
	s.complete()
}

func (s eventStream) end(f *failure) { s.next(f.append(nil)) }

func (s eventStream) complete() { s.Complete() }

func (h *handler) openStream(ctx context.Context, out responder, framing *transportsse.Framing) eventStream {
	return eventStream{transportsse.Open(ctx, out.ResponseWriter, framing, h.streamOptions())}
}

func (h *handler) streamOptions() transportsse.Options {
	return transportsse.Options{KeepAlive: h.http.keepAlive, Wait: h.http.writeWait, Guard: h.guard}
}

// streamOnce sends one response as a stream.
func (h *handler) streamOnce(out responder, response []byte) {
	s := h.openStream(context.Background(), out, &transportsse.Events)
	defer s.Close()
	s.next(response)
	s.complete()
}

// reservedShare is the part of all streams that one network may have reserved and not opened:
// unlike an open stream, such a one costs no connection.
const reservedShare = 10

// reserve answers the request that reserves a stream for single connection mode. The place
// counts as a stream from then on.
func (h *handler) reserve(out responder, r *http.Request) {
	ctx, f := h.newContext(r.Context(), r)
	if f != nil {
		h.refuseWith(out, f)
		return
	}
	leave, refused := h.enter(ctx)
	if refused != nil {
		out.refuseStream(refused)
		return
	}
	network := ""
	if h.http.client == nil { // else enter bounds what one client has
		network = Network(r.RemoteAddr)
	}
	if !h.reserved.Enter(network, max(1, h.http.streams/reservedShare)) {
		leave()
		out.refuseStream(tooManyOfClient)
		return
	}
	token := h.connections.Reserve(h.draining, func() { h.reserved.Leave(network) }, leave)
	out.Header().Set("Content-Type", "text/plain; charset=utf-8")
	out.Header().Set("Cache-Control", "no-store")
	out.WriteHeader(http.StatusCreated)
	_, _ = io.WriteString(out, token) // the client may be gone
}

// connection finds the stream that a request belongs to; it answers where there is none.
func (h *handler) connection(out responder, r *http.Request) *transportsse.Connection {
	c := h.connections.Find(transportsse.Token(r))
	if c == nil {
		out.refuse(http.StatusNotFound, CodeBadUserInput, "The stream is not there: reserve one by a PUT request.")
	}
	return c
}

// connect answers by the stream that was reserved.
func (h *handler) connect(out responder, r *http.Request) {
	if c := h.connection(out, r); c != nil && !c.Serve(out.ResponseWriter, r, h.streamOptions()) {
		out.refuse(http.StatusConflict, CodeBadUserInput, "The stream is open already.")
	}
}

// cancelOperation completes an operation for a client that wants no more of it.
func (h *handler) cancelOperation(out responder, r *http.Request) {
	c, id := h.connection(out, r), transportsse.OperationID(r)
	switch {
	case c == nil:
	case id == "":
		out.refuse(http.StatusBadRequest, CodeBadUserInput, "The parameter operationId is missing.")
	default:
		c.Complete(id)
		out.WriteHeader(http.StatusOK)
	}
}

// share executes an operation whose responses go to the stream that its token names. Only
// POST requests may: a page of another site could make a browser send a GET request with the
// cookies of its user, and the token of a stream of its own.
func (h *handler) share(ctx context.Context, out responder, r *http.Request, req *received, op *operation) {
	if r.Method != http.MethodPost {
		out.Header().Set("Allow", "POST")
		out.refuse(http.StatusMethodNotAllowed, CodeBadUserInput, "Operations of a stream that others share take POST requests.")
		return
	}
	if len(req.Files) > 0 {
		out.refuse(http.StatusBadRequest, CodeBadUserInput, "Uploads are answered by the request itself: send them without a token.")
		return
	}
	c := h.connection(out, r)
	if c == nil {
		return
	}
	leave, refused := h.enter(ctx)
	if refused != nil {
		out.refuseStream(refused)
		return
	}
	o, err := c.Add(ctx, req.Extensions)
	if err != nil {
		leave()
		status := http.StatusBadRequest
		switch err {
		case transportsse.ErrDuplicate:
			status = http.StatusConflict
		case transportsse.ErrTooMany:
			status = http.StatusTooManyRequests
		}
		out.refuse(status, CodeBadUserInput, language.Messagef("%s.", err))
		return
	}
	out.WriteHeader(http.StatusAccepted)
	s := &sharedStream{o, o.Context()}
	go s.survive(h, func() {
		defer leave()
		s.serve(h, op)
	})
}
