package expand

import (
	"path"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What a booted application draws besides its config/routes.rb: the routes files
// of the engines that its Gemfile loads from the repository, those that
// config.paths and routes_reloader.paths name, and what initializers of engines
// append, prepend or mount.

// A boot follows the start of an application, or of an engine without one.
type boot struct {
	anyAim
	l *loader
	// paths are routes_reloader.paths: Rails unshifts each engine's, the
	// application's last.
	paths *dsl.Array
	own   *dsl.Array      // the application's config.paths["config/routes.rb"]
	files []engineFile    // in the order in which they are loaded
	ran   map[string]bool // routes files
	roots map[string]bool // routes files of engines
	added map[string]bool // their config/routes.rb
	// hasOwn tells that an engine has added config/routes.rb.
	hasOwn  bool
	started bool          // the routes files are next
	draws   bool          // what initializers draw are routes of the application
	cleared []grammar.Pos // what was drawn before them
	next    int           // the file whose engines are the next to add their paths
}

// An engineFile is a file that defines classes of engines.
type engineFile struct {
	name, part string
	engines    []*engine
	own        []*ownInitializers
}

// applicationRoutes is what config.paths names routes files by.
const applicationRoutes = "config/routes.rb"

// isEngine tells a folder that holds an engine and no application.
func (l *loader) isEngine() bool {
	return !l.IsFile("config/application.rb") && len(engineFiles(&l.layout)) > 0
}

// newBoot finds the engines that are loaded; draws is whether what their initializers draw
// for the application is in the table.
func (l *loader) newBoot(draws bool) *boot {
	b := &boot{l: l, draws: draws, paths: dsl.NewArray(), own: usualRoutes(), ran: map[string]bool{}, roots: map[string]bool{}, added: map[string]bool{}}
	names := &requires{l: l, seen: map[string]bool{}}
	if l.isEngine() {
		names.gem(localGem{name: l.gemName("."), folder: "."})
		for _, name := range engineFiles(&l.layout) {
			names.file(name)
		}
	} else {
		names.gems = l.localGems()
		for _, g := range names.gems {
			names.gem(g)
		}
	}
	b.files = names.engines
	return b
}

func usualRoutes() *dsl.Array { return dsl.NewArray(dsl.NewString(applicationRoutes)) }

// start runs what the engines and the application say before the routes files
// are loaded.
func (b *boot) start() {
	l := b.l
	l.boot = b
	for i := range b.files {
		b.define(&b.files[i])
	}
	s := l.newStart(b)
	s.engines = b
	b.mark(s)
	s.findMethods()
	as := l.run.to(toStart).onlyDefined()
	as.start, s.r = s, l.newReading(nil)
	l.during(as, s.boot)
	l.main.EndEarly()
	b.started = true
	for _, pos := range b.cleared {
		l.diagnose(route.Diagnostic{Severity: route.Note, Kind: route.UnlistedEngine, Pos: pos, Summary: clearedByRails})
	}
}

const clearedByRails = "Rails clears these routes when it loads the routes files: they are not listed; draw them in routes.append"

// mark marks the files that say something about routes, those of engines too.
func (b *boot) mark(s *start) {
	s.mark(func(f files.Text) bool { return mayDraw(f.Src) })
	for _, f := range b.files {
		s.files[f.name] = true
		for _, name := range b.l.initializersBelow(f.part) {
			src, err := b.l.Read(name)
			s.files[name] = s.files[name] || err == nil && mayDraw(src)
		}
	}
}

// run runs the files of engines, which Bundler requires.
func (b *boot) run(s *start) {
	if b == nil {
		return
	}
	for i := range b.files {
		at := len(s.initializers)
		s.file(b.files[i].name)
		b.files[i].own = s.initializers[at:]
	}
}

// initializers are those of engines, to which Rails itself gives some.
func (b *boot) initializers(s *start) (list initializers) {
	if b == nil {
		return nil
	}
	for n, f := range b.files {
		list = append(list, inherited(ofEngines, map[string]func(){
			":add_routing_paths": func() { b.addPaths(n + 1) }, ":load_config_initializers": s.initializersBelow(f.part),
		})...)
		for _, of := range f.own {
			of.booted = true
			list = append(list, of.list...)
		}
	}
	return list
}

// addAllPaths is addPaths of all files, and of the application behind them.
func (b *boot) addAllPaths() {
	if b != nil {
		b.addPaths(len(b.files) + 1)
	}
}

// define takes the classes of a file, unless something asked for them before.
func (b *boot) define(f *engineFile) {
	l := b.l
	file := l.Source(f.name)
	if file == nil {
		return
	}
	if !l.definitions.Taken(f.name) {
		l.takeEngineFile(file)
	}
	code.EachClass(file.Body, nil, func(around []grammar.Expr, _ grammar.Expr) {
		if v, ok := l.interp.Const(code.Path(around)); ok {
			l.engines.note(v, f.name)
			if e := l.engines.of(v); e != nil {
				f.engines = append(f.engines, e)
			}
		}
	})
}

// addPaths is the initializer add_routing_paths of the engines of the first n
// files that did not yet; the application's comes behind all.
func (b *boot) addPaths(n int) {
	for ; b.next < n; b.next++ {
		if b.next == len(b.files) {
			if !b.hasOwn { // of an engine alone it is the engine's
				b.unshift(b.own, ".")
			}
			continue
		}
		f := &b.files[b.next]
		for _, e := range f.engines {
			b.hasOwn = b.hasOwn || f.part == "." && b.l.isEngine()
			if e.routesRb != nil {
				b.unshift(e.routesRb, f.part)
			} else if name := path.Join(f.part, applicationRoutes); !b.added[name] {
				b.added[name] = true
				b.unshift(usualRoutes(), f.part)
			}
		}
	}
}

// unshift puts routes files below a folder in front.
func (b *boot) unshift(list *dsl.Array, part string) {
	for _, p := range slices.Backward(ruby.Possibilities(list, nil)) {
		name, ok := b.name(p.Value, part)
		if !ok {
			continue
		}
		b.roots[name] = b.roots[name] || part != "."
		_ = dsl.Attempt(func() {
			ruby.ForkAll(b.l.thread, p.When, func() {
				b.l.thread.Changing(b.paths)
				b.paths.Elems = slices.Insert(b.paths.Elems, 0, dsl.Value(dsl.NewString(b.l.root+"/"+name)))
			})
		})
	}
}

// name is a routes file that there is, relative to the application's folder.
func (b *boot) name(v dsl.Value, part string) (string, bool) {
	text, err := b.l.thread.Call(v, "to_s")
	s, ok := text.(*dsl.String)
	if err != nil || !ok {
		return "", false
	}
	name, inside := strings.CutPrefix(s.String(), b.l.root+"/")
	if !inside {
		name = path.Join(part, name)
	}
	return path.Clean(name), b.l.IsFile(path.Clean(name))
}

// load runs the routes files in Rails' order; main is the application's own.
func (b *boot) load(main func() error) error {
	for _, f := range b.loadedFiles() {
		err := dsl.Attempt(func() {
			ruby.ForkAll(b.l.thread, f.when, func() {
				if f.name != applicationRoutes {
					b.loadFile(f.name)
					return
				}
				b.ran[f.name] = true
				dsl.Check(main())
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// A loadedFile is a routes file that Rails loads, with what that depends on.
type loadedFile struct {
	name string // relative to the application's folder
	when ruby.Condition
}

// loadedFiles are the routes files that there are. Rails loads one that is named
// twice twice.
func (b *boot) loadedFiles() []loadedFile {
	var files []loadedFile
	for _, p := range ruby.Possibilities(b.paths, nil) {
		if name, ok := b.name(p.Value, "."); ok && len(files) < maxDrawnFiles {
			files = append(files, loadedFile{name, p.When})
		}
	}
	return files
}

// noteFiles tells of routes files that are no part of the table.
func (b *boot) noteFiles() {
	var names []string
	for _, f := range b.loadedFiles() {
		if !b.roots[f.name] && f.name != applicationRoutes && !slices.Contains(names, f.name) {
			names = append(names, f.name)
		}
	}
	if len(names) == 0 {
		return
	}
	b.l.diagnose(route.Diagnostic{
		Severity: route.Note, Kind: route.UnlistedEngine, Pos: grammar.Pos{Filename: names[0], Line: 1, Column: 1},
		Summary: "a booted application also loads " + strings.Join(names, ", ") + "; pass --framework to list their routes",
	})
}

// loadFile runs a routes file besides the application's own. What goes wrong in
// it leaves the others their routes.
func (b *boot) loadFile(name string) {
	l := b.l
	b.ran[name] = true
	file, err := l.parse(name)
	if err == nil {
		if part, _, ok := strings.Cut(name, "/config/"); ok {
			l.engines.part = part
		}
		err = l.drawRoutes(file)
		l.engines.part = ""
	}
	if err != nil {
		l.warnOf(route.FileNote, grammar.Pos{Filename: name, Line: 1, Column: 1}, "the file raises an error ("+l.routeError(err).Error()+"): some of its routes are missing; fix the file")
	}
}
