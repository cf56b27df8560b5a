package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A Finding is a problem in the routes: a [route.Diagnostic], or one that needs the
// whole table, such as a [Shadow].
type Finding struct {
	// Kind is shadowed, duplicate, conditional, unknown, word, action, option, verb,
	// environment, setting, concern, constraint, env, engine, note or gem; those of
	// package dispatch are request and open-redirect.
	Kind     string
	Severity route.Severity
	Summary  string // one line
	Pos      grammar.Pos
	// Routes are the rows that it concerns: those that exist only under a condition, that
	// no request reaches, whose words a warning is about; empty for what concerns none.
	Routes []*route.Route
	// Expr is the Ruby that it is about, in full: the condition, or the
	// expression that only the application knows; empty if it is about none.
	Expr string

	// Written and Meant are the name of a slip, and what it was most likely meant to be.
	Written, Meant string

	source  string // of what it is about, in full
	decides string // of a condition: what it or its negation says
	negated bool   // of a condition: its negation is in decides
	wraps   bool   // the condition is a method in whose block the routes are
	wants   route.ShapeKind
	example string
	names   string
	twin    string // of a duplicate: where the route before it comes from
	// sameAnywhere is set for a diagnostic: one that says the same elsewhere is about the
	// same thing, whatever rows it concerns.
	sameAnywhere bool
}

// String is "config/routes.rb:12:5: summary".
func (f Finding) String() string { return route.Diagnostic{Summary: f.Summary, Pos: f.Pos}.String() }

// Findings returns all problems, sorted by place: routes that no request reaches,
// undecided conditions, unknown values and words, actions that do not exist, concerns
// that nothing uses.
func Findings(t *route.Table) []Finding {
	return sorted(append(Unsettled(t), ShadowFindings(Shadows(t))...))
}

// ShadowFindings returns the shadows that are not there for their names as findings.
func ShadowFindings(shadows []Shadow) (all []Finding) {
	for _, s := range shadows {
		if !s.Alias {
			all = append(all, s.finding())
		}
	}
	return all
}

// Unsettled is [Findings] without the routes that no request reaches.
func Unsettled(t *route.Table) []Finding {
	all := diagnosticFindings(t)
	all = append(all, conditionFindings(t)...)
	all = append(all, objectFindings(t)...)
	all = append(all, unsetFindings(t)...)
	for _, c := range t.UnusedConcerns {
		all = append(all, Finding{Kind: "concern", Severity: route.Warning, Summary: "nothing uses the concern " + c.Name + "; remove it", Pos: c.Pos})
	}
	return sorted(all)
}

func sorted(all []Finding) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int { return a.Pos.Compare(b.Pos) })
	return all
}

// diagnosticFindings returns the diagnostics with the rows that they concern.
func diagnosticFindings(t *route.Table) []Finding {
	warned, shown := map[grammar.Pos][]*route.Route{}, map[string][]*route.Route{}
	everyRoute(t, func(r *route.Route) {
		if r.Open != nil {
			for _, at := range r.Open.Warned {
				warned[at] = append(warned[at], r)
			}
			for _, expr := range r.Open.Placeholders {
				shown[expr] = append(shown[expr], r)
			}
		}
	})
	all := make([]Finding, len(t.Diagnostics))
	for i, d := range t.Diagnostics {
		all[i] = Finding{
			Kind: d.Kind.String(), Severity: d.Severity, Summary: d.Summary, Pos: d.Pos, Expr: d.Expr, Written: d.Written, Meant: d.Meant,
			source: d.Source, wants: d.Wants, example: d.Example, names: d.Names, sameAnywhere: true,
		}
		if d.Severity == route.Warning {
			all[i].Routes = warned[d.Pos]
			for _, r := range shown[d.Expr] {
				if !slices.Contains(r.Open.Warned, d.Pos) {
					all[i].Routes = append(slices.Clip(all[i].Routes), r)
				}
			}
		}
	}
	return all
}

func (s Shadow) finding() Finding {
	f := Finding{
		Kind: "shadowed", Severity: route.Warning, Pos: s.Route.Declared(), Routes: append([]*route.Route{s.Route}, s.By...),
		Summary: fmt.Sprintf("%s%s is unreachable, %s; move it up", Describe(s.Route), useOf(s.Route), Wins(s.By)),
	}
	if s.Same {
		by := s.By[0]
		f.Kind, f.twin = "duplicate", Place(by)
		to, other := "", ""
		if s.Route.EndpointText() != by.EndpointText() {
			to, other = " to "+s.Route.EndpointText(), ", to "+by.EndpointText()+","
		}
		f.Summary = fmt.Sprintf("duplicate route %s%s%s: the one %s%s wins; remove one of them", Describe(s.Route), to, useOf(s.Route), f.twin, other)
	}
	return f
}

// Wins says that routes answer first: "GET /posts at config/routes.rb:3 wins".
func Wins(by []*route.Route) string {
	texts := make([]string, len(by))
	for i, r := range by {
		texts[i] = Describe(r) + " " + Place(r)
	}
	if len(by) == 1 {
		return texts[0] + " wins"
	}
	return strings.Join(texts[:len(by)-1], ", ") + " and " + texts[len(by)-1] + " win together"
}

