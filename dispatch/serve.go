package dispatch

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/expand/route"
	"signalbox/serve/answer"
)

// serve routes one request through the trie.
func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	j := jobs.Get().(*job)
	i, inner, err := s.route(j, r)
	switch {
	case err != nil:
		err = j.search.located(err, i)
	case i == match.None:
		s.miss(w, r, &j.search)
	case inner != nil:
		e := &s.core.endpoints[i]
		s.leadsTo(r, e.route, &j.search.Search)
		j.free()
		defer answer.ReturnForm(r, inner)
		e.handler.(http.Handler).ServeHTTP(w, inner)
		return
	case s.core.endpoints[i].quick:
		e := &s.core.endpoints[i]
		s.leadsTo(r, e.route, &j.search.Search)
		e.handler.(httprouter.Handle)(w, r, j.params)
	default:
		err = s.ask(w, r, &j.search, i)
	}
	if err != nil {
		j.spare(err)
		s.fail(w, r, err)
		return
	}
	j.free()
}

// route finds the first route whose path, verb and conditions fit. If its handler
// gets nothing but what the path holds, that is taken too: j.params, or the handler's request.
func (s *site) route(j *job, r *http.Request) (i uint32, inner *http.Request, err error) {
	routed := false
	defer func() {
		if !routed {
			err = panicked(recover())
		}
	}()
	q := &j.search
	if i, err = s.core.first(q, r); i == match.None || err != nil {
	} else if e := &s.core.endpoints[i]; e.quick && e.kind == nativeEndpoint {
		err = j.fill(e)
	} else if e.quick {
		inner, err = e.visit(q, r)
	}
	routed = true
	return i, inner, err
}

// ask lets the routes from i on answer, one after the other.
func (s *site) ask(w http.ResponseWriter, r *http.Request, q *search, i uint32) error {
	for {
		done, err := s.try(w, r, s.core, q, i)
		if done || err != nil {
			return err
		}
		if i, err = q.next(i + 1); err != nil {
			return q.located(err, i)
		}
		if i == match.None {
			s.miss(w, r, q)
			return nil
		}
	}
}

// located gives an error the route whose answer it is; nil stays nil.
func (s *search) located(err error, i uint32) error {
	if err == nil || i == match.None {
		return err
	}
	return routeError(s.Trie.Routes[i].Row, err)
}

// fill takes the parameters of a native handler from the path.
func (j *job) fill(e *endpoint) error {
	q, rt := &j.search, e.route
	if ok, err := q.Capture(rt); !ok || err != nil {
		return cmp.Or(err, errNoCapture)
	}
	for i, name := range rt.Names() {
		p := q.Pieces[i]
		if p.Start < 0 {
			continue
		}
		text, ok := q.Text(p)
		if !ok {
			return errBadPath
		}
		j.params = append(j.params, httprouter.Param{Key: name, Value: text})
	}
	for _, d := range e.shape(q.core).defaults {
		if j.params.ByName(d.Key) == "" {
			j.params = append(j.params, d)
		}
	}
	return nil
}

// try lets one route answer; false if it passes the request on.
func (s *site) try(w http.ResponseWriter, r *http.Request, c *core, sr *search, i uint32) (bool, error) {
	rt, e := c.trie.Routes[i], &c.endpoints[i]
	q, err := sr.admitted(rt, e)
	if err != nil {
		if ok, err := sr.Capture(rt); ok && err == nil {
			s.leadsTo(r, rt, &sr.Search)
		}
		return false, sr.located(err, i)
	}
	if q == nil {
		return false, nil
	}
	defer func() { sr.thread = q.Thread }() // the routes behind go on with its bounds
	switch e.kind {
	case engineEndpoint:
		return s.engine(w, r, c, rt, q)
	case emptyEndpoint:
		return false, nil
	}
	undo := s.leads(r, rt, e, q)
	done, err := s.answer(w, r, rt, e, q)
	if !done && err == nil {
		undo()
	}
	return done, sr.located(err, i)
}

