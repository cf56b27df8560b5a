package dispatch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/grammar"
)

// A gap is a part of a route's Ruby code that cannot answer requests here, or not
// all of them: it asks for what only the application knows, or calls what is no
// method here.
type gap struct {
	dsl.Gap
	what string // that asks: "constraint", "redirect", "endpoint"
	rows []*expand.Route
}

// text says what the gap is.
func (g *gap) text() string {
	where := ""
	if g.Pos.Line > 0 {
		where = " at " + g.Pos.String()
	}
	return "its " + g.clause(where)
}

// clause says what the code does, and where or when.
func (g *gap) clause(when string) string {
	switch g.Kind {
	case dsl.MethodGap:
		return fmt.Sprintf("%s calls `%s`%s, a method that signalbox does not have", g.what, g.Name, when)
	case dsl.SyntaxGap:
		return fmt.Sprintf("%s holds %s%s, which signalbox does not run", g.what, g.Expr, when)
	}
	return fmt.Sprintf("%s asks for %s%s, which only the application knows", g.what, dsl.Brief(g.Expr), when)
}

// remedy is how to close the gap, the best way first.
func (g *gap) remedy() string {
	text := ""
	if e := g.rows[0].Endpoint; g.what == "endpoint" && e.Kind == expand.Rack {
		text = fmt.Sprintf("give it with dispatch.Mount(%q, ...), ", mountName(e.Text))
	}
	if g.Settles != "" {
		text += "set " + dsl.Brief(g.Settles) + " with expand.Options.Set, "
	}
	if g.Settles == g.Expr && g.Kind == dsl.UnknownGap && (isQuestion(g.Expr) || strings.HasPrefix(g.what, "constraint")) {
		text += fmt.Sprintf("answer it with dispatch.Constraint(%q, ...), ", dsl.Brief(g.Expr))
	}
	return text + "leave such requests to dispatch.Fallback, or accept errors with dispatch.NotImplemented"
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
	if n := len(g.rows) - 1; n > 0 {
		text += fmt.Sprintf(" (as do those of %d more routes)", n)
	}
	return &RouteError{Route: g.rows[0], Text: text + ": " + g.remedy()}
}

// A gapFinder surveys the code of routes, each block once.
type gapFinder struct {
	known map[blockKey][]dsl.Gap
	all   []*gap
	of    map[gapKey]*gap
}

type blockKey struct {
	code   dsl.Value
	method string
}

type gapKey struct {
	dsl.Gap
	what string
}

func newGapFinder() *gapFinder {
	return &gapFinder{known: map[blockKey][]dsl.Gap{}, of: map[gapKey]*gap{}}
}

// add notes the gaps of a route.
func (f *gapFinder) add(row *expand.Route, what string, gaps ...dsl.Gap) {
	for _, one := range gaps {
		key := gapKey{one, what}
		g := f.of[key]
		if g == nil {
			g = &gap{Gap: one, what: what}
			f.of[key] = g
			f.all = append(f.all, g)
		}
		if n := len(g.rows); n == 0 || g.rows[n-1] != row {
			g.rows = append(g.rows, row)
		}
	}
}

// survey surveys a method of a value.
func (f *gapFinder) survey(in *dsl.Interp, code dsl.Value, method string, args ...dsl.Value) []dsl.Gap {
	key := blockKey{code, method}
	gaps, ok := f.known[key]
	if !ok {
		gaps = in.Survey(code, method, args...)
		f.known[key] = gaps
	}
	return gaps
}

// route looks at the code that requests of a route run.
func (f *gapFinder) route(c *core, rt *route) {
	row := rt.row
	if row.Constraints.Len() == 0 && len(row.Callables) == 0 && row.Endpoint.App == nil && row.Endpoint.Redirect == nil {
		return
	}
	q := c.sample(rt)
	for i := range row.Constraints.Len() {
		name, want := row.Constraints.At(i)
		if u := dsl.UnknownIn(want); u != nil {
			f.add(row, "constraint on "+textOf(name), unknownGap(u))
		} else if isCode(want) {
			v, err := q.attribute(textOf(name))
			if err == nil {
				f.add(row, "constraint on "+textOf(name), f.survey(c.world.in, want, "===", v)...)
			}
		}
	}
	if row.Endpoint.Kind != expand.Static {
		for _, v := range row.Callables {
			f.add(row, "constraint", f.callable(q, v)...)
		}
	}
	switch e := row.Endpoint; {
	case e.Kind == expand.Redirects && e.Redirect.Block != nil && !dsl.IsUnknown(e.Redirect.Block):
		f.add(row, "redirect", f.survey(c.world.in, e.Redirect.Block, "call", q.pathParams(), q.ruby())...)
	case (e.Kind == expand.Inline || e.Kind == expand.Rack) && !isUnknown(e.App):
		f.add(row, "endpoint", f.survey(c.world.in, e.App, "call", q.environment())...)
	}
}

