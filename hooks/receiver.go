package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// A handlerFunc processes one authentic event.
type handlerFunc = func(ctx context.Context, e Event) (data any, err error)

// A Receiver receives webhooks: it reads the body within a limit, verifies its
// raw bytes, answers handshakes, sees to it that each delivery is processed once,
// and runs the handler. It is an http.Handler, and [Receiver.HandleEvent] is the
// same under a serverless runtime. It is safe for concurrent use.
type Receiver struct {
	verify   Authenticator
	preset   *Preset // nil for a verifier
	handle   handlerFunc
	types    map[string]handlerFunc
	code     map[string]uintptr                 // of the functions that handle each type; see enroll
	ignore   bool                               // what types doesn't list
	store    func(context.Context, Event) error // instead of running a handler
	typed    *eventType                         // instead of the preset's
	id       *deliveryID                        // instead of the preset's
	query    *query                             // for all that is read in the JSON body
	limits   Limits
	statuses map[string]int
	replay   *replay
	logger   *slog.Logger
	observer func(context.Context, Observation)
	errs     []error
}

// Handler returns the http.Handler that receives what a verifier or preset
// verifies.
//
//	verifier, err := hooks.NewPreset("github", hooks.WithSecrets(secret))
//	...
//	receiver, err := hooks.Handler(verifier, nil,
//		hooks.On("push", func(ctx context.Context, push Push) (any, error) { ... }),
//		hooks.WithReplay(hooks.NewMemoryReplay(10_000)))
//	if err != nil {
//		log.Fatal(err)
//	}
//	http.Handle("POST /webhooks/github", receiver)
//
// handle gets the events that no [On] names; if it is nil those are answered 400,
// or 200 with [Ignore] if they have a type. GitHub's ping is answered 200 in any case.
// What a handler returns is answered:
//
//   - data and no error: 200 {"data": data}, or data itself if it is a [Response]
//   - a [RejectType] error: 400 {"data": its message}
//   - a *WebhookVerificationError or *WebhookSignError: 401 without body
//   - any other error, and a panic: 500 {"error": "internal error"}; what went wrong
//     is logged, a panic with its stack
//
// A mistake in the setup, such as a missing verifier or an [On] without a place
// where the type is, is an error of joined [*ConfigError]s, and there is no
// receiver. A nil *Receiver answers 500 to every request.
func Handler(verifier Authenticator, handle func(ctx context.Context, e Event) (data any, err error), options ...Option) (*Receiver, error) {
	r := &Receiver{
		verify: verifier, handle: handle, limits: Limits{Body: 1 << 20, BodyTime: 10 * time.Second}, types: map[string]handlerFunc{},
		code:     map[string]uintptr{"": reflect.ValueOf(handle).Pointer()},
		statuses: maps.Clone(statuses), logger: slog.Default(),
		observer: func(context.Context, Observation) {},
	}
	r.preset, _ = verifier.(*Preset)
	for i, o := range options {
		if o.receiver == nil {
			r.refuse("option", fmt.Sprintf("number %d is one of a verifier or preset; give it to that", i+1))
			continue
		}
		o.receiver(r)
	}
	r.check()
	switch v := r.verify.(type) {
	case *Preset:
		r.logger = r.logger.With("preset", v.Name())
	case *Verifier:
		r.logger = r.logger.With("verifier", v.Kind())
	}
	r.query = r.newQuery()
	if err := errors.Join(r.errs...); err != nil {
		return nil, err
	}
	if r.replay != nil {
		r.replay.fingerprints = r.fingerprints()
		if err := r.enroll(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// setUpWrongly is the answer of a receiver that Handler returned an error for.
func setUpWrongly() Response {
	return jsonResponse(http.StatusInternalServerError, map[string]string{"error": "the receiver is set up wrongly"})
}

func (r *Receiver) refuse(setting, problem string) {
	r.errs = append(r.errs, &ConfigError{Setting: setting, Problem: problem})
}

func (r *Receiver) check() {
	if r.verify == nil {
		r.refuse("verifier", "there is none; use a skipVerifier to accept everything")
	}
	if err := usable(r.verify); err != nil {
		r.errs, r.preset = append(r.errs, err), nil
	}
	if r.handle == nil && len(r.types) == 0 {
		r.refuse("handler", "there is none; give one, or On")
	}
	if r.handle != nil && r.ignore {
		r.refuse("handler", "gets the events that Ignore would answer; give one of the two")
	}
	if len(r.types) > 0 && r.where() == nil {
		r.refuse("type", "nothing tells where an event's type stands; give TypeFromHeader or TypeFromJSON, or a Scheme its TypePath or TypeHeader")
	}
	if r.replay != nil {
		r.checkReplay()
	}
	if p := r.preset; p != nil && p.NeedsURL() && p.config.url == nil {
		r.refuse("URL", "the sender "+p.name+" signs the public URL; give the preset WithURL")
	}
}

// newQuery is the query for what the receiver and its preset read.
func (r *Receiver) newQuery() *query {
	var paths [][]string
	if r.typed != nil {
		paths = append(paths, r.typed.paths...)
	}
	if r.id != nil {
		paths = append(paths, r.id.idPaths...)
	}
	if r.preset != nil {
		return r.preset.queryWith(paths...)
	}
	return newQuery(paths, nil)
}

// where is the place of the type, or nil.
func (r *Receiver) where() *eventType {
	switch {
	case r.typed != nil:
		return r.typed
	case r.preset != nil && (r.preset.typeAt.header != "" || r.preset.typeAt.paths != nil):
		return &r.preset.typeAt
	}
	return nil
}

// ServeHTTP receives one request.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if r == nil {
		write(w, setUpWrongly())
		return
	}
	started := time.Now()
	ctx := q.Context()
	if q.ContentLength > r.limits.Body {
		w.Header().Set("Connection", "close") // the body stays unread
		write(w, r.finish(ctx, started, r.tooLarge(), nil))
		return
	}
	body, err := r.readBody(w, q)
	if err != nil {
		res := result{outcome: Unreadable, err: err}
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			res = r.tooLarge()
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			w.Header().Set("Connection", "close") // the rest stays unread
			res = result{outcome: TooSlow, err: fmt.Errorf("hooks: the body takes longer than %v (Limits.BodyTime): %w", r.limits.BodyTime, err)}
		}
		write(w, r.finish(ctx, started, res, nil))
		return
	}
	d := &Delivery{Method: q.Method, URL: q.URL.RequestURI(), Header: q.Header, Body: body}
	write(w, r.receive(ctx, started, d, func() Event { return requestEvent(q, body) }))
}

