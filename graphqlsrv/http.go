package graphqlsrv

import (
	"context"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/cors"
	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/accept"
	"signalbox/graphqlsrv/internal/csrf"
	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/perclient"
	"signalbox/graphqlsrv/internal/playground"
	"signalbox/graphqlsrv/internal/transportsse"
	"signalbox/graphqlsrv/internal/transportws"
)

// An httpConfig is what the options say about HTTP.
type httpConfig struct {
	maxBody    int64
	uploads    UploadLimits
	timeout    time.Duration
	preflight  []string // names of headers
	cors       *CORS
	readiness  func(context.Context) error
	playground *bool
	keepAlive  time.Duration
	writeWait  time.Duration
	streams    int
	live       *LiveQueries

	clientStreams int // of one client, see WithStreamsPerClient
	client        func(*Context) string
}

// DefaultMaxBody bounds the body of a request that isn't multipart, see [WithMaxBody].
const DefaultMaxBody = 1 << 20

func defaultHTTP() httpConfig {
	return httpConfig{
		maxBody:   DefaultMaxBody,
		uploads:   DefaultUploadLimits,
		preflight: []string{"GraphQL-Preflight", "GraphQL-Require-Preflight", "Apollo-Require-Preflight", "X-Apollo-Operation-Name", "X-GraphQL-Yoga-CSRF", "X-Requested-With"},
		keepAlive: DefaultKeepAlive,
		writeWait: 30 * time.Second,
		streams:   DefaultStreams,
	}
}

// WithMaxBody bounds the bodies of requests in bytes, but for multipart ones,
// which [WithUploads] bounds. Longer ones are answered by 413. It must be above 0.
func WithMaxBody(bytes int64) Option { return func(c *config) { c.http.maxBody = bytes } }

// WithTimeout bounds the time a query or mutation takes: then its context ends
// and the client is answered by 504 with the code TIMEOUT. A resolver that
// doesn't heed its context runs on, its result is dropped. 0, the default, sets no bound.
// Subscriptions and live queries are not bounded.
func WithTimeout(d time.Duration) Option { return func(c *config) { c.http.timeout = d } }

// CodeTimeout is the code of the error that answers a request which took longer
// than [WithTimeout] allows.
const CodeTimeout = "TIMEOUT"

// A handler is the engine's HTTP side. It answers GraphQL requests on whatever
// path it is mounted, and below that path health, readiness and the playground's
// files.
type handler struct {
	*engine
	http     httpConfig
	cors     *cors.Cors // nil: no other origin may read answers
	streams  atomic.Int64
	clients  perclient.Streams
	reserved perclient.Streams // by networks: those that wait for their clients
	draining context.Context   // ends by Drain
	drain    context.CancelFunc

	connections transportsse.Connections
}

func (e *engine) handler() (http.Handler, error) {
	h := &handler{engine: e, http: e.cfg.http}
	h.draining, h.drain = context.WithCancel(context.Background())
	if h.http.cors != nil {
		c, err := h.http.cors.build(h.http.preflight)
		if err != nil {
			return nil, err
		}
		h.cors = c
	}
	return h, nil
}

// A Drainer is a server whose open streams can be ended, so that an http.Server
// may shut down: the handler that [New] returns is one.
//
//	server.RegisterOnShutdown(h.(graphqlsrv.Drainer).Drain)
type Drainer interface {
	// Drain ends every subscription and live query, without saying that they are
	// complete, so that clients connect again elsewhere; new ones are refused by 503.
	Drain()
}

func (h *handler) Drain() { h.drain() }

// guard calls what transports do in goroutines of their own; a panic is logged.
func (h *handler) guard(f func()) { h.errorLog().survive(context.Background(), f, func(error) {}) }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.cors != nil {
		h.cors.HandlerFunc(w, r)
		if isPreflight(r) { // it is answered
			return
		}
	}
	switch dir, last := path.Split(r.URL.Path); {
	case last == "health":
		h.health(w, r)
	case last == "readiness":
		h.readiness(w, r)
	case strings.HasSuffix(dir, "/"+playground.Dir+"/"):
		if !h.playgroundOn() {
			last = "" // is no file
		}
		playground.File(w, r, last)
	default:
		h.graphql(w, r)
	}
}

