// Package openapi describes the routes of a table as an OpenAPI 3.1 document:
//
//	doc, err := openapi.New(table, openapi.Options{Server: "https://api.example.org"})
//	json.NewEncoder(os.Stdout).Encode(doc)
//
// A route is an operation for each of its verbs, on a path for each combination of its optional
// segments. The document leaves bodies, queries and responses open, because controllers define
// them. What OpenAPI cannot express is in extensions: x-rails-guard, x-rails-glob, x-rails-pattern and the others of [Operation], [Parameter] and
// [Document].
//
// # Files in order
//
// document.go (documents), operation.go (operations and operationIds), paths.go (the paths of a route), parameter.go (their parameters).
package openapi
