package lint_test

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"signalbox/expand"
	"signalbox/expand/controllers"
	"signalbox/lint"
)

// expected is what a comment in a file of testdata/faults says of its line: # want CODE,CODE
var expected = regexp.MustCompile(`# want ([\w,-]+)`)

// Each file of testdata/faults is applications, one below each comment that begins with `==`.
// What is found in one is what its lines say, and nothing else.
func TestFaults(t *testing.T) {
	names, err := filepath.Glob("testdata/faults/*.txtar")
	if err != nil || len(names) < 3 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		code := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for title, files := range applications(t, name) {
			t.Run(code+"/"+title, func(t *testing.T) {
				if d := cmp.Diff(wanted(files), faults(t, files)); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// applications are those of one file: `-- title: config/routes.rb --`.
func applications(t *testing.T, name string) map[string]fstest.MapFS {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]fstest.MapFS{}
	for _, f := range archive.Files {
		title, file, ok := strings.Cut(f.Name, ": ")
		if !ok {
			t.Fatalf("%s: %s has no title", name, f.Name)
		}
		if all[title] == nil {
			all[title] = fstest.MapFS{}
		}
		text := string(f.Data)
		if strings.HasSuffix(file, "routes.rb") && !strings.Contains(text, ".draw do") {
			text = "Rails.application.routes.draw do\n" + text + "end\n"
		}
		all[title][file] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func wanted(files fstest.MapFS) []string {
	list := []string{}
	for name, f := range files {
		for i, line := range strings.Split(string(f.Data), "\n") {
			if m := expected.FindStringSubmatch(line); m != nil {
				for code := range strings.SplitSeq(m[1], ",") {
					list = append(list, fmt.Sprintf("%s:%d %s", name, i+1, code))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

func faults(t *testing.T, files fstest.MapFS) []string {
	t.Helper()
	app, err := expand.Open(files, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := app.Table()
	if err != nil {
		t.Fatal(err)
	}
	var index *controllers.Index
	if hasControllers(files) {
		index = controllers.New(files, table)
	}
	list := []string{}
	for _, f := range lint.Disable(table, index, lint.Check(table, index)) {
		if f.Name == "open-redirect" && f.Severity == lint.Note { // every redirect within the application
			continue
		}
		list = append(list, fmt.Sprintf("%s:%d %s", f.Pos.Filename, f.Pos.Line, f.Name))
	}
	slices.Sort(list)
	return list
}

func hasControllers(files fstest.MapFS) (has bool) {
	for name := range files {
		has = has || path.Dir(name) == "app/controllers"
	}
	return has
}
