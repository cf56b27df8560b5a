package dispatch_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/serve"
)

// served serves a routes file, of which every action answers "ok".
func served(t *testing.T, routes string) *dispatch.Router {
	t.Helper()
	app, err := expand.Open(fstest.MapFS{"config/routes.rb": {Data: []byte(routes)}}, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := app.Table()
	if err != nil {
		t.Fatal(err)
	}
	r, err := dispatch.New(table, dispatch.Fallback(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/boom" {
			panic("boom")
		}
		io.WriteString(w, "ok")
	})))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const shop = `Rails.application.routes.draw do
  resources :posts, only: :show
  get "reset/:token", to: "resets#edit", as: :reset
  get "old", to: redirect("/posts/1")
  get "boom", to: "posts#boom"
end
`

// TestServeLog has one line for each request, with what the router knows and without secrets.
func TestServeLog(t *testing.T) {
	var lines bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		switch a.Key {
		case "time", "duration", "stack", "request_id": // differ from run to run
			return slog.Attr{}
		}
		return a
	}}))
	h, err := serve.Handler(served(t, shop), serve.Log(logger), serve.Health(), serve.TrustedProxies(netip.MustParsePrefix("192.0.2.0/24")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{"/posts/1?token=secret&page=2", `level=INFO msg=request method=GET path="/posts/1?token=[FILTERED]&page=2" status=200 bytes=2 remote=198.51.100.7 by=fallback route="GET /posts/:id(.:format)" name=post endpoint=posts#show params.id=1`},
		{"/reset/a%20b", `level=INFO msg=request method=GET path=/reset/[FILTERED] status=200 bytes=2 remote=198.51.100.7 by=fallback route="GET /reset/:token(.:format)" name=reset endpoint=resets#edit params.token=[FILTERED]`},
		{"/old", `level=INFO msg=request method=GET path=/old status=301 bytes=0 remote=198.51.100.7 by=redirect route="GET /old(.:format)" name=old endpoint="redirect(301, /posts/1)"`},
		{"/boom", `level=ERROR msg=request method=GET path=/boom status=500 bytes=22 remote=198.51.100.7 by=fallback route="GET /boom(.:format)" name=boom endpoint=posts#boom`},
		{"/up", ""},
	} {
		lines.Reset()
		r := httptest.NewRequest("GET", c.path, nil)
		r.Header.Set("X-Forwarded-For", "203.0.113.5, 198.51.100.7, 192.0.2.9")
		h.ServeHTTP(httptest.NewRecorder(), r)
		got := strings.TrimSpace(lines.String())
		if i := strings.LastIndex(got, "\n"); i >= 0 {
			got = got[i+1:] // behind the line of a panic
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.path, diff)
		}
	}
}

// TestServePanicPage filters what the page shows of params.
func TestServePanicPage(t *testing.T) {
	r := served(t, `Rails.application.routes.draw { get "boom(/:token/:page)", to: "a#b" }`)
	table := r.Table()
	r, err := dispatch.New(table, dispatch.Action("a#b", func(http.ResponseWriter, *http.Request) { panic("boom") }))
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequest("GET", "/boom/s3cret/two", nil)
	req.Header.Set("Accept", "text/html")
	h, err := serve.Handler(r, serve.Development())
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	page := w.Body.String()
	for _, want := range []string{"GET /boom(/:token/:page)(.:format)", "a#b", "config/routes.rb:1", "params[page]<td>two", "params[token]<td>[FILTERED]"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}
