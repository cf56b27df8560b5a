package graphqlsrv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

func TestLog(t *testing.T) {
	var log bytes.Buffer
	e := engineOf(t, usersSDL, usersService(), WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{AddSource: true}))))
	r, _ := http.NewRequest(http.MethodPost, "/graphql", nil)
	r.Header.Set("X-Request-ID", "r-42")
	for _, c := range []struct {
		query string
		want  []string
	}{
		{`query Hi{hello}`, []string{"level=INFO", "graphqlsrv/service.go:", "msg=graphql", "operation=Hi", "type=query", "request=r-42", "duration=", "errors=0"}},
		{`query No{nope}`, []string{"level=INFO", `msg="graphql: refused"`, "operation=No ", "request=r-42", "Cannot query field"}},
		{`query Var($v: Int!){hello @include(if: true)}`, []string{`msg="graphql: refused"`, "operation=Var "}},
		{`query Two{hello} query Three{hello}`, []string{`msg="graphql: refused"`, `operation="" `}},
		{`{boom}`, []string{"level=ERROR", `msg="graphql: masked error"`, "error=secret", "request=r-42", "path=[boom]", "errors=1"}},
		{`{panics}`, []string{"level=ERROR", `msg="graphql: panic"`, "panic=ouch", "path=[panics]", "request=r-42", "execute_test.go", "errors=1"}},
	} {
		log.Reset()
		ctx, _ := e.newContext(context.Background(), r)
		op, f := e.prepare(ctx, &Request{Query: c.query})
		if f == nil {
			op.execute(ctx, nil)
		}
		for _, want := range c.want {
			if !strings.Contains(log.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.query, want, &log)
			}
		}
	}
	ctx, _ := e.newContext(context.Background(), nil)
	if id := FromContext(ctx).ID; len(id) < 16 {
		t.Errorf("the request's own id is %q", id)
	}
}

// TestLogOfWrongValues: the server's own faults that clients see are in its log, in Go's words, once
// for a field.
func TestLogOfWrongValues(t *testing.T) {
	var log bytes.Buffer
	type other struct{ Name string }
	e := engineOf(t, `type Query { u: U list: [Int] never: Int! enums: [E] named: N map: M struct: M } union N = A type M { name: String! } union U = A | B type A { name: String } type B { name: String } enum E { X }`, map[string]Resolver{
		"u":      Func(func(context.Context) (any, error) { return &other{}, nil }),
		"list":   Func(func(context.Context) (any, error) { return 1, nil }),
		"never":  Func(func(context.Context) (*int, error) { return nil, nil }),
		"enums":  Func(func(context.Context) ([]string, error) { return []string{"C", "D"}, nil }),
		"named":  Func(func(context.Context) (any, error) { return &other{}, nil }),
		"map":    Func(func(context.Context) (any, error) { return map[string]any{"Name": 1}, nil }),
		"struct": Func(func(context.Context) (any, error) { return &struct{ Nam string }{}, nil }),
	}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))), WithTypeResolver("N", func(any) string { return "C" }))
	for query, want := range map[string]string{
		"u{__typename}":     `field=Query.u error="a *graphqlsrv.other is of no type of U: name its Go type or its __typename like one, or use WithTypeResolver(\"U\", …)" operation=Q path=[u]`,
		"list":              `field=Query.list error="a int is no list: return a slice, an array or an iter.Seq" operation=Q path=[list]`,
		"never":             `field=Query.never error="Cannot return null for non-nullable field Query.never." operation=Q path=[never]`,
		"named{__typename}": `field=Query.named error="the function of WithTypeResolver(\"N\", …) returned \"C\" for a *graphqlsrv.other: return the name of an object type of N" operation=Q path=[named]`,
		"map{name}":         `field=M.name error="the map[string]interface {} has no value for the key \"name\", which must not be null" operation=Q path="[map name]"`,
		"struct{name}":      `field=M.name error="a *struct { Nam string } has no property \"name\", which must not be null. Did you mean \"Nam\"?" operation=Q path="[struct name]"`,
		"enums":             `field=Query.enums error="Enum \"E\" cannot represent value: \"C\"" operation=Q path="[enums 0]"`,
	} {
		log.Reset()
		ask(t, e, "query Q{"+query+"}")
		if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), `msg="graphql: wrong value" `+want+" request=") {
			t.Errorf("%s: %d lines, want %s in\n%s", query, n, want, &log)
		}
	}
}

