package diff

import (
	"regexp"
	"slices"
	"strings"

	"signalbox/dispatch"
	"signalbox/expand/route"
)

// An ExposureKind is what opens.
type ExposureKind string

// The kinds of exposure.
const (
	GuardRemoved    ExposureKind = "guard-removed"    // a row asks less of a request
	GuardChanged    ExposureKind = "guard-changed"    // a row asks something else
	VerbAdded       ExposureKind = "verb-added"       // a path answers one more verb
	MountAdded      ExposureKind = "mount-added"      // an application or engine is mounted
	CatchAllAdded   ExposureKind = "catch-all-added"  // a path has a glob, or picks its controller or action
	RedirectSteered ExposureKind = "redirect-steered" // clients choose the host of a redirect
)

// An Exposure is a row that opens something to those who send requests.
type Exposure struct {
	Kind ExposureKind
	// Before is nil for a row that is new.
	Before, After *Row
	// Detail is what opens: the guards that are gone, the verb, the request that steers a
	// redirect.
	Detail string
}

// expose fills in what opens.
func (r *Report) expose(before, after *route.Table) {
	for _, c := range r.Changed {
		r.exposeGuards(c)
		if more := moreVerbs(verbsOf(c.Before.Route), verbsOf(c.After.Route)); more != "" {
			r.note(VerbAdded, c.Before, c.After, more)
		}
	}
	paths := verbsByPath(before)
	for _, row := range r.Added {
		if verbs, ok := paths[row.engine()+" "+row.said[path]]; ok {
			if more := moreVerbs(verbs, verbsOf(row.Route)); more != "" {
				r.note(VerbAdded, nil, row, more)
			}
		}
	}
	r.eachNew(func(before, row *Row) {
		if isMount(row) && (before == nil || !isMount(before) || shape(row) != shape(before) || row.said[endpoint] != before.said[endpoint]) {
			r.note(MountAdded, before, row, row.said[endpoint])
		}
		if what := catchAll(row); what != "" && (before == nil || catchAll(before) == "" || shape(row) != shape(before)) {
			r.note(CatchAllAdded, before, row, what)
		}
	})
	r.exposeRedirects(after)
}

func (r *Report) note(kind ExposureKind, before, after *Row, detail string) {
	r.Exposure = append(r.Exposure, Exposure{kind, before, after, detail})
}

// eachNew visits the rows that are new or changed; before is nil for new ones.
func (r *Report) eachNew(visit func(before, row *Row)) {
	for _, c := range r.Changed {
		visit(c.Before, c.After)
	}
	for _, row := range r.Added {
		visit(nil, row)
	}
}

// exposeGuards compares the guards of a row.
func (r *Report) exposeGuards(c Change) {
	gone := without(c.Before.guards(), c.After.guards())
	if len(gone) == 0 {
		return
	}
	detail := strings.Join(gone, ", ")
	if instead := without(c.After.guards(), c.Before.guards()); len(instead) > 0 {
		r.note(GuardChanged, c.Before, c.After, detail+" is now "+strings.Join(instead, ", "))
		return
	}
	r.note(GuardRemoved, c.Before, c.After, detail)
}

// without returns the elements of a list that another lacks, as often as it lacks them.
func without(list, other []string) []string {
	rest := slices.Clone(list)
	for _, s := range other {
		if i := slices.Index(rest, s); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return rest
}

// moreVerbs are the verbs that are taken and were not; empty for none. What takes GET takes
// HEAD, as in Rails. Rails: Journey::Route::VerbMatchers::GET, Rack::Head.
func moreVerbs(before, after []string) string {
	more := slices.DeleteFunc(slices.Clone(after), func(v string) bool {
		return slices.Contains(before, "") || slices.Contains(before, v) || v == "HEAD" && slices.Contains(before, "GET")
	})
	if slices.Contains(more, "") {
		return shownVerb("")
	}
	return strings.Join(more, "|")
}

// verbsOf are the verbs that a row takes, "" for all.
func verbsOf(r *route.Route) []string {
	if len(r.Verbs) == 0 {
		return []string{""}
	}
	return r.Verbs
}

func shownVerb(verb string) string {
	if verb == "" {
		return "every verb"
	}
	return verb
}

// verbsByPath are the verbs of each path of a table, "" for all.
func verbsByPath(t *route.Table) map[string][]string {
	all := map[string][]string{}
	for _, t := range t.Tables() {
		for _, r := range t.Routes {
			key := t.Engine + " " + r.Path.String()
			all[key] = append(all[key], verbsOf(r)...)
		}
	}
	return all
}

// isMount reports whether a row leads to an application or an engine below its path.
func isMount(r *Row) bool { return !r.Anchored && r.Endpoint.Kind != route.Dispatcher }

// shape is the path of a row without the names of its parameters.
func shape(r *Row) string { return paramNames.ReplaceAllString(r.said[path], "$1") }

var paramNames = regexp.MustCompile(`([:*])\w+`)

// catchAll is what makes a row answer more than one knows by reading it; empty for others.
func catchAll(r *Row) string {
	if !r.Anchored && r.Endpoint.Kind == route.Dispatcher {
		return "anchor: false"
	}
	for _, p := range r.Path.Params() {
		if p.Glob || p.Name == "controller" || p.Name == "action" {
			if p.Glob {
				return "*" + p.Name
			}
			return ":" + p.Name
		}
	}
	return ""
}

// exposeRedirects looks for new redirects that a client steers.
func (r *Report) exposeRedirects(after *route.Table) {
	fresh := map[*route.Route][2]*Row{}
	r.eachNew(func(before, row *Row) {
		if row.Endpoint.Kind == route.Redirects {
			fresh[row.Route] = [2]*Row{before, row}
		}
	})
	if len(fresh) == 0 {
		return
	}
	for _, f := range dispatch.Check(after) {
		if f.Kind != dispatch.OpenRedirect || f.Severity == route.Note {
			continue
		}
		for _, rt := range f.Routes {
			if rows, ok := fresh[rt]; ok {
				r.note(RedirectSteered, rows[0], rows[1], f.Summary)
			}
		}
	}
}
