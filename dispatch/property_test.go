package dispatch

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/expand/urls"
)

// Of every named route of every golden case, the path that its helper gives
// leads back to the route, with the same parameters, unless an earlier route
// takes it.
func TestGeneratedPathsAreRecognised(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	files, _ := filepath.Glob("../testdata/golden/*/*/routes.json")
	checked, shadowed := 0, 0
	for _, file := range files {
		table, err := expand.Load(filepath.Dir(file), expand.Options{})
		if err != nil || table.Engine != "" {
			continue
		}
		m, err := NewMatcher(table)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, r := range table.Routes {
			values, path := generated(table, r)
			if path == "" {
				continue
			}
			checked++
			if early := checkRecognised(t, m, r, path, values); early {
				shadowed++
			}
		}
	}
	if checked < 1000 || shadowed > checked/4 {
		t.Errorf("%d paths were checked, %d of them belong to an earlier route", checked, shadowed)
	}
}

// checkRecognised tells whether an earlier route takes the path.
func checkRecognised(t *testing.T, m *Matcher, r *route.Route, path string, values map[string]string) (early bool) {
	t.Helper()
	verb := "GET"
	if verbs := r.Verbs; len(verbs) > 0 {
		verb = verbs[0]
	}
	if !knownVerbs[verb] { // LINK, say: Rails draws it, and answers 405
		return false
	}
	found := m.Match(NewRequest(verb, path, "www.example.com"))
	switch {
	case found.Route != nil && found.Route.Index < r.Index:
		return true
	case found.Err != nil && strings.HasSuffix(found.Err.Error(), "is unknown"):
		return true // a redirect takes it
	case found.Route != r:
		t.Errorf("%s: %s %s of %s leads to %v, status %d, %v", r.Source(), verb, path, r.Path, found.Route, found.Status, found.Err)
		return false
	}
	for name, want := range values {
		v, _ := found.Params.Sym(name)
		switch name {
		case "controller":
			v = dsl.NewString(found.Controller)
		case "action":
			v = dsl.NewString(found.Action)
		}
		if rack.TextOf(v) != want && !groups(r) && !gluedGroup.MatchString(r.Path.String()) {
			t.Errorf("%s: %s has the %s %q, not %q", r.Source(), path, name, rack.TextOf(v), want)
		}
	}
	return false
}

// generated fills the required parts of a route with values that it takes; ""
// for a route that other conditions than its path decide.
func generated(table *route.Table, r *route.Route) (map[string]string, string) {
	direct := slices.ContainsFunc(table.Directs, func(d *route.Direct) bool { return d.Name == r.Name })
	if r.Name == "" || table.Named(r.Name) != r || direct || r.Endpoint.Kind != route.Dispatcher || r.Constraints.Len() > 0 || len(r.Callables) > 0 {
		return nil, ""
	}
	for _, v := range []string{"42", "2024", "a b", "en", "v1", "abc", "AB12", "json"} {
		params, values := urls.Params{}, map[string]string{}
		for _, part := range r.RequiredParts() {
			params[part], values[part] = v, v
		}
		path, err := urls.New(table, nil).Path(r.Name, params)
		path, _, _ = strings.Cut(path, "?")
		if err == nil {
			return values, path
		}
	}
	return nil, ""
}

// groups tells that a requirement has groups of its own, which shift the others.
func groups(r *route.Route) bool {
	for i := range r.Requirements.Len() {
		_, v := r.Requirements.At(i)
		re, ok := v.(*dsl.Regexp)
		if !ok || strings.Contains(re.Source, "(") {
			return true
		}
	}
	return false
}

// gluedGroup is an optional text right behind a part, which then takes the text
// itself.
var gluedGroup = regexp.MustCompile(`:\w+\(\w`)
