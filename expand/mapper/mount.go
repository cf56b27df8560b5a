package mapper

import (
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

const missingMountPoint = "Must be called with mount point\n\n" +
	"  mount SomeRackApp, at: \"some_route\"\n" +
	"  or\n" +
	"  mount(SomeRackApp => \"some_route\")\n"

// mount is `mount`.
func (m *Mapper) mount(c *dsl.Call) dsl.Value {
	d := declaration{anchor: dsl.False, format: dsl.False}
	var at dsl.Value
	options, args := c.Keywords, c.Args
	for i := range options.Len() {
		key, v := options.At(i)
		if key == dsl.Symbol("at") {
			at = present(v)
		} else {
			d.set(key, v)
		}
	}
	if len(args) > 2 {
		panic(dsl.Fail(ruby.WrongArguments(len(args), "0..2")))
	}
	if len(args) == 2 {
		if old, ok := args[1].(*dsl.Hash); ok {
			if v := take(old, "at"); !ruby.Truthy(at) {
				at = v
			}
			d.setOld(old)
		}
	}
	var app dsl.Value
	if len(args) > 0 {
		app = present(args[0])
	}
	if ruby.IsNil(app) {
		app, at = d.hashApp(m, at)
	}
	if !m.drawing.responds(app, "call") {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "A rack application must be specified")))
	}
	if !ruby.Truthy(at) {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "%s", missingMountPoint)))
	}
	d.mountApp(m, app, at)
	return m.self
}

// hashApp finds the application in `App => "/path"`.
func (d *declaration) hashApp(m *Mapper, at dsl.Value) (app, path dsl.Value) {
	for i := range d.mapping.Len() {
		key, v := d.mapping.At(i)
		if !m.drawing.responds(key, "call") {
			continue
		}
		d.mapping.Delete(key)
		if !ruby.Truthy(at) {
			at = present(v)
		}
		return key, at
	}
	return nil, at
}

func (d *declaration) mountApp(m *Mapper, app, at dsl.Value) {
	engine := m.drawing.Host.MountOf(app)
	if d.hasAs {
		d.mountNamed(m, app, at, engine)
		return
	}
	name := m.appName(app, engine)
	m.Either(name, nil, func(name dsl.Value) {
		own := *d
		own.as, own.hasAs = name, true
		own.mountNamed(m, app, at, engine)
	})
}

// mountNamed is mountApp with a name, Go's nil for none.
func (d *declaration) mountNamed(m *Mapper, app, at dsl.Value, engine Mounted) {
	if engine != nil {
		d.checkMountName(m, at)
	}
	if !ruby.Truthy(d.via) {
		d.via = dsl.Symbol("all")
	}
	m.drawing.unknownMount(m, app)
	d.to, d.mounted = app, true
	d.match(m, []dsl.Value{at})
}

// checkMountName stumbles where Rails does: an engine needs some name for its
// helpers.
func (d *declaration) checkMountName(m *Mapper, at dsl.Value) {
	path := m.PathText(at)
	name, _ := m.nameFor(d.as, true, path, true)
	if name == "" {
		panic(dsl.Fail(m.drawing.noMethod("to_sym", nil)))
	}
}

// appName is the name that a mount gets without as:. Objects that are no
// classes have none: Go's nil.
func (m *Mapper) appName(app dsl.Value, e Mounted) dsl.Value {
	switch a := app.(type) {
	case *dsl.Class:
		if e != nil {
			return e.MountName(m.t)
		}
		if a.IsModule() {
			return nil
		}
		name := m.call.Send(a, "name") // the program may define it
		s := m.Str(name)
		return dsl.NewString(m.drawing.UnderscoredName(m.t, s))
	case *dsl.Unknown:
		if route.IsConstant(a.Text()) {
			return dsl.NewString(m.drawing.UnderscoredName(m.t, strings.TrimPrefix(a.Text(), "::")))
		}
	}
	return nil
}

var dispatcher = &route.Endpoint{Kind: route.Dispatcher}

// endpoint makes what `to:` names answerable: Rails' Mapping#app.
func (m *Mapper) endpoint(to dsl.Value) *route.Endpoint {
	switch to := to.(type) {
	case nil, *dsl.String:
		return dispatcher
	case *dsl.Proc:
		return &route.Endpoint{Kind: route.Inline, App: to, Text: "Inline handler (Proc/Lambda)"}
	case *dsl.Unknown:
		if isObject(to.Text()) && !isUpperConstant(to.Text()) {
			m.drawing.uses[to.Text()] = route.ClassShape
		}
		if m.drawing.responds(to, "action") {
			return &route.Endpoint{Kind: route.Static, App: to, Text: dsl.Brief(to.Text())}
		}
		if isAction(to.Text()) {
			return &route.Endpoint{Kind: route.Inline, App: to, Text: "Inline handler (Proc/Lambda)"}
		}
		return &route.Endpoint{Kind: route.Rack, App: to, Text: m.drawing.unknownApp(to.Text())}
	case *dsl.Object:
		if r := m.redirectOf(to); r != nil {
			return &route.Endpoint{Kind: route.Redirects, App: to, Text: r.Text, Redirect: r}
		}
	}
	if m.drawing.responds(to, "action") {
		return &route.Endpoint{Kind: route.Static, App: to}
	}
	kind := route.Rack
	engine := m.drawing.Host.MountOf(to)
	if engine != nil {
		kind = route.Engine
	}
	if o, ok := to.(*dsl.Object); ok && o.Class().Open() { // what it holds, the application knows
		return &route.Endpoint{Kind: kind, App: to, Text: "#<" + o.Class().Name() + ">"}
	}
	shown := dsl.Must(m.t.Inspect(to))
	return &route.Endpoint{Kind: kind, App: to, Text: shown, External: engine != nil && engine.Elsewhere()}
}
