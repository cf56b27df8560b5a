package dispatch

import (
	"net/http"

	"signalbox/dsl"
	"signalbox/expand"
)

// A plain is what is known at build time about the requests of an http.Handler:
// most of them need no Ruby value.
type plain struct {
	rt                         *route
	pattern                    string
	controller, action, format string
	values                     []value // of the defaults
}

// A value is a parameter as text.
type value struct {
	name, text string
	ok         bool // false: an optional part that the path leaves out
}

// newPlain is nil where requests need more: parts that name the endpoint,
// unanchored patterns, defaults that are no valid text.
func newPlain(rt *route) *plain {
	row := rt.row
	if !row.Anchored || validParams(row.Defaults) != nil || row.Path.Has("controller") || row.Path.Has("action") {
		return nil
	}
	p := &plain{rt: rt, pattern: patternOf(row), controller: row.Controller(), action: row.Action()}
	if p.action == "" {
		p.action = "index"
	}
	for i := range row.Defaults.Len() {
		k, v := row.Defaults.At(i)
		text, ok := scalarText(v)
		switch name := textOf(k); {
		case !ok || name == "controller" || name == "action":
		case name == "format":
			p.format = text
			fallthrough
		default:
			p.values = append(p.values, value{name, text, true})
		}
	}
	return p
}

// patternOf is what http.Request's Pattern tells: "GET /posts/:id(.:format)".
func patternOf(row *expand.Route) string {
	if verb := row.Verb(); verb != "" {
		return verb + " " + row.Path.String()
	}
	return row.Path.String()
}

// A visit is all that the request of a plain handler carries, allocated at once.
type visit struct {
	infoContext
	request request
	late    lateParams
	few     [4]value
}

// lateParams are path parameters that no one has asked for yet.
type lateParams struct {
	rt     *route
	values []value // of the path's parts
}

// hash makes them as [search.parameters] does.
func (l *lateParams) hash() *dsl.Hash {
	if l == nil {
		return dsl.NewHash(0)
	}
	defaults := l.rt.row.Defaults
	h := dsl.NewHash(defaults.Len() + len(l.values) + 1)
	for i := range defaults.Len() {
		h.Set(defaults.At(i))
	}
	for _, v := range l.values {
		if v.ok {
			h.Set(dsl.Symbol(v.name), dsl.NewString(v.text))
		}
	}
	nameIndex(h)
	return h
}

// nameIndex gives parameters the action that they leave out. Rails:
// Request#controller_class and ActionDispatch::Routing::RouteSet::Dispatcher.
func nameIndex(h *dsl.Hash) {
	if v, ok := h.Sym("action"); !ok || v == dsl.Nil {
		h.Set(dsl.Symbol("action"), dsl.NewString("index"))
	}
}

// plain calls an http.Handler whose route needs nothing but the path.
func (s *site) plain(w http.ResponseWriter, r *http.Request, j *job, e *endpoint) {
	q, rt := &j.search, e.quick.rt
	v := &visit{}
	v.late = lateParams{rt, v.few[:0]}
	ok, err := q.capture(rt)
	if !ok && err == nil {
		err = errNoCapture
	}
	for i := 0; i < len(rt.names) && err == nil; i++ {
		part := value{name: rt.names[i]}
		if p := q.pieces[i]; p.start >= 0 {
			if part.text, part.ok = q.text(p); !part.ok {
				err = errBadPath
			}
		}
		v.late.values = append(v.late.values, part)
	}
	v.request = request{core: s.core, verb: method(r), path: q.path, script: q.script, late: &v.late}
	j.free()
	if err != nil {
		s.fail(w, r, err)
		return
	}
	e.plain.ServeHTTP(w, e.quick.inform(v, r))
}

// inform gives the request for the handler: with Info, path values, pattern.
func (p *plain) inform(v *visit, r *http.Request) *http.Request {
	v.infoContext = infoContext{r.Context(), Info{
		Route: p.rt.row, Controller: p.controller, Action: p.action, Format: p.format, ScriptName: v.request.script, q: &v.request,
	}}
	r = r.WithContext(v)
	v.request.http = r
	keepBody(r)
	r.Pattern = p.pattern
	for _, d := range p.values {
		r.SetPathValue(d.name, d.text)
	}
	for _, part := range v.late.values {
		if !part.ok {
			continue
		}
		if part.name == "format" {
			v.info.Format = part.text
		}
		r.SetPathValue(part.name, part.text)
	}
	return r
}
