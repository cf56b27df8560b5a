package dsl

import (
	"strings"
	"sync"
)

// Traits are what the interpreter must know of a built-in method beside its code: what
// the method does to its receiver, and what it asks of values that only the application
// knows. They stand in the method's row, so that two classes with a method of one name
// (Set#merge, Hash#merge) each say their own.
type traits uint32

const (
	// changes marks a method that changes its receiver, as Array#push and Hash#merge! do.
	changes traits = 1 << iota
	// opaque marks a method that stores its arguments or hands them on, without looking
	// at them: Array#push, Object#send.
	opaque
	// partial marks a method that works on a receiver that is known in part: a text with
	// an unknown value in it, a list with an element that may be there.
	partial
	// asList marks a method that hashes and sets have because they are lists of pairs and
	// elements: where some may be there or not, it runs on that list.
	asList
	// adds marks a method that adds the elements or pairs of its arguments: Array#+.
	adds
	// joinsText marks a method of String that puts the texts of its arguments into the
	// result: String#+.
	joinsText
	// looksAtKinds marks a method that treats nil or arrays among the elements in another
	// way than the rest: Array#flatten!.
	looksAtKinds
	// showsParts marks a method whose result is a text made of the receiver's parts:
	// Array#join.
	showsParts
	// anyOrder marks a method that returns the same in whatever order the elements are.
	anyOrder
	// sameOrder marks a method whose result has the order of the receiver.
	sameOrder
	// takesOrder marks a method whose result has elements of its arguments in their order.
	takesOrder
	// comparesSets marks a method of Set that compares its elements with an argument's.
	comparesSets
	// asksKinship marks a question to a module about its first argument: String === v.
	asksKinship
	// converts marks a function that looks into its arguments: Regexp.union, Integer().
	converts
	// changesClass marks a method that changes a class or module: define_method. Lambdas
	// that answer requests may not call it.
	changesClass
	// replaces marks a method that adds what its arguments hold where the receiver had
	// other elements or pairs before: Array#replace.
	replaces
	// whole marks a method of Enumerable that goes by what came before an element: sort,
	// each_slice, find. Where conditions decide what `each` yields, it runs on the list of it.
	whole
	// undetermined marks a method whose result is none that the program decides: rand, system.
	// Code that answers requests cannot ask for it.
	undetermined
	// picks marks a method that returns one of the values that its receiver holds: Array#at,
	// and of Hash those that return a value, not a pair.
	picks
	// compares marks a comparison: it only looks at its argument, and of a value with itself
	// its answer is known.
	compares
	// yieldsSelf marks a method by which every object hands itself to the block, once: tap.
	yieldsSelf
	// rebinds marks a method whose block has its receiver as self: class_eval.
	rebinds
	// detaches marks a method whose block has another self than the code around it, later
	// or as a new object: define_method, Class.new.
	detaches
	// sends marks a method that calls the method its first argument names: send.
	sends
	// runs marks a method of Proc or Method that runs its code: call.
	runs
	// steers marks a function of Kernel that is part of the language more than of Kernel: raise.
	steers
	// enumerates marks a method that returns an enumerator where it has no block.
	enumerates
	// unsized marks a method whose enumerator does not know how often it yields.
	unsized
	// unfrozen marks a method in Ruby that refuses a frozen receiver before it does anything.
	unfrozen
	// forks marks a method in Ruby of which conditions that only the application knows run
	// both sides, as in the program. The result of others is unknown where they meet one.
	forks
)

// traitWords are what Ruby code that comes with the interpreter says of its methods:
//
//	changes opaque def host=(v)
var traitWords = map[string]traits{
	"changes": changes, "opaque": opaque, "partial": partial, "asList": asList, "adds": adds, "looksAtKinds": looksAtKinds,
	"showsParts": showsParts, "anyOrder": anyOrder, "sameOrder": sameOrder, "takesOrder": takesOrder, "comparesSets": comparesSets,
	"undetermined": undetermined, "picks": picks, "enumerates": enumerates, "unsized": unsized, "unfrozen": unfrozen, "forks": forks,
}

// is adds traits to a row.
func (b *builtin) is(t traits) *builtin {
	b.traits |= t
	return b
}

// is reports whether the call runs a built-in method that has one of some traits.
func (c *Call) is(t traits) bool {
	return c.method != nil && c.method.builtin != nil && c.method.builtin.traits&t != 0
}

// Changes reports whether a method of some name may change its receiver: one of a built-in
// class does, or the name ends as the names of those do.
func Changes(name string) bool { return named(name, changes) || strings.HasSuffix(name, "!") }

// named reports whether a built-in method of some name has one of some traits, of whatever
// class: what a call may do whose receiver only the application knows.
func named(name string, t traits) bool { return traitsByName()[name]&t != 0 }

var traitsByName = sync.OnceValue(func() map[string]traits {
	all := map[string]traits{}
	for _, t := range registered {
		for name, row := range t.Methods {
			all[name] |= row.traits
		}
	}
	return all
})
