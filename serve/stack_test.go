package serve_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/serve"
)

func handler(t *testing.T, h http.Handler, options ...serve.Option) http.Handler {
	t.Helper()
	h, err := serve.Handler(h, options...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func do(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// newLog logs into a buffer, without what differs from run to run.
func newLog() (*slog.Logger, *bytes.Buffer) {
	var b bytes.Buffer
	return slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" || a.Key == "duration" || a.Key == "stack" || a.Key == "request_id" {
			return slog.Attr{}
		}
		return a
	}})), &b
}

// TestLog writes what is known without a router.
func TestLog(t *testing.T) {
	logger, lines := newLog()
	do(handler(t, hello, serve.Log(logger, "page")), httptest.NewRequest("GET", "/a%20b?page=2&token=x", nil))
	want := `level=INFO msg=request method=GET path="/a%20b?page=[FILTERED]&token=x" status=200 bytes=5 remote=192.0.2.1` + "\n"
	if diff := cmp.Diff(want, lines.String()); diff != "" {
		t.Error(diff)
	}
}

// TestClient believes proxies that are trusted, and nobody else.
func TestClient(t *testing.T) {
	for _, c := range []struct{ peer, forwarded, want string }{
		{"192.0.2.1:1", "203.0.113.5", "203.0.113.5"},
		{"192.0.2.1:1", "1.1.1.1, 203.0.113.5 ,192.0.2.8", "203.0.113.5"},
		{"192.0.2.1:1", "203.0.113.5, nonsense", "192.0.2.1"},
		{"192.0.2.1:1", "", "192.0.2.1"},
		{"192.0.2.1:1", "192.0.2.7", "192.0.2.7"},
		{"203.0.113.9:1", "1.1.1.1", "203.0.113.9"},
		{"[::ffff:192.0.2.1]:1", "203.0.113.5", "203.0.113.5"},
		{"@", "203.0.113.5", "@"},
	} {
		logger, lines := newLog()
		h := handler(t, hello, serve.Log(logger), serve.TrustedProxies(netip.MustParsePrefix("192.0.2.0/24")))
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		do(h, r)
		if !strings.Contains(lines.String(), " remote="+c.want+" ") && !strings.HasSuffix(strings.TrimSpace(lines.String()), " remote="+c.want) {
			t.Errorf("%s for %q: want %s: %s", c.peer, c.forwarded, c.want, lines)
		}
	}
}

// TestPanic answers 500, in development with a page, and logs the place.
func TestPanic(t *testing.T) {
	logger, lines := newLog()
	var nothing []int
	boom := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "7")
		if r.URL.Path == "/late" {
			io.WriteString(w, "half")
		}
		if r.URL.Path == "/abort" {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, nothing[3]) // the line that the page shows
	})
	browser := httptest.NewRequest("GET", "/<b>", nil)
	browser.Header.Set("Accept", "text/html,*/*")
	h := handler(t, boom, serve.Log(logger))
	if w := do(h, browser); w.Code != 500 || w.Body.String() != "Internal Server Error\n" || w.Header().Get("X-Frame-Options") == "" || w.Header().Get("Content-Length") != "" {
		t.Errorf("got %d %q %v", w.Code, w.Body, w.Header())
	}
	if !strings.Contains(lines.String(), `msg=panic error="runtime error: index out of range [3] with length 0" method=GET`) {
		t.Errorf("logged: %s", lines)
	}
	page := do(handler(t, boom, serve.Development()), browser)
	for _, want := range []string{"index out of range [3]", "the line that the page shows", "stack_test.go", "&lt;b&gt;"} {
		if !strings.Contains(page.Body.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, page.Body)
		}
	}
	if page.Code != 500 || strings.Contains(page.Body.String(), "<b>") {
		t.Errorf("the page: %d %s", page.Code, page.Body)
	}
	if w := do(handler(t, boom, serve.Development()), httptest.NewRequest("GET", "/", nil)); w.Body.String() != "Internal Server Error\n" {
		t.Errorf("for a program: %q", w.Body)
	}
	for _, path := range []string{"/late", "/abort"} {
		func() {
			defer func() {
				if p := recover(); p != http.ErrAbortHandler {
					t.Errorf("%s: the connection is not cut off: %v", path, p)
				}
			}()
			do(h, httptest.NewRequest("GET", path, nil))
		}()
	}
}

