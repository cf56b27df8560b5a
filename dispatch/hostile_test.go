package dispatch

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/match"
)

func TestHostileRequests(t *testing.T) {
	h := router(t, `
		get "a/*x/b/*y/c/*z", to: "a#x"
		get "n/:id", to: "a#x"
		get "g/*a/x/*b/x/*c/x/*d/y", to: "a#x", format: false
		get "s/:id", to: "a#x", id: /(a|aa)+\d/
		get "params", to: "a#x", constraints: ->(r) { r.params.size > 3000 }`, Action("a#x", says("x")))
	var params strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&params, "k%d=1&", i)
	}
	for name, test := range map[string]struct {
		target string
		status int
	}{
		"invalid UTF-8":   {"/n/%ff", 400},
		"raw bytes":       {"/n/\xff", 400},
		"NUL":             {"/n/%00", 200},
		"encoded slash":   {"/n/a%2Fb", 200},
		"globs":           {"/a/" + strings.Repeat("b/x/", 10_000), 404},
		"globs that fit":  {"/a/" + strings.Repeat("b/c/", 10_000) + "d", 200},
		"nested globs":    {"/g" + strings.Repeat("/x", 30_000), 404},
		"dots":            {"/" + strings.Repeat(".", 60_000), 404},
		"slashes":         {strings.Repeat("/", 70_000), 414},
		"backtracking":    {"/s/" + strings.Repeat("a", 60_000), 404},
		"4,000 params":    {"/params?" + params.String(), 200},
		"many bad params": {"/params?" + strings.Repeat("a[", 20_000), 404},
	} {
		start := time.Now()
		if w := get(h, "GET", test.target); w.Code != test.status {
			t.Errorf("%s: %d, want %d: %.100s", name, w.Code, test.status, w.Body)
		}
		if d := time.Since(start); test.status == 404 && d > time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
	if w := get(h, "BREW", "/n/1"); w.Code != 405 {
		t.Errorf("an unknown verb: %d", w.Code)
	}
}

// longTables are tables of every kind of pattern. %s is what fills a path up to a
// length: all of such paths fit the route.
var longTables = map[string]struct {
	text, path string
	slashes    bool // may be in between
}{
	"parameter":          {`get "a/:p", to: "c#x"`, "/a/%s", false},
	"requirement":        {`get "a/:p", to: "c#x", p: /[a-z%0-9A-F]+/`, "/a/%s", false},
	"requirement by one": {`get "a/:p/b", to: "c#x", p: /[^.]+/`, "/a/%s/b", true},
	"glob":               {`get "a/*g", to: "c#x"`, "/a/b/%s", true},
	"glob and literal":   {`get "a/*g/z", to: "c#x"`, "/a/%s/z", true},
	"two globs":          {`get "*g/m/*h", to: "c#x"`, "/%s/m/z", true},
	"optional":           {`get "a(/:p(/:q))", to: "c#x"`, "/a/b/%s", false},
	"format":             {`get "a/:p", to: "c#x"`, "/a/b.%s", false},
	"required format":    {`get "a/:p", to: "c#x", format: true`, "/a/%s.z", false},
	"glued":              {`get "a-:p", to: "c#x"`, "/a-%s", false},
	"twice":              {`get ":p/:p", to: "c#x"`, "/a/%s", false},
	"unanchored":         {`match "a/:p", to: "c#x", via: :get, anchor: false`, "/a/b/%s", true},
	"engine": {"module Shop; class Engine < Rails::Engine; end; end\n" +
		"Shop::Engine.routes.draw { get 'a/:p', to: 'c#x' }\n" +
		"Rails.application.routes.draw { mount Shop::Engine, at: '/e' }", "/e/a/%s", false},
	"literals":   {`get "a/b", to: "c#x"; get "a/:p", to: "c#x"; get "a/c", to: "c#x"`, "/a/%s", false},
	"constraint": {`get "a/:p", to: "c#x", constraints: ->(r) { r.path.size > 1 }`, "/a/%s", false},
}

// A path of any length is answered: up to the bound by its route, beyond it by 414.
func TestPathsOfEveryLength(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	var lengths []int
	for power := 7; power <= 17; power++ {
		for d := -2; d <= 2; d++ {
			lengths = append(lengths, 1<<power+d)
		}
	}
	native := httprouter.Handle(func(http.ResponseWriter, *http.Request, httprouter.Params) {})
	for name, table := range longTables {
		routers := map[string]*Router{
			"native": router(t, table.text, Action("c#x", native)),
			"plain":  router(t, table.text, Action("c#x", says("x"))),
			"behind": router(t, table.text, Action("c#x", native), Use(func(h http.Handler) http.Handler { return h })),
		}
		for _, n := range lengths {
			for _, fill := range []string{"x", "%41", "%c3%a9", "x/"} {
				if fill == "x/" && !table.slashes {
					continue
				}
				path := filled(table.path, fill, n)
				want := 200
				if len(path) > match.MaxPath {
					want = 414
				}
				for kind, h := range routers {
					if w := get(h, "GET", path); w.Code != want {
						t.Errorf("%s, %s, %d bytes of %s: %d %.60s, want %d", name, kind, len(path), fill, w.Code, w.Body, want)
					}
				}
			}
		}
	}
}

