package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"signalbox/expand"
	"signalbox/expand/check"
	"signalbox/expand/route"

	"github.com/google/go-cmp/cmp"
)

const head = "Rails.application.routes.draw do\n"

func load(t testing.TB, src string) *route.Table {
	t.Helper()
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte(src)})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func BenchmarkShadowsUnderLocale(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		var src strings.Builder
		src.WriteString(head + "scope \":locale\" do\n")
		for i := range n {
			fmt.Fprintf(&src, "get \"page%d/show\", to: \"x#y\"\n", i)
		}
		src.WriteString("end\nend")
		table := load(b, src.String())
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				check.Shadows(table)
			}
		})
	}
}

func TestShadows(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"get \"a/:id\", to: \"x#y\"\nget \"a/new\", to: \"x#z\"", "GET /a/new(.:format)"},
		{"get \"a/new\", to: \"x#z\"\nget \"a/:id\", to: \"x#y\"", ""},
		{"get \"a/:id\", to: \"x#y\", id: /\\d+/\nget \"a/new\", to: \"x#z\"\nget \"a/5\", to: \"x#z\"", "GET /a/5(.:format)"},
		{"get \"a/:id\", to: \"x#y\", id: /\\d+/\nget \"a/:n\", to: \"x#z\", n: /\\d+/", "GET /a/:n(.:format)"},
		{"get \"a/:id\", to: \"x#y\"\nget \"a/:n\", to: \"x#z\", n: /[a-z]+/\nget \"a/:n\", to: \"x#z\", n: /[^x]+/", "GET /a/:n(.:format)"},
		{"match \"a\", to: \"x#y\", via: :all\npost \"a\", to: \"x#z\"", "POST /a(.:format)"},
		{"post \"a\", to: \"x#y\"\nmatch \"a\", to: \"x#z\", via: [:get, :post]", ""},
		{"get \"*all\", to: \"x#y\"\nget \"a/b/c\", to: \"x#z\"\nroot \"x#r\"", "GET /a/b/c(.:format)"},
		{"get \"a(/:b)\", to: \"x#y\"\nget \"a/b\", to: \"x#z\"\nget \"a/b/c\", to: \"x#z\"", "GET /a/b(.:format)"},
		{"get \"a\", to: \"x#y\", format: false\nget \"a\", to: \"x#z\"", ""},
		{"constraints(subdomain: \"x\") { get \"a\", to: \"x#y\" }\nget \"a\", to: \"x#z\", as: :b", ""},
		{"constraints(subdomain: \"x\") do\n get \"a/:b\", to: \"x#y\"\n get \"a/c\", to: \"x#z\"\nend", "GET /a/c(.:format)"},
		{"get \"a/:b\", to: \"x#y\" if Settings.x\nget \"a/c\", to: \"x#z\"", ""},
		{"mount Jobs => \"/a\"\nget \"a/c\", to: \"x#z\"", ""},
		{"get \"a/:b\", to: ->(env) { [404, {\"X-Cascade\" => \"pass\"}, []] }\nget \"a/c\", to: \"x#z\"", ""},
		{"get \"a/:controller\", action: :x\nget \"a/c\", to: \"x#z\"", ""},
		{"get \"a/:b\", to: redirect(\"/\")\nget \"a/c\", to: \"x#z\"", "GET /a/c(.:format)"},
		{"get \"a/:b.:c\", to: \"x#y\", format: false\nget \"a/x.y\", to: \"x#z\", format: false", "GET /a/x.y"},
		{"get \":x:y\", to: \"x#y\"\nget \"abc\", to: \"x#z\"", ""},
	} {
		table := load(t, head+tt.src+"\nend")
		var got []string
		for _, s := range check.Shadows(table) {
			got = append(got, strings.TrimPrefix(s.Route.Verb()+" "+s.Route.Path.String(), " "))
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.src, s, tt.want)
		}
	}
}

