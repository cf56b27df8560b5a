package expand

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A Table is the routes of an application, in the order of their precedence,
// with what else the routes file says. Rails: RouteSet.
type Table struct {
	// Routes are all routes, the internal ones included.
	Routes []*Route
	// Diagnostics tell what is doubtful.
	Diagnostics []Diagnostic
	// DefaultURLOptions are those of the routes file, or else those that the configuration
	// gives the routes: host, protocol and so on.
	DefaultURLOptions *dsl.Hash
	// ControllerURLOptions are the default_url_options that the configuration gives all
	// controllers, whose helpers go by them too; nil without.
	ControllerURLOptions *dsl.Hash
	// Directs and Resolves are the helpers that blocks define.
	Directs  []*Direct
	Resolves []*Resolve
	// Engine is the name of the engine whose routes these are; empty for an
	// application.
	Engine string
	// APIOnly tells an application without new and edit.
	APIOnly bool
	// Root is the application's folder.
	Root string
	// RelativeURLRoot is the path below which the application is served, "/app";
	// helpers put it in front. It is what ENV["RAILS_RELATIVE_URL_ROOT"] holds.
	// Set it before the first call of a helper.
	RelativeURLRoot string

	// Beside are the tables of further engines that the files of an engine's
	// folder draw and its table does not mount.
	Beside []*Table

	asked          map[string]bool      // expressions that only the application knows
	uses           map[string]ShapeKind // what they are used as
	around         map[string]string    // calls by the unknown values that they gave
	unusedConcerns []concernUse
	unset          []Variable

	named   map[string]*Route
	interp  *dsl.Interp
	sources map[string]*grammar.File
	urls    *urlState
	mount   *mountPoint // of an engine
	mounts  []*mountPoint

	unknownOptions, unknownControllerOptions *dsl.Unknown
}

// Named gives the route that helpers of that name lead to: for
// `resources :posts`, Named("edit_post") is the row of GET /posts/:id/edit. Nil
// if there is none. Rails: RouteSet#named_routes.
func (t *Table) Named(name string) *Route { return t.named[name] }

// Interp is the interpreter that ran the files; constraints, redirects and
// other blocks run in it. Nil for a table that no file was run for.
func (t *Table) Interp() *dsl.Interp { return t.interp }

// Source gives the text of a file that was read, by its name in a position.
func (t *Table) Source(name string) (string, bool) {
	f := t.sources[name]
	if f == nil {
		return "", false
	}
	return f.Source, true
}

// Reqs is the endpoint of a route with its requirements: the last column of
// `rails routes`, `posts#show {id: /\d+/}`. Rails: RouteWrapper#reqs.
func (t *Table) Reqs(r *Route) string {
	end := r.endpointText()
	if r.Requirements.Len() == 0 && r.plainDefaults() {
		return end
	}
	all := r.AllRequirements()
	all.Delete(controllerKey)
	all.Delete(actionKey)
	if all.Len() == 0 {
		return end
	}
	shown, err := t.inspect(all)
	if err != nil {
		return end
	}
	return end + " " + shown
}

