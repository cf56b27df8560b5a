package telemetry_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"signalbox/graphqlsrv"
	"signalbox/serve/telemetry"
)

type user struct{ ID int }

const usersSDL = `
	type Query { users: [User!]! @skipAuth old: Int @skipAuth @deprecated fails: Int @skipAuth breaks: Int @skipAuth }
	type Mutation { rename: Int @skipAuth }
	type Subscription { ticks: Int @skipAuth }
	type User { id: ID! friend: User tag: String }`

// users makes a server with a field of each kind.
func users(t *testing.T, options ...graphqlsrv.Option) http.Handler {
	t.Helper()
	tags := graphqlsrv.NewLoader(func(_ context.Context, ids []int) (map[int]string, error) { return nil, nil }).Named("tags")
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(usersSDL)}}, append(options, graphqlsrv.WithLogger(nil),
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"users":       graphqlsrv.Func(func(context.Context) ([]*user, error) { return []*user{{1}, {2}}, nil }),
			"old":         graphqlsrv.Func(func(context.Context) (int, error) { return 1, nil }),
			"fails":       graphqlsrv.Func(func(context.Context) (int, error) { return 0, graphqlsrv.Forbidden("no") }),
			"breaks":      graphqlsrv.Func(func(context.Context) (int, error) { return 0, errors.New("no store") }),
			"rename":      graphqlsrv.Func(func(context.Context) (int, error) { return 1, nil }),
			"ticks":       graphqlsrv.Func(func(context.Context) (iter.Seq[int], error) { return slices.Values([]int{1, 2}), nil }),
			"User.friend": graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, all []*user) ([]*user, error) { return all, nil }),
			"User.tag": graphqlsrv.Field(func(ctx context.Context, _ graphqlsrv.None, r graphqlsrv.Resolve[*user]) (string, error) {
				return tags.Load(ctx, r.Root.ID)
			}),
		}))...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func ask(h http.Handler, query string, header http.Header) {
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query":"`+query+`"}`))
	header.Set("Content-Type", "application/json")
	r.Header = header
	h.ServeHTTP(httptest.NewRecorder(), r)
}

