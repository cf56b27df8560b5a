package graphqlsrv

import (
	"context"
	"log/slog"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"signalbox/graphqlsrv/internal/ftv1"
	"signalbox/graphqlsrv/internal/language"
)

// An Observer gets what a server can be measured by; each function may be nil. They are called
// by the goroutines that answer, several at the same time, and must not wait. Package
// signalbox/serve/telemetry has one for OpenTelemetry.
type Observer struct {
	// Operation gets each operation that has ended, and each request that was refused, also where
	// nothing could be read of it.
	Operation func(ctx context.Context, o *Observation)
	// Batch gets each call of a [Loader]'s function and of a [Batch] resolver, that of references too.
	Batch func(ctx context.Context, c CallObservation)
	// Field gets each call of a resolver, that of references too: many for one operation.
	Field func(ctx context.Context, c CallObservation)
}

// An Observation is what came of an operation.
type Observation struct {
	Kind          ast.Operation // ast.Query, ast.Mutation or ast.Subscription; "" where the request was refused
	Name          string        // as the client chose it, at most 1,000 bytes: no name for a series of metrics
	ClientName    string        // of the header apollographql-client-name, likewise
	ClientVersion string        // of the header apollographql-client-version, likewise
	Duration      time.Duration // of a subscription: until it ended
	Errors        int
	Codes         []string // of the first 32 errors, "" for none
	FieldCost     float64  // see [Armor]
	TypeCost      float64
	Calls         int        // how often a resolver was called
	Uses          []FieldUse // the fields that it asks for, each once; not to be changed
}

// A FieldUse is a field that an operation asks for, by the type that has it in the query: the
// interface, where the query asks one.
type FieldUse struct {
	Type, Field string
	Deprecated  bool
}

// A CallObservation is a call of a resolver or of a loader's function.
type CallObservation struct {
	Name     string // of the loader, see [Loader.Named], or "Type.field"
	Size     int    // how many keys or parents it is for
	Duration time.Duration
	Err      error
}

// WithObserver has an observer get what comes of operations, beside those of further uses.
//
//	graphqlsrv.WithObserver(graphqlsrv.Observer{Operation: func(ctx context.Context, o *graphqlsrv.Observation) {
//		for _, use := range o.Uses {
//			if use.Deprecated {
//				oldFields.Count(use.Type, use.Field, o.ClientName, o.ClientVersion)
//			}
//		}
//	}})
func WithObserver(o Observer) Option {
	return func(c *config) {
		first := c.observing.observer
		c.observing.observer = Observer{both(first.Operation, o.Operation), both(first.Batch, o.Batch), both(first.Field, o.Field)}
	}
}

// both calls one function after the other, whatever becomes of the first; either may be nil.
func both[T any](first, second func(context.Context, T)) func(context.Context, T) {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	return func(ctx context.Context, v T) {
		defer second(ctx, v)
		first(ctx, v)
	}
}

// WithFieldSpans has the calls of resolvers be spans of their operation's, the first 1,000 of
// each, where when returns true of the request, or is nil. [WithTracerProvider] says where to.
func WithFieldSpans(when func(c *Context) bool) Option {
	return func(c *config) { c.observing.spans, c.observing.when = true, when }
}

// WithSlowFields logs the calls of resolvers that take as long or longer, the first 100 of each
// operation.
func WithSlowFields(threshold time.Duration) Option {
	return func(c *config) { c.observing.slow = threshold }
}

// observing is what the options say about measuring.
type observing struct {
	observer Observer
	spans    bool
	when     func(*Context) bool
	slow     time.Duration
	untraced bool // see WithoutFederatedTracing
}

// The calls of one operation that are traced and logged.
const (
	maxFieldSpans = 1000
	maxSlowFields = 100
)

// A watch measures one operation; nil measures nothing.
type watch struct {
	observing
	calls, traced, logged atomic.Int64
	trace                 *ftv1.Trace // nil where no gateway asks for it
}

// newWatch begins to measure, also for the trace of a gateway if it is not nil.
func (e *engine) newWatch(ctx context.Context, asked *ftv1.Trace) *watch {
	o := e.cfg.observing
	if o.spans = o.spans && e.tracer != nil; o.spans {
		c := FromContext(ctx)
		o.spans = trace.SpanFromContext(ctx).IsRecording() && (o.when == nil || c != nil && e.wants(ctx, c))
	}
	if asked == nil && !o.spans && o.slow <= 0 && o.observer.Operation == nil && o.observer.Batch == nil && o.observer.Field == nil {
		return nil
	}
	return &watch{observing: o, trace: asked}
}

// wants asks the application; a panic of its is a no.
func (e *engine) wants(ctx context.Context, c *Context) (on bool) {
	defer e.guardObserver(ctx)
	return e.cfg.observing.when(c)
}

// guardObserver keeps a panic of what only measures from failing what is measured.
func (e *engine) guardObserver(ctx context.Context) {
	if r := recover(); r != nil {
		_ = e.errorLog().panicked(ctx, r)
	}
}

