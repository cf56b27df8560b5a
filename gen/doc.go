// Package gen writes path helpers as source code: what
//
//	resources :posts
//
// defines in Rails as edit_post_path(1) is EditPostPath(1) in Go ([Go]) and
// editPostPath(1) in TypeScript ([TypeScript]). There is one function for each
// named route, with the path's parameters as arguments: a route that is renamed or
// has a new parameter is a compile error. For Go there is also one interface for
// each controller, with a method for every action in the routes.
//
//	src, notes, err := gen.Go(table, gen.GoOptions{Package: "routes"})
//
// Go code needs only the standard library, TypeScript nothing. The same table always
// produces the same bytes.
//
// [Controllers] writes controllers to fill in, in files that it never overwrites.
//
// `direct` helpers, routes whose defaults change the rest of a URL (trailing_slash:
// true, ...) and alternatives (`/a|b`) are left out; the notes list them. Call
// [expand.Table.Path] for those.
package gen
