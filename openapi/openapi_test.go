package openapi_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/internal/regex"
	"signalbox/openapi"
)

func table(t *testing.T, routes string) *route.Table {
	t.Helper()
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte("Rails.application.routes.draw do\n" + routes + "\nend\n"), NoRequests: true})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func document(t *testing.T, table *route.Table) *openapi.Document {
	t.Helper()
	d, err := openapi.New(table, openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPaths(t *testing.T) {
	for _, test := range []struct {
		routes string
		want   []string
	}{
		{`root "a#b"`, []string{"GET /"}},
		{`get "posts/:id", to: "a#b"`, []string{"GET /posts/{id}"}},
		{`get "a", to: "a#b", format: true`, []string{"GET /a.{format}"}},
		{`get "a", to: "a#b", format: /json|xml/`, []string{"GET /a", "GET /a.{format}"}},
		{`get "a(/:b(/:c))", to: "a#b"`, []string{"GET /a", "GET /a/{b}", "GET /a/{b}/{c}"}},
		{`scope "(:locale)" do get "a", to: "a#b" end`, []string{"GET /a", "GET /{locale}/a"}},
		{`get "(:locale)", to: "a#b"`, []string{"GET /", "GET /{locale}"}},
		{`get "a/:ü", to: "a#b"`, []string{"GET /a/{unnamed}%C3%BC"}},
		{`get "files/*rest", to: "a#b"`, []string{"GET /files/{rest}"}},
		{`get ":id/of/:id", to: "a#b"`, []string{"GET /{id}/of/{id_2}"}},
		{`get "a b/ü", to: "a#b"`, []string{"GET /a%20b/%C3%BC"}},
		{`match "a", to: "a#b", via: :all`, []string{"GET /a", "POST /a", "PUT /a", "PATCH /a", "DELETE /a", "OPTIONS /a"}},
		{`match "a", to: "a#b", via: [:get, :propfind]`, []string{"GET /a", "PROPFIND /a"}},
		{"get 'a/:id', to: 'a#b'\npost 'a/:key', to: 'a#c'", []string{"GET /a/{id}", "POST /a/{id}"}},
		{"get 'a', to: 'a#b', constraints: Gate\nget 'a', to: 'a#c'", []string{"GET /a"}},
		{"get ':x', to: 'a#b'\nget 'a', to: 'a#c'", []string{"GET /{x}"}},
		{`get "#{Settings.prefix}/a", to: "a#b"`, []string{"GET /{unknown_0}/a"}},
		{`mount Sidekiq::Web, at: "jobs"`, nil},
	} {
		var got []string
		for _, item := range document(t, table(t, test.routes)).Paths {
			for _, o := range item.Operations {
				got = append(got, o.Verb+" "+item.Path)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s\n%q, want %q", test.routes, got, test.want)
		}
	}
}

// TestPathsAreBounded: the paths of a route with many optional segments double with each.
func TestPathsAreBounded(t *testing.T) {
	d := document(t, table(t, `get "a`+strings.Repeat("(/:b)(/c)", 20)+`", to: "a#b"`))
	if n := len(d.Paths); n == 0 || n > 64 {
		t.Errorf("%d paths", n)
	}
}

func TestDocument(t *testing.T) {
	const routes = `
  constraints Gate do
    get "posts/:id", to: "posts#show", id: /\d+/, as: :post
  end
  get "posts/:slug", to: "posts#by_slug", slug: /(?!new)\w+/, defaults: { kind: "slug" }
  put "posts/:slug", to: redirect("/new", status: 302)
  mount Sidekiq::Web, at: "jobs"`
	got, err := json.MarshalIndent(document(t, table(t, routes)), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/document.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(got)+"\n" != string(want) {
		t.Errorf("%s", got)
	}
}

// TestOperationsOfCases makes a path of each operation of the cases, with values that the
// schemas of its parameters admit: it is one that the route takes.
func TestOperationsOfCases(t *testing.T) {
	roots, err := filepath.Glob("../testdata/golden/*/*/config/routes.rb")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, root := range roots {
		table, err := expand.Load(filepath.Dir(filepath.Dir(root)), expand.Options{NoRequests: true})
		if err != nil {
			continue // Rails refuses it
		}
		seen := map[*route.Route]bool{}
		ids := map[string]bool{}
		d := document(t, table)
		for _, item := range d.Paths {
			for _, o := range item.Operations {
				if ids[o.ID] {
					t.Errorf("%s: two operations are %s", root, o.ID)
				}
				ids[o.ID] = true
				for _, o := range append(o.Alternatives, o) {
					seen[o.Route] = true
					path, ok := sample(t, item.Path, o)
					if own := table.Owner(o.Route) == table; !ok || !own {
						continue
					}
					tried++
					if m, err := o.Route.Regexp().Match(path, 0); m == nil || err != nil {
						t.Errorf("%s: the route %s does not take %s: %v", root, o.Path, path, err)
					}
				}
			}
		}
		for _, r := range table.Routes {
			mount := r.Endpoint.Kind == route.Engine || r.Endpoint.Kind == route.Rack && !r.Anchored
			if !r.Internal && !mount && !seen[r] && !slices.Contains(d.Unreachable, r) {
				t.Errorf("%s: there is no operation for %s", root, r.Path)
			}
		}
	}
	if tried < 5000 {
		t.Errorf("%d operations, want 5000 or more", tried)
	}
}

// sample is a path of an operation; ok is false where a schema does not tell all.
func sample(t *testing.T, path string, o *openapi.Operation) (_ string, ok bool) {
	t.Helper()
	const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.@/"
	for _, p := range o.Parameters {
		if p.Unknown != "" || p.Pattern != "" {
			return "", false
		}
		value := "0"
		if p.Schema.Pattern != "" {
			re, err := regex.Compile(p.Schema.Pattern, 0)
			if err != nil {
				t.Fatal(err)
			}
			a := re.Automaton()
			if a == nil {
				return "", false
			}
			steps := 100_000
			text, found, _ := regex.Witness([]*regex.Automaton{a}, nil, alphabet, &steps)
			if !found {
				return "", false
			}
			value = text
		}
		path = strings.Replace(path, "{"+p.Name+"}", value, 1)
	}
	return path, true
}

// An engine whose routes no file has is a mount like any other.
func TestEngineOfGem(t *testing.T) {
	d := document(t, table(t, `mount Blazer::Engine, at: "blazer"`))
	if len(d.Mounts) != 1 || d.Mounts[0].Path != "/blazer" {
		t.Errorf("%+v", d.Mounts)
	}
}
