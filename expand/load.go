package expand

import (
	"fmt"
	"io/fs"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/bundle"
	"signalbox/expand/code"
	"signalbox/expand/definitions"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Options tell what the files cannot say.
type Options struct {
	// Source is the text of a routes file that no application is around, such as one
	// of another revision; the path is its name then, and no file is read. Nil
	// stands for the file at the path.
	Source []byte
	// RailsEnv is Rails.env; when empty, what [route.SettingsFile] says, else
	// "development".
	RailsEnv string
	// Env is what ENV holds, beside what [route.SettingsFile] says.
	Env map[string]string
	// Set gives values that only the application knows, by the expression, as a
	// YAML scalar or flow list: {"Settings.sso": "true", "Site.locales": "[en, fr]"}.
	// It goes before [route.SettingsFile].
	Set map[string]string
	// Words are Ruby files of the application that define routing methods, relative
	// to its folder, beside those that [route.SettingsFile] names: each `def` is a word.
	Words []string
	// Unknown decides undecidable conditions: "true", "false", or "both" to draw
	// both sides and mark the routes. Empty means what [route.SettingsFile] says, else
	// both.
	Unknown string
	// Limits bound the program.
	Limits dsl.Limits
	// MaxRoutes bounds the table; 200,000 when zero.
	MaxRoutes int
	// MaxFileSize bounds each file, in bytes; 16 MiB when zero.
	MaxFileSize int64
	// Framework adds the routes that a booted application has besides its own: those
	// of Active Storage, Action Mailbox, turbo-rails and so on, as Gemfile.lock and
	// the settings say, and those of engines that the Gemfile takes from the
	// repository.
	Framework bool
	// NoRequests leaves out what only requests and helpers ask for, such as the classes
	// that constraints call: a table that is listed or checked is there sooner. Without
	// it a table is complete, see [Load].
	NoRequests bool
	// plain leaves the settings of SettingsFile aside.
	plain bool
	// unknownEnv are variables of the environment whose values count as unknown.
	unknownEnv []string
	// places are those of the keys of Set that SettingsFile gives.
	places map[string]grammar.Pos
	// wordPlaces are where SettingsFile names files of Words.
	wordPlaces map[string]grammar.Pos
	// APIOnly overrides config.api_only of config/application.rb.
	APIOnly *bool
}

// internalError is the class of a mistake of this program.
const internalError = "InternalError"

// The limits that hold when Options gives none.
const (
	DefaultMaxRoutes   = 200_000
	DefaultMaxFileSize = 16 << 20
	maxDrawDepth       = 50
	maxDrawnFiles      = 100_000
)

func limitMessage(n int) string {
	return fmt.Sprintf("limit reached: routes (at most %d)", n)
}

// An interpreter runs the application's code.
type interpreter struct {
	interp  *dsl.Interp
	thread  *dsl.Thread // the routes'
	looking *dsl.Thread // what looking into files has used
}

// A loader reads one application.
type loader struct {
	drawing *mapper.Drawing // the routing methods
	options Options
	root    string // of the application, absolute
	from    *Application
	main    *routeSet
	sets    []*routeSet

	sources
	interpreter
	railsClasses
	variables     variableNotes
	gems          *bundle.Bundle
	definitions   *definitions.Definitions
	configuration configuration
	settings      settingValues
	engines       engines
	requests      requests

	asked       map[string]bool // what only the application knows, and was asked for
	run         run             // what code runs for now
	boot        *boot           // the start of the application, once it was followed
	notes       notes
	drawn       drawnFiles
	customWords customWords
	slips       map[string]bool // the names that isSlip was asked about
}

// A Table is the routes of an application, see [route.Table].
type Table = route.Table

// A Route is one row of a table, see [route.Route].
type Route = route.Route

// Load reads a routes file, or the config/routes.rb of an application's folder,
// and gives its table:
//
//	table, err := expand.Load(".", expand.Options{RailsEnv: "production"})
//
// The table is complete: it reads nothing later, and is safe for concurrent use. What
// its lambdas and constraint objects may ask of the application's files was found out;
// what they ask beyond that is unknown.
//
// The error is a *[RouteError], or one of packages grammar and dsl; positions
// are relative to the application's folder. Several variables of the environment
// that the file can't do without are [grammar.Errors] of theirs.
func Load(path string, options Options) (*route.Table, error) {
	a, err := openPath(path, options.Source)
	if err != nil {
		return nil, err
	}
	defer a.close()
	t, err := a.load(options)
	if err != nil {
		err = a.withOtherVariables(options, err)
	}
	return t, err
}

func (a *Application) load(options Options) (_ *route.Table, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &RouteError{Class: internalError, Message: fmt.Sprintf("internal error: %v\n%s", p, debug.Stack())}
		}
	}()
	l, name, err := a.newLoader(options)
	if err != nil {
		return nil, err
	}
	var file *grammar.File
	if name != "" {
		if file, err = l.parse(name); err != nil {
			return nil, err
		}
	}
	for _, name := range definitions.BootFiles(l.options.RailsEnv) {
		l.Source(name) // what can't be used of them is told, whatever they say
	}
	l.configuration.application = applicationSays(l.Source("config/application.rb"))
	if l.options.APIOnly != nil {
		l.configuration.application.apiOnly = *l.options.APIOnly
	}
	l.setUp()
	if err := l.settings.read(); err != nil {
		return nil, err
	}
	l.followStart(file)
	if err := l.runInitializers(); err != nil {
		return nil, l.routeError(err)
	}
	l.definitions.MixIn()
	if err := l.customWords.define(); err != nil {
		return nil, l.routeError(err)
	}
	if err := l.runAll(file); err != nil {
		return nil, l.routeError(err)
	}
	if err := l.drawFramework(); err != nil {
		return nil, l.routeError(err)
	}
	if err := l.finalize(); err != nil {
		return nil, l.routeError(err)
	}
	if err := l.nameScopes(); err != nil {
		return nil, l.routeError(err)
	}
	l.noteHelpers()
	if file != nil && file.Name == "config/routes.rb" {
		l.engines.noteEnginesOfTheApplication()
	}
	l.engines.noteEngineFile(file)
	l.gems.NoteLock()
	l.settings.noteOthers()
	l.notes.warnUses()
	l.requests.findAnswers()
	if err := l.settings.check(); err != nil {
		return nil, err
	}
	l.customWords.noteModules()
	t := l.table()
	l.seal()
	if file == nil && len(t.Routes) == 0 && len(t.Unmounted) == 0 {
		return nil, noRoutes(a.path, l.root, &l.layout, fs.ErrNotExist)
	}
	return t, nil
}