// Duplicates name both endpoints. A route that is there for its name is none, nor is
// one that a constraint tells from the other.
func TestDuplicates(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`get "a", to: "x#y"` + "\n" + `get "a", to: "x#z"`, "duplicate route GET /a(.:format) to x#z: the one at config/routes.rb:2, to x#y, wins; remove one of them"},
		{`get "a", to: "x#y"` + "\n" + `get "a", to: redirect("/b")`, "duplicate route GET /a(.:format) to redirect(301, /b): the one at config/routes.rb:2, to x#y, wins; remove one of them"},
		{`get "a", to: "x#y"` + "\n" + `get "a", to: "x#y"`, "duplicate route GET /a(.:format): the one at config/routes.rb:2 wins; remove one of them"},
		{`root "a#b"` + "\n" + `root to: "a#b", as: :home`, ""},
		{`root "a#b"` + "\n" + `get "/", to: "a#b", as: :index`, ""},
		{`root "a#b"` + "\n" + `root to: "c#d", as: :home`, "duplicate route GET / to c#d: the one at config/routes.rb:2, to a#b, wins; remove one of them"},
		{`get "a", to: "x#y", as: :one` + "\n" + `get "a", to: "x#y", as: :two`, ""},
		{`get "a", to: "x#y", as: nil` + "\n" + `get "a", to: "x#y", as: :two`, ""},
		{`get "a", to: redirect("/b")` + "\n" + `get "a", to: redirect("/b"), as: :old`, ""},
		{`match "a", to: "x#y", via: [:get, :post]` + "\n" + `get "a", to: "x#y", as: :two`, ""},
		{`get "a", to: "x#y", as: :one, defaults: { k: "1" }` + "\n" + `get "a", to: "x#y", as: :two, defaults: { k: "2" }`, "duplicate route GET /a(.:format): the one at config/routes.rb:2 wins; remove one of them"},
		{`constraints(subdomain: "s") { get "a", to: "x#y" }` + "\n" + `get "a", to: "x#z", as: :two`, ""},
		{`constraints(->(r) { r.ssl? }) { get "a", to: "x#y" }` + "\n" + `get "a", to: "x#z", as: :two`, ""},
		{`get "a", to: "x#y", constraints: Gate.new` + "\n" + `get "a", to: "x#z", as: :two`, ""},
		{`get "a/:id", to: "x#y", id: /\d+/` + "\n" + `get "a/:id", to: "x#z", as: :two`, ""},
		{`get "a", to: "x#y" if Settings.on?` + "\n" + `get "a", to: "x#z", as: :two`, ""},
		{`authenticated(:user) { root to: "a#b", as: :inside }` + "\n" + `root "c#d"`, ""},
		{`get "a", to: "x#y"` + "\n" + `constraints(subdomain: "s") { get "a", to: "x#z", as: :two }`, "GET /a(.:format) is unreachable, GET /a(.:format) at config/routes.rb:2 wins; move it up"},
		{`root "a#b"` + "\n" + `root to: "c#d", as: :gated, constraints: Gate.new`, "GET / is unreachable, GET / at config/routes.rb:2 wins; move it up"},
		{`get "a/:id", to: "x#y"` + "\n" + `get "a/:id", to: "x#z", as: :two, id: /\d+/`, "GET /a/:id(.:format) is unreachable, GET /a/:id(.:format) at config/routes.rb:2 wins; move it up"},
	} {
		var got []string
		for _, d := range check.Group(check.Findings(load(t, head+tt.src+"\nend"))) {
			if d.Kind == "duplicate" || d.Kind == "shadowed" {
				got = append(got, d.Summary)
			}
		}
		if all := strings.Join(got, "\n"); all != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.src, all, tt.want)
		}
	}
}

