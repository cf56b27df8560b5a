package dispatch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/dsl/survey"
	"signalbox/expand/check"
	"signalbox/expand/route"
)

// A gap is why a route cannot answer requests here, or not all of them: what only the
// application knows decides whether it is there, or what it is, or its Ruby code asks
// for that, or calls what is no method here.
type gap struct {
	survey.Gap
	// what asks: "constraint", "redirect", "endpoint" of the code of a route, or one of
	// the words below of what is in the row itself.
	what   string
	rows   []*route.Route
	routes []*match.Route
}

// What a row itself depends on; a requirement is "requirement of :id".
const (
	ofExistence = "condition"
	ofWrapped   = "block"
	ofPath      = "path"
	ofDefaults  = "defaults"
	ofObject    = "object" // of a constraint
	ofSignIn    = "sign-in"
)

// text says what the gap is.
func (g *gap) text() string {
	where := ""
	if g.Pos.Line > 0 {
		where = " at " + g.Pos.String()
	}
	known := where + " is unknown"
	switch g.what {
	case ofExistence:
		return fmt.Sprintf("it exists only if %s%s holds, which is unknown", dsl.Brief(g.Expr), where)
	case ofWrapped:
		return fmt.Sprintf("it is drawn in the block of the unknown routing method `%s`%s", dsl.Brief(g.Expr), where)
	case ofDefaults:
		return fmt.Sprintf("%s in its defaults%s", dsl.Brief(g.Expr), known)
	case ofObject:
		return fmt.Sprintf("the constraint %s%s", dsl.Brief(g.Expr), known)
	case ofSignIn:
		return "who is signed in is unknown"
	case ofPath:
		return fmt.Sprintf("%s in the path%s", dsl.Brief(g.Expr), known)
	}
	if param, ok := strings.CutPrefix(g.what, "requirement of "); ok {
		return fmt.Sprintf("the requirement %s of %s%s", dsl.Brief(g.Expr), param, known)
	}
	return "its " + g.clause(where)
}

// clause says what the code does, and where or when.
func (g *gap) clause(when string) string {
	switch g.Kind {
	case survey.MethodGap:
		return fmt.Sprintf("%s calls `%s`%s, a method that signalbox does not have", g.what, g.Name, when)
	case survey.UnsetGap:
		return fmt.Sprintf("%s reads %s%s, which is treated as unset", g.what, g.Expr, when)
	case survey.SyntaxGap:
		return fmt.Sprintf("%s holds %s%s, which signalbox does not run", g.what, g.Expr, when)
	}
	return fmt.Sprintf("%s asks for %s%s, which is unknown", g.what, dsl.Brief(g.Expr), when)
}

// remedy is what to do about the gap, the best way first.
func (g *gap) remedy() string {
	return strings.Join(append(g.fixes(), "or accept errors with dispatch.NotImplemented"), ", ")
}

// fixes are the ways to close the gap; there is one for each.
func (g *gap) fixes() []string {
	return append(g.ownFixes(), "leave such requests to dispatch.Fallback")
}

// ownFixes are those that not every gap has.
func (g *gap) ownFixes() (ways []string) {
	set := "set " + dsl.Brief(g.Settles) + " with expand.Options.Set"
	switch g.what {
	case ofSignIn:
		return []string{"pass dispatch.SignedIn"}
	case ofObject:
		return []string{fmt.Sprintf("pass dispatch.Constraint(%q, ...)", g.Expr)}
	case ofWrapped:
		return []string{"define it in a Ruby file of expand.Options.Words or of words: in .routes.yml", set + " to true if it adds no routes"}
	case ofExistence:
		return []string{set + " or in .routes.yml", "set expand.Options.Unknown for all such conditions"}
	}
	if e := g.rows[0].Endpoint; g.what == "endpoint" && e.Kind == route.Rack {
		ways = append(ways, fmt.Sprintf("pass dispatch.Mount(%q, ...)", mountName(e.Text)))
	}
	if g.Kind == survey.UnsetGap {
		return append(ways, fmt.Sprintf("pass --set ENV.%s=VALUE (expand.Options.Env)", g.Name), fmt.Sprintf("write `ENV.%s: ~` in .routes.yml if it is unset", g.Name))
	}
	if g.Settles != "" {
		ways = append(ways, set)
	}
	if !g.ofRow() && g.Settles == g.Expr && g.Kind == survey.UnknownGap && (isQuestion(g.Expr) || strings.HasPrefix(g.what, "constraint")) {
		ways = append(ways, fmt.Sprintf("pass dispatch.Constraint(%q, ...)", dsl.Brief(g.Expr)))
	}
	return ways
}

