package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"signalbox/dispatch"
	"signalbox/expand/check"
	"signalbox/expand/controllers"
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
	var all []*Finding
	src := newSourceMap(t)
	by := map[*route.Route]*route.Route{}
	for _, s := range check.Shadows(t) {
		if by[s.Route] = s.By; s.Alias {
			all = append(all, ofAlias(s))
		}
	}
	for _, g := range check.Group(append(check.Findings(t), dispatch.Check(t)...)) {
		f := ofGroup(g, by)
		f.Edits = src.mend(f)
		all = append(all, f)
	}
	all = append(all, remarkFindings(src)...)
	all = append(all, pathFindings(src)...)
	all = append(all, undrawnFindings(src)...)
	all = append(all, redirectFindings(src, index)...)
	if index != nil {
		all = append(all, actionFindings(src, index)...)
		all = append(all, orphanFindings(index)...)
	}
	for _, f := range all {
		f.End = src.end(f.Pos)
	}
	slices.SortStableFunc(all, func(a, b *Finding) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return all
}

// ofGroup is a group of findings as one; by are the routes in front of those that none reaches.
func ofGroup(g check.FindingGroup, by map[*route.Route]*route.Route) *Finding {
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
func (f *Finding) behind(rows []*route.Route, by map[*route.Route]*route.Route) {
	f.Routes = nil
	for _, r := range rows {
		first := by[r]
		if first == nil || !slices.Contains(rows, first) {
			continue
		}
		f.Routes = append(f.Routes, r)
		if !slices.Contains(f.By, first) {
			f.By = append(f.By, first)
		}
		if f.Name == "duplicate" && r.EndpointText() != first.EndpointText() {
			f.Code = Named("duplicate-other-endpoint")
		}
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
	return &Finding{
		Code: Named("alias"), Pos: s.Route.Declared(), Routes: []*route.Route{s.Route}, By: []*route.Route{s.By},
		Message: fmt.Sprintf("%s is another name for %s %s", cmp.Or(s.Route.Name, "the route"), strings.TrimSpace(s.By.Verb()+" "+s.By.Path.String()), placeOf(s.By)),
	}
}

func placeOf(r *route.Route) string {
	if at := r.Declared(); at.Line > 0 {
		return fmt.Sprintf("at %s:%d", at.Filename, at.Line)
	}
	return "of the framework"
}