func TestHealth(t *testing.T) {
	var fails error
	h := handler(t, hello, serve.Health(func(context.Context) error { return fails }))
	if w := do(h, httptest.NewRequest("GET", "/ready", nil)); w.Code != 200 {
		t.Errorf("ready: got %d", w.Code)
	}
	fails = errors.New("postgres://user:pass@db is gone")
	if w := do(h, httptest.NewRequest("GET", "/ready", nil)); w.Code != 503 || strings.Contains(w.Body.String(), "postgres") {
		t.Errorf("not ready: got %d %q", w.Code, w.Body)
	}
	if w := do(h, httptest.NewRequest("GET", "/up", nil)); w.Code != 200 {
		t.Errorf("up: got %d", w.Code)
	}
	if w := do(h, httptest.NewRequest("POST", "/up", nil)); w.Body.String() != "hello" {
		t.Errorf("POST /up is the application's: got %q", w.Body)
	}
}

func TestSameOrigin(t *testing.T) {
	h := handler(t, hello, serve.SameOrigin("https://admin.example.com"))
	for _, c := range []struct {
		verb, origin, site string
		want               int
	}{
		{"POST", "https://evil.example", "cross-site", 403},
		{"POST", "https://admin.example.com", "same-site", 200},
		{"POST", "", "same-origin", 200},
		{"POST", "", "", 200}, // a program, a webhook
		{"GET", "https://evil.example", "cross-site", 200},
	} {
		r := httptest.NewRequest(c.verb, "https://www.example.com/", nil)
		for name, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		if w := do(h, r); w.Code != c.want {
			t.Errorf("%+v: got %d", c, w.Code)
		}
	}
}

// TestOrder has middleware in its order, behind the log and before what is served.
func TestOrder(t *testing.T) {
	var calls []string
	named := func(name string) func(http.Handler) http.Handler {
		return func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls = append(calls, name)
				next.ServeHTTP(w, r)
			})
		}
	}
	h := handler(t, hello, serve.Use(named("a"), named("b")), serve.Use(named("c")), serve.MaxBody(3),
		serve.Handle("POST /graphql", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, err := io.ReadAll(r.Body)
			fmt.Fprint(w, "graphql ", err)
		})))
	if got := do(h, httptest.NewRequest("POST", "/graphql", strings.NewReader("1234"))).Body.String(); got != "graphql http: request body too large" {
		t.Errorf("got %q", got)
	}
	if got := do(h, httptest.NewRequest("GET", "/x", nil)).Body.String(); got != "hello" {
		t.Errorf("got %q", got)
	}
	if diff := cmp.Diff([]string{"a", "b", "c", "a", "b", "c"}, calls); diff != "" {
		t.Error(diff)
	}
}

func TestRefused(t *testing.T) {
	for name, option := range map[string]serve.Option{
		"the logger is nil": serve.Log(nil),
		"not int":           serve.Log(slog.Default(), 1),
		"leave nothing":     serve.MaxBody(0),
		"names no host":     serve.ACME(t.TempDir()),
		"no such file":      serve.TLS("nowhere.pem", "nowhere.key"),
		"SameOrigin":        serve.SameOrigin("nonsense"),
		"Handle":            serve.Handle("GET nonsense", hello),
		"Static":            serve.Static(os.DirFS(t.TempDir()), "public"),
	} {
		if err := serve.Run(t.Context(), hello, option, serve.Output(io.Discard)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestNewID makes an identity where the client sent none.
func TestNewID(t *testing.T) {
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	var seen string
	h := handler(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r.Header.Get("X-Request-Id") }))
	if got := do(h, httptest.NewRequest("GET", "/", nil)).Header().Get("X-Request-Id"); !uuid.MatchString(got) || got != seen {
		t.Errorf("got %q, the handler %q", got, seen)
	}
}

// TestAsIs leaves the headers of an answer as its handler, a proxy, has them.
func TestAsIs(t *testing.T) {
	w := do(handler(t, serve.AsIs(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("X-Frame-Options", "DENY")
	}))), httptest.NewRequest("GET", "/", nil))
	if got := w.Result().Header; got.Get("X-Frame-Options") != "DENY" || len(got["X-Frame-Options"]) != 1 || len(got["Referrer-Policy"]) > 0 || got.Get("X-Request-Id") == "" {
		t.Errorf("got %v", got)
	}
}