// A responder answers one request in the media type that was agreed on.
type responder struct {
	http.ResponseWriter
	engine  *engine
	request *http.Request
	strict  bool // application/graphql-response+json: status codes tell of errors
	stream  bool // text/event-stream, where the operation is no subscription
}

const (
	typeJSON     = "application/json; charset=utf-8"
	typeResponse = "application/graphql-response+json; charset=utf-8"
)

func (h *handler) graphql(w http.ResponseWriter, r *http.Request) {
	out := responder{ResponseWriter: w, engine: h.engine, request: r}
	w.Header()["X-Content-Type-Options"] = nosniff
	accepts := accept.Parse(r.Header["Accept"])
	switch r.Method {
	case http.MethodPost:
	case http.MethodGet:
		w.Header()["Vary"] = append(w.Header()["Vary"], "Accept")
		if transportws.Is(r) {
			h.serveSocket(out, r)
			return
		}
		if h.playgroundOn() && accepts.Page() {
			playground.Page(w, r, h.http.preflight[0], h.sampleQuery())
			return
		}
	case http.MethodPut:
		h.reserve(out, r)
		return
	case http.MethodDelete:
		h.cancelOperation(out, r)
		return
	case http.MethodOptions:
		w.Header().Set("Allow", allowed)
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		w.Header().Set("Allow", allowed)
		out.refuse(http.StatusMethodNotAllowed, CodeBadUserInput, language.Messagef("GraphQL takes GET and POST requests, and PUT and DELETE for streams that are shared, not %s.", r.Method))
		return
	}
	out.strict, out.stream = accepts.Response(), accepts.OnlyStream()
	if !accepts.Any() {
		out.refuse(http.StatusNotAcceptable, CodeBadUserInput,
			"The header Accept allows none of application/graphql-response+json, application/json, text/event-stream and multipart/mixed; subscriptionSpec=1.0.")
		return
	}
	shared := transportsse.Token(r) != ""
	if shared && accepts.OnlyStream() {
		h.connect(out, r)
		return
	}
	h.operate(out, r, accepts, shared)
}

const allowed = "GET, POST, PUT, DELETE, OPTIONS"

var nosniff = []string{"nosniff"}

// operate reads the request, and executes it.
func (h *handler) operate(out responder, r *http.Request, accepts accept.Header, shared bool) {
	if csrf.CouldBeForm(r, h.http.preflight) {
		remedy := h.http.preflight[0] + " with it, with any value."
		kind := strings.ToLower(strings.TrimSpace(header(r, "Content-Type")))
		if r.Method == http.MethodPost && !strings.HasPrefix(kind, "multipart/") { // which is not served either
			remedy = "Content-Type: application/json."
		}
		out.refuse(http.StatusBadRequest, CodeBadUserInput, "This request could come from a form of another site: send the header "+remedy)
		return
	}
	b := buffers.Get().(*buffer)
	defer b.free()
	req, bad := h.read(out, r, b)
	if bad != nil {
		out.refuse(bad.status, CodeBadUserInput, bad.message)
		return
	}
	defer req.close()
	ctx, f := h.newContext(r.Context(), r)
	var op *operation
	if f == nil {
		op, f = h.prepare(ctx, &req.Request)
	}
	if f != nil {
		h.refuseWith(out, f)
		return
	}
	if r.Method == http.MethodGet && op.kind() == ast.Mutation {
		out.Header().Set("Allow", "POST")
		out.refuse(http.StatusMethodNotAllowed, CodeBadUserInput, "Mutations take POST requests: a GET request must not change anything.")
		return
	}
	if shared {
		h.share(ctx, out, r, req, op)
		return
	}
	h.run(ctx, out, b, req, op, accepts)
}

func (h *handler) run(ctx context.Context, out responder, b *buffer, req *received, op *operation, accepts accept.Header) {
	switch framing := accepts.Framing(); {
	case op.kind() == ast.Subscription:
		if framing == nil {
			out.refuse(http.StatusNotAcceptable, CodeBadUserInput, "Subscriptions are answered by text/event-stream or multipart/mixed; subscriptionSpec=1.0: allow one in the header Accept, or open a WebSocket.")
			return
		}
		h.stream(ctx, out, op, framing, h.subscribe)
	case h.http.live != nil && framing != nil && op.live().on:
		h.stream(ctx, out, op, framing, h.serveLive)
	case h.http.timeout > 0:
		h.answerInTime(ctx, out, req, op)
	case out.stream:
		h.streamOnce(out, op.execute(ctx, nil))
	default:
		b.out = op.execute(ctx, b.out[:0])
		out.write(http.StatusOK, b.out)
	}
}

