package diff_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/diff"
	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/expand/route"
)

func load(t testing.TB, routes string) *route.Table {
	t.Helper()
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte("Rails.application.routes.draw do\n" + routes + "\nend\n")})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// lines are what a report says, one line each.
func lines(r *diff.Report) []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	row := func(r *diff.Row) string {
		return strings.TrimSpace(r.Verb() + " " + strings.TrimSuffix(r.Path.String(), "(.:format)"))
	}
	for _, e := range r.Exposure {
		add("%s %s: %s", e.Kind, row(e.After), e.Detail)
	}
	for _, r := range r.Added {
		add("+ %s", row(r))
	}
	for _, r := range r.Removed {
		add("- %s", row(r))
	}
	for _, c := range r.Changed {
		add("~ %s: %s", row(c.After), strings.Join(c.Fields, " "))
	}
	for _, s := range r.Precedence {
		add("%s %s: %s, now %s", s.Method, s.Path, s.First.EndpointText(), s.Second.EndpointText())
	}
	return list
}

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after string
		want          []string
	}{
		{"nothing", `get "a", to: "a#b"`, `get "a", to: "a#b"`, nil},
		{"places", "get 'a', to: 'a#b'\nget 'c', to: 'c#d'", "\n\n  get 'c', to: 'c#d'\nget 'a', to: 'a#b'", nil},
		{"another way to say the same", `resources :posts, only: :show`, `get "posts/:id", to: "posts#show", as: :post`, nil},
		{"added", ``, `get "a", to: "a#b"`, []string{"+ GET /a"}},
		{"removed", `get "a", to: "a#b"`, ``, []string{"- GET /a"}},
		{"endpoint", `get "a", to: "a#b"`, `get "a", to: "c#d"`, []string{"~ GET /a: endpoint"}},
		{"path of a name", `get "a", to: "a#b", as: :x`, `get "b", to: "a#b", as: :x`, []string{"~ GET /b: path"}},
		{"path of an endpoint", `post "a", to: "a#b", as: nil`, `post "b", to: "a#b", as: nil`, []string{"~ POST /b: path"}},
		{"name", `get "a", to: "a#b", as: :x`, `get "a", to: "a#b", as: :y`, []string{"~ GET /a: name"}},
		{"name of another row of the path", `resources :posts, only: :update`, `resources :posts, only: [:show, :update]`, []string{"verb-added GET /posts/:id: GET", "+ GET /posts/:id"}},
		{"name that goes with its row", "get 'a', to: 'a#b', as: :x\npost 'a', to: 'a#c', as: :y", `post "a", to: "a#c", as: nil`, []string{"- GET /a", "~ POST /a: name"}},
		{"names that change rows", "get 'a', to: 'a#b', as: :x\nget 'c', to: 'a#c', as: :y", "get 'a', to: 'a#b', as: :y\nget 'c', to: 'a#c', as: :x", []string{"~ GET /a: name", "~ GET /c: name"}},
		{"defaults", `get "a", to: "a#b"`, `get "a", to: "a#b", format: "json"`, []string{"~ GET /a: defaults requirements"}},
		{"requirement", `get "a/:id", to: "a#b", id: /\d+/`, `get "a/:id", to: "a#b"`, []string{"~ GET /a/:id: requirements"}},
		{"body of a lambda", `get "a", to: ->(e) { [200, {}, ["a"]] }`, `get "a", to: ->(e) { [200, {}, ["b"]] }`, []string{"~ GET /a: code"}},
		{"space in a lambda", `get "a", to: ->(e) { [200, {}, ["a"]] }`, "get 'a', to: lambda { |e|\n [200,{},[ 'a' ]]\n}", nil},
		{"verb", `get "a", to: "a#b"`, `match "a", to: "a#b", via: [:get, :post]`, []string{"verb-added GET|POST /a: POST", "~ GET|POST /a: verb"}},
		{"verb of a row of its own", `get "a", to: "a#b"`, "get 'a', to: 'a#b'\npost 'a', to: 'a#c'", []string{"verb-added POST /a: POST", "+ POST /a"}},
		{"HEAD besides GET", `get "a", to: "a#b"`, "match 'a', to: 'a#c', via: :head\nget 'a', to: 'a#b'", []string{"+ HEAD /a"}},
		{"HEAD alone", `post "a", to: "a#b"`, "match 'a', to: 'a#c', via: :head\npost 'a', to: 'a#b'", []string{"verb-added HEAD /a: HEAD", "+ HEAD /a"}},
		{"a verb of several", "get 'a', to: 'a#b'\npost 'a', to: 'a#c'", "get 'a', to: 'a#b'\npost 'a', to: 'a#c'\nmatch 'a', to: 'a#d', via: [:get, :put]", []string{"verb-added GET|PUT /a: PUT", "+ GET|PUT /a"}},
		{"verb less", `match "a", to: "a#b", via: [:get, :post]`, `get "a", to: "a#b"`, []string{"~ GET /a: verb"}},
		{"every verb", `get "a", to: "a#b"`, `match "a", to: "a#b", via: :all`, []string{"verb-added /a: every verb", "~ /a: verb"}},
		{
			"guards in other words",
			"constraints(lambda { |r| r.host == \"a\" }) { get 'a', to: 'a#b' }\nconstraints(subdomain: 'b') { get 'c', to: 'a#b' }\nget 'd', to: 'a#b', constraints: A.new('b')\nauthenticate(:user, lambda { |u| u.a? }) { get 'e', to: 'a#b' }",
			"constraints ->(r) {\n r.host == 'a' } do\n get 'a', to: 'a#b'\nend\nconstraints :subdomain => \"b\" do get 'c', to: 'a#b' end\nget 'd', to: 'a#b', constraints: A.new(\"b\")\nauthenticate :user, ->(u) { u.a? } do get 'e', to: 'a#b' end",
			nil,
		},
		{
			"lambda of a guard", `get "a", to: "a#b", constraints: ->(r) { r.a? }`, `get "a", to: "a#b", constraints: ->(r) { r.b? }`,
			[]string{"guard-changed GET /a: lambda ->(r) { r.a? } is now lambda ->(r) { r.b? }", "~ GET /a: guards"},
		},
		{
			"guard removed", `constraints(Admin.new) { get "a", to: "a#b" }`, `get "a", to: "a#b"`,
			[]string{"guard-removed GET /a: object Admin.new", "~ GET /a: guards"},
		},
		{
			"one of two guards removed", `authenticate(:user) { constraints(subdomain: "x") { get "a", to: "a#b" } }`, `authenticate(:user) { get "a", to: "a#b" }`,
			[]string{`guard-removed GET /a: hash subdomain: "x"`, "~ GET /a: defaults constraints guards"},
		},
		{
			"guard changed", `constraints(->(r) { r.local? }) { get "a", to: "a#b" }`, `constraints(->(r) { true }) { get "a", to: "a#b" }`,
			[]string{"guard-changed GET /a: lambda ->(r) { r.local? } is now lambda ->(r) { true }", "~ GET /a: guards"},
		},
		{"guard added", `get "a", to: "a#b"`, `constraints(Admin.new) { get "a", to: "a#b" }`, []string{"~ GET /a: guards"}},
		{
			"guard of a row that moved", `constraints(Admin.new) { get "a", to: "a#b", as: :x }`, `get "b", to: "a#b", as: :x`,
			[]string{"guard-removed GET /b: object Admin.new", "~ GET /b: path guards"},
		},
		{"mount", ``, `mount Sidekiq::Web => "/jobs"`, []string{"mount-added /jobs: Sidekiq::Web", "+ /jobs"}},
		{"catch-all", ``, `get "*rest", to: "a#b"`, []string{"catch-all-added GET /*rest: *rest", "+ GET /*rest"}},
		{"controller of the client", ``, `get ":controller/b", action: "b", controller: /a|c/`, []string{"catch-all-added GET /:controller/b: :controller", "+ GET /:controller/b"}},
		{"redirect", ``, `get "a", to: redirect("/b")`, []string{"+ GET /a"}},
		{
			"redirect that is steered", ``, `get "a/:x", to: redirect("/%{x}")`,
			[]string{
				"redirect-steered GET /a/:x: GET /a/:x(.:format) redirects to a host of the client's choice: GET /a/%2Fevil%2Eexample leads to http://evil.example; name the host, or put a segment in front (/to/%{x})",
				"+ GET /a/:x",
			},
		},
		{"condition", `get "a", to: "a#b"`, `get("a", to: "a#b") if Settings.a?`, []string{"~ GET /a: conditional"}},
		{"order", "get 'a/new', to: 'a#new'\nget 'a/:id', to: 'a#show'", "get 'a/:id', to: 'a#show'\nget 'a/new', to: 'a#new'", []string{"GET /a/new: a#new, now a#show"}},
		{"order of what never meets", "get 'a/:id', to: 'a#show', id: /\\d+/\nget 'a/new', to: 'a#new'", "get 'a/new', to: 'a#new'\nget 'a/:id', to: 'a#show', id: /\\d+/", nil},
		{"order of verbs", "get 'a', to: 'a#b', as: nil\npost 'a', to: 'a#c', as: nil", "post 'a', to: 'a#c', as: nil\nget 'a', to: 'a#b', as: nil", nil},
		{"order of hosts", "get 'a', to: 'a#b', as: nil, constraints: {subdomain: 'x'}\nget 'a', to: 'a#c', as: nil, constraints: {subdomain: 'y'}", "get 'a', to: 'a#c', as: nil, constraints: {subdomain: 'y'}\nget 'a', to: 'a#b', as: nil, constraints: {subdomain: 'x'}", nil},
		{"order of branches", "if A.b?\nget 'a', to: 'a#b'\nelse\nget 'a', to: 'a#c'\nend", "unless A.b?\nget 'a', to: 'a#c'\nelse\nget 'a', to: 'a#b'\nend", nil},
		{
			"order behind a third row", "get 'a/:x', to: 'a#a'\nget 'a/:y', to: 'a#b'\nget 'a/z', to: 'a#c'", "get 'a/:x', to: 'a#a'\nget 'a/z', to: 'a#c'\nget 'a/:y', to: 'a#b'", nil,
		},
		{
			"order behind a guarded row", "get 'a/:x', to: 'a#a', constraints: Admin.new\nget 'a/:y', to: 'a#b'\nget 'a/z', to: 'a#c'", "get 'a/:x', to: 'a#a', constraints: Admin.new\nget 'a/z', to: 'a#c'\nget 'a/:y', to: 'a#b'",
			[]string{"GET /a/z: a#b, now a#c"},
		},
		{
			"order of parameters in different places", "get ':x/b', to: 'a#a'\nget 'a/:y', to: 'a#b'", "get 'a/:y', to: 'a#b'\nget ':x/b', to: 'a#a'",
			[]string{"GET /a/b: a#a, now a#b"},
		},
		{
			"a new row in front", "get 'a/new', to: 'a#new'\nget 'a/:id', to: 'a#show'", "get 'a/:slug', to: 'a#slug', as: :slug\nget 'a/new', to: 'a#new'\nget 'a/:id', to: 'a#show'",
			[]string{"+ GET /a/:slug", "GET /a/new: a#new, now a#slug", "GET /a/a: a#show, now a#slug"},
		},
		{"a new row in front of some requests", "get 'a/:id', to: 'a#show'", "get 'a/new', to: 'a#new'\nget 'a/:id', to: 'a#show'", []string{"+ GET /a/new"}},
		{
			"a row that takes more", "get 't/:tag', to: 't#one', tag: /[^,.\\/]+/\nget 't/:tags', to: 't#many'", "get 't/:tag', to: 't#one'\nget 't/:tags', to: 't#many'",
			[]string{"~ GET /t/:tag: requirements", "GET /t/,: t#many, now t#one"},
		},
		{"a row that was hidden", "get 'a/:id', to: 'a#show'\nget 'a/new', to: 'a#new'", "get 'b', to: 'a#b'\nget 'a/:id', to: 'a#show'\nget 'a/new', to: 'a#new'", []string{"+ GET /b"}},
		{
			"order behind a new row", "get ':x', to: 'a#b'\nget ':y', to: 'c#d'", "get '*z', to: 'n#n'\nget ':y', to: 'c#d'\nget ':x', to: 'a#b'",
			[]string{"catch-all-added GET /*z: *z", "+ GET /*z", "GET /a: a#b, now n#n"},
		},
		{"order of HEAD", "match 'x', to: 'a#b', via: :all\nmatch 'x', to: 'c#d', via: :head", "match 'x', to: 'c#d', via: :head\nmatch 'x', to: 'a#b', via: :all", nil},
		{"a glob that takes more", "get 'docs/*path', to: 'a#b', as: :page", "get '*path', to: 'a#b', as: :page", []string{"catch-all-added GET /*path: *path", "~ GET /*path: path"}},
		{"a glob of another name", "get 'docs/*path', to: 'a#b', as: :page", "get 'docs/*rest', to: 'a#b', as: :page", []string{"~ GET /docs/*rest: path requirements"}},
		{"a mount that takes more", "mount Foo => '/x', as: :foo", "mount Foo => '/', as: :foo", []string{"mount-added /: Foo", "~ /: path"}},
		{"a mount of something else", "mount Foo => '/x', as: :foo", "mount Bar => '/x', as: :foo", []string{"mount-added /x: Bar", "~ /x: endpoint"}},
		{"an open path", "get 'x', to: 'a#b'", "get 'x', to: 'a#b', anchor: false", []string{"catch-all-added GET /x: anchor: false", "~ GET /x: anchored"}},
		{"an object", "get 'x', to: Foo.new(1)", "get 'x', to: Foo.new(2)", []string{"~ GET /x: code"}},
		{"what a lambda has from around it", "t = 'a'\nget 'x', to: ->(env) { [200, {}, [t]] }", "t = 'b'\nget 'x', to: ->(env) { [200, {}, [t]] }", []string{"~ GET /x: code"}},
		{"order of a mount", "get 'jobs/x', to: 'a#b'\nmount Sidekiq::Web => '/jobs'", "mount Sidekiq::Web => '/jobs'\nget 'jobs/x', to: 'a#b'", []string{"GET /jobs/x: a#b, now Sidekiq::Web"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after := load(t, test.before), load(t, test.after)
			report := diff.Compare(before, after)
			if d := cmp.Diff(test.want, lines(report)); d != "" {
				t.Error(d)
			}
			if report.Same() != (len(test.want) == 0) {
				t.Errorf("Same is %t", report.Same())
			}
			if back := diff.Compare(after, before); back.Same() != report.Same() || len(back.Added) != len(report.Removed) || len(back.Removed) != len(report.Added) || len(back.Changed) != len(report.Changed) {
				t.Errorf("the other way round: %q", lines(back))
			}
			if own := diff.Compare(after, after); !own.Same() {
				t.Errorf("with itself: %q", lines(own))
			}
		})
	}
}

