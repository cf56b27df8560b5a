package expand

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/core"
	_ "signalbox/dsl/core"
	"signalbox/dsl/stdlib"
	"signalbox/expand/bundle"
	"signalbox/expand/gems"
	"signalbox/expand/inflector"
	"signalbox/expand/mapper"
	"signalbox/expand/rails"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
	"signalbox/internal/spelling"
)

// The Ruby-visible world around the routes: Rails, the application, its
// configuration, engines.

// railsClasses are this world: its classes and objects, and how they answer.
type railsClasses struct {
	l                                      *loader
	setClass, appClass, configClass        *dsl.Class
	railtie, engineClass, applicationClass *dsl.Class

	app, config *dsl.Object
	values      map[string]dsl.Value // constants of Rails that were asked for
}

// setUp makes the interpreter and the classes.
func (l *loader) setUp() {
	unknownAs := l.options.Unknown
	if unknownAs == "both" {
		unknownAs = ""
	}
	l.interp = dsl.New(dsl.Options{
		Limits: l.options.Limits, Env: l.options.Env, UnknownAs: unknownAs, Regexps: l.from.regexps,
		Library: stdlib.Library, ConstMissing: l.constMissing, Autoload: func(name string) (dsl.Value, bool) { return l.definitions.Autoload(name) }, Load: l.load, Provides: l.provides, Note: l.note, Given: l.IsGiven,
		Glob: l.Glob, Stat: l.fileAt, Settle: l.Settle, Changed: func(m *grammar.Def, name string, self dsl.Value) bool { return l.definitions.IsChanged(m, name, self) }, Elsewhere: func(k *dsl.Class) (below, constants bool) { return l.definitions.Elsewhere(k) }, Decided: l.notes.noteDecided, GlobalElsewhere: l.assignsGlobal,
		Unset: l.variables.note, Asked: l.variables.asked, AskedEnv: l.noteEnvironment, Fails: l.noteFailing,
		Open:    func(name string) bool { return !route.IsRoutesFile(name) && !l.interp.Evaluated(name) },
		Rebinds: func(recv, name string) bool { return recv == "Rack::Builder" && (name == "new" || name == "app") },
	})
	l.thread, l.looking = l.interp.NewThread(), l.interp.NewThread()
	in := l.interp
	env := core.EnvironmentOf(in)
	for _, name := range l.options.unknownEnv {
		env.Set(name, dsl.NewUnknown("ENV.fetch("+strconv.Quote(name)+")", grammar.Pos{}))
	}
	core.SetEnvironment(in, env)

	l.drawing = mapper.NewDrawing(mapper.DrawingOptions{
		Host: l, Interp: in, Files: l.files, Asked: l.asked, GemApps: bundle.Apps, GemWords: gems.Names(),
		OneSide: unknownAs != "", Most: l.options.MaxRoutes, Rails: func() *dsl.Object { return l.app },
		TooMany: func(at grammar.Pos) error {
			return &RouteError{Class: "RuntimeError", Message: limitMessage(l.options.MaxRoutes), Pos: at}
		},
	})
	l.setClass = in.NewHostClass("ActionDispatch::Routing::RouteSet", nil, l.hostWords)
	in.SetHost(l.setClass, ruby.Receiver(func(c *dsl.Call) dsl.Value {
		if l.run.purpose == toAnswer { // a request would draw it
			return dsl.NewUnknown("ActionDispatch::Routing::RouteSet."+c.Name, c.Pos)
		}
		return l.newSet(nil).Object
	}), func(name string) bool { return name == "new" || name == "new_with_config" })
	l.appClass = in.NewHostClass("Signalbox::Application", nil, l.hostWords)
	l.configClass = in.NewHostClass("Rails::Application::Configuration", nil, l.hostWords)
	l.app = in.NewObject(l.appClass, ruby.Receiver(l.application))
	l.setUpDefinitions()
	l.setUpGems()
	l.main = l.newSet(nil)
	l.config = in.NewObject(l.configClass, ruby.Receiver(l.configWord))

	in.NewHostModule("Rails", ruby.Receiver(l.rails), l.moduleWords)
	for name, v := range map[string]dsl.Value{
		"MAJOR": dsl.Int(8), "MINOR": dsl.Int(1), "TINY": dsl.Int(3), "PRE": dsl.NewString("1"), "STRING": dsl.NewString(rails.Version),
	} {
		in.DefineConst("Rails::VERSION::"+name, v)
	}
	l.railtie = in.NewClass("Rails::Railtie", nil, nil)
	in.DefineConst("Rails::Railtie", l.railtie)
	in.SetHost(l.railtie, ruby.Receiver(l.railtieWord), func(name string) bool { return name == "config" || isStartHook(name) })
	l.engineClass = in.NewClass("Rails::Engine", l.railtie, nil)
	in.DefineConst("Rails::Engine", l.engineClass)
	in.SetHost(l.engineClass, ruby.Receiver(l.engines.word), l.moduleWords)
	l.applicationClass = in.NewClass("Rails::Application", l.engineClass, nil)
	in.DefineConst("Rails::Application", l.applicationClass)
	inflector.SetUp(in)
	l.setUpYAML()
	l.setUpLoadHooks()
	for _, name := range []string{"ActionDispatch", "ActionDispatch::Routing", "ActiveSupport"} { // which have more methods
		if v, ok := in.Const(name); ok {
			in.MarkOpen(v.(*dsl.Class))
		}
	}
}