func (r *Receiver) tooLarge() result {
	return result{outcome: TooLarge, err: fmt.Errorf("hooks: the body has more than %d bytes (Limits.Body)", r.limits.Body)}
}

// readBody reads a body in bounded time: by the connection's deadline where there
// is one, which also ends what reads on.
func (r *Receiver) readBody(w http.ResponseWriter, q *http.Request) ([]byte, error) {
	server, _ := q.Context().Value(http.ServerContextKey).(*http.Server)
	if server != nil && server.ReadTimeout > 0 && server.ReadTimeout < r.limits.BodyTime {
		return readBody(w, q, r.limits.Body) // within the server's own deadline
	}
	connection := http.NewResponseController(w)
	if connection.SetReadDeadline(time.Now().Add(r.limits.BodyTime)) == nil {
		body, err := readBody(w, q, r.limits.Body)
		if err == nil { // or else the server would wait for the rest
			_ = connection.SetReadDeadline(time.Time{})
		}
		return body, err
	}
	type reading struct {
		body []byte
		err  error
	}
	done := make(chan reading, 1)
	go func() {
		read := reading{err: errInternal}
		defer func() {
			_ = recover() // the caller's panic handler is on another goroutine
			done <- read
		}()
		read.body, read.err = readBody(w, q, r.limits.Body)
	}()
	end := time.NewTimer(r.limits.BodyTime)
	defer end.Stop()
	select {
	case read := <-done:
		return read.body, read.err
	case <-end.C:
		return nil, os.ErrDeadlineExceeded
	}
}

