package language

import (
	"maps"

	"github.com/vektah/gqlparser/v2/ast"
)

// UsesVariables reports whether a value depends on the request.
func UsesVariables(v *ast.Value) bool {
	if v.Kind == ast.Variable {
		return true
	}
	for _, c := range v.Children {
		if UsesVariables(c.Value) {
			return true
		}
	}
	return false
}

// RepeatedVariables counts how often arguments name the variables that stand in
// them more than once.
func RepeatedVariables(args ast.ArgumentList) map[string]int {
	uses := map[string]int{}
	var count func(v *ast.Value)
	count = func(v *ast.Value) {
		if v.Kind == ast.Variable {
			uses[v.Raw]++
		}
		for _, c := range v.Children {
			count(c.Value)
		}
	}
	for _, a := range args {
		count(a.Value)
	}
	maps.DeleteFunc(uses, func(_ string, n int) bool { return n < 2 })
	return uses
}

// maxRepetition is enough to exceed every limit: fragments may multiply.
const maxRepetition = 1 << 20

// Repetitions adds up the [RepeatedVariables] of all fields of a set and below it; nil if there
// are none.
func Repetitions(set ast.SelectionSet) map[string]int {
	r := repetition{done: map[*ast.FragmentDefinition]map[string]int{}}
	r.visit(set)
	return r.counts
}

type repetition struct {
	counts map[string]int
	done   map[*ast.FragmentDefinition]map[string]int
}

func (r *repetition) visit(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			r.add(RepeatedVariables(s.Arguments))
			r.visit(s.SelectionSet)
		case *ast.InlineFragment:
			r.visit(s.SelectionSet)
		case *ast.FragmentSpread:
			counts, ok := r.done[s.Definition]
			if !ok {
				within := repetition{done: r.done}
				within.visit(s.Definition.SelectionSet)
				counts = within.counts
				r.done[s.Definition] = counts
			}
			r.add(counts)
		}
	}
}

func (r *repetition) add(counts map[string]int) {
	if r.counts == nil && len(counts) > 0 {
		r.counts = make(map[string]int, len(counts))
	}
	for name, n := range counts {
		r.counts[name] = min(r.counts[name]+n, maxRepetition)
	}
}

// Deciders returns the variables of @skip and @include in a set and below it.
func Deciders(set ast.SelectionSet) (names []string) {
	seen, spread := map[string]bool{}, map[string]bool{}
	var visit func(set ast.SelectionSet)
	visit = func(set ast.SelectionSet) {
		for _, s := range set {
			var directives ast.DirectiveList
			var inner ast.SelectionSet
			switch s := s.(type) {
			case *ast.Field:
				directives, inner = s.Directives, s.SelectionSet
			case *ast.InlineFragment:
				directives, inner = s.Directives, s.SelectionSet
			case *ast.FragmentSpread:
				directives = s.Directives
				if !spread[s.Name] {
					spread[s.Name] = true
					inner = s.Definition.SelectionSet
				}
			}
			for _, d := range directives {
				if d.Name != "skip" && d.Name != "include" {
					continue
				}
				if v := d.Arguments.ForName("if").Value; v.Kind == ast.Variable && !seen[v.Raw] {
					seen[v.Raw] = true
					names = append(names, v.Raw)
				}
			}
			visit(inner)
		}
	}
	visit(set)
	return names
}
