package graphqlsrv

import (
	"context"
	"io"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/embedded"
)

// Parts of applications that panic where the server calls them in goroutines of its own.
type (
	panickingTracer struct{ embedded.TracerProvider }
	panickingStart  struct{ embedded.Tracer }
	panickingWriter struct {
		*httptest.ResponseRecorder
		writes int
	}
	// A losingBroker loses its messages at once, and panics when one subscribes for the last time.
	losingBroker struct {
		Memory
		left int
	}
)

func (panickingTracer) Tracer(string, ...trace.TracerOption) trace.Tracer { return panickingStart{} }

func (panickingStart) Start(context.Context, string, ...trace.SpanStartOption) (context.Context, trace.Span) {
	panic("tracer")
}

func (w *panickingWriter) Write(b []byte) (int, error) {
	if w.writes--; w.writes < 0 {
		panic("writer")
	}
	return w.ResponseRecorder.Write(b)
}

func (b *losingBroker) Subscribe(context.Context, string) (<-chan []byte, error) {
	if b.left--; b.left < 0 {
		panic("broker")
	}
	lost := make(chan []byte)
	close(lost)
	return lost, nil
}

const maskedError = `{"errors":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`

// TestPanicsInGoroutinesEndNoProcess: whoever waits for a goroutine that panics has an answer.
func TestPanicsInGoroutinesEndNoProcess(t *testing.T) {
	c := serve(t, newChat(t, WithTracerProvider(panickingTracer{}), WithTimeout(time.Hour)))
	expect(t, send(c.handler, "POST", "/", `{"query":"{now}"}`, asJSON).Body.String(), maskedError)
	conn, err := c.dial(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	talk(t, conn, 1, wsInit)
	for _, query := range []string{"{now}", "subscription{two}"} {
		got := talk(t, conn, 1, wsAsk("1", query))
		expect(t, got[0], `{"type":"error","id":"1","payload":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)
	}
	token := c.reserve(t)
	_, lines := c.attach(t, t.Context(), token)
	for _, query := range []string{"{now}", "subscription{two}"} {
		c.share(token, `"1"`, query)
		expect(t, event(lines)+event(lines)+event(lines), `data: {"id":"1","payload":`+maskedError+`}event: completedata: {"id":"1"}`)
	}
}

// TestGoexitInAGoroutine: nobody waits for a resolver that ends its goroutine, as t.Fatal does.
func TestGoexitInAGoroutine(t *testing.T) {
	ends := Func(func(context.Context) (int, error) { runtime.Goexit(); return 1, nil })
	h, err := New(sdl("type Query { a: Int } type Mutation { b: Int }"), WithServices(map[string]Resolver{
		"a": ends, "b": ends,
	}), WithoutDirectiveCheck(), WithLogger(nil), WithTimeout(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"{a}", "mutation{b}"} {
		w := send(h, "POST", "/", `{"query":"`+query+`"}`, asJSON)
		expect(t, w.Body.String(), maskedError)
	}
}

// TestBrokerPanics ends live queries with an error: at once, and when messages are lost.
func TestBrokerPanics(t *testing.T) {
	for left := range 3 {
		c := serve(t, newChat(t, WithLiveQueries(NewLiveQueries(&losingBroker{left: left}))))
		_, lines := c.listen(t, t.Context(), "query @live {now}")
		got := ""
		for line := event(lines); line != ""; line = event(lines) {
			got = line
		}
		expect(t, got, "data: "+maskedError)
	}
}

// TestWriterPanics: what keeps a stream alive writes in a goroutine of its own.
func TestWriterPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, "POST", "/", strings.NewReader(`{"query":"subscription{said}"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "text/event-stream")
		w := httptest.NewRecorder()
		newChat(t).handler.ServeHTTP(&panickingWriter{w, 1}, r)
		body, _ := io.ReadAll(w.Body)
		expect(t, string(body), ":\n\n")
	})
}
