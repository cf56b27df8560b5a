package dispatch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/route"
)

// A goldenRequest is a line of requests.jsonl; Expect was written by Rails.
type goldenRequest struct {
	Method  string
	Path    string
	Host    string
	HTTPS   bool
	Headers map[string]string
	Body    []byte
	Expect  goldenAnswer
}

type goldenAnswer struct {
	Status     status
	Route      *int
	Name       *string
	Kind       string
	Controller *string
	Action     *string
	Params     map[string]any
	Location   string
	Error      string
}

// A status is a number; Rails hands on what an endpoint gave instead of one.
type status int

func (s *status) UnmarshalJSON(text []byte) error {
	n, err := strconv.Atoi(strings.Trim(string(text), `"`))
	*s = status(n)
	return err
}

func (g *goldenRequest) request() *http.Request {
	host := g.Host
	if host == "" {
		host = "www.example.com"
	}
	r := NewRequest(strings.ToUpper(g.Method), g.Path, host)
	for name, value := range g.Headers {
		r.Header.Set(name, value)
	}
	if g.Body != nil {
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(g.Body)), int64(len(g.Body))
	}
	if g.HTTPS {
		r.URL.Scheme = "https"
	}
	return r
}

// goldenCases runs f on every folder with requests: those of the repository,
// and the ones of this package.
func goldenCases(t *testing.T, f func(t *testing.T, table *route.Table, requests []goldenRequest)) {
	t.Helper()
	var folders []string
	for _, pattern := range []string{"../testdata/golden/rails/*", "../testdata/golden/own/*", "../testdata/golden/gems/*", "testdata/golden/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no cases in %s: %v", pattern, err)
		}
		folders = append(folders, found...)
	}
	for _, folder := range folders {
		lines, err := os.ReadFile(filepath.Join(folder, "requests.jsonl"))
		if err != nil {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(folder))+"/"+filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			f(t, load(t, folder), goldenLines(t, lines))
		})
	}
}

func goldenLines(t testing.TB, text []byte) (all []goldenRequest) {
	t.Helper()
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		var g goldenRequest
		if err := json.Unmarshal(s.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	if len(all) == 0 {
		t.Fatal("no requests")
	}
	return all
}

func load(t testing.TB, path string) *route.Table {
	t.Helper()
	table, err := expand.Load(path, expand.Options{Env: map[string]string{"RAILS_ENV": "development"}})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// routes gives the table of a routes file's text.
func routes(t testing.TB, text string) *route.Table {
	t.Helper()
	return load(t, write(t, text))
}

// write makes a routes file.
func write(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "routes.rb")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// rails is what Rails answered, as far as it is compared: of an exception the
// status, of rack applications route and name.
func (g *goldenAnswer) rails() goldenAnswer {
	a := *g
	if a.Error != "" || a.Route == nil {
		return goldenAnswer{Status: a.Status}
	}
	a.Error = ""
	switch a.Kind {
	case "engine":
		a.Status, a.Params = 0, nil
		return a
	case "rack", "proc":
		a.Status, a.Params = 0, nil
	case "redirect":
		a.Params = nil
	}
	if a.Kind != "redirect" {
		a.Location = ""
	}
	return a
}

// answer is a Match in the same form.
func (f *Match) answer(kind string) goldenAnswer {
	if f.Route == nil {
		return goldenAnswer{Status: status(f.Status)}
	}
	a := goldenAnswer{Status: status(f.Status), Route: &f.Route.Index, Kind: kind, Location: f.Location}
	if f.Route.Name != "" {
		a.Name = &f.Route.Name
	}
	switch kind {
	case "rack", "proc", "engine":
		a.Status = 0
		return a
	case "redirect":
		return a
	}
	if f.Controller != "" {
		a.Controller = &f.Controller
	}
	if f.Action != "" {
		a.Action = &f.Action
	}
	a.Params = jsonMap(f.Params)
	return a
}

// jsonMap is goParams with numbers as JSON has them.
func jsonMap(h *dsl.Hash) map[string]any { return jsonOf(rack.GoParams(h)) }

func jsonOf(params map[string]any) map[string]any {
	text, err := json.Marshal(params)
	if err != nil {
		panic(err)
	}
	m := map[string]any{}
	if err := json.Unmarshal(text, &m); err != nil {
		panic(err)
	}
	return m
}

// Every recorded request is answered as Rails answered it.
func TestMatchAsRails(t *testing.T) {
	goldenCases(t, func(t *testing.T, table *route.Table, requests []goldenRequest) {
		m, err := NewMatcher(table)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range requests {
			want := g.Expect.rails()
			if diff := cmp.Diff(want, m.Match(g.request()).answer(want.Kind)); diff != "" {
				t.Errorf("%s %s %s (-Rails +signalbox)\n%s", g.Method, g.Path, g.Host, diff)
			}
		}
	})
}

// served is what a request met on a router with a handler for everything.
type served struct {
	route  *route.Route
	params map[string]any
	native bool
	name   string // of a native handler
}

// recordingRouter has a handler for every endpoint of a table.
func recordingRouter(t *testing.T, table *route.Table, requests []goldenRequest, native bool, met *served) *Router {
	t.Helper()
	note := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info := RouteFrom(r.Context())
		*met = served{route: info.Route, params: info.PathParams()}
		w.WriteHeader(http.StatusOK)
	})
	options := []Option{NotImplemented(), WithLogger(slog.New(slog.DiscardHandler)), SignedIn(func(*http.Request, route.SignIn) bool { return false })}
	for _, g := range requests { // those that the path chooses
		if e := g.Expect; e.Controller != nil && e.Action != nil {
			options = append(options, Action(*e.Controller+"#"+*e.Action, note))
		}
	}
	var visit func(*route.Table, map[*route.Table]bool)
	visit = func(t *route.Table, seen map[*route.Table]bool) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		for _, r := range t.Routes {
			for _, v := range r.Callables {
				if u, ok := v.(*dsl.Unknown); ok {
					options = append(options, Constraint(u.Text(), func(*http.Request) bool { return true }))
				}
			}
			switch r.Endpoint.Kind {
			case route.Dispatcher, route.Static:
				if !native || r.Path.Has("action") || r.Path.Has("controller") {
					options = append(options, Action(r.Controller()+"#"+r.Action(), note))
					continue
				}
				name := r.Controller() + "#" + r.Action()
				options = append(options, Action(name, httprouter.Handle(
					func(w http.ResponseWriter, _ *http.Request, ps httprouter.Params) {
						*met = served{native: true, name: name, params: map[string]any{}}
						for _, p := range ps {
							met.params[p.Key] = p.Value
						}
					})))
			case route.Rack:
				if _, ok := r.Endpoint.App.(*dsl.Unknown); ok {
					options = append(options, Mount(r.Endpoint.Text, note))
				}
			case route.Engine:
				visit(r.Endpoint.Table, seen)
			}
		}
	}
	visit(table, map[*route.Table]bool{})
	router, err := New(table, options...)
	if err != nil {
		t.Fatal(err)
	}
	return router
}

