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
// block is one of the words of package mapper. This package is the application around
// them: its start, engines and gems; package files reads its files, package settings what
// only the running application knows.
//
// What a table is stands in package route, its helpers in package urls; package check finds
// the problems in it, and the rows that are not exact. This package knows no syntax and no
// requests: package grammar reads the files, package dispatch matches requests.
package expand
