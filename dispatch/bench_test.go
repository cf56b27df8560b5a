package dispatch

import (
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/match"
	"signalbox/expand/route"
)

// A quietWriter throws everything away.
type quietWriter struct{ header http.Header }

func (w *quietWriter) Header() http.Header         { return w.header }
func (w *quietWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w *quietWriter) WriteHeader(int)             {}

func nativeNothing(http.ResponseWriter, *http.Request, httprouter.Params) {}

// everything answers all actions of a table.
func everything(t *route.Table) []Option {
	options := []Option{NotFound(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))}
	for _, r := range t.Routes {
		options = append(options, Action(r.Controller()+"#"+r.Action(), httprouter.Handle(nativeNothing)))
	}
	return options
}

func benchRouter(b testing.TB, text string) *Router {
	b.Helper()
	table := routes(b, text)
	h, err := New(table, everything(table)...)
	if err != nil {
		b.Fatal(err)
	}
	return h
}

// githubLines are the routes of GitHub's API, `GET /user/repos`.
func githubLines(b testing.TB) []string {
	text, err := os.ReadFile("testdata/bench/github.txt")
	if err != nil {
		b.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func githubRoutes(b testing.TB) string {
	var text strings.Builder
	for i, line := range githubLines(b) {
		verb, path, _ := strings.Cut(line, " ")
		fmt.Fprintf(&text, "match %q, to: 'c#a%d', via: :%s\n", path, i, strings.ToLower(verb))
	}
	return text.String()
}

func resourceName(i int) string {
	return fmt.Sprintf("%s%05d", []string{"posts", "users", "orders", "admin_items"}[i%4], i)
}

// resourcesRoutes has n resources, every second one nested in the one before.
func resourcesRoutes(n int) string {
	var text strings.Builder
	for i := 0; i < n; i += 2 {
		fmt.Fprintf(&text, "resources(:%s) { resources :%s }\n", resourceName(i), resourceName(i+1))
	}
	return text.String()
}

// gitlabRoutes has globs with requirements in front of everything.
func gitlabRoutes() string {
	const segment = `[a-zA-Z0-9_.][a-zA-Z0-9_.-]*`
	var text strings.Builder
	text.WriteString("scope('admin') do\n")
	for i := range 20 {
		fmt.Fprintf(&text, "resources :%s\n", resourceName(i))
	}
	fmt.Fprintf(&text, "end\nscope('*namespace_id/:project_id/-', namespace_id: %%r{%s(?:/%s)*}, project_id: /%s/) do\n", segment, segment, segment)
	for i := range 60 {
		fmt.Fprintf(&text, "resources :%s, id: /\\d+/\n", resourceName(i))
	}
	for _, g := range []string{"tree", "blob", "raw", "blame", "commits"} {
		fmt.Fprintf(&text, "get '%s/*ref', to: 'git#%s'\n", g, g)
	}
	fmt.Fprintf(&text, "end\nget '*namespace_id/:id', to: 'projects#show', namespace_id: %%r{%s(?:/%s)*}, id: /%s/\n", segment, segment, segment)
	text.WriteString("get ':username', to: 'users#show', username: %r{[^/]+?}\n")
	return text.String()
}

type benchRequest struct{ name, verb, path string }

func benchAll(b *testing.B, h http.Handler, requests ...benchRequest) {
	for _, q := range requests {
		b.Run(q.name, func(b *testing.B) {
			r := NewRequest(q.verb, q.path, "www.example.com")
			w := &quietWriter{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(w, r)
			}
		})
	}
}

func BenchmarkGitHub(b *testing.B) {
	benchAll(b, benchRouter(b, githubRoutes(b)),
		benchRequest{"static", "GET", "/user/repos"},
		benchRequest{"param", "GET", "/repos/julienschmidt/httprouter/stargazers"},
		benchRequest{"miss", "GET", "/repos/julienschmidt/httprouter/nothing/here"})
}

func BenchmarkGitHubAll(b *testing.B) {
	var requests []*http.Request
	for _, line := range githubLines(b) {
		verb, path, _ := strings.Cut(line, " ")
		requests = append(requests, NewRequest(verb, strings.ReplaceAll(path, ":", ""), "www.example.com"))
	}
	h := benchRouter(b, githubRoutes(b))
	w := &quietWriter{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range requests {
			h.ServeHTTP(w, r)
		}
	}
}

func BenchmarkResources(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			middle := resourceName(n / 2 &^ 1)
			benchAll(b, benchRouter(b, resourcesRoutes(n)),
				benchRequest{"static", "GET", "/" + middle + "/new"},
				benchRequest{"param", "GET", "/" + middle + "/12/" + resourceName(n/2&^1+1) + "/34/edit"},
				benchRequest{"last", "DELETE", "/" + resourceName(n-2) + "/12"},
				benchRequest{"miss", "GET", "/nothing/here/at/all"})
		})
	}
}

