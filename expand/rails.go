package expand

import (
	"path/filepath"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// The Ruby-visible world around the routes: Rails, the application, its
// configuration, engines.

// railsClasses are the classes of this world.
type railsClasses struct {
	mapperClass, scopeClass                *dsl.Class
	concernClass, redirectClass            *dsl.Class
	signInClass                            *dsl.Class
	shownClass                             *dsl.Class
	setClass, appClass, configClass        *dsl.Class
	railtie, engineClass, applicationClass *dsl.Class

	app, config *dsl.Object
	kernel      dsl.Value
}

// setUp makes the interpreter and the classes.
func (l *loader) setUp() {
	unknownAs := l.options.Unknown
	if unknownAs == "both" {
		unknownAs = ""
	}
	l.interp = dsl.New(dsl.Options{
		Limits: l.options.Limits, Env: l.options.Env, UnknownAs: unknownAs,
		ConstMissing: l.constMissing, Load: l.load, Note: l.warn,
		Glob: l.glob, Settle: l.settle, Open: func(name string) bool { return !isRoutesFile(name) },
	})
	l.thread = l.interp.NewThread()
	in := l.interp
	l.kernel, _ = in.Const("Kernel")

	l.mapperClass = in.NewHostClass("ActionDispatch::Routing::Mapper", nil, l.isWord)
	l.scopeClass = in.NewHostClass("ActionDispatch::Routing::Mapper::Scope", nil, scopeWords)
	l.redirectClass = in.NewHostClass("Signalbox::Redirect", nil, redirectWords)
	l.setClass = in.NewHostClass("ActionDispatch::Routing::RouteSet", nil, l.hostWords)
	in.SetHost(l.setClass, receiver(func(*dsl.Call) (dsl.Value, error) { return l.newSet(nil).object, nil }),
		func(name string) bool { return name == "new" || name == "new_with_config" })
	l.shownClass = in.NewHostClass("Signalbox::Shown", nil, shownWords)
	l.signInClass = in.NewHostClass("Signalbox::SignIn", nil, signInWords)
	l.concernClass = in.NewHostClass("Signalbox::Concern", nil, func(name string) bool { return name == "call" })
	l.appClass = in.NewHostClass("Signalbox::Application", nil, l.hostWords)
	l.configClass = in.NewHostClass("Rails::Application::Configuration", nil, l.hostWords)
	l.main = l.newSet(nil)
	l.app = in.NewObject(l.appClass, receiver(l.application))
	l.config = in.NewObject(l.configClass, receiver(l.configuration))

	in.NewHostModule("Rails", receiver(l.rails), l.moduleWords)
	for name, v := range map[string]dsl.Value{
		"MAJOR": dsl.Int(8), "MINOR": dsl.Int(1), "TINY": dsl.Int(3), "PRE": dsl.NewString("1"), "STRING": dsl.NewString(railsVersion),
	} {
		in.DefineConst("Rails::VERSION::"+name, v)
	}
	l.railtie = in.NewClass("Rails::Railtie", nil)
	in.DefineConst("Rails::Railtie", l.railtie)
	l.engineClass = in.NewClass("Rails::Engine", l.railtie)
	in.DefineConst("Rails::Engine", l.engineClass)
	in.SetHost(l.engineClass, receiver(l.engineWord), l.moduleWords)
	l.applicationClass = in.NewClass("Rails::Application", l.engineClass)
	in.DefineConst("Rails::Application", l.applicationClass)
	l.setUpInflector()
	l.setUpLoadHooks()
}

// setUpLoadHooks answers ActiveSupport.on_load and run_load_hooks: they do
// nothing here.
func (l *loader) setUpLoadHooks() {
	v, _ := l.interp.Const("ActiveSupport")
	if class, ok := v.(*dsl.Class); ok {
		l.interp.SetHost(class, receiver(func(c *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil }),
			func(name string) bool { return name == "on_load" || name == "run_load_hooks" })
	}
}

const railsVersion = "8.1.3.1"

// A receiver is a function that answers calls.
type receiver func(*dsl.Call) (dsl.Value, error)

// Call implements dsl.Receiver.
func (f receiver) Call(c *dsl.Call) (dsl.Value, error) { return f(c) }

// hostWords lets the host answer everything that a plain object does not.
func (l *loader) hostWords(name string) bool {
	switch name {
	case "to_ary", "to_str", "to_hash", "to_proc", "to_a", "to_io", "to_int", "to_sym", "to_path", "to_regexp",
		"method_missing", "respond_to_missing?", "const_missing", "inherited", "included", "extended", "initialize", "each", "call":
		return name == "call"
	}
	return !l.interp.RespondTo(l.interp.Main(), name)
}

// moduleWords is hostWords for modules and classes.
func (l *loader) moduleWords(name string) bool {
	return l.hostWords(name) && !l.interp.RespondTo(l.kernel, name)
}

// isWord tells the names that the mapper answers: the routing words, and those
// that nothing else defines.
func (l *loader) isWord(name string) bool {
	if _, ok := wordOf(name); ok {
		return true
	}
	if l.probing || l.plain[name] || strings.HasPrefix(name, "to_") {
		return false
	}
	switch name {
	case "method_missing", "respond_to_missing?", "initialize", "each", "empty?", "coerce":
		return false
	}
	if l.definesWord(name) {
		return false
	}
	return l.lenient > 0 || closestWord(name) == ""
}

// definesWord tells whether the program itself gives the mapper a method.
func (l *loader) definesWord(name string) bool {
	l.probing = true
	probe := l.interp.NewObject(l.mapperClass, nil)
	v, err := l.interp.NewThread().Call(probe, "respond_to?", dsl.Symbol(name), dsl.True)
	l.probing = false
	if err == nil && truthy(v) {
		l.plain[name] = true
		return true
	}
	return false
}

// unknownCall is a value that only the application knows.
func unknownCall(c *dsl.Call, of string) dsl.Value {
	return &dsl.Unknown{Text: of + "." + c.Name, Pos: c.Pos}
}

// unknownCall is unknownCall for what the settings may settle.
func (l *loader) unknownCall(c *dsl.Call, of string) dsl.Value {
	text := of + "." + callText(c)
	if v, ok := l.settle(text); ok {
		return v
	}
	return &dsl.Unknown{Text: text, Pos: c.Pos}
}

// callText is the call of a method without its receiver.
func callText(c *dsl.Call) string {
	if len(c.Args) == 0 && c.Keywords.Len() == 0 {
		return c.Name
	}
	var parts []string
	show := func(v dsl.Value) string {
		if u, ok := v.(*dsl.Unknown); ok {
			return u.Text
		}
		shown, err := c.Inspect(v)
		if err != nil {
			return "..."
		}
		return shown
	}
	for _, a := range c.Args {
		parts = append(parts, show(a))
	}
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		if k, ok := key.(dsl.Symbol); ok {
			parts = append(parts, string(k)+": "+show(v))
		} else {
			parts = append(parts, show(key)+" => "+show(v))
		}
	}
	return c.Name + "(" + strings.Join(parts, ", ") + ")"
}

