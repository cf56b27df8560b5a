// Package scaffold writes small applications to begin with.
//
//	files, err := scaffold.Files(scaffold.Options{Name: "shop"})
//	err = scaffold.Write("shop", files)
//
// The files are the templates of app, texts between « and » filled in. The tests write an
// application, run its own tests, and ask it as a client would.
package scaffold
