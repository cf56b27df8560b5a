package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/dispatch/internal/rack"
	"signalbox/dsl/survey"
	"signalbox/expand/check"
	"signalbox/expand/route"
)

// The kinds of the findings of [Check].
const (
	RequestGap   = "request"       // code asks for what is missing when a request comes
	OpenRedirect = "open-redirect" // a client chooses the host of a redirect
)

// Check finds what shows only when requests come, sorted by place; that of package
// expand finds what shows in the table.
//
//   - What [CheckBlocks] finds.
//   - Redirects that a client can steer to other hosts, each with a request that
//     proves it, and, as one note, those that lead to the host which the request
//     names.
func Check(table *route.Table) []check.Finding {
	c, _ := newCore(table, settings{Settings: rack.Settings{Limits: blockLimits}})
	all := c.gapFindings()
	found, follows := c.steerable()
	for _, s := range found {
		all = append(all, s.finding())
	}
	if follows != nil {
		all = append(all, followsHost(follows))
	}
	slices.SortStableFunc(all, func(a, b check.Finding) int { return a.Pos.Compare(b.Pos) })
	return all
}

// CheckBlocks finds the code of constraints, redirects and inline endpoints that asks
// for what only the application knows, for a variable that ENV does not hold, or for a
// method that signalbox's Ruby lacks:
// what [Router.Gaps] lists, sorted by place.
func CheckBlocks(table *route.Table) []check.Finding {
	c, _ := newCore(table, settings{Settings: rack.Settings{Limits: blockLimits}})
	return c.gapFindings()
}

func (c *core) gapFindings() []check.Finding {
	var all []check.Finding
	for _, g := range c.gaps((*gapFinder).code) {
		all = append(all, g.finding())
	}
	return all
}

// finding is the gap as `routes check` tells it.
func (g *gap) finding() check.Finding {
	f := check.Finding{Kind: RequestGap, Severity: route.Warning, Pos: g.Pos, Routes: g.rows, Expr: g.Settles}
	if f.Pos.Line == 0 {
		f.Pos = g.rows[0].Declared()
	}
	when := " when a request comes"
	if g.Kind == survey.SyntaxGap {
		when = ""
	}
	article := "a "
	if strings.ContainsRune("aeiou", rune(g.what[0])) {
		article = "an "
	}
	f.Summary = article + g.clause(when)
	what := "1 route"
	if n := len(g.rows); n > 1 {
		what = fmt.Sprintf("%d routes", n)
	}
	f.Summary += ": the answers of " + what + " depend on it; " + g.fixes()[0]
	return f
}
