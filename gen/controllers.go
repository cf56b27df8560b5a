package gen

import (
	"cmp"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"signalbox/expand/route"
	"signalbox/internal/goname"
)

// A controller is the actions that the routes name.
type controller struct {
	name    string // admin/posts
	kind    string // AdminPostsController, its type
	actions []*action
}

type action struct {
	name   string
	method string // MarkAsRead, empty if Go has no method of that name
	rows   []*route.Route
}

// routes names the routes of an action: GET /posts/:id(.:format).
func (a *action) routes() string {
	var list []string
	for _, r := range a.rows {
		list = append(list, oneLine(cmp.Or(r.Verb(), "ANY")+" "+r.Path.String()))
	}
	return strings.Join(list, ", ")
}

// oneLine is a text that does not end a comment.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return '?'
		}
		return r
	}, text)
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
		c.actions[j].rows = append(c.actions[j].rows, r)
	}
	return all
}

// nameControllers gives controllers the names of their types, and actions those of their
// methods. notes tell which Go has none for.
func nameControllers(all []*controller, taken map[string]bool) (notes []string) {
	for _, c := range all {
		c.kind = camel(c.name) + "Controller"
		if !token.IsIdentifier(c.kind) || !token.IsExported(c.kind) {
			c.kind = "X" + c.kind
		}
		c.kind = goname.Unique(c.kind, taken)
		methods := map[string]bool{}
		for _, a := range c.actions {
			method := camel(a.name)
			if !token.IsIdentifier(method) || !token.IsExported(method) || methods[method] {
				notes = append(notes, c.name+"#"+a.name+": left out, Go has no method of that name")
				continue
			}
			a.method, methods[method] = method, true
		}
	}
	return notes
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
	notes = nameControllers(all, g.taken)
	for _, c := range all {
		g.printf("// %s has the actions of %s that the routes name.\ntype %s interface {\n", c.kind, c.name, c.kind)
		for _, a := range c.actions {
			if a.method != "" {
				g.printf("// %s answers %s.\n%s(http.ResponseWriter, *http.Request)\n", a.method, a.routes(), a.method)
			}
		}
		g.printf("}\n\n")
		fields = append(fields, field{strings.TrimSuffix(c.kind, "Controller"), c.kind, c.name})
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