// TestLogOfMisfits: what a scalar's Parse returns but the Go type can't hold is no mistake of the client;
// what came as it is, without a Parse, or can't be held for what it says, is.
func TestLogOfMisfits(t *testing.T) {
	var log bytes.Buffer
	e := engineOf(t, `scalar Own scalar Text scalar Wide type Query { own(x: Own): Int text(x: [Text]): Int wide(x: Wide): Int }`, map[string]Resolver{
		"own":  FuncWith(func(context.Context, struct{ X int64 }) (int, error) { return 1, nil }),
		"text": FuncWith(func(context.Context, struct{ X []*anyText }) (int, error) { return 1, nil }),
		"wide": FuncWith(func(context.Context, struct{ X int8 }) (int, error) { return 1, nil }),
	}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))), WithScalar("Wide", Scalar{Parse: func(v any) (any, error) {
		if n, ok := v.(int); ok {
			return n, nil
		}
		return []byte("wide"), nil
	}}))
	const want = `the argument x: the Parse of WithScalar("Wide", …) returned a value of the type []uint8, where the Go type is int8`
	got := ask(t, e, `{wide(x: "")}`)
	if !strings.Contains(got, CodeInternalServerError) || !strings.Contains(strings.ReplaceAll(log.String(), `\"`, `"`), `msg="graphql: masked error" error="`+want) {
		t.Errorf("%s, and in the log\n%s", got, &log)
	}
	refused := func(field, why string) string {
		return fmt.Sprintf(`{"data":{"%s":null},"errors":[{"message":"Argument \"x\": %s","locations":[{"line":1,"column":2}],"path":["%[1]s"],"extensions":{"code":"BAD_USER_INPUT"}}]}`, field, why)
	}
	log.Reset()
	for query, want := range map[string]string{
		`{own(x: 5)}`:      `{"data":{"own":1}}`,
		`{text(x: ["a"])}`: `{"data":{"text":1}}`,
		`{own(x: [1])}`:    refused("own", "Own cannot represent value: [1]"),
		`{text(x: [5])}`:   refused("text", "Text cannot represent value: 5"),
		`{wide(x: 400)}`:   refused("wide", "400 is out of range"),
	} {
		expect(t, ask(t, e, query), want)
	}
	if strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("what clients do wrong is logged as an error:\n%s", &log)
	}
}

// secret has an error for clients in the place of its text.
type secret struct{}

func (secret) MarshalText() ([]byte, error) { return nil, Forbidden("Not you.") }

// TestErrorsForValues: an error for clients in the place of a value is no wrong value: it is
// neither logged as one nor does it fail a span.
func TestErrorsForValues(t *testing.T) {
	var log bytes.Buffer
	r := &recorder{}
	e := engineOf(t, `type Query { text: String json: JSON color: Color } scalar Color`, map[string]Resolver{
		"text":  Func(func(context.Context) (secret, error) { return secret{}, nil }),
		"json":  Func(func(context.Context) (secret, error) { return secret{}, nil }),
		"color": Func(func(context.Context) (int, error) { return 1, nil }),
	}, WithScalar("Color", Scalar{Serialize: func(any) (any, error) { return nil, fmt.Errorf("color: %w", Forbidden("Not you.")) }}),
		WithLogger(slog.New(slog.NewTextHandler(&log, nil))), WithTracerProvider(r))
	for _, field := range []string{"text", "json", "color"} {
		log.Reset()
		r.spans = nil
		got := ask(t, e, "{"+field+"}")
		if !strings.Contains(got, `"message":"Not you."`) || strings.Contains(log.String(), "level=ERROR") || r.spans[0].errs != nil {
			t.Errorf("%s: %s, span %v, log\n%s", field, got, r.spans[0].errs, &log)
		}
	}
}

