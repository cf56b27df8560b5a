package codegen

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/federation"
)

// goScalars are the Go types of the scalars that every schema has, and of Upload, as other servers call File.
var goScalars = map[string]string{
	"Int": "int", "Float": "float64", "String": "string", "Boolean": "bool", "ID": "string",
	"BigInt": "*math/big.Int", "Byte": "[]byte", "JSON": "any", "JSONObject": "map[string]any",
	"Date": "time.Time", "Time": "time.Time", "DateTime": "time.Time", "File": "*signalbox/graphqlsrv.Upload", "Upload": "*signalbox/graphqlsrv.Upload",
}

// goType is the Go type of a field or argument.
func (w *writer) goType(t *ast.Type) string {
	if t.Elem != nil {
		return "[]" + w.goType(t.Elem)
	}
	d := w.schema.Types[t.NamedType]
	switch d.Kind {
	case ast.Object:
		return w.pointer(d)
	case ast.Interface, ast.Union:
		return w.names[d.Name]
	case ast.Scalar:
		return nullable(w.scalar(d.Name), t.NonNull)
	}
	return nullable(w.names[d.Name], t.NonNull)
}

// pointer is the Go type of an object.
func (w *writer) pointer(d *ast.Definition) string {
	model := w.options.Models[d.Name]
	if model == "" {
		return "*" + w.names[d.Name]
	}
	path, goType, _ := splitType(model)
	w.imports[path] = true
	return "*" + goType
}

func (w *writer) scalar(name string) string {
	text, ok := w.options.Scalars[name]
	if !ok {
		text, ok = goScalars[name]
	}
	if !ok || strings.HasPrefix(text, "map[") {
		if !ok {
			return "any"
		}
		return text
	}
	path, goType, _ := splitType(text)
	if path != "" {
		w.imports[path] = true
	}
	return goType
}

// nullable makes a pointer of a type that has no nil.
func nullable(goType string, nonNull bool) string {
	hasNil := goType == "any" || strings.HasPrefix(goType, "*") || strings.HasPrefix(goType, "[]") || strings.HasPrefix(goType, "map[")
	if nonNull || hasNil {
		return goType
	}
	return "*" + goType
}

func isRoot(s *ast.Schema, d *ast.Definition) bool {
	return d == s.Query || d == s.Mutation || d == s.Subscription
}

// own tells whether a field is the application's.
func own(f *ast.FieldDefinition) bool {
	return !strings.HasPrefix(f.Name, "__") && f.Name != "signalbox" && f.Position.Src.Name != federation.File
}

// isResolved tells whether a field is a method of Service.
func (w *writer) isResolved(d *ast.Definition, f *ast.FieldDefinition) bool {
	name := d.Name + "." + f.Name
	switch {
	case !own(f):
		return false
	case isRoot(w.schema, d), slices.Contains(w.options.Resolved, name), slices.Contains(w.options.Batched, name):
		return true
	case f.Directives.ForName(w.external) != nil, d.Directives.ForName(w.external) != nil: // another subgraph resolves it
		return false
	case len(f.Arguments) > 0:
		return true
	case slices.Contains(w.options.Properties, name):
		return false
	}
	given := w.entities[d.Name]
	isGiven := slices.ContainsFunc(given, func(g *federation.Given) bool { return g.Name == f.Name })
	return (given != nil || d.Fields.ForName("id") != nil) && !isGiven && w.schema.Types[f.Type.Name()].IsCompositeType()
}
