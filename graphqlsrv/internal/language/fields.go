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

// Above returns the fields of a set, and below it, that have a field of one of the names below
// them. It visits each selection once.
func Above(set ast.SelectionSet, names map[string]bool) map[*ast.Field]bool {
	if len(names) == 0 {
		return nil
	}
	above := map[*ast.Field]bool{}
	fragments := map[*ast.FragmentDefinition]bool{}
	var has func(set ast.SelectionSet) bool
	has = func(set ast.SelectionSet) (found bool) {
		for _, s := range set {
			inner := false
			switch s := s.(type) {
			case *ast.Field:
				if inner = len(s.SelectionSet) > 0 && has(s.SelectionSet); inner {
					above[s] = true
				}
				inner = inner || names[s.Name]
			case *ast.InlineFragment:
				inner = has(s.SelectionSet)
			case *ast.FragmentSpread:
				known := false
				if inner, known = fragments[s.Definition]; !known {
					inner = has(s.Definition.SelectionSet)
					fragments[s.Definition] = inner
				}
			}
			found = found || inner
		}
		return found
	}
	has(set)
	return above
}

// Introspecting returns the first field of a document that asks for the schema, __schema or __type;
// nil if none does.
func Introspecting(d *ast.QueryDocument) *ast.Field {
	for _, op := range d.Operations {
		if f := introspecting(op.SelectionSet); f != nil {
			return f
		}
	}
	for _, fragment := range d.Fragments { // each once, however many operations spread it
		if f := introspecting(fragment.SelectionSet); f != nil {
			return f
		}
	}
	return nil
}

func introspecting(set ast.SelectionSet) *ast.Field {
	for _, s := range set {
		var inner ast.SelectionSet
		switch s := s.(type) {
		case *ast.Field:
			if s.Name == "__schema" || s.Name == "__type" {
				return s
			}
			inner = s.SelectionSet
		case *ast.InlineFragment:
			inner = s.SelectionSet
		}
		if f := introspecting(inner); f != nil {
			return f
		}
	}
	return nil
}