// filled makes a path of n bytes.
func filled(path, fill string, n int) string {
	rest := n - len(path) + len("%s")
	text := strings.Repeat(fill, max(rest/len(fill), 1))
	for len(text) < rest {
		text += "y"
	}
	if strings.HasSuffix(text, "/") { // it would be dropped
		text = text[:len(text)-1] + "y"
	}
	return strings.ReplaceAll(path, "%s", text)
}

// hostileTable has routes of every kind, so that paths meet all of the search.
const hostileTable = `
	get "posts", to: "c#x"
	get "posts/:id", to: "c#x", id: /\d+/
	get "posts/:id(/:slug)(.:format)", to: "c#x"
	get ":a/:a", to: "c#x"
	get "g/*glob/edit", to: "c#x"
	get "g/*one/*two", to: "c#x", format: false
	get "v-:version/:id", to: "c#x"
	get "(:locale)/p/:id", to: "c#x", locale: /en|de/
	match "any/:x", to: "c#x", via: :all, anchor: false
	get "h", to: "c#x", constraints: { subdomain: "api" }
	get "l/:x", to: "c#x", constraints: ->(r) { r.params[:x] != "no" && r.host.present? }
	get "r/*path", to: redirect("/to/%{path}")
	get "o/:x", to: redirect(host: "example.org", path: "/%{x}")
	get "q/:x", to: redirect { |p, r| "/#{p[:x]}?#{r.query_string}" }
	get "i/*x", to: ->(env) { [200, { "X-Path" => env["PATH_INFO"] }, [env["QUERY_STRING"]]] }
	get "s/:x", to: "c#x", x: /(?!no)[a-z]+/`

// No request makes the router panic, whatever it holds, and the matcher and the
// router agree on its status.
func FuzzMatch(f *testing.F) {
	for _, pattern := range []string{"../testdata/golden/*/*/requests.jsonl", "testdata/golden/*/requests.jsonl"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for i, g := range goldenLines(f, text) {
				if i%8 != 0 { // the rest is much the same
					continue
				}
				path, query, _ := strings.Cut(g.Path, "?")
				f.Add(g.Method, path, query, g.Host, g.Headers["X-Forwarded-Host"], uint16(0))
			}
		}
	}
	for _, path := range []string{"/posts/", "/g/x/", "/v-", "/r/", "/l/", "/any/", "/s/a", "/i/%ff"} {
		for _, n := range []uint16{255, 4095, 65_535} {
			f.Add("GET", path, "a[b]=1", "www.example.com", "", n)
		}
	}
	f.Add("HEAD", "/o/%2Fx", "a[=%", "exa mple", "[::1", uint16(0))
	var logged panics
	table := routes(f, hostileTable)
	h, err := New(table, Action("c#x", says("x")), WithLogger(logged.logger()))
	if err != nil {
		f.Fatal(err)
	}
	native, err := New(table, WithLogger(logged.logger()), Action("c#x", httprouter.Handle(func(http.ResponseWriter, *http.Request, httprouter.Params) {})))
	if err != nil {
		f.Fatal(err)
	}
	m, err := NewMatcher(table)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, path, query, host, forwarded string, repeat uint16) {
		if len(path) > 0 && int(repeat) > len(path) {
			path += strings.Repeat(path[len(path)-1:], int(repeat)-len(path))
		}
		ask := func() *http.Request {
			r := NewRequest(method, path+"?"+query, host)
			if forwarded != "" {
				r.Header.Set("X-Forwarded-Host", forwarded)
			}
			return r
		}
		found := m.Match(ask())
		var panicked *panicError
		if errors.As(found.Err, &panicked) {
			t.Fatalf("%v\n%s", panicked, panicked.stack)
		}
		if repeat%8 == 7 { // it compiles each route anew
			m.Explain(ask())
		}
		for _, h := range []*Router{h, native} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, ask())
			if text := logged.take(); text != "" {
				t.Fatal(text)
			}
			if w.Code != found.Status {
				t.Fatalf("%s %q %q: the router answers %d, the matcher %d (%v)", method, path, query, w.Code, found.Status, found.Err)
			}
		}
	})
}
