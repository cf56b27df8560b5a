package lint

import (
	"cmp"
	"fmt"
	"slices"

	"signalbox/dispatch"
	"signalbox/expand/check"
	"signalbox/expand/controllers"
	"signalbox/expand/reach"
	"signalbox/expand/route"
)

// codeOf are the codes of the kinds of [check.Finding].
var codeOf = map[string]string{
	"shadowed": "unreachable", "duplicate": "duplicate", "conditional": "unknown-condition", "unknown": "unknown-value", "word": "unknown-word",
	"action": "unknown-action", "option": "unknown-option", "verb": "unknown-verb", "environment": "unknown-environment", "setting": "unused-setting",
	"concern": "unused-concern", "constraint": "unknown-constraint", "env": "unset-env", "engine": "unlisted-engine", "note": "unread-file", "gem": "gem",
	dispatch.RequestGap: "unknown-request", dispatch.OpenRedirect: "open-redirect",
}

// Check finds what is wrong with a table, one finding for what one declaration or one
// expression causes, by place. The table has to be loaded with what requests ask for. Without
// an index, controllers are not asked for.
func Check(t *route.Table, index *controllers.Index) []*Finding {
	all, _ := CheckAll(t, index)
	return all
}

// CheckAll is [Check], and the number of routes of which it is not decided within bounds whether
// requests reach them.
func CheckAll(t *route.Table, index *controllers.Index) (all []*Finding, undecided int) {
	shadows, others := check.Reach(t)
	all = reachFindings(t, others)
	src := newSourceMap(t)
	by := map[*route.Route]check.Shadow{}
	for _, s := range shadows {
		if by[s.Route] = s; s.Alias {
			all = append(all, ofAlias(s))
		}
	}
	for _, g := range check.Group(slices.Concat(check.Unsettled(t), check.ShadowFindings(shadows), dispatch.Check(t))) {
		f := ofGroup(g, by)
		f.Edits = src.mend(f)
		all = append(all, f)
	}
	all = slices.Concat(all, remarkFindings(src), pathFindings(src), undrawnFindings(src), redirectFindings(src, index))
	if index != nil {
		all = slices.Concat(all, actionFindings(src, index), orphanFindings(index))
	}
	for _, f := range all {
		f.End = src.end(f.Pos)
	}
	slices.SortStableFunc(all, func(a, b *Finding) int { return a.Pos.Compare(b.Pos) })
	return all, len(others.Undecided)
}

// ofGroup is a group of findings as one; by are the routes in front of those that none reaches.
func ofGroup(g check.FindingGroup, by map[*route.Route]check.Shadow) *Finding {
	f := &Finding{Code: Named(codeOf[g.Kind]), Message: g.Summary, Pos: g.Pos, Routes: g.Routes, Group: &g}
	if f.Code == nil {
		panic("lint: no code for findings of the kind " + g.Kind)
	}
	if len(g.Places) > 1 {
		f.Also = g.Places[1:]
	}
	if f.Name == "unreachable" || f.Name == "duplicate" {
		f.behind(g.Routes, by)
	}
	switch {
	case g.Severity == route.Note:
		f.grade(Note)
	case f.Severity == Note:
		f.grade(Warning)
	}
	return f
}

// behind sorts the routes of a finding into those that none reaches and those in front.
func (f *Finding) behind(rows []*route.Route, by map[*route.Route]check.Shadow) {
	f.Routes = nil
	for _, r := range rows {
		if s, ok := by[r]; ok {
			f.shadowed(s.Verdict)
			if f.Name == "duplicate" && r.EndpointText() != s.By[0].EndpointText() {
				f.Code = Named("duplicate-other-endpoint")
			}
		}
	}
}

// shadowed adds a route that does not answer all it says.
func (f *Finding) shadowed(v reach.Verdict) {
	f.Routes = append(f.Routes, v.Route)
	for _, r := range v.By {
		if !slices.Contains(f.By, r) {
			f.By = append(f.By, r)
		}
	}
	if f.Witness == nil {
		f.Witness = witnessOf(v)
	}
}

// grade gives a finding another severity than its code's.
func (f *Finding) grade(s Severity) {
	if f.Severity != s {
		own := *f.Code
		own.Severity = s
		f.Code = &own
	}
}

func ofAlias(s check.Shadow) *Finding {
	f := &Finding{Code: Named("alias"), Pos: s.Route.Declared(), Message: fmt.Sprintf("%s is another name for %s %s; keep it if its helper is used", cmp.Or(s.Route.Name, "the route"), check.Describe(s.By[0]), check.Place(s.By[0]))}
	f.shadowed(s.Verdict)
	return f
}