// readBody reads a body. What a request announces is not believed: memory grows
// with what comes.
func readBody(w http.ResponseWriter, q *http.Request, limit int64) ([]byte, error) {
	if q.Body == nil {
		return nil, nil
	}
	var b bytes.Buffer
	b.Grow(int(min(max(q.ContentLength, 0), 64<<10)) + bytes.MinRead)
	_, err := b.ReadFrom(http.MaxBytesReader(w, q.Body, limit))
	return b.Bytes(), err
}

// HandleEvent receives one event of a serverless runtime:
//
//	lambda.Start(receiver.HandleEvent)
//
// The error is always nil: what goes wrong is in the response.
func (r *Receiver) HandleEvent(ctx context.Context, e Event) (Response, error) {
	if r == nil {
		return setUpWrongly(), nil
	}
	started := time.Now()
	tooLarge := int64(len(e.Body))/2 > r.limits.Body // in base64 it is longer by a third
	if !tooLarge {
		e.payload, e.decoded = e.Payload(), true
		tooLarge = int64(len(e.payload)) > r.limits.Body
	}
	if tooLarge {
		return r.finish(ctx, started, r.tooLarge(), nil), nil
	}
	return r.receive(ctx, started, e.delivery(), func() Event { return e }), nil
}

// write sends a response.
func write(w http.ResponseWriter, response Response) {
	for name, value := range response.Headers {
		w.Header().Set(name, value)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(response.Body)))
	if response.StatusCode == http.StatusNoContent || response.StatusCode == http.StatusNotModified {
		w.Header().Del("Content-Length")
	}
	w.WriteHeader(response.StatusCode)
	_, _ = io.WriteString(w, response.Body)
}

// receive answers a delivery. event makes the handler's view of it.
func (r *Receiver) receive(ctx context.Context, started time.Time, d *Delivery, event func() Event) Response {
	d.lookup = &lookup{query: r.query}
	if response, ok := r.preset.Challenge(d); ok {
		return r.finish(ctx, started, result{outcome: Handshake, response: &response}, d)
	}
	if err := r.authenticate(d); err != nil {
		return r.finish(ctx, started, result{outcome: outcomeOf(err), err: err}, d)
	}
	if r.preset != nil {
		if response, ok := r.preset.Handshake(d); ok {
			return r.finish(ctx, started, result{outcome: Handshake, response: &response}, d)
		}
	}
	found := d.find(r.query)
	e := event()
	if at := r.where(); at != nil {
		e.Type = at.typeOf(d, found)
	}
	id, signed := r.idOf(d, found)
	e.ID = id
	handle, ok := r.handlerOf(e.Type)
	if !ok {
		return r.finish(ctx, started, r.unlisted(&e), d)
	}
	if r.store != nil {
		handle = func(ctx context.Context, e Event) (any, error) { return nil, r.store(ctx, e) }
	}
	if r.replay == nil {
		return r.finish(ctx, started, r.run(ctx, handle, e), d)
	}
	return r.finish(ctx, started, r.once(ctx, handle, d, e, signed), d)
}

var (
	errType   = RejectType("")
	errNoType = RejectType("the event has no type that can be read")
)

// authenticate asks the verifier, whose panic is a failure and no acceptance.
func (r *Receiver) authenticate(d *Delivery) (err error) {
	defer func() {
		if v := recover(); v != nil {
			r.logger.Error("hooks: a verifier panicked", "panic", clip(fmt.Sprint(v), maxLoggedError), "stack", string(debug.Stack()))
			err = errInternal
		}
	}()
	return checkedError(r.verify.Authenticate(d))
}

