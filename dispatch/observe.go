package dispatch

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/felixge/httpsnoop"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
)

// What answered a request, see [Observed].
const (
	ByAction           Answerer = "action"             // a handler of a controller's action
	ByMount            Answerer = "mount"              // a handler of [Mount]
	ByRedirect         Answerer = "redirect"           // a redirect of the routes file
	ByInline           Answerer = "inline"             // a lambda or object of the routes file
	ByFallback         Answerer = "fallback"           // the handler of [Fallback]
	ByNotFound         Answerer = "not found"          // no route, see [NotFound]
	ByMethodNotAllowed Answerer = "method not allowed" // routes for other verbs, see [MethodNotAllowed]
	ByError            Answerer = "error"              // a request that cannot be routed, see [OnError]
	ByBlocked          Answerer = "blocked"            // a host that is not among [Hosts]
)

// An Answerer is a kind of what answers requests.
type Answerer string

// An Observed is a request that the router has answered, see [Observe].
type Observed struct {
	// Request is the request as it came to the router, but for its Pattern, which is that of
	// Route: "GET /posts/:id(.:format)".
	Request *http.Request
	// By is what answered.
	By Answerer
	// Route is the row that answered, one of an engine's table where that did; nil without
	// one, and for [Fallback] where no row led there. Its Name is the helper's, "post".
	Route *route.Route
	// Status is the answer's status, 101 for a connection that a handler took over. It is 0
	// if a handler panicked before it wrote anything.
	Status int
	// Written is how many bytes the body has.
	Written int64
	// Duration is how long the answer took.
	Duration time.Duration
	// Err is why the request could not be routed, see [OnError].
	Err error
	// Panicked is set where a handler panics; the panic goes on.
	Panicked bool

	params func() *dsl.Hash // nil without a route
}

// Observe calls a function behind each request that the router has answered, whatever did:
// an action, a mounted application, a redirect, or nothing at all. For metrics and access
// logs, which want the route's pattern and not the path:
//
//	dispatch.Observe(func(o *dispatch.Observed) {
//		requests.WithLabelValues(o.Request.Pattern, strconv.Itoa(o.Status)).Observe(o.Duration.Seconds())
//	})
//
// Several functions are called in their order. They run before the response is complete, so
// that they should not wait for anything. Without this option nothing is measured; but
// middleware around the router finds the Pattern in the request that it gave it.
func Observe(f func(*Observed)) Option {
	return func(c *config) {
		if f == nil {
			c.refuse("Observe has no function")
			return
		}
		c.observe = append(c.observe, f)
	}
}

// PathParams returns the parameters of the path and the route's defaults, as
// [Info.PathParams] does; nil without a route. They are found when they are asked for.
func (o *Observed) PathParams() map[string]any {
	if o.params == nil {
		return nil
	}
	return rack.GoParams(o.params())
}

type observedKey struct{}

// observed serves a request and calls the functions of [Observe].
func (s *site) observed(w http.ResponseWriter, r *http.Request) {
	o := &Observed{Request: r, Panicked: true}
	inner := r.WithContext(context.WithValue(r.Context(), observedKey{}, o))
	began := time.Now()
	defer func() {
		r.Pattern = inner.Pattern
		o.Duration = time.Since(began)
		if o.Status == 0 && !o.Panicked {
			o.Status = http.StatusOK // as net/http answers for a handler that writes nothing
		}
		for _, f := range s.cfg.observe {
			f(o)
		}
	}()
	s.handle(o.watch(w), inner)
	o.Panicked = false
}

// watch returns a writer that counts; it can do what the other one can.
func (o *Observed) watch(w http.ResponseWriter) http.ResponseWriter {
	begin := func(status int) {
		if o.Status < http.StatusOK { // 1xx may come before
			o.Status = status
		}
	}
	return httpsnoop.Wrap(w, httpsnoop.Hooks{
		WriteHeader: func(next httpsnoop.WriteHeaderFunc) httpsnoop.WriteHeaderFunc {
			return func(status int) { begin(status); next(status) }
		},
		Write: func(next httpsnoop.WriteFunc) httpsnoop.WriteFunc {
			return func(b []byte) (int, error) {
				begin(http.StatusOK)
				n, err := next(b)
				o.Written += int64(n)
				return n, err
			}
		},
		ReadFrom: func(next httpsnoop.ReadFromFunc) httpsnoop.ReadFromFunc {
			return func(from io.Reader) (int64, error) {
				begin(http.StatusOK)
				n, err := next(from)
				o.Written += n
				return n, err
			}
		},
		Hijack: func(next httpsnoop.HijackFunc) httpsnoop.HijackFunc {
			return func() (net.Conn, *bufio.ReadWriter, error) {
				conn, buffer, err := next()
				if err == nil {
					begin(http.StatusSwitchingProtocols)
				}
				return conn, buffer, err
			}
		},
	})
}

// leads notes the row that a request is led to: its pattern is what middleware around the
// router finds. undo takes that back, for a row that passes the request on.
func (s *site) leads(r *http.Request, rt *match.Route, e *endpoint, q *request) (undo func()) {
	pattern := r.Pattern
	r.Pattern = nameOf(rt.Row)
	o := s.observation(r)
	if o == nil {
		return func() { r.Pattern = pattern }
	}
	before := *o
	o.led(e.answerer(rt), rt, q.PathParams)
	return func() { r.Pattern, o.By, o.Route, o.params = pattern, before.By, before.Route, before.params }
}

// leadsTo is leads of a row of the main table that answers for certain.
func (s *site) leadsTo(r *http.Request, i uint32, q *search) {
	r.Pattern = s.main[i].pattern
	if o := s.observation(r); o != nil {
		rt, path := s.core.trie.Routes[i], q.Path
		o.led(ByAction, rt, func() *dsl.Hash { return s.core.params(rt, path) })
	}
}

func (o *Observed) led(by Answerer, rt *match.Route, params func() *dsl.Hash) {
	o.By, o.Route, o.params = by, rt.Row, params
}

// answerer is what answers a row with the endpoint.
func (e *endpoint) answerer(rt *match.Route) Answerer {
	switch e.kind {
	case nativeEndpoint, plainEndpoint, chosenEndpoint:
		return ByAction
	case mountEndpoint:
		return ByMount
	case tableEndpoint:
		if rt.Row.Endpoint.Kind == route.Redirects {
			return ByRedirect
		}
		return ByInline
	}
	return ByFallback
}

// answeredBy notes what answers a request that no row is led to.
func (s *site) answeredBy(r *http.Request, by Answerer, err error) {
	if o := s.observation(r); o != nil {
		o.By, o.Err = by, err
	}
}

// observation returns what is noted of a request; nil if nothing is.
func (s *site) observation(r *http.Request) *Observed {
	if s.cfg.observe == nil {
		return nil
	}
	o, _ := r.Context().Value(observedKey{}).(*Observed)
	return o
}

// params makes the parameters of a path that a row matches, as [search.parameters] does.
func (c *core) params(rt *match.Route, path string) *dsl.Hash {
	defaults := rt.Row.Defaults
	h := dsl.NewHash(defaults.Len() + len(rt.Names) + 1)
	for i := range defaults.Len() {
		h.Set(defaults.At(i))
	}
	q := &match.Search{Trie: c.trie}
	q.Split(path)
	if ok, err := q.Capture(rt); ok && err == nil {
		for i, name := range rt.Names {
			if part := q.Pieces[i]; part.Start >= 0 {
				text, _ := q.Text(part)
				h.Set(dsl.Symbol(name), dsl.NewString(text))
			}
		}
	}
	nameIndex(h)
	return h
}
