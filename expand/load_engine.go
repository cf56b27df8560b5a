package expand

import (
	"bytes"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Engines that the application keeps itself: in lib, or in folders such as
// engines/shop with a lib and a config/routes.rb of their own.

// engines are those that the application's files define, or ask for.
type engines struct {
	l       *loader
	byClass map[*dsl.Class]*engine
	ofGems  map[string]*dsl.Class // that no file defines, by name
	part    string                // the folder of the one that is drawn now
}

// partOf is the folder of the engine whose class a file holds: Rails looks for
// the nearest folder above that has a lib.
func partOf(file string) string {
	if i := strings.LastIndex(file, "/lib/"); i > 0 {
		return file[:i]
	}
	return "."
}

// note remembers where an engine stands.
func (es *engines) note(v dsl.Value, file string) {
	if e := es.of(v); e != nil && e.part == "" {
		e.part = partOf(file)
	}
}

// draw runs the routes file of an engine of the application, if something
// mounts it.
func (es *engines) draw(set *routeSet) error {
	e := set.engine
	if e == nil || e.drawn || e.part == "" || !es.isMounted(e) {
		return nil
	}
	e.drawn = true
	name := e.part + "/config/routes.rb"
	if e.part == "." || !es.l.layout.Exists(name) || es.l.boot != nil && es.l.boot.ran[name] {
		return nil
	}
	file, err := es.l.parse(name)
	if err != nil {
		return err
	}
	es.part = e.part
	defer func() { es.part = "" }()
	_, err = es.l.thread.Run(file, nil)
	return err
}

func (es *engines) isMounted(e *engine) bool {
	return slices.ContainsFunc(es.l.sets, func(set *routeSet) bool { return set.mounts(e.set) })
}

// noteUnmounted tells of engines whose routes no table shows.
func (es *engines) noteUnmounted(shown *routeSet, engines []*routeSet) {
	for _, set := range engines {
		if set == shown || slices.Contains(shown.table.Unmounted, set.table) || es.isMounted(set.engine) || es.drawsItself(set) {
			continue
		}
		es.l.diagnose(route.Diagnostic{
			Severity: route.Note, Kind: route.UnlistedEngine, Summary: "nothing mounts " + set.engine.class.Name() + ": its routes are not listed; mount it in the routes file", Pos: set.Routes[0].Pos,
		})
	}
}

// drawsItself tells an engine whose own files draw all of its routes.
func (es *engines) drawsItself(set *routeSet) bool {
	part := set.engine.part
	return part != "" && part != "." && !slices.ContainsFunc(set.Routes, func(r *route.Route) bool { return !strings.HasPrefix(r.Pos.Filename, part+"/") })
}

// noteOfTheApplication tells of routes that an engine, or an initializer, adds to the
// application.
func (es *engines) noteOfTheApplication(pos grammar.Pos) {
	summary := addedByEngine
	if strings.HasPrefix(pos.Filename, "config/") {
		summary = addedByInitializer
	}
	es.l.diagnose(route.Diagnostic{Severity: route.Note, Kind: route.UnlistedEngine, Pos: pos, Summary: summary})
}

const (
	addedByEngine      = "the engine adds routes to the application where it is loaded; pass --framework to list them if the Gemfile names it"
	addedByInitializer = "the initializer adds routes to the application as it starts; pass --framework to list them"
)

// drawsApplication finds an engine's routes that are the application's.
var drawsApplication = regexp.MustCompile(`(?m)^[ \t]*(?:::)?(?:\w+::)*(?:Rails\.application|Application)\.routes\.(?:draw|append|prepend)\b`)

// noteEnginesOfTheApplication tells of engines in the repository that draw
// routes of the application, whether something mounts them or not.
func (es *engines) noteEnginesOfTheApplication() {
	for _, part := range es.l.layout.Parts() {
		name := part + "/config/routes.rb"
		if !es.l.layout.Exists(name) || es.l.files[name] != nil {
			continue
		}
		src, err := es.l.Read(name)
		if err != nil {
			continue
		}
		if at := drawsApplication.FindIndex(src); at != nil {
			pos := grammar.Pos{Filename: name, Offset: at[0], Line: 1 + bytes.Count(src[:at[0]], []byte("\n")), Column: 1}
			es.noteOfTheApplication(pos)
		}
	}
}

// noteEngineFile tells of a file that defines an engine and draws nothing: the
// engine's routes are those of its folder.
func (es *engines) noteEngineFile(file *grammar.File) {
	if file == nil || es.l.drawing.Count() > 0 {
		return
	}
	grammar.Inspect(file, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Class)
		if !ok || c.Super == nil || code.LastName(grammar.String(c.Super)) != "Engine" {
			return true
		}
		todo := "pass the folder of the engine"
		if folder := es.l.from.folderAround(); folder != "" {
			todo = "pass `" + filepath.ToSlash(folder) + "`"
		}
		es.l.diagnose(route.Diagnostic{Severity: route.Warning, Kind: route.UnlistedEngine, Summary: "the file defines an engine and draws no routes; " + todo, Pos: c.Pos})
		return false
	})
}

