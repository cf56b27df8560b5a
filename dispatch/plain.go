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

// A plain is what is known at build time about the requests of an http.Handler:
// most of them need no Ruby value.
type plain struct {
	core     *core
	rt       *match.Route
	formatAt int               // which part of the path is the format; -1 for none
	values   httprouter.Params // of the defaults
	places   *matched
	script   string // the prefix that the request came with
	below    *plain // of requests with the prefix, if there is one
}

// newPlain is nil where requests need more: parts that name the endpoint,
// unanchored patterns, defaults that are no valid text.
func newPlain(c *core, rt *match.Route) *plain {
	row := rt.Row
	if !row.Anchored || validParams(row.Defaults.Hash) != nil || row.Path.Has("controller") || row.Path.Has("action") {
		return nil
	}
	p := &plain{core: c, rt: rt, formatAt: slices.Index(rt.Names(), "format")}
	p.values = textParams(row.Defaults.Hash)
	p.places = c.matched.with(rt.Names(), p.values)
	if c.Prefix != "" {
		below := *p
		below.script = c.Prefix
		p.below = &below
	}
	return p
}

// A visit is the context of the request of a plain handler. What it says of the route is made
// when something asks.
type visit struct {
	context.Context // of the incoming request
	p               *plain
	path            string // as [search] has it
	info            atomic.Pointer[Info]
}

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
	p := v.p
	i := &Info{Route: p.rt.Row, Controller: p.rt.Row.Controller(), Action: cmp.Or(p.rt.Row.Action(), "index"), Format: p.values.ByName("format"), ScriptName: p.script, visit: v, http: r}
	if format.Start >= 0 {
		i.Format, _ = uri.UnescapeText(v.path[format.Start:format.End])
	}
	v.info.CompareAndSwap(nil, i)
	return v.info.Load()
}

// request returns the request r as constraints would see it. The parts of the path were found
// before, so they are found again.
func (v *visit) request(r *http.Request) *request {
	q := v.p.core.newRequest(r, v.p.script, v.path, v.p.core.params(v.p.rt, v.path))
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
func (p *plain) visit(q *search, r *http.Request) (*http.Request, error) {
	if ok, err := q.Capture(p.rt); !ok || err != nil {
		return nil, cmp.Or(err, errNoCapture)
	}
	if q.script != "" {
		p = p.below
	}
	if !slices.ContainsFunc(q.Pieces, func(part match.Piece) bool { return part.Start >= 0 }) {
		return p.alone(r, q.Path), nil
	}
	format := match.Absent
	if p.formatAt >= 0 {
		format = q.Pieces[p.formatAt]
	}
	r = p.begin(r, q.Path, format)
	for i, name := range p.rt.Names() {
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
func (p *plain) alone(r *http.Request, path string) *http.Request {
	if p.values != nil {
		return p.begin(r, path, match.Absent)
	}
	v := &valueless{visit: visit{Context: r.Context(), p: p, path: path}}
	v.own = *r.WithContext(v)
	v.own.Pattern = p.rt.Pattern()
	rack.KeepBody(&v.own)
	return &v.own
}

// begin makes the request of a path with values: it has those of the defaults.
func (p *plain) begin(r *http.Request, path string, format match.Piece) *http.Request {
	v := &valued{visit: visit{Context: r.Context(), p: p, path: path}, format: format}
	matched := p.places.request()
	if matched == nil || hasPathValues(r) {
		v.http = r.WithContext(v)
		for _, d := range p.values {
			v.http.SetPathValue(d.Key, d.Value)
		}
	} else {
		v.http = placed(matched, v, r)
	}
	v.http.Pattern = p.rt.Pattern()
	rack.KeepBody(v.http)
	return v.http
}
