package codegen

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/internal/goname"
)

// A method is one of Service.
type method struct {
	name    string
	does    string // what it does, for its comment
	parent  *ast.Definition
	field   *ast.FieldDefinition
	args    string // the struct of the arguments, "" without
	root    string // the Go type of the parent, "" for Query, Mutation and Subscription
	result  string
	batched bool
}

// service writes the interface, and how it becomes resolvers.
func (w *writer) service(defs []*ast.Definition) {
	taken := map[string]bool{}
	methods := append(w.fieldMethods(defs, taken), w.referenceMethods(defs, taken)...)
	w.imports["signalbox/graphqlsrv"] = true
	w.printf("// Service backs the schema: one method for each field that has to be resolved.\ntype Service interface {\n")
	for _, m := range methods {
		w.printf("// %s %s.\n", m.name, m.does)
		if m.field.Description != "" {
			w.printf("//\n%s", commented(m.field.Description))
		}
		w.deprecation(m.field.Directives, true)
		w.printf("%s%s\n", m.name, m.signature())
	}
	w.printf("}\n\n// Resolvers joins a service to the server, by graphqlsrv.WithServices. It panics if s is nil.\nfunc Resolvers(s Service) map[string]graphqlsrv.Resolver {\nif s == nil {\npanic(\"%s: Resolvers of a nil Service\")\n}\nreturn map[string]graphqlsrv.Resolver{\n", w.options.Package)
	for _, m := range methods {
		w.imports["context"] = true
		w.printf("%q: %s,\n", m.parent.Name+"."+m.field.Name, m.resolver())
	}
	w.printf("}\n}\n")
}

func (w *writer) fieldMethods(defs []*ast.Definition, taken map[string]bool) (list []*method) {
	for _, d := range defs {
		if d.Kind != ast.Object {
			continue
		}
		for _, f := range d.Fields {
			if !w.isResolved(d, f) {
				continue
			}
			m := &method{
				name: goname.Unique(w.methodStem(d, f), taken), does: "resolves " + d.Name + "." + f.Name,
				parent: d, field: f, args: w.names[d.Name+"."+f.Name], result: w.goType(f.Type),
			}
			if !isRoot(w.schema, d) {
				m.root = w.pointer(d)
				m.batched = slices.Contains(w.options.Batched, d.Name+"."+f.Name)
			}
			if d == w.schema.Subscription {
				w.imports["iter"] = true
				m.result = "iter.Seq[" + m.result + "]"
			}
			list = append(list, m)
		}
	}
	return list
}

// methodStem is the name of a field's method, unless it is taken: Users of
// Query.users, PostComments of Post.comments. A field of Mutation or
// Subscription that Query has too gets their name before it.
func (w *writer) methodStem(d *ast.Definition, f *ast.FieldDefinition) string {
	name, typ := fieldName(f.Name), w.typeStem(d)
	if !isRoot(w.schema, d) {
		return typ + name
	}
	if d != w.schema.Query && w.schema.Query != nil && w.schema.Query.Fields.ForName(f.Name) != nil {
		return typ + name
	}
	return name
}

// typeStem is what names begin with that belong to a type.
func (w *writer) typeStem(d *ast.Definition) string {
	if name := w.names[d.Name]; name != "" {
		return name
	}
	return typeName(d.Name) // a type of the application
}

// signature are the parameters and results of the method.
func (m *method) signature() string {
	params := []string{"ctx context.Context"}
	result, parents, args := m.result, "parents", "args"
	if m.field.Name == referenceField {
		parents, args = "references", "reference"
	}
	switch {
	case m.batched:
		params = append(params, parents+" []"+m.root)
		result = "[]" + result
	case m.root != "":
		params = append(params, localName(m.parent.Name)+" "+m.root)
	}
	if m.args != "" {
		params = append(params, args+" "+m.args)
	}
	return "(" + strings.Join(params, ", ") + ") (" + result + ", error)"
}

// resolver makes the method a resolver.
func (m *method) resolver() string {
	args, last := "graphqlsrv.None", ""
	given := "_ "
	if m.args != "" {
		args, last, given = m.args, ", args", "args "
	}
	switch {
	case m.root == "" && m.args == "":
		return "graphqlsrv.Func(s." + m.name + ")"
	case m.root == "":
		return "graphqlsrv.FuncWith(s." + m.name + ")"
	case m.batched:
		return "graphqlsrv.Batch(func(ctx context.Context, " + given + args + ", roots []" + m.root + ") ([]" + m.result + ", error) { return s." + m.name + "(ctx, roots" + last + ") })"
	}
	return "graphqlsrv.Field(func(ctx context.Context, " + given + args + ", r graphqlsrv.Resolve[" + m.root + "]) (" + m.result + ", error) { return s." + m.name + "(ctx, r.Root" + last + ") })"
}
