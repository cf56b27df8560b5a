package graphqlsrv

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
)

// Armor bounds what a query may ask; 0 turns a bound off. The rules and messages
// are those of the npm package graphql-armor. Depth and Cost pass over __schema.
//
// A field with a selection costs as often as its arguments first and last say, the
// larger of both: by a literal, a variable, the default of the variable, or that of
// the argument. No other argument multiplies, and neither does a field of an input
// object: their resolvers bound them.
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
		}
		if err := a.checkCost(op, n.cost); err != nil {
			return err
		}
	}
	return nil
}

func (a Armor) checkCost(op *ast.OperationDefinition, cost float64) *Error {
	if a.Cost <= 0 || cost <= float64(a.Cost) { // NaN is too much
		return nil
	}
	return tooMuch(op, "Query Cost limit of %d exceeded, found %s.", a.Cost, strconv.FormatFloat(cost, 'f', -1, 64))
}

// recheckCost measures a valid operation again, with its variables and the defaults
// that the schema has. varies reports whether other variables may change the cost.
func (a Armor) recheckCost(s *schema, op *ast.OperationDefinition, vars map[string]any) (err *Error, varies bool) {
	m := measurer{armor: a, fragments: map[string]measure{}, schema: s, vars: vars}
	cost := m.operation(op).cost
	return a.checkCost(op, cost), m.varies
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

	schema *schema        // nil before validation
	vars   map[string]any // coerced
	varies bool           // a variable was asked for
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
			n.cost *= m.multiplier(s)
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

// multiplier returns how often a selection counts: as often as the argument first or
// last says, whichever says more.
func (m *measurer) multiplier(f *ast.Field) float64 {
	return max(1, m.amount(f, "first"), m.amount(f, "last"))
}

// amount returns the number that an argument holds, 0 if it holds none.
func (m *measurer) amount(f *ast.Field, name string) float64 {
	if a := f.Arguments.ForName(name); a != nil {
		if a.Value.Kind != ast.Variable {
			return amountOf(a.Value.Raw)
		}
		m.varies = true
		if value, ok := m.vars[a.Value.Raw]; ok {
			return amountOf(value)
		}
	}
	if m.schema == nil {
		return 0
	}
	most := m.defaultAmount(f.ObjectDefinition, f, name)
	for t := range m.schema.possible[f.ObjectDefinition] { // their defaults may differ
		most = max(most, m.defaultAmount(t, f, name))
	}
	return most
}

func (m *measurer) defaultAmount(t *ast.Definition, f *ast.Field, name string) float64 {
	if def := m.schema.fields[t][f.Name]; def != nil {
		for _, a := range def.args {
			if a.name == name {
				return amountOf(a.defaultValue)
			}
		}
	}
	return 0
}

// amountOf returns the number that a value is, or that its text shows.
func amountOf(value any) float64 {
	if n, ok := value.(*big.Int); ok {
		value = n.String()
	}
	v := reflect.ValueOf(value)
	n, ok := numberOf(v)
	if !ok && v.Kind() == reflect.String {
		if f, err := strconv.ParseFloat(v.String(), 64); errors.Is(err, strconv.ErrRange) {
			return f // infinite
		}
	}
	return n.f
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
		if f := cmp.Or(s.Definition, m.defined[s.Name]); f != nil {
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
