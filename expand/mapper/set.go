package mapper

import (
	"net/url"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// note sets a value of a map that mostly has none.
func note[V any](of *map[*route.Route]V, r *route.Route, v V) {
	if *of == nil {
		*of = map[*route.Route]V{}
	}
	(*of)[r] = v
}

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
	Front      int                           // where prepended routes go
	Prepending bool                          // routes go to the front
}

// NewRouteSet returns a set without routes.
func NewRouteSet() RouteSet {
	return RouteSet{
		named: map[string]*route.Route{}, guarded: map[*route.Route]*guarded{},
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

// record is RouteSet#add_route. Of a row of which no file tells whether it exists,
// another one's name tells that it does not: Rails would refuse it.
func (m *Mapper) record(r *route.Route, name string) {
	if m.assuming && name != "" {
		ruby.Whether(m.t, m.taken(name), nil, func() { m.put(r, name) })
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
	if name != "" && !validName(name) && m.drawing.standsIn(name) {
		name = nameOfUnknown(name)
		r.Name = name
	}
	source, err := url.PathUnescape(r.Path.String())
	if err != nil {
		source = r.Path.String()
	}
	own := m.inDoubt
	m.inDoubt = nil
	if own != nil || m.drawing.standsIn(source) {
		m.drawing.loosen(r, source)
		m.tellPath(source, own)
	}
	m.noteUnknown(r)
	if len(m.drawing.placeholders)+len(m.drawing.toldOf) > 0 || own != nil || r.Open != nil || r.Endpoint.App != nil || r.Endpoint.Redirect != nil {
		m.drawing.notePlaceholders(r, own)
	}
	if warned := m.warned(); warned != nil {
		opened(r).Warned = warned
	}
	set := m.set
	if name != "" {
		m.claim(r, name)
	}
	if m.assuming {
		note(&set.assumed, r, true)
	}
	if m.drawing.count++; m.drawing.count > m.drawing.Most {
		panic(dsl.Fail(m.drawing.TooMany(m.pos)))
	}
	if m.doubtful != nil {
		m.doubtfulRows = append(m.doubtfulRows, doubtfulRow{r, m.doubtful})
	}
	if set.Prepending {
		set.Routes = append(set.Routes, nil)
		copy(set.Routes[set.Front+1:], set.Routes[set.Front:])
		set.Routes[set.Front] = r
		set.Front++
	} else {
		set.Routes = append(set.Routes, r)
	}
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
	m.set.Routes = slices.DeleteFunc(m.set.Routes, func(r *route.Route) bool { return r == old })
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
	if old := m.set.named[name]; old != nil && m.clashes(old) && !m.drawing.standsIn(r.Path.String()) && !m.drawing.standsIn(name) {
		err := dsl.Raise("ArgumentError", nameTaken, name)
		if ee, ok := err.(*dsl.EvalError); ok {
			m.drawing.also[ee] = old.Pos
		}
		panic(dsl.Fail(err))
	}
	if old := m.set.named[name]; old != nil {
		note(&m.set.earlier, r, old)
	}
	m.set.named[name] = r
}

// placeConditions gives the conditions that the sources of gems ask the place of the
// word.
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

// Fill gives a table what was drawn of a set.
func (l *Drawing) Fill(set *RouteSet, t *route.Table) {
	if l.texts == nil {
		l.texts = newGuardTexts(l.Files)
	}
	t.Routes, t.Names, t.Directs, t.Resolves, t.APIOnly = set.Routes, set.named, set.Directs, set.Resolves, set.APIOnly
	for i, r := range t.Routes {
		r.Index = i
		placeConditions(r)
		if g := set.guarded[r]; g != nil {
			r.Guards = g.of(r, l.texts)
		}
	}
}
