package dispatch

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/expand/route"
	"signalbox/serve/answer"
)

// A Router serves a table of routes with Rails' rules. It is an http.Handler,
// safe for concurrent use.
type Router struct {
	cfg  *config
	site atomic.Pointer[site]
}

// A site is one table with its handlers: what [Router.Swap] replaces. A request
// is served by one site from beginning to end.
type site struct {
	cfg    *config
	core   *core
	mux    *httprouter.Router
	shapes [256]uint64 // of the paths that mux holds, see shapeOf
}

// New makes a router of a table:
//
//	table, err := expand.Load("config/routes.rb", expand.Options{})
//	router, err := dispatch.New(table,
//		dispatch.Controller("posts", &Posts{}),
//		dispatch.Action("webhooks#github", github),
//		dispatch.Mount("GraphQL::Server", graphql))
//	http.ListenAndServe(":3000", router)
//
// The error lists everything that would keep a route from answering: routes
// without a handler (a *[MissingError], unless [Fallback] or [NotImplemented]
// takes them), patterns and constraints that cannot be decided here (each a
// *[RouteError]), and options that make no sense. Rails: RouteSet#call.
func New(table *route.Table, options ...Option) (*Router, error) {
	r := &Router{cfg: newConfig(options)}
	r.cfg.observed.Store(r.cfg.observe != nil)
	if err := errors.Join(r.cfg.err, r.Swap(table)); err != nil {
		return nil, err
	}
	return r, nil
}

// Swap replaces the table, with the same options: requests that are being
// served end with the old one, later ones begin with the new one. The error is
// that of [New], and leaves the old table in place.
func (r *Router) Swap(table *route.Table) error {
	s, err := newSite(table, r.cfg)
	if err != nil {
		return err
	}
	r.site.Store(s)
	return nil
}

// Table gives the table that is being served.
func (r *Router) Table() *route.Table { return r.site.Load().core.table }

// Match tells which route answers a request, see [Matcher.Match]; conditions
// that only the application knows are decided as the router decides them.
func (r *Router) Match(req *http.Request) *Match {
	return (&Matcher{r.site.Load().core}).Match(req)
}

// ServeHTTP implements http.Handler.
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	s := r.site.Load()
	if s.cfg.observed.Load() {
		s.observed(w, req)
		return
	}
	s.handle(w, req)
}

// handle answers a request.
func (s *site) handle(w http.ResponseWriter, req *http.Request) {
	if s.cfg.hosts != nil && s.cfg.block(w, req) {
		s.answeredBy(req, ByBlocked)
		return
	}
	if s.cfg.override && req.Method == http.MethodPost {
		given := req
		req = rack.Overridden(given)
		defer func() {
			given.Pattern = req.Pattern
			answer.ReturnForm(given, req)
		}()
	}
	if s.mayHold(req.URL.Path) {
		if h, _, _ := s.mux.Lookup(req.Method, req.URL.Path); h != nil && req.URL.RawPath == "" { // /%70osts is not /posts
			h(w, req, nil)
			return
		}
	}
	s.serve(w, req)
}

// A MissingError lists the routes that have no handler.
type MissingError struct{ Routes []*route.Route }

func (e *MissingError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of the routes have no handler:", len(e.Routes))
	for _, r := range e.Routes {
		fmt.Fprintf(&b, "\n  %s: %s leads to %s", r.Source(), match.PatternOf(r), endpointName(r))
	}
	b.WriteString("\nGive them with Controller, Action or Mount, or leave them to Fallback or NotImplemented.")
	return b.String()
}

func endpointName(r *route.Route) string {
	if r.Endpoint.Kind == route.Dispatcher {
		return r.Controller() + "#" + r.Action()
	}
	return r.Endpoint.Text
}

