package federation

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/typesystem"
)

// identity is what the URL of the federation's specification begins with.
const identity = "https://specs.apollo.dev/federation/"

// newest is the minor version of Federation 2 that the definitions know.
const newest = 15

var version = regexp.MustCompile(`^v2\.(0|[1-9][0-9]{0,2})/?$`)

// A Subgraph is a schema that says by @link that it is one, or, as Federation 1 has it, by
// a @key that nobody declares.
type Subgraph struct {
	app       *ast.SchemaDocument
	minor     int               // of the version 2.minor; -1 for Federation 1
	names     map[string]string // the elements of the specification, as import writes them: "@key", "FieldSet"
	adopted   map[*ast.Definition]bool
	effective map[string]bool // see keysOfExtensions
}

// Find returns what makes a subgraph of an application's documents, nil if they are none.
// Types that are only extended become definitions, since another subgraph may define them.
// Errors of the @link have its place.
func Find(app *ast.SchemaDocument) (*Subgraph, error) {
	s, err := named(schemaDirectives(app))
	if err != nil {
		return nil, err
	}
	s.app = app
	if err := s.stray(); err != nil {
		return nil, err
	}
	if s.minor < 0 && (app.Directives.ForName("key") != nil || !s.usesKey()) {
		return nil, nil
	}
	s.adopt()
	return s, nil
}

// stray finds a @link of a schema that links no federation and does not declare the directive: its URL
// is not what it is meant to be.
func (s *Subgraph) stray() error {
	link := schemaDirectives(s.app).ForName("link")
	if s.minor >= 0 || link == nil || s.app.Directives.ForName("link") != nil {
		return nil
	}
	url := text(link, "url")
	known := version.FindString(url[strings.LastIndex(url, "/")+1:])
	if known == "" {
		known = fmt.Sprint("v2.", newest)
	}
	return typesystem.Errorf(link.Position, "@link(url: %q): this is not the specification of subgraphs. Did you mean %q?", url, identity+known)
}

// Of returns the subgraph that a schema is whose definitions are complete, nil if it is none.
func Of(schema *ast.Schema) *Subgraph {
	s, err := named(schema.SchemaDirectives)
	if err != nil {
		return nil
	}
	if key := schema.Directives[s.Directive("key")]; key == nil || s.minor < 0 && key.Position.Src.Name != File {
		return nil
	}
	return s
}

// named reads from the directives of a schema what it calls the elements of the specification.
func named(directives ast.DirectiveList) (*Subgraph, error) {
	var link *ast.Directive
	for _, d := range directives {
		if d.Name != "link" || !strings.HasPrefix(text(d, "url"), identity) {
			continue
		}
		if link != nil {
			return nil, typesystem.Errorf(d.Position, "the schema links the federation's specification twice: keep one @link, with the imports of both")
		}
		link = d
	}
	s := &Subgraph{minor: -1, names: map[string]string{}, adopted: map[*ast.Definition]bool{}}
	if link != nil {
		return s, s.follow(link)
	}
	for _, name := range []string{"@key", "@requires", "@provides", "@external", "@extends", "@tag"} {
		s.names[name] = name
	}
	return s, nil
}

// schemaDirectives are those of the schema definition and its extensions.
func schemaDirectives(app *ast.SchemaDocument) (all ast.DirectiveList) {
	for _, list := range []ast.SchemaDefinitionList{app.Schema, app.SchemaExtension} {
		for _, s := range list {
			all = append(all, s.Directives...)
		}
	}
	return all
}

// text returns the argument of a directive that is a string, "" if it is none.
func text(d *ast.Directive, name string) string {
	if a := d.Arguments.ForName(name); a != nil {
		return stringOf(a.Value)
	}
	return ""
}

func stringOf(v *ast.Value) string {
	if v == nil || v.Kind != ast.StringValue && v.Kind != ast.BlockValue {
		return ""
	}
	return v.Raw
}

// follow reads a @link to the federation's specification.
func (s *Subgraph) follow(link *ast.Directive) error {
	url := text(link, "url")
	found := version.FindStringSubmatch(strings.TrimPrefix(url, identity))
	if found == nil {
		return typesystem.Errorf(link.Position, "%s is no version of the federation's specification: known are %sv2.0 to v2.%d", url, identity, newest)
	}
	if s.minor, _ = strconv.Atoi(found[1]); s.minor > newest {
		return typesystem.Errorf(link.Position, "%s is newer than this server: known are %sv2.0 to v2.%d", url, identity, newest)
	}
	prefix := text(link, "as")
	if prefix == "" {
		prefix = "federation"
	}
	for name := range s.elements() {
		if plain, directive := strings.CutPrefix(name, "@"); directive {
			s.names[name] = "@" + prefix + "__" + plain
		} else {
			s.names[name] = prefix + "__" + name
		}
	}
	imports := link.Arguments.ForName("import")
	if imports == nil || imports.Value.Kind == ast.NullValue {
		return nil
	}
	if imports.Value.Kind != ast.ListValue {
		return badImport(imports.Value)
	}
	for _, item := range imports.Value.Children {
		if err := s.take(item.Value); err != nil {
			return err
		}
	}
	return nil
}

// take reads an import: a name, or an object with a name and what the schema calls it.
func (s *Subgraph) take(v *ast.Value) error {
	name, as := stringOf(v), ""
	if v.Kind == ast.ObjectValue {
		name, as = stringOf(v.Children.ForName("name")), stringOf(v.Children.ForName("as"))
	}
	if as == "" {
		as = name
	}
	switch {
	case name == "" || strings.HasPrefix(name, "@") != strings.HasPrefix(as, "@"):
		return badImport(v)
	case s.names[name] == "":
		return typesystem.Errorf(v.Position, "Cannot import %q: it is not part of the federation specification v2.%d.%s", name, s.minor,
			cmp.Or(s.Hint(name), rules.DidYouMean("", name, slices.Collect(maps.Keys(s.elements())))))
	}
	s.names[name] = as
	return nil
}

func badImport(v *ast.Value) error {
	return typesystem.Errorf(v.Position, `Invalid @link import %s: write a name ("@key"), or a name and what the schema calls it ({name: "@key", as: "@primaryKey"})`, v)
}

// Directive returns the name that the schema has for a directive of the specification,
// such as key: without @, and empty if its version has none of the name.
func (s *Subgraph) Directive(name string) string {
	return strings.TrimPrefix(s.names["@"+name], "@")
}

// usesKey reports whether a type has a @key.
func (s *Subgraph) usesKey() bool {
	for _, d := range s.types() {
		if s.hasKey(d) {
			return true
		}
	}
	return false
}

// types are the definitions and extensions of the application.
func (s *Subgraph) types() ast.DefinitionList {
	return append(s.app.Definitions[:len(s.app.Definitions):len(s.app.Definitions)], s.app.Extensions...)
}

func (s *Subgraph) hasKey(d *ast.Definition) bool {
	return d.Directives.ForName(s.Directive("key")) != nil
}

// adopt defines the types that are only extended.
func (s *Subgraph) adopt() {
	query := typesystem.QueryRoot(s.app)
	for _, x := range s.app.Extensions {
		if s.app.Definitions.ForName(x.Name) == nil && (x.Name == query || !typesystem.IsRoot(s.app, x.Name)) {
			d := &ast.Definition{Kind: x.Kind, Name: x.Name, Position: x.Position}
			s.adopted[d] = true
			s.app.Definitions = append(s.app.Definitions, d)
		}
	}
}
