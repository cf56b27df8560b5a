package rules

import (
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
)

// TestSuggestedTypesWithoutAnOrder has types that graphql-js' rule puts in a
// circle: B before Named before A before B. The message is graphql-js 16.15's.
func TestSuggestedTypesWithoutAnOrder(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `
interface Node { id: ID! }
interface Named implements Node { id: ID! }
type A implements Node & Named { id: ID! }
type B implements Node { id: ID! }
union U = A | B
type Query { us: [U!] }`})
	doc, err := language.Parse(`{us{id}}`, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := `Cannot query field "id" on type "U". Did you mean to use an inline fragment on "Node", "B", "Named", or "A"?`
	for range 20 {
		errs := Document(schema, doc, Options{Suggest: true})
		if len(errs) != 1 || errs[0].Message != want {
			t.Fatalf("%v\nwant %s", errs[0].Message, want)
		}
	}
}
