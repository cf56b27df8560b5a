package graphqlsrv

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSDLRules(t *testing.T) {
	for _, c := range []struct{ sdl, want string }{
		{`schema { query: Nope } type Q { a: Int }`, `schema.graphql:1:10: Unknown type "Nope".`},
		{`schema { query: I } interface I { a: Int }`, `schema.graphql:1:10: the root type of every query must be an object type, I is none`},
		{`schema { query: Q mutation: Q } type Q { a: Int }`, `schema.graphql:1:19: All root types must be different, "Q" is used as query and mutation root type.`},
		{`type Query { a: Int } input Mutation { a: Int }`, `schema.graphql:1:29: Mutation is a root type, and so must be an object type`},
		{`type Query { a: Int } extend type Usr { a: Int }`, `schema.graphql:1:35: Cannot extend type "Usr" because it is not defined.`},
		{`type Query { a: User } type User { a: Int } extend type Usr { a: Int }`, `schema.graphql:1:57: Cannot extend type "Usr" because it is not defined. Did you mean "User"?`},
		{`type Query { a: Int } extend type Mutation { a: Int }`, `schema.graphql:1:35: Cannot extend type "Mutation" because it is not defined. Write type Mutation: each file may define it.`},
		{`schema { query: Qeury } type Query { a: Int }`, `schema.graphql:1:10: Unknown type "Qeury". Did you mean "Query"?`},
		{`schema { query: Query } type Query { node: Node } interface Node { id: ID! } type Subscription { id: ID! } extend type Subscription implements Node`, ""},
		{`schema { query: Query mutation: M } type Query { a: Int } type M { a: Int } type Mutations { b: Int }`, `no field leads to it: have a field lead to it, or remove it`},
		{`type query { a: Int }`, `schema.graphql:1:6: no operation begins at the type query, and no field leads to it: call it Query`},
		{`type Query { a: Int } type Mutations { b: Int }`, `schema.graphql:1:28: no operation begins at the type Mutations, and no field leads to it: call it Mutation`},
		{`schema { query: Query } type Query { a: Int } type Mutation { b: Int }`, `schema.graphql:1:52: no operation begins at the type Mutation, and no field leads to it: name it in the schema definition at schema.graphql:1:8, by mutation: Mutation, or remove it`},
		{`schema { query: Query } type Query { a: [Mutation] } type Mutation { b: Int }`, ``},
		{`schema { query: Query } type Query { a: U } union U = Query extend union U = Mutation type Mutation { b: Int }`, ``},
		{"# nothing\n", `schema.graphql:1:1: the schema defines nothing: begin it with type Query { … }`},
		{"type Query {\n  a: Int // text\n}", `schema.graphql:2:10: Syntax Error: Unexpected character: "/". A comment begins with #.`},
		{"type Query {\r  a: Int @d(x: 'a')\r}", `schema.graphql:2:16: Syntax Error: Unexpected single quote character ('), did you mean to use a double quote (")?`},
		{`type Query { title?: String }`, `"?". Leave it out: String may be null as it is, and String! may not.`},
		{`type Query { title[String!]! }`, `Write "title: [String!]!".`},
		{"type Query {\n  a: Int\n\ntype P implements N @d {\n  x: Int\n}", `schema.graphql:4:6: Syntax Error: Expected ":", found Name "P". A } is missing before type, which begins a definition.`},
		{"input I { a: Int\nunion U = A | B", `schema.graphql:2:7: Syntax Error: Expected ":", found Name "U". A } is missing before union, which begins a definition.`},
		{"type Query { a: Int\nextend type U { b: Int }", `A } is missing before extend, which begins a definition.`},
		{"type Query { a: Int\ndirective @a on FIELD", `A } is missing before directive, which begins a definition.`},
		{"type Query { a: Int\nschema { query: Query }", `A } is missing before schema, which begins a definition.`},
		{"enum E {\n  A\n\ntype P {\n x: Int }", `Expected Name, found "{". A } is missing before type, which begins a definition.`},
		{"type Query {\n  type String @deprecated\n}", `Write "type: String", or if type begins a definition the } that is missing before it.`},
		{"type Query {\n  a: Int\n", `Expected Name, found <EOF>. A } may be missing.`},
		{`type Query { a: []Int }`, `A list is written [Int].`},
		{`type Query { a: List<Int!> }`, `schema.graphql:1:21: Syntax Error: Unexpected character: "<". A list is written [Int!].`},
		{`type Query { a: Int![] }`, `schema.graphql:1:21: Syntax Error: Expected Name, found "[". A list is written [Int!].`},
		{`type Query { a: String? }`, `schema.graphql:1:23: Syntax Error: Unexpected character: "?". String may be null as it is, and String! may not.`},
		{`type Query { title [String!]! }`, `schema.graphql:1:20: Syntax Error: Expected ":", found "[". Write "title: [String!]!".`},
		{`type Query { a: Int; b: Int }`, `schema.graphql:1:20: Syntax Error: Unexpected character: ";". Leave it out: nothing ends a line here.`},
		{`type Query { a: Int } extend scalar Date`, `schema.graphql:1:41: Syntax Error: Unexpected <EOF>.`},
		{`query Posts { posts { id } }`, `schema.graphql:1:1: Unexpected Name "query": operations and fragments belong to clients, keep them out of the schema's folder`},
		{`type Query { a(x: Int! @deprecated): Int }`, `schema.graphql:1:16: Required argument Query.a(x:) cannot be deprecated.`},
		{`directive @d(x: Int! @deprecated) on FIELD type Query { a: Int }`, `schema.graphql:1:14: Required argument @d(x:) cannot be deprecated.`},
		{`input In { a: Int! @deprecated } type Query { a(x: In): Int }`, `schema.graphql:1:12: Required input field In.a cannot be deprecated.`},
		{`input In @oneOf { a: Int! } type Query { a(x: In): Int }`, `schema.graphql:1:19: OneOf input field In.a must be nullable.`},
		{`input In { b: Int } extend input In @oneOf { a: Int = 1 } type Query { a(x: In): Int }`, `schema.graphql:1:46: OneOf input field In.a cannot have a default value.`},
		{`type Query { a: Int @deprecated(reason: 5) }`, `schema.graphql:1:22: @deprecated: Argument "reason" has invalid value 5. It takes (reason: String).`},
		{`type Query { a: Int @cost(weight: 3) }`, `schema.graphql:1:22: @cost: Argument "weight" has invalid value 3. It takes (weight: String!).`},
		{`type Query { a: Int @skipAuht }`, `schema.graphql:1:22: Undefined directive @skipAuht. Did you mean "@skipAuth" or "@skip"?`},
		{`type Query { a: [Int] @listSize(assumedSize: -2) }`, `schema.graphql:1:24: @listSize of Query.a has a negative assumedSize`},
		{`type Query { a: Int @nothingLikeThat }`, `schema.graphql:1:22: Undefined directive @nothingLikeThat.`},
		{`type Query { a(photo: Upload!): Int }`, `schema.graphql:1:23: Undefined type Upload. It is called File here: write that, or add scalar Upload.`},
		{`type Query { a: Int @shareable }`, `schema.graphql:1:22: Undefined directive @shareable. It is Apollo Federation's: extend schema @link(url: "https://specs.apollo.dev/federation/v2.15", import: ["@shareable"]).`},
		{linked("v2.1", `"@key"`) + `type Query { a: Int @shareable }`, `Undefined directive @shareable. It is Apollo Federation's: import it by @link, or write @federation__shareable.`},
		{linked("v2.1", `{name: "@shareable", as: "@shared"}`) + `type Query { a: Int @shareable }`, `Undefined directive @shareable. It is Apollo Federation's: import it by @link, or write @shared.`},
		{linked("v2.1", `"@key"`) + `type Query { a: Int @authenticated }`, `Undefined directive @authenticated. It is Apollo Federation's since v2.5: link that version or a later one, and import it.`},
		{`enum E { A @d(x: "s") } directive @d(x: Int) on ENUM_VALUE type Query { a: E }`, `schema.graphql:1:13: @d: Argument "x" has invalid value "s". It takes (x: Int).`},
		{`scalar S @specifiedBy(url: "a") @specifiedBy(url: "b") type Query { a: S }`, `schema.graphql:1:34: The directive "@specifiedBy" can only be used once at this location.`},
		{`input In { a: In = {} } type Query { a(x: In): Int }`, `schema.graphql:1:12: the default of In.a contains itself`},
		{`input A { b: B = {c: [{}]} } input B { c: [B] d: A = {} } type Query { a(x: A): Int }`, `schema.graphql:1:11: the default of A.b contains itself`},
		{`input In { a: In = {a: null} b: [In!] = [] } type Query { a(x: In): Int }`, ``},
		{`input In { a: Int! = 1 @deprecated } type Query { a(x: In): Int }`, ``},
		{`schema { mutation: M } type M { a: Int }`, ``},
		{`schema { mutation: M } extend schema { query: Q } type M { a: Int } type Q { a: Int }`, ``},
		{`extend type Query { a: Int } extend scalar Date @d directive @d on SCALAR`, ``},
	} {
		_, err := newEngine(sdl(c.sdl), []Option{WithoutDirectiveCheck(), WithLogger(nil)})
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error is\n%v\nwant\n%s", c.sdl, err, c.want)
		}
	}
}

