package graphqlsrv

import (
	"context"
	"reflect"
	"strings"
	"time"

	"signalbox/graphqlsrv/internal/ftv1"
)

// WithoutFederatedTracing has a subgraph answer without the trace that gateways of Apollo
// Federation ask for by the header apollo-federation-include-trace: ftv1. A trace tells whoever
// may send the header how long each field took, and which failed, without their messages.
func WithoutFederatedTracing() Option { return func(c *config) { c.observing.untraced = true } }

// newTrace begins the trace of an operation, nil where nobody asks for one.
func (e *engine) newTrace(ctx context.Context) *ftv1.Trace {
	if e.schema.subgraph == nil || e.cfg.observing.untraced {
		return nil
	}
	if c := FromContext(ctx); c == nil || c.Request == nil || !ftv1.Asked(c.Request.Header) {
		return nil
	}
	return ftv1.New()
}

// eachField reports whether each field is measured, and not only the calls of resolvers.
func (m *watch) eachField() bool { return m != nil && m.trace != nil }

// now is the time where each field is measured.
func (m *watch) now() (t time.Time) {
	if m.eachField() {
		t = time.Now()
	}
	return t
}

// watchedValue is value, measured.
func (w *writer) watchedValue(f *fieldPlan, s source, p *property, ready batched) (v reflect.Value, inner batched, err error) {
	begin := time.Now()
	v, inner, err = w.value(f, s, p, ready)
	end := time.Now()
	if r, _ := ready.of(f); r != nil && !r.begin.IsZero() {
		begin, end = r.begin, r.end
	}
	if !strings.HasPrefix(f.def.Name, "__") && !strings.HasPrefix(f.parent.Name, "__") { // no introspection
		w.run.watch.trace.Resolved(stepsOf(w.path[:min(len(w.path), ftv1.MaxDepth+1)]), ftv1.Field{Name: f.def.Name, Parent: f.parent.Name, Type: f.typ.text}, begin, end)
	}
	return v, inner, err
}

// extend adds to a response what the request asks for beside it.
func (o *operation) extend(ctx context.Context, response []byte, met tally) []byte {
	priced, traced := reportsCost(ctx), o.watch.eachField()
	if !priced && !traced {
		return response
	}
	b := append(response[:len(response)-1], `,"extensions":{`...)
	if priced {
		b = appendCost(b, *o.cost)
	}
	if priced && traced {
		b = append(b, ',')
	}
	if traced {
		b = append(o.appendTrace(append(b, `"ftv1":"`...), met), '"')
	}
	return append(b, "}}"...)
}

// appendTrace ends the trace. Its errors have no messages, as those of Apollo Server: a gateway
// hands them on to others.
func (o *operation) appendTrace(b []byte, met tally) []byte {
	for _, e := range met.first {
		shown := ftv1.Error{Message: "<masked>"}
		for _, l := range e.Locations {
			shown.Places = append(shown.Places, [2]int{l.Line, l.Column})
		}
		shown.JSON = (&Error{Message: shown.Message, Locations: e.Locations, Path: e.Path}).append(nil)
		o.watch.trace.Failed(e.Path, shown)
	}
	return o.watch.trace.Append(b)
}
