package bench

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/julienschmidt/httprouter"
	"github.com/labstack/echo/v4"
	"github.com/uptrace/bunrouter"

	"signalbox/dispatch"
	"signalbox/expand"
)

// A row is one route of the measured tables: no requirements, no globs.
type row struct{ verb, path string }

type quietWriter struct{ header http.Header }

func (w *quietWriter) Header() http.Header               { return w.header }
func (w *quietWriter) Write(b []byte) (int, error)       { return len(b), nil }
func (w *quietWriter) WriteString(s string) (int, error) { return len(s), nil }
func (w *quietWriter) WriteHeader(int)                   {}

var nothing = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})

var named = regexp.MustCompile(`:(\w+)`)

// colons gives every parameter at one place one name, as tree routers want it.
func colons(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, ":") {
			segments[i] = fmt.Sprintf(":p%d", i)
		}
	}
	return strings.Join(segments, "/")
}

func braces(path string) string { return named.ReplaceAllString(colons(path), "{$1}") }

// routers builds each peer.
var routers = []struct {
	name  string
	build func(testing.TB, []row) http.Handler
}{
	{"signalbox", buildSignalbox},
	{"httprouter", func(_ testing.TB, rows []row) http.Handler {
		r := httprouter.New()
		r.RedirectTrailingSlash, r.RedirectFixedPath, r.HandleOPTIONS, r.HandleMethodNotAllowed = false, false, false, false
		r.NotFound = nothing
		for _, row := range rows {
			if !strings.HasSuffix(row.path, "/new") { // conflicts with /:id
				r.Handle(row.verb, colons(row.path), func(http.ResponseWriter, *http.Request, httprouter.Params) {})
			}
		}
		return r
	}},
	{"chi", func(_ testing.TB, rows []row) http.Handler {
		r := chi.NewRouter()
		r.NotFound(nothing)
		r.MethodNotAllowed(nothing)
		for _, row := range rows {
			r.MethodFunc(row.verb, braces(row.path), nothing)
		}
		return r
	}},
	{"gin", func(_ testing.TB, rows []row) http.Handler {
		gin.SetMode(gin.ReleaseMode)
		r := gin.New()
		r.RedirectTrailingSlash = false
		r.NoRoute(func(*gin.Context) {})
		for _, row := range rows {
			r.Handle(row.verb, colons(row.path), func(*gin.Context) {})
		}
		return r
	}},
	{"echo", func(_ testing.TB, rows []row) http.Handler {
		e := echo.New()
		e.HTTPErrorHandler = func(error, echo.Context) {}
		for _, row := range rows {
			e.Add(row.verb, colons(row.path), func(echo.Context) error { return nil })
		}
		return e
	}},
	{"servemux", func(_ testing.TB, rows []row) http.Handler {
		m := http.NewServeMux()
		for _, row := range rows {
			m.Handle(row.verb+" "+braces(row.path), nothing)
		}
		return m
	}},
	{"bunrouter", func(_ testing.TB, rows []row) http.Handler {
		r := bunrouter.New()
		for _, row := range rows {
			r.Handle(row.verb, colons(row.path), func(http.ResponseWriter, bunrouter.Request) error { return nil })
		}
		return r
	}},
	{"gorilla", func(_ testing.TB, rows []row) http.Handler {
		r := mux.NewRouter()
		r.NotFoundHandler, r.MethodNotAllowedHandler = nothing, nothing
		for _, row := range rows {
			r.Handle(braces(row.path), nothing).Methods(row.verb)
		}
		return r
	}},
}

func buildSignalbox(t testing.TB, rows []row) http.Handler {
	var text strings.Builder
	for i, r := range rows {
		fmt.Fprintf(&text, "match %q, to: 'c#a%d', via: :%s\n", r.path, i, strings.ToLower(r.verb))
	}
	file := filepath.Join(t.TempDir(), "routes.rb")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := expand.Load(file, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	options := []dispatch.Option{dispatch.NotFound(nothing)}
	for _, r := range table.Routes {
		options = append(options, dispatch.Action("c#"+r.Action(), httprouter.Handle(func(http.ResponseWriter, *http.Request, httprouter.Params) {})))
	}
	router, err := dispatch.New(table, options...)
	if err != nil {
		t.Fatal(err)
	}
	return router
}

func github(t testing.TB) (rows []row) {
	text, err := os.ReadFile("../dispatch/testdata/bench/github.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		verb, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		rows = append(rows, row{verb, path})
	}
	return rows
}

func resourceName(i int) string {
	return fmt.Sprintf("%s%05d", []string{"posts", "users", "orders", "admin_items"}[i%4], i)
}

// resources has n resources, every second one nested in the one before.
func resources(n int) (rows []row) {
	add := func(path string) {
		rows = append(rows, row{"GET", path}, row{"POST", path}, row{"GET", path + "/new"}, row{"GET", path + "/:id/edit"},
			row{"GET", path + "/:id"}, row{"PATCH", path + "/:id"}, row{"PUT", path + "/:id"}, row{"DELETE", path + "/:id"})
	}
	for i := 0; i < n; i += 2 {
		add("/" + resourceName(i) + "/:parent_id/" + resourceName(i+1))
		add("/" + resourceName(i))
	}
	return rows
}

type request struct{ name, verb, path string }

func measure(b *testing.B, rows []row, requests []request, without ...string) {
	for _, router := range routers {
		if strings.Contains(strings.Join(without, " "), router.name) {
			continue
		}
		h := router.build(b, rows)
		for _, q := range requests {
			b.Run(q.name+"/"+router.name, func(b *testing.B) {
				r := httptest.NewRequest(q.verb, q.path, nil)
				w := &quietWriter{http.Header{}}
				b.ReportAllocs()
				for b.Loop() {
					h.ServeHTTP(w, r)
				}
			})
		}
	}
}

func BenchmarkGitHub(b *testing.B) {
	measure(b, github(b), []request{
		{"static", "GET", "/user/repos"},
		{"param", "GET", "/repos/julienschmidt/httprouter/stargazers"},
		{"miss", "GET", "/repos/julienschmidt/httprouter/nothing/here"},
	})
}

func BenchmarkGitHubAll(b *testing.B) {
	rows := github(b)
	for _, router := range routers {
		h := router.build(b, rows)
		b.Run(router.name, func(b *testing.B) {
			var requests []*http.Request
			for _, row := range rows {
				requests = append(requests, httptest.NewRequest(row.verb, strings.ReplaceAll(row.path, ":", ""), nil))
			}
			w := &quietWriter{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				for _, r := range requests {
					h.ServeHTTP(w, r)
				}
			}
		})
	}
}

func BenchmarkResources(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			middle := resourceName(n / 2 &^ 1)
			var without []string
			if n > 1000 { // minutes to build or to answer
				without = []string{"gorilla", "bunrouter"}
			}
			measure(b, resources(n), []request{
				{"static", "GET", "/" + middle},
				{"param", "GET", "/" + middle + "/12/" + resourceName(n/2&^1+1) + "/34/edit"},
				{"last", "DELETE", "/" + resourceName(n-2) + "/12"},
				{"miss", "GET", "/nothing/here/at/all"},
			}, without...)
		})
	}
}