// TestGraphQL counts operations, errors, fields and batches; what clients choose makes no series.
func TestGraphQL(t *testing.T) {
	tel, err := telemetry.New()
	if err != nil {
		t.Fatal(err)
	}
	measured, err := tel.GraphQL("web")
	if err != nil {
		t.Fatal(err)
	}
	h := users(t, measured)
	for client, query := range map[string]string{
		"web": "query A { users { id friend { id } } }", "stranger1": "query B { old }", "stranger2": "query C { old fails }", "stranger3": "query D { none }",
		"stranger4": "mutation E { rename }", "stranger5": "subscription F { ticks }", "stranger6": "query G { users { tag } }",
	} {
		ask(h, query, http.Header{"Accept": {"application/json, text/event-stream"}, "Apollographql-Client-Name": {client}, "Apollographql-Client-Version": {client}})
	}
	w := httptest.NewRecorder()
	tel.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	got := regexp.MustCompile(`(?m)^graphql_\w+(_count|_total|_cost_sum|_size_sum)\b.*$`).FindAllString(w.Body.String(), -1)
	slices.Sort(got)
	want := []string{
		`graphql_batch_size_count{graphql_batch="User.friend"} 1`,
		`graphql_batch_size_count{graphql_batch="tags"} 1`,
		`graphql_batch_size_sum{graphql_batch="User.friend"} 2`,
		`graphql_batch_size_sum{graphql_batch="tags"} 2`,
		`graphql_errors_total{graphql_error_code="FORBIDDEN"} 1`,
		`graphql_errors_total{graphql_error_code="GRAPHQL_VALIDATION_FAILED"} 1`,
		`graphql_field_uses_total{graphql_client="other",graphql_field="fails",graphql_field_deprecated="false",graphql_type="Query"} 1`,
		`graphql_field_uses_total{graphql_client="other",graphql_field="old",graphql_field_deprecated="true",graphql_type="Query"} 2`,
		`graphql_field_uses_total{graphql_client="other",graphql_field="rename",graphql_field_deprecated="false",graphql_type="Mutation"} 1`,
		`graphql_field_uses_total{graphql_client="other",graphql_field="tag",graphql_field_deprecated="false",graphql_type="User"} 1`,
		`graphql_field_uses_total{graphql_client="other",graphql_field="ticks",graphql_field_deprecated="false",graphql_type="Subscription"} 1`,
		`graphql_field_uses_total{graphql_client="other",graphql_field="users",graphql_field_deprecated="false",graphql_type="Query"} 1`,
		`graphql_field_uses_total{graphql_client="web",graphql_field="friend",graphql_field_deprecated="false",graphql_type="User"} 1`,
		`graphql_field_uses_total{graphql_client="web",graphql_field="id",graphql_field_deprecated="false",graphql_type="User"} 1`,
		`graphql_field_uses_total{graphql_client="web",graphql_field="users",graphql_field_deprecated="false",graphql_type="Query"} 1`,
		`graphql_operation_cost_count{graphql_operation_type="mutation"} 1`,
		`graphql_operation_cost_count{graphql_operation_type="query"} 4`,
		`graphql_operation_cost_count{graphql_operation_type="subscription"} 1`,
		`graphql_operation_cost_sum{graphql_operation_type="mutation"} 1`,
		`graphql_operation_cost_sum{graphql_operation_type="query"} 10`,
		`graphql_operation_cost_sum{graphql_operation_type="subscription"} 1`,
		`graphql_operation_duration_seconds_count{graphql_operation_type="",graphql_outcome="refused"} 1`,
		`graphql_operation_duration_seconds_count{graphql_operation_type="mutation",graphql_outcome="data"} 1`,
		`graphql_operation_duration_seconds_count{graphql_operation_type="query",graphql_outcome="data"} 3`,
		`graphql_operation_duration_seconds_count{graphql_operation_type="query",graphql_outcome="errors"} 1`,
		`graphql_operation_duration_seconds_count{graphql_operation_type="subscription",graphql_outcome="data"} 1`,
		`graphql_resolver_calls_total 9`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(w.Body.String(), "stranger") {
		t.Errorf("a client makes a series:\n%s", w.Body)
	}
	docs, err := os.ReadFile("../../docs/graphql.md")
	if err != nil {
		t.Fatal(err)
	}
	query := regexp.MustCompile(`sum by \((.*?)\) \(max_over_time\((\w+\{.*?\})`).FindStringSubmatch(string(docs))
	if query == nil {
		t.Fatal("docs/graphql.md has no query of the uses")
	}
	labels, series := strings.Split(query[1], ", "), regexp.MustCompile(`[{}]`).Split(query[2], -1)
	for _, line := range want {
		if strings.HasPrefix(line, series[0]+"{") && strings.Contains(line, series[1]) && !slices.ContainsFunc(labels, func(l string) bool { return !strings.Contains(line, l+"=") }) {
			return
		}
	}
	t.Errorf("the query of the docs finds nothing: %s", query[0])
}

// TestGraphQLFields: each call of a resolver has a duration, that of a batch resolver one for all
// parents.
func TestGraphQLFields(t *testing.T) {
	tel, err := telemetry.New()
	if err != nil {
		t.Fatal(err)
	}
	measured, err := tel.GraphQLFields()
	if err != nil {
		t.Fatal(err)
	}
	ask(users(t, measured), "{ users { id friend { id } tag } fails breaks }", http.Header{})
	w := httptest.NewRecorder()
	tel.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	got := regexp.MustCompile(`(?m)^graphql_\w+_count\b.*$`).FindAllString(w.Body.String(), -1)
	slices.Sort(got)
	if diff := cmp.Diff([]string{
		`graphql_field_duration_seconds_count{graphql_field="breaks",graphql_outcome="errors",graphql_type="Query"} 1`,
		`graphql_field_duration_seconds_count{graphql_field="fails",graphql_outcome="errors",graphql_type="Query"} 1`,
		`graphql_field_duration_seconds_count{graphql_field="friend",graphql_outcome="data",graphql_type="User"} 1`,
		`graphql_field_duration_seconds_count{graphql_field="tag",graphql_outcome="data",graphql_type="User"} 2`,
		`graphql_field_duration_seconds_count{graphql_field="users",graphql_outcome="data",graphql_type="Query"} 1`,
	}, got); diff != "" {
		t.Error(diff)
	}
}

// TestGraphQLSpans: a resolver's span is below that of its operation, which is below the caller's;
// it fails by what is the server's fault.
func TestGraphQLSpans(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	provider := trace.NewTracerProvider(trace.WithSpanProcessor(recorder))
	tel, err := telemetry.New(otelhttp.WithTracerProvider(provider), otelhttp.WithPropagators(propagation.TraceContext{}))
	if err != nil {
		t.Fatal(err)
	}
	h := tel.Middleware(users(t, graphqlsrv.WithTracerProvider(provider), graphqlsrv.WithFieldSpans(nil)))
	ask(h, "query Q { users { friend { id } } fails breaks }", http.Header{"Traceparent": {"00-0102030405060708090a0b0c0d0e0f10-0102030405060708-01"}})
	names := map[string]string{"0102030405060708": "the caller"}
	for _, s := range recorder.Ended() {
		names[s.SpanContext().SpanID().String()] = s.Name()
	}
	var got []string
	for _, s := range recorder.Ended() {
		line := s.Name() + " of " + s.SpanContext().TraceID().String()[:8] + " below " + names[s.Parent().SpanID().String()] + ": " + s.Status().Code.String()
		for _, a := range s.Attributes() {
			if strings.HasPrefix(string(a.Key), "graphql") {
				line += " " + string(a.Key) + "=" + a.Value.String()
			}
		}
		got = append(got, line)
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{
		"POST of 01020304 below the caller: Unset",
		"Query.breaks of 01020304 below graphql query Q: Error graphql.field.type=Int graphql.field.parents=1",
		"Query.fails of 01020304 below graphql query Q: Unset graphql.field.type=Int graphql.field.parents=1",
		"Query.users of 01020304 below graphql query Q: Unset graphql.field.type=[User!]! graphql.field.parents=1",
		"User.friend of 01020304 below graphql query Q: Unset graphql.field.type=User graphql.field.parents=2",
		"graphql query Q of 01020304 below POST: Error graphql.operation.type=query graphql.operation.name=Q",
	}, got); diff != "" {
		t.Error(diff)
	}
}
