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
// rationals and complex numbers, shell commands, and
// whatever would make two runs differ.
//
// # Files
//
// A reader may go from the top to the bottom:
//
//   - values: value.go, symbol.go, array.go, hash.go, range.go, regexp.go, struct.go,
//     set.go, proc.go, object.go; what they take of the limits: memory.go, limits.go
//   - classes and methods: class.go, builtin.go, module.go, lookup.go, constant.go
//   - the evaluator: api.go, interp.go, env.go, eval.go, assign.go, destructure.go,
//     control.go, pattern.go, define.go, params.go, invoke.go, exception.go, recover.go
//   - values that only the application knows: unknown.go and the files named so,
//     unset.go for variables of the environment; conditions: fork.go,
//     journal.go (what both sides of one change), escape.go, rollback.go, settle.go
//   - methods of Ruby's classes: a row of a table names a function in Go, see call.go, args.go,
//     contain.go and traits.go, or a method in Ruby, see ruby.go and the folder core
//   - the end of the program and what requests may still run: freeze.go, reach.go
//     (both by traversal.go), survey.go
//
// Package [signalbox/dsl/internal/rubytext] has what Ruby does to texts and numbers;
// package [signalbox/dsl/stdlib] is Ruby's library, mostly in Ruby.
package dsl
