package expand

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// What devise.rb asks of models.

// A deviseRoute is a group of routes that a module brings, with what the module
// depends on.
type deviseRoute struct {
	name string // session
	when ruby.Condition
}

// A deviseModelObject is a model as devise.rb sees it.
type deviseModelObject struct {
	m *mapper.Mapper
	*deviseModel
}

// callDeviseModel reads the model of a name of devise_for; of one that no file shows it
// assumes the usual modules, and says so. Where no route is drawn, it counts only for
// omniauth_callbacks.
func (l gemModule) callDeviseModel(c *dsl.Call) dsl.Value {
	m, name := l.mapperOf(c), ruby.NameText(c.Args[0])
	options, _ := c.Args[1].(*dsl.Hash)
	controllers, _ := options.Sym("controllers")
	h, _ := controllers.(*dsl.Hash)
	callbacks, _ := h.Sym("omniauth_callbacks")
	o := &deviseModelObject{m: m}
	models := l.devise().models
	if drawsNothing(options) && !ruby.Truthy(callbacks) {
		o.deviseModel = models.newModel(name)
	} else {
		model, ok := models.model(name)
		if !ok {
			model = assumedModel(m, name, ruby.Truthy(callbacks), model)
			model.assumed = true
		}
		o.deviseModel = model
	}
	class := l.interp.HostClass("Devise::Model", nil, func(name string) bool { return deviseModelWords[name] })
	return l.interp.NewObject(class, o)
}

var deviseModelWords = map[string]bool{"omniauthable?": true, "option": true, "each_group": true, "each_provider": true}

// Call implements dsl.Receiver.
func (o *deviseModelObject) Call(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "omniauthable?":
		return dsl.Bool(o.has("omniauthable") || o.open), nil
	case "option":
		return loaderOf(o.m).devise().models.option(o.deviseModel, ruby.NameText(c.Args[0])), nil
	case "each_group":
		options, _ := c.Args[0].(*dsl.Hash)
		o.eachGroup(c, options)
		return dsl.Nil, nil
	}
	for _, p := range providers(o.m, o.deviseModel, c.Args[0]) {
		ruby.ForkAll(o.m.Thread(), p.When, func() { c.Yield(dsl.Symbol(ruby.NameText(p.Value))) })
	}
	return dsl.Nil, nil
}

// eachGroup runs the block of a call for the groups of routes of the model's modules.
func (o *deviseModelObject) eachGroup(c *dsl.Call, options *dsl.Hash) {
	m := o.m
	defer m.Assuming(o.assumed)()
	withModules(m, o.deviseModel, func(all *deviseModules) {
		routes := usedRoutes(m, o.deviseModel, options, all)
		for _, r := range routes {
			ruby.ForkAll(m.Thread(), r.when, func() { c.Yield(dsl.Symbol(r.name)) })
		}
	})
}

// assumedModel stands for a model that no file shows. Its routes are marked,
// and so leave the names to those that the routes file is sure of.
func assumedModel(m *mapper.Mapper, className string, callbacks bool, model *deviseModel) *deviseModel {
	names := assumedModules
	if callbacks {
		names = append([]string{"omniauthable"}, names...)
	}
	expr := className + devisesModules
	own := *model
	own.modules, model = nil, &own
	summary := "no `devise` line of " + className + " in app/models"
	if model.open {
		summary = "no `devise` line of " + className + " whose modules are known"
	}
	loaderOf(m).warnSetting(expr, route.ListShape, moduleExample(names), m.Pos(), summary, "The table assumes "+strings.Join(names, ", ")+".")
	for _, name := range names {
		model.modules = append(model.modules, deviseUse{name: name, when: ruby.Condition{dsl.NewUnknown(expr+".include?(:"+name+")", m.Pos())}})
	}
	return model
}

// usedRoutes is default_used_route: the routes of the model's modules, by
// only: and skip:.
func usedRoutes(m *mapper.Mapper, model *deviseModel, options *dsl.Hash, all *deviseModules) []deviseRoute {
	if drawsNothing(options) {
		return nil
	}
	only, hasOnly := options.Sym("only")
	given, _ := options.Sym("skip")
	if hasOnly {
		given = only
	}
	named := deviseNames(m, given)
	modules := slices.Clone(model.modules)
	slices.SortStableFunc(modules, func(a, b deviseUse) int { return cmp.Or(a.line-b.line, all.index(a.name)-all.index(b.name)) })
	var routes []deviseRoute
	for _, use := range modules {
		name := all.route(use.name)
		if name == "" || named[name] != hasOnly {
			continue
		}
		when, ok := use.when, true
		for _, before := range routes {
			if ok && before.name == name {
				when, ok = when.Unless(before.when)
			}
		}
		if ok {
			routes = append(routes, deviseRoute{name, when})
		}
	}
	return routes
}

