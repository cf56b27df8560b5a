package expand

import (
	"fmt"
	"strings"

	"signalbox/expand/check"
	"signalbox/expand/route"
)

// What is missing once more is known: a list asks for what is made of its elements. One edit is
// to be enough.

// exploreRounds is how often made-up values are asked for more. Each round is a table of its own:
// what a value is to be, only its uses show.
const exploreRounds = 3

// explore returns what is missing in a table, and then where made-up values answer for that. What
// decides stays unknown, as both sides are drawn. Values that Rails refuses add nothing.
func (a *Application) explore(options Options, table *route.Table) (all []check.Missing) {
	known := map[string]bool{}
	options.Set = withDefaults(options.Set, nil)
	for round := 0; ; round++ {
		before := len(options.Set)
		for _, m := range check.MissingIn(table) {
			if known[m.Expr] || strings.Contains(strings.ToLower(m.Expr), dummyPrefix) {
				continue
			}
			known[m.Expr] = true
			all = append(all, m)
			isDecision := m.Wants.Kind == route.DecisionShape && len(m.Wants.Fields) == 0
			if !isDecision && m.Wants.Kind != route.NumberShape { // what is made of numbers cannot be told from others
				options.Set[m.Expr] = m.Wants.SampleFor(fmt.Sprintf("%s%d", dummyPrefix, len(all)), true)
			}
		}
		if len(options.Set) == before || round == exploreRounds {
			return all
		}
		var err error
		if table, err = a.load(options); err != nil {
			return all
		}
	}
}

// dummyPrefix begins the texts that are made up.
const dummyPrefix = "zqvx"