// TestUndefinedDirectiveWithFunction: a directive that has a function lacks its definition only.
// TestBracesThatAreNotMissing: that one is missing is said where one is open and a definition seems to
// begin within it.
func TestBracesThatAreNotMissing(t *testing.T) {
	for _, text := range []string{
		`type Query { a: {b: Int} }`, `type Query { a(x: {y: Int}): Int }`, `input In { x: {y: Int} }`, `union U = {A}`,
		`type Query implements {a: Int}`, "type Query { a: Int }\nenum E @d {}\ntype {", `directive @a(` + "\ntype X {", `directive @a(` + "\ntype X",
		"type Query { a: Int }\nunion U = ", "type Query { a: Int }\ntype", "\"\"\" { \"\"\" scalar # {", `"\"{" scalar`,
	} {
		_, err := newEngine(sdl(text), []Option{WithLogger(nil)})
		if err == nil || !strings.Contains(err.Error(), "Syntax Error") || strings.Contains(err.Error(), "} ") {
			t.Errorf("%s: error is %v", text, err)
		}
	}
	for _, text := range []string{"enum E {\n A\ntype P @d(x: 1) @e {", "# }\ntype Query {", `type Query { "}" a:`} {
		_, err := newEngine(sdl(text), []Option{WithLogger(nil)})
		if err == nil || !strings.Contains(err.Error(), "A } ") {
			t.Errorf("%s: error is %v", text, err)
		}
	}
}

