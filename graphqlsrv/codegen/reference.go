package codegen

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/federation"
	"signalbox/internal/goname"
)

// referenceField is what the server calls the resolver of a type's entities.
const referenceField = "__resolveReference"

// entitiesOf returns what representations of a subgraph's entities have, by the names of their
// types, and the name of the directive external.
func entitiesOf(schema *ast.Schema) (entities map[string][]*federation.Given, external string) {
	subgraph := federation.Of(schema)
	if subgraph == nil {
		return nil, ""
	}
	entities = map[string][]*federation.Given{}
	for name, d := range schema.Types {
		if given := subgraph.Given(schema, d); given != nil {
			entities[name] = given
		}
	}
	return entities, subgraph.Directive("external")
}

// reference writes the struct of an entity's representations.
func (w *writer) reference(d *ast.Definition) {
	given := w.entities[d.Name]
	if given == nil {
		return
	}
	name := goname.Unique(w.typeStem(d)+"Reference", w.taken)
	w.names[d.Name+"."+referenceField] = name
	w.printf("// %s is what gateways know of an entity %s: the fields of a key, and those that\n// other fields require.\ntype %[1]s ", name, d.Name)
	w.given(given)
	w.printf("\n\n")
}

func (w *writer) given(fields []*federation.Given) {
	w.printf("struct {\n")
	taken := map[string]bool{}
	for _, f := range fields {
		w.printf("%s ", goname.Unique(fieldName(f.Name), taken))
		w.givenType(f.Type, f)
		w.printf(" `json:%q`\n", f.Name)
	}
	w.printf("}")
}

// givenType writes the Go type of a field of representations. What not all of them have is a
// pointer, as what may be null is.
func (w *writer) givenType(t *ast.Type, f *federation.Given) {
	present := t.NonNull && (t != f.Type || f.Always)
	switch inner := w.schema.Types[t.Name()]; {
	case t.Elem != nil:
		w.printf("[]")
		w.givenType(t.Elem, f)
	case inner.IsAbstractType():
		w.printf("map[string]any")
	case inner.Kind == ast.Object:
		if !present {
			w.printf("*")
		}
		w.given(f.Fields)
	default:
		named := *t
		named.NonNull = present
		w.printf("%s", w.goType(&named))
	}
}

// referenceMethods are those that find entities.
func (w *writer) referenceMethods(defs []*ast.Definition, taken map[string]bool) (list []*method) {
	for _, d := range defs {
		name := d.Name + "." + referenceField
		if w.names[name] == "" {
			continue
		}
		t := ast.NamedType(d.Name, d.Position)
		m := &method{
			name: goname.Unique("Reference"+w.typeStem(d), taken), does: "finds the " + d.Name + " that a request refers to, nil if there is none",
			parent: d, field: &ast.FieldDefinition{Name: referenceField, Type: t}, args: w.names[name], result: w.goType(t),
		}
		if slices.Contains(w.options.Batched, name) {
			m.args, m.root, m.batched = "", m.args, true
			m.does = "finds each " + d.Name + " that a request refers to, nil where there is none"
		}
		list = append(list, m)
	}
	return list
}
