package graphqlsrv

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
)

// Armor bounds what a query may ask; 0 turns a bound off. The rules and messages
// are those of the npm package graphql-armor. Depth and Cost pass over __schema.
type Armor struct {
	Depth       int     // of nested selections
	Aliases     int     // of all fields, but for __typename
	Directives  int     // in the whole query
	Tokens      int     // of the query's text
	Cost        int     // the sum of the following
	ObjectCost  float64 // of a field with a selection
	ScalarCost  float64 // of a field without
	DepthFactor float64 // by which the cost of a selection counts in its parent
}

// DefaultArmor is the armor of a server without [WithArmor].
var DefaultArmor = Armor{
	Depth: 6, Aliases: 15, Directives: 50, Tokens: 1000,
	Cost: 5000, ObjectCost: 2, ScalarCost: 1, DepthFactor: 1.5,
}

// check measures every operation. It runs before validation, whose work some
// queries are made to blow up, and so meets fragments that are unknown or
// spread themselves: these count once.
func (a Armor) check(d *ast.QueryDocument) *Error {
	m := measurer{armor: a, defined: make(map[string]*ast.FragmentDefinition, len(d.Fragments)), fragments: map[string]measure{}}
	for _, f := range slices.Backward(d.Fragments) {
		m.defined[f.Name] = f
	}
	for _, op := range d.Operations {
		n := m.operation(op)
		switch {
		case a.Depth > 0 && n.depth > a.Depth:
			return tooMuch(op, "Query depth limit of %d exceeded, found %d.", a.Depth, n.depth)
		case a.Aliases > 0 && n.aliases > a.Aliases:
			return tooMuch(op, "Aliases limit of %d exceeded, found %d.", a.Aliases, n.aliases)
		case a.Directives > 0 && n.directives > a.Directives:
			return tooMuch(op, "Directives limit of %d exceeded, found %d.", a.Directives, n.directives)
		case a.Cost > 0 && n.cost > float64(a.Cost):
			return tooMuch(op, "Query Cost limit of %d exceeded, found %s.", a.Cost, strconv.FormatFloat(n.cost, 'f', -1, 64))
		}
	}
	return nil
}

func tooMuch(op *ast.OperationDefinition, format string, args ...any) *Error {
	return &Error{
		Message: "Syntax Error: " + fmt.Sprintf(format, args...), Code: CodeValidationFailed,
		Locations: []Location{{op.Position.Line, op.Position.Column}},
	}
}

// A measure is what a part of a query asks for.
type measure struct {
	depth, aliases, directives int
	cost                       float64
}

type measurer struct {
	armor     Armor
	defined   map[string]*ast.FragmentDefinition
	fragments map[string]measure // those measured, or being measured
}

func (m *measurer) operation(op *ast.OperationDefinition) measure {
	sum := measure{directives: len(op.Directives)}
	for _, s := range op.SelectionSet {
		n := m.selection(s)
		sum.depth = max(sum.depth, n.depth+1)
		sum.aliases += n.aliases
		sum.directives += n.directives
		sum.cost += n.cost
	}
	return sum
}

func (m *measurer) selection(s ast.Selection) measure {
	switch s := s.(type) {
	case *ast.Field:
		n := m.set(s.SelectionSet)
		if len(s.SelectionSet) > 0 {
			n.cost *= multiplier(s.Arguments)
		}
		if s.Alias != s.Name && s.Name != "__typename" && s.Alias != "__typename" {
			n.aliases++
		}
		n.directives += len(s.Directives)
		if s.Name == "__schema" {
			n.depth, n.cost = -1, 0
		}
		return n
	case *ast.InlineFragment:
		n := m.set(s.SelectionSet)
		n.directives += len(s.Directives)
		return n
	case *ast.FragmentSpread:
		return m.spread(s)
	}
	return measure{}
}

// multiplier is how often the argument first or last makes the selection count.
func multiplier(args ast.ArgumentList) float64 {
	for _, a := range args {
		if a.Name != "first" && a.Name != "last" {
			continue
		}
		if n, err := strconv.ParseFloat(a.Value.Raw, 64); a.Value.Kind == ast.IntValue && err == nil {
			return max(n, 1)
		}
		break
	}
	return 1
}

// set measures a field or fragment by its selection, which may be none.
func (m *measurer) set(set ast.SelectionSet) measure {
	if len(set) == 0 {
		return measure{cost: m.armor.ScalarCost}
	}
	sum := measure{cost: m.armor.ObjectCost}
	for _, s := range set {
		n := m.selection(s)
		sum.depth = max(sum.depth, n.depth+1)
		sum.aliases += n.aliases
		sum.directives += n.directives
		sum.cost += m.armor.DepthFactor * n.cost
	}
	return sum
}

func (m *measurer) spread(s *ast.FragmentSpread) measure {
	n, ok := m.fragments[s.Name]
	if !ok {
		m.fragments[s.Name] = measure{-1, -1, -1, -1} // one that spreads itself ends here
		if f := m.defined[s.Name]; f != nil {
			n = m.set(f.SelectionSet)
			n.directives += len(f.Directives)
		}
		m.fragments[s.Name] = n
	}
	return measure{
		depth:      n.depth + 1,
		aliases:    n.aliases,
		directives: n.directives + len(s.Directives),
		cost:       m.armor.ScalarCost + m.armor.DepthFactor*n.cost,
	}
}
