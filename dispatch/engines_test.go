package dispatch

import (
	"fmt"
	"testing"

	"signalbox/dispatch/internal/rack"
)

// Each engine of package match has a case that the others cannot decide, as its file tells.
func TestAwkwardCases(t *testing.T) {
	m, err := NewMatcher(routes(t, `
		get "trie/:id", to: "c#show"
		get "trie/new", to: "c#new"
		get "automaton/:s/:r", s: /\w+(?!\/a)/, to: "c#around"
		get "program/*a/x/*b", to: "c#globs"
		get "simulation/:a:b", b: /\..+/, to: "c#beside"`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/trie/new":          "200 show map[id:new]",
		"/automaton/b/c":     "200 around map[r:c s:b]",
		"/automaton/b/a":     "500  map[]",
		"/program/1/x/2/x/3": "200 globs map[a:1 b:2/x/3]",
		"/simulation/12.x":   "200 beside map[a:12 b:.x]",
		"/simulation/12":     "404  map[]",
	} {
		f := m.Match(NewRequest("GET", path, "www.example.com"))
		if got := fmt.Sprint(f.Status, " ", f.Action, " ", rack.GoParams(f.Params)); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
