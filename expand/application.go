package expand

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"signalbox/dsl"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// An Application is where the files of one are.
type Application struct {
	path   string // as it was given, for messages
	root   string // Rails.root
	fsys   fs.FS  // nil for a text without an application around
	routes string // the routes file if that was given; else it is looked for
	close  func() error
}

// openPath finds the application that a path leads to: its folder, its config folder, or a
// routes file. With source, the path is the name of that text, and no file is read. The
// caller closes it.
func openPath(path string, source []byte) (*Application, error) {
	if source != nil {
		root, err := os.Getwd() // for Rails.root
		if err != nil {
			root = "/"
		}
		return &Application{path: path, root: filepath.ToSlash(root), routes: path, close: func() error { return nil }}, nil
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, &RouteError{Message: err.Error(), cause: err}
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, missingFile(files.System, path, err)
	}
	if file := routesIn(abs); info.IsDir() && file != "" {
		abs = file
		if info, err = os.Stat(abs); err != nil {
			return nil, fileError(path, err)
		}
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, irregular(path)
	}
	root, routes := filepath.Dir(abs), filepath.Base(abs)
	switch {
	case info.IsDir():
		root, routes = abs, ""
	case filepath.Base(root) == "config":
		root, routes = filepath.Dir(root), "config/"+routes
	}
	dir, err := files.OpenFolder(root)
	if err != nil {
		return nil, fileError(path, err)
	}
	return &Application{path: path, root: root, fsys: dir, routes: routes, close: dir.Close}, nil
}

// newLoader begins to load the application; name is the routes file, empty if its engines
// draw all routes.
func (a *Application) newLoader(options Options) (l *loader, name string, err error) {
	switch options.Unknown {
	case "", "both", "true", "false":
	default:
		return nil, "", &RouteError{Class: "ArgumentError", Message: fmt.Sprintf("Options.Unknown must be both, true or false, not %q", options.Unknown)}
	}
	if options.MaxRoutes == 0 {
		options.MaxRoutes = DefaultMaxRoutes
	}
	if options.MaxFileSize == 0 {
		options.MaxFileSize = DefaultMaxFileSize
	}
	tree := files.New(a.fsys)
	own := appFiles{tree: tree}
	if name = a.routes; name == "" {
		if name, err = routesOf(files.System, a.path, a.root, &own); err != nil {
			return nil, "", err
		}
	}
	settings, err := readSettings(tree)
	if err != nil {
		return nil, "", err
	}
	if err := options.addSettings(settings); err != nil {
		return nil, "", err
	}
	return &loader{
		options: options, root: a.root, from: a, tree: tree, lookup: lookup{files: own},
		engines: map[*dsl.Class]*engine{}, gemEngines: map[string]*dsl.Class{}, files: map[string]*grammar.File{},
		told: map[route.Diagnostic]bool{}, configFiles: map[string]*configFile{}, asked: map[string]bool{},
	}, name, nil
}