// stream answers by a stream of events.
func (h *handler) stream(ctx context.Context, out responder, op *operation, framing *transportsse.Framing, serve func(stream, *operation)) {
	s, leave := h.admit(ctx, out, framing)
	if s == nil {
		return
	}
	defer leave()
	serve(s, op)
}

// answerInTime answers within the time that [WithTimeout] gives. The files that a resolver which
// is left behind may still read stay so long.
func (h *handler) answerInTime(ctx context.Context, out responder, req *received, op *operation) {
	switch body, f := h.executeInTime(ctx, op, req.handOver()); {
	case f != nil:
		out.write(f.status(out.strict), f.append(nil))
	case body == nil: // the client went away
	case out.stream:
		h.streamOnce(out, body)
	default:
		out.write(http.StatusOK, body)
	}
}

// executeInTime executes a query or mutation within the time that [WithTimeout] gives it, in a
// goroutine of its own: one that doesn't heed its context is left behind, and ended is called when
// it returns. For a client that goes away there is neither a response nor a failure.
func (h *handler) executeInTime(ctx context.Context, op *operation, ended func()) (response []byte, f *failure) {
	if timeout := h.http.timeout; timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	type outcome struct {
		response []byte
		f        *failure
	}
	done := make(chan outcome, 1)
	go h.errorLog().survive(ctx, func() {
		defer ended()
		done <- outcome{response: op.execute(ctx, nil)}
	}, func(err error) { done <- outcome{f: h.errorLog().failure(ctx, failedOperation, err)} })
	var got outcome
	select {
	case got = <-done:
	case <-ctx.Done():
	}
	if ctx.Err() == context.DeadlineExceeded {
		return nil, failureOf(failedInput, CodeTimeout, "The request took longer than %s.", h.http.timeout)
	}
	return got.response, got.f
}

// refuseWith answers a request that can't be executed.
func (h *handler) refuseWith(out responder, f *failure) {
	// Errors must come as events, see PROTOCOL.md of graphql-sse; but that a token is
	// refused a client learns by the status, whatever it asks for.
	if out.stream && f.kind != failedAuth {
		h.streamOnce(out, f.append(nil))
		return
	}
	f.retryAfter(out.Header())
	out.write(f.status(out.strict), f.append(nil))
}

// status is the code of the answer. GraphQL over HTTP, section 6.4: with
// application/json it is 200 for every well-formed request.
func (f *failure) status(strict bool) int {
	if !strict && f.kind != failedInput && f.kind != failedAuth && f.kind != failedRate {
		return http.StatusOK
	}
	switch code := f.errs[0].Code; {
	case code == CodeRateLimited:
		return http.StatusTooManyRequests
	case code == CodeTimeout:
		return http.StatusGatewayTimeout
	case code == CodeInternalServerError:
		return http.StatusInternalServerError
	case code == CodeUnauthenticated:
		return http.StatusUnauthorized
	case code == CodeForbidden:
		return http.StatusForbidden
	case code == CodePersistedQueryNotFound && strict:
		return http.StatusNotFound
	}
	return http.StatusBadRequest
}

// refuse answers a request that is no GraphQL request.
func (out responder) refuse(status int, code, message string) {
	f := failureOf(failedInput, code, "%s", message)
	ctx, _ := anonymous(out.request.Context(), out.request)
	out.engine.refused(ctx, "", f)
	out.write(status, f.append(nil))
}

func (out responder) write(status int, body []byte) {
	header := out.Header()
	header["Content-Type"] = jsonHeader
	if out.strict {
		header["Content-Type"] = responseHeader
	}
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	out.WriteHeader(status)
	_, _ = out.Write(body) // the client may be gone
}

var (
	jsonHeader     = []string{typeJSON}
	responseHeader = []string{typeResponse}
)

// A buffer holds the bytes of one request.
type buffer struct {
	in, out []byte
	req     received // whose parts are those of in
}

var buffers = sync.Pool{New: func() any { return &buffer{in: make([]byte, 0, 1024), out: make([]byte, 0, 4096)} }}

func (b *buffer) free() {
	if cap(b.in) <= maxKept && cap(b.out) <= maxKept {
		b.req = received{}
		buffers.Put(b)
	}
}
