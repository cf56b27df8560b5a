package dispatch

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/route"
)

func TestPassedRequestsAreNotShared(t *testing.T) {
	var kept *Info
	h := router(t, `
		mount Decline, at: "d/:first"
		get "d/:second", to: "d#x"`,
		Mount("Decline", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			kept = RouteFrom(r.Context())
			w.Header().Del("X-Early")
			w.Header().Set("X-Cascade", r.Header.Get("Cascade"))
			w.WriteHeader(200)
		})), Action("d#x", says("x")), Before("d", func(h http.Handler) http.Handler { return h }))
	w := get(h, "GET", "/d/v", func(r *http.Request) { r.Header.Set("Cascade", "pass") })
	if diff := cmp.Diff(map[string]any{"first": "v"}, kept.PathParams()); diff != "" || w.Body.String() != "x /d/v " {
		t.Errorf("%q %s", w.Body, diff)
	}
	w = httptest.NewRecorder()
	w.Header().Set("X-Early", "1")
	h.ServeHTTP(w, NewRequest("GET", "/d/v", "h"))
	if w.Header().Get("X-Early") != "" {
		t.Error("a header that the mounted handler deleted was sent")
	}
}

func TestSwapUnderLoad(t *testing.T) {
	tables := []*route.Table{
		routes(t, `get "static", to: "c#one"; get "p/:one", to: "c#one"; get "l/:one", to: "c#one", constraints: ->(r) { r.params[:one] == "v" }`),
		routes(t, `get "static", to: "c#two"; get "p/:two", to: "c#two"; get "l/:two", to: "c#two", constraints: ->(r) { r.params[:two] == "v" }`),
	}
	param := func(name string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/static" && r.PathValue(name) != "v" {
				w.WriteHeader(http.StatusTeapot)
			}
			io.WriteString(w, name)
		})
	}
	h, err := New(tables[0], Action("c#one", param("one")), Action("c#two", param("two")))
	if err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	var served, bad atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for !stop.Load() {
				for _, target := range []string{"/static", "/p/v", "/l/v"} {
					w := get(h, "GET", target)
					if w.Code != 200 || w.Body.String() != "one" && w.Body.String() != "two" {
						bad.Add(1)
					}
					served.Add(1)
				}
			}
		})
	}
	for i := 1; i < 200 || i%2 == 1 || served.Load() < 1000; i++ {
		if err := h.Swap(tables[i%2]); err != nil {
			t.Error(err)
		}
	}
	stop.Store(true)
	wg.Wait()
	if bad.Load() != 0 {
		t.Errorf("%d of %d requests were lost or mixed", bad.Load(), served.Load())
	}
	if err := h.Swap(routes(t, `get "x", to: "no#handler"`)); err == nil || h.Table() != tables[1] {
		t.Errorf("a table that cannot be served replaced the old one: %v", err)
	}
}

func TestConstraintsWithState(t *testing.T) {
	h := router(t, `
		class Gate
			def initialize; @hits = 0; end
			def matches?(request)
				@request = request
				@hits += 1
				@allowed ||= %w[api www]
				@allowed.include?(@request.subdomain) && @hits == 1
			end
		end
		class Shared
			@@hits = 0
			def self.matches?(request) = (@@hits += 1) == 1 && (@host ||= request.host) == request.host
		end
		hits = 0
		list = %w[a b].each
		word = "a word"
		note = ->(r) { hits += 1 } >> ->(n) { n == 1 }
		Rails.application.routes.draw do
			get "object", to: "c#x", constraints: Gate.new
			get "class", to: "c#x", constraints: Shared
			get "variable", to: "c#x", constraints: ->(r) { hits += 1; hits == 1 }
			get "composed", to: "c#x", constraints: ->(r) { note.call(r) }
			get "enumerator", to: "c#x", constraints: ->(r) { list.next == "a" && list.next == "b" }
			get "text", to: "c#x", constraints: ->(r) { r.path.then { word } == "a word" }
			get "global", to: "c#x", constraints: ->(r) { $last ||= r.path; $last == "/global" }
		end`, Action("c#x", says("x")))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				for _, path := range []string{"object", "class", "variable", "composed", "enumerator", "text", "global"} {
					if w := get(h, "GET", "/"+path); w.Code != 200 {
						t.Errorf("%s: %d %s", path, w.Code, w.Body)
					}
				}
			}
		})
	}
	wg.Wait()
}

