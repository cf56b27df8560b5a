package language

import (
	"iter"

	"github.com/vektah/gqlparser/v2/ast"
)

// Fields returns the fields that selection sets ask of one object: those of their fragments,
// too, each fragment once.
func Fields(sets ...ast.SelectionSet) iter.Seq[*ast.Field] { return fields(sets, false) }

// AllFields returns the fields of selection sets with those below them, each fragment once.
func AllFields(sets ...ast.SelectionSet) iter.Seq[*ast.Field] { return fields(sets, true) }

func fields(sets []ast.SelectionSet, below bool) iter.Seq[*ast.Field] {
	return func(yield func(*ast.Field) bool) {
		seen := map[string]bool{}
		var visit func(set ast.SelectionSet) bool
		visit = func(set ast.SelectionSet) bool {
			for _, s := range set {
				var inner ast.SelectionSet
				switch s := s.(type) {
				case *ast.Field:
					if !yield(s) {
						return false
					}
					if below {
						inner = s.SelectionSet
					}
				case *ast.InlineFragment:
					inner = s.SelectionSet
				case *ast.FragmentSpread:
					if !seen[s.Name] {
						seen[s.Name] = true
						inner = s.Definition.SelectionSet
					}
				}
				if !visit(inner) {
					return false
				}
			}
			return true
		}
		for _, set := range sets {
			if !visit(set) {
				return
			}
		}
	}
}
