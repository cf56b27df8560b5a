package federation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"signalbox/graphqlsrv/internal/typesystem"
)

// The places that several directives have in common.
const (
	anywhere = "FIELD_DEFINITION | OBJECT | INTERFACE | UNION | ARGUMENT_DEFINITION | SCALAR | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION"
	guarded  = "FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM"
)

// An element is a directive or type of the specification, since a minor version: until a
// later one that defines the same name anew.
type element struct {
	since int
	sdl   string
}

var elements = []element{
	{0, "scalar FieldSet"},
	{0, "directive @key(fields: FieldSet!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE"},
	{0, "directive @requires(fields: FieldSet!) on FIELD_DEFINITION"},
	{0, "directive @provides(fields: FieldSet!) on FIELD_DEFINITION"},
	{0, "directive @external on OBJECT | FIELD_DEFINITION"},
	{0, "directive @extends on OBJECT | INTERFACE"},
	{0, "directive @shareable on OBJECT | FIELD_DEFINITION"},
	{0, "directive @inaccessible on " + anywhere},
	{0, "directive @override(from: String!) on FIELD_DEFINITION"},
	{0, "directive @tag(name: String!) repeatable on " + anywhere},
	{1, "directive @composeDirective(name: String) repeatable on SCHEMA"},
	{2, "directive @shareable repeatable on OBJECT | FIELD_DEFINITION"},
	{3, "directive @interfaceObject on OBJECT"},
	{3, "directive @tag(name: String!) repeatable on SCHEMA | " + anywhere},
	{5, "scalar Scope"},
	{5, "directive @authenticated on " + guarded},
	{5, "directive @requiresScopes(scopes: [[Scope!]!]!) on " + guarded},
	{6, "scalar Policy"},
	{6, "directive @policy(policies: [[Policy!]!]!) on " + guarded},
	{7, "directive @override(from: String!, label: String) on FIELD_DEFINITION"},
	{8, "scalar ContextFieldValue"},
	{8, "directive @context(name: String!) repeatable on INTERFACE | OBJECT | UNION"},
	{8, "directive @fromContext(field: ContextFieldValue) on ARGUMENT_DEFINITION"},
	{9, "directive @cost(weight: Int!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR"},
	{9, "directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION"},
	{12, "directive @cacheTag(format: String!) repeatable on OBJECT | FIELD_DEFINITION"},
}

// federation1 are the elements of Federation 1, which has no @link and renames nothing.
const federation1 = `
scalar _FieldSet
directive @key(fields: _FieldSet!) repeatable on OBJECT | INTERFACE
directive @requires(fields: _FieldSet!) on FIELD_DEFINITION
directive @provides(fields: _FieldSet!) on FIELD_DEFINITION
directive @external on FIELD_DEFINITION
directive @extends on OBJECT | INTERFACE
directive @tag(name: String!) repeatable on ` + anywhere

// link is the specification https://specs.apollo.dev/link/v1.0.
const link = `
directive @link(url: String, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
scalar link__Import
enum link__Purpose {
  "What is needed to resolve fields securely."
  SECURITY
  "What is needed to execute operations."
  EXECUTION
}
`

// name is that of the element, as import writes it.
func (e element) name() string {
	return strings.FieldsFunc(e.sdl, func(r rune) bool { return r == ' ' || r == '(' })[1]
}

// elements returns the definitions of the version, by the name that import writes.
func (s *Subgraph) elements() map[string]string {
	known := map[string]string{}
	for _, e := range elements {
		if e.since <= s.minor {
			known[e.name()] = e.sdl
		}
	}
	return known
}

// Hint says how a schema comes by a directive of the specification that it uses, such as @key, but
// does not know: the end of a message, "" for any other directive. s is nil for a schema that is no subgraph.
func (s *Subgraph) Hint(name string) string {
	i := slices.IndexFunc(elements, func(e element) bool { return e.name() == name })
	switch {
	case i < 0:
		return ""
	case s == nil || s.minor < 0:
		return fmt.Sprintf(" It is Apollo Federation's: extend schema @link(url: %q, import: [%q]).", fmt.Sprint(identity, "v2.", newest), name)
	case s.names[name] == "":
		return fmt.Sprintf(" It is Apollo Federation's since v2.%d: link that version or a later one, and import it.", elements[i].since)
	}
	return fmt.Sprintf(" It is Apollo Federation's: import it by @link, or write %s.", s.names[name])
}

