// Package unset remembers the variables of the environment that a program asked for in vain,
// and marks values with them.
package unset

import (
	"slices"

	"signalbox/dsl/internal/rubytext"
	"signalbox/grammar"
)

// A Variable is one that the program asked ENV for and that ENV does not hold, with the place
// that asked. Its name is empty where the program asked for all of them.
type Variable struct {
	Name string
	Pos  grammar.Pos
}

// Expr is how a program asks for the variable.
func (v Variable) Expr() string { return "ENV[" + rubytext.Quote(v.Name) + "]" }

// Hint says how a variable is given; empty for none.
func Hint(missing []Variable) string {
	if len(missing) == 0 {
		return ""
	}
	name := missing[0].Name
	if name == "" {
		return "ENV holds only the variables that are given: --set ENV.NAME=VALUE gives one"
	}
	return "ENV[" + rubytext.Quote(name) + "] is treated as unset: --set ENV." + name + "=VALUE gives it a value"
}

// A Mark stands for some of the [Variables]; zero for none.
type Mark uint16

// Variables are those that a program asked for in vain.
type Variables struct {
	sets [][]Variable // by their marks, less one
	ones map[Variable]Mark
	two  map[[2]Mark]Mark
}

// The bounds of what is remembered.
const (
	maxMarks = 2000 // what is asked for beyond is plain nil
	Most     = 50   // variables that one value remembers
)

// Any reports whether there are some.
func (vars *Variables) Any() bool { return vars.sets != nil }

// Of returns the variables that a mark stands for.
func (vars *Variables) Of(m Mark) []Variable {
	if m == 0 {
		return nil
	}
	return vars.sets[m-1]
}

func (vars *Variables) add(set ...Variable) Mark {
	if len(vars.sets) >= maxMarks {
		return 0
	}
	vars.sets = append(vars.sets, set)
	return Mark(len(vars.sets))
}

// Mark returns the mark of one variable.
func (vars *Variables) Mark(v Variable) Mark {
	m, ok := vars.ones[v]
	if !ok {
		if vars.ones == nil {
			vars.ones = map[Variable]Mark{}
		}
		m = vars.add(v)
		vars.ones[v] = m
	}
	return m
}

// Join returns the mark of the variables of both.
func (vars *Variables) Join(a, b Mark) Mark {
	if a == 0 || b == 0 || a == b {
		return max(a, b)
	}
	key := [2]Mark{a, b}
	if m := vars.two[key]; m != 0 {
		return m
	}
	all := slices.Clone(vars.Of(a))
	for _, v := range vars.Of(b) {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	m := a
	if len(all) > len(vars.Of(a)) && len(all) <= Most {
		m = max(vars.add(all...), a)
	}
	if vars.two == nil {
		vars.two = map[[2]Mark]Mark{}
	}
	vars.two[key] = m
	return m
}