func BenchmarkGitLab(b *testing.B) {
	benchAll(b, benchRouter(b, gitlabRoutes()),
		benchRequest{"static", "GET", "/admin/" + resourceName(7) + "/new"},
		benchRequest{"issue", "GET", "/gitlab-org/build/gitlab-ce/-/" + resourceName(30) + "/123"},
		benchRequest{"blob", "GET", "/gitlab-org/gitlab/-/blob/master/app/models/user.rb"},
		benchRequest{"last", "GET", "/root"},
		benchRequest{"miss", "GET", "/gitlab-org/gitlab/-/nope/1/2"})
}

func BenchmarkAdversarial(b *testing.B) {
	var text strings.Builder
	for i := range 20 {
		fmt.Fprintf(&text, "get '*a/x/*b/x/*c/y%d', to: 'c#a%d', format: false\n", i, i)
	}
	h := benchRouter(b, text.String())
	for _, n := range []int{16, 64, 256, 16_000} {
		benchAll(b, h, benchRequest{fmt.Sprint(2 * n), "GET", strings.Repeat("/x", n)})
	}
}

func BenchmarkConstraints(b *testing.B) {
	h := benchRouter(b, `
		get "lambda/:id", to: "c#a", constraints: ->(r) { r.params[:id] == "1" && r.get? }
		get "hash/:id", to: "c#b", constraints: { subdomain: "www", protocol: "http://" }
		get "to/:id", to: redirect("/there/%{id}")`)
	benchAll(b, h,
		benchRequest{"lambda", "GET", "/lambda/1"},
		benchRequest{"hash", "GET", "/hash/1"},
		benchRequest{"redirect", "GET", "/to/1"})
}

func BenchmarkRequirements(b *testing.B) {
	h := benchRouter(b, `
		get "p/:x/y", to: "c#p"
		get "d/:x/y", to: "c#d", x: /\d+/
		get "l/:x/y", to: "c#l", x: /(?!admin)\w+/
		get "*x/edit", to: "c#n", x: `+namespaces)
	benchAll(b, h,
		benchRequest{"none", "GET", "/p/12/y"},
		benchRequest{"digits", "GET", "/d/12/y"},
		benchRequest{"look-ahead", "GET", "/l/12/y"},
		benchRequest{"namespace", "GET", "/gitlab-org/build/edit"},
		benchRequest{"namespace/8kB", "GET", strings.Repeat("/group", 1365)},
		benchRequest{"namespace/64kB", "GET", strings.Repeat("/group", 10_900)})
}

func BenchmarkHandlers(b *testing.B) {
	plain := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	h, err := New(routes(b, `get "a/:id", to: "c#a"; get "s", to: "c#a"`), Action("c#a", plain))
	if err != nil {
		b.Fatal(err)
	}
	benchAll(b, h, benchRequest{"param", "GET", "/a/1"}, benchRequest{"static", "GET", "/s"})
}