// rails answers Rails.env and the other methods of module Rails.
func (l *loader) rails(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "env":
		return dsl.NewInquirer(l.options.RailsEnv), nil
	case "root":
		return l.rootPath(c)
	case "public_path":
		return l.rootPath(c, "public")
	case "application", "app_class":
		return l.app, nil
	case "configuration":
		return l.config, nil
	case "version":
		return dsl.NewString(railsVersion), nil
	}
	return l.unknownCall(c, "Rails"), nil
}

// rootPath is Rails.root, or a path below it.
func (l *loader) rootPath(c *dsl.Call, below ...string) (dsl.Value, error) {
	path := dsl.NewString(strings.Join(append([]string{l.root}, below...), "/"))
	class, ok := l.interp.Const("Pathname")
	if !ok {
		return path, nil
	}
	return c.Send(class, "new", path)
}

// application answers the methods of Rails.application.
func (l *loader) application(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "routes":
		return l.main.object, nil
	case "config":
		return l.config, nil
	case "root":
		return l.rootPath(c)
	case "config_for":
		if v, ok := l.configFor(c); ok {
			return v, nil
		}
	case "initialize!", "reload_routes!", "eager_load!", "load_tasks":
		return dsl.Nil, nil
	}
	return l.unknownCall(c, "Rails.application"), nil
}