// note reports what the program's run came upon.
func (l *loader) note(n dsl.Notice) {
	if l.run.purpose == toRead { // what code of the application is doubtful about, shows where it matters
		return
	}
	if mapper.IsText(n.Pos) {
		for _, f := range l.thread.Stack() {
			if l.ofApplication(f.Pos) {
				n.Pos = f.Pos
				break
			}
		}
	}
	r := l.run
	if r.audience == hearsNotes && n.Kind == dsl.InflectionsNotice { // the names of routes do
		r.audience = hearsAll
	}
	l.during(r, func() {
		d := l.warning(route.UnknownValue, n.Pos, n.Text)
		l.diagnose(d.Of(n))
	})
}

// noteFailing tells of a condition of which one side ends in an error.
func (l *loader) noteFailing(when *dsl.Unknown, side bool, err *dsl.EvalError) {
	if l.run.purpose == toRead {
		return
	}
	hint := ""
	if err.Hint != "" {
		hint = " (" + err.Hint + ")"
	}
	d := l.warning(route.UnknownValue, when.Pos, fmt.Sprintf("the file raises %s if %s is %t%s: only the other branch is listed; set it to confirm",
		ruby.Quote(err.Message), dsl.Brief(when.Text()), side, hint))
	d.Source, d.Wants = when.Text(), route.DecisionShape
	l.diagnose(d)
}

// setUpLoadHooks answers ActiveSupport.on_load and run_load_hooks: they do
// nothing here.
func (rc *railsClasses) setUpLoadHooks() {
	v, _ := rc.l.interp.Const("ActiveSupport")
	if class, ok := v.(*dsl.Class); ok {
		rc.l.interp.SetHost(class, ruby.Receiver(func(c *dsl.Call) dsl.Value {
			rc.l.duringStart(c)
			return dsl.Nil
		}),
			func(name string) bool { return name == "on_load" || name == "run_load_hooks" })
	}
}

// Underscore is String#underscore, by the application's own inflections.
func (l *loader) Underscore(s string) string { return l.drawing.Underscore(l.thread, s) }

// hostWords lets the host answer everything that a plain object does not.
func (rc *railsClasses) hostWords(name string) bool { return route.HostWord(rc.l.interp, name) }

// moduleWords is hostWords for modules and classes.
func (rc *railsClasses) moduleWords(name string) bool { return route.ModuleWord(rc.l.interp, name) }

// IsWord reports whether the mapper answers a name: a routing method, or one that nothing
// else defines.
func (l *loader) IsWord(name string) bool {
	if mapper.IsWord(name) {
		return true
	}
	if w, ok := gems.Words()[name]; ok { // what the application mixes in comes after the gems
		return l.lockedGems().Has(w.Gem) || !l.run.definedOnly && !l.Defines(name)
	}
	if l.run.definedOnly || strings.HasPrefix(name, "to_") {
		return false
	}
	switch name {
	case "method_missing", "respond_to_missing?", "initialize", "each", "empty?", "coerce", "local_variable_get", "local_variable_set", "local_variable_defined?":
		return false
	}
	if l.Defines(name) {
		return false
	}
	return !l.isSlip(l.thread, name)
}

// lacks tells that the application does not have the gem of a word.
func (l *loader) lacks(w gems.Word) bool {
	locked := l.lockedGems()
	return locked != nil && !locked.Has(w.Gem)
}

// replaces tells whether the application itself defines a word of a gem that it
// does not have.
func (l *loader) replaces(name string) bool {
	w, ok := gems.Words()[name]
	if !ok || !l.lacks(w) || l.definitions.LookedFor(name) || !l.Defines(name) && !l.definitions.FindWord(name) {
		return false
	}
	l.interp.MethodsChanged()
	return true
}

