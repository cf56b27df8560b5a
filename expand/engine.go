package expand

import (
	"slices"

	"signalbox/dsl"
	"signalbox/grammar"
)

// An engine is a class below Rails::Engine.
type engine struct {
	class *dsl.Class
	set   *routeSet
	name  string // engine_name; empty for the class's own
	part  string // the folder that it stands in; "." for the application's own
	drawn bool
	made  bool // its set of routes, which takes the default scope that there is by then
	// routesRb is config.paths["config/routes.rb"], if something changes it.
	routesRb *dsl.Array
	// fromGem tells an engine that no file defines; unsettled is where routes
	// are drawn in it while only the gem knows its namespace.
	fromGem, settled bool
	unsettled        grammar.Pos
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
	name := e.class.Name()
	if v, err := l.thread.Call(e.class, "name"); err == nil { // which a class may define
		name = textOfName(v)
	}
	return l.underscoredName(name)
}

// engineWord answers the class methods of engines.
func (l *loader) engineWord(c *dsl.Call) (dsl.Value, error) {
	class, _ := c.Self.(*dsl.Class)
	if l.reading > 0 {
		return l.application(c)
	}
	e := l.engineOf(class)
	if e == nil {
		return unknownCall(c, "Rails::Engine"), nil
	}
	switch c.Name {
	case "routes":
		e.made = true
		if c.Block != nil {
			e.set.appended = append(e.set.appended, c.KeepBlock())
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
		return l.engineRoot(c, e)
	case "config", "paths":
		if l.starting > 0 {
			return l.engineConfig(c, e)
		}
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
	l.isolateIn(e, text)
	return nil
}

func (l *loader) isolateIn(e *engine, module string) {
	e.name = l.underscoredName(module)
	if e.made {
		return
	}
	scope := dsl.NewHash(1)
	scope.Set(dsl.Symbol("module"), dsl.NewString(l.underscore(module)))
	e.set.scope = scope
}

// settledNamespace is what isolates an engine of a gem, by the settings:
// `Spree::Core::Engine.isolate_namespace: Spree`.
func (l *loader) settledNamespace(e *engine) (module string, ok bool) {
	v, ok := l.settle(e.class.Name() + namespaceSetting)
	s, isText := v.(*dsl.String)
	if !isText {
		e.settled = ok // false: nothing does
		return "", false
	}
	return s.String(), true
}

// noteDrawing remembers where routes are drawn in an engine of a gem.
func (l *loader) noteDrawing(set *routeSet, pos grammar.Pos) {
	if e := set.engine; e != nil && e.fromGem && !e.settled && set.scope == nil && e.unsettled.Line == 0 {
		e.unsettled = pos
	}
}

const namespaceSetting = ".isolate_namespace"

// warnOfNamespaces tells of engines of gems in which the table shows routes
// whose controllers may lack a module.
func (l *loader) warnOfNamespaces(shown *routeSet) {
	for _, set := range l.sets {
		e := set.engine
		if e == nil || e.unsettled.Line == 0 || !slices.ContainsFunc(set.routes, needsModule) ||
			set != shown && !slices.Contains(shown.table.Beside, set.table) && !shown.mounts(set) {
			continue
		}
		l.warnAbout(e.class.Name()+namespaceSetting, e.unsettled, "%s is known to its gem only", "If it isolates a namespace, the controllers of these routes lack its module.")
	}
}

// needsModule tells a route whose controller a default scope would change.
func needsModule(r *Route) bool { return r.Controller() != "" }

// unknownEngine gives the engine of a gem. Its constant is not defined, so that
// the module around it stays unknown.
func (l *loader) unknownEngine(name, module string) *dsl.Class {
	if class := l.gemEngines[name]; class != nil {
		return class
	}
	class := l.interp.NewClass(name, l.engineClass)
	e := l.newEngine(class)
	e.fromGem = true
	if module != "" {
		e.name = l.underscoredName(module) // as `rails plugin new --mountable` isolates it
	}
	if s, ok := l.settledNamespace(e); ok {
		l.isolateIn(e, s)
	}
	l.gemEngines[name] = class
	return class
}

// ofGem tells an engine that no file of the application defines.
func (l *loader) ofGem(v dsl.Value) bool {
	class, ok := v.(*dsl.Class)
	return ok && l.gemEngines[class.Name()] == class
}
