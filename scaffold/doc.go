// Package scaffold writes small applications to begin with.
//
//	files, err := scaffold.Files(scaffold.Options{Name: "shop"})
//	err = scaffold.Write("shop", files)
//
// [Beside] writes one that stands in front of a Rails application. The files are the templates of
// the folders app and beside, texts between « and » filled in. The tests write an
// application, run its own tests, and ask it as a client would.
package scaffold