func TestGuardsOnly(t *testing.T) {
	before := load(t, `constraints(Admin.new) { get "a", to: "a#b"; get "b", to: "a#c" }; get "c", to: "a#d"`)
	after := load(t, `get "a", to: "a#b"; constraints(Admin.new) { get "b", to: "a#e"; get "c", to: "a#d" }; get "d", to: "d#d"`)
	want := []string{"guard-removed GET /a: object Admin.new", "~ GET /a: guards", "~ GET /c: guards"}
	if d := cmp.Diff(want, lines(diff.Compare(before, after).GuardsOnly())); d != "" {
		t.Error(d)
	}
}

// A table whose rows are in another order: of each request that is tried, and which another
// row answers now, there is a swap of the two rows; and the request of each swap shows it.
func TestPrecedenceOfRandomOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	segments := []string{"a", "b", ":x", "(:y)", "*z", ":n", "a.:e"}
	verbs := []string{":get", ":get", ":post", "[:get, :post]", ":all"}
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var routes []string
		for i := range 8 {
			path := ""
			for range 1 + rnd.IntN(3) {
				path += "/" + segments[rnd.IntN(len(segments))]
			}
			routes = append(routes, fmt.Sprintf(`match %q, via: %s, to: "c#r%d", as: "r%d", n: /\d+/%s`, strings.ReplaceAll(path, "/(", "(/"), verbs[rnd.IntN(len(verbs))], i, i, []string{"", ", format: false"}[rnd.IntN(2)]))
		}
		before := load(t, strings.Join(routes, "\n"))
		rnd.Shuffle(len(routes), func(i, j int) { routes[i], routes[j] = routes[j], routes[i] })
		after := load(t, strings.Join(routes, "\n"))
		report := diff.Compare(before, after)
		if report.Undecided > 0 {
			t.Errorf("seed %d: %d undecided", seed, report.Undecided)
		}
		answers := func(method, path string) (string, string) {
			return answer(t, before, method, path), answer(t, after, method, path)
		}
		told := map[string]bool{}
		for _, s := range report.Precedence {
			first, second := s.First.EndpointText(), s.Second.EndpointText()
			told[first+" "+second] = true
			if was, is := answers(s.Method, s.Path); was != first || is != second {
				t.Errorf("seed %d: %s %s was answered by %s and is by %s, not by %s and %s\n%s", seed, s.Method, s.Path, was, is, first, second, strings.Join(routes, "\n"))
			}
		}
		for range 300 {
			method, path := []string{"GET", "POST", "DELETE"}[rnd.IntN(3)], ""
			for range 1 + rnd.IntN(4) {
				path += "/" + []string{"a", "b", "c", "1", "a.b", "a.json"}[rnd.IntN(6)]
			}
			if was, is := answers(method, path); was != is && !told[was+" "+is] {
				t.Errorf("seed %d: no swap tells that %s %s was answered by %s and is by %s\n%s", seed, method, path, was, is, strings.Join(routes, "\n"))
			}
		}
	}
}