// mountName is what [Mount] calls an endpoint.
func mountName(text string) string {
	if inner, ok := strings.CutPrefix(text, "#<"); ok {
		return strings.TrimSuffix(inner, ">")
	}
	return text
}

// routeError is the gap as an error of its first route.
func (g *gap) routeError() *RouteError {
	text := g.text()
	if n := len(g.rows) - 1; n > 0 && g.ofRow() {
		text += fmt.Sprintf(" (of %d more routes as well)", n)
	} else if n > 0 {
		text += fmt.Sprintf(" (as do those of %d more routes)", n)
	}
	return &RouteError{Route: g.rows[0], Text: text + ": " + g.remedy()}
}

// ofRow reports whether the row itself is open, and not code that it runs.
func (g *gap) ofRow() bool {
	switch g.what {
	case ofExistence, ofWrapped, ofPath, ofDefaults, ofObject, ofSignIn:
		return true
	}
	return strings.HasPrefix(g.what, "requirement of ")
}

// mark makes the gap the answer to requests for its routes, if it leaves nothing of
// them certain and asking them does not tell.
func (g *gap) mark(open map[*match.Route]*gap) {
	if g.Kind == survey.UnsetGap || g.what == ofExistence || g.what == ofWrapped || g.what == ofDefaults {
		for _, rt := range g.routes {
			open[rt] = g
		}
	}
}

// A gapFinder finds the gaps of routes, and surveys their code, each block once.
type gapFinder struct {
	table *route.Table
	known map[blockKey]surveyed
	all   []*gap
	of    map[gapKey]*gap
}

type blockKey struct {
	code   dsl.Value
	method string
}

// A surveyed is what a survey found, see [survey.Of].
type surveyed struct{ gaps, value []survey.Gap }

type gapKey struct {
	survey.Gap
	what string
}

func newGapFinder(table *route.Table) *gapFinder {
	return &gapFinder{table: table, known: map[blockKey]surveyed{}, of: map[gapKey]*gap{}}
}

// add notes the gaps of a route.
func (f *gapFinder) add(rt *match.Route, what string, gaps ...survey.Gap) {
	for _, one := range gaps {
		key := gapKey{one, what}
		g := f.of[key]
		if g == nil {
			g = &gap{Gap: one, what: what}
			f.of[key] = g
			f.all = append(f.all, g)
		}
		if n := len(g.routes); n == 0 || g.routes[n-1] != rt {
			g.rows, g.routes = append(g.rows, rt.Row), append(g.routes, rt)
		}
	}
}

// survey surveys a method of a value.
func (f *gapFinder) survey(in *dsl.Interp, code dsl.Value, method string, args ...dsl.Value) []survey.Gap {
	return f.surveyed(in, code, method, args...).gaps
}

// surveyValue is survey of a method whose value is sent.
func (f *gapFinder) surveyValue(in *dsl.Interp, code dsl.Value, method string, args ...dsl.Value) []survey.Gap {
	found := f.surveyed(in, code, method, args...)
	return slices.Concat(found.gaps, found.value)
}

