package graphqlsrv

import (
	"context"
	"errors"
	"net/http"

	"signalbox/graphqlsrv/internal/transportsse"
)

// EndSubscription ends the subscription or live query that ctx belongs to: the
// client sees err, masked unless it is an [Error], and then an end without
// completion, so that it connects again. It tells whether there was one. Sources
// of events that lost some, or can't go on, call it. Events that were sent to the
// channel of the subscription before, or are being answered, reach the client first.
func EndSubscription(ctx context.Context, err error) bool {
	c := FromContext(ctx)
	if c == nil || c.end == nil {
		return false
	}
	c.end(&endedError{err})
	return true
}

// An endedError is the cause of a stream's end that the client is told.
type endedError struct{ error }

func (e *endedError) Unwrap() error { return e.error }

// endOf returns what EndSubscription ended ctx by; nil if it did not.
func endOf(ctx context.Context) *endedError {
	ended, _ := errors.AsType[*endedError](context.Cause(ctx))
	return ended
}

// endError is the error by which EndSubscription ended ctx, masked for clients.
func endError(ctx context.Context) []*Error {
	ended := endOf(ctx)
	if ended == nil {
		return nil
	}
	shown, _ := mask(context.WithoutCancel(ctx), ended.error) // which ended by it
	return []*Error{shown}
}

// openSource returns the context of the source of events: EndSubscription ends it, and
// end tells the stream of ctx once all events are answered, whose resolvers go on.
func openSource(ctx context.Context) (source context.Context, end func()) {
	source, cancel := context.WithCancelCause(ctx)
	c := FromContext(ctx)
	if c == nil || c.end == nil {
		return source, func() { cancel(nil) }
	}
	endStream := c.end
	c.end = cancel
	return source, func() {
		if cancel(nil); endOf(source) != nil {
			endStream(context.Cause(source))
		}
	}
}

var errDraining = errors.New("the server shuts down")

// A stream is where the responses of a subscription or of a live query go.
type stream interface {
	// context ends with the client, by Drain and by EndSubscription.
	context() context.Context
	// next sends a response; false means that the client is gone.
	next(response []byte) bool
	// refuse sends why there are no responses, and ends the stream.
	refuse(f *failure)
	// end sends the errors by which the stream ends without being complete.
	end(f *failure)
	// complete says that no further response follows.
	complete()
}

// A refusal is why a stream is not opened.
type refusal struct {
	status        int
	code, message string
}

var tooManyOfClient = &refusal{http.StatusTooManyRequests, CodeTooManyStreams, "You have too many streams open: close one first."}

// enter counts a stream, unless there are too many.
func (h *handler) enter(ctx context.Context) (leave func(), refused *refusal) {
	if n := h.streams.Add(1); n > int64(h.http.streams) || h.draining.Err() != nil {
		h.streams.Add(-1)
		return nil, &refusal{http.StatusServiceUnavailable, CodeInternalServerError, "The server has too many streams open, or shuts down: try again later."}
	}
	client, ok := h.admitClient(ctx)
	if !ok {
		h.streams.Add(-1)
		return nil, tooManyOfClient
	}
	return func() {
		h.clients.Leave(client)
		h.streams.Add(-1)
	}, nil
}

// refuseStream answers where a stream is not opened.
func (out responder) refuseStream(r *refusal) {
	if r.status == http.StatusServiceUnavailable {
		out.Header().Set("Retry-After", "1")
	}
	out.refuse(r.status, r.code, r.message)
}

// admit opens a stream of events, unless there are too many.
func (h *handler) admit(ctx context.Context, out responder, framing *transportsse.Framing) (s stream, leave func()) {
	left, refused := h.enter(ctx)
	if refused != nil {
		out.refuseStream(refused)
		return nil, nil
	}
	own := h.openStream(ctx, out, framing)
	if c := FromContext(ctx); c != nil {
		c.end = own.End
	}
	stop := context.AfterFunc(h.draining, func() { own.End(errDraining) })
	return own, func() {
		stop()
		own.Close()
		left()
	}
}

// CodeTooManyStreams is the code of the error that answers a client with as many
// streams as [WithStreamsPerClient] allows.
const CodeTooManyStreams = "TOO_MANY_STREAMS"

// admitClient counts a stream of a client. It refuses one too many, and all while the
// function of the application panics.
func (h *handler) admitClient(ctx context.Context) (client string, ok bool) {
	if h.http.client == nil {
		return "", true
	}
	defer func() {
		if r := recover(); r != nil {
			_ = h.errorLog().panicked(ctx, r)
			ok = false
		}
	}()
	client = h.http.client(FromContext(ctx))
	return client, h.clients.Enter(client, h.http.clientStreams)
}

// subscribe answers a subscription.
func (h *handler) subscribe(s stream, op *operation) {
	ctx := s.context()
	events, f := op.subscribe(ctx)
	if f != nil {
		s.refuse(f)
		return
	}
	forgetLoaded(ctx)
	for response := range events {
		if ctx.Err() != nil || !s.next(response) || ctx.Err() != nil {
			break
		}
		forgetLoaded(ctx) // each event sees what is there now
	}
	h.finish(s, pathPart{key: op.plan.root.of(op.plan.def).fields[0].key})
}

// finish says that the stream is complete, where it is. The path is that of what ended it.
func (h *handler) finish(s stream, path ...pathPart) {
	ctx := s.context()
	if ctx.Err() == nil {
		s.complete()
		return
	}
	if ended := endOf(ctx); ended != nil {
		s.end(h.errorLog().failure(context.WithoutCancel(ctx), failedOperation, ended.error, path...))
	}
}