// TestLogOfSubscription counts the errors of all events, and the one that ended it.
func TestLogOfSubscription(t *testing.T) {
	const noInt = `Int cannot represent non-integer value: "no number"`
	for _, c := range []struct {
		name   string
		events int
		end    error
		want   []string
		status string
		spans  int
	}{
		{"well", 0, nil, []string{"type=subscription", "errors=0"}, "", 0},
		{"events that fail", 40, nil, []string{"errors=40"}, noInt, maxTallied},
		{"ended", 1, Errorf("LOST", "events were lost"), []string{"errors=2"}, noInt, 1},
		{"ended by a masked error", 0, io.ErrUnexpectedEOF, []string{"errors=1"}, maskedMessage, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			r := &recorder{}
			e := engineOf(t, `type Query { a: Int } type Subscription { fails: Fails } type Fails { now: Int }`, map[string]Resolver{
				"fails": Func(func(ctx context.Context) (iter.Seq[map[string]any], error) {
					return func(yield func(map[string]any) bool) {
						for range c.events {
							if !yield(map[string]any{"now": "no number"}) {
								return
							}
						}
						if c.end != nil {
							EndSubscription(ctx, c.end)
						}
					}, nil
				}),
			}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))), WithTracerProvider(r))
			h, err := e.handler()
			if err != nil {
				t.Fatal(err)
			}
			send(h, "POST", "/graphql", `{"query":"subscription{fails{now}}"}`, asJSON, "Accept: text/event-stream")
			last := log.String()[strings.LastIndex(log.String(), "msg=graphql "):]
			for _, want := range c.want {
				if !strings.Contains(last, want) {
					t.Errorf("no %q in\n%s", want, last)
				}
			}
			if s := r.spans[0]; s.status != c.status || len(s.errs) != c.spans {
				t.Errorf("the span has the status %q and %d errors", s.status, len(s.errs))
			}
		})
	}
}

// TestRequestID takes the ids of clients that no log can be harmed by, and makes
// one instead of others.
func TestRequestID(t *testing.T) {
	e := engineOf(t, usersSDL, usersService())
	for id, keep := range map[string]bool{
		"": false, "r-42": true, "Root=1-67891233-abcdef;Parent=x/y": true,
		strings.Repeat("x", maxRequestID): true, strings.Repeat("x", maxRequestID+1): false,
		"a\nb": false, "a\x00": false, "a\x1b[31m": false, "a b": false, "a\u0085b": false, "ü": false, "a\x7f": false, "a\xff": false,
	} {
		r := &http.Request{Header: http.Header{"X-Request-Id": {id}}}
		ctx, _ := e.newContext(t.Context(), r)
		if got := FromContext(ctx).ID; got == "" || (got == id) != keep {
			t.Errorf("%q becomes %q", id, got)
		}
	}
}

// A recorder is a tracer that keeps its spans.
type recorder struct {
	noop.TracerProvider
	mu    sync.Mutex
	spans []*recordedSpan
}

func (r *recorder) names() (names []string) {
	for _, s := range r.spans {
		names = append(names, s.name)
	}
	slices.Sort(names)
	return names
}

type recordedSpan struct {
	noop.Span
	name       string
	attributes []attribute.KeyValue
	status     string
	errs       []error
	ended      bool
}

func (r *recorder) Tracer(string, ...trace.TracerOption) trace.Tracer {
	return recordingTracer{recorder: r}
}

type recordingTracer struct {
	noop.Tracer
	recorder *recorder
}

func (r recordingTracer) Start(ctx context.Context, name string, _ ...trace.SpanStartOption) (context.Context, trace.Span) {
	s := &recordedSpan{name: name}
	r.recorder.mu.Lock()
	defer r.recorder.mu.Unlock()
	r.recorder.spans = append(r.recorder.spans, s)
	return trace.ContextWithSpan(ctx, s), s
}

func (s *recordedSpan) IsRecording() bool { return true }
func (s *recordedSpan) SetAttributes(kv ...attribute.KeyValue) {
	s.attributes = append(s.attributes, kv...)
}
func (s *recordedSpan) SetStatus(_ codes.Code, text string)           { s.status = text }
func (s *recordedSpan) RecordError(err error, _ ...trace.EventOption) { s.errs = append(s.errs, err) }
func (s *recordedSpan) End(...trace.SpanEndOption)                    { s.ended = true }

func TestTracing(t *testing.T) {
	r := &recorder{}
	var within trace.Span
	e := engineOf(t, `type Query { a: Int boom: Int }`, map[string]Resolver{
		"a": Func(func(ctx context.Context) (int, error) {
			within = trace.SpanFromContext(ctx)
			return 1, nil
		}),
		"boom": Func(func(context.Context) (int, error) { return 0, errors.New("secret") }),
	}, WithTracerProvider(r))
	ask(t, e, `query A{a}`)
	ask(t, e, `{boom}`)
	if len(r.spans) != 2 || r.spans[0].name != "graphql query A" || r.spans[1].name != "graphql query" || !r.spans[0].ended || !r.spans[1].ended {
		t.Fatalf("spans %+v", r.spans)
	}
	if within != trace.Span(r.spans[0]) {
		t.Error("resolvers don't run within the span")
	}
	if r.spans[0].status != "" || r.spans[1].status != maskedMessage || len(r.spans[1].errs) != 1 || r.spans[1].errs[0].Error() != "secret" {
		t.Errorf("status %+v", r.spans[1])
	}
}