// What routing methods leave behind may be asked by several requests at once: the mapper, its
// resources, scopes and redirects.
func TestRequestsAskWhatWordsLeft(t *testing.T) {
	h := router(t, `
		Rails.application.routes.draw do
			map, set, tier, gone, around = self, Rails.application.routes, ENV["TIER"], redirect("/x"), nil
			scope(internal: "a", module: "m") { around = @scope[:options] }
			one = many = scope = nil
			resource(:profile, controller: "people", path: "me", only: []) { one, scope = parent_resource, @scope }
			resources(:posts, controller: "texts", only: []) { many = parent_resource }
			get "plural", to: "c#x", constraints: ->(r) { one.plural == "profiles" && many.plural == "posts" }
			get "names", to: "c#x", constraints: ->(r) { (many.path << many.member_scope) == "postsposts/:id" && one.singular << "s" == "profiles" }
			get "actions", to: "c#x", constraints: ->(r) { (many.actions << :a).size == 1 }
			get "controller", to: "c#x", constraints: ->(r) { begin; one.controller << "s"; rescue FrozenError; one.controller == "people"; end }
			get "scope", to: "c#x", constraints: ->(r) { scope.root? && scope[:path].nil? && around == { internal: "a" } }
			get "names_of_paths", to: "c#x", constraints: ->(r) { begin; scope[:path_names][:a] = r.path; rescue FrozenError; scope[:path_names].size == 2; end }
			get "word", to: "c#x", constraints: ->(r) { begin; get tier, to: "x#y", as: tier; rescue FrozenError; true; end }
			get "slip", to: "c#x", constraints: ->(r) { begin; map.resorces tier, path: tier; rescue NoMethodError; true; end }
			get "gem", to: "c#x", constraints: ->(r) { begin; map.devise_for tier; rescue FrozenError; true; end }
			get "set", to: "c#x", constraints: ->(r) { begin; set.prepend { get "x" }; rescue FrozenError; set.empty? == false; end }
			get "redirect", to: "c#x", constraints: ->(r) { gone.redirect? && gone.status == 301 && gone.inspect == "redirect(301, /x)" }
			get "moved", to: redirect { |params, request| begin; draw tier; rescue FrozenError; "/" + one.plural; end }
		end`, Action("c#x", says("x")), NotImplemented())
	paths := map[string]int{
		"plural": 200, "names": 200, "actions": 200, "controller": 200, "scope": 200, "names_of_paths": 200, "word": 501, "slip": 200, "gem": 501, "set": 200, "redirect": 200, "moved": 501,
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				for path, want := range paths {
					if w := get(h, "GET", "/"+path); w.Code != want {
						t.Errorf("%s: %d %s", path, w.Code, w.Body)
						return
					}
				}
			}
		})
	}
	wg.Wait()
}

// Which classes and constants other files have is unknown to requests: they look for no files, and
// leave the classes of the program as they are.
func TestClassesThatRequestsAskFor(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"config/routes.rb":        `get "d", to: "d#x", constraints: ->(_) { Class.new(Shop); Shop.descendants.any? || Shop.constants.any? }`,
		"app/models/shop.rb":      "class Shop\n  BIG = 1\nend\n",
		"app/models/shop/tiny.rb": "class Shop::Tiny < Shop\nend\n",
	} {
		file := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	h, err := New(load(t, root), Action("d#x", says("x")), NotImplemented())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				get(h, "GET", "/d")
			}
		})
	}
	wg.Wait()
}
