package graphqlsrv

import (
	"strings"
	"testing"
)

func TestSDLRules(t *testing.T) {
	for _, c := range []struct{ sdl, want string }{
		{`schema { query: Nope } type Q { a: Int }`, `schema.graphql:1:10: Unknown type "Nope".`},
		{`schema { query: I } interface I { a: Int }`, `schema.graphql:1:10: the root type of every query must be an object type, I is none`},
		{`schema { query: Q mutation: Q } type Q { a: Int }`, `schema.graphql:1:19: All root types must be different, "Q" is used as query and mutation root type.`},
		{`type Query { a: Int } input Mutation { a: Int }`, `schema.graphql:1:29: Mutation is a root type, and so must be an object type`},
		{`type Query { a: Int } extend type Usr { a: Int }`, `schema.graphql:1:35: Cannot extend type "Usr" because it is not defined.`},
		{`type Query { a(x: Int! @deprecated): Int }`, `schema.graphql:1:16: Required argument Query.a(x:) cannot be deprecated.`},
		{`directive @d(x: Int! @deprecated) on FIELD type Query { a: Int }`, `schema.graphql:1:14: Required argument @d(x:) cannot be deprecated.`},
		{`input In { a: Int! @deprecated } type Query { a(x: In): Int }`, `schema.graphql:1:12: Required input field In.a cannot be deprecated.`},
		{`input In @oneOf { a: Int! } type Query { a(x: In): Int }`, `schema.graphql:1:19: OneOf input field In.a must be nullable.`},
		{`input In { b: Int } extend input In @oneOf { a: Int = 1 } type Query { a(x: In): Int }`, `schema.graphql:1:46: OneOf input field In.a cannot have a default value.`},
		{`type Query { a: Int @deprecated(reason: 5) }`, `schema.graphql:1:22: @deprecated: Argument "reason" has invalid value 5.`},
		{`enum E { A @d(x: "s") } directive @d(x: Int) on ENUM_VALUE type Query { a: E }`, `schema.graphql:1:13: @d: Argument "x" has invalid value "s".`},
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
