package openapi_test

import (
	"fmt"
	"log"

	"signalbox/expand"
	"signalbox/openapi"
)

func Example() {
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte(`
Rails.application.routes.draw do
  resources :posts, only: %i[index show], id: /\d+/
end`)})
	if err != nil {
		log.Fatal(err)
	}
	doc, err := openapi.New(table, openapi.Options{Server: "https://example.org"})
	if err != nil {
		log.Fatal(err)
	}
	for _, item := range doc.Paths {
		for _, o := range item.Operations {
			fmt.Println(o.ID, o.Verb, item.Path, o.Summary)
		}
	}
	// Output:
	// get_posts GET /posts posts#index
	// get_posts_id GET /posts/{id} posts#show
}
