package expand

import (
	"fmt"
	"maps"
	"strings"

	"signalbox/expand/check"
	"signalbox/expand/route"
)

// What is missing once more is known: an `if` in a branch that is taken asks for
// more, a list asks for what is made of its elements. One edit is to be enough.

// exploreRounds is how often each side is asked for more.
const exploreRounds = 3

// An explorer finds what is missing where made-up values answer.
type explorer struct {
	app     *Application
	options Options
	all     []check.Missing
	known   map[string]bool
	made    int
}

// explore adds what is missing where all that is missing has values, with
// decisions that are true, and with decisions that are false. A side that Rails
// refuses adds nothing.
func (a *Application) explore(options Options, table *route.Table) []check.Missing {
	e := &explorer{app: a, options: options, known: map[string]bool{}}
	e.add(check.MissingIn(table))
	first := e.all
	for _, yes := range []bool{true, false} {
		set, decided := maps.Clone(options.Set), maps.Clone(options.Set)
		if set == nil {
			set, decided = map[string]string{}, map[string]string{}
		}
		more := first
		for range exploreRounds {
			if len(more) == 0 {
				break
			}
			e.fill(set, more, yes, false)
			e.fill(decided, more, yes, true)
			table := e.load(set)
			if table == nil {
				set = decided
				if table = e.load(set); table == nil {
					break
				}
			}
			more = e.add(check.MissingIn(table))
		}
	}
	return e.all
}

func (e *explorer) load(set map[string]string) *route.Table {
	options := e.options
	options.Set = set
	table, err := e.app.load(options)
	if err != nil {
		return nil
	}
	return table
}

// add adds what is missing and was not known, unless it holds a made-up value.
func (e *explorer) add(missing []check.Missing) (added []check.Missing) {
	for _, m := range missing {
		if !e.known[m.Expr] && !strings.Contains(strings.ToLower(m.Expr), dummyPrefix) {
			e.known[m.Expr] = true
			added = append(added, m)
		}
	}
	e.all = append(e.all, added...)
	return added
}

// dummyPrefix begins the texts that are made up.
const dummyPrefix = "zqvx"

// fill gives what is missing values; numbers stay, as what is made of them cannot
// be told from others.
func (e *explorer) fill(set map[string]string, missing []check.Missing, yes, decisions bool) {
	for _, m := range missing {
		isDecision := m.Wants.Kind == route.DecisionShape && len(m.Wants.Fields) == 0
		if decisions && !isDecision || m.Wants.Kind == route.NumberShape {
			continue
		}
		e.made++
		set[m.Expr] = m.Wants.SampleFor(fmt.Sprintf("%s%d", dummyPrefix, e.made), yes)
	}
}
