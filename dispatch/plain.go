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
	core                       *core
	rt                         *match.Route
	pattern                    string
	controller, action, format string
	formatAt                   int               // which part of the path is the format; -1 for none
	values                     httprouter.Params // of the defaults
	matched                    *matched
}

// newPlain is nil where requests need more: parts that name the endpoint,
// unanchored patterns, defaults that are no valid text.
func newPlain(c *core, rt *match.Route) *plain {
	row := rt.Row
	if !row.Anchored || validParams(row.Defaults.Hash) != nil || row.Path.Has("controller") || row.Path.Has("action") {
		return nil
	}
	p := &plain{core: c, rt: rt, pattern: nameOf(row), controller: row.Controller(), action: row.Action(), formatAt: slices.Index(rt.Names, "format")}
	if p.action == "" {
		p.action = "index"
	}
	p.values = textParams(row.Defaults.Hash)
	p.format = p.values.ByName("format")
	p.matched = matchedWith(rt.Names, p.values)
	return p
}

// A visit is the context of the request of a plain handler. What it says of the route is made
// when something asks.
type visit struct {
	context.Context // of the incoming request
	p               *plain
	path, script    string      // as [search] has them
	format          match.Piece // of the path
	info            atomic.Pointer[Info]
	http            *http.Request
}

// A valueless is a visit whose request has no path values: one allocation.
type valueless struct {
	visit
	own http.Request
}

// Value implements context.Context.
func (v *visit) Value(key any) any {
	if key == (infoKey{}) {
		return v.asked()
	}
	return v.Context.Value(key)
}

// asked returns the Info, the same to all who ask.
func (v *visit) asked() *Info {
	if i := v.info.Load(); i != nil {
		return i
	}
	p := v.p
	i := &Info{Route: p.rt.Row, Controller: p.controller, Action: p.action, Format: p.format, ScriptName: v.script, visit: v}
	if v.format.Start >= 0 {
		i.Format, _ = uri.UnescapeText(v.path[v.format.Start:v.format.End])
	}
	v.info.CompareAndSwap(nil, i)
	return v.info.Load()
}

// request returns the request as constraints would see it.
func (v *visit) request() *request {
	q := v.p.core.newRequest(v.http, v.script, v.path, v.params())
	q.Verb = method(v.http)
	return q
}

// params makes the parameters. The parts of the path were found before, so they are found
// again.
func (v *visit) params() *dsl.Hash { return v.p.core.params(v.p.rt, v.path) }

// nameIndex gives parameters the action that they leave out. Rails:
// Request#controller_class and ActionDispatch::Routing::RouteSet::Dispatcher.
func nameIndex(h *dsl.Hash) {
	if v, ok := h.Sym("action"); !ok || v == dsl.Nil {
		h.Set(dsl.Symbol("action"), dsl.NewString("index"))
	}
}

// visit makes the request for the handler: with the route, path values and the pattern. The
// search has found the parts of the path.
func (p *plain) visit(q *search, r *http.Request) (*visit, error) {
	if ok, err := q.Capture(p.rt); !ok || err != nil {
		return nil, cmp.Or(err, errNoCapture)
	}
	holds := slices.ContainsFunc(q.Pieces, func(part match.Piece) bool { return part.Start >= 0 })
	v := p.begin(r, q.Path, q.script, holds)
	for i, name := range p.rt.Names {
		part := q.Pieces[i]
		if part.Start < 0 {
			continue
		}
		text, ok := q.Text(part)
		if !ok {
			return nil, errBadPath
		}
		if i == p.formatAt {
			v.format = part
		}
		v.http.SetPathValue(name, text)
	}
	return v, nil
}

// begin makes the request; holds says that the path has values for it.
func (p *plain) begin(r *http.Request, path, script string, holds bool) *visit {
	if p.matched == nil || !holds && p.values == nil || hasPathValues(r) {
		return p.beginWithMap(r, path, script)
	}
	v := &visit{Context: r.Context(), p: p, path: path, script: script, format: match.Absent}
	v.http = p.matched.with(v, r)
	v.http.Pattern = p.pattern
	rack.KeepBody(v.http)
	return v
}

// beginWithMap is begin of a request whose path values, if it gets any, are in a map.
func (p *plain) beginWithMap(r *http.Request, path, script string) *visit {
	v := &valueless{visit: visit{Context: r.Context(), p: p, path: path, script: script, format: match.Absent}}
	v.own = *r.WithContext(v)
	v.http = &v.own
	v.http.Pattern = p.pattern
	rack.KeepBody(v.http)
	for _, d := range p.values {
		v.http.SetPathValue(d.Key, d.Value)
	}
	return &v.visit
}
