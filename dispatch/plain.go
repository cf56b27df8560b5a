package dispatch

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/internal/uri"
)

// A shape is what the requests of routes with the same parameters and defaults have in common.
// Few shapes serve a large table, so that they stay in the processor's cache. One is made when the
// first request comes: most routes of a large table never get any.
type shape struct {
	core     *core
	names    []string          // of the parameters
	defaults httprouter.Params // of the routes
	formatAt int               // which parameter is the format; -1 for none
	matched  matched
}

// A shapeKey tells the shapes of a core apart: package match shares equal lists of names.
type shapeKey struct {
	names    *string // the first of them
	defaults string
}

// shape returns that of the endpoint, of c.
func (e *endpoint) shape(c *core) *shape {
	if s := e.made.Load(); s != nil {
		return s
	}
	return c.shape(e)
}

// shape makes that of an endpoint, or finds it.
func (c *core) shape(e *endpoint) *shape {
	var key shapeKey
	names, defaults := e.route.Names(), textParams(e.route.Row.Defaults.Hash)
	if len(names) > 0 {
		key.names = &names[0]
	}
	for _, d := range defaults {
		key.defaults += d.Key + "=" + d.Value + "\x00"
	}
	s, _ := c.shapes.LoadOrStore(key, &shape{core: c, names: names, defaults: defaults, formatAt: slices.Index(names, "format")})
	e.made.Store(s.(*shape))
	return s.(*shape)
}

// A visit is the context of the request of a quick http.Handler. What it says of the route is
// made when something asks.
type visit struct {
	context.Context // of the incoming request
	e               *endpoint
	path            string // as [search] has it
	info            atomic.Pointer[Info]
}

// shape is that of the endpoint, which a visit begins with.
func (v *visit) shape() *shape { return v.e.made.Load() }

// value is Value of a context, with the request that it is of.
func (v *visit) value(key any, r *http.Request, format match.Piece) any {
	if key == (infoKey{}) {
		return v.asked(r, format)
	}
	return v.Context.Value(key)
}

// asked returns the Info, the same to all who ask.
func (v *visit) asked(r *http.Request, format match.Piece) *Info {
	if i := v.info.Load(); i != nil {
		return i
	}
	row := v.e.route.Row
	i := &Info{
		Route: row, Controller: row.Controller(), Action: cmp.Or(row.Action(), "index"), Format: v.shape().defaults.ByName("format"),
		ScriptName: v.script(), visit: v, http: r,
	}
	if format.Start >= 0 {
		i.Format, _ = uri.UnescapeText(v.path[format.Start:format.End])
	}
	v.info.CompareAndSwap(nil, i)
	return v.info.Load()
}

// script is the prefix that the request came with.
func (v *visit) script() string {
	script, _ := v.Context.Value(v.shape().core).(string)
	return script
}

// request returns the request r as constraints would see it. The parts of the path were found
// before, so they are found again.
func (v *visit) request(r *http.Request) *request {
	c := v.shape().core
	q := c.newRequest(r, v.script(), v.path, c.params(v.e.route, v.path))
	q.Verb = method(r)
	return q
}

// A valueless is a visit to a path without values, and its request: one allocation.
type valueless struct {
	visit
	own http.Request
}

// Value implements context.Context.
func (v *valueless) Value(key any) any { return v.value(key, &v.own, match.Absent) }

// A valued is a visit to a path with values.
type valued struct {
	visit
	format match.Piece // of the path
	http   *http.Request
}

// Value implements context.Context.
func (v *valued) Value(key any) any { return v.value(key, v.http, v.format) }

// nameIndex gives parameters the action that they leave out. Rails:
// Request#controller_class and ActionDispatch::Routing::RouteSet::Dispatcher.
func nameIndex(h *dsl.Hash) {
	if v, ok := h.Sym("action"); !ok || v == dsl.Nil {
		h.Set(dsl.Symbol("action"), dsl.NewString("index"))
	}
}

// visit makes the request for the handler: with the route, path values and the pattern. The
// search has found the parts of the path.
func (e *endpoint) visit(q *search, r *http.Request) (*http.Request, error) {
	if ok, err := q.Capture(e.route); !ok || err != nil {
		return nil, cmp.Or(err, errNoCapture)
	}
	ctx, shape := r.Context(), e.shape(q.core)
	if q.core.Prefix != "" {
		ctx = context.WithValue(ctx, q.core, q.script)
	}
	if !slices.ContainsFunc(q.Pieces, func(part match.Piece) bool { return part.Start >= 0 }) {
		return e.alone(ctx, r, q.Path, shape), nil
	}
	format := match.Absent
	if at := shape.formatAt; at >= 0 {
		format = q.Pieces[at]
	}
	r = e.begin(ctx, r, q.Path, format, shape)
	for i, name := range shape.names {
		part := q.Pieces[i]
		if part.Start < 0 {
			continue
		}
		text, ok := q.Text(part)
		if !ok {
			return nil, errBadPath
		}
		r.SetPathValue(name, text)
	}
	return r, nil
}

// alone makes the request of a path without values, but for the route's defaults.
func (e *endpoint) alone(ctx context.Context, r *http.Request, path string, shape *shape) *http.Request {
	if shape.defaults != nil {
		return e.begin(ctx, r, path, match.Absent, shape)
	}
	v := &valueless{visit: visit{Context: ctx, e: e, path: path}}
	v.own = *r.WithContext(v)
	v.own.Pattern = e.route.Pattern()
	rack.KeepBody(&v.own)
	return &v.own
}

// begin makes the request of a path with values: it has those of the defaults.
func (e *endpoint) begin(ctx context.Context, r *http.Request, path string, format match.Piece, shape *shape) *http.Request {
	v := &valued{visit: visit{Context: ctx, e: e, path: path}, format: format}
	if made := shape.request(); made == nil || hasPathValues(r) {
		v.http = r.WithContext(v)
		for _, d := range shape.defaults {
			v.http.SetPathValue(d.Key, d.Value)
		}
	} else {
		v.http = placed(made, v, r)
	}
	v.http.Pattern = e.route.Pattern()
	rack.KeepBody(v.http)
	return v.http
}