func (f *gapFinder) surveyed(in *dsl.Interp, code dsl.Value, method string, args ...dsl.Value) surveyed {
	key := blockKey{code, method}
	found, ok := f.known[key]
	if !ok {
		found.gaps, found.value = survey.Of(in, code, method, args...)
		f.known[key] = found
	}
	return found
}

// row looks at what only the application knows of a row.
func (f *gapFinder) row(rt *match.Route) {
	for _, on := range rt.Row.Conditions {
		if on.Wraps {
			f.add(rt, ofWrapped, survey.Gap{Expr: on.Text, Settles: on.Text, Pos: on.Pos})
			continue
		}
		condition := literalOf(on).Text
		f.add(rt, ofExistence, survey.Gap{Expr: condition, Settles: f.settling(condition), Pos: on.Pos})
	}
	for _, u := range rt.Unknown() {
		what := ofPath
		if u.Param != "" {
			what = "requirement of :" + u.Param
		}
		f.add(rt, what, unknownGap(u.Value))
	}
	if rt.Row.Open != nil { // or all of its values are known
		u := dsl.UnknownIn(rt.Row.Defaults.Hash)
		if u != nil && !slices.ContainsFunc(rt.Unknown(), func(o route.UnknownPart) bool { return o.Value == u }) {
			f.add(rt, ofDefaults, unknownGap(u))
		}
	}
	if rt.Row.Endpoint.Kind == route.Static { // Rails does not ask for these
		return
	}
	for _, v := range rt.Row.Callables {
		if u, ok := v.(*dsl.Unknown); ok {
			f.add(rt, ofObject, unknownGap(u))
		} else if route.SignInOf(v) != nil {
			f.add(rt, ofSignIn, survey.Gap{})
		}
	}
}

// settling names what settles a condition: Settings.a and Settings.b.
func (f *gapFinder) settling(condition string) string {
	var names []string
	for _, m := range check.SettingsFor(f.table, condition) {
		names = append(names, dsl.Brief(m.Expr))
	}
	if names == nil {
		return dsl.Brief(condition)
	}
	return strings.Join(names, " and ")
}

// signInGap is that of the blocks of Devise.
func signInGap() *gap { return &gap{what: ofSignIn} }

// code looks at the code that requests of a route run.
func (f *gapFinder) code(c *core, rt *match.Route) {
	row := rt.Row
	if row.Constraints.Len() == 0 && len(row.Callables) == 0 && row.Endpoint.App == nil && row.Endpoint.Redirect == nil {
		return
	}
	q := c.sample(rt)
	for i := range row.Constraints.Len() {
		name, want := row.Constraints.At(i)
		if u := dsl.UnknownIn(want); u != nil {
			f.add(rt, "constraint on "+rack.TextOf(name), unknownGap(u))
		} else if isCode(want) {
			v, err := q.attribute(rack.TextOf(name))
			if err == nil {
				f.add(rt, "constraint on "+rack.TextOf(name), f.survey(c.world.Interp, want, "===", v)...)
			}
		}
	}
	if row.Endpoint.Kind != route.Static {
		for _, v := range row.Callables {
			f.add(rt, "constraint", f.callable(q, v)...)
		}
	}
	switch e := row.Endpoint; {
	case e.Kind == route.Redirects && e.Redirect.Block != nil && !dsl.IsUnknown(e.Redirect.Block):
		f.add(rt, "redirect", f.surveyValue(c.world.Interp, e.Redirect.Block, "call", q.PathParams(), q.Ruby())...)
	case (e.Kind == route.Inline || e.Kind == route.Rack) && !isUnknown(e.App):
		f.add(rt, "endpoint", f.surveyValue(c.world.Interp, e.App, "call", q.Environment())...)
	}
}

