package dispatch

import (
	"errors"
	"net/http"

	"signalbox/dsl"
	"signalbox/expand"
)

// A Matcher tells which route answers a request, without handlers: what Rails'
// router would do, and why. It is what `routes match` prints.
//
//	m, err := dispatch.NewMatcher(table)
//	found := m.Match(dispatch.NewRequest("GET", "/posts/1", "www.example.com"))
//	fmt.Println(found.Status, found.Controller, found.Action) // 200 posts show
//
// It is safe for concurrent use. Rails: Journey::Router#recognize.
type Matcher struct{ core *core }

// NewMatcher compiles a table. Of the options, [TrustedProxies], [WithSession],
// [Constraint] and [RelativeURLRoot] count. Conditions that only the application
// knows hold, as far as they are no questions (`User.admin?`): the answer is for
// a visitor who is not signed in.
//
// The error lists the routes whose patterns cannot be matched here (each a
// *[RouteError]); the Matcher works nevertheless, without them.
func NewMatcher(table *expand.Table, options ...Option) (*Matcher, error) {
	cfg := newConfig(options)
	cfg.guess = true
	c, err := newCore(table, cfg.settings)
	return &Matcher{c}, errors.Join(cfg.err, err)
}

// A Match is the answer of a [Matcher].
type Match struct {
	// Status is 200 for an endpoint, a redirect's or an inline endpoint's own, 404
	// without a route, 401 for one that `authenticate` keeps from visitors, 400 for bad encoding, 405 for a verb that HTTP does not
	// know, 414 for a path over 64 KiB, 500 if the routes file's code raised.
	Status int
	// Route answers; nil if none does. For a route of a mounted engine it is the
	// mount.
	Route *expand.Route
	// Inner is the engine's own route; that of the innermost of several.
	Inner *expand.Route
	// Controller and Action name the endpoint; empty for others.
	Controller, Action string
	// Params are the path's parameters and the defaults, without controller and
	// action, in Rails' order; the keys are symbols.
	Params *dsl.Hash
	// Location is where a redirect leads.
	Location string
	// Err is why Status is an error.
	Err error
	// Passed are the routes that were asked before and declined: their
	// constraints failed, or they answered X-Cascade: pass.
	Passed []*expand.Route
}

// Match finds the route of a request. It reads the body only if a constraint
// asks for parameters, and never calls a Go handler.
func (m *Matcher) Match(r *http.Request) *Match {
	found := &Match{Status: http.StatusNotFound}
	s := &search{}
	err := m.core.prepare(s, r)
	if err == nil {
		err = s.begun(r)
	}
	if err == nil {
		_, err = m.core.match(s, found)
	}
	if err != nil {
		found.fail(err)
	}
	return found
}

// fail makes an error the answer: Rails recognised nothing.
func (f *Match) fail(err error) {
	*f = Match{Status: statusOf(err), Err: err, Passed: f.Passed}
}

// match goes through the routes of a table; false if none answers.
func (c *core) match(s *search, found *Match) (bool, error) {
	for lo := uint32(0); ; {
		i := s.find(lo)
		if i == noRoute {
			return false, nil
		}
		if s.err != nil {
			return false, s.err
		}
		rt := c.trie.routes[i]
		ok, err := c.try(s, rt, found)
		if ok || err != nil {
			return ok, err
		}
		found.Passed = append(found.Passed, rt.row)
		lo = i + 1
	}
}

// try asks one route whose path, verb and conditions fit.
func (c *core) try(s *search, rt *route, found *Match) (bool, error) {
	q, err := s.enter(rt)
	if err != nil {
		return false, err
	}
	if ok, err := q.allows(rt); !ok || err != nil {
		if found.refused(q, rt.row, err) {
			return true, nil
		}
		return false, err
	}
	hit := Match{Status: http.StatusOK, Route: rt.row, Params: q.params, Passed: found.Passed}
	switch e := rt.row.Endpoint; e.Kind {
	case expand.Dispatcher, expand.Static:
		hit.endpoint(rt.row)
	case expand.Redirects:
		if err := hit.redirect(q, e.Redirect); err != nil {
			return false, err
		}
	case expand.Engine:
		return c.matchEngine(s, rt, q, found)
	default:
		if ok, err := hit.rack(q, e); !ok || err != nil {
			return false, err
		}
	}
	hit.Params = withoutEndpoint(hit.Params)
	*found = hit
	return true, nil
}

// enter makes the request what the route's endpoint sees.
func (s *search) enter(rt *route) (*request, error) {
	ok, err := s.capture(rt)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errNoCapture
	}
	params, err := s.parameters(rt)
	if err != nil {
		return nil, err
	}
	q := s.request()
	q.routed()
	q.verb = method(s.http)
	q.params, q.script, q.path = params, s.script, s.path
	if !rt.row.Anchored {
		q.script, q.path = s.inside()
	}
	return q, nil
}

// endpoint tells controller and action. Rails: Request#controller_class.
func (f *Match) endpoint(row *expand.Route) {
	if v, ok := f.Params.Sym("action"); row.Endpoint.Kind == expand.Dispatcher && (!ok || v == dsl.Nil) {
		f.Params.Set(dsl.Symbol("action"), dsl.NewString("index"))
	}
	if v, ok := f.Params.Sym("controller"); ok {
		f.Controller = textOf(v)
	}
	if v, ok := f.Params.Sym("action"); ok {
		f.Action = textOf(v)
	}
}

// redirect tells where a redirect leads.
func (f *Match) redirect(q *request, r *expand.Redirect) error {
	a, err := q.redirect(r)
	if err != nil {
		return err
	}
	f.Status, f.Location = a.status, a.header.Get("Location")
	return nil
}

// rack asks an endpoint of the routes file; one that only the application knows
// answers 200.
func (f *Match) rack(q *request, e *expand.Endpoint) (bool, error) {
	if _, unknown := e.App.(*dsl.Unknown); unknown {
		return true, nil
	}
	a, err := q.callRack(e.App)
	if err != nil {
		var known *statusError
		if errors.As(err, &known) && known.status == http.StatusNotImplemented {
			return true, nil
		}
		return false, err
	}
	f.Status = a.status
	return !a.pass, nil
}

// matchEngine goes on in the engine's own table.
func (c *core) matchEngine(s *search, rt *route, q *request, found *Match) (bool, error) {
	inner := c.engines[rt.row.Endpoint.Table]
	if rt.row.Endpoint.Table == nil || inner == nil {
		return false, nil // an engine without routes
	}
	var sub search
	if err := inner.descend(&sub, q); err != nil {
		return false, err
	}
	ok, err := inner.match(&sub, found)
	if ok {
		if found.Inner == nil {
			found.Inner = found.Route
		}
		found.Route = rt.row
	}
	return ok, err
}

func withoutEndpoint(h *dsl.Hash) *dsl.Hash {
	h.Delete(dsl.Symbol("controller"))
	h.Delete(dsl.Symbol("action"))
	return h
}
