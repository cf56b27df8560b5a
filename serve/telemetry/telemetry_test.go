package telemetry_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/serve"
	"signalbox/serve/telemetry"
)

const routes = `Rails.application.routes.draw do
  resources :posts, only: :show
  get "old/:id", to: redirect("/posts/%{id}")
  mount Jobs, at: "/jobs"
  get "boom", to: "posts#boom"
end
`

var counted = regexp.MustCompile(`(?m)^http_server_request_duration_seconds_count\{(.*)\} (\d+)$`)

// TestTelemetry counts requests by the patterns of their routes, and names spans by them.
func TestTelemetry(t *testing.T) {
	app, err := expand.Open(fstest.MapFS{"config/routes.rb": {Data: []byte(routes)}}, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := app.Table()
	if err != nil {
		t.Fatal(err)
	}
	router, err := dispatch.New(table,
		dispatch.Action("posts#show", func(http.ResponseWriter, *http.Request) {}),
		dispatch.Action("posts#boom", func(http.ResponseWriter, *http.Request) { panic("boom") }),
		dispatch.Mount("Jobs", http.NotFoundHandler()))
	if err != nil {
		t.Fatal(err)
	}
	spans := tracetest.NewSpanRecorder()
	tel, err := telemetry.New(otelhttp.WithTracerProvider(trace.NewTracerProvider(trace.WithSpanProcessor(spans))))
	if err != nil {
		t.Fatal(err)
	}
	h, err := serve.Handler(router, serve.Use(tel.Middleware), serve.Handle("GET /metrics", tel.Metrics()))
	if err != nil {
		t.Fatal(err)
	}
	slog.SetDefault(slog.New(slog.DiscardHandler)) // for the panic
	for _, path := range []string{"/posts/1", "/posts/2.json", "/old/3", "/jobs/5", "/nowhere/1", "/nowhere/2", "/boom"} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	var got []string
	for _, m := range counted.FindAllStringSubmatch(w.Body.String(), -1) {
		var route, status string
		for label := range strings.SplitSeq(m[1], `",`) {
			name, value, _ := strings.Cut(label, `="`)
			switch value = strings.TrimSuffix(value, `"`); name {
			case "http_route":
				route = value
			case "http_response_status_code":
				status = value
			}
		}
		got = append(got, strings.Join([]string{route, status, m[2]}, " "))
	}
	slices.Sort(got)
	want := []string{" 404 2", "/boom(.:format) 500 1", "/jobs 404 1", "/old/:id(.:format) 301 1", "/posts/:id(.:format) 200 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("counted: %s\n%s", diff, w.Body)
	}
	if strings.Contains(w.Body.String(), "example.com") {
		t.Errorf("a host makes a series:\n%s", w.Body)
	}
	var names []string
	for _, s := range spans.Ended() {
		names = append(names, s.Name())
	}
	wantNames := []string{
		"GET /posts/:id(.:format)", "GET /posts/:id(.:format)", "GET /old/:id(.:format)", "/jobs", "GET", "GET", "GET /boom(.:format)", "GET /metrics",
	}
	if diff := cmp.Diff(wantNames, names); diff != "" {
		t.Errorf("spans: %s", diff)
	}
	if err := tel.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
