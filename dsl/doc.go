// Package dsl runs the Ruby code of routes files: values, scope, blocks, classes and
// exceptions. Importing package core registers the methods of Ruby's data types and
// ActiveSupport's. dsl has no routing methods: calls that the host answers go to a
// [Receiver].
//
//	in := dsl.New(dsl.Options{}) // with import _ "signalbox/dsl/core"
//	words := in.NewHostClass("Mapper", nil, func(name string) bool { return name == "get" })
//	file, err := grammar.Parse("routes.rb", []byte(`3.times { |i| get "page/#{i}" }`))
//	...
//	_, err = in.NewThread().Run(file, in.NewObject(words, mapper))
//
// An [Unknown] is a symbolic value, such as a setting or a constant of a gem: only
// the running application has it. If a condition depends on one, both branches run;
// [Call.Conditions] returns the conditions of a call.
//
// The program reaches nothing outside: no shell, no network, no clock, no
// randomness, no environment but [Options.Env], no files but those that
// [Options.Load] returns. [Limits] bounds every run.
//
// Refused with a positioned error: integers beyond 64 bits, rationals, complex
// numbers, shell commands, and anything else that would make two runs differ.
//
// # Files in order
//
// A reader may go from the top to the bottom:
//
//   - values: value.go, hash.go, proc.go, object.go, parts.go;
//   - limits of a run: limits.go, memory.go;
//   - classes, constants and variables: class.go, builtin.go, lookup.go, sides.go,
//     constant.go, variable.go;
//   - the evaluator: error.go, interp.go, eval.go, assign.go, control.go, pattern.go,
//     define.go, params.go, invoke.go, exception.go, protocol.go, load.go, library.go;
//   - built-in methods: their calls, and those in Ruby: call.go, ruby.go;
//   - unknown values: unknown.go, unknown_text.go, unknown_call.go,
//     unknown_ask.go, unknown_list.go, unknown_alias.go, settle.go;
//   - unset variables of ENV: unset.go;
//   - both branches of a condition: fork.go, recursion.go, journal.go, escape.go, recover.go;
//   - the end of the program, and what requests may still run: freeze.go, callee.go;
//   - methods of objects and modules: kernel.go, module.go, module_method.go.
//
// The methods of Ruby's data types, and ENV, are in package [signalbox/dsl/core], which a program
// that makes interpreters imports. Package [signalbox/dsl/internal/symbolic] has the conditions as
// values, [signalbox/dsl/internal/limits] counts what a program uses,
// [signalbox/dsl/internal/journal] records what it changes,
// [signalbox/dsl/internal/trait] says what the rows of methods do,
// [signalbox/dsl/internal/running] what runs, and what calls itself,
// [signalbox/dsl/internal/embedded] reads the Ruby that comes with the interpreter,
// [signalbox/dsl/internal/rubytext] has what Ruby does to texts and numbers,
// [signalbox/dsl/internal/order] what keeps pairs in order, and
// [signalbox/dsl/internal/unset] the variables that ENV does not hold. Package
// [signalbox/dsl/stdlib] is Ruby's library, mostly in Ruby. Package [signalbox/dsl/survey]
// reads the code that a program leaves behind: which of it can be reached, and what cannot be run.
package dsl
