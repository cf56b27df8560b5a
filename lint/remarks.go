package lint

import (
	"fmt"
	"strings"

	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// remarkFindings are what declarations say in vain, one finding for each.
func remarkFindings(src *sourceMap) []*Finding {
	var all []*Finding
	lost, named := map[grammar.Pos]*Finding{}, namedElsewhere(src.table)
	for _, r := range src.table.Remarks {
		if src.call(r.Pos) == nil || r.Kind == route.LostName && named[wayOf(r.Route)] { // of a gem, or of a text
			continue
		}
		f := &Finding{Pos: r.Pos}
		switch r.Kind {
		case route.LostName:
			if first := lost[r.Pos]; first != nil {
				first.Routes, first.By = append(first.Routes, r.Route), append(first.By, r.By)
				continue
			}
			lost[r.Pos] = f
			f.Code, f.Routes, f.By = Named("name-lost"), []*route.Route{r.Route}, []*route.Route{r.By}
			f.Message = fmt.Sprintf("%s has no helper: %s_path leads to %s %s; name one of them with as:", rowText(r.Route), r.Name, rowText(r.By), check.Place(r.By))
		case route.RedundantOption:
			f.Code, f.Edits = Named("redundant-only"), src.removeOption(r.Pos, r.Name)
			f.Message, f.Todo = fmt.Sprintf("%s: leaves out no action; remove it", r.Name), fmt.Sprintf("remove %s:", r.Name)
		case route.UnusedRequirement:
			f.Code = Named("requirement-without-segment")
			f.Message = fmt.Sprintf("no path has the segment :%s, so its requirement is ignored; name a segment or remove it", r.Name)
			f.Edits = src.removeOption(r.Pos, r.Name)
		case route.UnbalancedPath:
			f.Code = Named("unbalanced-path")
			f.Message = fmt.Sprintf("a ) too many ends the path %s early: Rails leaves out the rest; remove it or open the group", strings.TrimSuffix(r.Name, "(.:format)"))
		}
		all = append(all, f)
	}
	return all
}

// rowText names a route: GET /posts/:id.
func rowText(r *route.Route) string {
	return strings.TrimSpace(r.Verb() + " " + strings.TrimSuffix(r.Path.String(), "(.:format)"))
}

// A way is what a declaration draws, each time that it is run: in a loop, in a concern.
type way struct {
	at           grammar.Pos
	verb, action string
}

func wayOf(r *route.Route) way { return way{r.Declared(), r.Verb(), r.Action()} }

// namedElsewhere are the ways of which one run has its helper.
func namedElsewhere(t *route.Table) map[way]bool {
	lost := map[*route.Route]bool{}
	for _, r := range t.Remarks {
		lost[r.Route] = r.Kind == route.LostName
	}
	if len(lost) == 0 {
		return nil
	}
	named := map[way]bool{}
	for _, r := range t.Routes {
		if !lost[r] {
			named[wayOf(r)] = true
		}
	}
	return named
}