// checkedError returns err. It calls Error where a panic is still caught, for a nil pointer as an
// error, say, panics there: later the text is logged and answered.
func checkedError(err error) error {
	if err != nil {
		_ = err.Error()
	}
	return err
}

func (r *Receiver) idOf(d *Delivery, found *finding) (id string, signed bool) {
	switch {
	case r.id != nil:
		return r.id.idOf(d, found)
	case r.preset != nil:
		return r.preset.idAt.idOf(d, found)
	}
	return "", false
}

func (r *Receiver) handlerOf(kind string) (handlerFunc, bool) {
	if handle, ok := r.types[kind]; ok && kind != "" {
		return handle, true
	}
	return r.handle, r.handle != nil
}

// Process runs the handler of an event's type, for those who have stored the event: see
// [StoreWith]. It verifies nothing. The outcome is Processed, or else says what the error is:
// Rejected, if no handler is for the type or the handler says so, Unverified, or Failed, with
// a panic's too, and for a [Response] of 300 or more.
func (r *Receiver) Process(ctx context.Context, e Event) (outcome string, err error) {
	if r == nil {
		return Failed, &ConfigError{Setting: "receiver", Problem: "it is nil: Handler returned an error"}
	}
	handle, ok := r.handlerOf(e.Type)
	if !ok {
		return Rejected, errType
	}
	res := r.run(ctx, handle, e)
	if res.err == nil && res.response.StatusCode >= 300 {
		return Failed, fmt.Errorf("the handler answers %d", res.response.StatusCode)
	}
	return res.outcome, res.err
}

// unlisted is the result of an event that no handler is for.
func (r *Receiver) unlisted(e *Event) result {
	switch {
	case r.preset != nil && e.Type != "" && e.Type == r.preset.ping:
		return result{outcome: Handshake, response: new(jsonResponse(http.StatusOK, nothing)), event: e}
	case e.Type == "": // perhaps one that On names: to answer 200 would lose it
		return result{outcome: Rejected, err: errNoType, event: e}
	case !r.ignore:
		return result{outcome: Rejected, err: errType, event: e}
	}
	return result{outcome: Ignored, event: e}
}

// run runs the handler. Its panic is an error.
func (r *Receiver) run(ctx context.Context, handle handlerFunc, e Event) (res result) {
	res.event = &e
	defer func() {
		if v := recover(); v != nil {
			r.logger.ErrorContext(ctx, "hooks: a handler panicked", "panic", clip(fmt.Sprint(v), maxLoggedError), "stack", string(debug.Stack()), "type", clip(e.Type, maxLoggedName), "id", clip(e.ID, maxLoggedName))
			res.outcome, res.err = Failed, fmt.Errorf("hooks: the handler panicked: %v", v)
		}
	}()
	data, err := handle(context.WithValue(ctx, eventKey{}, e), e)
	if err = checkedError(err); err != nil {
		res.outcome, res.err = outcomeOf(err), err
		return res
	}
	res.outcome = Processed
	res.response, res.err = r.processed(data)
	if res.err != nil {
		res.outcome = Failed
	}
	return res
}

var errInternal = errors.New("internal error")

// requestEvent is the event of an HTTP request. Its body is text as far as it is
// UTF-8, else base64, as serverless runtimes have it.
func requestEvent(q *http.Request, body []byte) Event {
	e := Event{
		Headers: make(map[string]string, len(q.Header)), HTTPMethod: q.Method,
		RawPath: q.URL.EscapedPath(), RawQueryString: q.URL.RawQuery, Path: q.URL.Path, payload: body, decoded: true,
	}
	for name, values := range q.Header {
		e.Headers[strings.ToLower(name)] = joinValues(values)
	}
	for name, values := range q.URL.Query() {
		if e.QueryStringParameters == nil {
			e.QueryStringParameters = map[string]string{}
		}
		e.QueryStringParameters[name] = strings.Join(values, ",") // as format 2.0 has them
	}
	e.Body, e.IsBase64Encoded = bodyText(body)
	return e
}
