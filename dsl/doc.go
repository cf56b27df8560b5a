// Package dsl runs the Ruby that routes files are written in: values, scope,
// blocks, classes, exceptions and the methods of Ruby's core and
// ActiveSupport's that such a file calls. It knows no routing word: calls that
// the host answers go to a [Receiver].
//
//	in := dsl.New(dsl.Options{})
//	words := in.NewHostClass("Mapper", nil, func(name string) bool { return name == "get" })
//	file, err := grammar.Parse("routes.rb", []byte(`3.times { |i| get "page/#{i}" }`))
//	...
//	_, err = in.NewThread().Run(file, in.NewObject(words, mapper))
//
// A value that only the running application knows (a constant of a gem, a
// setting) is an [Unknown]. A condition that depends on one runs both sides;
// [Call.Conditions] tells what each call depends on.
//
// The program reaches nothing outside: no shell, no network, no clock, no
// randomness, no environment but [Options.Env], no files but those that
// [Options.Load] gives. Every run is bounded by [Limits].
//
// What is refused, with an error at its place: integers beyond 64 bits,
// rationals and complex numbers, pattern matching, redo, shell commands, and
// whatever would make two runs differ.
package dsl