// folderAround is the nearest folder above the file that was given which has a config/routes.rb,
// written as that is; "" if there is none.
func (a *Application) folderAround() string {
	for folder, up := filepath.Dir(a.path), 0; up < maxHintDepth*2; up++ {
		if _, err := a.links.Stat(filepath.Join(folder, "config", "routes.rb")); err == nil {
			return folder
		}
		if folder == "." || folder == ".." || strings.HasSuffix(folder, string(filepath.Separator)+"..") {
			folder = filepath.Join("..", folder)
			continue
		}
		above := filepath.Dir(folder)
		if above == folder {
			return ""
		}
		folder = above
	}
	return ""
}

// ---- a folder without config/routes.rb

// engineFiles are the files of lib that may hold an engine's routes.
func engineFiles(own *files.Layout) []string {
	var found []string
	for _, name := range own.Below("lib") {
		base := filepath.Base(name)
		if strings.HasSuffix(base, "engine.rb") || base == "railtie.rb" || base == "routes.rb" || base == "rails.rb" {
			found = append(found, name)
		}
	}
	return found
}

func engineFilesIn(root string) []string {
	dir, closeDir, err := files.OpenFolder(root)
	if err != nil {
		return nil
	}
	defer closeDir()
	own := files.NewLayout(files.New(dir))
	return engineFiles(&own)
}

// runFiles draws what the engines of a folder without config/routes.rb draw
// in their classes.
func (es *engines) runFiles(names []string) error {
	for _, name := range names {
		if es.l.definitions.Taken(name) {
			continue
		}
		file, err := es.l.parse(name)
		if err != nil {
			return err
		}
		es.l.takeEngineFile(file)
	}
	return nil
}

// takeEngineFile takes the definitions of a file that defines engines. What blocks in it draw
// later, the start itself follows.
func (l *loader) takeEngineFile(file *grammar.File) {
	l.definitions.TakeWith(file, drawsRoutes, func(x grammar.Expr) bool { return drawsRoutes(x) && !concernsRoutes(x) })
}

// drawsRoutes tells `X::Engine.routes.draw do` at the top of a file.
func drawsRoutes(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	if !ok || c.Block == nil || c.Recv == nil {
		return false
	}
	on, ok := c.Recv.(*grammar.Call)
	return ok && on.Name == "routes" || c.Name == "add_routes"
}

// noRoutes is the error for a folder without routes; it names those of its
// folders that have some.
func noRoutes(path, root string, own *files.Layout, cause error) error {
	e := &RouteError{
		Class: "Errno::ENOENT", Message: "no config/routes.rb in " + path, cause: cause,
		Hint: "give a routes file, or the folder of an application",
	}
	if found := foldersWithRoutes(own); len(found) > 0 {
		for i, folder := range found {
			found[i] = asGiven(path, root, folder)
		}
		e.Hint = "there are routes in " + strings.Join(found, ", ") + ": give one of these folders"
	}
	return e
}

// asGiven is a folder below the root, written as the path to the root is.
func asGiven(path, root, folder string) string {
	if abs, err := filepath.Abs(path); err != nil || abs != root {
		path = root
	}
	return filepath.ToSlash(filepath.Join(path, folder))
}

// The bounds of the search for other applications.
const (
	maxHintDepth = 3
	maxHints     = 6
)

func foldersWithRoutes(own *files.Layout) []string {
	var found []string
	var walk func(string, int)
	walk = func(folder string, depth int) {
		if depth > maxHintDepth {
			return
		}
		for _, base := range own.Subfolders(folder) {
			name := path.Join(folder, base)
			if own.Entries(folder)[base].Link || base == "spec" || base == "test" || len(found) >= maxHints {
				continue
			}
			if own.Has(name+"/config", "routes.rb") {
				found = append(found, name)
				continue
			}
			walk(name, depth+1)
		}
	}
	walk("", 1)
	return found
}
