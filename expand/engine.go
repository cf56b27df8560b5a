package expand

import (
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// An engine is a class below Rails::Engine.
type engine struct {
	l     *loader
	class *dsl.Class
	set   *routeSet
	name  dsl.Var // engine_name; nil for the class's own
	part  string  // the folder that it stands in; "." for the application's own
	drawn bool
	made  dsl.Var // true once there is its set of routes, which takes the default scope that there is by then
	// routesRb is config.paths["config/routes.rb"], if something changes it.
	routesRb *dsl.Array
	// fromGem tells an engine that no file defines; unsettled is where routes
	// are drawn in it while only the gem knows its namespace.
	fromGem, settled bool
	unsettled        grammar.Pos
}

func (es *engines) new(class *dsl.Class) *engine {
	e := &engine{l: es.l, class: class}
	es.byClass[class] = e
	e.set = es.l.newSet(e)
	return e
}

// of gives the engine that a value is; nil if it is none.
func (es *engines) of(v dsl.Value) *engine {
	class, ok := v.(*dsl.Class)
	if !ok {
		return nil
	}
	if class == es.l.engineClass || !inheritsFrom(class, es.l.engineClass) {
		return nil
	}
	if e := es.byClass[class]; e != nil {
		return e
	}
	return es.new(class)
}

// inheritsFrom reports whether a class is another one, or inherits from it.
func inheritsFrom(class, other *dsl.Class) bool {
	for class != nil && class != other {
		class = class.Super()
	}
	return class == other
}

// MountName is the name a mount of the engine gets. Rails: Railtie.railtie_name.
func (e *engine) MountName(t *dsl.Thread) dsl.Value {
	return ruby.Mapped(t, e.name.Get(), func(v dsl.Value) dsl.Value {
		if !ruby.IsNil(v) {
			return v
		}
		name := e.class.Name()
		if v, err := t.Call(e.class, "name"); err == nil { // which a class may define
			name = ruby.NameText(v)
		}
		return dsl.NewString(e.l.drawing.UnderscoredName(t, name))
	})
}

// railtieWord answers the class methods of what is only a railtie, which say something as the
// application starts.
func (rc *railsClasses) railtieWord(c *dsl.Call) dsl.Value {
	if v, ok := rc.l.duringStart(c); ok {
		return v
	}
	if c.Name == "config" {
		return rc.config
	}
	return dsl.Nil
}

// word answers the class methods of engines.
func (es *engines) word(c *dsl.Call) dsl.Value {
	if v, ok := es.l.duringStart(c); ok {
		return v
	}
	class, _ := c.Self.(*dsl.Class)
	if es.l.run.purpose == toRead {
		if es.l.run.start != nil && c.Name == "routes" && !inheritsFrom(class, es.l.applicationClass) {
			if e := es.of(class); e != nil {
				return e.set.Object
			}
		}
		return es.l.application(c)
	}
	e := es.of(class)
	if e == nil {
		return unknownCall(c, "Rails::Engine")
	}
	switch c.Name {
	case "routes":
		e.made.Set(c.Thread, dsl.True)
		e.set.append(c)
		return e.set.Object
	case "add_routes": // of Spree
		es.l.drawBlock(c, e.set)
		return dsl.Nil
	case "isolate_namespace":
		if len(c.Args) == 1 {
			es.isolate(c, e)
			return dsl.Nil
		}
	case "engine_name", "railtie_name":
		if len(c.Args) == 1 && ruby.Truthy(c.Args[0]) {
			name := c.ToS(c.Args[0])
			e.name.Set(c.Thread, dsl.NewString(name))
			return dsl.NewString(name)
		}
		return e.MountName(c.Thread)
	case "instance":
		return class
	case "root":
		return es.root(c, e)
	case "config", "paths":
		if es.l.run.purpose == toStart {
			return es.config(c, e)
		}
	}
	if c.Block != nil || len(c.Args) > 0 { // initializer "x" do ... end
		return dsl.Nil
	}
	return unknownCall(c, class.Name())
}

// isolate is isolate_namespace: a module for the routes, and a name. Rails also
// gives the routes a default scope with that module.
func (es *engines) isolate(c *dsl.Call, e *engine) {
	text := c.ToS(c.Args[0])
	if u, ok := c.Args[0].(*dsl.Unknown); ok {
		text = u.Text()
	}
	es.isolateIn(c.Thread, e, text)
}

func (es *engines) isolateIn(t *dsl.Thread, e *engine, module string) {
	e.name.Set(t, dsl.NewString(es.l.drawing.UnderscoredName(t, module)))
	ruby.Whether(t, e.made.Get(), nil, func() { e.set.Scope.Set(t, ruby.Options("module", es.l.Underscore(module))) })
}

// settledNamespace is what isolates an engine of a gem, by the settings:
// `Spree::Core::Engine.isolate_namespace: Spree`.
func (es *engines) settledNamespace(e *engine) (module string, ok bool) {
	v, ok := es.l.Settle(e.class.Name() + namespaceSetting)
	s, isText := v.(*dsl.String)
	if !isText {
		e.settled = ok // false: nothing does
		return "", false
	}
	return s.String(), true
}

// noteDrawing remembers where routes are drawn in an engine of a gem.
func (es *engines) noteDrawing(set *routeSet, pos grammar.Pos) {
	if e := set.engine; e != nil && e.fromGem && !e.settled && ruby.IsNil(set.Scope.Get()) && e.unsettled.Line == 0 {
		e.unsettled = pos
	}
}

const namespaceSetting = ".isolate_namespace"

// warnOfNamespaces tells of engines of gems in which the table shows routes
// whose controllers may lack a module.
func (es *engines) warnOfNamespaces(shown *routeSet) {
	for _, set := range es.l.sets {
		e := set.engine
		if e == nil || e.unsettled.Line == 0 || !slices.ContainsFunc(set.Routes, needsModule) ||
			set != shown && !slices.Contains(shown.table.Unmounted, set.table) && !shown.mounts(set) {
			continue
		}
		es.l.warnAbout(e.class.Name()+namespaceSetting, e.unsettled, "unknown "+e.class.Name()+namespaceSetting+", a setting of its gem: the controllers of these routes may lack its module; set it")
	}
}

// needsModule tells a route whose controller a default scope would change.
func needsModule(r *route.Route) bool { return r.Controller() != "" }

// unknown gives the engine of a gem. Its constant is not defined, so that
// the module around it stays unknown.
func (es *engines) unknown(name, module string) *dsl.Class {
	if class := es.ofGems[name]; class != nil {
		return class
	}
	class := es.l.interp.NewClass(name, es.l.engineClass, nil)
	e := es.new(class)
	e.fromGem = true
	if module != "" {
		e.name = dsl.VarOf(dsl.NewString(es.l.drawing.UnderscoredName(es.l.thread, module))) // as `rails plugin new --mountable` isolates it
	}
	if s, ok := es.settledNamespace(e); ok {
		_ = dsl.Attempt(func() { es.isolateIn(es.l.interp.NewThread(), e, s) })
	}
	es.ofGems[name] = class
	return class
}

// Elsewhere reports whether no file of the application defines the engine.
func (e *engine) Elsewhere() bool { return e.l.engines.ofGems[e.class.Name()] == e.class }
