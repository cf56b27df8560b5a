package graphqlsrv

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"net/http"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"signalbox/graphqlsrv/internal/cost"
	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/live"
	"signalbox/graphqlsrv/internal/lru"
	"signalbox/graphqlsrv/internal/typesystem"
)

// New makes a GraphQL server of the SDL in fsys, every *.graphql and *.gql file
// below its root, and of the options.
//
//	//go:embed *.graphql
//	var sdl embed.FS
//
//	h, err := graphqlsrv.New(sdl, graphqlsrv.WithServices(users.Service, posts.Service))
//	http.ListenAndServe(":8911", h)
//
// The error tells together what is wrong, with the SDL's file and line: unknown types and
// directives in the SDL, and what else it says wrongly; services that define one name twice, or a
// field that isn't there; Go types of arguments, roots and results that don't fit the SDL; and,
// once the SDL itself is right, fields of Query, Mutation and Subscription without a directive.
// Errors of syntax come alone, the first of each file. Mistakes in how types are built, such as
// fields that are there twice or that an interface asks for, come beside unknown names, before Go
// types are looked at. Fields with neither a resolver nor a known property are only warned of, in
// the log, once there is no error.
func New(fsys fs.FS, options ...Option) (http.Handler, error) {
	e, err := newEngine(fsys, options)
	if err != nil {
		return nil, err
	}
	return e.handler()
}

// An engine is a schema with its services: everything but the transport.
type engine struct {
	cfg       *config
	schema    *schema
	documents *lru.Cache[*document]
	persisted *lru.Cache[string]
	tracer    trace.Tracer // nil where nothing is traced
	warned    sync.Map     // what the log has a warning of, once
	warnings  []error      // of New, until it is done
}