// answer lets the endpoint of a route answer; false if it passes the request on.
func (s *site) answer(w http.ResponseWriter, r *http.Request, rt *match.Route, e *endpoint, q *request) (bool, error) {
	switch e.kind {
	case nativeEndpoint, plainEndpoint, chosenEndpoint:
		return s.act(w, r, rt, e, q), nil
	case mountEndpoint:
		return s.mounted(w, r, rt, e, q), nil
	case tableEndpoint:
		a, err := q.respond(rt)
		if err != nil || a.Pass {
			return false, err
		}
		a.Write(w, r)
		return true, nil
	}
	if s.cfg.fallback != nil {
		s.cfg.fallback.ServeHTTP(w, r)
		return true, nil
	}
	return false, errNoHandler
}

// admitted gives the request as the endpoint of a route sees it; nil if the
// route's lambdas and objects say no. A request that gets there is an error where only
// the application knows what the route is.
func (s *search) admitted(rt *match.Route, e *endpoint) (q *request, err error) {
	defer guard(&err)
	var open error
	if e.asks {
		open = s.undecided(rt)
	}
	if q, err = s.enter(rt); err != nil {
		return nil, cmp.Or(open, err)
	}
	if e.asks {
		ok, err := q.allows(rt)
		if open != nil && (ok || err != nil) {
			return nil, open
		}
		if !ok || err != nil {
			return nil, err
		}
	}
	// The handlers behind may keep what they get: it leaves the pooled search.
	s.req = nil
	return q, nil
}

// act calls an action.
func (s *site) act(w http.ResponseWriter, r *http.Request, rt *match.Route, e *endpoint, q *request) bool {
	nameIndex(q.Params)
	h := e.handler
	if e.kind == chosenEndpoint {
		controller, _ := q.Params.Sym("controller")
		action, _ := q.Params.Sym("action")
		name := rack.TextOf(controller)
		if h = s.cfg.action(s.cfg.controllers.all[name], name, rack.TextOf(action)); h == nil {
			if s.cfg.fallback == nil {
				return false // Rails: MissingController passes
			}
			s.answeredBy(r, ByFallback)
			s.cfg.fallback.ServeHTTP(w, r)
			return true
		}
	}
	inner := q.informed(r, rt)
	defer answer.ReturnForm(r, inner)
	if native, ok := h.(httprouter.Handle); ok {
		native(w, inner, pathValues(inner))
		return true
	}
	h.(http.Handler).ServeHTTP(w, inner)
	return true
}

// mounted calls a handler below its mount point. Rails: Router#recognize.
func (s *site) mounted(w http.ResponseWriter, r *http.Request, rt *match.Route, e *endpoint, q *request) bool {
	inner := q.informed(r, rt)
	defer answer.ReturnForm(r, inner)
	inner.URL = below(r.URL, q.Path)
	pass := &passWriter{ResponseWriter: w}
	e.handler.(http.Handler).ServeHTTP(pass, inner)
	return !pass.finish()
}

// below is a URL with another path.
func below(u *url.URL, path string) *url.URL {
	c := *u
	c.Path, c.RawPath = path, ""
	if decoded, err := url.PathUnescape(path); err == nil && decoded != path {
		c.Path, c.RawPath = decoded, path
	}
	return &c
}

// respond makes the answer of a redirect, or of code of the routes file.
func (q *request) respond(rt *match.Route) (a *rack.Answer, err error) {
	defer guard(&err)
	if e := rt.Row.Endpoint; e.Kind == route.Redirects {
		return q.Redirect(e.Redirect)
	}
	return q.CallApp(rt.Row.Endpoint.App)
}

// engine goes on in the table of a mounted engine.
func (s *site) engine(w http.ResponseWriter, r *http.Request, c *core, rt *match.Route, q *request) (bool, error) {
	inner := c.engines[rt.Row.Endpoint.Table]
	var sub search
	if err := inner.descend(&sub, q); err != nil {
		return false, err
	}
	defer func() { q.Thread = sub.thread }()
	for lo := uint32(0); ; {
		i, err := sub.next(lo)
		if i == match.None || err != nil {
			return false, sub.located(err, i)
		}
		done, err := s.try(w, r, inner, &sub, i)
		if done || err != nil {
			return done, err
		}
		lo = i + 1
	}
}