// callable looks at a lambda or object of a constraint, as [request.agrees] asks it.
func (f *gapFinder) callable(q *request, v dsl.Value) (gaps []dsl.Gap) {
	if dsl.IsUnknown(v) || expand.SignInOf(v) != nil {
		return nil
	}
	in := q.core.world.in
	if in.RespondTo(v, "matches?") {
		gaps = f.survey(in, v, "matches?", q.ruby())
	}
	if _, ok := v.(*dsl.Proc); !ok && !in.RespondTo(v, "call") {
		return gaps
	}
	if n, err := arityOf(in.NewThread(), in, v); err == nil && (n == 1 || n < 1) {
		return append(slices.Clip(gaps), f.survey(in, v, "call", q.ruby())...)
	}
	return append(slices.Clip(gaps), f.survey(in, v, "call", q.pathParams(), q.ruby())...)
}

// isCode reports whether a value is compared by code of the program.
func isCode(v dsl.Value) bool {
	switch v.(type) {
	case *dsl.Proc, *dsl.Object, *dsl.Class:
		return true
	}
	return false
}

func unknownGap(u *dsl.Unknown) dsl.Gap {
	return dsl.Gap{Kind: dsl.UnknownGap, Expr: u.Text, Settles: u.Text, Pos: u.Pos}
}

// sample is a request for a route as its code may get one; no function of the
// application is asked for it.
func (c *core) sample(rt *route) *request {
	own := &core{table: c.table, trie: c.trie, world: c.world, engines: c.engines, settings: settings{limits: blockLimits}}
	q := &request{http: NewRequest("GET", "/sample", "www.example.com"), core: own, verb: "GET", path: "/sample", params: dsl.NewHash(len(rt.names))}
	for i := range rt.row.Defaults.Len() {
		q.params.Set(rt.row.Defaults.At(i))
	}
	for _, name := range rt.names {
		q.params.Set(dsl.Symbol(name), dsl.NewString("sample"))
	}
	return q
}

// gaps lists those of a table and its engines, by place.
func (c *core) gaps() []*gap {
	if c.world == nil {
		return nil
	}
	f := newGapFinder()
	for _, inner := range c.engines {
		for _, rt := range inner.trie.routes {
			f.route(inner, rt)
		}
	}
	for _, g := range f.all {
		slices.SortFunc(g.rows, func(a, b *expand.Route) int {
			return cmp.Or(comparePlaces(a.Pos, b.Pos), cmp.Compare(a.Index, b.Index))
		})
	}
	slices.SortFunc(f.all, func(a, b *gap) int { return cmp.Or(comparePlaces(a.Pos, b.Pos), strings.Compare(a.Expr, b.Expr)) })
	return f.all
}

func comparePlaces(a, b grammar.Pos) int {
	return cmp.Or(strings.Compare(a.Filename, b.Filename), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// open are the gaps of a table that the options leave open.
func (c *config) open(gaps []*gap) []*gap {
	return slices.DeleteFunc(gaps, func(g *gap) bool {
		if g.what == "endpoint" {
			g.rows = slices.DeleteFunc(g.rows, func(r *expand.Route) bool { return c.mounted(r.Endpoint.Text) != nil })
		}
		return len(g.rows) == 0 || c.constraints[g.Expr] != nil
	})
}

// Gaps lists what the Ruby code of the routes asks for when requests come that only
// the application knows, or that signalbox's Ruby lacks, each with its first route
// and what helps. [New] refuses a table with such gaps, unless [Fallback] takes their
// requests or [NotImplemented] lets them fail.
func (r *Router) Gaps() []*RouteError {
	s := r.site.Load()
	var list []*RouteError
	for _, g := range s.cfg.open(s.core.gaps()) {
		list = append(list, g.routeError())
	}
	return list
}
