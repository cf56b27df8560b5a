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

	"signalbox/dsl"
	"signalbox/expand"
)

// serve routes one request through the trie.
func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	j := jobs.Get().(*job)
	q := &j.search
	err := s.core.prepare(q, r)
	if err == nil {
		err = q.begun(r)
	}
	if err != nil {
		j.free()
		s.fail(w, r, err)
		return
	}
	for lo := uint32(0); ; {
		i := q.find(lo)
		if i == noRoute {
			s.miss(w, r, j)
			return
		}
		e := &s.main[i]
		if e.kind == nativeEndpoint && !e.asks && q.err == nil {
			s.native(w, r, j, e, s.core.trie.routes[i])
			return
		}
		if e.quick != nil && q.err == nil {
			s.plain(w, r, j, e)
			return
		}
		done, err := s.try(w, r, s.core, q, i)
		if err != nil {
			j.free()
			s.fail(w, r, err)
			return
		}
		if done {
			j.free()
			return
		}
		lo = i + 1
	}
}

// native calls a handler of httprouter's signature, without allocating.
func (s *site) native(w http.ResponseWriter, r *http.Request, j *job, e *endpoint, rt *route) {
	q := &j.search
	if ok, err := q.capture(rt); !ok || err != nil {
		j.free()
		s.fail(w, r, cmp.Or[error](err, errNoCapture))
		return
	}
	for i, name := range rt.names {
		p := q.pieces[i]
		if p.start < 0 {
			continue
		}
		text, ok := q.text(p)
		if !ok {
			j.free()
			s.fail(w, r, errBadPath)
			return
		}
		j.add(rt, name, text)
	}
	for _, d := range e.defaults {
		if j.params.ByName(d.Key) == "" {
			j.params = append(j.params, d)
		}
	}
	e.native(w, r, j.params)
	j.free()
}

