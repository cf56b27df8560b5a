// Package reach decides which routes of a table requests reach: of each route whether the
// routes in front of it take all of its requests, one of them or several together.
//
//	for _, v := range reach.Of(table.Routes).Found {
//		fmt.Println(v.Route.Path, "is behind", v.By[0].Path)
//	}
//
// # Files in order
//
// The paths that a route matches: path.go (its automaton, and the texts of requests),
// form.go (its path without and with the optional parts), requirement.go.
//
// Who takes a request: taker.go (the routes that answer whatever they match), tree.go (those
// that may match a path).
//
// What is decided of a route: reach.go (what is found), claim.go (one form of its path, by one
// verb, and several routes that take it together), ways.go (requests that get there).
package reach
