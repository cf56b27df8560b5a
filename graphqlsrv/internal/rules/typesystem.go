package rules

import (
	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
)

// The rules within definitions that belong into a schema. None of them can be
// executed, but graphql-js tells the mistakes in them, too, and knows the types and
// directives that they define.

// defined are the types and directives of the document itself.
type defined struct {
	types      map[string]bool
	directives map[string]*ast.DirectiveDefinition
	seen       map[string]map[string]*ast.Directive // those on the definitions of a name
}

func definedIn(doc *language.Document) (d defined) {
	for _, x := range doc.Definitions {
		t, ok := x.(*language.TypeSystem)
		if !ok || t.Extends || t.Location == ast.LocationSchema {
			continue
		}
		if d.types == nil {
			d.types, d.directives = map[string]bool{}, map[string]*ast.DirectiveDefinition{}
		}
		if t.Directive != nil {
			d.directives[t.Name] = t.Directive
		} else {
			d.types[t.Name] = true
		}
	}
	return d
}

// definition is that of a directive; the document's own counts first.
func (c *checker) definition(d *ast.Directive) *ast.DirectiveDefinition {
	if own := c.defined.directives[d.Name]; own != nil {
		return own
	}
	return d.Definition
}

func (c *checker) typeSystem(t *language.TypeSystem, top bool) {
	c.uniqueTypeSystemDirectives(t, top)
	for _, part := range t.Parts {
		switch part := part.(type) {
		case *language.TypeSystem:
			c.typeSystem(part, false)
		case *ast.Type:
			c.knownTypeName(typeName(part), namedPosition(part), true)
		case *ast.Value:
			c.value(part, nil)
		case *ast.Directive:
			c.directives(ast.DirectiveList{part}, t.Location)
		}
	}
}

// uniqueTypeSystemDirectives holds a type and its extensions to directives that are
// different all together.
func (c *checker) uniqueTypeSystemDirectives(t *language.TypeSystem, top bool) {
	seen := map[string]*ast.Directive{}
	if top && t.Directive == nil {
		if c.defined.seen == nil {
			c.defined.seen = map[string]map[string]*ast.Directive{}
		}
		if c.defined.seen[t.Name] == nil { // the schema has no name
			c.defined.seen[t.Name] = seen
		}
		seen = c.defined.seen[t.Name]
	}
	for _, part := range t.Parts {
		if d, ok := part.(*ast.Directive); ok {
			c.uniqueDirective(d, seen)
		}
	}
}

// typeSystem annotates the directives of a definition.
func (a *annotator) typeSystem(t *language.TypeSystem) {
	for _, part := range t.Parts {
		switch part := part.(type) {
		case *language.TypeSystem:
			a.typeSystem(part)
		case *ast.Directive:
			a.directives(ast.DirectiveList{part}, nil, t.Location)
		}
	}
}
