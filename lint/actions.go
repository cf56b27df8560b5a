package lint

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/expand/controllers"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A declared is what one declaration draws for one controller.
type declared struct {
	pos        grammar.Pos
	controller string
	has, lacks []*route.Route
	gone       bool // the controller
	shared     bool // the declaration draws for other controllers too
}

// actionFindings finds the routes of which the controller or the action is not there: one
// finding for a declaration, so that `resources` is told once.
func actionFindings(src *sourceMap, index *controllers.Index) []*Finding {
	t := src.table
	var order []*declared
	at := map[grammar.Pos]*declared{}
	of := map[string]*declared{}
	for _, r := range t.Routes {
		controller, action, ok := index.Of(r)
		if !ok || r.Internal || len(r.Conditions) > 0 || r.Wrapped() {
			continue
		}
		key := fmt.Sprint(r.Declared(), r.Controller())
		d := of[key]
		if d == nil {
			d = &declared{pos: r.Declared(), controller: r.Controller()}
			of[key] = d
			order = append(order, d)
			if other := at[d.pos]; other != nil {
				other.shared, d.shared = true, true
			}
			at[d.pos] = d
		}
		switch {
		case controller == controllers.No:
			d.gone, d.lacks = true, append(d.lacks, r)
		case action == controllers.No:
			d.lacks = append(d.lacks, r)
		default:
			d.has = append(d.has, r)
		}
	}
	var all []*Finding
	for _, d := range order {
		if len(d.lacks) > 0 {
			all = append(all, d.finding(src))
		}
	}
	return all
}

func (d *declared) finding(src *sourceMap) *Finding {
	f := &Finding{Pos: d.pos, Routes: d.lacks}
	if d.gone {
		f.Code = Named("missing-controller")
		f.Message = fmt.Sprintf("missing controller %s: %s there; define it or remove the route", d.controller, leads(d.lacks))
		return f
	}
	f.Code = Named("missing-action")
	names := actionNames(d.lacks)
	todo := "define it or remove the route"
	if only, instead, ok := d.only(src); ok {
		todo = "write " + only
		f.Todo, f.Edits = todo, src.addOption(d.pos, only)
		if instead != "" {
			todo += " instead of " + instead + ":"
			f.Todo, f.Edits = todo, src.replaceOption(d.pos, instead, only)
		}
	}
	f.Message = fmt.Sprintf("missing action %s of %s: %s there; %s", strings.Join(names, ", "), d.controller, leads(d.lacks), todo)
	return f
}

func leads(rows []*route.Route) string {
	if len(rows) == 1 {
		r := rows[0]
		return strings.TrimSpace(r.Verb()+" "+r.Path.String()) + " leads"
	}
	return fmt.Sprintf("%d routes lead", len(rows))
}

func actionNames(rows []*route.Route) []string {
	var names []string
	for _, r := range rows {
		if !slices.Contains(names, r.Action()) {
			names = append(names, r.Action())
		}
	}
	return names
}

// resourceActions are the actions of resources, in the order in which people list them.
var resourceActions = []string{"index", "new", "create", "show", "edit", "update", "destroy"}

// only is what to write behind `resources :posts`, instead of the option that is there; ok is
// false for other declarations.
func (d *declared) only(src *sourceMap) (text, instead string, ok bool) {
	c := src.call(d.pos)
	if c == nil || d.shared || len(d.has) == 0 || len(c.Args) > 2 || len(c.Args) == 2 && !hasOptions(c) || c.Name != "resources" && c.Name != "resource" || !namesOptions(c) {
		return "", "", false
	}
	for _, key := range []string{"only", "except"} {
		if hasOption(c, key) {
			if instead != "" {
				return "", "", false
			}
			instead = key
		}
	}
	names := actionNames(d.has)
	slices.SortStableFunc(names, func(a, b string) int { return slices.Index(resourceActions, a) - slices.Index(resourceActions, b) })
	if len(names) == 1 {
		return "only: :" + names[0], instead, true
	}
	for i, name := range names {
		names[i] = ":" + name
	}
	return "only: [" + strings.Join(names, ", ") + "]", instead, true
}

// orphanFindings are the actions that no route leads to.
func orphanFindings(index *controllers.Index) []*Finding {
	var all []*Finding
	for _, o := range index.Orphans() {
		all = append(all, &Finding{Code: Named("orphan-action"), Pos: o.Pos, Message: fmt.Sprintf("no route leads to the action %s#%s; draw one, or remove it or make it private", o.Controller, o.Name)})
	}
	return all
}
