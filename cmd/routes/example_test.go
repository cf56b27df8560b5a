package main

import (
	"fmt"
	"log"

	"signalbox/expand"
)

func Example() {
	table, err := expand.Load("../../testdata/showcase/readme", expand.Options{RailsEnv: "production"})
	if err != nil {
		log.Fatal(err) // config/routes.rb:12:5: can't use member outside resource(s) scope
	}
	for _, d := range table.Diagnostics { // in the order they were met; check.Doubts(table) joins them, and tells of conditions
		log.Print(d) // config/routes.rb:3:3: unknown routing word `shiny_route`
	}
	for _, r := range table.Routes {
		fmt.Println(r.Verb(), r.Path, r.Controller(), r.Action())
	}
	// Output:
	// GET / posts index
	// POST /posts/:post_id/comments(.:format) comments create
	// DELETE /comments/:id(.:format) comments destroy
	// GET /posts(.:format) posts index
	// GET /posts/:id(.:format) posts show
	// GET /admin/profile(.:format) admin/profiles show
	// GET /about(.:format) pages about
	// GET /terms(.:format) pages terms
}