// configuration answers the methods of Rails.application.config.
func (l *loader) configuration(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "root":
		return l.rootPath(c)
	case "api_only":
		return dsl.Bool(l.main.apiOnly), nil
	case "relative_url_root":
		return dsl.Nil, nil
	}
	return l.unknownCall(c, "Rails.application.config"), nil
}

// constMissing gives the constants that no file defines: X::Application and
// X::Engine. Others stay unknown.
func (l *loader) constMissing(name string, _ grammar.Pos) (dsl.Value, error) {
	if strings.HasPrefix(name, redirectModule) && l.redirectClass != nil {
		return l.redirectConst(name)
	}
	if v := l.adminConst(name); v != nil {
		return v, nil
	}
	if v, ok := l.findConst(name); ok {
		return v, nil
	}
	if v := l.rackConst(name); v != nil {
		return v, nil
	}
	last := name[strings.LastIndexByte(name, ':')+1:]
	switch {
	case last == "Application" && l.app != nil:
		return l.app, nil
	case strings.HasSuffix(last, "Engine") && l.engineClass != nil:
		return l.unknownEngine(name, strings.TrimSuffix(strings.TrimSuffix(name, last), "::")), nil
	}
	return nil, nil
}

// unknownEngine gives the engine of a gem. Its constant is not defined, so that
// the module around it stays unknown.
func (l *loader) unknownEngine(name, module string) *dsl.Class {
	if class := l.gemEngines[name]; class != nil {
		return class
	}
	class := l.interp.NewClass(name, l.engineClass)
	if e := l.newEngine(class); module != "" {
		e.name = l.underscoredName(module) // as `rails plugin new --mountable` isolates it
	}
	l.gemEngines[name] = class
	return class
}

// load gives the source of a file that the program requires.
func (l *loader) load(path string) (src []byte, name string, ok bool) {
	path = filepath.ToSlash(filepath.Clean(strings.TrimPrefix(path, l.root+"/")))
	if path == "." || path[0] == '/' || path == ".." || strings.HasPrefix(path, "../") {
		return nil, "", false
	}
	for _, dir := range []string{"", "lib/", "app/", "config/"} {
		name := dir + path
		if src, err := l.read(name); err == nil {
			return src, name, true
		}
	}
	return nil, "", false
}

// inherits tells whether an object's class has a superclass or module that no
// file defines, so that it may have any method.
func (l *loader) inherits(v dsl.Value) bool {
	switch v.(type) {
	case *dsl.Object, *dsl.Class:
	default:
		return false
	}
	t := l.interp.NewThread()
	answer, err := t.Call(v, "a_method_that_nobody_defines")
	return err == nil && dsl.IsUnknown(answer)
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
	if h.l.part != "" && set == h.l.main && drawing[c.Name] {
		h.l.diagnose(Diagnostic{Severity: Note, Kind: UnlistedEngine, Summary: "the engine adds routes to the application, which Rails lists first; they are not in the table", Pos: c.Pos})
		return dsl.Nil, nil
	}
	switch c.Name {
	case "draw":
		return dsl.Nil, h.l.drawBlock(c, set)
	case "prepend":
		set.prepending = true
		defer func() { set.prepending = false }()
		return dsl.Nil, h.l.drawBlock(c, set)
	case "append":
		if c.Block != nil {
			set.appended = append(set.appended, c.Block)
		}
		return dsl.Nil, nil
	case "default_url_options":
		return set.urlOptions, nil
	case "default_url_options=":
		if v, ok := argOrKeywords(c).(*dsl.Hash); ok {
			set.urlOptions = v
		}
		return set.urlOptions, nil
	case "default_scope=":
		set.scope = argOrKeywords(c)
		return dsl.Nil, nil
	case "resources_path_names":
		return set.pathNames, nil
	case "api_only?":
		return dsl.Bool(set.apiOnly), nil
	case "routes":
		return set.object, nil
	case "empty?":
		return dsl.Bool(len(set.routes) == 0), nil
	case "clear!", "finalize!", "eager_load!", "disable_clear_and_finalize=":
		return dsl.Nil, nil
	}
	return unknownCall(c, "routes"), nil
}

