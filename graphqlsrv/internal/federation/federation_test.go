package federation

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
)

const spec = `https://specs.apollo.dev/federation/`

func parse(t testing.TB, sdl string) *ast.SchemaDocument {
	t.Helper()
	doc, err := parser.ParseSchema(&ast.Source{Name: "a.graphql", Input: sdl})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// load makes a schema of a subgraph, without a root schema.
func load(t testing.TB, sdl string) (*Subgraph, *ast.Schema, error) {
	t.Helper()
	doc := parse(t, sdl)
	s, err := Find(doc)
	if err != nil || s == nil {
		return s, nil, err
	}
	all := validator.PreludeDocument()
	all.Merge(doc)
	added, err := s.Definitions(all)
	if err != nil {
		t.Fatal(err)
	}
	all.Merge(added)
	schema, err := validator.ValidateSchemaDocument(all)
	if err != nil {
		return s, nil, err
	}
	return s, schema, s.Check(schema)
}

// printed writes a definition in one line, its arguments and places sorted.
func printed(d *ast.DirectiveDefinition) string {
	var args []string
	for _, a := range d.Arguments {
		text := a.Name + ": " + a.Type.String()
		if a.DefaultValue != nil {
			text += " = " + a.DefaultValue.String()
		}
		args = append(args, text)
	}
	slices.Sort(args)
	text := "directive @" + d.Name
	if args != nil {
		text += "(" + strings.Join(args, ", ") + ")"
	}
	if d.IsRepeatable {
		text += " repeatable"
	}
	var places []string
	for _, l := range d.Locations {
		places = append(places, string(l))
	}
	slices.Sort(places)
	return text + " on " + strings.Join(places, " | ")
}

// sortedPlaces sorts the places of a directive that the judge printed.
func sortedPlaces(definition string) string {
	head, places, ok := strings.Cut(definition, " on ")
	if !ok {
		return definition
	}
	list := strings.Split(places, " | ")
	slices.Sort(list)
	return head + " on " + strings.Join(list, " | ")
}

// TestVersions compares what each version defines with what @apollo/subgraph does:
// scripts/judge/run graphql federation --write.
func TestVersions(t *testing.T) {
	text, err := os.ReadFile("../../testdata/federation/versions.json")
	if err != nil {
		t.Fatal(err)
	}
	var versions []struct {
		Version     string
		Adds, Drops []string
	}
	if err := json.Unmarshal(text, &versions); err != nil {
		t.Fatal(err)
	}
	if len(versions) != newest+1 {
		t.Errorf("the judge knows %d versions, not %d", len(versions), newest+1)
	}
	known := map[string]bool{}
	for _, v := range versions {
		for _, d := range v.Drops {
			delete(known, sortedPlaces(d))
		}
		for _, d := range v.Adds {
			known[sortedPlaces(d)] = true
		}
		_, schema, err := load(t, `extend schema @link(url: "`+spec+v.Version+`") type Query { a: Int }`)
		if err != nil {
			t.Fatal(err)
		}
		own := map[string]bool{}
		for _, d := range schema.Directives {
			if d.Position.Src.Name == File {
				own[printed(d)] = true
			}
		}
		for _, d := range schema.Types {
			if d.Kind == ast.Scalar && d.Position.Src.Name == File {
				own["scalar "+d.Name] = true
			}
		}
		for d := range known {
			if !own[d] {
				t.Errorf("%s lacks %s", v.Version, d)
			}
		}
		for d := range own {
			if !known[d] {
				t.Errorf("%s has %s", v.Version, d)
			}
		}
	}
}

func TestNames(t *testing.T) {
	_, schema, err := load(t, `
		schema @link(url: "`+spec+`v2.3/", as: "fed", import: [{name: "@key", as: "@id"}, "@shareable", {name: "FieldSet", as: "Fields"}]) { query: Q }
		type Q { a: A }
		type A @id(fields: "b") { b: ID @fed__tag(name: "x") @shareable }
		interface I @id(fields: "b") { b: ID }
		type B implements I @id(fields: "b") { b: ID }
		extend type C @id(fields: "d") { d: ID! @fed__external }
		type D { d: Int }`)
	if err != nil {
		t.Fatal(err)
	}
	if got := printed(schema.Directives["id"]); got != "directive @id(fields: Fields!, resolvable: Boolean = true) repeatable on INTERFACE | OBJECT" {
		t.Error(got)
	}
	if got := schema.Types[EntityUnion].Types; !slices.Equal(got, []string{"A", "B", "C"}) {
		t.Errorf("entities are %v", got)
	}
	if f := schema.Query.Fields.ForName(EntitiesField); f.Type.String() != "[_Entity]!" || f.Arguments[0].Type.String() != "[_Any!]!" {
		t.Errorf("_entities is %v of %v", f.Type, f.Arguments[0].Type)
	}
}

// TestDeclared takes what the application declares itself.
func TestDeclared(t *testing.T) {
	_, schema, err := load(t, `
		extend schema @link(url: "`+spec+`v2.0", import: ["@key", "FieldSet"])
		directive @key(fields: FieldSet!) repeatable on OBJECT
		scalar FieldSet
		directive @auth on FIELD_DEFINITION
		type Query { _entities(representations: [_Any!]!): [_Entity]! @auth a: A }
		type A @key(fields: "b") { b: ID }`)
	if err != nil {
		t.Fatal(err)
	}
	if len(schema.Directives["key"].Arguments) != 1 || schema.Query.Fields.ForName(EntitiesField).Directives.ForName("auth") == nil || schema.Query.Fields.ForName(ServiceField) == nil {
		t.Error("the application's declarations are replaced")
	}
}

func TestNoSubgraph(t *testing.T) {
	for _, sdl := range []string{
		`type Query { a: Int }`,
		`directive @link(url: String) on SCHEMA extend schema @link(url: "https://example.com/paper/v1.0") type Query { a: Int }`,
		`directive @key(fields: String) on OBJECT type Query @key(fields: "a") { a: Int }`,
	} {
		if s, _, err := load(t, sdl); s != nil || err != nil {
			t.Errorf("%s is a subgraph: %v", sdl, err)
		}
	}
}

func TestFederation1(t *testing.T) {
	s, schema, err := load(t, `
		type Query { a: A }
		type A @key(fields: "b") { b: ID! }
		extend type C @key(fields: "d") { d: ID! @external }
		type D @extends @key(fields: "d") { d: ID! @external }
		interface I @key(fields: "b") { b: ID! } type E implements I { b: ID! }`)
	if err != nil {
		t.Fatal(err)
	}
	if got := schema.Types[EntityUnion].Types; !slices.Equal(got, []string{"A", "C", "D"}) {
		t.Errorf("entities are %v", got)
	}
	if schema.Directives["link"] != nil || printed(schema.Directives["key"]) != "directive @key(fields: _FieldSet!) repeatable on INTERFACE | OBJECT" {
		t.Error("it has definitions of Federation 2")
	}
	fresh, err := Find(s.app)
	if err != nil || fresh == nil {
		t.Fatal(err)
	}
}

// TestFederation1Text has extensions alone, which belong to other subgraphs.
func TestFederation1Text(t *testing.T) {
	s, err := Find(parse(t, `extend type Query { a: A } type A @key(fields: "b") { b: ID! } extend type C @key(fields: "d") { d: ID! @external }`))
	if err != nil {
		t.Fatal(err)
	}
	want := "type A @key(fields: \"b\") {\n  b: ID!\n}\nextend type Query {\n  a: A\n}\nextend type C @key(fields: \"d\") {\n  d: ID! @external\n}\n"
	if got := s.SDL(&ast.SchemaDocument{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestText has what the application uses of the root schema, and nothing else of it.
func TestText(t *testing.T) {
	s, err := Find(parse(t, `
		extend schema @link(url: "`+spec+`v2.3", import: ["@key", {name: "@tag", as: "@note"}])
		"An entity."
		type A @key(fields: "b", resolvable: false) { b: ID! @note(name: "a\"b") at(when: Date @deep): Int @skipAuth }
		directive @own(size: BigInt) on FIELD_DEFINITION
		enum E { "One." X @seen }
		extend type Query { a: A _service: _Service! }`))
	if err != nil {
		t.Fatal(err)
	}
	got := s.SDL(parse(t, `scalar Date scalar Time scalar BigInt directive @skipAuth on FIELD_DEFINITION directive @live on QUERY directive @deep on ARGUMENT_DEFINITION directive @seen on ENUM_VALUE
		type Signalbox { a: Int } extend type Query { signalbox: Signalbox }`))
	want := `extend schema @link(url: "` + spec + `v2.3", import: ["@key",{name:"@tag",as:"@note"}])
directive @own(size: BigInt) on FIELD_DEFINITION
directive @skipAuth on FIELD_DEFINITION
directive @deep on ARGUMENT_DEFINITION
directive @seen on ENUM_VALUE
"""
An entity.
"""
type A @key(fields: "b", resolvable: false) {
  b: ID! @note(name: "a\"b")
  at(when: Date @deep): Int @skipAuth
}
enum E {
  """
  One.
  """
  X @seen
}
type Query
scalar Date
scalar BigInt
extend type Query {
  a: A
}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	parse(t, got)
}

func TestErrors(t *testing.T) {
	linked := func(imports string) string {
		return `extend schema @link(url: "` + spec + `v2.7", import: [` + imports + `]) `
	}
	key := linked(`"@key", "@requires", "@provides", "@external"`)
	const media = `type Query { a: Int } interface Media @key(fields: "id n") { id: ID! n: Int } ` // @apollo/subgraph refuses what its types lack
	for _, c := range []struct{ sdl, want string }{
		{`extend schema @link(url: "` + spec + `v1.0") type Query { a: Int }`, `a.graphql:1:16: ` + spec + `v1.0 is no version of the federation's specification: known are ` + spec + `v2.0 to v2.15`},
		{`extend schema @link(url: "` + spec + `v2.16") type Query { a: Int }`, `a.graphql:1:16: ` + spec + `v2.16 is newer than this server`},
		{`extend schema @link(url: "` + spec + `2") type Query { a: Int }`, `is no version`},
		{`extend schema @link(url: "` + spec + `v2.0") @link(url: "` + spec + `v2.1") type Query { a: Int }`, `a.graphql:1:71: the schema links the federation's specification twice`},
		{linked(`"@nothing"`), `a.graphql:1:80: Cannot import "@nothing": it is not part of the federation specification v2.7.`},
		{`extend schema @link(url: "` + spec + `v2.0", import: ["@interfaceObject"])`, `Cannot import "@interfaceObject": it is not part of the federation specification v2.0. It is Apollo Federation's since v2.3: link that version or a later one, and import it.`},
		{linked(`"key"`), `Cannot import "key": it is not part of the federation specification v2.7. Did you mean "@key"?`},
		{linked(`"@kee"`), `a.graphql:1:80: Cannot import "@kee": it is not part of the federation specification v2.7. Did you mean "@key"?`},
		{`extend schema @link(url: "https://specs.apollo.dev/fedration/v2.3", import: ["@key"]) type Query { a: Int }`, `a.graphql:1:16: @link(url: "https://specs.apollo.dev/fedration/v2.3"): this is not the specification of subgraphs. Did you mean "` + spec + `v2.3"?`},
		{`extend schema @link(url: "http://specs.apollo.dev/federation/") type A @key(fields: "b") { b: ID }`, `Did you mean "` + spec + `v2.15"?`},
		{`extend schema @link type Query { a: Int }`, `a.graphql:1:16: @link(url: ""): this is not`},
		{linked(`5`), `Invalid @link import 5`},
		{linked(`{as: "@a"}`), `Invalid @link import {as:"@a"}`},
		{linked(`{name: "@key", as: "a"}`), `Invalid @link import {name:"@key",as:"a"}`},
		{`extend schema @link(url: "` + spec + `v2.0", import: "@key")`, `Invalid @link import "@key"`},
		{key + `type Query { a: A } type A @key(fields: "nope") { b: ID }`, `@key(fields: "nope"): the type A has no field nope: add it, with @external where another subgraph resolves it`},
		{key + `type Query { a: A } type A @key(fields: "b {") { b: ID }`, `@key(fields: "b {"): it is no set of fields`},
		{key + `type Query { a: A } type A @key(fields: ["b", "c"]) { b: ID c: ID }`, `@key(fields: ["b","c"]): it is no set of fields in a string, such as "id"`},
		{key + `type Query { a: A } type A @key(fields: "b} fragment F on A {b") { b: ID }`, `it is more than one set of fields`},
		{key + `type Query { a: A } type A @key(fields: "...F") { b: ID }`, `it spreads a fragment`},
		{key + `type Query { a: A } type A @key(fields: "c") { b: ID c: A }`, `A.c is of the type A: select its fields, as in "c { … }"`},
		{key + `type Query { a: A } type A @key(fields: "b { c }") { b: ID }`, `A.b is of the type ID, which has no fields`},
		{key + `type Query { a: A } type A @key(fields: "c { d }") { b: ID c: A }`, `the type A has no field d`},
		{key + `type Query { a: A } type A { b: ID @requires(fields: "d") }`, `@requires(fields: "d"): the type A has no field d`},
		{key + `type Query { a: A @provides(fields: "d") } type A { b: ID }`, `@provides(fields: "d"): the type A has no field d`},
		{key + `type Query { a: A } type A { b: ID @requires(fields: "c { ... on X { b } }") c: A }`, `there is no type X`},
		{key + media + `type Film implements Media { id: ID! n: Int }`, `a.graphql:1:210: Key @key(fields: "id n") on interface type "Media" is missing on implementation type "Film"`},
		{key + media + `type Film implements Media @key(fields: "id") { id: ID! n: Int }`, `is missing on implementation type "Film"`},
		{key + media + `type Film implements Media @key(fields: "id n", resolvable: false) { id: ID! n: Int }`, `Key @key(fields: "id n") on interface type "Media" must be resolvable on implementation type "Film"`},
		{strings.Replace(key, "v2.7", "v2.2", 1) + media, `a.graphql:1:166: Cannot use @key on interface "Media": it is known there from v2.3 on`},
		{key + `type Query { a: Int @shareable }`, `Undefined directive shareable.`},
	} {
		if _, _, err := load(t, c.sdl); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is\n%v\nwant\n%s", c.sdl, err, c.want)
		}
	}
	if _, _, err := load(t, key+media+`type Film implements Media @key(fields: "n") @key(fields: "n id") { id: ID! n: Int }`); err != nil {
		t.Error(err)
	}
	if _, _, err := load(t, key+`type Query { a: A } interface I { b: ID } type A implements I @key(fields: "b __typename c { ... { b } ... on I { b } }") { b: ID c: A }`); err != nil {
		t.Error(err)
	}
}

func TestUnresolved(t *testing.T) {
	s, schema, err := load(t, `extend schema @link(url: "`+spec+`v2.0", import: ["@key", "@external"])
		type A @key(fields: "b") @key(fields: "c { d }") { b: ID c: C e: Int f: Int @external }
		type C @key(fields: "d", resolvable: false) { d: Int x: Int }`)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Unresolved(schema.Types["A"]); len(got) != 1 || got[0].Name != "e" {
		t.Errorf("of A %v", got)
	}
	if got := s.Unresolved(schema.Types["C"]); got != nil {
		t.Errorf("of C %v", got)
	}
}

// FuzzFind makes subgraphs of anything that parses: none may panic, and what it prints may be
// read again.
func FuzzFind(f *testing.F) {
	f.Add(`extend schema @link(url: "` + spec + `v2.3", as: "fed", import: [{name: "@key", as: "@id"}, "FieldSet"]) extend type A @id(fields: "b") { b: ID }`)
	f.Add(`type A @key(fields: "b { c }") { b: A c: Int @requires(fields: "b") } extend type Query { _service: Int }`)
	f.Add(`schema @link(url: "` + spec + `v2.15") { query: Q } interface Q @federation__key(fields: "...{a}") { a: Q }`)
	f.Add(`schema @link(url: "` + spec + `v2.10")`)
	f.Fuzz(func(t *testing.T, sdl string) {
		if len(sdl) > 1<<14 {
			return
		}
		doc, err := parser.ParseSchema(&ast.Source{Name: "a.graphql", Input: sdl})
		if err != nil {
			return
		}
		s, err := Find(doc)
		if err != nil || s == nil {
			return
		}
		text := s.SDL(&ast.SchemaDocument{})
		if _, err := parser.ParseSchema(&ast.Source{Name: "b.graphql", Input: text}); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
		all := validator.PreludeDocument()
		all.Merge(doc)
		added, err := s.Definitions(all)
		if err != nil {
			t.Fatal(err)
		}
		all.Merge(added)
		if schema, err := validator.ValidateSchemaDocument(all); err == nil {
			_ = s.Check(schema)
			for _, d := range schema.Types {
				s.Unresolved(d)
			}
		}
	})
}

// TestGiven finds what representations may have: fields of any key, and what fields require.
func TestGiven(t *testing.T) {
	var write func([]*Given) string
	write = func(fields []*Given) string {
		var all []string
		for _, f := range fields {
			text := f.Name
			if f.Always {
				text += "!"
			}
			if f.Fields != nil {
				text += " {" + write(f.Fields) + "}"
			}
			all = append(all, text)
		}
		return strings.Join(all, " ")
	}
	const linked = `extend schema @link(url: "` + spec + `v2.3", import: ["@requires", "@external", {name: "@key", as: "@id"}]) `
	for name, c := range map[string]struct{ sdl, want string }{
		"one key":        {linked + `type T @id(fields: "b a") { a: ID! b: ID! c: Int }`, "a! b!"},
		"several keys":   {linked + `type T @id(fields: "a b { c }") @id(fields: "a d") { a: ID! b: B d: Int } type B { c: Int }`, "a! b {c!} d"},
		"requires":       {linked + `type T @id(fields: "a b { c }") { a: ID! @external b: B d: Int @requires(fields: "b { e } f: a") } type B { c: Int e: Int @external }`, "a! b! {c e}"},
		"twice in a set": {linked + `type T @id(fields: "b { c } b { e } ... { a }") { a: ID! b: B } type B { c: Int e: Int }`, "a! b! {c! e!}"},
		"an interface's": {linked + `interface I @id(fields: "a") { a: ID! } type T implements I @id(fields: "a") @id(fields: "b") { a: ID! b: Int }`, "a b"},
		"not resolvable": {linked + `type T @id(fields: "a", resolvable: false) { a: ID! }`, ""},
		"no entity":      {linked + `type U @id(fields: "a") { a: ID! } type T { b: Int @requires(fields: "c") c: Int @external }`, ""},
		"Federation 1":   {`type T @key(fields: "a") { a: ID! b: Int @requires(fields: "c") c: Int @external }`, "a! c"},
	} {
		_, schema, err := load(t, `type Query { t: T } `+c.sdl)
		if err != nil {
			t.Fatal(name, err)
		}
		if got := write(Of(schema).Given(schema, schema.Types["T"])); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

// TestOf finds no subgraph where none was added.
func TestOf(t *testing.T) {
	for name, sdl := range map[string]string{
		"none":      `type Query { a: Int }`,
		"a key":     `directive @key(fields: String!) on OBJECT type Query { a: A } type A @key(fields: "id") { id: ID! }`,
		"wrong":     `extend schema @link(url: "` + spec + `v7") type Query { a: Int } directive @link(url: String) on SCHEMA`,
		"no schema": `extend schema @link(url: "` + spec + `v2.0") type Query { a: Int } directive @link(url: String) on SCHEMA`,
	} {
		doc := validator.PreludeDocument()
		doc.Merge(parse(t, sdl))
		schema, err := validator.ValidateSchemaDocument(doc)
		if err != nil {
			t.Fatal(name, err)
		}
		if Of(schema) != nil {
			t.Errorf("%s is a subgraph", name)
		}
	}
}

// TestExternal: what @requires and @provides name is another subgraph's. The judge is buildSubgraph of
// @apollo/federation-internals 2.14.4.
func TestExternal(t *testing.T) {
	const begin = `extend schema @link(url: "` + spec + `v2.7", import: ["@key", "@external", "@requires", "@provides", "@shareable"])
type Query { a: P b: P @provides(fields: "x") }
type D { x: Int @external y: Int }
type E @external { x: Int }
interface I { x: Int d: N }
type J implements I { x: Int @external d: N @external }
type N { n: Int }
`
	for _, c := range []struct{ fields, own string }{
		{`x: Int @external s: Int @requires(fields: "x")`, ``},
		{`x: Int @external w: Int s: Int @requires(fields: "w")`, `"P.w" should not be part of a @requires`},
		{`x: Int @external w: N @external s: Int @requires(fields: "w { n }")`, ``},
		{`x: Int @external w: D s: Int @requires(fields: "w { x }")`, ``},
		{`x: Int @external w: D s: Int @requires(fields: "w { x y }")`, `"D.y" should not be part of a @requires`},
		{`x: Int @external w: E s: Int @requires(fields: "w { x }")`, ``},
		{`x: Int @shareable`, `"P.x" should not be part of a @provides`},
		{`x: Int @external w: I s: Int @requires(fields: "w { d { n } }")`, ``},
		{`x: Int @external w: I s: Int @requires(fields: "w { ... on J { x } }")`, ``},
		{`x: Int @external w: I s: Int @requires(fields: "w { ... on J { x } x }")`, `"I.x" should not be part of a @requires`},
		{`x: Int @external w: I @external s: Int @requires(fields: "w { __typename }")`, ``},
		{`x: Int @external s: Int @requires(fields: "__typename x")`, `"P.__typename" should not be part of a @requires`},
	} {
		_, _, err := load(t, begin+`type P @key(fields: "id") { id: ID! `+c.fields+` }`)
		if c.own == "" && err != nil || c.own != "" && (err == nil || !strings.HasSuffix(err.Error(), c.own+` since it is already provided by this subgraph (it is not marked @external)`)) {
			t.Errorf("%s: the error is %v, want %s", c.fields, err, c.own)
		}
	}
	if _, _, err := load(t, `type Query { a: P } type P @key(fields: "id") { id: ID! w: Int s: Int @requires(fields: "w") }`); err != nil {
		t.Errorf("Federation 1: %v", err)
	}
	const own, effectively = " since it is already provided by this", ` since it is already "effectively" provided`
	for sdl, want := range map[string]string{
		`extend type P @key(fields: "id") { id: ID! @external w: Int @external s: Int @requires(fields: "id w") }`:            `"P.id" should not be part of a @requires` + effectively,
		`type P @key(fields: "id") { id: ID! @external w: Int @external s: Int @requires(fields: "id w") }`:                   ``,
		`type P @extends @key(fields: "id") { id: ID! @external w: Int @external s: Int @requires(fields: "id w") }`:          `"P.id" should not be part of a @requires` + effectively,
		`extend type P @key(fields: "id") { id: ID! @external } extend type Query { c: P @provides(fields: "id") }`:           `"P.id" should not be part of a @provides` + effectively,
		`extend type P @key(fields: "k { id }") { k: K @external s: Int @requires(fields: "k { id }") } type K { id: ID! }`:   `"K.id" should not be part of a @requires` + own,
		`extend type P @key(fields: "k { id }") { k: K s: Int @requires(fields: "k { id }") } type K { id: ID! @external }`:   `"K.id" should not be part of a @requires` + effectively,
		`type P @key(fields: "id") { id: ID! @external w: Int @external } extend type P { s: Int @requires(fields: "id w") }`: ``,
		`type P { id: ID! @external w: Int @external } extend type P @key(fields: "id") { s: Int @requires(fields: "id w") }`: `"P.id" should not be part of a @requires` + effectively,
	} {
		_, _, err := load(t, `extend schema @link(url: "`+spec+`v2.7", import: ["@key", "@external", "@requires", "@provides", "@extends"]) type Query { a: P } `+sdl)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: the error is %v, want %s", sdl, err, want)
		}
	}
	_, _, err := load(t, `extend schema @link(url: "`+spec+`v2.7", import: ["@key", "@requires"]) type Query { a: P } type P @key(fields: "id") { id: ID! w: Int @external s: Int @requires(fields: "w") }`)
	if err == nil || strings.Contains(err.Error(), "should not be part") {
		t.Errorf("@external that is not imported: %v", err)
	}
}
