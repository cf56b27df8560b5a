package mapper

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// Rails' mapper normalizes paths before Journey parses them.
func TestNormalizedPaths(t *testing.T) {
	for _, want := range journeyPaths(t) {
		got := mapperPath(want.Path)
		if got != want.Normalized || !hasFormat(got) != want.Format {
			t.Errorf("%q: normalized %q, has a format %v", want.Path, got, hasFormat(got))
		}
	}
}

// A journeyPath is one line of paths.jsonl, which Rails wrote.
type journeyPath struct {
	Path, Normalized string
	Format           bool
}

func journeyPaths(t testing.TB) (all []journeyPath) {
	f, err := os.Open("../route/testdata/paths.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var p journeyPath
		if err := json.Unmarshal(s.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// Any text becomes a path and a name.
func FuzzNormalizedPath(f *testing.F) {
	for _, p := range journeyPaths(f) {
		f.Add(p.Path)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		mapperPath(text)
		normalName(text + "x")
	})
}
