// Package route defines the table of a routes file: the rows of `rails routes` with all
// their properties, as plain data. Package expand makes tables, package urls has their
// helpers, package check finds their problems, package dispatch matches requests.
//
//	for _, r := range table.Routes {
//		fmt.Println(r.Name, r.Verb(), r.Path, r.Controller(), r.Action())
//	}
//	table.WriteSheet(os.Stdout, route.Filter{})
//
// A table is complete: it reads nothing later. It is safe for concurrent use.
//
// # Files in order
//
// Routes: path.go and pathtree.go (path patterns), route.go (Route and
// Endpoint), values.go (defaults, requirements and constraints), guard.go (what requests must pass), signin.go,
// redirect.go, loose.go (unknown parts of a path) and expression.go (their source code).
//
// The table: table.go, engines.go (tables within), helpers.go (helpers that blocks
// define), diagnostic.go (warnings), remark.go (code without effect).
//
// Output: sheet.go (as Rails prints it), screen.go (for terminals), json.go, tree.go (by
// segments), forms.go (CSV and Markdown).
package route
