package dispatch

import (
	"iter"
	"net/http"
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

	params func() map[string]any // nil without a route
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
	return o.params()
}

// TellAnswers has the router tell the middleware around it what answers each request, see
// package [answer]. A server of package serve calls it.
func (r *Router) TellAnswers() { r.cfg.observed.Store(true) }

// observed serves a request, calls the functions of [Observe], and tells the middleware
// around the router what answered.
func (s *site) observed(w http.ResponseWriter, r *http.Request) {
	inner, told := answer.Watch(r)
	o := &Observed{Request: r, Panicked: true}
	told.Note = o
	sent := &answer.Sent{}
	if s.cfg.observe != nil {
		w, sent = answer.Count(w, nil)
	}
	began := time.Now()
	defer func() {
		r.Pattern = inner.Pattern
		if !o.Panicked {
			sent.End()
		}
		o.Duration, o.Status, o.Written = time.Since(began), sent.Status, sent.Bytes
		o.tell(told)
		for _, f := range s.cfg.observe {
			f(o)
		}
	}()
	s.handle(w, inner)
	o.Panicked = false
}

// tell is for middleware around the router.
func (o *Observed) tell(a *answer.Answer) {
	a.By, a.Pattern, a.Err, a.Params = string(o.By), o.Request.Pattern, o.Err, o.PathParams
	if o.Route != nil {
		a.Name, a.Endpoint, a.Source = o.Route.Name, endpointName(o.Route), o.Route.Source()
	}
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
	o.led(e.answerer(rt), rt, func() map[string]any { return rack.GoParams(q.PathParams()) })
	return func() { r.Pattern, o.By, o.Route, o.params = pattern, before.By, before.Route, before.params }
}

// leadsTo is leads of a row of the main table that answers for certain.
func (s *site) leadsTo(r *http.Request, i uint32, q *search) {
	r.Pattern = s.main[i].pattern
	if o := s.observation(r); o != nil {
		rt, path := s.core.trie.Routes[i], q.Path
		o.led(ByAction, rt, func() map[string]any { return s.core.goParams(rt, path) })
	}
}

func (o *Observed) led(by Answerer, rt *match.Route, params func() map[string]any) {
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
		e, by := &s.endpoints[c][i], ByFallback
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
func (s *site) answeredBy(r *http.Request, by Answerer, err error) {
	if o := s.observation(r); o != nil {
		o.By, o.Err = by, err
	}
}

// observation returns what is noted of a request; nil if nothing is.
func (s *site) observation(r *http.Request) *Observed {
	if !s.cfg.observed.Load() {
		return nil
	}
	if told := answer.Of(r); told != nil {
		o, _ := told.Note.(*Observed)
		return o
	}
	return nil
}

// params makes the parameters of a path that a row matches, as [search.parameters] does.
func (c *core) params(rt *match.Route, path string) *dsl.Hash {
	defaults := rt.Row.Defaults
	h := dsl.NewHash(defaults.Len() + len(rt.Names()) + 1)
	for i := range defaults.Len() {
		h.Set(defaults.At(i))
	}
	c.captures(rt, path, func(name, text string) { h.Set(dsl.Symbol(name), dsl.NewString(text)) })
	nameIndex(h)
	return h
}

// goParams makes those of params as Go values.
func (c *core) goParams(rt *match.Route, path string) map[string]any {
	defaults := rt.Row.Defaults
	m := make(map[string]any, defaults.Len()+len(rt.Names())+1)
	for i := range defaults.Len() {
		k, v := defaults.At(i)
		m[rack.TextOf(k)] = rack.GoValue(v)
	}
	c.captures(rt, path, func(name, text string) { m[name] = text })
	if m["action"] == nil {
		m["action"] = "index"
	}
	return m
}

// captures calls f with what the parts of a path are that a row matches.
func (c *core) captures(rt *match.Route, path string, f func(name, text string)) {
	if len(rt.Names()) == 0 {
		return
	}
	j := jobs.Get().(*job)
	defer j.free()
	q := &j.search.Search
	q.Trie = c.trie
	q.Split(path)
	if ok, err := q.Capture(rt); !ok || err != nil {
		return
	}
	for i, name := range rt.Names() {
		if part := q.Pieces[i]; part.Start >= 0 {
			text, _ := q.Text(part)
			f(name, text)
		}
	}
}
