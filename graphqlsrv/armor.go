package graphqlsrv

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/cost"
	"signalbox/graphqlsrv/internal/language"
)

// Armor bounds what a query may ask; 0 turns a bound off. The rules and messages of Depth,
// Aliases, Directives and Tokens are those of the npm package graphql-armor. Depth passes over
// __schema.
//
// FieldCost and TypeCost bound what IBM's GraphQL Cost Directives specification estimates of an
// operation with its variables, before it runs: the work of resolvers, and the values that the
// answer holds. The directives @cost and @listSize of the schema say what a field weighs and how
// long a list may get:
//
//	type Query {
//		search(text: String!): [Hit!]! @cost(weight: "10") @listSize(assumedSize: 20)
//		posts(page: Page): PostConnection! @listSize(slicingArguments: ["page.size"], sizedFields: ["nodes"])
//	}
//
// Without @cost a field with a selection, an object and an argument that is an input object weigh
// 1, scalars nothing. Without @listSize the arguments first and last, of which the larger counts,
// say how long the list of a field is, or else the lists of its value; the representations of a
// subgraph say how many entities there are.
type Armor struct {
	Depth      int // of nested selections; 0 stands for the 1,000 of any document
	Aliases    int // of all fields, but for __typename
	Directives int // in the whole query
	Tokens     int // of the query's text
	FieldCost  int // what resolving may cost
	TypeCost   int // how many objects an answer may hold
	ListSize   int // how long a list is that nothing sizes; 0 stands for 1
}

// DefaultArmor is the armor of a server without [WithArmor].
var DefaultArmor = Armor{Depth: 6, Aliases: 15, Directives: 50, Tokens: 1000, FieldCost: 1000, TypeCost: 1000}

// GatewayArmor is for a subgraph that only its gateway reaches, which asks for the entities of a
// whole list at once, as many as [DefaultVariableLimits] let it. The gateway bounds what clients may
// ask.
//
//	graphqlsrv.New(sdl, graphqlsrv.WithArmor(graphqlsrv.GatewayArmor), …)
var GatewayArmor = Armor{Depth: 20, Aliases: 1000, Directives: 1000, Tokens: 20_000, FieldCost: 100_000, TypeCost: 100_000}

// CodeTooExpensive is the code of the error that answers an operation whose cost is beyond
// [Armor]; the extensions fieldCost, typeCost, maxFieldCost and maxTypeCost say by how much.
const CodeTooExpensive = "COST_ESTIMATED_TOO_EXPENSIVE"

// costOf computes what an operation costs, and what is wrong with that.
func (e *engine) costOf(op *ast.OperationDefinition, vars map[string]any) (c cost.Cost, varies bool, err *Error) {
	root := e.schema.root(op.Operation)
	if root == nil { // nothing will run
		return c, false, nil
	}
	c, varies, unsized := e.schema.costs.Of(op, root, vars)
	switch a := e.cfg.armor; {
	case unsized != nil:
		err = &Error{Message: unsized.Message, Code: CodeValidationFailed, Locations: locationsOf(unsized.Position)}
	case a.FieldCost > 0 && c.Field > float64(a.FieldCost):
		err = a.tooExpensive(op, c, "field", c.Field, a.FieldCost)
	case a.TypeCost > 0 && c.Type > float64(a.TypeCost):
		err = a.tooExpensive(op, c, "type", c.Type, a.TypeCost)
	}
	return c, varies, err
}

// warnUnsized warns of lists whose length the cost does not know, where it bounds anything.
func (e *engine) warnUnsized() {
	if a := e.cfg.armor; a.FieldCost <= 0 && a.TypeCost <= 0 && e.cfg.limit == nil {
		return
	}
	const most = 10
	var names []string
	all := e.schema.costs.Unsized()
	for _, u := range all[:min(len(all), most)] {
		names = append(names, u.Type+"."+u.Field.Name+"("+u.Argument+":)")
	}
	if more := len(all) - most; more > 0 {
		names = append(names, fmt.Sprintf("one of %d more", more))
	}
	if len(all) > 0 {
		e.warn(all[0].Field.Position, `nothing says how long the list is that %s returns, so it costs as much as one item: if an argument does, name it, @listSize(slicingArguments: [%q]), else say @listSize(assumedSize: 100)`, strings.Join(names, ", or "), all[0].Argument)
	}
}

func (a Armor) tooExpensive(op *ast.OperationDefinition, c cost.Cost, kind string, found float64, limit int) *Error {
	why := ""
	if found >= 1<<53 { // which is how much an endless list costs
		why = " Null for the size of a list, as in first: null, leaves the list unbounded."
	}
	return &Error{
		Message: fmt.Sprintf("The operation is too expensive: its %s cost is %s, and the limit %d.%s", kind, strconv.FormatFloat(found, 'f', -1, 64), limit, why),
		Code:    CodeTooExpensive, Locations: locationsOf(op.Position),
		Extensions: map[string]any{"fieldCost": c.Field, "typeCost": c.Type, "maxFieldCost": a.FieldCost, "maxTypeCost": a.TypeCost},
	}
}

func locationsOf(p *ast.Position) []Location { return []Location{{p.Line, p.Column}} }

// reportsCost reports whether a request asks what its operation costs, as Hot Chocolate's do: by
// the header GraphQL-Cost: report.
func reportsCost(ctx context.Context) bool {
	c := FromContext(ctx)
	return c != nil && c.Request != nil && header(c.Request, "Graphql-Cost") == "report"
}

// appendCost writes the cost as an extension of a response.
func appendCost(b []byte, c cost.Cost) []byte {
	b = append(strconv.AppendFloat(append(b, `"operationCost":{"fieldCost":`...), c.Field, 'f', -1, 64), `,"typeCost":`...)
	return append(strconv.AppendFloat(b, c.Type, 'f', -1, 64), '}')
}

// check measures every operation. It runs before validation, whose work some
// queries are made to blow up.
func (a Armor) check(d *ast.QueryDocument) *Error {
	depth := a.Depth
	if depth <= 0 {
		depth = language.MaxNesting
	}
	for op, n := range language.Measures(d) {
		switch {
		case n.Depth > depth:
			return tooMuch(op, "Query depth limit of %d exceeded, found %d.", depth, n.Depth)
		case a.Aliases > 0 && n.Aliases > a.Aliases:
			return tooMuch(op, "Aliases limit of %d exceeded, found %d.", a.Aliases, n.Aliases)
		case a.Directives > 0 && n.Directives > a.Directives:
			return tooMuch(op, "Directives limit of %d exceeded, found %d.", a.Directives, n.Directives)
		}
	}
	return nil
}

func tooMuch(op *ast.OperationDefinition, format string, args ...any) *Error {
	return &Error{
		Message: "Syntax Error: " + fmt.Sprintf(format, args...), Code: CodeValidationFailed,
		Locations: locationsOf(op.Position),
	}
}