// drawsNothing tells options that leave no group of routes: an empty only:, or
// skip: :all without one.
func drawsNothing(options *dsl.Hash) bool {
	if only, ok := options.Sym("only"); ok {
		l, isList := only.(*dsl.Array)
		return ruby.IsNil(only) || isList && len(l.Elems) == 0
	}
	skip, _ := options.Sym("skip")
	return skip == dsl.Symbol("all")
}

// deviseNames reads only: or skip:, in the singular.
func deviseNames(m *mapper.Mapper, v dsl.Value) map[string]bool {
	names := map[string]bool{}
	for _, e := range ruby.List(v) {
		if u, ok := e.(*dsl.Unknown); ok {
			loaderOf(m).drawing.UnknownAs(m, u, "unknown list of controllers %s: the row is listed without them", "set the list", route.ListShape, "[sessions, passwords]")
			continue
		}
		s := m.Str(e)
		names[loaderOf(m).drawing.Singularize(m.Thread(), s)] = true
	}
	return names
}

// providers are those of a model, or of the initializers; of those that are not
// known it is told.
func providers(m *mapper.Mapper, d *deviseModel, own dsl.Value) []ruby.Possibility {
	expr := d.name + devisesProviders
	var named, known []ruby.Possibility
	open := false // the model has others
	for _, p := range ruby.Possibilities(own, nil) {
		if ruby.NameText(p.Value) == "" {
			open = true
			continue
		}
		named = append(named, p)
	}
	if !ruby.IsNil(own) && !open {
		return named
	}
	var names []string
	all := loaderOf(m).devise().providers
	for _, p := range all {
		if u, ok := p.Value.(*dsl.Unknown); ok {
			loaderOf(m).warnSetting("Devise"+devisesProviders, route.ListShape, "[github]", u.Pos, "config.omniauth "+dsl.Brief(u.Text())+" is known to the application only", "The routes of this provider are not in the table.")
			continue
		}
		names = append(names, ruby.NameText(p.Value))
		if open {
			p.When = append(p.When[:len(p.When):len(p.When)], dsl.NewUnknown(expr+".include?(:"+ruby.NameText(p.Value)+")", m.Pos()))
		}
		if !slices.ContainsFunc(named, func(n ruby.Possibility) bool { return ruby.NameText(n.Value) == ruby.NameText(p.Value) }) {
			known = append(known, p)
		}
	}
	switch {
	case open:
		return append(named, known...)
	case d.absent && len(known) > 0:
		loaderOf(m).warnSetting(expr, route.ListShape, moduleExample(names), m.Pos(), "the OmniAuth providers of "+d.name+" are known to the application only", "The table assumes those of the initializers.")
	case len(known) == 0 && (len(all) > 0 || !loaderOf(m).saysOfDevise("omniauth")):
		loaderOf(m).warnSetting(expr, route.ListShape, "[github]", m.Pos(), "no initializer names an OmniAuth provider for "+d.name, "Routes of providers are not in the table.")
	}
	return known
}

// deviseWords is a value of DEVISE in devise.rb, what its words leave for each other; nil if
// none has run.
func (l *loader) deviseWords(key string) dsl.Value {
	v, _ := l.constant(signalbox + "::DEVISE")
	h, _ := v.(*dsl.Hash)
	if v, ok := h.Sym(key); ok {
		return v
	}
	return dsl.Nil
}

// ChangesOptions reports whether words may change the options of a scope, which is Rails'
// own hash of each scope then.
func (l *loader) ChangesOptions() bool { return !l.lockedGems().AtLeast("devise", true, 5) }

// definesGroup reports whether what was read of the application gives the mapper the
// method of a group, the files of models included.
func (l *loader) definesGroup(word string) bool {
	models := l.devise().models
	for _, name := range slices.Sorted(maps.Keys(models.read)) {
		if src := models.mapperText(name); !l.lookup.defined[name] && bytes.Contains(src, []byte("def "+word)) {
			l.lookup.takeText(name, src)
		}
	}
	return l.definesWord(word)
}

// callHasWord reports whether the application gives the mapper a method.
func (l gemModule) callHasWord(c *dsl.Call) dsl.Value {
	word := ruby.NameText(c.Args[0])
	if v, _ := c.Keywords.Sym("models"); ruby.Truthy(v) {
		return dsl.Bool(l.definesGroup(word))
	}
	return dsl.Bool(l.mapperFiles.findWord(word))
}
