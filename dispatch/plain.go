package dispatch

import (
	"cmp"
	"net/http"

	"github.com/julienschmidt/httprouter"

	"signalbox/dsl"
)

// A plain is what is known at build time about the requests of an http.Handler:
// most of them need no Ruby value.
type plain struct {
	rt                         *compiled
	pattern                    string
	controller, action, format string
	values                     httprouter.Params // of the defaults
}

// maxLate is how many parts lateParams can hold.
const maxLate = 64

// newPlain is nil where requests need more: parts that name the endpoint,
// unanchored patterns, defaults that are no valid text.
func newPlain(rt *compiled) *plain {
	row := rt.row
	if !row.Anchored || len(rt.names) > maxLate || validParams(row.Defaults.Hash) != nil || row.Path.Has("controller") || row.Path.Has("action") {
		return nil
	}
	p := &plain{rt: rt, pattern: nameOf(row), controller: row.Controller(), action: row.Action()}
	if p.action == "" {
		p.action = "index"
	}
	p.values = textParams(row.Defaults.Hash)
	p.format = p.values.ByName("format")
	return p
}

// A visit is all that the request of a plain handler carries, allocated at once.
type visit struct {
	infoContext
	few [3]string // the first texts
}

// lateParams are what the request of an Info is made of when something asks.
type lateParams struct {
	core   *core
	http   *http.Request
	rt     *compiled
	path   string
	texts  []string // of the path's parts
	absent uint64   // the parts that the path leaves out, as bits
}

// request gives the request as constraints would see it.
func (i *Info) request() *request {
	if i.q == nil {
		l := &i.late
		i.q = &request{core: l.core, http: l.http, verb: method(l.http), path: l.path, script: i.ScriptName, params: l.params()}
	}
	return i.q
}

// params makes the parameters as [search.parameters] does.
func (l *lateParams) params() *dsl.Hash {
	defaults := l.rt.row.Defaults
	h := dsl.NewHash(defaults.Len() + len(l.texts) + 1)
	for i := range defaults.Len() {
		h.Set(defaults.At(i))
	}
	for i, text := range l.texts {
		if l.absent>>i&1 == 0 {
			h.Set(dsl.Symbol(l.rt.names[i]), dsl.NewString(text))
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

// visit takes the parts of the path that a search has found.
func (p *plain) visit(c *core, q *search) (*visit, error) {
	v := &visit{}
	l := &v.info.late
	*l = lateParams{core: c, rt: p.rt, path: q.path, texts: v.few[:0]}
	v.info.ScriptName = q.script
	if ok, err := q.capture(p.rt); !ok || err != nil {
		return nil, cmp.Or(err, errNoCapture)
	}
	for i := range p.rt.names {
		part, text, ok := q.pieces[i], "", true
		if part.start < 0 {
			l.absent |= 1 << i
		} else if text, ok = q.text(part); !ok {
			return nil, errBadPath
		}
		l.texts = append(l.texts, text)
	}
	return v, nil
}

// inform gives the request for the handler: with Info, path values, pattern.
func (p *plain) inform(v *visit, r *http.Request) *http.Request {
	v.Context = r.Context()
	i := &v.info
	i.Route, i.Controller, i.Action, i.Format = p.rt.row, p.controller, p.action, p.format
	r = r.WithContext(v)
	i.late.http = r
	keepBody(r)
	r.Pattern = p.pattern
	for _, d := range p.values {
		r.SetPathValue(d.Key, d.Value)
	}
	for k, text := range i.late.texts {
		if i.late.absent>>k&1 != 0 {
			continue
		}
		name := p.rt.names[k]
		if name == "format" {
			i.Format = text
		}
		r.SetPathValue(name, text)
	}
	return r
}
