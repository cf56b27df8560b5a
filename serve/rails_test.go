package serve_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/serve"
)

// said is what Rails' middleware makes of parameters and headers: scripts/judge/run rails server.
type said struct {
	Filters []struct {
		Names            []any
		Params, Filtered map[string]any
	}
	Queries, IDs [][2]string
	Headers      map[string]string
	Redirects    [][4]any
	HSTS         string
}

func rails(t *testing.T) (s said) {
	t.Helper()
	text, err := os.ReadFile("testdata/rails.json")
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFilterAsRails(t *testing.T) {
	for _, c := range rails(t).Filters {
		for i, name := range c.Names {
			if re, ok := name.(map[string]any); ok {
				c.Names[i] = regexp.MustCompile(re["regexp"].(string))
			}
		}
		f, err := serve.NewFilter(c.Names...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Filtered, f.Params(c.Params)); diff != "" {
			t.Errorf("%v: Rails, and ours:\n%s", c.Names, diff)
		}
	}
	f, _ := serve.NewFilter("passw", "email", "token")
	for _, q := range rails(t).Queries {
		if got := f.Query(q[0]); got != q[1] {
			t.Errorf("%s: got %s, Rails says %s", q[0], got, q[1])
		}
	}
	if got := f.Query("%70assword=1&x=2"); got != "%70assword=[FILTERED]&x=2" {
		t.Errorf("an escaped name: got %s", got)
	}
	if _, err := serve.NewFilter(1); err == nil {
		t.Error("no error for a filter that is a number")
	}
}

func TestHeadersAsRails(t *testing.T) {
	h := handler(t, hello)
	s := rails(t)
	got := do(h, httptest.NewRequest("GET", "/", nil)).Header()
	for name, value := range s.Headers {
		if got.Get(name) != value {
			t.Errorf("%s: got %q, Rails says %q", name, got.Get(name), value)
		}
	}
	for _, id := range s.IDs {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("X-Request-Id", id[0])
		if got := do(h, r).Header().Get("X-Request-Id"); got != id[1] {
			t.Errorf("request id %q: got %q, Rails says %q", id[0], got, id[1])
		}
	}
	own := handler(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Frame-Options", "DENY")
		w.Header().Set("X-Request-Id", "mine")
	}))
	got = do(own, httptest.NewRequest("GET", "/", nil)).Header()
	if diff := cmp.Diff([]string{"DENY", "mine"}, append(got["X-Frame-Options"], got["X-Request-Id"]...)); diff != "" {
		t.Errorf("a handler's own headers: %s", diff)
	}
}

func TestForceTLSAsRails(t *testing.T) {
	h := handler(t, hello, serve.ForceTLS(), serve.Health())
	s := rails(t)
	for _, c := range s.Redirects {
		w := do(h, httptest.NewRequest(c[0].(string), c[1].(string), nil))
		if got := w.Header().Get("Location"); w.Code != int(c[2].(float64)) || got != c[3] {
			t.Errorf("%s %s: got %d %s, Rails says %v %v", c[0], c[1], w.Code, got, c[2], c[3])
		}
	}
	w := do(h, httptest.NewRequest("GET", "https://a.example/", nil))
	if got := w.Header().Get("Strict-Transport-Security"); got != s.HSTS || w.Body.String() != "hello" {
		t.Errorf("by TLS: got %q, %q", got, w.Body)
	}
	if w := do(h, httptest.NewRequest("GET", "http://a.example/up", nil)); w.Code != 200 {
		t.Errorf("/up: got %d", w.Code)
	}
}
