package diff

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A Row is a route in its table.
type Row struct {
	*route.Route
	Table *route.Table // the application's, or that of an engine it mounts

	said  [fields]string
	start string   // the fixed text that each of its paths begins with
	parts []string // of a path without optional parts but the format, globs and requirements; nil for others
}

// What a row says, in the order in which a change lists it.
const (
	verb = iota
	path
	name
	endpoint
	code
	defaults
	requirements
	constraints
	guards
	conditional
	anchored
	fields
)

// fieldNames are the names of the fields in the JSON rows; code is the body of a lambda, or
// of a redirect's block, which these do not have.
var fieldNames = [fields]string{"verb", "path", "name", "endpoint", "code", "defaults", "requirements", "constraints", "guards", "conditional", "anchored"}

// newRow reads what a row says; mounts are the guards of the mounts that lead to its table.
func newRow(t *route.Table, r *route.Route, mounts []route.Guard, texts guardTexts) *Row {
	row := &Row{Route: r, Table: t}
	all := append(mounts[:len(mounts):len(mounts)], r.Guards...)
	lines := make([]string, len(all))
	for i, g := range all {
		lines[i] = texts.text(g)
	}
	conditions := make([]string, len(r.Conditions))
	for i, c := range r.Conditions {
		conditions[i] = c.Text
	}
	row.said = [fields]string{
		verb: r.Verb(), path: r.Path.String(), name: r.Name, endpoint: r.EndpointText(), code: codeOf(t, r),
		defaults: withoutEndpoint(r.Defaults).String(), requirements: r.Requirements.String(), constraints: r.Constraints.String(),
		guards: strings.Join(lines, "\n"), conditional: strings.Join(conditions, "\n"),
	}
	if !r.Anchored {
		row.said[anchored] = "false"
	}
	row.start, row.parts = fixedStart(row), partsOf(row)
	return row
}

// partsOf are what stands between the slashes of a plain path.
func partsOf(r *Row) []string {
	text := strings.TrimSuffix(r.said[path], "(.:format)")
	if !r.Anchored || strings.ContainsAny(text, "(*|") || slices.ContainsFunc(r.Path.Names(), func(name string) bool { _, ok := r.Requirements.Sym(name); return ok }) {
		return nil
	}
	return strings.Split(text, "/")
}

// apart reports whether no path is of both rows, as far as their parts tell.
func apart(a, b *Row) bool {
	if a.parts == nil || b.parts == nil {
		return false
	}
	if len(a.parts) != len(b.parts) {
		return true
	}
	for i, x := range a.parts {
		if y := b.parts[i]; x != y && !strings.ContainsAny(x, ":.") && !strings.ContainsAny(y, ":.") {
			return true
		}
	}
	return false
}

// guards are those of the row, one text each.
func (r *Row) guards() []string {
	if r.said[guards] == "" {
		return nil
	}
	return strings.Split(r.said[guards], "\n")
}

// engine is the name of the engine whose row it is.
func (r *Row) engine() string { return r.Table.Engine }

// withoutEndpoint are the defaults without controller and action, which the endpoint shows.
func withoutEndpoint(v route.Values) route.Values {
	if v.Hash == nil {
		return v
	}
	rest := dsl.NewHash(v.Len())
	for i := range v.Len() {
		key, value := v.At(i)
		if key != dsl.Symbol("controller") && key != dsl.Symbol("action") {
			rest.Set(key, value)
		}
	}
	return route.Values{Hash: rest}
}

// codeOf is the Ruby of an endpoint that is a lambda, a redirect with a block, or an object of the
// application, in one way of writing: `Jobs.new(1)`. Local variables that a lambda has from around
// it follow with their values.
func codeOf(t *route.Table, r *route.Route) string {
	e := r.Endpoint
	var v dsl.Value
	switch {
	case e.Redirect != nil:
		v = e.Redirect.Block
	case e.App != nil:
		v = e.App
	}
	if u, ok := v.(*dsl.Unknown); ok && u.Text() != r.EndpointText() {
		return u.Text()
	}
	proc, ok := v.(*dsl.Proc)
	if !ok || proc.Body() == nil || proc.Body().Stmts == nil {
		return ""
	}
	var lines, around []string
	for _, x := range proc.Body().Stmts.List {
		lines = append(lines, grammar.String(x))
		grammar.Walk(x, func(n grammar.Node) {
			local, ok := n.(*grammar.Local)
			if !ok {
				return
			}
			value, ok := proc.Variable(local.Name)
			if !ok {
				return // its own
			}
			text, err := t.Inspect(value)
			if line := local.Name + " is " + text; err == nil && !slices.Contains(around, line) {
				around = append(around, line)
			}
		})
	}
	return strings.Join(append(lines, around...), "; ")
}

// rows are those of a table and its engines that `rails routes` lists.
func rows(t *route.Table) []*Row {
	var all []*Row
	texts := guardTexts{}
	for _, t := range t.Tables() {
		mounts := t.MountGuards()
		for _, r := range t.Routes {
			if !r.Internal {
				all = append(all, newRow(t, r, mounts, texts))
			}
		}
	}
	return all
}
