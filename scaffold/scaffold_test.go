package scaffold

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// repository is the folder of signalbox.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestFiles(t *testing.T) {
	for _, o := range []Options{
		{Name: "shop"},
		{Name: "My-Shop.2", Module: "example.com/my/shop", Replace: "../signal box"},
		{Name: "pages", Web: true, WebPackage: "file:signalbox-web-0.1.0.tgz", Replace: "../a \"b\""},
	} {
		files, err := Files(o)
		if err != nil {
			t.Fatal(err)
		}
		beside, _, err := Beside(o, os.DirFS("testdata/rails"))
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range beside {
			files["beside/"+name] = text
		}
		for name, text := range files {
			if bytes.ContainsAny(text, "«»") || bytes.Contains(text, []byte("<no value>")) {
				t.Errorf("%s has a text that is not filled in:\n%s", name, text)
			}
			if filepath.Ext(name) != ".go" {
				continue
			}
			if formatted, err := format.Source(text); err != nil || !bytes.Equal(formatted, text) {
				t.Errorf("%s is not as gofmt writes it (%v)", name, err)
			}
		}
		mod := string(files["go.mod"])
		if want := map[string]string{"shop": "module shop\n", "My-Shop.2": "module example.com/my/shop\n", "pages": "module pages\n"}[o.Name]; !strings.HasPrefix(mod, want) {
			t.Errorf("%s:\n%s", o.Name, mod)
		}
		if has := strings.Contains(mod, "replace signalbox => "+strconv.Quote(o.Replace)+"\n"); has != (o.Replace != "") {
			t.Errorf("%s:\n%s", o.Name, mod)
		}
		if docker := string(files["Dockerfile"]); strings.Contains(docker, "go mod vendor") != (o.Replace != "") || !strings.Contains(docker, `"/data/`+o.Name+`.db"`) {
			t.Errorf("%s:\n%s", o.Name, docker)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Name: "."}, `"." is not the name of a program`},
		{Options{Name: "a b"}, `"a b" is not the name of a program: use letters, digits, -, _ and . only`},
		{Options{Name: "-x"}, "is not the name of a program"},
		{Options{Name: "net"}, "a module cannot be called net: Go has packages of that name"},
		{Options{Name: "signalbox"}, "a module cannot be called signalbox"},
		{Options{Name: "shop", Module: "time/shop"}, "a module cannot be called time/shop"},
		{Options{Name: "shop", Module: "a//b"}, `"a//b" is not the path of a Go module`},
		{Options{Name: "shop", Module: "../b"}, "is not the path of a Go module"},
	} {
		if _, err := Files(c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.o, err, c.want)
		}
	}
	for replace, want := range map[string]string{"/a/b": "/a/b", "../b": "../b", "..": "..", "b": "./b", "/a b": `"/a b"`} {
		if got := (&Options{Replace: replace}).Replacement(); got != want {
			t.Errorf("%s: %s, want %s", replace, got, want)
		}
	}
}

// TestVersions holds go.mod of an application to the modules that the repository is tested with.
func TestVersions(t *testing.T) {
	files, err := Files(Options{Name: "shop"})
	if err != nil {
		t.Fatal(err)
	}
	blog, err := os.ReadFile("../examples/blog/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range regexp.MustCompile(`(?m)^(go |\tmodernc.org/sqlite ).*$`).FindAllString(string(files["go.mod"]), -1) {
		if !strings.Contains(string(blog), line+"\n") {
			t.Errorf("go.mod has %q, which that of examples/blog has not", line)
		}
	}
}

// TestWebVersions holds the pages to the packages that those of the blog are tested with.
func TestWebVersions(t *testing.T) {
	files, err := Files(Options{Name: "shop", Web: true, WebPackage: "file:x.tgz", Replace: "../a b"})
	if err != nil {
		t.Fatal(err)
	}
	type manifest struct{ Scripts, Dependencies, DevDependencies map[string]string }
	var ours, blog manifest
	text, err := os.ReadFile("../examples/blog/web/package.json")
	if err := errors.Join(err, json.Unmarshal(files["web/package.json"], &ours), json.Unmarshal(text, &blog)); err != nil {
		t.Fatal(err)
	}
	for name, version := range ours.Dependencies {
		if want := blog.Dependencies[name]; version != want && name != "@signalbox/web" {
			t.Errorf("%s %s, the blog has %s", name, version, want)
		}
	}
	for name, version := range ours.DevDependencies {
		if want := blog.DevDependencies[name]; version != want {
			t.Errorf("%s %s, the blog has %s", name, version, want)
		}
	}
	if got, want := ours.Scripts["setup"], "npm ci --prefix '../../a b/web' && npm pack '../../a b/web' && npm install"; got != want {
		t.Errorf("setup is %s, want %s", got, want)
	}
	files, err = Files(Options{Name: "shop", Web: true, WebPackage: "^1"})
	if err != nil || !strings.Contains(string(files["web/package.json"]), `"setup": "npm install",`) {
		t.Errorf("%v %s", err, files["web/package.json"])
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "app")
	files := map[string][]byte{"a": []byte("1"), "b/c": []byte("2"), "d": []byte("3")}
	if err := Write(dir, files); err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is %q: %v", name, got, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "d")); err != nil {
		t.Fatal(err)
	}
	err := Write(dir, map[string][]byte{"a": []byte("9"), "b/c": nil, "d": nil})
	if err == nil || !strings.Contains(err.Error(), "has files that are not overwritten:\n  a\n  b/c\n") {
		t.Error(err)
	}
	var left []string
	list, err := os.ReadDir(dir)
	for _, e := range list {
		left = append(left, e.Name())
	}
	if err != nil || !slices.Equal(left, []string{"a", "b"}) {
		t.Errorf("%v: %v", left, err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "a")); string(got) != "1" {
		t.Errorf("a is overwritten: %s", got)
	}
	if err := writeNew(filepath.Join(dir, "a"), []byte("9")); err == nil { // written meanwhile
		t.Error("a is overwritten")
	}
	if err := Write(dir, map[string][]byte{"a/b": nil}); err == nil {
		t.Error("a file is taken for a folder")
	}
	if got := slices.Sorted(maps.Keys(files)); len(got) != 3 {
		t.Error(got)
	}
}
