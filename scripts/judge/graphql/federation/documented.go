package main

import (
	"context"

	"signalbox/graphqlsrv"
)

// The services of the example in docs/graphql.md.

// A Product is one of the service of products.
type Product struct {
	UPC    string
	Name   string
	Weight int
}

// A ReviewedProduct is what the service of reviews knows of one.
type ReviewedProduct struct {
	UPC    string
	Weight int
}

func products() map[string]graphqlsrv.Resolver {
	all := []*Product{{"1", "Kettle", 300}, {"2", "Lamp", 1200}}
	return map[string]graphqlsrv.Resolver{
		"products": graphqlsrv.Func(func(context.Context) ([]*Product, error) { return all, nil }),
		"Product.__resolveReference": graphqlsrv.FuncWith(func(_ context.Context, key struct{ UPC string }) (*Product, error) {
			return first(all, func(p *Product) bool { return p.UPC == key.UPC }), nil
		}),
	}
}

// A Review is of a product.
type Review struct{ Text string }

func reviews() map[string]graphqlsrv.Resolver {
	return map[string]graphqlsrv.Resolver{
		"Product.__resolveReference": graphqlsrv.Computed(func(p ReviewedProduct) *ReviewedProduct { return &p }),
		"Product.shipping":           graphqlsrv.Computed(func(p *ReviewedProduct) int { return 2 + p.Weight/100 }),
		"Product.reviews": graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, products []*ReviewedProduct) ([][]*Review, error) {
			found := make([][]*Review, len(products))
			for i, p := range products {
				found[i] = []*Review{{"Of " + p.UPC}}
			}
			return found, nil
		}),
	}
}
