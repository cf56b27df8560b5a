package federation

import (
	"bytes"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"

	"signalbox/graphqlsrv/internal/typesystem"
)

// SDL returns the text that _service answers with: the application's documents as one, with
// what they use of the root schema, but without the fields that each server has, which would
// collide in a composition. It is to be called before the documents become a schema.
func (s *Subgraph) SDL(root *ast.SchemaDocument) string {
	doc := &ast.SchemaDocument{SchemaExtension: slices.Clone(s.app.SchemaExtension), Extensions: s.withoutFields(s.app.Extensions)}
	for _, d := range s.app.Schema {
		if len(d.OperationTypes) > 0 {
			doc.Schema = append(doc.Schema, d)
		} else { // which only gqlparser takes as a definition
			doc.SchemaExtension = append(doc.SchemaExtension, d)
		}
	}
	for _, d := range s.withoutFields(s.app.Definitions) {
		if s.minor >= 0 || !s.adopted[d] { // to Federation 1 what is extended belongs to others
			doc.Definitions = append(doc.Definitions, d)
		}
	}
	doc.Directives = slices.Clone(s.app.Directives)
	used := s.uses()
	for _, d := range root.Directives {
		if used["@"+d.Name] {
			doc.Directives = append(doc.Directives, d)
		}
	}
	for _, d := range root.Definitions {
		if d.Kind == ast.Scalar && used[d.Name] {
			doc.Definitions = append(doc.Definitions, d)
		}
	}
	var b bytes.Buffer
	formatter.NewFormatter(&b, formatter.WithIndent("  ")).FormatSchemaDocument(doc)
	return b.String()
}

// withoutFields leaves out _entities and _service, where the application declares them, and
// extensions that have nothing else.
func (s *Subgraph) withoutFields(list ast.DefinitionList) (bare ast.DefinitionList) {
	root := typesystem.QueryRoot(s.app)
	for _, d := range list {
		if d.Name == root && (d.Fields.ForName(EntitiesField) != nil || d.Fields.ForName(ServiceField) != nil) {
			without := *d
			without.Fields = slices.DeleteFunc(slices.Clone(d.Fields), func(f *ast.FieldDefinition) bool { return f.Name == EntitiesField || f.Name == ServiceField })
			if d = &without; len(d.Fields)+len(d.Directives)+len(d.Interfaces) == 0 {
				continue
			}
		}
		bare = append(bare, d)
	}
	return bare
}

// uses are the names of types, and of directives with @, in the application's documents.
func (s *Subgraph) uses() map[string]bool {
	used := map[string]bool{}
	typesystem.Visit(s.app, func(t *ast.Type) { used[t.Name()] = true }, func(list *ast.DirectiveList, _ ast.DirectiveLocation) {
		for _, d := range *list {
			used["@"+d.Name] = true
		}
	})
	return used
}
