package expand

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/check"
	"signalbox/expand/files"
	"signalbox/expand/route"
)

// said is everything a table says, or its error.
func said(table *route.Table, err error) string {
	if err != nil {
		return fmt.Sprintf("%T: %v", err, err)
	}
	var b bytes.Buffer
	for _, write := range []func() error{
		func() error { return table.WriteSheet(&b, route.Filter{}) },
		func() error { return table.WriteJSON(&b) },
	} {
		if err := write(); err != nil {
			return err.Error()
		}
	}
	for _, d := range table.Diagnostics {
		fmt.Fprintln(&b, d.Severity, d.Kind, d.String())
	}
	for _, m := range check.MissingIn(table) {
		fmt.Fprintln(&b, m.Pos, m.Expr, m.Wants)
	}
	return b.String()
}

// inMemory is a folder as a file system of its own.
func inMemory(t testing.TB, root string) fstest.MapFS {
	t.Helper()
	m := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if d.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(filepath.Join(root, name))
			m[name] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink}
			return err
		}
		src, err := os.ReadFile(filepath.Join(root, name))
		m[name] = &fstest.MapFile{Data: src, Mode: 0o644}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// openAs is Open of an application whose Rails.root is a folder's.
func openAs(t testing.TB, fsys fs.FS, root string, options Options) *Application {
	t.Helper()
	a, err := Open(fsys, options)
	if err != nil {
		t.Fatal(err)
	}
	if a.root, err = filepath.Abs(root); err != nil {
		t.Fatal(err)
	}
	return a
}

// eachGolden calls f with the folder of each case that is an application, and its options.
func eachGolden(t *testing.T, f func(t *testing.T, root string, options Options)) {
	for _, dir := range []string{"rails", "own", "gems"} {
		cases, _ := filepath.Glob(filepath.Join(goldenDir, dir, "*", "config", "routes.rb"))
		for _, file := range cases {
			root := filepath.Dir(filepath.Dir(file))
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			options := Options{Framework: bytes.Contains(src, []byte("# oracle: framework"))}
			if bytes.Contains(src, []byte("# oracle: api_only")) {
				yes := true
				options.APIOnly = &yes
			}
			t.Run(dir+"/"+filepath.Base(root), func(t *testing.T) { f(t, root, options) })
		}
	}
}

// An application is the same in a folder and in any other file system.
func TestOpenGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	eachGolden(t, func(t *testing.T, root string, options Options) {
		want := said(Load(root, options))
		for kind, fsys := range map[string]fs.FS{"MapFS": inMemory(t, root), "DirFS": os.DirFS(root), "Overlay": overlaid(t, root)} {
			a := openAs(t, fsys, root, options)
			first, err := a.Table()
			if diff := cmp.Diff(want, said(first, err)); diff != "" {
				t.Errorf("%s (-folder +%s)\n%s", kind, kind, diff)
			}
			again, againErr := a.Table()
			if again != first || fmt.Sprint(againErr) != fmt.Sprint(err) {
				t.Errorf("%s: another table, though nothing has changed", kind)
			}
		}
	})
}

// overlaid is a folder whose texts are all on top, but links.
func overlaid(t testing.TB, root string) fs.FS {
	below := fstest.MapFS{}
	o := files.NewOverlay(below)
	for name, f := range inMemory(t, root) {
		if f.Mode&fs.ModeSymlink != 0 {
			below[name] = f
			continue
		}
		o.Set(name, f.Data)
	}
	return o
}

// edits are what may happen to a file.
var edits = []struct {
	name string
	edit func(m fstest.MapFS, name string)
}{
	{"commented", func(m fstest.MapFS, name string) { m[name] = mapFile("# edited\n" + string(m[name].Data)) }},
	{"emptied", func(m fstest.MapFS, name string) { m[name] = mapFile("") }},
	{"removed", func(m fstest.MapFS, name string) { delete(m, name) }},
	{"renamed", func(m fstest.MapFS, name string) {
		m[filepath.Dir(name)+"/other_"+filepath.Base(name)] = m[name]
		delete(m, name)
	}},
	{"halved", func(m fstest.MapFS, name string) { m[name] = mapFile(string(m[name].Data[:len(m[name].Data)/2])) }},
}

func mapFile(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s), Mode: 0o644} }

// After an edit a table is what a fresh one of the edited files is; after it is taken back,
// what it was.
func TestTableAgainGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	eachGolden(t, func(t *testing.T, root string, options Options) {
		m := inMemory(t, root)
		a := openAs(t, m, root, options)
		want := said(a.Table())
		for n, u := range a.Files() {
			if u.Kind != files.Read || m[u.Name] == nil {
				continue
			}
			before := maps.Clone(m)
			e := edits[(len(root)+n)%len(edits)] // each file has one of them
			e.edit(m, u.Name)
			fresh := openAs(t, m, root, options)
			if diff := cmp.Diff(said(fresh.Table()), said(a.Table())); diff != "" {
				t.Errorf("%s %s (-fresh +again)\n%s", u.Name, e.name, diff)
			}
			clear(m)
			maps.Copy(m, before)
		}
		if diff := cmp.Diff(want, said(a.Table())); diff != "" {
			t.Errorf("(-before +after)\n%s", diff)
		}
	})
}

