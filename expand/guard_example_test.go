package expand_test

import (
	"fmt"
	"log"

	"signalbox/expand"
)

// An inventory of what protects the routes.
func ExampleRoute_Guards() {
	table, err := expand.Load("../testdata/golden/own/guards", expand.Options{NoRequests: true})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range table.Routes[:4] {
		fmt.Println(r.Verb(), r.Path)
		for _, g := range r.Guards {
			fmt.Printf("  %s: %s (%s)\n", g.Kind, g.Text, g.Source())
		}
	}
	// Output:
	// GET /a1(.:format)
	//   object: Gate.new(:outer) (config/routes.rb:25:15)
	// GET /a2(.:format)
	//   lambda: ->(request) { request.host == "x" } (config/routes.rb:27:39)
	// GET /a3(.:format)
	//   object: Gate.new(:outer) (config/routes.rb:25:15)
	//   hash: subdomain: "api" (config/routes.rb:28:17)
	//   hash: host: /x/ (config/routes.rb:28:35)
	// GET /a4(.:format)
	//   object: Gate.new(:outer) (config/routes.rb:25:15)
	//   hash: subdomain: "api" (config/routes.rb:28:17)
	//   hash: host: /x/ (config/routes.rb:28:35)
	//   object: Tenant (config/routes.rb:30:19)
}