// shownPath is the path of a route on one line, the unknown values in it brief.
func (t *Table) shownPath(r *Route) string {
	text := r.Path.String()
	if !holdsUnknown(text) || text == dsl.Brief(text) {
		return text
	}
	var long []string
	for asked := range t.asked {
		if dsl.Brief(asked) != asked && strings.Contains(text, escapeURI(asked)) {
			long = append(long, asked)
		}
	}
	slices.SortFunc(long, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for _, asked := range long {
		text = strings.ReplaceAll(text, escapeURI(asked), escapeURI(dsl.Brief(asked)))
	}
	return oneLine(text)
}

// inspect shows a value; only of an object code of the application is run for it.
func (t *Table) inspect(v dsl.Value) (string, error) {
	if text, ok, err := t.interp.InspectLiteral(v); ok {
		return text, err
	}
	return t.interp.NewThread().InspectBrief(v)
}

// plainDefaults tells whether the defaults are controller and action only.
func (r *Route) plainDefaults() bool {
	for i := range r.Defaults.Len() {
		if key, _ := r.Defaults.At(i); key != controllerKey && key != actionKey {
			return false
		}
	}
	return true
}

func (r *Route) endpointText() string {
	if r.Endpoint.dispatches() {
		return r.Controller() + "#" + r.Action()
	}
	return r.Endpoint.Text
}

// Regexp is the pattern that a request's path must match. Rails:
// Path::Pattern#to_regexp.
func (r *Route) Regexp() *dsl.Regexp {
	var b strings.Builder
	r.writeRegexp(&b, r.Path.Tree())
	src := b.String()
	switch {
	case r.Anchored:
		src = `\A` + src + `\Z`
	case src == "/":
		src = `\A/`
	default:
		src = `\A` + src + `(?:\b|\Z|/)`
	}
	return &dsl.Regexp{Source: src}
}

func (r *Route) writeRegexp(b *strings.Builder, n *Node) {
	switch n.Kind {
	case Segment:
		if v, ok := r.Requirements.Sym(n.Name()); ok {
			b.WriteString("(" + unionRegexp(v) + ")")
		} else {
			b.WriteString(`([^/.?]+)`)
		}
	case Glob:
		if v, ok := r.Requirements.Sym(n.Name()); ok {
			b.WriteString("(" + unionRegexp(v) + ")")
		} else {
			b.WriteString("(.+)")
		}
	case Group:
		b.WriteString("(?:")
		r.writeRegexp(b, n.Children[0])
		b.WriteString(")?")
	case Or:
		b.WriteString("(?:")
		for i, c := range n.Children {
			if i > 0 {
				b.WriteByte('|')
			}
			r.writeRegexp(b, c)
		}
		b.WriteByte(')')
	case Seq:
		for _, c := range n.Children {
			r.writeRegexp(b, c)
		}
	case Slash:
		b.WriteByte('/')
	default:
		b.WriteString(escapeRegexp(n.Text))
	}
}

// unionRegexp is Regexp.union(v) as a part of a pattern.
func unionRegexp(v dsl.Value) string {
	switch v := v.(type) {
	case *dsl.Regexp:
		return v.ToS()
	case *dsl.String:
		return escapeRegexp(v.String())
	case dsl.Symbol:
		return escapeRegexp(string(v))
	case *dsl.Array:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = unionRegexp(e)
		}
		return strings.Join(parts, "|")
	}
	return "(?!)"
}