// callable looks at a lambda or object of a constraint, as [request.agrees] asks it.
func (f *gapFinder) callable(q *request, v dsl.Value) (gaps []survey.Gap) {
	if dsl.IsUnknown(v) || route.SignInOf(v) != nil {
		return nil
	}
	in := q.core.world.Interp
	if in.RespondTo(v, "matches?") {
		gaps = f.survey(in, v, "matches?", q.Ruby())
	}
	if _, ok := v.(*dsl.Proc); !ok && !in.RespondTo(v, "call") {
		return gaps
	}
	if n, err := arityOf(in.NewThread(), in, v); err == nil && (n == 1 || n < 1) {
		return append(slices.Clip(gaps), f.survey(in, v, "call", q.Ruby())...)
	}
	return append(slices.Clip(gaps), f.survey(in, v, "call", q.PathParams(), q.Ruby())...)
}

// isCode reports whether a value is compared by code of the program.
func isCode(v dsl.Value) bool {
	switch v.(type) {
	case *dsl.Proc, *dsl.Object, *dsl.Class:
		return true
	}
	return false
}

func unknownGap(u *dsl.Unknown) survey.Gap {
	return survey.Gap{Kind: survey.UnknownGap, Expr: u.Text(), Settles: u.Text(), Pos: u.Pos}
}

// sample is a request for a route as its code may get one; no function of the
// application is asked for it.
func (c *core) sample(rt *match.Route) *request {
	own := &core{table: c.table, trie: c.trie, world: c.world, engines: c.engines, settings: settings{Settings: rack.Settings{Limits: blockLimits}}}
	q := own.newRequest(NewRequest("GET", "/sample", "www.example.com"), "", "/sample", dsl.NewHash(len(rt.Names())))
	q.Verb = "GET"
	for i := range rt.Row.Defaults.Len() {
		q.Params.Set(rt.Row.Defaults.At(i))
	}
	for _, name := range rt.Names() {
		q.Params.Set(dsl.Symbol(name), dsl.NewString("sample"))
	}
	return q
}

// route looks at all of a route.
func (f *gapFinder) route(c *core, rt *match.Route) {
	f.row(rt)
	f.code(c, rt)
}

// gaps lists those that a look finds at the routes of a table and its engines, by place.
func (c *core) gaps(look func(*gapFinder, *core, *match.Route)) []*gap {
	if c.world == nil {
		return nil
	}
	f := newGapFinder(c.table)
	for _, inner := range c.engines {
		for _, rt := range inner.trie.Routes {
			look(f, inner, rt)
		}
	}
	return f.sorted()
}

// sorted lists the gaps by place.
func (f *gapFinder) sorted() []*gap {
	for _, g := range f.all {
		slices.SortFunc(g.rows, func(a, b *route.Route) int {
			return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Index, b.Index))
		})
	}
	slices.SortFunc(f.all, func(a, b *gap) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Expr, b.Expr)) })
	return f.all
}

// open are the gaps of a table that the options leave open.
func (c *config) open(gaps []*gap) []*gap {
	return slices.DeleteFunc(gaps, func(g *gap) bool {
		switch g.what {
		case ofExistence, ofWrapped, ofPath, ofDefaults:
			return false
		case ofSignIn:
			return c.signedIn != nil
		case "endpoint":
			g.rows = slices.DeleteFunc(g.rows, func(r *route.Route) bool { return c.mounted(r.Endpoint.Text) != nil })
		}
		return len(g.rows) == 0 || c.constraints[g.Expr] != nil && g.Kind != survey.UnsetGap && !strings.HasPrefix(g.what, "requirement of ")
	})
}

// Gaps lists what only the application knows of the routes, the conditions under which
// they are drawn among it, and what their Ruby code asks for when requests come that
// only the application knows, or that signalbox's Ruby lacks, each with its first
// route and what helps. [New] refuses a table with such gaps, unless [Fallback] takes their
// requests or [NotImplemented] lets them fail.
func (r *Router) Gaps() []*RouteError {
	s := r.site.Load()
	var list []*RouteError
	for _, g := range s.cfg.open(s.core.gaps((*gapFinder).route)) {
		list = append(list, g.routeError())
	}
	return list
}
