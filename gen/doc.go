// Package gen writes path helpers as source code: what
//
//	resources :posts
//
// gives in Rails as edit_post_path(1) is EditPostPath(1) in Go ([Go]) and
// editPostPath(1) in TypeScript ([TypeScript]). There is one function for each
// named route, its arguments are the parts of the path in their order, so that
// a route that was renamed, or that takes another part, is an error of the
// compiler. For Go there is also one interface for each controller, with a
// method for every action that the routes name.
//
//	src, notes, err := gen.Go(table, gen.GoOptions{Package: "routes"})
//
// The code needs nothing but the standard library, in TypeScript nothing at
// all. The same table gives the same bytes.
//
// [Controllers] begins the controllers themselves, in files that are filled in and never written again.
//
// Helpers that blocks of the routes file define (`direct`), routes whose
// defaults change the rest of a URL (trailing_slash: true, ...) and alternatives
// (`/a|b`) are left out; the notes tell which. Code that needs them asks
// [expand.Table.Path].
package gen
