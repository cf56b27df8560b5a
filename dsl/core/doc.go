// Package core implements the methods of Ruby's data types, including ActiveSupport's: String,
// Symbol, Regexp, Integer, Float, Array, Hash, Range, Set, Struct, Enumerable and
// Enumerator; and ENV. It registers them with package dsl. What it exports is what [Environment]
// holds, which hosts set and compare.
//
//	import _ "signalbox/dsl/core"
//
// A method is a row in the table of its class, with its arity, function and traits (see
// [dsl.Fn]), or it is written in Ruby, in the file of its class (array.rb, string.rb), with its
// traits before def:
//
//	var stringTrimMethods = dsl.Methods{
//		"chop":  dsl.Fn(0, stringChop),
//		"chop!": dsl.Fn(0, stringBang(stringChop)).With(trait.ChangesReceiver),
//	}
//
//	class String
//	  changes def squish! = replace(squish)
//	end
//
// Write a method in Ruby if that is shorter and the method is not called in long loops: each
// call costs a few microseconds more.
//
// # Files in order
//
// Each file builds on those above it:
//
//   - methods in Ruby: core.go;
//   - what ActiveSupport adds to modules: module.go;
//   - procs and method objects: proc.go;
//   - nil, true and false, and the tree of exceptions: nil.go, exception.go;
//   - texts: symbol.go, string.go, string_active.go, string_case.go, string_each.go,
//     string_encoding.go, string_index.go, string_pattern.go, string_trim.go, regexp.go,
//     regexp_match.go, format.go, pack.go;
//   - numbers: integer.go, integer_math.go, float.go, float_round.go;
//   - collections: enumerable.go, enumerable_fold.go, enumerable_order.go, enumerator.go,
//     enumerator_cursor.go, array.go, array_convert.go, array_index.go, array_set.go,
//     array_stack.go, hash_methods.go, hash_methods_change.go, hash_methods_filter.go,
//     hash_methods_support.go, range.go, range_each.go, set.go, struct.go;
//   - what only the application knows, as what is added to collections and as the key of a hash:
//     unknown.go;
//   - ENV: environment.go.
package core
