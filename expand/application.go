package expand

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
	"signalbox/internal/regex"
)

// An Application is one that tables are loaded from, see [Open]. It is safe for
// concurrent use if its file system is.
type Application struct {
	path   string           // as it was given, for messages
	root   string           // Rails.root
	fsys   fs.FS            // nil for a text without an application around
	links  files.LinkReader // which knows path and folder
	folder string           // of the application
	routes string           // the routes file if that was given; else it is looked for
	close  func() error

	options Options
	parsed  *files.Parsed
	memo    *files.Memo
	regexps *regex.Cache

	mu    sync.Mutex
	tree  *files.Tree // of the last table; nil if each reads anew
	table *Table
	err   error
}

// railsRoot is Rails.root of an application that is not in a folder of the system: that of
// the Dockerfile which Rails writes.
const railsRoot = "/rails"

// Open returns the application whose folder is the root of a file system: that of an
// [os.Root], an embed.FS, a revision in a repository, or a [files.Overlay] with the texts
// of an editor on top.
//
//	root, err := os.OpenRoot("shop")
//	app, err := expand.Open(root.FS(), expand.Options{})
//	table, err := app.Table()
//
// Symbolic links that lead out of it are not followed, unless the file system follows them:
// that of [os.DirFS] does where somebody puts a link in the place of a folder in between.
// Nothing is read before the first [Application.Table]. Options.Source has no meaning.
func Open(fsys fs.FS, options Options) (*Application, error) {
	if fsys == nil {
		return nil, &RouteError{Class: "ArgumentError", Message: "Open wants a file system"}
	}
	if err := options.check(); err != nil {
		return nil, err
	}
	options.Source = nil
	options.Env, options.Set, options.Words = maps.Clone(options.Env), maps.Clone(options.Set), slices.Clone(options.Words)
	tree := files.Remember(fsys)
	return &Application{path: ".", folder: ".", root: railsRoot, fsys: fsys, links: tree, options: options, parsed: &files.Parsed{}, memo: &files.Memo{}, regexps: &regex.Cache{}, tree: tree}, nil
}

// Table returns the table of the files as they are now, as [Load] does. Where nothing that
// the last one depended on has changed, that is returned again. Otherwise files that are as
// they were are neither read nor parsed again. A file of the system is as it was if its
// size and time are, unless it was changed just before it was read; others are compared.
func (a *Application) Table() (*Table, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	tree, same := a.tree.Again()
	if a.tree = tree; same && (a.table != nil || a.err != nil) {
		return a.table, a.err
	}
	a.links, a.table, a.err = tree, nil, nil // also if the loading does not end
	if a.table, a.err = a.load(a.options); a.err != nil {
		a.err = a.withOtherVariables(a.options, a.err)
	}
	a.parsed.Drop()
	a.memo.Drop()
	a.regexps.Drop()
	return a.table, a.err
}

// Files returns what the last table depended on, by name: the files that were read, the
// folders that were listed, and what was looked for, be it there or not.
func (a *Application) Files() []files.Use {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.tree.Uses()
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
		return &Application{path: path, root: filepath.ToSlash(root), links: files.System, routes: path, parsed: &files.Parsed{}, memo: &files.Memo{}, regexps: &regex.Cache{}, close: func() error { return nil }}, nil
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
	dir, closeDir, err := files.OpenFolder(root)
	if err != nil {
		return nil, fileError(path, err)
	}
	return &Application{path: path, folder: root, root: root, fsys: dir, links: files.System, routes: routes, parsed: &files.Parsed{}, memo: &files.Memo{}, regexps: &regex.Cache{}, close: closeDir}, nil
}

