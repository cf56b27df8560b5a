package main

import (
	"fmt"
	"log"

	"signalbox/expand"
	"signalbox/expand/check"
)

func Example() {
	table, err := expand.Load("../../testdata/showcase/readme", expand.Options{RailsEnv: "production"})
	if err != nil {
		log.Fatal(err) // config/routes.rb:12:5: can't use member outside resource(s) scope
	}
	for _, g := range check.Groups(table) {
		log.Print(g) // config/routes.rb:3:3: unknown routing method `shiny_route`: its routes are missing; ...
	}
	depends := check.Unresolved(table) // of the rows that are not exact
	for _, r := range table.Routes {
		fmt.Println(r.Verb(), r.Path, r.Controller(), r.Action(), len(depends[r]) == 0)
	}
	// Output:
	// GET / posts index true
	// POST /posts/:post_id/comments(.:format) comments create true
	// DELETE /comments/:id(.:format) comments destroy true
	// GET /posts(.:format) posts index true
	// GET /posts/:id(.:format) posts show true
	// GET /admin/profile(.:format) admin/profiles show true
	// GET /about(.:format) pages about true
	// GET /terms(.:format) pages terms true
}
