package telemetry_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"signalbox/graphqlsrv"
	"signalbox/serve/telemetry"
)

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
	type user struct{ ID int }
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(`
		type Query { users: [User!]! @skipAuth old: Int @skipAuth @deprecated fails: Int @skipAuth }
		type User { id: ID! friend: User }`)}}, graphqlsrv.WithLogger(nil), measured,
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"users":       graphqlsrv.Func(func(context.Context) ([]*user, error) { return []*user{{1}, {2}}, nil }),
			"old":         graphqlsrv.Func(func(context.Context) (int, error) { return 1, nil }),
			"fails":       graphqlsrv.Func(func(context.Context) (int, error) { return 0, graphqlsrv.Forbidden("no") }),
			"User.friend": graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, all []*user) ([]*user, error) { return all, nil }),
		}))
	if err != nil {
		t.Fatal(err)
	}
	for client, query := range map[string]string{
		"web": "query A { users { id friend { id } } }", "stranger1": "query B { old }", "stranger2": "query C { old fails }", "stranger3": "query D { none }",
	} {
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query":"`+query+`"}`))
		r.Header = http.Header{"Content-Type": {"application/json"}, "Apollographql-Client-Name": {client}, "Apollographql-Client-Version": {client}}
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	w := httptest.NewRecorder()
	tel.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	got := regexp.MustCompile(`(?m)^graphql_\w+(_count|_total|_cost_sum|_size_sum)\b.*$`).FindAllString(w.Body.String(), -1)
	slices.Sort(got)
	want := []string{
		`graphql_batch_size_count{graphql_batch="User.friend"} 1`,
		`graphql_batch_size_sum{graphql_batch="User.friend"} 2`,
		`graphql_errors_total{graphql_error_code="FORBIDDEN"} 1`,
		`graphql_errors_total{graphql_error_code="GRAPHQL_VALIDATION_FAILED"} 1`,
		`graphql_field_uses_total{graphql_client="other",graphql_field="fails",graphql_field_deprecated="false",graphql_type="Query"} 1`,
		`graphql_field_uses_total{graphql_client="other",graphql_field="old",graphql_field_deprecated="true",graphql_type="Query"} 2`,
		`graphql_field_uses_total{graphql_client="web",graphql_field="friend",graphql_field_deprecated="false",graphql_type="User"} 1`,
		`graphql_field_uses_total{graphql_client="web",graphql_field="id",graphql_field_deprecated="false",graphql_type="User"} 1`,
		`graphql_field_uses_total{graphql_client="web",graphql_field="users",graphql_field_deprecated="false",graphql_type="Query"} 1`,
		`graphql_operation_cost_count{graphql_operation_type="query"} 3`,
		`graphql_operation_cost_sum{graphql_operation_type="query"} 7`,
		`graphql_operation_duration_seconds_count{graphql_operation_type="",graphql_outcome="refused"} 1`,
		`graphql_operation_duration_seconds_count{graphql_operation_type="query",graphql_outcome="data"} 2`,
		`graphql_operation_duration_seconds_count{graphql_operation_type="query",graphql_outcome="errors"} 1`,
		`graphql_resolver_calls_total 5`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(w.Body.String(), "stranger") {
		t.Errorf("a client makes a series:\n%s", w.Body)
	}
}
