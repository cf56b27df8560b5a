package gen

import (
	"go/token"
	"slices"
	"strings"

	"signalbox/expand/route"
	"signalbox/internal/goname"
)

// A controller is the actions that the routes name.
type controller struct {
	name    string // admin/posts
	actions []*action
}

type action struct {
	name   string
	routes []string // GET /posts/:id(.:format)
}

// controllersOf lists the controllers in the order of their first routes, and
// the actions of each likewise. Those that a path names at request time are
// none.
func controllersOf(t *route.Table) []*controller {
	var all []*controller
	for _, r := range t.Routes {
		name, act := r.Controller(), r.Action()
		if r.Internal || r.Endpoint.Kind != route.Dispatcher || name == "" || act == "" || name[0] == ':' || act[0] == ':' {
			continue
		}
		i := slices.IndexFunc(all, func(c *controller) bool { return c.name == name })
		if i < 0 {
			i = len(all)
			all = append(all, &controller{name: name})
		}
		c := all[i]
		j := slices.IndexFunc(c.actions, func(a *action) bool { return a.name == act })
		if j < 0 {
			j = len(c.actions)
			c.actions = append(c.actions, &action{name: act})
		}
		verb := r.Verb()
		if verb == "" {
			verb = "ANY"
		}
		c.actions[j].routes = append(c.actions[j].routes, verb+" "+r.Path.String())
	}
	return all
}

// camel is mark_as_read as MarkAsRead, the name of an action's method.
func camel(name string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '/' }) {
		b.WriteString(goname.Capital(w))
	}
	return b.String()
}

// controllers writes an interface for each controller, and the struct of all.
func (g *goWriter) controllers(all []*controller) (notes []string) {
	if len(all) == 0 {
		return nil
	}
	type field struct{ name, kind, controller string }
	var fields []field
	for _, c := range all {
		kind := camel(c.name) + "Controller"
		if !token.IsIdentifier(kind) || !token.IsExported(kind) {
			kind = "X" + kind
		}
		kind = goname.Unique(kind, g.taken)
		g.printf("// %s has the actions of %s that the routes name.\ntype %s interface {\n", kind, c.name, kind)
		methods := map[string]bool{}
		for _, a := range c.actions {
			method := camel(a.name)
			if !token.IsIdentifier(method) || !token.IsExported(method) || methods[method] {
				notes = append(notes, c.name+"#"+a.name+": left out, Go has no method of that name")
				continue
			}
			methods[method] = true
			g.printf("// %s answers %s.\n%s(http.ResponseWriter, *http.Request)\n", method, strings.Join(a.routes, ", "), method)
		}
		g.printf("}\n\n")
		fields = append(fields, field{strings.TrimSuffix(kind, "Controller"), kind, c.name})
	}
	g.printf("// Controllers are all controllers that the routes name.\ntype Controllers struct {\n")
	for _, f := range fields {
		g.printf("%s %s // %s\n", f.name, f.kind, f.controller)
	}
	g.printf("}\n\n// ByName gives the controllers by the names that the routes have for them.\nfunc (c Controllers) ByName() map[string]any {\nreturn map[string]any{\n")
	for _, f := range fields {
		g.printf("%q: c.%s,\n", f.controller, f.name)
	}
	g.printf("}\n}\n")
	return notes
}