// newLoader begins to load the application; name is the routes file, empty if its engines
// draw all routes.
func (a *Application) newLoader(options Options) (l *loader, name string, err error) {
	if err := options.check(); err != nil {
		return nil, "", err
	}
	if options.MaxRoutes == 0 {
		options.MaxRoutes = DefaultMaxRoutes
	}
	if options.MaxFileSize == 0 {
		options.MaxFileSize = DefaultMaxFileSize
	}
	tree := cmp.Or(a.tree, files.New(a.fsys))
	own := files.NewLayout(tree)
	if name = a.routes; name == "" {
		if name, err = routesOf(a.links, a.path, a.folder, &own); err != nil {
			return nil, "", err
		}
	}
	given, err := readSettings(tree)
	if err != nil {
		return nil, "", err
	}
	if err := options.addSettings(given); err != nil {
		return nil, "", err
	}
	l = &loader{
		options: options, root: a.root, from: a, asked: map[string]bool{}, slips: map[string]bool{},
		sources: sources{tree: tree, layout: own, parsed: a.parsed, memo: a.memo, files: map[string]*grammar.File{}, broken: map[string]bool{}, seen: map[string]files.Text{}, maxSize: options.MaxFileSize},
	}
	if options.Source != nil {
		l.given = map[string][]byte{a.path: options.Source}
	}
	l.sources.warn = func(at grammar.Pos, text string) {
		l.during(run{}, func() { l.warnOf(route.FileNote, at, text) })
	}
	l.configuration = configuration{l: l, values: map[string]configValue{}, environmentAt: map[string]core.Environment{}, files: map[string]*configFile{}}
	l.engines = engines{l: l, byClass: map[*dsl.Class]*engine{}, ofGems: map[string]*dsl.Class{}}
	l.settings, l.requests, l.railsClasses = settingValues{l: l}, requests{l: l}, railsClasses{l: l, values: map[string]dsl.Value{}}
	l.variables = variableNotes{l: l, missing: map[string]map[grammar.Pos]bool{}, heard: map[string]bool{}}
	l.notes = notes{l: l, reported: map[route.Diagnostic]bool{}, decided: map[dsl.Condition]bool{}, valueBlocks: map[*grammar.File]map[grammar.Pos]*grammar.Call{}}
	l.drawn, l.customWords = drawnFiles{l: l}, customWords{l: l, files: map[string]bool{}}
	return l, name, nil
}

func (o *Options) check() error {
	switch o.Unknown {
	case "", "both", "true", "false":
		return nil
	}
	return &RouteError{Class: "ArgumentError", Message: fmt.Sprintf("Options.Unknown must be both, true or false, not %q", o.Unknown)}
}

// routesIn is the routes.rb of a folder that is no application: of config itself,
// mostly. Empty if there is none.
func routesIn(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, "config", "routes.rb")); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	file := filepath.Join(dir, "routes.rb")
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	if filepath.Base(dir) != "config" && len(engineFilesIn(dir)) > 0 {
		return ""
	}
	return file
}

// routesOf is the routes file of an application, relative to its folder, which is root
// to links and was given as path; empty if its engines draw all routes.
func routesOf(links files.LinkReader, path, root string, own *files.Layout) (string, error) {
	_, err := links.Stat(filepath.Join(root, applicationRoutes))
	if err == nil {
		return applicationRoutes, nil
	}
	engines := len(engineFiles(own)) > 0
	for _, name := range []string{applicationRoutes, "routes.rb"} { // the latter in config itself
		file := filepath.Join(path, name)
		if files.DanglingLink(links, file) != "" && (name == applicationRoutes || !engines) {
			return "", missingFile(links, file, err)
		}
	}
	if !engines {
		return "", noRoutes(path, root, own, err)
	}
	return "", nil
}

// missingFile is fileError with the symbolic link that leads nowhere, if that is
// what keeps a file from being there.
func missingFile(links files.LinkReader, name string, err error) error {
	all := fileError(name, err)
	var e *RouteError
	if !errors.As(all, &e) || !errors.Is(err, fs.ErrNotExist) {
		return all
	}
	if why := files.DanglingLink(links, name); why != "" {
		e.Message, e.Hint = "no such file: "+why, "correct the link, or give the file itself"
	}
	return e
}

// irregular is the error of what is neither a file nor a folder.
func irregular(name string) error {
	return &RouteError{
		Class: "IOError", Message: "is no regular file", Pos: grammar.Pos{Filename: name},
		Hint: "give a file of its own: a folder, a pipe or a device is not read as one",
	}
}
