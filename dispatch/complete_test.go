package dispatch

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/dispatch/internal/rack"
	"signalbox/expand"
	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/expand/urls"
)

// explained is how many requests are explained, which takes a search in each route.
const explained = 5

// askAll is everything that can be asked of a table, as text.
func askAll(table *route.Table, requests []goldenRequest) string {
	var b strings.Builder
	note := func(what string, err error) {
		if err != nil {
			fmt.Fprintf(&b, "%s: %v\n", what, err)
		}
	}
	note("sheet", table.WriteSheet(&b, route.Filter{}))
	note("expanded", table.WriteExpanded(&b, route.Filter{}, 80))
	note("json", table.WriteJSONEngines(&b, route.Filter{}))
	for _, f := range check.Findings(table) {
		fmt.Fprintln(&b, f, len(f.Routes))
	}
	for _, m := range check.MissingIn(table) {
		fmt.Fprintln(&b, m.Expr, m.Pos, m.Wants)
		fmt.Fprintln(&b, check.SettingsFor(table, m.Expr))
	}
	for _, v := range table.Unset {
		fmt.Fprintln(&b, v)
	}
	helpers := urls.New(table, urls.Params{"host": "h.example"})
	for _, name := range urls.Names(table) {
		for n := range 3 {
			args := []any{1, "x"}[:n]
			path, err := helpers.Path(name, args...)
			url, failed := helpers.URL(name, args...)
			fmt.Fprintln(&b, name, path, err, url, failed)
		}
	}
	m, err := NewMatcher(table)
	if err != nil {
		fmt.Fprintln(&b, err)
		return b.String()
	}
	for i, g := range requests {
		found := m.Match(g.request())
		fmt.Fprintln(&b, g.Method, g.Path, found.Status, found.Controller, found.Action, found.Location, found.Err)
		if found.Route != nil {
			fmt.Fprintln(&b, found.Route.Index, rack.GoParams(found.Params))
		}
		for _, c := range found.Candidates {
			fmt.Fprintln(&b, c.Status, c.Condition())
		}
		if i >= explained {
			continue
		}
		for _, r := range m.Explain(g.request()) {
			fmt.Fprintln(&b, r.Route.Index, r.Why)
		}
	}
	return b.String()
}

