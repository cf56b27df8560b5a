package expand

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/check"
)

// TestDoubts holds what several findings say of one expression together, and
// their order.
func TestDoubts(t *testing.T) {
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
	for _, d := range check.Doubts(table) {
		lines := ""
		for _, p := range d.Places {
			lines += fmt.Sprint(" ", p.Line)
		}
		got = append(got, fmt.Sprintf("%s: %s:%s %d", d.Kind, d.Summary, lines, len(d.Routes)))
	}
	want := []string{
		"conditional: 1 route exists only if !Settings.many?: 5 1",
		"conditional: 3 routes exist only if Settings.many?: 6 7 3",
		"conditional: 1 route exists only if Settings.few?: 4 1",
		"unknown: Settings.path is known to the application only: 11 12 13 13 0",
		"word: unknown routing word `shiny_route`: 2 0",
		"action: Route `resources :posts` - :only and :except must include only [:index, :create, :new, :show, :update, :destroy, :edit], but also included [:shwo]: 3 0",
		"unknown: Settings.name is known to the application only: 12 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Duplicates of one pair of places are one doubt, however many routes it draws.
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
	if diff := cmp.Diff(want, got); diff != "" {
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
	var got [][]string
	for _, d := range check.Group(check.Findings(table)) {
		got = append(got, append([]string{fmt.Sprint(d.Pos.Line, " ", len(d.Routes))}, d.Details...))
	}
	want := [][]string{
		{"2 3", "The concern that draws it is used at config/routes.rb:4.", "The concern that draws it is used at config/routes.rb:5."},
		{"6 2"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
