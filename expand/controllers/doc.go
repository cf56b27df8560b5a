// Package controllers reads which controllers and actions the files of an application define,
// without running them.
//
//	index := controllers.New(fsys, table)
//	index.Controller("admin/posts")        // Yes: app/controllers/admin/posts_controller.rb
//	index.Action("admin/posts", "publish") // Maybe: an ancestor comes from a gem
//
// An action is there by a method of the class, of its superclasses and of the modules that
// they include, by what define_method, alias and attr_reader make, or by a template. Where a
// gem, or code that only runs, may have made it, the answer is Maybe.
//
// # Files in order
//
// index.go (answers), files.go (which file has a class), read.go (what a file defines),
// macro.go (what calls in a class body define), ancestors.go (superclasses and modules), rails.go
// (what Rails and gems bring), orphans.go (actions without routes).
package controllers