func answer(t *testing.T, table *route.Table, method, path string) string {
	t.Helper()
	m, err := dispatch.NewMatcher(table)
	if err != nil {
		t.Fatal(err)
	}
	found := m.Match(dispatch.NewRequest(method, path, "www.example.com"))
	if found == nil || found.Route == nil {
		return ""
	}
	return found.Route.EndpointText()
}

func TestEnginesAreCompared(t *testing.T) {
	app := func(routes string) *route.Table {
		table, err := expand.Load("routes.rb", expand.Options{Source: []byte(`
module Shop
  class Engine < Rails::Engine; end
end
Shop::Engine.routes.draw do
  ` + routes + `
end
Rails.application.routes.draw { mount Shop::Engine => "/shop" }
`)})
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	report := diff.Compare(app(`get "a", to: "a#b"`), app(`get "a", to: "a#c"; post "b", to: "a#d"`))
	if d := cmp.Diff([]string{"+ POST /b", "~ GET /a: endpoint"}, lines(report)); d != "" {
		t.Error(d)
	}
}

func TestWriteJSON(t *testing.T) {
	report := diff.Compare(load(t, `get "a", to: "a#b"`), load(t, `get "a", to: "a#<c>"; get "*b", to: "b#b"`))
	var b bytes.Buffer
	if err := report.WriteJSON(&b, diff.Names{Before: "one", After: "two"}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Schema, Before, After string
		Exposure              []struct {
			Kind          string
			Before, After *struct{ Path string }
		}
		Added, Removed []struct{ Path string }
		Changed        []struct {
			Before, After struct{ Action string }
			Fields        []string
		}
		Precedence []struct{}
		Undecided  *int
	}
	dec := json.NewDecoder(&b)
	if err := dec.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Schema != "routes.diff/1" || got.Before != "one" || got.After != "two" || got.Undecided == nil || got.Removed == nil || got.Precedence == nil {
		t.Errorf("the frame is %+v", got)
	}
	if len(got.Exposure) != 1 || got.Exposure[0].Before != nil || got.Exposure[0].After.Path != "/*b(.:format)" {
		t.Errorf("the exposure is %+v", got.Exposure)
	}
	if len(got.Changed) != 1 || got.Changed[0].Before.Action != "b" || got.Changed[0].After.Action != "<c>" || got.Changed[0].Fields[0] != "endpoint" {
		t.Errorf("the change is %+v", got.Changed)
	}
}

// A comment is never longer than GitHub takes, and what is left out is counted.
func TestWriteMarkdownWithinItsLength(t *testing.T) {
	var before, after strings.Builder
	for i := range 600 {
		fmt.Fprintf(&before, "constraints(Admin.new) { get 'a%d/%s', to: 'a#b%d' }\n", i, strings.Repeat("é|<", 20), i)
		fmt.Fprintf(&after, "get 'a%d/%s', to: 'a#b%d'\nget 'new%d', to: 'n#n'\n", i, strings.Repeat("é|<", 20), i, i)
	}
	report := diff.Compare(load(t, before.String()), load(t, after.String()))
	var b bytes.Buffer
	if err := report.WriteMarkdown(&b, diff.Names{Before: "a|b", After: "<c>"}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if len(text) > diff.MaxMarkdown {
		t.Errorf("%d bytes", len(text))
	}
	for _, want := range []string{"600 exposures, 600 routes added, 600 routes changed", "<code>a&#124;b</code>", "<code>&#60;c&#62;</code>"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if n := strings.Count(text, "\nand "); n != 3 {
		t.Errorf("%d sections count what they leave out\n%s", n, text[:2000])
	}
	if strings.Count(text, "<details") != strings.Count(text, "</details>") {
		t.Error("a section is left open")
	}
}

func TestWriteTextOfNothing(t *testing.T) {
	var b bytes.Buffer
	if err := diff.Compare(load(t, ""), load(t, "")).WriteText(&b, diff.Names{}); err != nil || b.Len() > 0 {
		t.Errorf("%q, %v", b.String(), err)
	}
}
