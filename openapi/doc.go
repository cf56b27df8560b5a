// Package openapi describes the routes of a table as a document of OpenAPI 3.1:
//
//	doc, err := openapi.New(table, openapi.Options{Server: "https://api.example.org"})
//	json.NewEncoder(os.Stdout).Encode(doc)
//
// A route is an operation for each of its verbs, on each of the paths that its optional
// segments make. What the routes say, the document says; bodies, queries and answers, which
// only controllers know, it leaves open. What OpenAPI has no word for stands in extensions:
// x-rails-guard, x-rails-glob, x-rails-pattern and the others of [Operation], [Parameter] and
// [Document].
//
// # Files in order
//
// document.go (what a document is, and how it is made), operation.go (what one says of a
// route, and operationIds), paths.go (the paths of a route), parameter.go (their parameters).
package openapi