// useOf says where the concern is used that draws a route; empty for other routes.
func useOf(r *route.Route) string {
	if at := r.UsedAt(); at != nil {
		return usedAt([]grammar.Pos{*at})
	}
	return ""
}

func usedAt(places []grammar.Pos) string {
	if len(places) == 0 {
		return ""
	}
	var lines []string
	for _, at := range places {
		lines = append(lines, lineOfPos(at))
	}
	return " (of a concern, used at " + someOf(lines) + ")"
}

// Place says where a route comes from: at config/routes.rb:3.
func Place(r *route.Route) string {
	if r.Source() == "" {
		return "of the framework"
	}
	return "at " + lineOfPos(r.Declared()) + useOf(r)
}

// lineOfPos is a place without its column: config/routes.rb:3.
func lineOfPos(p grammar.Pos) string { return fmt.Sprintf("%s:%d", p.Filename, p.Line) }

// Describe names a route: GET /posts/:id(.:format).
func Describe(r *route.Route) string {
	if r.Verb() == "" {
		return r.Path.String()
	}
	return r.Verb() + " " + r.Path.String()
}

// conditionFindings tells each undecided condition with its routes.
func conditionFindings(t *route.Table) []Finding {
	rows := map[dsl.Condition][]*route.Route{}
	var order []dsl.Condition
	everyRoute(t, func(r *route.Route) {
		for _, on := range r.Conditions {
			shown := on.Shown()
			if rows[shown] == nil {
				order = append(order, on)
			}
			rows[shown] = append(rows[shown], r)
		}
	})
	var all []Finding
	for _, on := range order {
		fact, negated := on.Fact()
		only := rows[on.Shown()]
		f := Finding{
			Kind: conditionalKind, Severity: route.Warning, Summary: onlyIf(len(only), fact.Text, !negated, on.Wraps), wraps: on.Wraps, negated: negated, Pos: on.Pos, Routes: only, Expr: on.Text, source: on.Text, decides: fact.Text,
		}
		all = append(all, f)
	}
	return all
}

// conditionalKind is the kind of the findings about conditions.
const conditionalKind = "conditional"

// onlyIf says that n routes depend on whether fact holds, which may be a method that wraps them.
func onlyIf(n int, fact string, holds, wraps bool) string {
	if list, ok := strings.CutSuffix(fact, ".each"); ok && holds { // its block is run once
		what := "1 route stands"
		if n != 1 {
			what = fmt.Sprintf("%d routes stand", n)
		}
		return what + " for every element of " + dsl.Brief(list) + "; set the list"
	}
	what := "1 route exists"
	if n != 1 {
		what = fmt.Sprintf("%d routes exist", n)
	}
	differ := ""
	if wraps {
		differ = ", and may have other paths, names, modules and constraints"
	}
	return what + " only if " + dsl.Brief(fact) + " is " + strconv.FormatBool(holds) + differ + "; set it to true or false"
}

// objectFindings tells the constraint objects that no file and no setting defines:
// the rows are exact, but which requests they take, only the application knows.
func objectFindings(t *route.Table) []Finding {
	type object struct {
		text string
		pos  grammar.Pos
	}
	rows := map[object][]*route.Route{}
	var order []object
	thread := t.Interp.NewThread()
	everyRoute(t, func(r *route.Route) {
		for _, v := range r.Callables {
			u, ok := v.(*dsl.Unknown)
			if !ok {
				continue
			}
			if _, told := thread.Settled(route.Matches(u.Text())); told {
				continue
			}
			o := object{u.Text(), u.Pos}
			if o.pos.Line == 0 {
				o.pos = r.Pos
			}
			if rows[o] == nil {
				order = append(order, o)
			}
			rows[o] = append(rows[o], r)
		}
	})
	var all []Finding
	for _, o := range order {
		all = append(all, Finding{
			Kind: "constraint", Severity: route.Note, Pos: o.pos, Routes: rows[o], source: o.text,
			Summary: "no file defines " + dsl.Brief(o.text) + ": `routes match` assumes it passes, dispatch.New needs Constraint",
		})
	}
	return all
}

// everyRoute visits the routes of the table and of its engines.
func everyRoute(t *route.Table, f func(*route.Route)) {
	for _, t := range t.Tables() {
		for _, r := range t.Routes {
			f(r)
		}
	}
}

// unsetFindings tell the variables that are treated as unset; of those whose text is
// missing in the table, a diagnostic tells.
func unsetFindings(t *route.Table) []Finding {
	missing := map[string]bool{}
	for _, d := range t.Diagnostics {
		missing[d.Expr] = missing[d.Expr] || d.Kind == route.UnsetVariable
	}
	var all []Finding
	for _, v := range t.Unset {
		for _, at := range v.Places {
			if expr := v.Expr(); !missing[expr] {
				all = append(all, Finding{
					Kind: route.UnsetVariable.String(), Severity: route.Note, Pos: at, Expr: expr,
					Summary: v.Summary() + "; pass --set ENV." + cmp.Or(v.Name, "NAME") + "=VALUE or add it to " + route.SettingsFile,
				})
			}
		}
	}
	return all
}
