package dispatch

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
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
// [Constraint] and [RelativeURLRoot] count. What only the application knows is
// told, see [Match.Candidates], and guessed: conditions hold, as far as they are
// no questions (`User.admin?`), the visitor is not signed in, what is mounted
// answers.
//
// The error lists the routes whose patterns cannot be matched here (each a
// *[RouteError]); the Matcher works nevertheless, without them.
func NewMatcher(table *route.Table, options ...Option) (*Matcher, error) {
	cfg := newConfig(options)
	cfg.Guess = true
	c, err := newCore(table, cfg.settings)
	return &Matcher{c}, errors.Join(cfg.err, err)
}

// A Match is the answer of a [Matcher].
type Match struct {
	// Status is 200 for an endpoint, a redirect's or an inline endpoint's own, 404
	// without a route, 401 for one that `authenticate` keeps from visitors, 400 for bad encoding, 405 for a verb that HTTP does not
	// know, 414 for a path over 64 KiB, 500 if the routes file's code raised, 503 if
	// it, or matching the path, ran into the bounds of a request.
	Status int
	// Route answers; nil if none does. For a route of a mounted engine it is the
	// mount.
	Route *route.Route
	// Inner is the engine's own route; that of the innermost of several.
	Inner *route.Route
	// Controller and Action name the endpoint; empty for others.
	Controller, Action string
	// Params are the path's parameters and the defaults, without controller and
	// action, in Rails' order; the keys are symbols.
	Params *dsl.Hash
	// Location is where a redirect leads; empty for one to where only the
	// application knows, which Unknown tells.
	Location string
	Unknown  bool
	// Err is why Status is an error.
	Err error
	// Passed are the routes that were asked before and declined: their
	// constraints failed, or they answered X-Cascade: pass.
	Passed []*route.Route
	// Guesses are the questions that only the application can answer, with the
	// answers that this one rests on.
	Guesses []Guess
	// Candidates are the answers of which only the application knows which one it
	// gives, in the order in which they are asked, this one among them: the first
	// whose conditions turn out right. Empty if the answer is certain.
	Candidates []Candidate
}

// A Guess is a question about a request that only the application can answer,
// and how a [Matcher] took it: an object as admitting the request, a call that
// ends in `?` as false. [Constraint], or Set of expand.Options, answers it.
type Guess struct {
	Question string // Flipper.enabled?(:beta)
	Answer   bool
	Object   bool        // Question is a constraint object, see [expand.Matches]
	Pos      grammar.Pos // of the question; of no line if it has no place
}

// Match finds the route of a request. It reads the body only if a constraint
// asks for parameters, and never calls a Go handler.
func (m *Matcher) Match(r *http.Request) *Match {
	s := &search{}
	w := &collector{}
	found := w.answer(m.search(s, w, r))
	if s.req != nil {
		found.Guesses = s.req.guesses
	}
	return found
}

// search collects what may answer a request.
func (m *Matcher) search(s *search, w *collector, r *http.Request) (err error) {
	defer guard(&err)
	if err := m.core.begin(s, r); err != nil {
		return err
	}
	if _, err := m.core.match(s, w, nil); err != nil {
		return err
	}
	if w.onlyShared() {
		w.otherVerb = s.otherVerb(w.found)
	}
	return nil
}

// match goes through the routes of a table until one answers for sure; false if
// none does. conditions are those of the mounts around.
func (c *core) match(s *search, w *collector, conditions []Condition) (bool, error) {
	for lo := uint32(0); ; {
		i := s.Find(lo)
		if i == match.None {
			return false, nil
		}
		rt := c.trie.Routes[i]
		ok, err := false, s.Err
		if err == nil {
			ok, err = c.try(s, rt, w, conditions)
		}
		if errors.Is(err, match.ErrWork) {
			err = routeError(rt.Row, err)
		}
		if ok || err != nil {
			return ok, err
		}
		lo = i + 1
	}
}

// try asks one route whose path, verb and conditions fit.
func (c *core) try(s *search, rt *match.Route, w *collector, conditions []Condition) (bool, error) {
	open := s.unsettled(rt)
	conditions, possible := c.existence(w, rt, open, conditions)
	if !possible {
		return false, nil
	}
	var undecided error
	if !c.Guess {
		undecided = s.undecided(rt)
	}
	q, err := s.enter(rt)
	if err != nil {
		return false, cmp.Or(undecided, err)
	}
	likely := c.likely(rt, q.Params)
	v, err := q.judge(rt)
	if undecided != nil && (err != nil || v.yes) {
		return false, undecided
	}
	hit := Match{Status: http.StatusOK, Route: rt.Row, Params: q.Params}
	if err != nil {
		if hit.refused(q, rt.Row, err) {
			return w.add(hit, conditions, true), nil
		}
		return false, err
	}
	if !v.yes {
		w.passed = append(w.passed, rt.Row)
		return false, nil
	}
	conditions = append(conditions, v.conditions...)
	e := rt.Row.Endpoint
	switch {
	case e.Kind == route.Dispatcher || e.Kind == route.Static:
		hit.endpoint(rt.Row)
	case e.Kind == route.Redirects:
		if err := hit.redirect(q, e.Redirect); err != nil {
			return false, &redirectError{err, rt.Row}
		}
	case e.Kind == route.Engine && !(e.External && c.Guess):
		outer := w.unlikely
		w.unlikely = outer || !v.guess || !likely
		ok, err := c.matchEngine(s, rt, q, w, conditions)
		w.unlikely = outer
		return ok, err
	default:
		ok, known, err := hit.rack(q, e)
		if err != nil {
			return false, err
		}
		if !ok {
			w.passed = append(w.passed, rt.Row)
			return false, nil
		}
		if !known && c.Guess {
			conditions = append(conditions, mountCondition(rt.Row))
		}
	}
	hit.Params = withoutEndpoint(hit.Params)
	return w.add(hit, conditions, v.guess && likely), nil
}