// escapeRegexp is Regexp.escape.
func escapeRegexp(s string) string {
	const special = `[]{}()|-*.\?+^$#`
	if !strings.ContainsAny(s, special+" \t\n\r\f\v") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case strings.IndexByte(special, c) >= 0 || c == ' ':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c >= '\t' && c <= '\r':
			b.WriteByte('\\')
			b.WriteByte("tnvfr"[c-'\t'])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// ---- making it

// A routeSet is a table in the making.
type routeSet struct {
	table      *Table
	engine     *engine // nil for the application's
	routes     []*Route
	named      map[string]*Route
	pathNames  dsl.Var // a hash: resources_path_names
	urlOptions dsl.Var // a hash: default_url_options
	scope      dsl.Var // a hash, or nil: default_scope
	appended   *dsl.Array
	directs    []*Direct
	resolves   []*Resolve
	apiOnly    bool
	object     *dsl.Object
	// front is where prepended routes go.
	front      int
	early      int          // how many of them initializers of engines prepended
	welcome    func() error // draws the last route of all; may be nil
	prepending bool
}

func (l *loader) newSet(e *engine) *routeSet {
	set := &routeSet{table: &Table{}, engine: e, named: map[string]*Route{}, appended: dsl.NewArray(), apiOnly: l.apiOnly && e == nil}
	set.urlOptions, set.pathNames = dsl.VarOf(dsl.NewHash(0)), dsl.VarOf(optionsOf("new", "new", "edit", "edit"))
	set.object = l.interp.NewObject(l.setClass, &setHost{l, set})
	l.sets = append(l.sets, set)
	return set
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
	return slices.ContainsFunc(set.routes, func(r *Route) bool { return r.Endpoint.App == dsl.Value(other.engine.class) })
}

// finish fills the set's table.
func (set *routeSet) finish(l *loader) {
	t := set.table
	t.Routes, t.named = set.routes, set.named
	t.DefaultURLOptions, t.unknownOptions = l.urlOptions(set.urlOptions.Get())
	t.ControllerURLOptions, t.unknownControllerOptions = l.urlOptions(l.controllerURLOptions)
	t.Directs, t.Resolves = set.directs, set.resolves
	t.APIOnly, t.Root = set.apiOnly, l.root
	t.interp, t.sources, t.asked = l.interp, l.files, l.asked
	if set.engine != nil {
		t.Engine = set.engine.class.Name()
	}
	for i, r := range t.Routes {
		r.Index = i
		r.placeConditions()
	}
	l.setUpURLs(t)
}

// placeConditions gives the conditions that the sources of gems ask the place of the
// word.
func (r *Route) placeConditions() {
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

// routesPerBlock is how many routes are made room for at once.
const routesPerBlock = 32

func (m *Mapper) newRoute() *Route {
	if len(m.routes) == 0 {
		m.routes = make([]Route, routesPerBlock)
	}
	r := &m.routes[0]
	m.routes = m.routes[1:]
	return r
}

// routeBytes is what a route takes beside its texts and hashes.
const routeBytes = 400

// record is RouteSet#add_route. Of a row of which no file tells whether it exists,
// another one's name tells that it does not: Rails would refuse it.
func (m *Mapper) record(r *Route, name string) error {
	if m.assuming && name != "" {
		return m.whether(m.taken(name), nil, func() error { return m.put(r, name) })
	}
	return m.put(r, name)
}

// put adds a route to the set.
func (m *Mapper) put(r *Route, name string) error {
	m.t.ChargeMemory(routeBytes + len(r.Path.text) + len(name))
	r.Name, r.Pos, r.Conditions, r.user = name, m.recorded, m.conditions(), m.user
	if m.pos != m.recorded {
		pos := m.pos
		r.declared = &pos
	}
	if name != "" && !validName(name) && m.l.standsIn(name) {
		name = nameOfUnknown(name)
		r.Name = name
	}
	source, err := url.PathUnescape(r.Path.text)
	if err != nil {
		source = r.Path.text
	}
	own := m.inDoubt
	m.inDoubt = nil
	if own != nil || m.l.standsIn(source) {
		m.l.loosen(r, source)
		m.tellPath(source, own)
	}
	m.noteUnknown(r)
	if len(m.l.placeholders)+len(m.l.toldOf) > 0 || own != nil || r.unknowns != nil || r.Endpoint.App != nil || r.Endpoint.Redirect != nil {
		m.notePlaceholders(r, own)
	}
	if lacks := m.lacking(); lacks != nil {
		r.opened().lacks = lacks
	}
	set := m.set
	if name != "" {
		if err := m.claim(r, name); err != nil {
			return err
		}
	}
	r.assumed = m.assuming
	if m.l.count++; m.l.count > m.l.options.MaxRoutes {
		return &RouteError{Class: "RuntimeError", Message: limitMessage(m.l.options.MaxRoutes), Pos: m.pos}
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
	return nil
}

// yieldName takes an assumed row that has the name of a certain one out of the table,
// where that one is there.
func (m *Mapper) yieldName(old *Route) {
	if m.t.EvalConds(old.Conditions) == dsl.False {
		return
	}
	held := condition(m.call.PathCond())
	if len(held) > 0 {
		old.Conditions = append(slices.Clip(old.Conditions), m.t.Noted(held.all().Not()))
		return
	}
	m.set.routes = slices.DeleteFunc(m.set.routes, func(r *Route) bool { return r == old })
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
func (m *Mapper) claim(r *Route, name string) error {
	if !validName(name) {
		return dsl.Raise("ArgumentError", "Invalid route name: '%s'", name)
	}
	for old := m.set.named[name]; old != nil && !m.assuming; old = old.sameName {
		if old.assumed {
			m.yieldName(old)
		}
	}
	if old := m.set.named[name]; old != nil && m.clashes(old) && !m.l.standsIn(r.Path.text) && !m.l.standsIn(name) {
		err := dsl.Raise("ArgumentError", nameTaken, name)
		if ee, ok := err.(*dsl.EvalError); ok {
			m.l.also[ee] = old.Pos
		}
		return err
	}
	r.sameName = m.set.named[name]
	m.set.named[name] = r
	return nil
}