func TestCheckTellsConcernsAndTwins(t *testing.T) {
	table := load(t, head+"concern(:used) { get :x }\nconcern(:idle) { get :y }\nresources :a, concerns: :used, only: [:index, :nope]\nget \"b\", to: \"b#c\"\nget \"b\", to: \"b#d\", as: :other\nend")
	var got []string
	for _, f := range check.Findings(table) {
		got = append(got, f.Kind+" "+f.String())
	}
	want := []string{
		"concern config/routes.rb:3:1: nothing uses the concern :idle; remove it",
		"action config/routes.rb:4:1: Route `resources :a` - :only and :except must include only [:index, :create, :new, :show, :update, :destroy, :edit], but also included [:nope] (an error in Rails 8.1): signalbox ignores the name; remove it",
		"duplicate config/routes.rb:6:1: duplicate route GET /b(.:format) to b#d: the one at config/routes.rb:5, to b#c, wins; remove one of them",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A concern is used that a part of the file names which did not run; the name of a resource
// that is the same is no use.
func TestConcernsOfOtherEnvironments(t *testing.T) {
	table := load(t, head+"concern(:comments) { get :x }\nconcern(:rated) { get :y }\nconcern(:idle) { get :z }\nif Rails.env.staging?\nresources(:a) { concerns :comments }\nresources :b, concerns: [:rated]\nend\nresources :idle, only: []\nend")
	if c := table.UnusedConcerns; len(c) != 1 || c[0].Name != ":idle" {
		t.Errorf("unused are %v", c)
	}
}

// What stands in the block of a method that is not known may have another path, name,
// module or constraint: it takes nothing from other routes, and nothing is taken from it.
func TestWrappedRoutes(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		wrapped   string // the paths of such routes
		shadows   int
	}{
		{"an unknown word", "api(:v1) { get 'a', to: 'a#b', as: :x\nget 'a', to: 'a#c', as: :y }\nget 'a', to: 'a#d', as: :z", "/a /a", 0},
		{"one in another", "api { v1 { get 'a', to: 'a#b' } }", "/a", 0},
		{"code that gets the mapper", "Foo.draw(self) { get 'a', to: 'a#b' }\nget 'a', to: 'a#b'", "/a", 0},
		{"code whose block gets it", "Foo.draw { |m| m.get 'a', to: 'a#b' }\nget 'a', to: 'a#b'", "/a", 0},
		{"a method of the routes", "Rails.application.routes.with_tenant { get 'a', to: 'a#b' }\nget 'a', to: 'a#b'", "/a", 0},
		{"options of an unknown object", "Foo.with_options(path: 'x') { |o| o.get 'a', to: 'a#b' }\nget 'a', to: 'a#b'", "/a", 0},
		{"a name that only the application knows", "send(Settings.word) { get 'a', to: 'a#b' }\nget 'a', to: 'a#b'", "/a", 0},
		{"routes of its own", "Foo.checked { Rails.application.routes.draw { get 'a', to: 'a#b', as: :x\nget 'a', to: 'a#c', as: :y } }", "", 1},
		{"a loop", "Settings.list.each { get 'a', to: 'a#b', as: :x\nget 'a', to: 'a#c', as: :y }", "", 1},
		{"a question", "Settings.on? { get 'a', to: 'a#b', as: :x\nget 'a', to: 'a#c', as: :y }", "", 1},
		{"a condition", "if Settings.on\nget 'a', to: 'a#b', as: :x\nget 'a', to: 'a#c', as: :y\nend", "", 1},
	} {
		table := load(t, head+tt.src+"\nend")
		var wrapped []string
		for _, r := range table.Routes {
			if r.Wrapped() {
				wrapped = append(wrapped, strings.TrimSuffix(r.Path.String(), "(.:format)"))
			}
		}
		if got := strings.Join(wrapped, " "); got != tt.wrapped || len(check.Shadows(table)) != tt.shadows {
			t.Errorf("%s: wrapped %q, want %q; %d shadows, want %d", tt.name, got, tt.wrapped, len(check.Shadows(table)), tt.shadows)
		}
		says := slices.ContainsFunc(check.Findings(table), func(f check.Finding) bool {
			return strings.Contains(f.Summary, "paths, names, modules and constraints")
		})
		if says != (tt.wrapped != "") {
			t.Errorf("%s: told %v", tt.name, check.Findings(table))
		}
	}
}
