package graphqlsrv_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv"
)

const everySDL = `
"Of the application."
directive @tag(names: [String!] = ["a", "b\"c"], n: Int = 1) repeatable on FIELD_DEFINITION | OBJECT

schema { query: Root subscription: Events }

"""
A block of text
with "quotes", a \""" in it and a back\slash.
"""
interface Node { id: ID! }
type Root implements Node @tag { id: ID!, find(in: Filter = {kind: OLD, text: "a \"b\"\n"}, limit: Float = 1.5): [Thing!] @skipAuth @tag(names: []) @tag }
extend type Root { more: Boolean @deprecated(reason: "use \"find\"") @skipAuth }
type Events { happened(id: ID): Thing @skipAuth }
type Other { name: String }
union Thing = Other | Root
enum Kind { "As it was." OLD NEW @deprecated }
input Filter { kind: Kind, text: String }
input One @oneOf { kind: Kind, text: String }
scalar Url @specifiedBy(url: "https://url.spec.whatwg.org/")
`

// TestSDL: the text is the schema, whole.
func TestSDL(t *testing.T) {
	files := fstest.MapFS{"a.graphql": {Data: []byte(everySDL)}}
	text, err := graphqlsrv.SDL(files, graphqlsrv.WithLiveQueries(graphqlsrv.NewLiveQueries(graphqlsrv.NewMemory(0))))
	if err != nil {
		t.Fatal(err)
	}
	got, err := gqlparser.LoadSchema(&ast.Source{Name: "sdl", Input: string(text)})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	want, err := graphqlsrv.LoadSDL(files)
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range want.Types {
		g := got.Types[name]
		if g == nil {
			t.Errorf("%s is missing", name)
			continue
		}
		if g.Description != d.Description && !d.BuiltIn {
			t.Errorf("the description of %s is %q, want %q", name, g.Description, d.Description)
		}
		if len(g.Fields) != len(d.Fields) && !d.BuiltIn {
			t.Errorf("%s has %d fields, want %d", name, len(g.Fields), len(d.Fields))
		}
	}
	for name, d := range want.Directives {
		if g := got.Directives[name]; g == nil || g.IsRepeatable != d.IsRepeatable {
			t.Errorf("@%s is missing or other", name)
		}
	}
	if got.Query.Name != "Root" || got.Subscription.Name != "Events" || got.Mutation != nil || got.Directives["live"] == nil {
		t.Errorf("the roots or @live are missing:\n%s", text)
	}
	find, filter := got.Query.Fields.ForName("find"), want.Query.Fields.ForName("find").Arguments.ForName("in")
	if g := find.Arguments.ForName("in").DefaultValue.String(); g != filter.DefaultValue.String() {
		t.Errorf("the default of in is %s, want %s", g, filter.DefaultValue)
	}
	if len(find.Directives) != 3 || got.Types["One"].Directives.ForName("oneOf") == nil || got.Types["Url"].Directives.ForName("specifiedBy") == nil {
		t.Errorf("applied directives are missing:\n%s", text)
	}
	if _, err := graphqlsrv.SDL(fstest.MapFS{"b.graphql": {Data: []byte("type Query { a: Missing }")}}); err == nil || !strings.Contains(err.Error(), "b.graphql:1:17: Undefined type Missing") {
		t.Errorf("the error is %v", err)
	}
}