func newEngine(fsys fs.FS, options []Option) (*engine, error) {
	c, err := newConfig(options)
	if err != nil {
		return nil, err
	}
	s, err := loadSchema(fsys, c)
	if s == nil {
		return nil, err
	}
	e := &engine{
		cfg: c, schema: s,
		documents: lru.New[*document](c.plans),
		persisted: lru.New[string](c.persisted),
	}
	if c.tracerProvider != nil {
		e.tracer = c.tracerProvider.Tracer("signalbox/graphqlsrv")
	}
	errs := append([]error{err}, e.checkNames()...)
	errs = append(errs, e.bindServices()...)
	if err == nil { // what is wrong in the SDL may be the directive that a field lacks
		errs = append(errs, e.applyDirectives()...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	e.warnUnsized()
	for _, w := range e.warnings {
		c.logger.Warn("graphql: " + w.Error())
	}
	e.warnings = nil
	return e, nil
}

// warn notes what is to be logged once nothing is wrong: errors come first.
func (e *engine) warn(at *ast.Position, format string, args ...any) {
	e.warnings = append(e.warnings, typesystem.Errorf(at, format, args...))
}

// A Request is one GraphQL request, whichever way it came.
type Request struct {
	Query         string             // the document
	OperationName string             // "" where the document has one operation
	Variables     json.RawMessage    // a JSON object, null or empty
	Extensions    json.RawMessage    // likewise; persistedQuery is read from it
	Files         map[string]*Upload // by their place in the variables ("file", "files.0")

	hasQuery bool // an empty Query is an empty document, not none
}

// An operation is a request that may be executed: its document is valid, its
// variables are coerced.
type operation struct {
	engine  *engine
	plan    *plan
	vars    map[string]any
	tooMany *Error // of fields that name a variable several times
	cost    *cost.Cost
	watch   *watch                // of the run that is under way; nil where nothing is measured
	begin   func(context.Context) // waits until there is room for a run; nil where it runs at once
}

// kind is ast.Query, ast.Mutation or ast.Subscription.
func (o *operation) kind() ast.Operation { return o.plan.op.Operation }

// prepare makes an operation of a request, or says why it can't be one. Nothing
// is executed yet, so that a transport may still refuse the kind of operation.
func (e *engine) prepare(ctx context.Context, r *Request) (*operation, *failure) {
	p, f := e.find(r)
	if f != nil {
		e.refused(ctx, cmp.Or(r.OperationName, f.operation), f)
		return nil, f
	}
	o, f := e.accept(p, r)
	if f == nil {
		f = e.charge(ctx, o)
	}
	if f != nil {
		e.refused(ctx, p.op.Name, f)
		return nil, f
	}
	return o, nil
}

// find finds the operation that a request means.
func (e *engine) find(r *Request) (*planned, *failure) {
	query, f := e.queryText(r)
	if f != nil {
		return nil, f
	}
	d, f := e.document(query)
	if f != nil {
		return nil, f
	}
	return d.operation(r.OperationName)
}

// accept makes an operation of what a request means and of its variables.
func (e *engine) accept(p *planned, r *Request) (*operation, *failure) {
	p.prepared.Do(func() { p.prepare(e) })
	if p.tooMuch != nil && !p.varies {
		return nil, &failure{kind: failedValidate, errs: []*Error{p.tooMuch}}
	}
	o := &operation{engine: e, cost: &p.cost}
	if len(p.vars) > 0 {
		var f *failure
		if o.vars, f = e.variables(p, r); f != nil {
			return nil, f
		}
	}
	if p.varies {
		c, _, tooMuch := e.costOf(p.op, o.vars)
		if tooMuch != nil {
			return nil, &failure{kind: failedValidate, errs: []*Error{tooMuch}}
		}
		o.cost = &c
	}
	o.plan = p.plan(e.schema, o.vars)
	o.tooMany = e.cfg.variables.checkRepeated(o.plan.repeated, o.vars)
	return o, nil
}

// execute runs a query or mutation and appends the response to dst.
func (o *operation) execute(ctx context.Context, dst []byte) []byte {
	return o.executeShown(ctx, dst, nil)
}

// executeShown also notes what the response shows, where seen isn't nil.
func (o *operation) executeShown(ctx context.Context, dst []byte, seen *live.Shown) []byte {
	begin := time.Now()
	ctx, span := o.engine.startSpan(ctx, o.plan.title)
	o.watch = o.engine.newWatch(ctx, o.engine.newTrace(ctx))
	dst, met := o.run(ctx, dst, reflect.Value{}, seen)
	o.report(ctx, span, begin, met)
	return dst
}

// startSpan begins the span of an operation. Where the server makes none, resolvers go on in the
// caller's.
func (e *engine) startSpan(ctx context.Context, title string) (context.Context, trace.Span) {
	if e.tracer == nil {
		return ctx, noop.Span{}
	}
	return e.tracer.Start(ctx, title)
}

func (o *operation) run(ctx context.Context, dst []byte, event reflect.Value, seen *live.Shown) ([]byte, tally) {
	if o.begin != nil {
		o.begin(ctx)
	}
	x := &execution{errorLog: errorLog{engine: o.engine}, ctx: ctx, op: o, watch: o.watch, event: event, shown: seen, plain: seen == nil && !o.watch.eachField()}
	x.spare.Store(int32(o.engine.cfg.concurrency))
	if c := FromContext(ctx); c != nil {
		c.run.Store(x)
		defer c.run.CompareAndSwap(x, nil)
	}
	dst, met := x.execute(dst)
	return o.extend(ctx, dst, met), met
}

// subscribe starts a subscription: each response of the sequence answers one
// event. The sequence ends with the source of the events, with the context, or
// when its consumer stops. A failure before the first event is one response
// with errors and no data.
func (o *operation) subscribe(ctx context.Context) (iter.Seq[[]byte], *failure) {
	begin := time.Now()
	ctx, span := o.engine.startSpan(ctx, o.plan.title)
	o.watch = o.engine.newWatch(ctx, nil)
	source, end := openSource(ctx)
	x := &execution{errorLog: errorLog{engine: o.engine}, ctx: source, op: o, watch: o.watch}
	events, errs := x.events()
	if len(errs) > 0 {
		end()
		var met tally
		met.add(errs...)
		o.report(ctx, span, begin, met)
		return nil, &failure{kind: failedOperation, errs: errs}
	}
	return func(yield func([]byte) bool) {
		var met tally
		defer func() {
			end()
			met.add(endError(ctx)...)
			o.report(ctx, span, begin, met)
		}()
		for event := range events {
			if ctx.Err() != nil {
				return
			}
			b, each := o.run(ctx, nil, event, nil)
			met.merge(each)
			if !yield(b) {
				return
			}
		}
	}, nil
}

// A tally counts errors and keeps the first ones, since a subscription may meet
// any number.
type tally struct {
	count int
	first []*Error
	fault *Error // the first one of the server, which may be none of those
}

// maxTallied bounds the errors of one operation that its span records.
const maxTallied = 32

func (t *tally) add(errs ...*Error) {
	t.count += len(errs)
	t.first = append(t.first, errs[:min(len(errs), maxTallied-len(t.first))]...)
	for _, e := range errs {
		if e.fault {
			t.fault = cmp.Or(t.fault, e)
		}
	}
}

func (t *tally) merge(more tally) {
	t.add(more.first...)
	t.count += more.count - len(more.first)
	t.fault = cmp.Or(t.fault, more.fault)
}

// report logs an operation that ended and ends its span.
func (o *operation) report(ctx context.Context, span trace.Span, begin time.Time, met tally) {
	if span.IsRecording() {
		span.SetAttributes(
			attribute.String("graphql.operation.type", string(o.kind())),
			attribute.String("graphql.operation.name", o.plan.op.Name),
		)
		for _, e := range met.first {
			e.record(span, language.Abbreviated(e.Message))
		}
		if met.fault != nil && !slices.Contains(met.first, met.fault) {
			met.fault.record(span, language.Abbreviated(met.fault.Message))
		}
	}
	span.End()
	took := time.Since(begin)
	o.observe(ctx, took, met)
	l := o.engine.cfg.logger
	if !l.Enabled(ctx, slog.LevelInfo) {
		return
	}
	line := slog.NewRecord(begin.Add(took), slog.LevelInfo, "graphql", reportPlace)
	line.AddAttrs(slog.String("operation", o.plan.op.Name), slog.String("type", string(o.kind())),
		slog.String("request", requestID(ctx)), slog.Duration("duration", took), slog.Int("errors", met.count))
	_ = l.Handler().Handle(ctx, line)
}

// reportPlace is where the line of an operation is logged, for handlers that show it: to look for the
// caller each time takes a tenth of a small request.
var reportPlace = func() uintptr { pc, _, _, _ := runtime.Caller(0); return pc }()

// record has a span fail by a fault of the server; what clients do wrong is no failure of it.
func (e *Error) record(span trace.Span, status string) {
	defer func() { _ = recover() }() // the error's methods are the application's
	if e.fault {
		span.SetStatus(codes.Error, status)
		span.RecordError(shortError(cmp.Or(e.cause, error(e)))) // what is masked is what one wants to see
	}
}

// maxLogged bounds what logs and traces show of an error of the application, in bytes:
// it may hold what a client sent.
const maxLogged = 10_000

// shortError returns err, or the beginning of its text where that is long.
func shortError(err error) error {
	if text := fmt.Sprint(err); len(text) > maxLogged { // Error may panic, Sprint does not
		return errors.New(language.Cut(text, maxLogged))
	}
	return err
}
