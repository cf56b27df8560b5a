package graphqlsrv_test

import (
	"context"

	"signalbox/graphqlsrv"
)

// A schema that links the federation's specification is a subgraph. The resolver of an entity
// gets what gateways know of it; made by Batch, it is called once for all that one request
// asks for.
func Example_subgraph() {
	type Product struct{ UPC, Name string }
	type key struct{ UPC string }
	names := map[string]string{"1": "Table", "2": "Chair"}
	products := graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
		"Product.__resolveReference": graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, keys []key) ([]*Product, error) {
			found := make([]*Product, len(keys))
			for i, k := range keys {
				if name := names[k.UPC]; name != "" {
					found[i] = &Product{k.UPC, name}
				}
			}
			return found, nil
		}),
	})

	serveExample(`
		extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key"])
		type Product @key(fields: "upc") { upc: ID! name: String! }`,
		`{ _entities(representations: [{__typename: "Product", upc: "2"}, {__typename: "Product", upc: "9"}]) { ... on Product { name } } }`,
		nil, products)
	// Output: {"data":{"_entities":[{"name":"Chair"},null]}}
}
