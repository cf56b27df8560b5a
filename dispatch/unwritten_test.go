package dispatch_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"signalbox/dispatch"
	"signalbox/expand"
)

// half is a controller of which one method is written.
type half struct{}

func (half) Index(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "Go") }
func (half) Show(http.ResponseWriter, *http.Request) (_ dispatch.Unwritten) {
	panic("an unwritten method is called")
}

// begun is a controller of which none is.
type begun struct{}

func (begun) Index(http.ResponseWriter, *http.Request) (_ dispatch.Unwritten) { return }

var rails = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "Rails") })

func halfMoved(t *testing.T, options ...dispatch.Option) (*dispatch.Router, error) {
	t.Helper()
	app, err := expand.Open(fstest.MapFS{"config/routes.rb": {Data: []byte(`Rails.application.routes.draw do
  resources :posts, only: %i[index show]
  get "tags", to: "tags#index"
  get "old", to: redirect("/posts")
  get "up", to: ->(env) { [200, {}, ["up"]] }
  mount Jobs, at: "jobs"
  mount Blazer::Engine, at: "blazer"
  get "beta", to: "posts#index" if Settings.beta?
  get ":controller/:action"
end
`)}}, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := app.Table()
	if err != nil {
		t.Fatal(err)
	}
	return dispatch.New(table, append(options, dispatch.Controller("posts", half{}), dispatch.Controller("tags", &begun{}), dispatch.Mount("Jobs", rails))...)
}

// An unwritten method is no handler: its action is left to the fallback, and without one missing.
func TestUnwritten(t *testing.T) {
	r, err := halfMoved(t, dispatch.Fallback(rails))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/posts": "Go", "/posts/1": "Rails", "/tags": "Rails"} {
		w := httptest.NewRecorder()
		if r.ServeHTTP(w, httptest.NewRequest("GET", path, nil)); w.Body.String() != want {
			t.Errorf("%s: %s, want %s", path, w.Body, want)
		}
	}
	if _, err := halfMoved(t); err == nil || !strings.Contains(err.Error(), "GET /posts/:id(.:format) leads to posts#show\n") {
		t.Error(err)
	}
}

// Answers says of each row what would answer it.
func TestAnswers(t *testing.T) {
	for want, option := range map[string]dispatch.Option{"fallback": dispatch.Fallback(rails), "error": dispatch.NotImplemented()} {
		r, err := halfMoved(t, option)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for row, by := range r.Answers() {
			got = append(got, fmt.Sprintf("%s %s", row.Path, by))
		}
		if diff := cmp.Diff([]string{
			"/posts(.:format) action", "/posts/:id(.:format) " + want, "/tags(.:format) " + want, "/old(.:format) redirect", "/up(.:format) inline", "/jobs mount",
			"/blazer " + want, "/beta(.:format) " + want, "/:controller/:action(.:format) " + want,
		}, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		for range r.Answers() {
			break
		}
	}
}
