package progress_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/progress"
)

type posts struct{}

func (posts) Index(http.ResponseWriter, *http.Request) {}

func load(t *testing.T, body string) *route.Table {
	t.Helper()
	app, err := expand.Open(fstest.MapFS{"config/routes.rb": {Data: []byte("Rails.application.routes.draw do\n" + body + "\nend\n")}}, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := app.Table()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func newPage(t *testing.T, body string) *progress.Page {
	t.Helper()
	page := &progress.Page{}
	router, err := dispatch.New(load(t, body), dispatch.Controller("posts", posts{}), dispatch.Observe(page.Observe),
		dispatch.Fallback(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "Rails") })))
	if err != nil {
		t.Fatal(err)
	}
	page.Router = router
	return page
}

func ask(page *progress.Page, paths ...string) {
	for _, path := range paths {
		page.Router.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
}

const routes = `  resources :posts, only: %i[index show]
  get "old", to: redirect("/posts")
  get "tags", to: "tags#show"
  get "beta", to: "posts#index" if Settings.beta?`

// TestProgress counts what was asked for, also where the routes change meanwhile.
func TestProgress(t *testing.T) {
	page := newPage(t, routes)
	ask(page, "/posts", "/posts", "/posts/1", "/old", "/assets/a.js", "/beta")
	if err := page.Router.Swap(load(t, "\n"+routes)); err != nil {
		t.Fatal(err)
	}
	ask(page, "/posts/2")
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", progress.Path, nil)
	r.Header.Set("Accept", "application/json")
	page.ServeHTTP(w, r)
	var got progress.Progress
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Open) != 1 || !strings.Contains(got.Open[0], "Settings.beta?") {
		t.Errorf("%q", got.Open)
	}
	got.Open = nil
	if diff := cmp.Diff(progress.Progress{Routes: 5, InGo: 2, Go: 3, Rails: 4, Unrouted: 1, Rows: []progress.Row{
		{Verb: "GET", Path: "/posts(.:format)", To: "posts#index", Source: "config/routes.rb:3", InGo: true, Go: 2},
		{Verb: "GET", Path: "/posts/:id(.:format)", To: "posts#show", Source: "config/routes.rb:3", Rails: 2},
		{Verb: "GET", Path: "/old(.:format)", To: "redirect(301, /posts)", Source: "config/routes.rb:4", InGo: true, Go: 1},
		{Verb: "GET", Path: "/tags(.:format)", To: "tags#show", Source: "config/routes.rb:5"},
		{Verb: "GET", Path: "/beta(.:format)", To: "posts#index", Source: "config/routes.rb:6", Rails: 1},
	}}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestPage: the page shows the rows that are asked for, by controller or by requests.
func TestPage(t *testing.T) {
	page := newPage(t, routes)
	ask(page, "/posts/1", "/posts/1", "/posts", "/beta")
	for query, want := range map[string][]string{
		"":                        {"2 of 5 routes are answered in Go", "posts <small>1 of 3", "/posts(", "/posts/:id(", "/beta(", "without a controller <small>1 of 1", "/old(", "tags <small>0 of 1", "/tags(", "What only Rails can decide", "Settings.beta?"},
		"?by=go":                  {"posts <small>1 of 3", "/posts(", "/old("},
		"?by=rails":               {"/posts/:id(", "/tags("},
		"?sort=requests":          {"/posts/:id(", "/posts(", "/old("},
		"?by=rails&sort=requests": {"/posts/:id(", "/tags(", "/beta("},
	} {
		w := httptest.NewRecorder()
		page.ServeHTTP(w, httptest.NewRequest("GET", progress.Path+query, nil))
		rest := w.Body.String()
		for _, text := range want {
			_, after, ok := strings.Cut(rest, text)
			if !ok {
				t.Errorf("%s: no %s behind the ones before", query, text)
				break
			}
			rest = after
		}
		if by := strings.Contains(query, "by=go"); by && strings.Contains(w.Body.String(), "/posts/:id(") {
			t.Errorf("%s has a row of Rails", query)
		}
	}
}
