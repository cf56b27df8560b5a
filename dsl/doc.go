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
// # Files in order
//
// A reader may go from the top to the bottom:
//
//   - values: value.go, hash.go, hash_key.go, proc.go, object.go,
//     ivar.go, parts.go;
//   - what a run may take: limits.go, memory.go, room.go;
//   - classes: class.go, builtin.go, lookup.go, constant.go, constants.go,
//     method_names.go, names.go;
//   - the evaluator: error.go, api.go, interp.go, env.go, eval.go, assign.go,
//     destructure.go, control.go, pattern.go, define.go, params.go, invoke.go,
//     exception.go, protocol.go, load.go, require.go, library.go;
//   - built-in methods: how a row is written: call.go, args.go, contain.go, traits.go,
//     ruby.go;
//   - values that only the application knows: unknown.go, unknown_text.go,
//     unknown_call.go, unknown_ask.go, unknown_each.go,
//     unknown_list.go, unknown_key.go, unknown_link.go, unknown_alias.go,
//     settle.go;
//   - variables that ENV lacks: unset.go, environment.go;
//   - both sides of a condition: fork.go, journal.go, escape.go, recover.go;
//   - the end of the program, and what requests may still run: freeze.go, reach.go,
//     survey.go, survey_walk.go, survey_unset.go;
//   - methods of objects, modules and procs: kernel.go, class_methods.go, module.go,
//     module_method.go, module_const.go, module_attr.go, proc_methods.go,
//     activesupport.go.
//
// What follows is the data types, which register themselves (builtin.go): no file before
// them uses anything of theirs.
//
//   - their Ruby: core.go;
//   - texts: symbol.go, format.go, pack.go, regexp.go, regexp_match.go, string.go,
//     string_active.go, string_case.go, string_each.go, string_encoding.go,
//     string_index.go, string_number.go, string_pattern.go, string_set.go,
//     string_split.go, string_trim.go;
//   - numbers: float.go, float_round.go, integer.go, integer_compare.go,
//     integer_loop.go, integer_math.go;
//   - collections: array.go, array_convert.go, array_index.go, array_set.go,
//     array_stack.go, array_support.go, enumerable.go, enumerable_fold.go,
//     enumerable_order.go, enumerator.go, enumerator_cursor.go, enumerator_lazy.go,
//     hash_methods.go, hash_methods_change.go, hash_methods_filter.go,
//     hash_methods_keys.go, hash_methods_support.go,
//     range.go, range_each.go, set.go, struct.go, struct_data.go.
//
// Methods that Ruby says in fewer words than Go are in the folder core. Package
// [signalbox/dsl/internal/symbolic] has the conditions as values,
// [signalbox/dsl/internal/rubytext] has what Ruby does to texts and numbers;
// package [signalbox/dsl/stdlib] is Ruby's library, mostly in Ruby.
package dsl
