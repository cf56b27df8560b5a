package scaffold

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed app
var templates embed.FS

// Options say what an application is called, and where it has signalbox from.
type Options struct {
	// Name is the name of the program: letters, digits, '-', '_' and '.'.
	Name string
	// Module is the path of its Go module; Name when empty.
	Module string
	// Replace is the folder of a copy of signalbox: absolute, or relative to the
	// application. When it is empty, the module comes from where the others do.
	Replace string
}

// names are what is the same in a path, a shell, a Dockerfile and HTML.
var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// modules are the paths that Go takes for a module, a host in front or not.
var modules = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9][A-Za-z0-9._~-]*)*$`)

func (o *Options) check() error {
	if !names.MatchString(o.Name) {
		return fmt.Errorf("%q is not the name of a program: use letters, digits, -, _ and . only", o.Name)
	}
	o.Module = cmp.Or(o.Module, o.Name)
	if !modules.MatchString(o.Module) {
		return fmt.Errorf("%q is not the path of a Go module, as in example.com/shop", o.Module)
	}
	first, _, _ := strings.Cut(o.Module, "/")
	if isStandard(first) || first == "signalbox" {
		return fmt.Errorf("a module cannot be called %s: Go has packages of that name", o.Module)
	}
	return nil
}

// isStandard reports whether Go's library has a folder of that name.
func isStandard(name string) bool {
	p, err := build.Default.Import(name, "", build.FindOnly)
	return err == nil && p.Goroot || name == "main"
}

// Image is the name of a container's image.
func (o *Options) Image() string { return strings.ToLower(o.Name) }

// Replacement is Replace as go.mod has it.
func (o *Options) Replacement() string {
	path := filepath.ToSlash(o.Replace)
	if !filepath.IsAbs(o.Replace) && !strings.HasPrefix(path, "../") && path != ".." {
		path = "./" + path
	}
	if strings.ContainsAny(path, " \t\"'`()[]{},") || strings.Contains(path, "//") {
		return strconv.Quote(path)
	}
	return path
}

// Files returns the files of an application by their paths.
func Files(o Options) (map[string][]byte, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	return files, fill(files, "app", &o)
}

// fill adds the templates of a folder to files.
func fill(files map[string][]byte, folder string, data any) error {
	return fs.WalkDir(templates, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := templates.ReadFile(name)
		if err != nil {
			return err
		}
		t, err := template.New(name).Delims("«", "»").Parse(string(text))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, data); err != nil {
			return err
		}
		target := strings.TrimSuffix(strings.TrimPrefix(name, folder+"/"), ".tmpl")
		if strings.HasSuffix(target, "ignore") {
			target = "." + target // a dot would keep it out of the program
		}
		files[target] = b.Bytes()
		return nil
	})
}

// Write writes files into a folder, which is made if it isn't there. If one of them is there
// already, the error names all that are, and nothing is written.
func Write(folder string, files map[string][]byte) error {
	var there []string
	list := slices.Sorted(maps.Keys(files))
	for _, name := range list {
		if _, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(name))); err == nil {
			there = append(there, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if len(there) > 0 {
		return fmt.Errorf("%s has files that are not overwritten:\n  %s\nName another folder, or remove them", folder, strings.Join(there, "\n  "))
	}
	for _, name := range list {
		if err := writeNew(filepath.Join(folder, filepath.FromSlash(name)), files[name]); err != nil {
			return err
		}
	}
	return nil
}

// writeNew writes a file that is not there.
func writeNew(name string, text []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(text)
	return err
}
