// Package urls builds paths and URLs from a table, as Rails' helpers do:
//
//	helpers := urls.New(table, urls.Params{"host": "example.org"})
//	helpers.Path("edit_post", 1)                        // /posts/1/edit
//	helpers.URL("post", 1, urls.Params{"page": 2})      // http://example.org/posts/1?page=2
//	helpers.PathFor(post)                               // /posts/1, as polymorphic_path
//
// # Files in order
//
// What programs call: urls.go, template.go (in templates), and error.go for what goes wrong.
//
// Arguments: args.go (Go values as Ruby's), record.go (structs as records), escape.go
// (to_param, to_query and escapes).
//
// Paths: helper.go (named helpers), url_for.go (options, host and script
// name), generate.go (the route that options name), format.go (its path), polymorphic.go
// (of records), direct.go (blocks of the routes file).
package urls
