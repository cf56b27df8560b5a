package scaffold

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed app beside all:web
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
	// From is the folder of the Rails application that [Beside] begins one in front of: absolute,
	// or relative to the new application.
	From string
	// Web adds pages with React and Vite; WebPackage is their dependency on the npm package of
	// signalbox: a version, or "file:signalbox-web-0.1.0.tgz", which `npm run setup` packs from
	// Replace.
	Web        bool
	WebPackage string
}

// names are what is the same in a path, a shell, a Dockerfile and HTML.
var names = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// modules are the paths that Go takes for a module, a host in front or not.
var modules = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9][A-Za-z0-9._~-]*)*$`)

// An OptionError is what is wrong with the options.
type OptionError struct{ text string }

func (e *OptionError) Error() string { return e.text }

// check says what is wrong with the options, and completes them.
func (o *Options) check() error {
	refuse := func(format string, args ...any) error { return &OptionError{fmt.Sprintf(format, args...)} }
	if !names.MatchString(o.Name) {
		return refuse("%q is not the name of a program: use letters, digits, -, _ and . only", o.Name)
	}
	o.Module = cmp.Or(o.Module, o.Name)
	if !modules.MatchString(o.Module) {
		return refuse("%q is not the path of a Go module, as in example.com/shop", o.Module)
	}
	first, _, _ := strings.Cut(o.Module, "/")
	if isStandard(first) || first == "signalbox" {
		return refuse("a module cannot be called %s: Go has packages of that name", o.Module)
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

// Setup is what brings the npm package of signalbox into web, for package.json.
func (o *Options) Setup() string {
	if o.Replace == "" {
		return ""
	}
	from := filepath.ToSlash(o.Replace) + "/web"
	if !filepath.IsAbs(o.Replace) {
		from = "../" + from
	}
	text, _ := json.Marshal(o.Shell(from)) // a text
	from = strings.Trim(string(text), `"`)
	return "npm ci --prefix " + from + " && npm pack " + from + " && "
}

// Files returns the files of an application by their paths.
func Files(o Options) (map[string][]byte, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	err := fill(files, "app", &o)
	if o.Web && err == nil {
		err = fill(files, "web", &o)
	}
	return files, err
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
		if base := path.Base(target); strings.HasSuffix(base, "ignore") {
			target = path.Join(path.Dir(target), "."+base) // a dot would keep it out of the program
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
