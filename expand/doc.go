// Package expand turns the calls of a routes file into the same table of routes as
// Rails 8.1: names, verbs, paths, endpoints, requirements and
// constraints, in Rails' order and with Rails' error messages.
//
//	table, err := expand.Load("config/routes.rb", expand.Options{})
//	for _, r := range table.Routes {
//		fmt.Println(r.Name, r.Verb(), r.Path, r.Controller(), r.Action())
//	}
//
// Package dsl runs the file; every call without a receiver in a `draw` block is a routing
// method of package mapper. This package is the application around them: its start, its
// configuration and engines. Package files reads its files, package definitions finds what they
// define, package bundle knows its gems, package settings the values that users set.
//
// Package route defines tables, and package urls their helpers. Package check finds
// problems and rows that are not exact. This package does not deal with syntax or requests:
// package grammar parses files, package dispatch matches requests.
package expand
