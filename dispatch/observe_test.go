package dispatch_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch"
	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/serve/answer"
)

const observedRoutes = `
module Shop
  class Engine < Rails::Engine; end
end
Shop::Engine.routes.draw { get "items/:id", to: "items#show" }
Rails.application.routes.draw do
  get "posts", to: "posts#index"
  get "posts/:id", to: "posts#show", as: :post
  get "native", to: "natives#index"
  get "native/:id", to: "natives#show", kind: "n"
  get "guarded/:id", to: "posts#show", constraints: ->(r) { r.params[:ok] }
  get "guarded/:id", to: "posts#index"
  mount Jobs => "/jobs"
  mount Shop::Engine => "/shop"
  get "old/:id", to: redirect("/posts/%{id}")
  get "inline", to: ->(env) { [201, {}, ["four"]] }
  get "loop", to: redirect { |p, r| loop { } }
  get "dyn/:action", controller: "posts", action: /show|gone/
  get "panics", to: "posts#panics"
  get "empty", to: "posts#empty"
  get "hijack", to: "posts#hijack"
  get "rails", to: "rails#only"
end
`

func write(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }
}

func observing(t testing.TB, more ...dispatch.Option) *dispatch.Router {
	t.Helper()
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(observedRoutes)})
	if err != nil {
		t.Fatal(err)
	}
	jobs := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/pass" {
			w.Header().Set("X-Cascade", "pass")
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.WriteHeader(http.StatusAccepted)
	})
	native := httprouter.Handle(func(w http.ResponseWriter, _ *http.Request, ps httprouter.Params) { fmt.Fprint(w, ps) })
	options := []dispatch.Option{
		dispatch.Action("posts#index", write("index")),
		dispatch.Action("posts#show", write("show")),
		dispatch.Action("posts#panics", func(http.ResponseWriter, *http.Request) { panic("oh") }),
		dispatch.Action("posts#empty", func(http.ResponseWriter, *http.Request) {}),
		dispatch.Action("posts#hijack", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\n\r\n")
				conn.Close()
			}
		}),
		dispatch.Action("natives#index", native), dispatch.Action("natives#show", native),
		dispatch.Action("items#show", write("item")),
		dispatch.Mount("Jobs", jobs),
		dispatch.NotImplemented(),
		dispatch.WithBlockLimits(dsl.Limits{Steps: 500}),
		dispatch.OnError(func(w http.ResponseWriter, _ *http.Request, err error) { w.WriteHeader(dispatch.StatusOf(err)) }),
	}
	router, err := dispatch.New(table, append(options, more...)...)
	if err != nil {
		t.Fatal(err)
	}
	return router
}

