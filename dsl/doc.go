// Package dsl runs the Ruby that routes files are written in: values, scope,
// blocks, classes and exceptions. The methods of Ruby's data types and ActiveSupport's are in
// package core, which registers them when it is imported. dsl knows no routing method: calls
// that the host answers go to a [Receiver].
//
//	in := dsl.New(dsl.Options{}) // with import _ "signalbox/dsl/core"
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
// # Files in order
//
// A reader may go from the top to the bottom:
//
//   - values: value.go, hash.go, proc.go, object.go, parts.go;
//   - what a run may take: limits.go, memory.go;
//   - classes, constants and variables: class.go, builtin.go, lookup.go, constant.go,
//     variable.go;
//   - the evaluator: error.go, interp.go, eval.go, assign.go, control.go, pattern.go,
//     define.go, params.go, invoke.go, exception.go, protocol.go, load.go, library.go;
//   - built-in methods: what one is given, and those in Ruby: call.go, ruby.go;
//   - values that only the application knows: unknown.go, unknown_text.go, unknown_call.go,
//     unknown_ask.go, unknown_list.go, unknown_alias.go, settle.go;
//   - variables that ENV lacks: unset.go, environment.go;
//   - both sides of a condition: fork.go, journal.go, escape.go, recover.go;
//   - the end of the program, and what requests may still run: freeze.go, callee.go;
//   - methods of objects, modules and procs: kernel.go, module.go, module_method.go,
//     activesupport.go.
//
// The methods of Ruby's data types are in package [signalbox/dsl/core], which a program that
// makes interpreters imports. Package [signalbox/dsl/internal/symbolic] has the conditions as
// values, [signalbox/dsl/internal/rubytext] has what Ruby does to texts and numbers,
// [signalbox/dsl/internal/order] the index of a hash; package
// [signalbox/dsl/stdlib] is Ruby's library, mostly in Ruby. Package [signalbox/dsl/survey]
// reads the code that a program leaves behind for what cannot be run.
package dsl