// loadAndRemove loads a copy of an application and removes it.
func loadAndRemove(t testing.TB, folder string, options expand.Options) *route.Table {
	t.Helper()
	above, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(above, filepath.Base(folder))
	if err := os.CopyFS(root, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	table, err := expand.Load(root, options)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(above); err != nil {
		t.Fatal(err)
	}
	return table
}

// A table is complete when Load returns: without the application's folder it answers
// as with it.
func TestTablesAreComplete(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	options := expand.Options{Env: map[string]string{"RAILS_ENV": "development"}}
	for _, pattern := range []string{"../testdata/golden/*/*", "testdata/golden/*", "../examples/*"} {
		folders, err := filepath.Glob(pattern)
		if err != nil || len(folders) == 0 {
			t.Fatalf("no cases in %s: %v", pattern, err)
		}
		for _, folder := range folders {
			intact, err := expand.Load(folder, options)
			if err != nil { // a case of an error
				continue
			}
			t.Run(filepath.Base(filepath.Dir(folder))+"/"+filepath.Base(folder), func(t *testing.T) {
				t.Parallel()
				var requests []goldenRequest
				if lines, err := os.ReadFile(filepath.Join(folder, "requests.jsonl")); err == nil {
					requests = goldenLines(t, lines)
				}
				gone := loadAndRemove(t, folder, options)
				clean := func(s, root string) string { return strings.ReplaceAll(s, root, "ROOT") }
				if diff := cmp.Diff(clean(askAll(intact, requests), intact.Root), clean(askAll(gone, requests), gone.Root)); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// askingApplication has constraints that ask for whatever an application has.
var askingApplication = map[string]string{
	"config/routes.rb": `
		def member?(r) = Plan.find(r).member?
		def self.site?(r) = r.host == Site::NAME
		Rails.application.routes.draw do
			asks = Rails.application.config
			direct(:shop) { Shop::URL }
			get "const", to: "c#x", constraints: ->(r) { Gate::OPEN == 7 }
			get "object", to: "c#x", constraints: Pass.new
			get "class", to: "c#x", constraints: Door
			get "method", to: "c#x", constraints: ->(r) { member?(r) }
			get "config", to: "c#x", constraints: ->(r) { Rails.application.config.x.beta && Rails.configuration.x.beta && asks.x.beta }
			get "config_for", to: "c#x", constraints: ->(r) { Rails.application.config_for(:site)[:name] == "one" }
			get "default", to: "c#x", constraints: ->(r) { !Rails.application.config.force_ssl }
			get "locale", to: "c#x", constraints: ->(r) { I18n.default_locale == :fr }
			get "there", to: "c#x", constraints: ->(r) { File.exist?(Rails.root.join("config/site.yml")) && Rails.root.join("lib").directory? }
			get "absent", to: "c#x", constraints: ->(r) { !File.exist?("tmp/down.txt") }
			get "read", to: "c#x", constraints: ->(r) { File.read(Rails.root.join("config/allowed.txt")).include?(r.host) }
			get "yaml", to: "c#x", constraints: ->(r) { YAML.load_file("#{Rails.root}/config/site.yml").dig("shared", "name") == "one" }
			get "glob", to: "c#x", constraints: ->(r) { Dir.glob("lib/ga*.rb") == ["lib/gate.rb"] }
			get "global", to: "c#x", constraints: ->(r) { $nobody.nil? }
			get "struct", to: "c#x", constraints: ->(r) { OpenStruct.new(a: 1).a == 1 }
			get "named", to: "c#x", constraints: ->(r) { Object.const_get("Named")::OPEN && Shop.const_get(:Late)::OPEN && "Shop::Later".constantize::OPEN }
			get "every", to: "c#x", constraints: ->(r) { %i[Every].all? { |name| Object.const_get(name)::OPEN } }
			get "defined", to: "c#x", constraints: ->(r) { Object.const_defined?(:Defined) }
			get "setting", to: "c#x", constraints: ->(r) { Settings.open? }
			get "old/:id", to: redirect { |params, r| Shop::Paths.new.to(params[:id]) }
			get "rack", to: ->(env) { [Gate::OPEN == 7 ? 204 : 500, {}, []] }
			authenticated :user, ->(u) { Gate::OPEN == 7 } do
				get "user", to: "c#x"
			end
		end`,
	"config/application.rb": "module Shop\n class Application < Rails::Application\n  config.x.beta = true\n  config.i18n.default_locale = :fr\n end\nend",
	"config/site.yml":       "shared:\n  name: one\n",
	"config/allowed.txt":    "www.example.com\n",
	"lib/gate.rb":           "class Gate\n OPEN = 7\nend",
	"lib/pass.rb":           "class Pass\n include Checks\n def matches?(r) = allowed?(r)\nend",
	"lib/checks.rb":         "module Checks\n def allowed?(r) = Gate::OPEN == 7 && Site::NAME == r.host\nend",
	"lib/door.rb":           "class Door\n def self.matches?(r) = Keys.for(r).any?\nend",
	"app/models/keys.rb":    "class Keys\n def self.for(r) = new.all(r)\n def all(r) = [Gate::OPEN]\n def unused = Missing::THING\nend",
	"app/models/plan.rb":    "class Plan\n def self.find(r) = new\n def member? = send(:paid)\n def paid = Site::NAME.present?\nend",
	"app/models/site.rb":    "class Site\n NAME = \"www.example.com\"\nend",
	"lib/shop/paths.rb":     "module Shop\n class Paths\n  def to(id) = \"#{URL}/#{id}\"\n end\nend",
	"lib/named.rb":          "class Named\n OPEN = true\nend",
	"lib/every.rb":          "class Every\n OPEN = true\nend",
	"lib/defined.rb":        "class Defined\nend",
	"lib/shop/late.rb":      "class Shop::Late\n OPEN = true\nend",
	"lib/shop/later.rb":     "class Shop::Later\n OPEN = true\nend",
	"lib/shop.rb":           "module Shop\n URL = \"https://shop.example/x\"\nend",
}

func askingFolder(t testing.TB) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range askingApplication {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

var askingOptions = expand.Options{Set: map[string]string{"Settings.open?": "true"}}

// What constraints, redirects and endpoints ask for is known without the folder, for
// several requests at once.
func TestRequestsReadNothing(t *testing.T) {
	table := loadAndRemove(t, askingFolder(t), askingOptions)
	if all := check.Findings(table); len(all) > 0 {
		t.Errorf("%q", all)
	}
	router, err := New(table, Action("c#x", says("x")), SignedIn(func(*http.Request, route.SignIn) bool { return true }))
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewMatcher(table)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"/old/3": "301 https://shop.example/x/3", "/rack": "204 "}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, r := range table.Routes {
				path := strings.NewReplacer("(.:format)", "", ":id", "3").Replace(r.Path.String())
				w := get(router, "GET", path, func(r *http.Request) { r.Host = "www.example.com" })
				expected := want[path]
				if expected == "" {
					expected = "200 "
				}
				if got := fmt.Sprint(w.Code, " ", w.Header().Get("Location")); got != expected {
					t.Errorf("%s: %s %s, want %s", path, got, w.Body, expected)
				}
				if found := m.Match(NewRequest("GET", path, "www.example.com")); found.Status != w.Code && path != "/user" {
					t.Errorf("%s: matched with %d, answered with %d", path, found.Status, w.Code)
				}
			}
			if url, err := urls.New(table, nil).URL("shop"); url != "https://shop.example/x" || err != nil {
				t.Errorf("%s %v", url, err)
			}
			askAll(table, nil)
		})
	}
	wg.Wait()
}

// Routes that only requests draw are unknown.
func TestRoutesOfRequests(t *testing.T) {
	table := routes(t, `class Lazy
  def self.routes = @routes ||= ActionDispatch::Routing::RouteSet.new.tap { |set| set.draw { get "x", to: "x#y" } }
  def self.call(env) = routes.call(env)
end
Rails.application.routes.draw do
  mount Lazy => "/lazy"
end`)
	m, err := NewMatcher(table)
	if err != nil {
		t.Fatal(err)
	}
	found := m.Match(NewRequest("GET", "/lazy/x", ""))
	if found.Err != nil || found.Route != table.Routes[0] || len(found.Candidates) == 0 {
		t.Errorf("%v, route %v, %d answers", found.Err, found.Route, len(found.Candidates))
	}
}
