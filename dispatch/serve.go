package dispatch

import (
	"bufio"
	"cmp"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/expand/route"
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
		s.leadsTo(r, i, &j.search)
		j.free()
		s.main[i].plain.ServeHTTP(w, inner)
		return
	case s.main[i].quickNative():
		s.leadsTo(r, i, &j.search)
		s.main[i].native(w, r, j.params)
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
	} else if e := &s.main[i]; e.quickNative() {
		err = j.fill(s.core.trie.Routes[i], e.defaults)
	} else if e.quick != nil {
		inner, err = e.quick.visit(q, r)
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

// fill takes the parameters of a route from the path.
func (j *job) fill(rt *match.Route, defaults httprouter.Params) error {
	q := &j.search
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
		j.add(rt, name, text)
	}
	for _, d := range defaults {
		if j.params.ByName(d.Key) == "" {
			j.params = append(j.params, d)
		}
	}
	return nil
}

// add adds a parameter; of equal names the last counts.
func (j *job) add(rt *match.Route, name, text string) {
	if rt.Repeats() {
		for i := range j.params {
			if j.params[i].Key == name {
				j.params[i].Value = text
				return
			}
		}
	}
	j.params = append(j.params, httprouter.Param{Key: name, Value: text})
}

// try lets one route answer; false if it passes the request on.
func (s *site) try(w http.ResponseWriter, r *http.Request, c *core, sr *search, i uint32) (bool, error) {
	rt, e := c.trie.Routes[i], &s.endpoints[c][i]
	q, err := sr.admitted(rt, e)
	if q == nil || err != nil {
		return false, sr.located(err, i)
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
	var h any = e.plain
	if e.kind == nativeEndpoint {
		h = e.native
	}
	if e.kind == chosenEndpoint {
		controller, _ := q.Params.Sym("controller")
		action, _ := q.Params.Sym("action")
		if h = s.cfg.action(rack.TextOf(controller), rack.TextOf(action)); h == nil {
			if s.cfg.fallback == nil {
				return false // Rails: MissingController passes
			}
			s.answeredBy(r, ByFallback, nil)
			s.cfg.fallback.ServeHTTP(w, r)
			return true
		}
	}
	r = q.informed(r, rt)
	if native, ok := h.(httprouter.Handle); ok {
		native(w, r, pathValues(r))
		return true
	}
	h.(http.Handler).ServeHTTP(w, r)
	return true
}

// mounted calls a handler below its mount point. Rails: Router#recognize.
func (s *site) mounted(w http.ResponseWriter, r *http.Request, rt *match.Route, e *endpoint, q *request) bool {
	inner := q.informed(r, rt)
	inner.URL = below(r.URL, q.Path)
	pass := &passWriter{ResponseWriter: w}
	e.plain.ServeHTTP(pass, inner)
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

// ---- requests without an answer

// miss answers a request that no route takes.
func (s *site) miss(w http.ResponseWriter, r *http.Request, q *search) {
	switch {
	case s.cfg.goHabit && s.answerVerbs(w, r, q):
	case s.cfg.fallback != nil:
		s.answeredBy(r, ByFallback, nil)
		s.cfg.fallback.ServeHTTP(w, r)
	case s.cfg.notFound != nil:
		s.answeredBy(r, ByNotFound, nil)
		s.cfg.notFound.ServeHTTP(w, r)
	default:
		s.answeredBy(r, ByNotFound, nil)
		w.Header()["X-Cascade"] = []string{"pass"}
		plainAnswer(w, http.StatusNotFound, "Not Found")
	}
}

// otherVerbs gives the verbs that the path has for certain; nil if it has none, or has the
// request's own: then a constraint said no, not the verb. Where only the application knows
// whether it has any, that is an error.
func (s *site) otherVerbs(r *http.Request, q *search) (verbs []string, err error) {
	defer guard(&err)
	var open error
	for _, verb := range httpMethods {
		q.Start(verb)
		for i := q.Find(0); i != match.None; i = q.Find(i + 1) {
			why := q.core.uncertain(q.Trie.Routes[i])
			if why == nil {
				verbs = append(verbs, verb)
				break
			}
			open = cmp.Or(open, why)
		}
	}
	switch {
	case slices.Contains(verbs, r.Method):
		return nil, nil
	case verbs == nil:
		return nil, open
	}
	return verbs, nil
}

// uncertain is why only the application knows whether the table has the route, or what
// its path is; nil if both are certain.
func (c *core) uncertain(rt *match.Route) error {
	switch gap := c.open[rt]; {
	case len(rt.Row.Conditions) > 0 && gap != nil:
		return &openError{gap}
	case rt.Unknown() != nil:
		return &rack.UnknownError{Value: rt.Unknown()[0].Value, What: unsettledText(rt.Unknown()[0])}
	}
	return nil
}

// answerVerbs answers 405, or OPTIONS, with the verbs that the path has; false if
// there are none to name.
func (s *site) answerVerbs(w http.ResponseWriter, r *http.Request, q *search) bool {
	verbs, err := s.otherVerbs(r, q)
	switch {
	case err != nil:
		s.fail(w, r, err)
		return true
	case verbs == nil:
		return false
	}
	s.answeredBy(r, ByMethodNotAllowed, nil)
	w.Header().Set("Allow", strings.Join(verbs, ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
	} else {
		plainAnswer(w, http.StatusMethodNotAllowed, "Method Not Allowed")
	}
	return true
}

// fail answers a request that could not be routed. What the routes file says is
// for the log alone.
func (s *site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if s.cfg.fallback != nil && beyond(err) {
		s.answeredBy(r, ByFallback, err)
		s.cfg.fallback.ServeHTTP(w, r)
		return
	}
	s.answeredBy(r, ByError, err)
	status := StatusOf(err)
	s.log(r, status, err)
	if s.cfg.onError != nil {
		s.cfg.onError(w, r, err)
		return
	}
	text := http.StatusText(status)
	if known := statusOf(err); known != nil {
		text += ": " + known.Text
	}
	plainAnswer(w, status, text)
}

// maxLogged bounds what a log line shows of a request's path.
const maxLogged = 200

// log logs an error that is not the client's, with its route: where [OnError]
// answers, a mistake of this package only.
func (s *site) log(r *http.Request, status int, err error) {
	var panicked *panicError
	errors.As(err, &panicked)
	if status < 500 || s.cfg.onError != nil && panicked == nil {
		return
	}
	path := r.URL.Path
	if len(path) > maxLogged {
		path = path[:maxLogged] + "..."
	}
	attrs := []any{"status", status, "method", r.Method, "path", path, "error", err}
	if panicked != nil {
		attrs = append(attrs, "stack", string(panicked.stack))
	}
	s.cfg.log().ErrorContext(r.Context(), "request not routed", attrs...)
}

func plainAnswer(w http.ResponseWriter, status int, text string) {
	w.Header()["Content-Type"] = []string{"text/plain; charset=utf-8"}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}

// ---- responses that pass the request on

// A passWriter holds the header of a response back until it is known that the
// response does not say X-Cascade: pass; one that does is dropped.
type passWriter struct {
	http.ResponseWriter
	header http.Header
	wrote  bool
	passed bool
}

// Header implements http.ResponseWriter.
func (p *passWriter) Header() http.Header {
	if p.wrote {
		return p.ResponseWriter.Header()
	}
	if p.header == nil {
		if p.header = p.ResponseWriter.Header().Clone(); p.header == nil {
			p.header = http.Header{}
		}
	}
	return p.header
}

// WriteHeader implements http.ResponseWriter.
func (p *passWriter) WriteHeader(status int) {
	if p.wrote || p.passed {
		return
	}
	if strings.EqualFold(p.header.Get("X-Cascade"), "pass") {
		p.passed = true
		return
	}
	if p.header != nil {
		header := p.ResponseWriter.Header()
		clear(header)
		for name, values := range p.header {
			header[name] = values
		}
	}
	if p.wrote = status >= 200 || status == http.StatusSwitchingProtocols; p.wrote {
		p.header = nil
	}
	p.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (p *passWriter) Write(b []byte) (int, error) {
	if !p.wrote {
		p.WriteHeader(http.StatusOK)
	}
	if p.passed {
		return len(b), nil
	}
	return p.ResponseWriter.Write(b)
}

// Flush implements http.Flusher.
func (p *passWriter) Flush() {
	if !p.wrote {
		p.WriteHeader(http.StatusOK)
	}
	if !p.passed {
		_ = http.NewResponseController(p.ResponseWriter).Flush()
	}
}

// Hijack implements http.Hijacker, for web sockets.
func (p *passWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffer, err := http.NewResponseController(p.ResponseWriter).Hijack()
	p.wrote = p.wrote || err == nil
	return conn, buffer, err
}

// Unwrap is for http.ResponseController.
func (p *passWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// finish tells whether the response passed; a handler that wrote nothing has
// answered 200, or passed by its header alone.
func (p *passWriter) finish() bool {
	if !p.wrote && !p.passed {
		p.WriteHeader(http.StatusOK)
	}
	return p.passed
}
