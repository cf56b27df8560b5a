package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"signalbox/expand"
	"signalbox/expand/check"
	"signalbox/expand/route"
)

// A route that expand calls unreachable answers no request that its path
// matches, whatever fills the segments.
func TestShadowedRoutesAnswerNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	found := 0
	for _, root := range applications(t) {
		table, err := expand.Load(root, expand.Options{})
		if err != nil {
			continue
		}
		matcher, err := NewMatcher(table)
		if err != nil {
			continue
		}
		for _, s := range check.Shadows(table) {
			if table.Routes[min(s.Route.Index, len(table.Routes)-1)] != s.Route { // of an engine
				continue
			}
			found++
			for _, path := range samplePaths(s.Route) {
				for _, verb := range verbsOf(s.Route) {
					if m := matcher.Match(NewRequest(verb, path, "www.example.com")); m.Route == s.Route {
						t.Errorf("%s: %s %s reaches %s %s, which is said to be behind %s", root, verb, path, s.Route.Source(), s.Route.Path, s.By[0].Path)
					}
				}
			}
		}
	}
	if found == 0 {
		t.Error("no application has a route that nothing reaches")
	}
}

// applications are those of testdata, and of the folder that SIGNALBOX_APPS
// names.
func applications(t *testing.T) []string {
	t.Helper()
	var roots []string
	patterns := []string{"../testdata/golden/*/*/config/routes.rb"}
	if more := os.Getenv("SIGNALBOX_APPS"); more != "" {
		patterns = append(patterns, filepath.Join(more, "*/config/routes.rb"))
	}
	for _, p := range patterns {
		files, err := filepath.Glob(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			roots = append(roots, filepath.Dir(filepath.Dir(f)))
		}
	}
	return roots
}

func verbsOf(r *route.Route) []string {
	if v := r.Verbs; len(v) > 0 {
		return v
	}
	return []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
}

// samplePaths fills a path's segments in a few ways, with and without what is
// optional.
func samplePaths(r *route.Route) []string {
	var paths []string
	for _, fill := range []string{"1", "new", "abc", "edit", "x-y", "2024", "en", "json", "a/b", "a.b", "a@b~c"} {
		for _, optional := range []bool{false, true} {
			var b strings.Builder
			writeSample(&b, r.Path.Tree(), fill, optional)
			paths = append(paths, b.String())
		}
	}
	return paths
}

func writeSample(b *strings.Builder, n *route.Node, fill string, optional bool) {
	switch n.Kind {
	case route.Segment, route.Glob:
		b.WriteString(fill)
	case route.Group:
		if optional {
			writeSample(b, n.Children[0], fill, optional)
		}
	case route.Or:
		writeSample(b, n.Children[0], fill, optional)
	case route.Seq:
		for _, c := range n.Children {
			writeSample(b, c, fill, optional)
		}
	default:
		b.WriteString(n.Text)
	}
}