// Defines reports whether the program itself gives the mapper a method.
func (l *loader) Defines(name string) bool {
	var v dsl.Value
	var err error
	l.during(l.run.onlyDefined(), func() {
		v, err = l.interp.NewThread().Call(l.drawing.Probe(), "respond_to?", dsl.Symbol(name), dsl.True)
	})
	return err == nil && ruby.Truthy(v)
}

// unknownCall is a value that only the application knows.
func unknownCall(c *dsl.Call, of string) dsl.Value {
	return dsl.NewUnknown(of+"."+c.Name, c.Pos)
}

// unknownCall is unknownCall for what the settings may settle.
func (l *loader) unknownCall(c *dsl.Call, of string) dsl.Value {
	return ruby.UnknownCall(c, of, l.Settle)
}

// rails answers Rails.env and the other methods of module Rails.
func (rc *railsClasses) rails(c *dsl.Call) dsl.Value {
	switch c.Name {
	case "env":
		env := dsl.NewFrozenString(rc.l.options.RailsEnv)
		env.Inquirer, env.Env = true, true
		return env
	case "root":
		return rc.rootPath(c)
	case "public_path":
		return rc.rootPath(c, "public")
	case "application", "app_class":
		return rc.app
	case "configuration":
		return rc.config
	case "version":
		return dsl.NewString(rails.Version)
	case "gem_version":
		class, _ := rc.l.interp.Const("Gem::Version")
		return c.Send(class, "new", dsl.NewString(rails.Version))
	}
	if near := spelling.Nearest(c.Name, railsMethods); near != "" && route.IsRoutesFile(c.Pos.Filename) {
		misspelt(c, "module Rails", near)
		return nil
	}
	return rc.l.unknownCall(c, "Rails")
}

// railsMethods are the methods of module Rails, railsApplicationMethods those of
// its application that routes files use.
var (
	railsMethods            = strings.Fields("app_class application autoloaders backtrace_cleaner cache configuration env error event gem_version groups logger public_path root version")
	railsApplicationMethods = strings.Fields("routes config config_for credentials secrets root reloader routes_reloader reload_routes! env_config")
)

// misspelt is the error of a method of Rails that there is not, for one that is
// like it.
func misspelt(c *dsl.Call, of, near string) {
	err := dsl.Raise("NoMethodError", "undefined method '%s' for %s", c.Name, of)
	if near+"=" == c.Name { // an assignment where a comparison is meant
		dsl.Check(ruby.Hinted(err, "did you mean `==`?"))
		return
	}
	dsl.Check(ruby.Meant(err, c.Name, []string{near}))
}

// rootPath is Rails.root, or a path below it.
func (rc *railsClasses) rootPath(c *dsl.Call, below ...string) dsl.Value {
	path := dsl.NewString(strings.Join(append([]string{rc.l.root}, below...), "/"))
	class, ok := rc.l.interp.Const("Pathname")
	if !ok {
		return path
	}
	return c.Send(class, "new", path)
}

// application answers the methods of Rails.application.
func (rc *railsClasses) application(c *dsl.Call) dsl.Value {
	if v, ok := rc.l.duringStart(c); ok {
		return v
	}
	switch c.Name {
	case "routes":
		return rc.l.main.Object
	case "default_url_options", "default_url_options=":
		return c.Send(rc.l.main.Object, c.Name, c.Args...)
	case "config":
		return rc.config
	case "reloader":
		if rc.l.run.purpose == toRead {
			return rc.config // it has to_prepare too
		}
	case "root":
		return rc.rootPath(c)
	case "config_for":
		if v, ok := rc.l.configuration.configFor(c); ok {
			return v
		}
	case "initialize!", "reload_routes!", "eager_load!", "load_tasks":
		return dsl.Nil
	case "routes_reloader":
		if rc.l.run.purpose == toStart {
			return rc.l.interp.NewObject(rc.configClass, ruby.Receiver(rc.l.boot.reloader))
		}
	}
	if near := spelling.Nearest(c.Name, railsApplicationMethods); near != "" && route.IsRoutesFile(c.Pos.Filename) {
		misspelt(c, "Rails.application", near)
		return nil
	}
	return rc.l.unknownCall(c, "Rails.application")
}

