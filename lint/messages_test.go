package lint_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"signalbox/expand"
	"signalbox/expand/controllers"
	"signalbox/internal/prose"
	"signalbox/lint"
)

// Whatever is found in any routes file of the tests is said in one form, with its place.
func TestMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	found := map[string]int{}
	for name, fsys := range everyApplication(t) {
		app, err := expand.Open(fsys, expand.Options{})
		if err != nil {
			t.Fatal(err)
		}
		table, err := app.Table()
		if err != nil { // Rails has its own messages
			continue
		}
		for _, f := range lint.Check(table, controllers.New(fsys, table)) {
			found[f.Name]++
			if what := prose.Complaint(f.Message, f.Name == "gem" || f.Name == "unknown-constraint"); what != "" {
				t.Errorf("%s: %s: %s: %s", name, f.Pos, f.Message, what)
			}
			if f.Pos.Filename == "" {
				t.Errorf("%s: no place: %s", name, f.Message)
			}
		}
	}
	for _, c := range lint.Codes {
		if found[c.Name] == 0 && c.Name != "unused-disable" && c.Name != "invalid-routes" { // which Disable and Invalid make
			t.Errorf("no routes file has the finding %s", c.Name)
		}
	}
}

// everyApplication are those of the folder testdata and of the scripts of the command.
func everyApplication(t *testing.T) map[string]fs.FS {
	t.Helper()
	apps := map[string]fs.FS{}
	routes := path.Join("config", "routes.rb")
	for _, c := range lint.Codes {
		apps["the example of "+c.Name] = fstest.MapFS{routes: {Data: []byte("Rails.application.routes.draw do\n" + c.Example + "\nend")}}
	}
	faults, err := filepath.Glob("testdata/faults/*.txtar")
	if err != nil || len(faults) == 0 {
		t.Fatal(err)
	}
	for _, name := range faults {
		for title, files := range applications(t, name) {
			apps[name+": "+title] = files
		}
	}
	err = filepath.WalkDir("../testdata", func(name string, _ fs.DirEntry, err error) error {
		if folder, ok := strings.CutSuffix(filepath.ToSlash(name), "/"+routes); ok {
			apps[folder] = os.DirFS(folder)
		} else if strings.HasSuffix(name, ".rb") {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			apps[name] = fstest.MapFS{routes: {Data: text}}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("../cmd/routes/testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal(err)
	}
	for _, name := range scripts {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := fstest.MapFS{}
		for _, f := range archive.Files {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		for _, f := range archive.Files {
			folder, ok := strings.CutSuffix("/"+f.Name, "/"+routes)
			if !ok {
				continue
			}
			if folder = strings.TrimPrefix(folder, "/"); folder == "" {
				folder = "."
			}
			if app, err := fs.Sub(files, folder); err == nil {
				apps[name+"/"+folder] = app
			}
		}
	}
	return apps
}
