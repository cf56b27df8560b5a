package expand

import (
	"strings"

	"signalbox/dsl"
	"signalbox/expand/gems"
)

// What a block of code that is not read is given may be the mapper:
// `Foo.draw { |m| m.resources :posts }`.

// Source implements dsl.EscapeObserver.
func (m *Mapper) Source() string { return "self" }

// Claims implements dsl.EscapeObserver: words that are called as the mapper's are.
func (m *Mapper) Claims(c *dsl.Call) bool {
	if m.l.sealed {
		return false
	}
	if _, ok := gems.Words()[c.Name]; ok {
		return c.Block != nil || strings.Contains(c.Name, "_")
	}
	hash, _ := oldOptions(c.Args)
	options := c.Keywords.Len() > 0 || hash != nil
	switch c.Name {
	case "get", "post", "put", "patch", "delete", "options", "connect", "match":
		return options // a client of HTTP, a cache and a text have these too
	case "root":
		return options || len(c.Args) == 1 && isTarget(c.Args[0])
	case "resources", "resource", "mount", "concerns":
		return len(c.Args) > 0 || options
	case "draw":
		return len(c.Args) == 1 && isSymbol(c.Args[0])
	case "namespace", "scope", "constraints", "concern", "controller", "defaults", "shallow":
		return c.Block != nil
	}
	return false
}

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
	if !h.l.sealed && isRoutesFile(code.Pos.Filename) {
		h.l.drawsUnknown(onlyKnown, code, "It gets the routes; what it draws is not in the table.")
	}
}

// HasEffects implements dsl.EscapeObserver.
func (h *setHost) HasEffects(name string) bool { return drawing[name] }

// Claims implements dsl.EscapeObserver.
func (h *setHost) Claims(*dsl.Call) bool { return false }

// unknownWord answers a method that a gem gives route sets. Its block is drawn;
// the routes are marked.
func (h *setHost) unknownWord(c *dsl.Call) dsl.Value {
	text := h.Source() + "." + callText(c)
	v, known := h.l.settle(text)
	if c.Block == nil {
		if known {
			return v
		}
		if !strings.HasSuffix(c.Name, "?") {
			h.l.drawsUnknown("unknown method of the routes", dsl.NewUnknown(text, c.Pos), "What it draws is not in the table.")
		}
		return dsl.NewUnknown(text, c.Pos)
	}
	draw := func() (dsl.Value, error) {
		h.l.drawBlock(c, h.set)
		return dsl.Nil, nil
	}
	if known {
		if !truthy(v) {
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

func isTarget(v dsl.Value) bool {
	s, ok := v.(*dsl.String)
	return ok && strings.Contains(s.String(), "#")
}

func isSymbol(v dsl.Value) bool {
	_, ok := v.(dsl.Symbol)
	return ok
}