func TestObserve(t *testing.T) {
	fallback := dispatch.Fallback(write("rails"))
	for _, test := range []struct {
		method, target string
		more           []dispatch.Option
		want           string // what answered, status, length of the body, pattern, parameters
	}{
		{"GET", "/posts", nil, "action 200 5 GET /posts(.:format) map[action:index controller:posts]"},
		{"GET", "/posts/7.json?x=1", nil, "action 200 4 GET /posts/:id(.:format) map[action:show controller:posts format:json id:7]"},
		{"HEAD", "/posts/7", nil, "action 200 4 GET /posts/:id(.:format) map[action:show controller:posts id:7]"},
		{"GET", "/native", nil, "action 200 2 GET /native(.:format) map[action:index controller:natives]"},
		{"GET", "/native/7", nil, "action 200 17 GET /native/:id(.:format) map[action:show controller:natives id:7 kind:n]"},
		{"GET", "/guarded/7?ok=1", nil, "action 200 4 GET /guarded/:id(.:format) map[action:show controller:posts id:7]"},
		{"GET", "/guarded/7", nil, "action 200 5 GET /guarded/:id(.:format) map[action:index controller:posts id:7]"},
		{"GET", "/dyn/show", nil, "action 200 4 GET /dyn/:action(.:format) map[action:show controller:posts]"},
		{"GET", "/dyn/gone", nil, "not found 404 9  map[]"},
		{"GET", "/dyn/gone", []dispatch.Option{fallback}, "fallback 200 5 GET /dyn/:action(.:format) map[action:gone controller:posts]"},
		{"GET", "/jobs/x", nil, "mount 202 0 /jobs map[]"},
		{"GET", "/jobs/pass", nil, "not found 404 9  map[]"},
		{"GET", "/shop/items/7", nil, "action 200 4 GET /items/:id(.:format) map[action:show controller:items id:7]"},
		{"GET", "/shop/nope", nil, "not found 404 9  map[]"},
		{"GET", "/old/7", nil, "redirect 301 0 GET /old/:id(.:format) map[id:7]"},
		{"GET", "/inline", nil, "inline 201 4 GET /inline(.:format) map[]"},
		{"GET", "/loop", nil, "error 503 0 GET /loop(.:format) map[] limit reached"},
		{"GET", "/rails", nil, "error 501 0 GET /rails(.:format) map[action:only controller:rails] no handler"},
		{"GET", "/rails", []dispatch.Option{fallback}, "fallback 200 5 GET /rails(.:format) map[action:only controller:rails]"},
		{"GET", "/nope", nil, "not found 404 9  map[]"},
		{"GET", "/nope", []dispatch.Option{dispatch.NotFound(write("none"))}, "not found 200 4  map[]"},
		{"GET", "/nope", []dispatch.Option{fallback}, "fallback 200 5  map[]"},
		{"POST", "/posts", []dispatch.Option{dispatch.MethodNotAllowed()}, "method not allowed 405 18  map[]"},
		{"OPTIONS", "/posts", []dispatch.Option{dispatch.MethodNotAllowed()}, "method not allowed 204 0  map[]"},
		{"GET", "/posts/%ff", nil, "error 400 0 GET /posts/:id(.:format) map[action:show controller:posts] invalid encoding"},
		{"GET", "/posts", []dispatch.Option{dispatch.Hosts("other.example")}, "blocked 403 0  map[]"},
		{"POST", "/posts?", []dispatch.Option{dispatch.WithMethodOverride()}, "not found 404 9  map[]"},
		{"GET", "/empty", nil, "action 200 0 GET /empty(.:format) map[action:empty controller:posts]"},
	} {
		t.Run(test.method+" "+test.target, func(t *testing.T) {
			var seen []*dispatch.Observed
			router := observing(t, append(test.more, dispatch.Observe(func(o *dispatch.Observed) { seen = append(seen, o) }))...)
			r := httptest.NewRequest(test.method, test.target, nil)
			w := httptest.NewRecorder()
			router.ServeHTTP(w, r)
			if len(seen) != 1 || seen[0].Request != r || seen[0].Panicked || seen[0].Duration < 0 {
				t.Fatalf("observed %d: %+v", len(seen), seen)
			}
			o := seen[0]
			got := fmt.Sprintf("%s %d %d %s %v", o.By, o.Status, o.Written, r.Pattern, o.PathParams())
			if o.Err != nil {
				if want := test.want[strings.LastIndex(test.want, "]")+2:]; !strings.Contains(strings.ToLower(o.Err.Error()), want) {
					t.Errorf("the error is %v, without %q", o.Err, want)
				}
				got += test.want[strings.LastIndex(test.want, "]")+1:]
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
			if o.Status != w.Code {
				t.Errorf("status %d, the recorder has %d", o.Status, w.Code)
			}
			if (o.Route == nil) != (r.Pattern == "") {
				t.Errorf("route %v, pattern %q", o.Route, r.Pattern)
			}
			// Without the option the same is answered, and the pattern is found as well.
			plain, again := observing(t, test.more...), httptest.NewRequest(test.method, test.target, nil)
			bare := httptest.NewRecorder()
			plain.ServeHTTP(bare, again)
			if bare.Code != w.Code || bare.Body.String() != w.Body.String() || again.Pattern != r.Pattern {
				t.Errorf("without Observe: %d %q %q", bare.Code, bare.Body, again.Pattern)
			}
		})
	}
}

func TestObservePanics(t *testing.T) {
	var seen *dispatch.Observed
	router := observing(t, dispatch.Observe(func(o *dispatch.Observed) { seen = o }))
	defer func() {
		if v := recover(); v != "oh" || seen == nil || !seen.Panicked || seen.Status != 0 || seen.Request.Pattern != "GET /panics(.:format)" {
			t.Errorf("panic %v, observed %+v", v, seen)
		}
	}()
	router.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/panics", nil))
}

// A connection that a handler takes over has status 101; several functions are called in order.
func TestObserveHijack(t *testing.T) {
	order := make(chan string, 2)
	server := httptest.NewServer(observing(t,
		dispatch.Observe(func(o *dispatch.Observed) { order <- fmt.Sprint("first ", o.Status) }),
		dispatch.Observe(func(*dispatch.Observed) { order <- "second" })))
	defer server.Close()
	resp, err := http.Get(server.URL + "/hijack")
	if err == nil {
		resp.Body.Close()
	}
	if a, b := <-order, <-order; a != "first 101" || b != "second" {
		t.Errorf("%q, %q", a, b)
	}
}

// What the writer of the server can do, that of a handler can do.
func TestObservedWriterKeepsItsAbilities(t *testing.T) {
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(`Rails.application.routes.draw { get "a", to: "a#b" }`)})
	if err != nil {
		t.Fatal(err)
	}
	type flusher interface{ http.Flusher }
	handler := func(w http.ResponseWriter, _ *http.Request) {
		_, reads := w.(io.ReaderFrom)
		_, flushes := w.(flusher)
		fmt.Fprint(w, reads, flushes, http.NewResponseController(w).Flush())
	}
	router, err := dispatch.New(table, dispatch.Action("a#b", handler), dispatch.Observe(func(*dispatch.Observed) {}))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(router)
	defer server.Close()
	resp, err := http.Get(server.URL + "/a")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if line, err := bufio.NewReader(resp.Body).ReadString('\n'); line != "true true <nil>" || !errors.Is(err, io.EOF) {
		t.Errorf("%q, %v", line, err)
	}
}