// A leaving file system ends the goroutine that opens a file.
type leaving struct {
	fstest.MapFS
	at string
}

func (l *leaving) Open(name string) (fs.File, error) {
	if name == l.at {
		runtime.Goexit()
	}
	return l.MapFS.Open(name)
}

// A table whose loading does not end is loaded again, and is not the one before.
func TestTableAgainAfterExit(t *testing.T) {
	m := &leaving{MapFS: fstest.MapFS{"config/routes.rb": mapFile(head + "get \"a\", to: \"a#b\"\nend")}}
	a := openAs(t, m, "/rails", Options{})
	if _, err := a.Table(); err != nil {
		t.Fatal(err)
	}
	m.MapFS["config/routes.rb"], m.MapFS["config/routes/more.rb"] = mapFile(head+"draw :more\nend"), mapFile("get \"more\", to: \"a#b\"")
	m.at = "config/routes/more.rb"
	var left sync.WaitGroup
	left.Go(func() { a.Table() })
	left.Wait()
	m.at = ""
	table, err := a.Table()
	if err != nil || len(table.Routes) != 1 || table.Routes[0].Path.String() != "/more(.:format)" {
		t.Errorf("%v, %v", table.Routes, err)
	}
}

// What is added is seen in each place where it was looked for.
func TestTableAgainAdded(t *testing.T) {
	m := fstest.MapFS{
		"config/routes.rb": mapFile(head + "draw :admin if File.exist?(Rails.root.join(\"config/admin\"))\nDir[Rails.root.join(\"config/more/*.rb\")].each { |f| get File.basename(f), to: \"a#b\" }\nget Shop::PATH, to: \"a#b\" if defined?(Shop)\nend"),
	}
	a := openAs(t, m, "/rails", Options{})
	const unknown = "/:Shop::PATH"
	for _, step := range []struct{ name, text, want string }{
		{"README.md", "nothing", unknown},
		{"config/more/one.rb", "", "/one.rb " + unknown},
		{"config/more/two.rb", "", "/one.rb /two.rb " + unknown},
		{"lib/shop.rb", "module Shop; PATH = \"shop\"; end", "/one.rb /two.rb /shop"},
		{"config/routes/admin.rb", "get \"admin\", to: \"a#b\"", "/one.rb /two.rb /shop"},
		{"config/admin", "", "/admin /one.rb /two.rb /shop"},
	} {
		m[step.name] = mapFile(step.text)
		table, err := a.Table()
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, r := range table.Routes {
			paths = append(paths, strings.TrimSuffix(r.Path.String(), "(.:format)"))
		}
		if got := strings.Join(paths, " "); got != step.want {
			t.Errorf("%s with %s, want %s", got, step.name, step.want)
		}
	}
	read := func(kind files.Kind, name string) bool {
		return slices.Contains(a.Files(), files.Use{Name: name, Kind: kind})
	}
	if !read(files.Read, "config/routes.rb") || !read(files.Read, "config/routes/admin.rb") || !read(files.Found, "config/admin") || !read(files.Listed, "config/more") || !read(files.Absent, route.SettingsFile) || read(files.Read, "README.md") {
		t.Errorf("depends on %v", a.Files())
	}
}

