// Package route holds the table that a routes file makes: the rows of `rails routes`
// with all that is known of them, as plain data. Package expand makes tables, package
// urls has their helpers, package check what is doubtful in them, package dispatch
// matches requests.
//
//	for _, r := range table.Routes {
//		fmt.Println(r.Name, r.Verb(), r.Path, r.Controller(), r.Action())
//	}
//	table.WriteSheet(os.Stdout, route.Filter{})
//
// A table is complete: it reads nothing later, and is safe for concurrent use.
//
// # Files in order
//
// What a route is: path.go and pathtree.go (path patterns), route.go (Route and
// Endpoint), values.go (defaults, requirements and constraints), guard.go (what requests must pass), signin.go, redirect.go, loose.go (what
// only the application knows of a path) and expression.go (how that is written).
//
// The table: table.go, engines.go (tables within), helpers.go (helpers that blocks
// define), diagnostic.go (what is doubtful), remark.go (what is said in vain).
//
// How it is printed: sheet.go (as Rails does), screen.go (for people), json.go, tree.go (by segments), forms.go (CSV and
// Markdown).
package route
