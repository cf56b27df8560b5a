package telemetry_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"signalbox/hooks"
	"signalbox/serve/telemetry"
)

// series are those of a name, as Prometheus reads them.
func series(t *testing.T, tel *telemetry.Telemetry, name string) []string {
	t.Helper()
	w := httptest.NewRecorder()
	tel.Metrics().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	found := regexp.MustCompile(`(?m)^`+name+`(\{.*)$`).FindAllStringSubmatch(w.Body.String(), -1)
	var all []string
	for _, m := range found {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return all
}

// TestReceived counts what a receiver is sent. What a stranger sends has no type.
func TestReceived(t *testing.T) {
	tel, err := telemetry.New()
	if err != nil {
		t.Fatal(err)
	}
	option, err := tel.Received("github")
	if err != nil {
		t.Fatal(err)
	}
	github, err := hooks.NewPreset("github", hooks.WithSecrets("s"))
	if err != nil {
		t.Fatal(err)
	}
	receiver, err := hooks.Handler(github, nil, option, hooks.On("push", func(context.Context, []byte) (any, error) { return nil, nil }))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 150 { // a recorded delivery under other types, which GitHub does not sign
		d := &hooks.Delivery{Header: http.Header{"X-Github-Event": {fmt.Sprint("made up ", i)}}, Body: []byte("{}")}
		if err := github.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("POST", "/", strings.NewReader("{}"))
		r.Header = d.Header
		receiver.ServeHTTP(httptest.NewRecorder(), r)
	}
	spans := tracetest.NewSpanRecorder()
	tracer := trace.NewTracerProvider(trace.WithSpanProcessor(spans)).Tracer("test")
	for _, body := range []string{"{}", "forged"} {
		d := &hooks.Delivery{Header: http.Header{"X-Github-Event": {"push"}}, Body: []byte("{}")}
		if err := github.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		ctx, span := tracer.Start(t.Context(), "request")
		r := httptest.NewRequest("POST", "/", strings.NewReader(body)).WithContext(ctx)
		r.Header = d.Header
		receiver.ServeHTTP(httptest.NewRecorder(), r)
		span.End()
	}
	want := []string{
		`{webhook_outcome="processed",webhook_receiver="github",webhook_type="push"} 1`,
		`{webhook_outcome="rejected",webhook_receiver="github"} 150`,
		`{webhook_outcome="unverified",webhook_receiver="github"} 1`,
	}
	if diff := cmp.Diff(want, series(t, tel, "webhook_receive_duration_seconds_count")); diff != "" {
		t.Error(diff)
	}
	for _, s := range spans.Ended() {
		if len(s.Attributes()) < 3 {
			t.Errorf("%s has %v", s.Name(), s.Attributes())
		}
	}
}

// TestSent counts attempts by what came of them, each a span.
func TestSent(t *testing.T) {
	tel, err := telemetry.New()
	if err != nil {
		t.Fatal(err)
	}
	log, err := tel.Sent()
	if err != nil {
		t.Fatal(err)
	}
	spans := tracetest.NewSpanRecorder()
	tracer := trace.NewTracerProvider(trace.WithSpanProcessor(spans)).Tracer("test")
	ctx, request := tracer.Start(t.Context(), "request")
	began := time.Unix(1_700_000_000, 0)
	for _, a := range []hooks.Attempt{
		{Status: 200, Took: time.Second},
		{Status: 503, Err: http.ErrServerClosed, Retry: true},
		{Err: http.ErrServerClosed},
		{Unsent: true, Err: http.ErrServerClosed},
	} {
		a.At, a.Endpoint, a.Number = began, "tenant 7", 1
		log(ctx, a)
	}
	request.End()
	want := []string{
		`{http_response_status_code="0",webhook_result="given up"} 1`,
		`{http_response_status_code="200",webhook_result="accepted"} 1`,
		`{http_response_status_code="503",webhook_result="retried"} 1`,
	}
	if diff := cmp.Diff(want, series(t, tel, "webhook_send_duration_seconds_count")); diff != "" {
		t.Error(diff)
	}
	ended := spans.Ended()
	if len(ended) != 4 || ended[0].Name() != "webhook send" || !ended[0].StartTime().Equal(began) || ended[0].EndTime().Sub(began) != time.Second ||
		ended[0].Parent().SpanID() != request.SpanContext().SpanID() {
		t.Errorf("spans: %v", ended)
	}
}

// TestHandled counts attempts of an inbox by what came of them.
func TestHandled(t *testing.T) {
	tel, err := telemetry.New()
	if err != nil {
		t.Fatal(err)
	}
	handled, err := tel.Handled()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []hooks.Attempt{{}, {Err: http.ErrServerClosed, Retry: true}, {Err: http.ErrServerClosed}} {
		a.Endpoint = "github"
		handled(t.Context(), a)
	}
	want := []string{
		`{webhook_receiver="github",webhook_result="dead"} 1`,
		`{webhook_receiver="github",webhook_result="done"} 1`,
		`{webhook_receiver="github",webhook_result="retried"} 1`,
	}
	if diff := cmp.Diff(want, series(t, tel, "webhook_handle_duration_seconds_count")); diff != "" {
		t.Error(diff)
	}
}

// TestBacklog asks for what is not done when it is asked itself.
func TestBacklog(t *testing.T) {
	tel, err := telemetry.New()
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	err = tel.Backlog(func(ctx context.Context) ([]hooks.Backlog, error) {
		if _, ends := ctx.Deadline(); !ends {
			t.Error("a database that does not answer holds up all metrics")
		}
		asked++
		return []hooks.Backlog{{Box: "inbox", State: "dead", Deliveries: asked, Oldest: time.Now().Add(-time.Hour)}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"1", "2"} {
		if got := series(t, tel, "webhook_backlog_deliveries"); !slices.Equal(got, []string{`{webhook_box="inbox",webhook_state="dead"} ` + n}) {
			t.Errorf("%v", got)
		}
	}
	if got := series(t, tel, "webhook_backlog_age_seconds"); len(got) != 1 || !strings.HasPrefix(got[0], `{webhook_box="inbox",webhook_state="dead"} 36`) {
		t.Errorf("%v", got)
	}
}

// A receiver of all types has series for a hundred.
func TestReceivedBoundsTypes(t *testing.T) {
	tel, err := telemetry.New()
	if err != nil {
		t.Fatal(err)
	}
	option, err := tel.Received("all")
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	skip, err := hooks.NewVerifier("skipVerifier", hooks.WithLogger(quiet))
	if err != nil {
		t.Fatal(err)
	}
	receiver, err := hooks.Handler(skip, func(context.Context, hooks.Event) (any, error) { return nil, nil }, option, hooks.TypeFromHeader("type"), hooks.WithLogger(quiet))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 150 {
		r := httptest.NewRequest("POST", "/", strings.NewReader("{}"))
		r.Header.Set("type", fmt.Sprint("type ", i))
		receiver.ServeHTTP(httptest.NewRecorder(), r)
	}
	all := series(t, tel, "webhook_receive_duration_seconds_count")
	if other := `{webhook_outcome="processed",webhook_receiver="all",webhook_type="_OTHER"} 50`; len(all) != 101 || !slices.Contains(all, other) {
		t.Errorf("%d series: %v", len(all), all)
	}
}
