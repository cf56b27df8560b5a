package rules

import (
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"signalbox/graphqlsrv/internal/language"
)

// BenchmarkDocument parses and validates a document as this package and as
// gqlparser does.
func BenchmarkDocument(b *testing.B) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `
		type Comment { id: ID! body: String! author: User! }
		type Post { id: ID! title: String! comments(first: Int = 10): [Comment!]! }
		type User { id: ID! name: String posts(first: Int): [Post!]! }
		type Query { users(first: Int, named: [String!]): [User!]! }`})
	const query = `query Users($first: Int!, $named: [String!]) {
		users(first: $first, named: $named) { ...name posts(first: 5) { id title comments { id body author { ...name } } } }
	}
	fragment name on User { id name }`
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			doc, err := language.Parse(query, 1000)
			if err != nil {
				b.Fatal(err)
			}
			if errs := Document(schema, doc, Options{}); len(errs) > 0 {
				b.Fatal(errs[0])
			}
		}
	})
	b.Run("gqlparser", func(b *testing.B) {
		b.ReportAllocs()
		all := rules.NewDefaultRules()
		for b.Loop() {
			doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: query}, 1000)
			if err != nil {
				b.Fatal(err)
			}
			if errs := validator.ValidateWithRules(schema, doc, all); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	})
}