// unsettled are the parts of a route that only the application knows, as far as
// the request has them: a requirement says nothing of an optional segment that is
// not there.
func (s *search) unsettled(rt *match.Route) []route.UnknownPart {
	if rt.Unknown() == nil {
		return nil
	}
	if ok, err := s.Capture(rt); !ok || err != nil {
		return rt.Unknown()
	}
	var open []route.UnknownPart
	for _, u := range rt.Unknown() {
		i := slices.Index(rt.Names(), u.Param)
		if u.Param == "" || i < 0 || s.Pieces[i].Start >= 0 {
			open = append(open, u)
		}
	}
	return open
}

// undecided is why only the application knows what the route that was found is, for
// this request; nil if it is certain. What its constraints ask, they tell themselves.
func (s *search) undecided(rt *match.Route) error {
	if gap := s.core.open[rt]; gap != nil {
		return &openError{gap}
	}
	if open := s.unsettled(rt); open != nil {
		return &rack.UnknownError{Value: open[0].Value, What: unsettledText(open[0])}
	}
	return nil
}

// enter makes the request what the route's endpoint sees.
func (s *search) enter(rt *match.Route) (*request, error) {
	ok, err := s.Capture(rt)
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
	q.Routed()
	q.Verb = method(s.http)
	q.Params, q.Script, q.Path = params, s.script, s.Path
	if !rt.Row.Anchored {
		q.Script, q.Path = s.inside()
	}
	return q, nil
}

// endpoint tells controller and action. Rails: Request#controller_class.
func (f *Match) endpoint(row *route.Route) {
	if v, ok := f.Params.Sym("action"); row.Endpoint.Kind == route.Dispatcher && (!ok || v == dsl.Nil) {
		f.Params.Set(dsl.Symbol("action"), dsl.NewString("index"))
	}
	if v, ok := f.Params.Sym("controller"); ok {
		f.Controller = rack.TextOf(v)
	}
	if v, ok := f.Params.Sym("action"); ok {
		f.Action = rack.TextOf(v)
	}
}

// A redirectError is the error of a redirect, in Rails' words.
type redirectError struct {
	error
	row *route.Route
}

func (e *redirectError) Unwrap() error { return e.error }

// redirect tells where a redirect leads.
func (f *Match) redirect(q *request, r *route.Redirect) error {
	if q.core.Guess && unknownTarget(r) {
		f.Unknown = true
		f.Status = http.StatusMovedPermanently
		if code, err := q.StatusCode(r.Status); err == nil {
			f.Status = code
		}
		return nil
	}
	a, err := q.Redirect(r)
	var unknown *rack.UnknownError
	if q.core.Guess && errors.As(err, &unknown) {
		f.Unknown, f.Status = true, http.StatusMovedPermanently
		return nil
	}
	if err != nil {
		return err
	}
	f.Status, f.Location = a.Status, a.Header.Get("Location")
	return nil
}

// rack asks an endpoint of the routes file; one that only the application knows
// answers 200.
func (f *Match) rack(q *request, e *route.Endpoint) (ok, known bool, err error) {
	if _, unknown := e.App.(*dsl.Unknown); unknown || e.External {
		return true, false, nil
	}
	a, err := q.CallApp(e.App)
	if err != nil {
		var unknown *rack.UnknownError
		if errors.As(err, &unknown) {
			return true, false, nil
		}
		return false, false, err
	}
	f.Status = a.Status
	return !a.Pass, true, nil
}

// matchEngine goes on in the engine's own table.
func (c *core) matchEngine(s *search, rt *match.Route, q *request, w *collector, conditions []Condition) (bool, error) {
	inner := c.engines[rt.Row.Endpoint.Table]
	if rt.Row.Endpoint.Table == nil || inner == nil {
		return false, nil // an engine without routes
	}
	var sub search
	if err := inner.descend(&sub, q); err != nil {
		return false, err
	}
	if w.mount == nil {
		w.mount = rt.Row
		defer func() { w.mount = nil }()
	}
	ok, err := inner.match(&sub, w, conditions)
	if sub.req != nil {
		q.guesses = append(q.guesses, sub.req.guesses...)
	}
	if !ok && err == nil {
		w.passed = append(w.passed, rt.Row)
	}
	return ok, err
}

func withoutEndpoint(h *dsl.Hash) *dsl.Hash {
	h.Delete(dsl.Symbol("controller"))
	h.Delete(dsl.Symbol("action"))
	return h
}