// add adds a parameter; of equal names the last counts.
func (j *job) add(rt *route, name, text string) {
	if rt.repeats {
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
	rt, e := c.trie.routes[i], &s.endpoints[c][i]
	if sr.err != nil {
		if e.kind == missingEndpoint && s.cfg.fallback != nil && statusOf(sr.err) == http.StatusNotImplemented {
			s.cfg.fallback.ServeHTTP(w, r) // the application behind decides
			return true, nil
		}
		return false, sr.err
	}
	q, err := sr.enter(rt)
	if err != nil {
		return false, err
	}
	if e.asks {
		ok, err := q.allows(rt)
		if e.kind == missingEndpoint && s.cfg.fallback != nil && statusOf(err) == http.StatusNotImplemented {
			ok, err = true, nil // the application behind decides
		}
		if !ok || err != nil {
			return false, err
		}
	}
	// The handlers behind may keep what they get: it leaves the pooled search.
	sr.req = nil
	switch e.kind {
	case nativeEndpoint, plainEndpoint, chosenEndpoint:
		return s.act(w, r, rt, e, q), nil
	case mountEndpoint:
		return s.mounted(w, r, rt, e, q), nil
	case tableEndpoint:
		return s.answer(w, r, rt, q)
	case engineEndpoint:
		return s.engine(w, r, c, rt, q)
	case emptyEndpoint:
		return false, nil
	}
	if s.cfg.fallback != nil {
		s.cfg.fallback.ServeHTTP(w, r)
		return true, nil
	}
	return true, &statusError{http.StatusNotImplemented, rt.row.Source() + ": " + endpointName(rt.row) + " has no handler"}
}

// act calls an action.
func (s *site) act(w http.ResponseWriter, r *http.Request, rt *route, e *endpoint, q *request) bool {
	nameIndex(q.params)
	var h any = e.plain
	if e.kind == nativeEndpoint {
		h = e.native
	}
	if e.kind == chosenEndpoint {
		controller, _ := q.params.Sym("controller")
		action, _ := q.params.Sym("action")
		if h = s.cfg.action(textOf(controller), textOf(action)); h == nil {
			if s.cfg.fallback == nil {
				return false // Rails: MissingController passes
			}
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
func (s *site) mounted(w http.ResponseWriter, r *http.Request, rt *route, e *endpoint, q *request) bool {
	inner := q.informed(r, rt)
	inner.URL = below(r.URL, q.path)
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

// answer sends a redirect, or what code of the routes file returns.
func (s *site) answer(w http.ResponseWriter, r *http.Request, rt *route, q *request) (bool, error) {
	var a *answer
	var err error
	if e := rt.row.Endpoint; e.Kind == expand.Redirects {
		a, err = q.redirect(e.Redirect)
	} else {
		a, err = q.callRack(e.App)
	}
	if err != nil {
		return false, err
	}
	if a.pass {
		return false, nil
	}
	a.write(w, r)
	return true, nil
}

// engine goes on in the table of a mounted engine.
func (s *site) engine(w http.ResponseWriter, r *http.Request, c *core, rt *route, q *request) (bool, error) {
	inner := c.engines[rt.row.Endpoint.Table]
	var sub search
	if err := inner.descend(&sub, q); err != nil {
		return false, err
	}
	for lo := uint32(0); ; {
		i := sub.find(lo)
		if i == noRoute {
			return false, nil
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
func (s *site) miss(w http.ResponseWriter, r *http.Request, j *job) {
	if s.cfg.goHabit && s.allowed(w, r, &j.search) {
		j.free()
		return
	}
	j.free()
	switch {
	case s.cfg.fallback != nil:
		s.cfg.fallback.ServeHTTP(w, r)
	case s.cfg.notFound != nil:
		s.cfg.notFound.ServeHTTP(w, r)
	default:
		w.Header().Set("X-Cascade", "pass")
		plainAnswer(w, http.StatusNotFound, "Not Found")
	}
}

// allowed answers 405 or OPTIONS with the verbs that the path has; false if it
// has none, or has the request's own: then a constraint said no, not the verb.
func (s *site) allowed(w http.ResponseWriter, r *http.Request, q *search) bool {
	var verbs []string
	for _, verb := range httpMethods {
		if q.start(verb); q.find(0) != noRoute {
			verbs = append(verbs, verb)
		}
	}
	if len(verbs) == 0 || slices.Contains(verbs, r.Method) {
		return false
	}
	w.Header().Set("Allow", strings.Join(verbs, ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
	} else {
		plainAnswer(w, http.StatusMethodNotAllowed, "Method Not Allowed")
	}
	return true
}

// StatusOf tells the HTTP status that answers an error of routing: 400 for bad
// encoding, 405 for an unknown verb, 414 for a long path, 501 for an endpoint
// without a handler, that of Rails for an exception that the routes file
// raised, mostly 500. Rails: ExceptionWrapper.
func StatusOf(err error) int { return statusOf(err) }

func (s *site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if s.cfg.onError != nil {
		s.cfg.onError(w, r, err)
		return
	}
	status := statusOf(err)
	text := http.StatusText(status)
	var known *statusError
	if errors.As(err, &known) && status != http.StatusInternalServerError {
		text += ": " + known.text
	}
	plainAnswer(w, status, text)
}

func plainAnswer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}

// ---- the method that a form means

// overridden gives the request with the verb that a POST means. Rack:
// MethodOverride.
func overridden(r *http.Request) *http.Request {
	verb := ""
	if v, ok := formFields(r).Get(dsl.NewString("_method")); ok {
		verb = textOf(v)
	}
	if verb == "" {
		verb = r.Header.Get("X-Http-Method-Override")
	}
	verb = strings.ToUpper(verb)
	switch verb {
	case "GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "LINK", "UNLINK":
	default:
		return r
	}
	c := r.WithContext(r.Context())
	c.Method = verb
	return c
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
