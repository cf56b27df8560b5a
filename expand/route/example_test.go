package route_test

import (
	"fmt"

	"signalbox/expand"
)

func Example() {
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte(`
Rails.application.routes.draw do
  get "posts/:id", to: "posts#show", id: /\d+/, constraints: { subdomain: "api" }, defaults: { format: :json }
end`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := table.Routes[0]
	fmt.Println(r.Requirements, r.Constraints, r.Defaults)
	// Output:
	// {id: /\d+/} {subdomain: "api"} {subdomain: "api", format: :json, controller: "posts", action: "show"}
}