// configWord answers the methods of Rails.application.config.
func (rc *railsClasses) configWord(c *dsl.Call) dsl.Value {
	if v, ok := rc.l.duringStart(c); ok {
		return v
	}
	if q := rc.l.run.asks; q != nil && q.answers != nil {
		if v, ok := q.answers(c); ok {
			return v
		}
	}
	if part := rc.l.run.config[c.Name]; part != nil {
		return part
	}
	switch c.Name {
	case "root":
		return rc.rootPath(c)
	case "api_only":
		return dsl.Bool(rc.l.main.APIOnly)
	case "relative_url_root":
		return dsl.Nil
	case "paths":
		if rc.l.run.purpose == toStart {
			return rc.l.boot.pathsObject(rc.l.boot.own)
		}
	}
	return rc.l.unknownCall(c, "Rails.application.config")
}

// constMissing gives the constants that no file defines: X::Application and
// X::Engine. Others stay unknown.
func (rc *railsClasses) constMissing(name string, pos grammar.Pos) (v dsl.Value, err error) {
	v = answer(rc.l, func(a *answers) map[string]dsl.Value { return a.consts }, name, func() dsl.Value {
		v, err = rc.missingConst(name, pos)
		return v
	})
	return v, err
}

func (rc *railsClasses) missingConst(name string, pos grammar.Pos) (dsl.Value, error) {
	if strings.HasPrefix(name, mapper.RedirectModule) && rc.l.drawing != nil {
		if v, err := rc.l.drawing.RedirectConst(name); v != nil || err != nil {
			return v, err
		}
	}
	if rc.l.run.start != nil {
		if v := rc.l.run.start.dotenvConst(name); v != nil {
			return v, nil
		}
	}
	if v := rc.l.gems.RoutesOf(name); v != nil {
		return v, nil
	}
	last := name[strings.LastIndexByte(name, ':')+1:]
	if last == "Application" {
		rc.l.definitions.TakeFile("config/application.rb") // what reopens the class in lib says less
		if v, ok := rc.l.interp.Const(name); ok {
			return v, nil
		}
	}
	if v, ok := rc.l.definitions.Constant(name); ok {
		return v, nil
	}
	if v := rc.l.gems.RackConst(name); v != nil {
		return v, nil
	}
	if v := rc.railsConst(name); v != nil {
		return v, nil
	}
	if v := rc.l.gems.SettingsConst(name, pos); v != nil {
		return v, nil
	}
	if v := rc.l.gems.ModuleOf(name); v != nil {
		return v, nil
	}
	if name == "ActiveModel::Type::Boolean" || name == "ActiveRecord::Type::Boolean" {
		return rc.l.interp.Type("ActiveModel::Type::Boolean"), nil
	}
	switch {
	case route.IsRoutesFile(pos.Filename) && spelling.Nearest(name, []string{"Rails"}) != "":
		err := dsl.Raise("NameError", "uninitialized constant %s", name)
		if ee, ok := err.(*dsl.EvalError); ok {
			ee.Pos = pos
		}
		return nil, ruby.Meant(err, name, []string{"Rails"})
	case last == "Application" && rc.app != nil:
		return rc.app, nil
	case strings.HasSuffix(last, "Engine") && rc.engineClass != nil:
		return rc.l.engines.unknown(name, strings.TrimSuffix(strings.TrimSuffix(name, last), "::")), nil
	}
	return nil, nil
}

// load gives the source of a file that the program requires.
func (rc *railsClasses) load(path string) (src []byte, name string, ok bool) {
	text := answer(rc.l, func(a *answers) map[string]fileText { return a.texts }, path, func() fileText {
		src, name, ok := rc.findText(path)
		return fileText{src, name, ok}
	})
	return text.src, text.name, text.ok
}

func (rc *railsClasses) findText(path string) (src []byte, name string, ok bool) {
	path = filepath.ToSlash(filepath.Clean(strings.TrimPrefix(path, rc.l.root+"/")))
	if path == "." || path[0] == '/' || path == ".." || strings.HasPrefix(path, "../") {
		return nil, "", false
	}
	for _, dir := range []string{"", "lib/", "app/", "config/"} {
		name := dir + path
		if rc.l.IsFile(name) {
			if rc.l.run.start != nil && strings.HasSuffix(name, ".rb") {
				rc.l.run.start.file(name)
				return nil, name, true
			}
			if src, ok := rc.l.Text(name); ok {
				return src, name, true
			}
		}
	}
	return nil, "", false
}

// ---- route sets

// A setHost answers the methods of a route set: routes.draw.
type setHost struct {
	l   *loader
	set *routeSet
}

