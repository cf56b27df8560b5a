// Package archtest holds the packages to their direction: each layer may import
// the ones before it and no others.
package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are the packages that build on one another, the lowest first.
var layers = []string{"grammar", "dsl", "expand", "dispatch", "diff", "lint", "openapi", "inspect", "cmd/routes"}

// leaves stand beside the layers: they import none of them.
var leaves = []string{"hooks", "graphqlsrv", "serve"}

// houses are the packages that have rooms, which know nothing of the house around them.
var houses = []string{"expand", "dispatch"}

// rooms are the packages inside a house, with what they import of its other rooms. Their
// tests may load tables.
var rooms = map[string][]string{
	"expand/definitions": {"expand/code", "expand/files", "expand/mapper", "expand/route", "expand/ruby"},
	"expand/dotenv":      nil,
	"expand/erb":         {"expand/ruby"},
	"expand/files":       nil,
	"expand/gems":        nil,
	"expand/bundle":      {"expand/code", "expand/files", "expand/gems", "expand/mapper", "expand/psych", "expand/route", "expand/ruby"},
	"expand/code":        {"expand/ruby"},
	"expand/inflector":   {"expand/ruby"},
	"expand/rails":       nil,
	"expand/ruby":        nil,
	"expand/reach":       {"expand/route"},
	"expand/route":       nil,
	"expand/psych":       {"expand/ruby"},
	"expand/settings":    {"expand/psych", "expand/route", "expand/ruby"},
	"expand/urls":        {"expand/route"},
	"expand/check":       {"expand/reach", "expand/route", "expand/ruby", "expand/settings"},
	"expand/controllers": {"expand/files", "expand/gems", "expand/route"},

	"dispatch/internal/match": nil,
	"dispatch/internal/rack":  nil,
	"expand/mapper":           {"expand/code", "expand/route", "expand/ruby"},
}

// without are packages and what they do not know.
var without = map[string][]string{"dispatch/internal/match": {"net/http"}}

func TestWithout(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		home := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		if without[home] != nil {
			seen++
		}
		for _, unwanted := range without[home] {
			if slices.Contains(p.Imports, unwanted) {
				t.Errorf("%s imports %s", home, unwanted)
			}
		}
	}
	if seen != len(without) {
		t.Errorf("%d of %d packages are there", seen, len(without))
	}
}

func TestRooms(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		home := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		house := slices.IndexFunc(houses, func(h string) bool { return home != h && within(home, h) })
		if house < 0 {
			continue
		}
		may, ok := rooms[home]
		if seen[home] = true; !ok {
			t.Errorf("%s is no room of %s", home, houses[house])
		}
		for _, imported := range p.Imports {
			name := strings.TrimPrefix(imported, p.Module.Path+"/")
			if within(name, houses[house]) && !slices.Contains(may, name) {
				t.Errorf("%s imports %s", home, name)
			}
		}
	}
	for room := range rooms {
		if !seen[room] {
			t.Errorf("there is no package %s", room)
		}
	}
}

type goPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Module       struct{ Path string }
}

func TestImportDirection(t *testing.T) {
	for _, p := range packages(t) {
		home, ok := strings.CutPrefix(p.ImportPath, p.Module.Path+"/")
		if !ok {
			continue
		}
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			name, ok := strings.CutPrefix(imported, p.Module.Path+"/")
			if ok && !allowed(home, name) {
				t.Errorf("%s imports %s", home, name)
			}
		}
	}
}

// allowed tells whether package from may import package to.
func allowed(from, to string) bool {
	below, above := layer(to), layer(from)
	switch {
	case below < 0: // internal/ and leaves are there for everyone but a layer below them
		return true
	case within(from, "internal"):
		return false // what all layers use knows none of them
	case slices.ContainsFunc(leaves, func(leaf string) bool { return within(from, leaf) }):
		return false
	case above < 0:
		return true // examples and the like join the parts
	}
	return below <= above
}

func layer(name string) int {
	return slices.IndexFunc(layers, func(l string) bool { return within(name, l) })
}

func within(name, dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }

func packages(t *testing.T) []goPackage {
	t.Helper()
	var all []goPackage
	for d := goList(t, "-json=ImportPath,Imports,TestImports,XTestImports,Module", "../../..."); ; {
		var p goPackage
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			if len(all) == 0 {
				t.Fatal("go list names no package")
			}
			return all
		case err != nil:
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// goList decodes what `go list` says of packages.
func goList(t *testing.T, arguments ...string) *json.Decoder {
	t.Helper()
	lookAtSources(t)
	out, err := exec.Command("go", append([]string{"list"}, arguments...)...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	return json.NewDecoder(bytes.NewReader(out))
}

// lookAtSources makes go test see that the result depends on every Go file: it
// can't know what go list reads, and would keep an old result.
func lookAtSources(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("../..", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".go" {
			_, err = os.Stat(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"expand", "dsl", true},
		{"expand", "grammar", true},
		{"cmd/routes", "expand", true},
		{"grammar", "dsl", false},
		{"dsl", "expand", false},
		{"expand", "cmd/routes", false},
		{"dsl", "internal/regex", true},
		{"internal/regex", "dsl", false},
		{"hooks", "expand", false},
		{"hooks/redisreplay", "grammar", false},
		{"serve/proxy", "dispatch", false},
		{"dispatch", "serve/proxy", true},
		{"cmd/routes", "hooks", true},
		{"examples/shop", "expand", true},
		{"grammarian", "dsl", true},
	} {
		if got := allowed(c.from, c.to); got != c.want {
			t.Errorf("%s may import %s: %v", c.from, c.to, got)
		}
	}
}