func TestUndefinedDirectiveWithFunction(t *testing.T) {
	upper := Transformer("upper", func(_ context.Context, v any, _ DirectiveCall) (any, error) { return v, nil })
	_, err := newEngine(sdl(`type Query { a: Int @upper }`), []Option{WithDirective(upper), WithLogger(nil)})
	want := `schema.graphql:1:22: Undefined directive @upper. It has a function: add directive @upper on FIELD_DEFINITION to the schema.`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
}

// linked begins a subgraph.
func linked(version, imports string) string {
	return `extend schema @link(url: "https://specs.apollo.dev/federation/` + version + `", import: [` + imports + `]) `
}

// TestMistakesAtOnce: what is wrong with names in the SDL is told together, with what else is known
// to be wrong, and Go types that don't fit.
func TestMistakesAtOnce(t *testing.T) {
	text := Func(func(context.Context) (string, error) { return "", nil })
	for _, c := range []struct {
		sdl      string
		services map[string]Resolver
		want     string
	}{
		{
			"type Query {\n  allPosts: [[Pots!]!] @skipAuht(a: 1)\n  n(x: Itn): Int\n}\ntype Post implements Nod { id: ID @requireAuth(role: \"x\") }\nunion U = Post | Psot",
			map[string]Resolver{"allposts": text, "n": text, "Post.di": text},
			`schema.graphql:2:15: Undefined type Pots. Did you mean "Post"?
schema.graphql:2:25: Undefined directive @skipAuht. Did you mean "@skipAuth" or "@skip"?
schema.graphql:3:8: Undefined type Itn. Did you mean "Int"?
schema.graphql:5:48: Undefined argument role for directive requireAuth. Did you mean "roles"?
schema.graphql:5:6: Undefined type Nod.
schema.graphql:6:18: Undefined type Psot. Did you mean "Post" or "JSON"?
schema.graphql:5:6: a service defines "Post.di", but the type Post has no field di. Did you mean "id"?
a service defines "allposts", which is no field of Query, Mutation or Subscription. Did you mean "allPosts"?
schema.graphql:3:5: n has the argument x, but ` + text.signature().name + ` takes none: take a struct with it, by FuncWith or Field, or map[string]any to ignore it
schema.graphql:3:3: n is Int, but ` + text.signature().name + ` returns string: it can't be written as Int: use int`,
		},
		{
			"type Query { a: Foo @skipAuth @deprecated }\nscalar S @specifiedBy\nscalar S\nenum E @skipAuth { A }\ninput In { a: In = {} }", nil,
			`schema.graphql:1:17: Undefined type Foo.
schema.graphql:2:11: Argument url for directive specifiedBy is missing: its type is String!.
schema.graphql:4:9: Directive skipAuth is not applicable on ENUM. It is for FIELD_DEFINITION.
schema.graphql:3:8: S is defined already at schema.graphql:2:8: remove one of them`,
		},
		{"type Query { a: Foo }\ninput In { a: In = {} b: Int! @cost(weight: \"x\") }", nil, `schema.graphql:1:17: Undefined type Foo.
schema.graphql:2:20: the default {} is no value of the type In
schema.graphql:2:12: the default of In.a contains itself
schema.graphql:2:32: @cost(weight: "x") is no number, such as "2.5"`},
		{
			`type Query { a(in: Post, in: In): In a: Foo __b: Int } extend union Query = Post
interface Node { id(short: Boolean): ID! node: Node list: [Node!]! any: U }
interface Named implements Node { id(short: Boolean): ID! node: Node list: [Node!]! any: U name: String }
type Post implements Node & Node & Named & U { id(short: Int, must: Int!, may: Int! = 1): ID node: Post list: [Node]! any: Post }
type Good implements Node { id(short: Boolean, may: Int): ID! node: Good list: [Good!]! any: Good }
type Bad implements Node { id: ID! node: Int list: Node any: In2 }
union U = Good | Good | In
type Empty
enum E
union None
enum Twice { A B A }
input In { a: Post b: Int b: Int }
type In2 { a: Int }
interface Loop implements Loop { a: Int }
directive @d(a: Post, a: Int) on FIELD`, nil,
			`schema.graphql:1:41: Undefined type Foo.
schema.graphql:1:69: Cannot extend type Query because the base type is a OBJECT, not UNION.
schema.graphql:1:14: OBJECT Query: field a must be one of SCALAR, OBJECT, INTERFACE, UNION, ENUM, and In is INPUT_OBJECT.
schema.graphql:1:16: cannot use Post as argument in because OBJECT is not a valid input type
schema.graphql:1:26: Argument Query.a(in:) can only be defined once. The first is at schema.graphql:1:16.
schema.graphql:1:38: Field Query.a can only be defined once. The first is at schema.graphql:1:14.
schema.graphql:1:45: Name "__b" must not begin with "__", which is reserved by GraphQL introspection.
schema.graphql:4:48: For Post to implement Node the field id must have type ID!.
schema.graphql:4:51: For Post to implement Node the field id must have the same arguments but short has the wrong type.
schema.graphql:4:63: For Post to implement Node any additional arguments on id must be optional or have a default value but must is required.
schema.graphql:4:105: For Post to implement Node the field list must have type [Node!]!.
schema.graphql:4:6: Type Post can only implement Node once.
schema.graphql:4:48: For Post to implement Named the field id must have type ID!.
schema.graphql:4:51: For Post to implement Named the field id must have the same arguments but short has the wrong type.
schema.graphql:4:63: For Post to implement Named any additional arguments on id must be optional or have a default value but must is required.
schema.graphql:4:105: For Post to implement Named the field list must have type [Node!]!.
schema.graphql:4:6: For Post to implement Named it must have a field called name.
schema.graphql:4:6: "U" is a non interface type UNION.
schema.graphql:6:28: For Bad to implement Node the field id must have the same arguments but it is missing short.
schema.graphql:6:36: For Bad to implement Node the field node must have type Node.
schema.graphql:6:46: For Bad to implement Node the field list must have type [Node!]!.
schema.graphql:6:57: For Bad to implement Node the field any must have type U.
schema.graphql:7:18: Union type U can only include type Good once. The first is at schema.graphql:7:11.
schema.graphql:7:25: UNION type "In" must be OBJECT.
schema.graphql:8:6: OBJECT Empty: must define one or more fields.
schema.graphql:9:6: ENUM E: must define one or more unique enum values.
schema.graphql:10:7: UNION None: must define one or more member types.
schema.graphql:11:18: Enum value Twice.A can only be defined once. The first is at schema.graphql:11:14.
schema.graphql:12:12: INPUT_OBJECT In: field a must be one of SCALAR, ENUM, INPUT_OBJECT, and Post is OBJECT.
schema.graphql:12:27: Field In.b can only be defined once. The first is at schema.graphql:12:20.
schema.graphql:14:11: Type Loop cannot implement itself because it would create a circular reference.
schema.graphql:15:14: cannot use Post as argument a because OBJECT is not a valid input type
schema.graphql:15:23: Argument @d(a:) can only be defined once. The first is at schema.graphql:15:14.`,
		},
		{"type Query { a: Foo }\ninput In { a: In! }", nil, `schema.graphql:1:17: Undefined type Foo.
schema.graphql:2:12: Cannot reference Input Object "In" within itself through a series of non-null fields: "a".`},
	} {
		_, err := newEngine(sdl(c.sdl), []Option{WithServices(c.services), WithLogger(nil)})
		if err == nil || err.Error() != c.want {
			t.Errorf("error is\n%v\nwant\n%s", err, c.want)
		}
	}
	_, err := newEngine(sdlFiles(map[string]string{"a.graphql": "type {", "b.graphql": "type Query { a Int }"}), []Option{WithLogger(nil)})
	if want := "a.graphql:1:6: Syntax Error: Expected Name, found \"{\".\nb.graphql:1:16: Syntax Error: Expected \":\", found Name \"Int\". Write \"a: Int\"."; err == nil || err.Error() != want {
		t.Errorf("syntax: error is\n%v\nwant\n%s", err, want)
	}
}