// hostileError panics where it is asked what it is.
type hostileError struct{}

func (hostileError) Error() string { return "hostile" }
func (hostileError) As(any) bool   { panic("hostile") }

// TestSpansOfMistakes: what a client does wrong fails no span, also where a batch has it beside
// results; a fault of the server fails that of the call and that of the operation.
func TestSpansOfMistakes(t *testing.T) {
	r := &recorder{}
	fails := func(err error) Resolver { return Func(func(context.Context) (int, error) { return 0, err }) }
	each := func(err error) Resolver {
		return Batch(func(_ context.Context, _ None, roots []any) ([]int, error) {
			return make([]int, len(roots)), Errors{nil, Forbidden("Not you."), err}
		})
	}
	e := engineOf(t, `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key"])
		type Query { not: Int boom: Int late: [Int] stopped: Int wrong: Int! hostile: Int panics: Int all: [O] }
		type O @key(fields: "id") { id: ID not: Int boom: Int hostile: Int }`, map[string]Resolver{
		"not":  fails(fmt.Errorf("reading: %w", Forbidden("Not you."))),
		"boom": fails(errors.New("secret")),
		"late": Func(func(context.Context) ([]error, error) {
			return append(slices.Repeat([]error{Forbidden("Not you.")}, 50), errors.New("secret")), nil
		}),
		"stopped":   fails(context.Canceled),
		"hostile":   fails(hostileError{}),
		"wrong":     Func(func(context.Context) (*int, error) { return nil, nil }),
		"panics":    Func(func(context.Context) (int, error) { panic("ouch") }),
		"all":       Func(func(context.Context) ([]map[string]any, error) { return []map[string]any{{}, {}, {}}, nil }),
		"O.not":     each(Forbidden("Not you either.")),
		"O.boom":    each(errors.New("secret")),
		"O.hostile": each(hostileError{}),
		"O.__resolveReference": Batch(func(_ context.Context, _ None, roots []map[string]any) ([]any, error) {
			return make([]any, len(roots)), Errors{Forbidden("Not you.")}
		}),
	}, WithTracerProvider(r), WithFieldSpans(nil))
	const boom, panics = "[Something went wrong. ] [[secret] [secret]]", "[Something went wrong. ] [[panic: hostile] [panic: hostile]]"
	for query, want := range map[string]string{
		"not": "[] []", "boom": boom, "hostile": panics, "late": "[Something went wrong.] [[secret]]",
		"stopped":  "[Something went wrong. ] [[context canceled] [context canceled]]", // while the request lives
		"panics":   "[Something went wrong. ] [[panic: ouch] [panic: ouch]]",
		"wrong":    "[Cannot return null for non-nullable field Query.wrong.] [[Cannot return null for non-nullable field Query.wrong.]]",
		"all{not}": "[] []", "all{boom}": boom, "all{hostile}": panics,
		`_entities(representations:[{__typename:"O"}]){__typename}`: "[] []",
	} {
		r.spans = nil
		ask(t, e, "{"+query+"}")
		status, errs := []string{}, [][]error{}
		for _, s := range r.spans {
			if s.errs != nil {
				status, errs = append(status, s.status), append(errs, s.errs)
			}
			if !s.ended {
				t.Errorf("%s: the span %s has no end", query, s.name)
			}
		}
		if got := fmt.Sprint(status, errs); got != want || len(r.spans) < 2 {
			t.Errorf("%s: %d spans have %s", query, len(r.spans), got)
		}
	}
}

// TestCallersSpan: a server that makes no spans leaves resolvers in the span of what stands before it.
func TestCallersSpan(t *testing.T) {
	var within trace.Span
	e := engineOf(t, `type Query { a: Int }`, map[string]Resolver{
		"a": Func(func(ctx context.Context) (int, error) {
			within = trace.SpanFromContext(ctx)
			return 1, nil
		}),
	}, WithFieldSpans(nil))
	outer := &recordedSpan{}
	ctx := trace.ContextWithSpan(context.Background(), outer)
	op, f := e.prepare(ctx, &Request{Query: "{a}"})
	if f != nil {
		t.Fatal(f.errs[0])
	}
	op.execute(ctx, nil)
	if within != trace.Span(outer) || outer.ended {
		t.Errorf("resolvers run in the span %+v", within)
	}
}
