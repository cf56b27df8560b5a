package expand

import (
	"cmp"
	"fmt"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"signalbox/dsl"
	"signalbox/expand/check"
)

// TestGroups holds what several findings say of one expression together, and their
// order.
func TestGroups(t *testing.T) {
	const routes = `Rails.application.routes.draw do
  shiny_route :one
  resources :posts, only: [:index, :shwo]
  get "few", to: "a#few" if Settings.few?
  get "no", to: "a#no" unless Settings.many?
  Settings.many? and get "x", to: "a#x"
  if Settings.many?
    get "y", to: "a#y"
    get "z", to: "a#z"
  end
  get Settings.path, to: "a#path"
  get "to", to: redirect(Settings.path), as: Settings.name
  scope(Settings.path) { get "in", to: "a#in" }
end`
	table, err := Load(application(t, map[string]string{"config/routes.rb": routes}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range check.Groups(table) {
		lines := ""
		for _, p := range d.Places {
			lines += fmt.Sprint(" ", p.Line)
		}
		got = append(got, fmt.Sprintf("%s: %s:%s %d", d.Kind, d.Summary, lines, len(d.Routes)))
	}
	want := []string{
		"conditional: 1 route exists only if Settings.many? is false; set it to true or false: 5 1",
		"conditional: 3 routes exist only if Settings.many? is true; set it to true or false: 6 7 3",
		"conditional: 1 route exists only if Settings.few? is true; set it to true or false: 4 1",
		"unknown: unknown Settings.path, used in several ways; set it: 11 12 13 13 3",
		"word: unknown routing method `shiny_route`: its routes are missing; define it in a file listed under words:: 2 0",
		"action: Route `resources :posts` - :only and :except must include only [:index, :create, :new, :show, :update, :destroy, :edit], but also included [:shwo] (an error in Rails 8.1): signalbox ignores the name; did you mean `:show`?: 3 1",
		"unknown: unknown name Settings.name, shown as a placeholder; set it to a string: 12 1",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Duplicates of one pair of places are one group, however many routes it draws.
func TestGroupDuplicates(t *testing.T) {
	const routes = head + `resources :a, only: [:index, :create]
resources(:a, only: [:index, :create, :show]) { get :b, on: :collection }
get "a", to: "c#d", as: nil
end`
	table := load(t, routes)
	var got []string
	for _, d := range check.Group(check.Findings(table)) {
		got = append(got, fmt.Sprintf("%s: %d routes", d, len(d.Routes)))
	}
	want := []string{
		"config/routes.rb:3:1: 2 duplicate routes to a#index, a#create: those at config/routes.rb:2, to a#index, a#create, win; remove these or those: 4 routes",
		"config/routes.rb:4:1: duplicate route GET /a(.:format) to c#d: the one at config/routes.rb:2, to a#index, wins; remove one of them: 2 routes",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestGroupFindings joins findings about rows of one place, and no others.
func TestGroupFindings(t *testing.T) {
	const routes = `Rails.application.routes.draw do
  concern(:twice) { get "a", to: "a#b", as: nil }
  concerns :twice
  concerns :twice
  concerns :twice
  get "a", to: "a#b", as: nil
end`
	table, err := Load(application(t, map[string]string{"config/routes.rb": routes}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range check.Group(check.Findings(table)) {
		got = append(got, fmt.Sprint(d.Pos.Line, " ", len(d.Routes), " ", d.Summary))
	}
	want := []string{
		"2 3 2 duplicate routes to a#b (of a concern, used at config/routes.rb:4, config/routes.rb:5): those at config/routes.rb:2 (of a concern, used at config/routes.rb:3), to a#b, win; remove these or those",
		"6 2 duplicate route GET /a(.:format): the one at config/routes.rb:2 (of a concern, used at config/routes.rb:3) wins; remove one of them",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestUnresolved holds that the rows which are not exact are those that something unknown
// changes, wherever it stands around them.
func TestUnresolved(t *testing.T) {
	const routes = `Rails.application.routes.draw do
  get "exact", to: "a#b"
  get "when", to: "a#b" if Settings.many?
  get Settings.path, to: "a#b", as: :path
  get "default", to: "a#b", page: Settings.page
  get "requirement/:id", to: "a#b", constraints: { id: Settings.id }
  scope(Settings.scope) do
    resources(:inner, only: :index) { get :deep, on: :collection }
  end
  scope(**Settings.options) { get "optioned", to: "a#b" }
  constraints(Settings.gate) { get "gated", to: "a#b" }
  constraints(AdminOnly.new) { get "guarded", to: "a#b" }
  concern(:listed) { get "#{Settings.list}/all", to: "a#b", on: :collection }
  resources :users, only: :show, concerns: :listed
  def page(name) = get(name, to: "a#b")
  page Settings.name
  page "known"
  resources :posts, only: [:index, :shwo]
  get ENV["TIER"].to_s, to: "a#b", as: :tier
  shiny { get "wrapped", to: "a#b" }
end`
	table, err := Load(application(t, map[string]string{"config/routes.rb": routes}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	depends := check.Unresolved(table)
	var got []string
	for _, r := range table.Routes {
		line := r.Path.String() + ":"
		for _, g := range depends[r] {
			line += " " + cmp.Or(g.Expr, g.Summary)
		}
		got = append(got, line)
	}
	want := []string{
		"/exact(.:format):",
		"/when(.:format): Settings.many?",
		"/:Settings.path(.:format): Settings.path",
		"/default(.:format): unknown value Settings.page for :page, shown as source code; set it",
		"/requirement/:id(.:format): unknown value Settings.id for :id, shown as source code; set it",
		"/:Settings.scope/inner/deep(.:format): Settings.scope",
		"/:Settings.scope/inner(.:format): Settings.scope",
		"/optioned(.:format): Settings.options",
		"/gated(.:format): Settings.gate",
		"/guarded(.:format):",
		"/users/:Settings.list/all(.:format): Settings.list",
		"/users/:id(.:format):",
		"/:Settings.name(.:format): Settings.name",
		"/known(.:format):",
		"/posts(.:format):",
		`/: ENV["TIER"]`,
		"/wrapped(.:format): shiny unknown routing method `shiny`: the routes in its block are conditional, and their paths, names, modules and constraints may differ; define it under words:",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestUnresolvedRows holds that of every case each row that shows something unknown, or
// exists under a condition, is among those that are not exact.
func TestUnresolvedRows(t *testing.T) {
	files, err := filepath.Glob("../testdata/unknown/*.rb")
	if err != nil || files == nil {
		t.Fatal(files, err)
	}
	for _, file := range files {
		table, err := Load(file, Options{})
		if err != nil {
			t.Fatal(err)
		}
		depends := check.Unresolved(table)
		for _, r := range table.Routes {
			unknown := len(r.Conditions)+len(r.Placeholders()) > 0
			for _, h := range []*dsl.Hash{r.Defaults.Hash, r.Requirements.Hash, r.Constraints.Hash} {
				unknown = unknown || dsl.UnknownIn(h) != nil
			}
			if unknown && depends[r] == nil {
				t.Errorf("%s: %s %s counts as exact", r.Declared(), r.Path, table.Reqs(r))
			}
		}
	}
}
