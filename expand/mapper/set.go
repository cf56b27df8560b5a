package mapper

import (
	"net/url"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// A RouteSet is a table in the making. Rails: ActionDispatch::Routing::RouteSet.
type RouteSet struct {
	Object     *dsl.Object    // as programs see it
	Routes     []*route.Route // in their order
	room       []route.Route  // for the next ones
	named      map[string]*route.Route
	earlier    map[*route.Route]*route.Route // the route before of the same name
	assumed    map[*route.Route]bool         // drawn for a model that no file shows
	guarded    map[*route.Route]*guarded     // what may guard a route
	PathNames  dsl.Var                       // a hash: resources_path_names
	URLOptions dsl.Var                       // a hash: default_url_options
	Scope      dsl.Var                       // a hash, or nil: default_scope
	Directs    []*route.Direct               // helpers of direct
	Resolves   []*route.Resolve              // URLs of models
	APIOnly    bool                          // no new and edit
	front      int                           // how many routes were prepended
	early      int                           // how many of them before EndEarly
	behind     *int                          // front or early, behind which routes go; nil for the end
}

// NewRouteSet returns a set without routes.
func NewRouteSet() RouteSet {
	return RouteSet{
		named: map[string]*route.Route{}, earlier: map[*route.Route]*route.Route{}, assumed: map[*route.Route]bool{}, guarded: map[*route.Route]*guarded{},
		URLOptions: dsl.VarOf(dsl.NewHash(0)), PathNames: dsl.VarOf(ruby.Options("new", "new", "edit", "edit")),
	}
}

// Again returns a copy of a route, with what may guard it.
func (set *RouteSet) Again(r *route.Route) *route.Route {
	own := *r
	if g := set.guarded[r]; g != nil {
		set.guarded[&own] = g
	}
	return &own
}

// routesPerBlock is how many routes are made room for at once: they fill 8 KiB.
const routesPerBlock = 31

func (set *RouteSet) newRoute() *route.Route {
	if len(set.room) == 0 {
		set.room = make([]route.Route, routesPerBlock)
	}
	r := &set.room[0]
	set.room = set.room[1:]
	return r
}

// routeBytes is what a route takes beside its texts and hashes.
const routeBytes = 400

// record is RouteSet#add_route. A row that may not exist does not where another one has its
// name: Rails would refuse it.
func (t *target) record(m *Mapper, r *route.Route, name string) {
	if m.assuming && name != "" {
		ruby.Whether(m.t, m.taken(name), nil, func() { t.put(m, r, name) })
		return
	}
	t.put(m, r, name)
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
func (t *target) put(m *Mapper, r *route.Route, name string) {
	m.t.ChargeMemory(routeBytes + len(r.Path.String()) + len(name))
	r.Name, r.Pos, r.Conditions, r.Origin = name, m.recorded, m.conditions(), m.origin()
	if name != "" && !validName(name) && m.drawing.hasPlaceholder(name) {
		name = nameOfUnknown(name)
		r.Name = name
	}
	source, err := url.PathUnescape(r.Path.String())
	if err != nil {
		source = r.Path.String()
	}
	own := t.pathUnknown()
	if own != nil || m.drawing.hasPlaceholder(source) {
		m.drawing.relaxPath(r, source)
		m.warnPath(source, own)
	}
	m.noteUnknown(r)
	if len(m.drawing.placeholders)+len(m.drawing.reportedValues) > 0 || own != nil || r.Open != nil || r.Endpoint.App != nil || r.Endpoint.Redirect != nil {
		m.drawing.notePlaceholders(r, own)
	}
	if warned := m.warned(); warned != nil {
		opened(r).Warned = warned
	}
	m.remarkLostName(r)
	set := m.set
	if name != "" {
		m.claim(r, name)
	}
	if m.assuming {
		set.assumed[r] = true
	}
	if m.drawing.count++; m.drawing.count > m.drawing.Most {
		panic(dsl.Fail(m.drawing.TooMany(m.pos)))
	}
	if m.actionGuard != nil {
		m.guardedRoutes = append(m.guardedRoutes, guardedRoute{r, m.actionGuard})
	}
	set.insert(r)
}

// Prepend makes routes go in front of the others until the function it returns is called.
func (set *RouteSet) Prepend() (end func()) {
	if set.behind != nil {
		return func() {}
	}
	return set.prepend(&set.front)
}

// PrependEarly is Prepend for routes that go in front of those prepended since EndEarly.
func (set *RouteSet) PrependEarly() (end func()) { return set.prepend(&set.early) }

// EndEarly ends the time whose prepended routes stay in front.
func (set *RouteSet) EndEarly() { set.early = set.front }

func (set *RouteSet) prepend(behind *int) (end func()) {
	set.behind = behind
	return func() { set.behind = nil }
}

// insert puts a route where routes go.
func (set *RouteSet) insert(r *route.Route) {
	if set.behind == nil {
		set.Routes = append(set.Routes, r)
		return
	}
	set.Routes = slices.Insert(set.Routes, *set.behind, r)
	set.front++
	if set.behind == &set.early {
		set.early++
	}
}

// remove takes a route out of the set: its name is that of the one before.
func (set *RouteSet) remove(r *route.Route) {
	at := slices.Index(set.Routes, r)
	set.Routes = slices.Delete(set.Routes, at, at+1)
	if at < set.front {
		set.front--
	}
	if at < set.early {
		set.early--
	}
	before := set.earlier[r]
	if set.named[r.Name] == r {
		if set.named[r.Name] = before; before == nil {
			delete(set.named, r.Name)
		}
	}
	for later, of := range set.earlier {
		if of == r {
			set.earlier[later] = before
		}
	}
	delete(set.earlier, r)
	delete(set.assumed, r)
	delete(set.guarded, r)
}

// yieldName takes an assumed row that has the name of a certain one out of the table,
// where that one is there.
func (m *Mapper) yieldName(old *route.Route) {
	if m.t.EvalConds(old.Conditions) == dsl.False {
		return
	}
	held := ruby.Condition(m.call.PathCond())
	if len(held) > 0 {
		old.Conditions = append(slices.Clip(old.Conditions), m.t.Noted(held.All().Not()))
		return
	}
	m.set.remove(old)
	m.drawing.count--
}

const nameTaken = "Invalid route name, already in use: '%s' \n" +
	"You may have defined two routes with the same name using the `:as` option, or " +
	"you may be overriding a route already defined by a resource with the same naming. " +
	"For the latter, you can restrict the routes created with `resources` as explained here: \n" +
	"https://guides.rubyonrails.org/routing.html#restricting-the-routes-created"

// claim takes a name for a route.
func (m *Mapper) claim(r *route.Route, name string) {
	if !validName(name) {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "Invalid route name: '%s'", name)))
	}
	for old := m.set.named[name]; old != nil && !m.assuming; {
		before := m.set.earlier[old]
		if m.set.assumed[old] {
			m.yieldName(old)
		}
		old = before
	}
	if old := m.set.named[name]; old != nil && m.clashes(old) && !m.drawing.hasPlaceholder(r.Path.String()) && !m.drawing.hasPlaceholder(name) {
		err := dsl.Raise("ArgumentError", nameTaken, name)
		if ee, ok := err.(*dsl.EvalError); ok {
			m.drawing.relatedPos[ee] = old.Pos
		}
		panic(dsl.Fail(err))
	}
	if old := m.set.named[name]; old != nil {
		m.set.earlier[r] = old
	}
	m.set.named[name] = r
}

// placeConditions sets the place of the conditions that the sources of gems ask: the word's.
func placeConditions(r *route.Route) {
	inText := func(c dsl.Condition) bool { return IsText(c.Pos) }
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

// Fill fills a table with what was drawn of a set.
func (d *Drawing) Fill(set *RouteSet, t *route.Table) {
	if d.texts == nil {
		d.texts = newGuardTexts(d.Files)
	}
	t.Routes, t.Names, t.Directs, t.Resolves, t.APIOnly = set.Routes, set.named, set.Directs, set.Resolves, set.APIOnly
	for i, r := range t.Routes {
		r.Index = i
		placeConditions(r)
		if g := set.guarded[r]; g != nil {
			r.Guards = g.of(r, d.texts)
		}
	}
}
