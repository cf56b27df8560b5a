package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A FindingGroup is the findings that have one cause: an expression that only the
// application knows, wherever it is used, a condition, an unknown word.
type FindingGroup struct {
	// Finding is the first of them. Its Routes are those of all.
	Finding
	// Places are those of the findings, each once, the first one first.
	Places []grammar.Pos
}

// Settable reports whether a value in a [route.SettingsFile] settles it.
func (d FindingGroup) Settable() bool {
	return d.Expr != "" || d.Kind == route.UnknownValue.String() && d.source != d.Summary
}

// Unresolved reports whether the table depends on what is unknown, so that a value in a
// [route.SettingsFile] changes it.
func (d FindingGroup) Unresolved() bool { return unresolved[d.Kind] }

// Unresolved returns the rows that are not exact, each with what it depends on: a
// condition, an unknown value in its path, an unknown method whose block draws it. Of a
// table without any, each row is that of the application:
//
//	depends := check.Unresolved(table)
//	for _, r := range table.Routes {
//		for _, g := range depends[r] {
//			fmt.Println(r.Path, g.Summary)
//		}
//	}
func Unresolved(t *route.Table) map[*route.Route][]FindingGroup {
	rows := map[*route.Route][]FindingGroup{}
	for _, g := range Groups(t) {
		if !g.Unresolved() {
			continue
		}
		for _, r := range g.Routes {
			rows[r] = append(rows[r], g)
		}
	}
	return rows
}

// Groups returns what the table depends on, each expression once: the conditions of most
// routes first, both branches of one together, then the warnings, those of most places
// first, then the notes. Problems that need no setting, such as shadowed routes, are
// among [Findings] only.
//
//	for _, g := range check.Groups(table) {
//		fmt.Println(g, len(g.Places))
//	}
func Groups(t *route.Table) []FindingGroup {
	conditions := Group(conditionFindings(t))
	rows := map[string]int{}
	for _, d := range conditions {
		rows[d.decides] += len(d.Routes)
	}
	slices.SortStableFunc(conditions, func(a, b FindingGroup) int {
		x, y := a.decides, b.decides
		return cmp.Or(cmp.Compare(rows[y], rows[x]), strings.Compare(x, y))
	})
	others := Group(diagnosticFindings(t))
	slices.SortStableFunc(others, func(a, b FindingGroup) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(len(b.Places), len(a.Places)))
	})
	return append(conditions, others...)
}

// Group joins the findings that say the same, and those of one kind
// about one expression, in the order of the first of each. Findings about
// certain rows, such as shadowed ones, are joined if they have one place, and
// duplicates if both of their places are the same.
func Group(all []Finding) []FindingGroup {
	var groups []*group
	of := map[groupKey]*group{}
	for _, f := range all {
		key := keyOf(f)
		g := of[key]
		if g == nil {
			g = &group{FindingGroup: FindingGroup{Finding: f}, twins: map[string]bool{}, places: map[grammar.Pos]bool{}, routes: map[*route.Route]bool{}}
			g.Routes = nil
			of[key] = g
			groups = append(groups, g)
		}
		g.add(f)
	}
	made := make([]FindingGroup, len(groups))
	for i, g := range groups {
		if g.Kind == conditionalKind {
			g.Summary = onlyIf(len(g.Routes), g.decides, !g.negated, g.wraps)
		}
		if n := len(g.twins); n > 1 {
			g.Summary = fmt.Sprintf("%d duplicate routes to %s%s: those %s, to %s, win; remove these or those", n, someOf(g.ends[0]), usedAt(g.uses), g.twin, someOf(g.ends[1]))
		}
		made[i] = g.FindingGroup
	}
	return made
}

// maxNamed bounds the texts that one line names.
const maxNamed = 3

// someOf lists texts, the first ones if there are many.
func someOf(names []string) string {
	if n := len(names); n > maxNamed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), n-maxNamed)
	}
	return strings.Join(names, ", ")
}

// A groupKey is what the findings of a group have in common.
type groupKey struct {
	kind     string
	severity route.Severity
	about    string
	pos      grammar.Pos
}

func keyOf(f Finding) groupKey {
	key := groupKey{kind: f.Kind, severity: f.Severity, about: f.Expr}
	if f.Expr == "" {
		key.about = f.Summary
	}
	if f.Expr == "" && len(f.Routes) > 0 && !f.sameAnywhere {
		key.pos = f.Pos
	}
	if f.twin != "" {
		key.about = f.twin
	}
	return key
}

// A group is a FindingGroup in the making.
type group struct {
	FindingGroup
	twins  map[string]bool // the summaries of duplicates
	ends   [2][]string     // what duplicates lead to, the later ones and the earlier ones
	uses   []grammar.Pos   // of the concerns that draw duplicates
	places map[grammar.Pos]bool
	routes map[*route.Route]bool
}

// add notes one more finding.
func (g *group) add(f Finding) {
	if f.twin != "" {
		g.twins[f.Summary] = true
		if at := f.Routes[0].UsedAt(); at != nil && !slices.Contains(g.uses, *at) {
			g.uses = append(g.uses, *at)
		}
		for i, r := range f.Routes {
			if name := r.EndpointText(); !slices.Contains(g.ends[i], name) {
				g.ends[i] = append(g.ends[i], name)
			}
		}
	}
	if f.Summary != g.Summary && f.Expr != "" {
		g.Summary = "unknown " + dsl.Brief(f.Expr) + ", used in several ways; set it"
	}
	g.wraps = g.wraps || f.wraps
	if f.Pos.Line > 0 && !g.places[f.Pos] {
		g.places[f.Pos] = true
		g.Places = append(g.Places, f.Pos)
	}
	for _, r := range f.Routes {
		if !g.routes[r] {
			g.routes[r] = true
			g.Routes = append(g.Routes, r)
		}
	}
}
