package typesystem

import (
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
)

// Prelude returns the SDL that every schema begins with: the specification's scalars,
// directives and introspection types, and beyond it the deprecation of
// directives, which graphql-js 16.15 serves too. @defer is not served, and so not
// declared.
func Prelude() *ast.SchemaDocument {
	d := validator.PreludeDocument()
	d.Directives = slices.DeleteFunc(d.Directives, func(d *ast.DirectiveDefinition) bool { return d.Name == "defer" })
	for _, t := range d.Definitions {
		t.BuiltIn = true
		t.Description = strings.ReplaceAll(strings.ReplaceAll(t.Description, "`String`scalar", "`String` scalar"), "http://en.wiki", "https://en.wiki")
		switch t.Name {
		case "__Schema":
			f := t.Fields.ForName("directives")
			f.Arguments = append(f.Arguments, &ast.ArgumentDefinition{
				Name: "includeDeprecated", Type: ast.NonNullNamedType("Boolean", nil),
				DefaultValue: &ast.Value{Kind: ast.BooleanValue, Raw: "false"}, Position: f.Position,
			})
		case "__Directive": // those of a field
			like := d.Definitions.ForName("__Field").Fields
			t.Fields = append(t.Fields, like.ForName("isDeprecated"), like.ForName("deprecationReason"))
		}
		t.Description = strings.ReplaceAll(t.Description, "(such as \"4\") or integer (such as 4)", "(such as `\"4\"`) or integer (such as `4`)")
	}
	return d
}

// Order returns the names of the types as introspection lists them: each with the
// types it refers to, in the order of the SDL. Scalars of the specification to which nothing
// refers are taken out of s: a schema does not have them. graphql-js: GraphQLSchema.
func Order(doc *ast.SchemaDocument, s *ast.Schema) []string {
	o := ordering{schema: s, seen: map[string]bool{}}
	for _, d := range doc.Definitions {
		if !d.BuiltIn {
			o.delete(d.Name)
			o.visit(d.Name)
		}
	}
	for _, d := range []*ast.Definition{s.Query, s.Mutation, s.Subscription} {
		if d != nil {
			o.visit(d.Name)
		}
	}
	for _, d := range DirectiveOrder(doc) {
		for _, a := range s.Directives[d].Arguments {
			o.visit(a.Type.Name())
		}
	}
	o.visit("__Schema")
	maps.DeleteFunc(s.Types, func(name string, _ *ast.Definition) bool { return !o.seen[name] })
	return o.names
}

// specifiedDirectives come last, in the specification's order.
var specifiedDirectives = []string{"include", "skip", "deprecated", "specifiedBy", "oneOf"}

// DirectiveOrder returns the names of the directives as introspection lists them.
func DirectiveOrder(doc *ast.SchemaDocument) []string {
	var own []string
	for _, d := range doc.Directives {
		if !slices.Contains(specifiedDirectives, d.Name) {
			own = append(own, d.Name)
		}
	}
	return append(own, specifiedDirectives...)
}

type ordering struct {
	schema *ast.Schema
	names  []string
	seen   map[string]bool
}

func (o *ordering) delete(name string) {
	if o.seen[name] {
		o.seen[name] = false
		o.names = slices.DeleteFunc(o.names, func(n string) bool { return n == name })
	}
}

func (o *ordering) visit(name string) {
	d := o.schema.Types[name]
	if d == nil || o.seen[name] {
		return
	}
	o.seen[name] = true
	o.names = append(o.names, name)
	for _, n := range append(slices.Clone(d.Types), d.Interfaces...) {
		o.visit(n)
	}
	for _, f := range d.Fields {
		if strings.HasPrefix(f.Name, "__") {
			continue
		}
		o.visit(f.Type.Name())
		for _, a := range f.Arguments {
			o.visit(a.Type.Name())
		}
	}
}
