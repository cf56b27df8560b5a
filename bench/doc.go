// Package bench measures the router beside the ones that Go people use. It is a
// module of its own, so that theirs are no dependencies of the product:
//
//	cd bench && go test -bench .
//
// Every router gets the same table, and a handler of its own kind that does
// nothing. signalbox alone keeps Rails' rules: the optional format of every
// path, first come first served, `/posts/new` beside `/posts/:id` (which
// httprouter cannot hold and is spared).
package bench