// TestSchemaDefinitionWithoutQuery has the root schema answer beside mutations.
func TestSchemaDefinitionWithoutQuery(t *testing.T) {
	e := engineOf(t, `schema { mutation: M } type M { a: Int }`, map[string]Resolver{"a": constant(1)})
	expect(t, ask(t, e, `{signalbox{version}}`), `{"data":{"signalbox":{"version":"`+Version+`"}}}`)
	expect(t, ask(t, e, `mutation{a}`), `{"data":{"a":1}}`)
}

// TestDeprecationForNoReason is graphql-js 16.15's answer.
func TestDeprecationForNoReason(t *testing.T) {
	e := engineOf(t, `type Query { a: Int @deprecated(reason: null) }`, nil, WithIntrospection(true))
	expect(t, ask(t, e, `{__type(name:"Query"){fields{name isDeprecated deprecationReason}}}`),
		`{"data":{"__type":{"fields":[{"name":"a","isDeprecated":false,"deprecationReason":null},{"name":"signalbox","isDeprecated":false,"deprecationReason":null}]}}}`)
}

// sdlFiles makes a file system of schema files.
func sdlFiles(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// TestRootTypesOfSeveralFiles: each file may define Query, Mutation and Subscription,
// or what the schema calls them, for itself.
func TestRootTypesOfSeveralFiles(t *testing.T) {
	for _, names := range [][3]string{{"Query", "Mutation", "Subscription"}, {"Q", "M", "S"}} {
		roots := fmt.Sprintf("schema { query: %s mutation: %s subscription: %s }", names[0], names[1], names[2])
		if names[0] == "Query" {
			roots = ""
		}
		one := func(n int) string {
			return fmt.Sprintf("type %[1]s { q%[4]d: Int } type %[2]s { m%[4]d: Int } type %[3]s { s%[4]d: Int }", names[0], names[1], names[2], n)
		}
		e, err := newEngine(sdlFiles(map[string]string{
			"a.graphql": one(1) + " type User { id: Int }", "b/b.gql": `"Documented." ` + one(2) + " extend type User { name: String }",
			"c.graphql": one(3) + roots + fmt.Sprintf(" extend type %s { q4: Int }", names[0]),
		}), []Option{WithoutDirectiveCheck(), WithLogger(nil), WithIntrospection(true), WithArmor(Armor{})})
		if err != nil {
			t.Fatal(err)
		}
		got := ask(t, e, fmt.Sprintf(`{q1 q2 q3 q4 __type(name:"%s"){description fields{name}} u:__type(name:"User"){fields{name}} m:__type(name:"%s"){fields{name}}}`, names[0], names[1]))
		expect(t, got, `{"data":{"q1":null,"q2":null,"q3":null,"q4":null,"__type":{"description":"Documented.","fields":[{"name":"q1"},{"name":"q2"},{"name":"q3"},{"name":"signalbox"},{"name":"q4"}]},`+
			`"u":{"fields":[{"name":"id"},{"name":"name"}]},"m":{"fields":[{"name":"m1"},{"name":"m2"},{"name":"m3"}]}}}`)
	}
}

// TestRepeatedDefinitions: all of them are told, with what to do.
func TestRepeatedDefinitions(t *testing.T) {
	_, err := newEngine(sdlFiles(map[string]string{
		"a.graphql": "type Query { a: Int }\ntype User { id: Int }\ninput In { a: Int }\nenum E { A }\nscalar S\ninterface I { id: Int }\nunion U = User\ndirective @d on FIELD_DEFINITION",
		"b.graphql": "type Query { b: Int }\n type User { name: Int }\n input In { b: Int }\n enum E { B }\n scalar S\n interface I { id: Int }\n union U = User\n directive @d on FIELD_DEFINITION\n enum User { A }",
	}), []Option{WithoutDirectiveCheck(), WithLogger(nil)})
	want := `b.graphql:2:7: User is defined already at a.graphql:2:6: write extend type User to add to it
b.graphql:3:8: In is defined already at a.graphql:3:7: write extend input In to add to it
b.graphql:4:7: E is defined already at a.graphql:4:6: write extend enum E to add to it
b.graphql:5:9: S is defined already at a.graphql:5:8: remove one of them
b.graphql:6:12: I is defined already at a.graphql:6:11: write extend interface I to add to it
b.graphql:7:8: U is defined already at a.graphql:7:7: write extend union U to add to it
b.graphql:9:7: User is defined already at a.graphql:2:6: give one of them another name
b.graphql:8:13: @d is defined already at a.graphql:8:12: remove one of them`
	if err == nil || err.Error() != want {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
	_, err = newEngine(sdlFiles(map[string]string{"a.graphql": "type Query { a: Int }", "b.graphql": "type Query {\n  a: Int\n}"}), []Option{WithoutDirectiveCheck(), WithLogger(nil)})
	if err == nil || !strings.HasPrefix(err.Error(), "b.graphql:2:3: ") {
		t.Errorf("a field in two files: %v", err)
	}
}