// A folder of the system: an old file is as it was by its time, one that was just written
// is compared.
func TestTableAgainInFolder(t *testing.T) {
	root := routesFile(t, head+"get \"one\", to: \"a#b\"\nend")
	a := openAs(t, os.DirFS(root), root, Options{})
	file := filepath.Join(root, "config/routes.rb")
	path := func() string {
		table, err := a.Table()
		if err != nil || len(table.Routes) != 1 {
			t.Fatal(table, err)
		}
		return table.Routes[0].Path.String()
	}
	now := time.Now()
	for _, word := range []string{"one", "two", "ten"} { // of one size, at one time
		if err := os.WriteFile(file, []byte(head+"get \""+word+"\", to: \"a#b\"\nend"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, now, now); err != nil {
			t.Fatal(err)
		}
		if got := path(); got != "/"+word+"(.:format)" {
			t.Errorf("%s with %s", got, word)
		}
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, old, old); err != nil {
		t.Fatal(err)
	}
	path()
	if err := os.WriteFile(file+".new", []byte(head+"get \"six\", to: \"a#b\"\nend"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file+".new", old, old); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
	if got := path(); got != "/six(.:format)" {
		t.Errorf("%s in place of a file of the same size and time", got)
	}
}

// No link leads out of an application, whatever its file system follows.
func TestOpenOutside(t *testing.T) {
	top := t.TempDir()
	if err := os.WriteFile(filepath.Join(top, "secret.rb"), []byte("get \"secret\", to: \"a#b\""), 0o644); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(top, "app")
	if err := os.MkdirAll(filepath.Join(root, "config/routes"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "config/routes.rb"), []byte(head+"draw :secret\nend"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../../secret.rb", filepath.Join(root, "config/routes/secret.rb")); err != nil {
		t.Skip(err)
	}
	_, want := Load(root, Options{})
	_, err := openAs(t, os.DirFS(root), root, Options{}).Table()
	if err == nil || want == nil || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
}

// Texts that are not saved go before the files, and through links to their folders.
func TestOverlay(t *testing.T) {
	root := routesFile(t, head+"draw :shop\nend")
	for _, link := range []string{"linked"} {
		if err := os.Symlink("config", filepath.Join(root, link)); err != nil {
			t.Skip(err)
		}
	}
	o := files.NewOverlay(os.DirFS(root))
	a := openAs(t, o, root, Options{})
	if _, err := a.Table(); err == nil {
		t.Error("config/routes/shop.rb is not there")
	}
	count := func() int {
		table, err := a.Table()
		if err != nil {
			t.Fatal(err)
		}
		return len(table.Routes)
	}
	o.Set("config/routes/shop.rb", []byte("resources :carts"))
	if n := count(); n != 8 {
		t.Errorf("%d routes of a file that is not saved", n)
	}
	o.Set("linked/routes.rb", []byte(head+"draw :shop\nroot \"a#b\"\nend"))
	if n := count(); n != 9 {
		t.Errorf("%d routes of a file with a text on top", n)
	}
	o.Remove("config/routes.rb")
	if n := count(); n != 8 {
		t.Errorf("%d routes once it is saved", n)
	}
}

// Nothing is kept from one table to the next but what that needs.
func TestTableAgainMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	m := fstest.MapFS{"config/routes.rb": mapFile(manyResources(50)), "config/application.rb": mapFile("module Shop\nclass Application < Rails::Application\nend\nend")}
	a := openAs(t, m, "/rails", Options{})
	heap := func(from, to int) uint64 {
		for i := from; i < to; i++ {
			m["config/routes.rb"] = mapFile(fmt.Sprintf("# %d\n", i) + manyResources(50))
			m[fmt.Sprintf("config/initializers/%d.rb", i)] = mapFile("# inflect")
			delete(m, fmt.Sprintf("config/initializers/%d.rb", i-1))
			if _, err := a.Table(); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	first := heap(0, 20)
	if last := heap(20, 300); last > first+first/10 {
		t.Errorf("%d bytes after 20 tables, %d after 300", first, last)
	}
	if n := a.parsed.Len(); n > 3 {
		t.Errorf("%d syntax trees are kept", n)
	}
	if uses := a.Files(); slices.ContainsFunc(uses, func(u files.Use) bool { return strings.HasSuffix(u.Name, "/7.rb") }) {
		t.Errorf("depends on %v", uses)
	}
}

// BenchmarkTableAgain is the table of 500 resources after a change of the routes file, and
// after none.
func BenchmarkTableAgain(b *testing.B) {
	for _, changed := range []bool{true, false} {
		b.Run(fmt.Sprintf("changed=%v", changed), func(b *testing.B) {
			m := fstest.MapFS{"config/routes.rb": mapFile(manyResources(500))}
			a := openAs(b, m, "/rails", Options{})
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if changed {
					m["config/routes.rb"] = mapFile(fmt.Sprintf("# %d\n", i) + manyResources(500))
				}
				if _, err := a.Table(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTableAgainOf is BenchmarkTableAgain of the application in the folder APPLICATION,
// whose routes file changes as an editor's text does.
func BenchmarkTableAgainOf(b *testing.B) {
	dir := os.Getenv("APPLICATION")
	if dir == "" {
		b.Skip("APPLICATION names no folder")
	}
	src, err := os.ReadFile(filepath.Join(dir, "config/routes.rb"))
	if err != nil {
		b.Fatal(err)
	}
	for _, changed := range []bool{true, false} {
		b.Run(fmt.Sprintf("changed=%v", changed), func(b *testing.B) {
			texts := files.NewOverlay(os.DirFS(dir))
			a := openAs(b, texts, dir, Options{NoRequests: true})
			if _, err := a.Table(); err != nil {
				b.Fatal(err)
			}
			for i := 0; b.Loop(); i++ {
				if changed {
					texts.Set("config/routes.rb", fmt.Appendf(nil, "%s# %d\n", src, i))
				}
				if _, err := a.Table(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
