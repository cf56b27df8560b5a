package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"signalbox/expand/route"
)

// A template is a path of a document: texts and parameters in turn.
type template []piece

// A piece is a text of a path, or a parameter in it, ":id".
type piece struct {
	text  string
	param *Parameter // nil for a text
}

// String is the path as OpenAPI writes it, "/posts/{id}".
func (t template) String() string { return t.path(t.names()) }

// shape is the path without the names of its parameters. Paths of one shape are one path in
// OpenAPI, whose parameters have one name.
func (t template) shape() string { return t.path(make([]string, len(t))) }

// names are those of the parameters, each with a name of its own: /:id/of/:id has id and id_2.
// Rails takes a colon that no letter follows for a parameter without one.
func (t template) names() []string {
	var names []string
	for _, p := range t {
		if p.param != nil {
			names = append(names, unique(cmp.Or(p.param.Name, "unnamed"), func(name string) bool { return slices.Contains(names, name) }))
		}
	}
	return names
}

func (t template) path(names []string) string {
	if len(t) == 0 {
		return "/"
	}
	var b strings.Builder
	for _, p := range t {
		if p.param == nil {
			b.WriteString(p.text)
			continue
		}
		b.WriteString("{" + names[0] + "}")
		names = names[1:]
	}
	return b.String()
}

// maxPaths is how many paths the optional segments of one route may make: a path with more
// keeps only what it makes with all of them or none.
const maxPaths = 64

// templates are the paths of a route: one for each choice among its optional segments, the
// plain one first. The format that most routes may end in is none of them, unless the route
// says which formats there are.
func (b *builder) templates(r *route.Route) []template {
	relaxed, unknown := r.Relaxed()
	x := expansion{builder: b, route: relaxed, unknown: map[string]string{}}
	n := 0
	for _, u := range unknown {
		name := u.Param
		if name == "" {
			name = fmt.Sprint(route.RelaxedName, n)
			n++
		}
		x.unknown[name] = u.Value.Text()
	}
	return slices.DeleteFunc(x.of(relaxed.Path.Tree()), func(t template) bool { return !t.requested() || b.taken(r, t) })
}

// taken reports whether other routes take all requests for one path of a route.
func (b *builder) taken(r *route.Route, t template) bool {
	v, partly := b.partly[r]
	if !partly || len(v.Verbs) > 0 {
		return false
	}
	if len(v.Paths) == 0 { // only requests with a format are left
		return !slices.ContainsFunc(t, func(p piece) bool { return p.param != nil && p.param.Name == "format" })
	}
	var text strings.Builder
	for _, p := range t {
		text.WriteString(p.text)
	}
	return slices.Contains(v.Paths, text.String())
}

// An expansion makes the paths of one route.
type expansion struct {
	*builder
	route   *route.Route
	unknown map[string]string // expressions by the parameters that stand for them
}

func (x *expansion) of(n *route.Node) []template {
	switch n.Kind {
	case route.Segment, route.Glob:
		return []template{{{text: n.Text, param: x.parameter(n)}}}
	case route.Group:
		if x.plainFormat(n) {
			return []template{nil}
		}
		inner := x.of(n.Children[0])
		if strings.Contains(n.String(), ":"+route.RelaxedName) {
			return inner // what only the application knows: it may be nothing
		}
		return append([]template{nil}, inner...)
	case route.Or:
		var all []template
		for _, c := range n.Children {
			all = append(all, x.of(c)...)
		}
		return all
	case route.Seq:
		all := []template{nil}
		for _, c := range n.Children {
			all = join(all, x.of(c))
		}
		return all
	}
	return []template{{{text: literal(n.Text)}}}
}

// plainFormat tells whether a group is the (.:format) of a route that takes any.
func (x *expansion) plainFormat(group *route.Node) bool {
	_, constrained := x.route.Requirements.Sym("format")
	return group.String() == "(.:format)" && !constrained
}

// join puts each of the paths in front of each of the others.
func join(before, after []template) []template {
	if len(before)*len(after) > maxPaths {
		after = []template{after[0], after[len(after)-1]}
		before = before[:min(len(before), maxPaths/2)]
	}
	all := make([]template, 0, len(before)*len(after))
	for _, a := range before {
		for _, b := range after {
			all = append(all, slices.Concat(a, b))
		}
	}
	return all
}

// literal writes what in a path would be a parameter in the document.
var literal = strings.NewReplacer("{", "%7B", "}", "%7D").Replace

// requested tells whether a request can have the path: Rails squeezes slashes and drops the
// last one before it looks for a route, and a question mark begins the query. Rails: Journey::Router::Utils.normalize_path.
func (t template) requested() bool {
	for i, p := range t {
		after := i > 0 && t[i-1] == slash
		if i == 0 && p != slash || after && p == slash || strings.Contains(p.text, "?") {
			return false
		}
	}
	return len(t) == 1 || len(t) > 0 && t[len(t)-1] != slash
}

var slash = piece{text: "/"}

// below is the path of an engine's route, behind that of its mount.
func (t template) below(mount template) template {
	switch {
	case len(mount) <= 1: // none, or at the root
		return t
	case len(t) <= 1:
		return mount
	}
	return slices.Concat(mount, t)
}