// watchCall measures the call of a resolver, or of a batch resolver, for so many parents. done is
// deferred: a panic is the error of the call.
func (w *writer) watchCall(ctx context.Context, f *fieldDef, parents int, batch bool) (inner context.Context, done func(err *error)) {
	m, begin := w.run.watch, time.Now()
	m.calls.Add(1)
	var span trace.Span
	if m.spans && m.traced.Add(1) <= maxFieldSpans {
		ctx, span = w.run.engine.tracer.Start(ctx, f.coordinate(), trace.WithAttributes(
			attribute.String("graphql.field.type", f.typ.text), attribute.Int("graphql.field.parents", parents)))
	}
	return ctx, func(err *error) {
		took := time.Since(begin)
		if r := recover(); r != nil {
			*err = w.run.panicked(ctx, r, w.pathNow()...)
		}
		call := CallObservation{f.coordinate(), parents, took, *err}
		if batch {
			w.run.engine.observeCall(ctx, m.observer.Batch, call)
		}
		w.run.engine.observeCall(ctx, m.observer.Field, call)
		if span != nil {
			if e := w.run.fault(ctx, *err, batch); e != nil {
				e.record(span, "")
			}
			span.End()
		}
		if m.slow > 0 && took >= m.slow && m.logged.Add(1) <= maxSlowFields {
			w.run.engine.cfg.logger.LogAttrs(ctx, slog.LevelWarn, "graphql: slow field", slog.String("field", f.coordinate()), slog.Any("path", w.pathNow()), slog.Int("parents", parents),
				slog.Duration("duration", took), slog.String("operation", w.run.op.plan.op.Name), slog.String("request", requestID(ctx)))
		}
	}
}

// fault returns what of the error of a call, or of each of a batch's, is the first fault of the
// server; nil if nothing is.
func (l *errorLog) fault(ctx context.Context, err error, batch bool) (first *Error) {
	defer func() { // the methods of err are the application's
		if r := recover(); r != nil {
			first, _ = mask(ctx, l.panicked(ctx, r))
		}
	}()
	each, partly := err.(Errors)
	if !batch || !partly {
		each = Errors{err}
	}
	for _, err := range each {
		if err == nil {
			continue
		}
		if e, _ := mask(ctx, err); e.fault {
			return e
		}
	}
	return nil
}

// watchedCall is callWith, measured. It is apart from call, whose error would be allocated otherwise.
func (w *writer) watchedCall(ctx context.Context, f *fieldPlan, s source, p *property) (v reflect.Value, err error) {
	ctx, done := w.watchCall(ctx, f.fieldDef, 1, false)
	defer done(&err)
	return w.callWith(ctx, f, s, p)
}

// observe hands on what came of an operation.
func (o *operation) observe(ctx context.Context, took time.Duration, met tally) {
	if o.watch == nil || o.watch.observer.Operation == nil {
		return
	}
	o.engine.observe(ctx, &Observation{
		Kind: o.kind(), Name: language.Abbreviated(o.plan.op.Name), Duration: took, FieldCost: o.cost.Field, TypeCost: o.cost.Type,
		Calls: int(o.watch.calls.Load()), Uses: o.plan.fieldUses(),
	}, met.count, met.first)
}

// refused logs why a request was refused, and hands it on.
func (e *engine) refused(ctx context.Context, name string, f *failure) {
	name = language.Abbreviated(name)
	e.cfg.logger.InfoContext(ctx, "graphql: refused", "operation", name, "request", requestID(ctx), "error", f.errs[0].Message, "errors", len(f.errs))
	if e.cfg.observing.observer.Operation != nil {
		e.observe(ctx, &Observation{Name: name}, len(f.errs), f.errs)
	}
}

func (e *engine) observe(ctx context.Context, o *Observation, count int, errs []*Error) {
	o.Errors = count
	for _, err := range errs[:min(len(errs), maxTallied)] {
		o.Codes = append(o.Codes, err.Code)
	}
	if c := FromContext(ctx); c != nil && c.Request != nil {
		o.ClientName = language.Abbreviated(header(c.Request, "Apollographql-Client-Name"))
		o.ClientVersion = language.Abbreviated(header(c.Request, "Apollographql-Client-Version"))
	}
	defer e.guardObserver(ctx)
	e.cfg.observing.observer.Operation(ctx, o)
}

// observeCall hands on a call, if there is somebody to take it.
func (e *engine) observeCall(ctx context.Context, to func(context.Context, CallObservation), c CallObservation) {
	if to != nil {
		defer e.guardObserver(ctx)
		to(ctx, c)
	}
}

// fieldUses lists the fields that the operation asks for.
func (p *plan) fieldUses() []FieldUse {
	p.usesOnce.Do(func() {
		uses := map[*ast.FieldDefinition]bool{}
		for f := range language.AllFields(p.op.SelectionSet) {
			if d := f.Definition; d != nil && f.Name != "__typename" && !uses[d] {
				uses[d] = true
				p.uses = append(p.uses, FieldUse{f.ObjectDefinition.Name, f.Name, d.Directives.ForName("deprecated") != nil})
			}
		}
		p.doc.grow(len(p.uses) * fieldUseSize)
	})
	return p.uses
}

// fieldUseSize estimates the memory of a FieldUse.
const fieldUseSize = 48
