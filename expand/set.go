package expand

import (
	"net/url"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// note sets a value of a map that mostly has none.
func note[V any](of *map[*route.Route]V, r *route.Route, v V) {
	if *of == nil {
		*of = map[*route.Route]V{}
	}
	(*of)[r] = v
}

// A routeSet is a table in the making.
type routeSet struct {
	table      *route.Table
	engine     *engine // nil for the application's
	routes     []*route.Route
	room       []route.Route // for the next ones
	named      map[string]*route.Route
	earlier    map[*route.Route]*route.Route // the route before of the same name
	assumed    map[*route.Route]bool         // drawn for a model that no file shows
	guarded    map[*route.Route]*guarded     // what may guard a route
	pathNames  dsl.Var                       // a hash: resources_path_names
	urlOptions dsl.Var                       // a hash: default_url_options
	scope      dsl.Var                       // a hash, or nil: default_scope
	appended   *dsl.Array
	directs    []*route.Direct
	resolves   []*route.Resolve
	apiOnly    bool
	object     *dsl.Object
	// front is where prepended routes go.
	front      int
	early      int          // how many of them initializers of engines prepended
	welcome    func() error // draws the last route of all; may be nil
	prepending bool
}

func (l *loader) newSet(e *engine) *routeSet {
	set := &routeSet{table: &route.Table{}, engine: e, named: map[string]*route.Route{}, guarded: map[*route.Route]*guarded{}, appended: dsl.NewArray(), apiOnly: l.apiOnly && e == nil}
	set.urlOptions, set.pathNames = dsl.VarOf(dsl.NewHash(0)), dsl.VarOf(optionsOf("new", "new", "edit", "edit"))
	set.object = l.interp.NewObject(l.setClass, &setHost{l, set})
	l.sets = append(l.sets, set)
	return set
}

// again returns a copy of a route, with what may guard it.
func (set *routeSet) again(r *route.Route) *route.Route {
	own := *r
	if g := set.guarded[r]; g != nil {
		set.guarded[&own] = g
	}
	return &own
}

func (set *routeSet) isDrawn() bool { return len(set.routes)+len(set.appended.Elems) > 0 }

// append keeps the block of a call, to be run behind the other routes.
func (set *routeSet) append(c *dsl.Call) {
	if c.Block != nil {
		c.Thread.Changing(set.appended)
		set.appended.Elems = append(set.appended.Elems, c.KeepBlock())
	}
}

// mounts tells whether the set has a mount of an engine.
func (set *routeSet) mounts(other *routeSet) bool {
	return slices.ContainsFunc(set.routes, func(r *route.Route) bool { return r.Endpoint.App == dsl.Value(other.engine.class) })
}

// finish fills the set's table; texts has what is written where guards stand.
func (set *routeSet) finish(l *loader, texts *guardTexts) {
	t := set.table
	t.Routes, t.Names = set.routes, set.named
	var ofRoutes, ofControllers *dsl.Unknown
	t.DefaultURLOptions, ofRoutes = l.urlOptions(set.urlOptions.Get())
	t.ControllerURLOptions, ofControllers = l.urlOptions(l.controllerURLOptions)
	for _, u := range []*dsl.Unknown{ofRoutes, ofControllers} {
		if u != nil {
			t.UnknownURLOptions = append(t.UnknownURLOptions, u)
		}
	}
	t.Directs, t.Resolves = set.directs, set.resolves
	t.APIOnly, t.Root = set.apiOnly, l.root
	t.Interp, t.Files, t.Unknown.Asked = l.interp, l.files, l.asked
	if set.engine != nil {
		t.Engine = set.engine.class.Name()
	}
	for i, r := range t.Routes {
		r.Index = i
		placeConditions(r)
		if g := set.guarded[r]; g != nil {
			r.Guards = g.of(r, texts)
		}
	}
	if t.Engine == "" {
		t.RelativeURLRoot = l.options.Env["RAILS_RELATIVE_URL_ROOT"]
	}
}

// placeConditions gives the conditions that the sources of gems ask the place of the
// word.
func placeConditions(r *route.Route) {
	inText := func(c dsl.Condition) bool { return isText(c.Pos) }
	if !slices.ContainsFunc(r.Conditions, inText) {
		return
	}
	r.Conditions = slices.Clone(r.Conditions)
	for i := range r.Conditions {
		if inText(r.Conditions[i]) {
			r.Conditions[i].Pos = r.Pos
		}
	}
}

// routesPerBlock is how many routes are made room for at once: they fill 8 KiB.
const routesPerBlock = 31

func (set *routeSet) newRoute() *route.Route {
	if len(set.room) == 0 {
		set.room = make([]route.Route, routesPerBlock)
	}
	r := &set.room[0]
	set.room = set.room[1:]
	return r
}

// routeBytes is what a route takes beside its texts and hashes.
const routeBytes = 400

// record is RouteSet#add_route. Of a row of which no file tells whether it exists,
// another one's name tells that it does not: Rails would refuse it.
func (m *Mapper) record(r *route.Route, name string) {
	if m.assuming && name != "" {
		m.whether(m.taken(name), nil, func() { m.put(r, name) })
		return
	}
	m.put(r, name)
}

// origin returns where the routes of the running word come from besides m.recorded.
func (m *Mapper) origin() *route.Origin {
	if m.pos == m.recorded && m.user == nil {
		return nil
	}
	o := &route.Origin{UsedAt: m.user}
	if pos := m.pos; pos != m.recorded {
		o.Word = &pos
	}
	return o
}

// put adds a route to the set.
func (m *Mapper) put(r *route.Route, name string) {
	m.t.ChargeMemory(routeBytes + len(r.Path.String()) + len(name))
	r.Name, r.Pos, r.Conditions, r.Origin = name, m.recorded, m.conditions(), m.origin()
	if name != "" && !validName(name) && m.l.standsIn(name) {
		name = nameOfUnknown(name)
		r.Name = name
	}
	source, err := url.PathUnescape(r.Path.String())
	if err != nil {
		source = r.Path.String()
	}
	own := m.inDoubt
	m.inDoubt = nil
	if own != nil || m.l.standsIn(source) {
		m.l.loosen(r, source)
		m.tellPath(source, own)
	}
	m.noteUnknown(r)
	if len(m.l.placeholders)+len(m.l.toldOf) > 0 || own != nil || r.Open != nil || r.Endpoint.App != nil || r.Endpoint.Redirect != nil {
		m.notePlaceholders(r, own)
	}
	if lacks := m.lacking(); lacks != nil {
		opened(r).Lacks = lacks
	}
	set := m.set
	if name != "" {
		m.claim(r, name)
	}
	if m.assuming {
		note(&set.assumed, r, true)
	}
	if m.l.count++; m.l.count > m.l.options.MaxRoutes {
		panic(dsl.Fail(&RouteError{Class: "RuntimeError", Message: limitMessage(m.l.options.MaxRoutes), Pos: m.pos}))
	}
	if m.doubtful != nil {
		m.doubtfulRows = append(m.doubtfulRows, doubtfulRow{r, m.doubtful})
	}
	if set.prepending {
		set.routes = append(set.routes, nil)
		copy(set.routes[set.front+1:], set.routes[set.front:])
		set.routes[set.front] = r
		set.front++
	} else {
		set.routes = append(set.routes, r)
	}
}

// yieldName takes an assumed row that has the name of a certain one out of the table,
// where that one is there.
func (m *Mapper) yieldName(old *route.Route) {
	if m.t.EvalConds(old.Conditions) == dsl.False {
		return
	}
	held := condition(m.call.PathCond())
	if len(held) > 0 {
		old.Conditions = append(slices.Clip(old.Conditions), m.t.Noted(held.all().Not()))
		return
	}
	m.set.routes = slices.DeleteFunc(m.set.routes, func(r *route.Route) bool { return r == old })
	if m.set.named[old.Name] == old {
		delete(m.set.named, old.Name)
	}
}

const nameTaken = "Invalid route name, already in use: '%s' \n" +
	"You may have defined two routes with the same name using the `:as` option, or " +
	"you may be overriding a route already defined by a resource with the same naming. " +
	"For the latter, you can restrict the routes created with `resources` as explained here: \n" +
	"https://guides.rubyonrails.org/routing.html#restricting-the-routes-created"

// claim gives a route its name.
func (m *Mapper) claim(r *route.Route, name string) {
	if !validName(name) {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "Invalid route name: '%s'", name)))
	}
	for old := m.set.named[name]; old != nil && !m.assuming; old = m.set.earlier[old] {
		if m.set.assumed[old] {
			m.yieldName(old)
		}
	}
	if old := m.set.named[name]; old != nil && m.clashes(old) && !m.l.standsIn(r.Path.String()) && !m.l.standsIn(name) {
		err := dsl.Raise("ArgumentError", nameTaken, name)
		if ee, ok := err.(*dsl.EvalError); ok {
			m.l.also[ee] = old.Pos
		}
		panic(dsl.Fail(err))
	}
	if old := m.set.named[name]; old != nil {
		note(&m.set.earlier, r, old)
	}
	m.set.named[name] = r
}