// Definitions returns what the subgraph adds to a document, which holds the application's
// and the root schema: the elements of the specification, by the names that the schema has
// for them, the types of representations and entities, and the fields of Query. What the
// document declares itself is left out.
func (s *Subgraph) Definitions(doc *ast.SchemaDocument) (*ast.SchemaDocument, error) {
	text := federation1
	if s.minor >= 0 {
		own := s.elements()
		var all []string
		for _, sdl := range own {
			all = append(all, sdl)
		}
		slices.Sort(all)
		text = link + strings.Join(all, "\n")
	}
	own, err := parser.ParseSchema(&ast.Source{Name: File, Input: text})
	if err != nil {
		return nil, typesystem.Placed(err)
	}
	s.rename(own)
	fields, err := parser.ParseSchema(&ast.Source{Name: File, Input: s.fields(doc)})
	if err != nil {
		return nil, typesystem.Placed(err)
	}
	own.Merge(fields)
	own.Definitions = slices.DeleteFunc(own.Definitions, func(d *ast.Definition) bool { return doc.Definitions.ForName(d.Name) != nil })
	own.Directives = slices.DeleteFunc(own.Directives, func(d *ast.DirectiveDefinition) bool { return doc.Directives.ForName(d.Name) != nil })
	return own, nil
}

// File is the name of the definitions in messages: one that no file of an application has.
const File = "<federation>"

// rename gives the elements the names that the schema has for them.
func (s *Subgraph) rename(doc *ast.SchemaDocument) {
	for _, d := range doc.Definitions {
		if as, ok := s.names[d.Name]; ok {
			d.Name = as
		}
	}
	for _, d := range doc.Directives {
		if as, ok := s.names["@"+d.Name]; ok {
			d.Name = strings.TrimPrefix(as, "@")
		}
		for _, a := range d.Arguments {
			t := a.Type
			for t.Elem != nil {
				t = t.Elem
			}
			if as, ok := s.names[t.NamedType]; ok {
				t.NamedType = as
			}
		}
	}
}

// The fields that a subgraph adds to Query, the union that one of them is of, and its argument.
const (
	EntitiesField   = "_entities"
	ServiceField    = "_service"
	EntityUnion     = "_Entity"
	Representations = "representations"
)

// fields writes the fields of Query, and their types.
func (s *Subgraph) fields(doc *ast.SchemaDocument) string {
	root := typesystem.QueryRoot(doc)
	declared := map[string]bool{}
	extend := ""
	for _, d := range append(doc.Definitions[:len(doc.Definitions):len(doc.Definitions)], doc.Extensions...) {
		if d.Name == root {
			extend = "extend "
			for _, f := range d.Fields {
				declared[f.Name] = true
			}
		}
	}
	var b strings.Builder
	b.WriteString("\"The subgraph, for compositions.\"\ntype _Service {\n  sdl: String!\n}\n")
	fields := ""
	if entities := s.Entities(); len(entities) > 0 {
		b.WriteString("\"A representation: an object with __typename and the fields of a key.\"\nscalar _Any\n\"The entities.\"\nunion " + EntityUnion + " = " + strings.Join(entities, " | ") + "\n")
		if !declared[EntitiesField] {
			fields += "  \"The entities of representations, in their order.\"\n  " + EntitiesField + "(" + Representations + ": [_Any!]!): [" + EntityUnion + "]!\n"
		}
	}
	if !declared[ServiceField] {
		fields += "  \"The subgraph, for compositions.\"\n  " + ServiceField + ": _Service!\n"
	}
	if fields != "" {
		b.WriteString(extend + "type " + root + " {\n" + fields + "}\n")
	}
	return b.String()
}

// Entities returns the names of the object types that have a @key, in their order by name.
func (s *Subgraph) Entities() []string {
	var names []string
	for _, d := range s.types() {
		if d.Kind == ast.Object && s.hasKey(d) {
			names = append(names, d.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
