// Package inspect shows a table of routes as a web page: the rows with a search, which of
// them answers a request, what is wrong with them, and the files that they come from.
//
//	source, err := inspect.Open("shop", expand.Options{})
//	inspector := inspect.New(source, inspect.Options{})
//	go inspector.Watch(ctx)
//	http.ListenAndServe("127.0.0.1:8911", inspector)
//
// [WriteFile] writes the same page as one file that needs no server.
//
// # Files in order
//
// source.go (where tables come from), document.go (what a page shows), conditions.go (what
// only the application knows), answer.go (a request and its route), helper.go (a helper and
// its path), watch.go (what changes on the disk), inspector.go (the last good table),
// handler.go (what a browser asks for), page.go (the page, and the file of its own).
package inspect
