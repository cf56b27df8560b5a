// Package controllers finds the controllers and actions that the files of an application
// define, without running them.
//
//	index := controllers.New(fsys, table)
//	index.Controller("admin/posts")        // Yes: app/controllers/admin/posts_controller.rb
//	index.Action("admin/posts", "publish") // Maybe: an ancestor comes from a gem
//
// An action exists if the class, a superclass or an included module defines a method for it,
// also by define_method, alias or attr_reader, or if it has a template. If a gem may define
// it, or code that has to run, the answer is Maybe.
//
// # Files in order
//
// index.go (answers), files.go (which file has a class), read.go (what a file defines),
// macro.go (what calls in a class body define), ancestors.go (superclasses and modules), rails.go
// (what Rails and gems bring), orphans.go (actions without routes).
package controllers
