package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// A routeSet is a set of the application or of one of its engines, with the table that it becomes.
type routeSet struct {
	mapper.RouteSet
	table    *route.Table
	engine   *engine // nil for the application's
	appended *dsl.Array
	welcome  func() error // draws the last route of all; may be nil
}

func (l *loader) newSet(e *engine) *routeSet {
	set := &routeSet{RouteSet: mapper.NewRouteSet(), table: &route.Table{}, engine: e, appended: dsl.NewArray()}
	set.APIOnly = l.configuration.application.apiOnly && e == nil
	set.Object = l.interp.NewObject(l.setClass, &setHost{l, set})
	l.sets = append(l.sets, set)
	return set
}

func (set *routeSet) isDrawn() bool { return len(set.Routes)+len(set.appended.Elems) > 0 }

// append keeps the block of a call, to be run behind the other routes.
func (set *routeSet) append(c *dsl.Call) {
	if c.Block != nil {
		c.Thread.Changing(set.appended)
		set.appended.Elems = append(set.appended.Elems, c.KeepBlock())
	}
}

// mounts tells whether the set has a mount of an engine.
func (set *routeSet) mounts(other *routeSet) bool {
	return slices.ContainsFunc(set.Routes, func(r *route.Route) bool { return r.Endpoint.App == dsl.Value(other.engine.class) })
}

// finish fills the set's table.
func (set *routeSet) finish(l *loader) {
	t := set.table
	l.drawing.Fill(&set.RouteSet, t)
	var ofRoutes, ofControllers *dsl.Unknown
	t.DefaultURLOptions, ofRoutes = l.urlOptions(set.URLOptions.Get())
	t.ControllerURLOptions, ofControllers = l.urlOptions(l.configuration.controllerURLOptions)
	for _, u := range []*dsl.Unknown{ofRoutes, ofControllers} {
		if u != nil {
			t.UnknownURLOptions = append(t.UnknownURLOptions, u)
		}
	}
	t.Root = l.root
	if l.from.fsys != nil {
		l.AddFolders()
		t.ClassFolders = l.layout.Folders()
	}
	t.Interp, t.Files, t.Unknown.Asked = l.interp, l.files, l.asked
	if set.engine != nil {
		t.Engine = set.engine.class.Name()
	}
	if t.Engine == "" {
		t.RelativeURLRoot = l.options.Env["RAILS_RELATIVE_URL_ROOT"]
	}
}

// What route sets answer beyond what they are asked to draw.

// Source implements dsl.EscapeObserver.
func (h *setHost) Source() string {
	if h.set.engine != nil {
		return h.set.engine.class.Name() + ".routes"
	}
	return "Rails.application.routes"
}

// Escaped implements dsl.EscapeObserver: code that is not read gets the route set, as in
// `Foo.install(Rails.application.routes)`.
func (h *setHost) Escaped(code *dsl.Unknown) {
	if route.IsRoutesFile(code.Pos.Filename) {
		h.l.drawing.WarnDraws(code, mapper.MayDraw)
	}
}

// HasEffects implements dsl.EscapeObserver.
func (h *setHost) HasEffects(name string) bool { return drawingMethods[name] }

// Claims implements dsl.EscapeObserver.
func (h *setHost) Claims(*dsl.Call) bool { return false }

// unknownWord answers a method that a gem gives route sets. Its block is drawn;
// the routes are marked.
func (h *setHost) unknownWord(c *dsl.Call) dsl.Value {
	text := h.Source() + "." + ruby.CallText(c)
	v, known := h.l.Settle(text)
	if c.Block == nil {
		if known {
			return v
		}
		if !strings.HasSuffix(c.Name, "?") {
			h.l.drawing.WarnDraws(dsl.NewUnknown(text, c.Pos), "unknown method `%s` of the routes: what it adds is missing; set it to true if it adds none")
		}
		return dsl.NewUnknown(text, c.Pos)
	}
	draw := func() (dsl.Value, error) {
		h.l.drawBlock(c, h.set)
		return dsl.Nil, nil
	}
	if known {
		if !ruby.Truthy(v) {
			return v
		}
		return dsl.Must(draw())
	}
	return dsl.Must(c.Thread.Under(dsl.Condition{Text: text, Pos: c.Pos, Wraps: true}, c.Block, draw))
}

// routeSetMethods are the public methods of ActionDispatch::Routing::RouteSet that
// draw nothing, beyond those that setHost answers.
var routeSetMethods = func() map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq(`add_polymorphic_mapping add_route add_url_helper call default_env default_scope define_mounted_helper
		disable_clear_and_finalize draw_paths draw_paths= env_key env_key= extra_keys find_relative_url_root find_script_name formatter formatter= from_requirements generate
		generate_extras generate_url_helpers inspect make_request mounted_helpers named_routes named_routes= optimize_routes_generation?
		path_for polymorphic_mappings recognize_path recognize_path_with_request relative_url_root request_class resources_path_names=
		router router= set set= url_for url_helpers`) {
		all[name] = true
	}
	return all
}()