// BenchmarkBuild compiles 80,000 rows; B/row is what the router holds.
func BenchmarkBuild(b *testing.B) {
	table := routes(b, resourcesRoutes(10_000))
	cfg := newConfig(everything(table))
	for name, build := range map[string]func() any{
		"trie":   func() any { t, _ := match.Compile(table); return t },
		"router": func() any { r := &Router{cfg: cfg}; _ = r.Swap(table); return r },
	} {
		b.Run(name, func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			kept := build()
			runtime.GC()
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(kept)
			for b.Loop() {
				build()
			}
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(table.Routes)), "B/row")
		})
	}
}

// The native signature allocates nothing for a normalized path.
func TestNativeSignatureAllocatesNothing(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector makes pools forget")
	}
	h := benchRouter(t, `get("s", to: "c#s"); get("p/:a/:b", to: "c#p"); get("g/*g", to: "c#g"); get("q/:n", to: "c#q", n: /\d+/, defaults: { page: "1" })`)
	for _, path := range []string{"/s", "/s.json", "/p/1/2", "/p/1/2.xml", "/g/a/b.c", "/q/7"} {
		r := NewRequest("GET", path, "www.example.com")
		w := &quietWriter{http.Header{}}
		if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(w, r) }); n != 0 {
			t.Errorf("%s: %v allocations", path, n)
		}
	}
}

// An http.Handler gets a request of its own: one allocation, and with path values three, a
// map aside where something in front of the router has left its own.
func TestAllocationsOfHandlers(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector makes pools forget")
	}
	h := http.Handler(router(t, `get("s", to: "c#s"); get("p/:a/:b", to: "c#p"); get("g/*g", to: "c#g"); get("d", to: "c#d", defaults: { page: "1" })`,
		Action("c#s", hit), Action("c#p", hit), Action("c#g", hit), Action("c#d", hit)))
	for path, want := range map[string]float64{"/s": 1, "/s.json": 3, "/p/1/2": 3, "/p/1/2.xml": 3, "/g/a/b.c": 3, "/d": 3} {
		r := NewRequest("GET", path, "www.example.com")
		w := &quietWriter{http.Header{}}
		if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(w, r) }); n != want {
			t.Errorf("%s: %v allocations", path, n)
		}
	}
}

var hit = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})

// What a ServeMux or a middleware in front of the router has set stays beside the path values
// of the route, which go before it.
func TestPathValuesFromInFront(t *testing.T) {
	var got *http.Request
	text := `get "p/:id", to: "c#p", defaults: { page: "1" }`
	h := router(t, text, Action("c#p", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r })))
	mux := http.NewServeMux()
	mux.Handle("/{kind}/{id...}", h)
	for name, front := range map[string]http.Handler{
		"ServeMux": mux,
		"middleware": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.SetPathValue("kind", "p")
			r.SetPathValue("id", "before")
			h.ServeHTTP(w, r)
		}),
	} {
		r := NewRequest("GET", "/p/7", "www.example.com")
		front.ServeHTTP(&quietWriter{http.Header{}}, r)
		if got.PathValue("kind") != "p" || got.PathValue("id") != "7" || got.PathValue("page") != "1" || got.PathValue("format") != "" {
			t.Errorf("%s: %q %q %q", name, got.PathValue("kind"), got.PathValue("id"), got.PathValue("page"))
		}
	}
	for range 2 { // each request has values of its own
		r := NewRequest("GET", "/p/8", "www.example.com")
		h.ServeHTTP(&quietWriter{http.Header{}}, r)
		first := got
		h.ServeHTTP(&quietWriter{http.Header{}}, NewRequest("GET", "/p/9", "www.example.com"))
		first.SetPathValue("id", "changed")
		if r.PathValue("id") != "" || got.PathValue("id") != "9" || first.Context() == got.Context() {
			t.Errorf("%q %q", r.PathValue("id"), got.PathValue("id"))
		}
	}
}
