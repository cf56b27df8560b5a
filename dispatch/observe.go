package dispatch

import (
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/serve/answer"
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
	// one, and for [Fallback] where no row led there. With Err it is the row that could not
	// say whether the request is its own. Its Name is the helper's, "post".
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

	params []slog.Attr
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
// [Info.PathParams] does; nil without a route.
func (o *Observed) PathParams() map[string]any {
	if o.Route == nil {
		return nil
	}
	m := map[string]any{}
	if o.Route.Endpoint.IsAction() {
		m["action"] = "index"
	}
	for i := range o.Route.Defaults.Len() {
		if k, v := o.Route.Defaults.At(i); isEndpointParam(rack.TextOf(k)) && v != dsl.Nil {
			m[rack.TextOf(k)] = rack.GoValue(v)
		}
	}
	for _, p := range o.params {
		m[p.Key] = p.Value.Any()
	}
	return m
}

// TellAnswers has the router tell the middleware around it what answers each request, see
// package [answer]. A server of package serve calls it.
func (r *Router) TellAnswers() { r.cfg.observed.Store(true) }

// observed serves a request, and tells the middleware around the router and the functions of
// [Observe] what answered.
func (s *site) observed(w http.ResponseWriter, r *http.Request) {
	inner, told := answer.Tell(r)
	defer func() {
		r.Pattern = inner.Pattern
		told.End()
		answer.ReturnForm(r, inner)
	}()
	if s.cfg.observe == nil {
		s.handle(w, inner)
		return
	}
	o, began := &Observed{Request: r, Panicked: true}, time.Now()
	w, sent := answer.Count(w, nil)
	defer func() {
		r.Pattern = inner.Pattern
		o.take(told.Told())
		if !o.Panicked {
			sent.End()
		}
		o.Duration, o.Status, o.Written = time.Since(began), sent.Status, sent.Bytes
		for _, f := range s.cfg.observe {
			f(o)
		}
	}()
	s.handle(w, inner)
	o.Panicked = false
}

// take notes what the middleware around the router is told.
func (o *Observed) take(told answer.Told) {
	o.By, o.Err = Answerer(told.By), told.Err
	if row, ok := told.Route.(toldRoute); ok {
		o.Route, o.params = row.Route, told.Params
	}
}

// A toldRoute is a row as middleware sees it.
type toldRoute struct{ *route.Route }

// Name implements answer.Route.
func (r toldRoute) Name() string { return r.Route.Name }

// Endpoint implements answer.Route.
func (r toldRoute) Endpoint() string { return endpointName(r.Route) }

// leads notes the row that a request is led to: its pattern is what middleware around the
// router finds. undo takes that back, for a row that passes the request on.
func (s *site) leads(r *http.Request, rt *match.Route, e *endpoint, q *request) (undo func()) {
	pattern := r.Pattern
	r.Pattern = rt.Pattern()
	told := s.told(r)
	if told == nil {
		return func() { r.Pattern = pattern }
	}
	before := told.Told()
	led(told, e.answerer(rt), rt, appendParams(nil, rt.Row, q.PathParams()))
	return func() {
		r.Pattern = pattern
		told.Set(before)
	}
}

// leadsTo is leads of a row that takes the path for certain; q has captured its parts, nil if
// it has none.
func (s *site) leadsTo(r *http.Request, rt *match.Route, q *match.Search) {
	r.Pattern = rt.Pattern()
	if told := s.told(r); told != nil {
		led(told, ByAction, rt, appendParams(captured(rt, q), rt.Row, rt.Row.Defaults.Hash))
	}
}

func led(told *answer.Answer, by Answerer, rt *match.Route, params []slog.Attr) {
	told.Set(answer.Told{By: string(by), Pattern: rt.Pattern(), Route: toldRoute{rt.Row}, Params: params})
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

// Answers returns the rows of the table, those of an engine in the place of its mount, each with
// what answers its requests. That is [ByFallback] for rows without a handler, and for those that
// only the application can decide, see [Router.Gaps]; without [Fallback] it is [ByError].
func (r *Router) Answers() iter.Seq2[*route.Route, Answerer] {
	s := r.site.Load()
	return func(yield func(*route.Route, Answerer) bool) { s.answers(s.core, map[*core]bool{}, yield) }
}

// answers hands yield the rows of a core that was not met before, until it has enough.
func (s *site) answers(c *core, met map[*core]bool, yield func(*route.Route, Answerer) bool) bool {
	if met[c] {
		return true
	}
	met[c] = true
	for i, rt := range c.trie.Routes {
		e, by := &c.endpoints[i], ByFallback
		switch {
		case e.kind == engineEndpoint:
			if !s.answers(c.engines[rt.Row.Endpoint.Table], met, yield) {
				return false
			}
			continue
		case e.kind != missingEndpoint && e.kind != chosenEndpoint && c.open[rt] == nil:
			by = e.answerer(rt)
		case s.cfg.fallback == nil:
			by = ByError
		}
		if !yield(rt.Row, by) {
			return false
		}
	}
	return true
}

// answeredBy notes what answers a request that no row is led to.
func (s *site) answeredBy(r *http.Request, by Answerer) {
	if told := s.told(r); told != nil {
		now := told.Told()
		now.By = string(by)
		told.Set(now)
	}
}

// erred notes why a request cannot be routed, and at which row.
func (s *site) erred(r *http.Request, by Answerer, err error) {
	var at *RouteError
	if errors.As(err, &at) {
		r.Pattern = match.PatternOf(at.Route)
	}
	told := s.told(r)
	if told == nil {
		return
	}
	now := told.Told()
	now.By, now.Err = string(by), err
	if now.Route == nil && at != nil {
		now.Route, now.Pattern = toldRoute{at.Route}, r.Pattern
	}
	told.Set(now)
}

// told is what middleware around the router is told of a request; nil if nothing is.
func (s *site) told(r *http.Request) *answer.Answer {
	if !s.cfg.observed.Load() {
		return nil
	}
	return answer.Of(r)
}

// params makes the parameters of a path that a row matches.
func (c *core) params(rt *match.Route, path string) *dsl.Hash {
	j := jobs.Get().(*job)
	defer j.free()
	q := &j.search
	q.Trie, q.Steps = c.trie, c.steps
	q.Split(path)
	if ok, err := q.CaptureAlone(rt); !ok || err != nil {
		q.Pieces = q.Pieces[:0]
	}
	h, _ := q.parameters(rt) // a request that has a handler has no errors
	nameIndex(h)
	return h
}

// captured are the parts of a path that a search has captured.
func captured(rt *match.Route, q *match.Search) []slog.Attr {
	if q == nil || len(rt.Names()) == 0 {
		return nil
	}
	all := make([]slog.Attr, 0, len(rt.Names()))
	for i, name := range rt.Names() {
		if part := q.Pieces[i]; part.Start >= 0 {
			text, _ := q.Text(part)
			all = append(all, slog.String(name, text))
		}
	}
	return all
}

// appendParams adds the parameters of a row whose names are new, and that its endpoint does
// not say.
func appendParams(all []slog.Attr, row *route.Route, more *dsl.Hash) []slog.Attr {
	for i := range more.Len() {
		k, v := more.At(i)
		name := rack.TextOf(k)
		if isEndpointParam(name) && !row.Path.Has(name) || slices.ContainsFunc(all, func(a slog.Attr) bool { return a.Key == name }) {
			continue
		}
		all = append(all, slog.Any(name, rack.GoValue(v)))
	}
	return all
}

func isEndpointParam(name string) bool { return name == "controller" || name == "action" }