func newSite(table *route.Table, cfg *config) (*site, error) {
	if table == nil {
		return nil, errors.New("dispatch: New wants a table, as expand.Load gives it")
	}
	c, err := newCore(table, cfg.settings)
	missing, gaps := &MissingError{}, newGapFinder(table)
	for _, core := range c.engines {
		core.resolve(cfg, missing, gaps)
	}
	open := cfg.open(gaps.sorted())
	for _, g := range open {
		g.mark(c.open)
	}
	for _, core := range c.engines {
		core.reopen()
	}
	errs := []error{err}
	if cfg.fallback == nil && !cfg.lenient {
		if len(missing.Routes) > 0 {
			errs = append(errs, missing)
		}
		for _, g := range open {
			errs = append(errs, g.routeError())
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	s := &site{cfg: cfg, core: c}
	s.mount()
	return s, nil
}

// resolve finds the handlers of a table, and its gaps: a row is read once for both.
func (c *core) resolve(cfg *config, missing *MissingError, gaps *gapFinder) {
	c.endpoints, c.shapes = make([]endpoint, len(c.trie.Routes)), &sync.Map{}
	known := controllerFinder{all: cfg.controllers.all} // Swap may run beside requests
	for i, rt := range c.trie.Routes {
		if c.world != nil {
			gaps.route(c, rt)
		}
		c.endpoints[i].find(cfg, &known, rt)
		if c.endpoints[i].kind == missingEndpoint {
			missing.Routes = append(missing.Routes, rt.Row)
		}
	}
}

// reopen keeps handlers from routes of which only the application knows whether they answer.
func (c *core) reopen() {
	for i := range c.endpoints {
		if e := &c.endpoints[i]; c.open[e.route] != nil {
			e.asks, e.quick = true, false
		}
	}
}

func unsettledText(u route.UnknownPart) string {
	if u.Param == "" {
		return u.Value.Text() + " in the path"
	}
	return "the requirement " + u.Value.Text() + " of :" + u.Param
}

// ---- static paths

// staticVerbs are those that static paths are mounted for: most have no others.
var staticVerbs = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}

// mount puts every exact path whose answer is known already on httprouter,
// where static paths never conflict; everything else is for the trie.
func (s *site) mount() {
	s.mux = httprouter.New()
	if s.core.Prefix != "" || s.core.trie.Broken != nil {
		return
	}
	q := match.Search{Trie: s.core.trie}
	for _, l := range q.Trie.Literals {
		e := &s.core.endpoints[l.Index]
		if !e.quick || e.route.Guarded || !match.PlainPath(l.Path) || strings.ContainsAny(l.Path, ":*") {
			continue
		}
		q.Work = nil
		q.Split(l.Path)
		for _, verb := range staticVerbs {
			q.Start(verb)
			if q.Takes(e.route) && q.Find(0) == l.Index && withoutValues(&q, e.route) {
				s.mux.Handle(verb, l.Path, s.static(e, l.Path))
				length, bit := shapeOf(l.Path)
				s.shapes[length] |= bit
			}
		}
	}
	q.Trie.Literals = nil // mux has them
}

// shapeOf is what tells most paths with parameters from those without at a
// glance: the length, and the last byte as a bit.
func shapeOf(path string) (length byte, bit uint64) {
	if path == "" {
		return 0, 1
	}
	return byte(len(path)), 1 << (path[len(path)-1] & 63)
}

// mayHold tells whether a path is worth looking up in mux.
func (s *site) mayHold(path string) bool {
	length, bit := shapeOf(path)
	return s.shapes[length]&bit != 0
}

// withoutValues reports whether a route that was found captures nothing of the path.
func withoutValues(q *match.Search, rt *match.Route) bool {
	ok, err := q.Capture(rt)
	return ok && err == nil && !slices.ContainsFunc(q.Pieces, func(p match.Piece) bool { return p.Start >= 0 })
}

// static is the handle of a path whose answer is known.
func (s *site) static(e *endpoint, path string) httprouter.Handle {
	if h, ok := e.handler.(http.Handler); ok {
		return func(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
			s.leadsTo(r, e.route, nil)
			inner := e.alone(r.Context(), r, path, e.shape(s.core))
			defer answer.ReturnForm(r, inner)
			h.ServeHTTP(w, inner)
		}
	}
	h := e.handler.(httprouter.Handle)
	return func(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
		s.leadsTo(r, e.route, nil)
		h(w, r, e.shape(s.core).defaults)
	}
}

// ---- pools

// A job is the memory of one request.
type job struct {
	search search
	params httprouter.Params
}

var jobs = sync.Pool{New: func() any { return new(job) }}

// free gives a job back; what points to the request must go.
func (j *job) free() {
	s := &j.search
	s.Reset()
	s.core, s.http, s.req, s.thread, s.given, s.script = nil, nil, nil, nil, nil, ""
	clear(j.params)
	j.params = j.params[:0]
	jobs.Put(j)
}

// spare is free behind an error: what a panic left is for the collector.
func (j *job) spare(err error) {
	var panicked *panicError
	if !errors.As(err, &panicked) {
		j.free()
	}
}