// The router serves what the matcher tells: httprouter's static paths, handlers
// of both signatures, redirects and errors agree with Rails too.
func TestRouterAsRails(t *testing.T) {
	goldenCases(t, func(t *testing.T, table *route.Table, requests []goldenRequest) {
		for _, native := range []bool{false, true} {
			var met served
			router := recordingRouter(t, table, requests, native, &met)
			for _, g := range requests {
				met = served{}
				w := httptest.NewRecorder()
				router.ServeHTTP(w, g.request())
				compareServed(t, router, &g, w, &met)
			}
		}
	})
}

func compareServed(t *testing.T, router *Router, g *goldenRequest, w *httptest.ResponseRecorder, met *served) {
	t.Helper()
	want := g.Expect.rails()
	where := g.Method + " " + g.Path + " " + g.Host
	switch want.Kind {
	case "rack", "proc", "engine":
		return // their statuses are their own
	case "redirect":
		if status(w.Code) != want.Status || w.Header().Get("Location") != want.Location {
			t.Errorf("%s: %d %s, want %d %s", where, w.Code, w.Header().Get("Location"), want.Status, want.Location)
		}
		return
	case "static_dispatcher":
		return // no route here leads to a controller class that Go has
	}
	if w.Code == http.StatusNotImplemented {
		return
	}
	if status(w.Code) != want.Status {
		t.Errorf("%s: status %d, want %d: %s", where, w.Code, want.Status, w.Body)
		return
	}
	if want.Status == http.StatusUnauthorized {
		return // no handler was called
	}
	if want.Route == nil {
		if want.Status == http.StatusNotFound && g.Expect.Error == "" && w.Header().Get("X-Cascade") != "pass" {
			t.Errorf("%s: no X-Cascade: pass", where)
		}
		return
	}
	if met.native && want.Controller != nil && want.Action != nil && met.name != *want.Controller+"#"+*want.Action {
		t.Errorf("%s: %s answered, want %s#%s", where, met.name, *want.Controller, *want.Action)
	}
	if met.native { // nil and nested defaults have no place in a list of strings
		for name, v := range want.Params {
			if text, ok := v.(string); ok && met.params[name] != text {
				t.Errorf("%s: param %s is %q, want %q", where, name, met.params[name], text)
			}
		}
		return
	}
	if found := router.Match(g.request()); met.route != found.Route && met.route != found.Inner {
		t.Errorf("%s: the handler was told %s, the matcher finds %s", where, met.route.Source(), found.Route.Source())
	}
	delete(met.params, "controller")
	delete(met.params, "action")
	text, _ := json.Marshal(met.params)
	got := map[string]any{}
	_ = json.Unmarshal(text, &got)
	if diff := cmp.Diff(want.Params, got); diff != "" {
		t.Errorf("%s: params (-Rails +signalbox)\n%s", where, diff)
	}
}