// An override's request is another one; its pattern is found all the same.
func TestPatternOfAnOverriddenRequest(t *testing.T) {
	r := httptest.NewRequest("POST", "/posts", nil)
	r.Header.Set("X-Http-Method-Override", "GET")
	observing(t, dispatch.WithMethodOverride()).ServeHTTP(httptest.NewRecorder(), r)
	if r.Pattern != "GET /posts(.:format)" {
		t.Errorf("the pattern is %q", r.Pattern)
	}
}

func TestObserveNothing(t *testing.T) {
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(``)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dispatch.New(table, dispatch.Observe(nil)); err == nil {
		t.Error("Observe(nil) is taken")
	}
}

// A router within another tells its own answer; around both the outer one's counts. Of two
// that are asked one after the other the last one's does.
func TestRoutersWithinAndBehindOthers(t *testing.T) {
	draw := func(routes string, options ...dispatch.Option) *dispatch.Router {
		table, err := expand.Load("routes.rb", expand.Options{Source: []byte("Rails.application.routes.draw do\n" + routes + "\nend")})
		if err != nil {
			t.Fatal(err)
		}
		r, err := dispatch.New(table, options...)
		if err != nil {
			t.Fatal(err)
		}
		r.TellAnswers()
		return r
	}
	var seen []string
	see := dispatch.Observe(func(o *dispatch.Observed) {
		seen = append(seen, fmt.Sprintf("%s %t %v", o.By, o.Route != nil, o.PathParams()))
	})
	within := draw(`get "x/:id", to: "a#b"`, dispatch.Action("a#b", write("x")), see)
	outer := draw(`mount Jobs => "/jobs"`, dispatch.Mount("Jobs", within), see)
	for _, test := range []struct {
		path string
		next http.Handler
		want string
	}{
		{"/jobs/x/1", nil, "mount /jobs true [action true map[action:b controller:a id:1] mount true map[]]"},
		{"/jobs/y", nil, "not found  false [not found false map[] not found false map[]]"},
		{"/x/1", within, "action GET /x/:id(.:format) true [not found false map[] action true map[action:b controller:a id:1]]"},
	} {
		seen = nil
		r := httptest.NewRequest("GET", test.path, nil)
		told := answer.Watch(r)
		outer.ServeHTTP(httptest.NewRecorder(), r)
		if test.next != nil {
			test.next.ServeHTTP(httptest.NewRecorder(), r)
		}
		if got := fmt.Sprint(told.Told().By, " ", told.Told().Pattern, " ", told.Told().Route != nil, " ", seen); got != test.want {
			t.Errorf("%s: %s, want %s", test.path, got, test.want)
		}
	}
}

// A mount may announce trailers, and set them when the header is gone.
func TestTrailersOfMounts(t *testing.T) {
	jobs := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Trailer", "X-Sum")
		io.WriteString(w, "body")
		header.Set("X-Sum", "1")
	})
	server := httptest.NewServer(observing(t, dispatch.Mount("Jobs", jobs)))
	defer server.Close()
	resp, err := http.Get(server.URL + "/jobs/x")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); string(body) != "body" || err != nil || resp.Trailer.Get("X-Sum") != "1" {
		t.Errorf("%q, %v, trailer %v", body, err, resp.Trailer)
	}
}
