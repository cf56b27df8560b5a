// Package expand turns the calls of a routes file into the table of routes that
// Rails 8.1 makes of it: names, verbs, paths, endpoints, requirements and
// constraints, in Rails' order and with Rails' error messages.
//
//	table, err := expand.Load("config/routes.rb", expand.Options{})
//	for _, r := range table.Routes {
//		fmt.Println(r.Name, r.Verb(), r.Path, r.Controller(), r.Action())
//	}
//
// The file is run by package dsl; every call without a receiver in a `draw`
// block is one of the words of package mapper. This package is the application around them: its
// files, settings, start, engines and gems. Where only the running application knows
// whether a route exists, [Route] says so in its Conditions; what else is not exact stands in
// [Table.Diagnostics].
//
// What a table is stands in package route; its helpers are in package urls, what is
// doubtful in it is found by package check. This package knows no syntax and no requests:
// package grammar reads the files, package dispatch matches requests.
package expand