var drawing = map[string]bool{"draw": true, "append": true, "prepend": true}

// drawBlock runs a draw block with a mapper of its own.
func (l *loader) drawBlock(c *dsl.Call, set *routeSet) error {
	if c.Block == nil {
		return dsl.Raise("ArgumentError", "tried to create Proc object without a block")
	}
	return l.drawIn(c.Thread(), set, c.Block, c.Exec)
}

// drawIn runs a block with a mapper of its own, in the set's default scope.
func (l *loader) drawIn(t *dsl.Thread, set *routeSet, block *dsl.Proc, exec func(dsl.Value, *dsl.Proc, ...dsl.Value) (dsl.Value, error)) error {
	m := newMapper(l, set, t)
	scope, ok := set.scope.(*dsl.Hash)
	if !ok {
		_, err := exec(m.self, block)
		return err
	}
	options := scope.Clone()
	actions := actionOptions{take(options, "only"), take(options, "except")}
	return m.inScope(options, actions, func() error {
		_, err := exec(m.self, block)
		return err
	})
}

// ---- engines

// An engine is a class below Rails::Engine.
type engine struct {
	class *dsl.Class
	set   *routeSet
	name  string // engine_name; empty for the class's own
	part  string // the folder that it stands in; "." for the application's own
	drawn bool
}

func (l *loader) newEngine(class *dsl.Class) *engine {
	e := &engine{class: class}
	l.engines[class] = e
	e.set = l.newSet(e)
	return e
}

// engineOf gives the engine that a value is; nil if it is none.
func (l *loader) engineOf(v dsl.Value) *engine {
	class, ok := v.(*dsl.Class)
	if !ok {
		return nil
	}
	for c := class; c != nil; c = c.Super() {
		if c == l.engineClass && class != l.engineClass {
			if e := l.engines[class]; e != nil {
				return e
			}
			return l.newEngine(class)
		}
	}
	return nil
}

// mountName is the name a mount of the engine gets. Rails: Railtie.railtie_name.
func (e *engine) mountName(l *loader) string {
	if e.name != "" {
		return e.name
	}
	return l.underscoredName(e.class.Name())
}

// engineWord answers the class methods of engines.
func (l *loader) engineWord(c *dsl.Call) (dsl.Value, error) {
	class, _ := c.Self.(*dsl.Class)
	e := l.engineOf(class)
	if e == nil {
		return unknownCall(c, "Rails::Engine"), nil
	}
	switch c.Name {
	case "routes":
		if c.Block != nil {
			e.set.appended = append(e.set.appended, c.Block)
		}
		return e.set.object, nil
	case "add_routes": // of Spree
		return dsl.Nil, l.drawBlock(c, e.set)
	case "isolate_namespace":
		if len(c.Args) == 1 {
			return dsl.Nil, l.isolate(c, e)
		}
	case "engine_name", "railtie_name":
		if len(c.Args) == 1 && truthy(c.Args[0]) {
			name, err := c.ToS(c.Args[0])
			e.name = name
			return dsl.NewString(name), err
		}
		return dsl.NewString(e.mountName(l)), nil
	case "instance":
		return class, nil
	case "root":
		return l.rootPath(c)
	}
	if c.Block != nil || len(c.Args) > 0 { // initializer "x" do ... end
		return dsl.Nil, nil
	}
	return unknownCall(c, class.Name()), nil
}

// isolate is isolate_namespace: a module for the routes, and a name. Rails also
// gives the routes a default scope with that module.
func (l *loader) isolate(c *dsl.Call, e *engine) error {
	text, err := c.ToS(c.Args[0])
	if err != nil {
		return err
	}
	if u, ok := c.Args[0].(*dsl.Unknown); ok {
		text = u.Text
	}
	e.name = l.underscoredName(text)
	scope := dsl.NewHash(1)
	scope.Set(dsl.Symbol("module"), dsl.NewString(l.underscore(text)))
	e.set.scope = scope
	return nil
}