// aboutNames matches files that change the inflections, or define anew what makes names with them.
var aboutNames = regexp.MustCompile(`[Ii]nflect|\b(?:def|alias|alias_method|define_method)\b.*\b(?:plural|singular)ize\b`)

// runInitializers runs the files that change the inflections. Apart from
// inflections.rb, what goes wrong in them does not break the table.
func (l *loader) runInitializers() error {
	for _, name := range l.Initializers() {
		src, ok := l.Text(name)
		if !ok || !aboutNames.Match(src) {
			continue
		}
		own := name == "config/initializers/inflections.rb"
		file, err := l.parse(name)
		if err != nil && !own {
			l.Unusable(name, err)
			continue
		}
		if err == nil {
			r := l.run.to(toInflect)
			if !own {
				r.audience = hearsNotes
			}
			l.during(r, func() { _, err = l.thread.Run(file, nil) })
		}
		if err != nil {
			if own {
				return err
			}
			l.diagnose(route.Diagnostic{Severity: route.Note, Kind: route.FileNote, Summary: "the initializer is not run (" + err.Error() + "): its inflections are missing; set what it asks for", Pos: grammar.Pos{Filename: name}})
		}
	}
	return nil
}

// runAll draws the application's routes file, and what a booted application
// draws besides: with Options.Framework, or where no routes file stands for it.
func (l *loader) runAll(file *grammar.File) error {
	main := func() error { return l.drawRoutes(file) }
	if file != nil && (!l.options.Framework || file.Name != applicationRoutes) {
		if err := main(); err != nil || file.Name != applicationRoutes {
			return err
		}
		b := l.newBoot(!slices.ContainsFunc(l.sets, (*routeSet).isDrawn))
		b.start()
		b.noteFiles()
		return nil
	}
	b := l.newBoot(true)
	b.start()
	if file == nil {
		if err := main(); err != nil {
			return err
		}
	}
	return b.load(main)
}

// drawRoutes evaluates the routes file: as it is, when it says `draw` itself, or as
// the inside of a draw block.
func (l *loader) drawRoutes(file *grammar.File) error {
	if file == nil {
		return l.engines.runFiles(engineFiles(&l.layout))
	}
	if err := refuseOldMap(file); err != nil {
		return err
	}
	if drawsItself(file) {
		_, err := l.thread.Run(file, nil)
		return err
	}
	m := mapper.NewMapper(l.drawing, &l.main.RouteSet, l.thread)
	_, err := l.thread.Run(file, m.Self())
	return err
}

