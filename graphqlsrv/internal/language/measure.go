package language

import (
	"cmp"
	"iter"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
)

// A Measure is what a part of a query asks for, by the rules of the npm package graphql-armor.
type Measure struct{ Depth, Aliases, Directives int }

// Measures returns what each operation of a document asks for. The document need not be valid:
// fragments that are unknown or spread themselves count once.
func Measures(d *ast.QueryDocument) iter.Seq2[*ast.OperationDefinition, Measure] {
	m := measurer{defined: make(map[string]*ast.FragmentDefinition, len(d.Fragments)), fragments: map[string]Measure{}}
	for _, f := range slices.Backward(d.Fragments) {
		m.defined[f.Name] = f
	}
	return func(yield func(*ast.OperationDefinition, Measure) bool) {
		for _, op := range d.Operations {
			n := m.set(op.SelectionSet)
			n.Directives += len(op.Directives)
			if !yield(op, n) {
				return
			}
		}
	}
}

// add adds a selection within the part.
func (m *Measure) add(n Measure) {
	m.Depth = max(m.Depth, n.Depth+1)
	m.Aliases += n.Aliases
	m.Directives += n.Directives
}

type measurer struct {
	defined   map[string]*ast.FragmentDefinition
	fragments map[string]Measure // those measured, or being measured
}

func (m *measurer) selection(s ast.Selection) Measure {
	switch s := s.(type) {
	case *ast.Field:
		n := m.set(s.SelectionSet)
		if s.Alias != s.Name && s.Name != "__typename" && s.Alias != "__typename" {
			n.Aliases++
		}
		n.Directives += len(s.Directives)
		if s.Name == "__schema" {
			n.Depth = -1
		}
		return n
	case *ast.InlineFragment:
		n := m.set(s.SelectionSet)
		n.Directives += len(s.Directives)
		return n
	case *ast.FragmentSpread:
		return m.spread(s)
	}
	return Measure{}
}

// set measures a selection, which may be none.
func (m *measurer) set(set ast.SelectionSet) (sum Measure) {
	for _, s := range set {
		sum.add(m.selection(s))
	}
	return sum
}

func (m *measurer) spread(s *ast.FragmentSpread) Measure {
	n, ok := m.fragments[s.Name]
	if !ok {
		m.fragments[s.Name] = Measure{-1, -1, -1} // one that spreads itself ends here
		if f := cmp.Or(s.Definition, m.defined[s.Name]); f != nil {
			n = m.set(f.SelectionSet)
			n.Directives += len(f.Directives)
		}
		m.fragments[s.Name] = n
	}
	n.Depth++
	n.Directives += len(s.Directives)
	return n
}