// Call implements dsl.Receiver.
func (h *setHost) Call(c *dsl.Call) (dsl.Value, error) {
	set := h.set
	if h.l.run.leavesNoTrace() {
		return h.drawless(c), nil
	}
	if h.l.run.purpose == toAnswer && drawingMethods[c.Name] {
		return h.l.afterDrawing(c, true), nil
	}
	if c.Name == "draw" && (h.l.run.purpose == toStart || h.l.options.Framework && h.l.boot != nil && !h.l.boot.started) {
		h.l.boot.cleared = append(h.l.boot.cleared, c.Pos)
		return dsl.Nil, nil
	}
	if (h.l.engines.part != "" || h.l.run.purpose == toStart) && set == h.l.main && drawingMethods[c.Name] && (h.l.boot == nil || !h.l.boot.draws) {
		h.l.engines.noteOfTheApplication(c.Pos)
		return dsl.Nil, nil
	}
	switch c.Name {
	case "draw", "prepend":
		if c.Name == "prepend" {
			defer set.Prepend()()
		}
		// What runs the code around has no say in the mapper.
		return dsl.Nil, c.Thread.Unwrapped(func() error {
			h.l.drawBlock(c, set)
			return nil
		})
	case "append":
		set.append(c)
		return dsl.Nil, nil
	case "default_url_options":
		return set.URLOptions.Get(), nil
	case "default_url_options=":
		return h.assign(c, &set.URLOptions), nil
	case "default_scope=":
		return h.assign(c, &set.Scope), nil
	case "default_scope":
		return set.Scope.Get(), nil
	case "resources_path_names":
		return set.PathNames.Get(), nil
	case "resources_path_names=":
		return h.assign(c, &set.PathNames), nil
	case "api_only?":
		return dsl.Bool(set.APIOnly), nil
	case "routes":
		return set.Object, nil
	case "empty?":
		return dsl.Bool(len(set.Routes) == 0), nil
	case "clear!", "finalize!", "eager_load!", "disable_clear_and_finalize=":
		return dsl.Nil, nil
	}
	if !routeSetMethods[c.Name] && route.IsRoutesFile(c.Pos.Filename) && h.l.run.purpose != toAnswer {
		if near := spelling.Nearest(c.Name, []string{"draw", "append", "prepend"}); near != "" {
			misspelt(c, "an instance of ActionDispatch::Routing::RouteSet", near)
			return nil, nil
		}
		return h.unknownWord(c), nil
	}
	return unknownCall(c, "routes"), nil
}

// drawless is Call while files are read that leave no trace in a table.
func (h *setHost) drawless(c *dsl.Call) dsl.Value {
	if v, ok := urlOptionsCall(c, &h.set.URLOptions); ok && h.l.run.start != nil {
		return v
	}
	attributes := map[string]*dsl.Var{"default_url_options": &h.set.URLOptions, "default_scope": &h.set.Scope, "resources_path_names": &h.set.PathNames}
	if v := attributes[c.Name]; v != nil {
		if of, ok := v.Get().(*dsl.Hash); ok {
			return of.Clone()
		}
		return v.Get()
	}
	if drawingMethods[c.Name] || c.Block != nil || strings.HasSuffix(c.Name, "=") {
		return dsl.Nil
	}
	return unknownCall(c, "routes")
}

// assign is an attribute of the route set that is given a hash.
func (h *setHost) assign(c *dsl.Call, to *dsl.Var) dsl.Value {
	switch v := ruby.OneHash(c).(type) {
	case nil:
	case *dsl.Unknown:
		h.l.warnAbout(v.Text(), c.Pos, "unknown "+strings.TrimSuffix(c.Name, "=")+" "+dsl.Brief(v.Text())+" of the routes: the rows lack it; set it")
	default:
		to.Set(c.Thread, v)
	}
	return to.Get()
}

var drawingMethods = map[string]bool{"draw": true, "append": true, "prepend": true}

// drawBlock runs a draw block with a mapper of its own.
func (l *loader) drawBlock(c *dsl.Call, set *routeSet) {
	if c.Block == nil {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "tried to create Proc object without a block")))
	}
	l.drawIn(c.Thread, set, c.Block, func(self dsl.Value, b *dsl.Proc) { c.Exec(self, b) })
}

// drawIn runs a block with a mapper of its own, in the set's default scope.
func (l *loader) drawIn(t *dsl.Thread, set *routeSet, block *dsl.Proc, exec func(dsl.Value, *dsl.Proc)) {
	l.engines.noteDrawing(set, block.Pos())
	m := mapper.NewMapper(l.drawing, &set.RouteSet, t)
	draw := func() { exec(m.Self(), block) }
	m.Either(set.Scope.Get(), dsl.Nil, func(v dsl.Value) {
		scope, ok := v.(*dsl.Hash)
		if !ok {
			draw()
			return
		}
		m.Sides(scope, func(scope *dsl.Hash) {
			options := scope.Clone()
			m.InScope(options, draw)
		})
	})
}