// refuseOldMap is the error for the routes of Rails 1 and 2, which no later
// Rails reads: `ActionController::Routing::Routes.draw do |map|`.
func refuseOldMap(file *grammar.File) (err error) {
	grammar.Inspect(file, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if ok && c.Name == "draw" && c.Block != nil && c.Recv != nil && strings.TrimPrefix(grammar.String(c.Recv), "::") == "ActionController::Routing::Routes" {
			err = &RouteError{
				Class: "NameError", Message: "these are routes of Rails 2: uninitialized constant ActionController::Routing::Routes", Pos: c.Pos,
				Hint: "Rails 3 and later read Rails.application.routes.draw do, without the parameter map",
			}
		}
		return err == nil
	})
	return err
}

// drawsItself tells whether a file opens a `draw` block of its own.
func drawsItself(file *grammar.File) bool {
	return code.Any(file, func(n grammar.Node) bool {
		switch c := n.(type) {
		case *grammar.Call:
			switch c.Name {
			case "add_routes":
				return givesBlock(c)
			case "draw", "append", "prepend":
				return givesBlock(c) && c.Recv != nil && !code.IsSelf(c.Recv)
			case "routes":
				return givesBlock(c) && c.Recv != nil
			}
		case *grammar.Class: // class Engine ... routes do
			return code.Any(c.Body, func(n grammar.Node) bool {
				c, ok := n.(*grammar.Call)
				return ok && c.Name == "routes" && c.Block != nil
			})
		}
		return false
	})
}

func givesBlock(c *grammar.Call) bool { return c.Block != nil || c.BlockArg != nil }

// finalize draws the engines of the application that are mounted, and runs the
// blocks that were appended.
func (l *loader) finalize() error {
	for i := 0; i < len(l.sets); i++ {
		set := l.sets[i]
		if set != l.main {
			if err := l.engines.draw(set); err != nil {
				return err
			}
		}
		if err := l.drawAppended(set); err != nil {
			return err
		}
		if set.welcome != nil {
			if err := set.welcome(); err != nil {
				return err
			}
		}
	}
	return nil
}

// drawAppended runs the blocks that were appended, and those that they append.
func (l *loader) drawAppended(set *routeSet) error {
	for i := 0; i < len(set.appended.Elems); i++ {
		for _, p := range ruby.Possibilities(set.appended.Elems[i], nil) {
			block, ok := p.Value.(*dsl.Proc)
			if !ok {
				continue
			}
			err := dsl.Attempt(func() {
				ruby.ForkAll(l.thread, p.When, func() {
					l.drawIn(l.thread, set, block, func(self dsl.Value, b *dsl.Proc) { dsl.Must(l.thread.Exec(self, b)) })
				})
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// table gives the result: the application's routes, or, when it has none, those
// of the engines that the file draws.
func (l *loader) table() *route.Table {
	var engines []*routeSet
	for _, set := range l.sets {
		set.finish(l)
		l.findEngineTables(set)
		if set.engine != nil && len(set.Routes) > 0 {
			engines = append(engines, set)
		}
	}
	set, beside := l.main, engines
	switch {
	case len(engines) == 0:
	case len(set.Routes) == 0:
		set, beside = engines[0], engines[1:]
	case !l.isEngine():
		beside = nil
	}
	for _, more := range beside {
		if set != l.main || !set.mounts(more) {
			set.table.Unmounted = append(set.table.Unmounted, more.table)
		}
	}
	l.engines.noteUnmounted(set, engines)
	l.engines.warnOfNamespaces(set)
	l.noteComparedEnvironments()
	set.table.Diagnostics, set.table.Unknown.Uses = l.notes.list, l.drawing.Uses()
	set.table.Unknown.Calls, set.table.Unset = l.interp.Around(), l.variables.all()
	set.table.Undrawn = l.undrawn()
	set.table.UnusedConcerns, set.table.Remarks = l.drawing.UnusedConcerns(l.files), l.drawing.Remarks()
	return set.table
}

// findEngineTables asks the engines among the endpoints for their routes, which
// a program may keep elsewhere.
func (l *loader) findEngineTables(set *routeSet) {
	for _, r := range set.Routes {
		if r.Endpoint.Kind != route.Engine {
			continue
		}
		v, err := l.thread.Call(r.Endpoint.App, "routes")
		if err != nil {
			continue
		}
		if o, ok := v.(*dsl.Object); ok {
			if h, ok := o.Host.(*setHost); ok {
				r.Endpoint.Table = h.set.table
				h.set.table.Mounts = append(h.set.table.Mounts, route.Mount{Table: set.table, Route: r})
			}
		}
	}
}
