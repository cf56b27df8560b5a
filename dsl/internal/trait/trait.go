// Package trait has what the rows of built-in methods say beside their code.
package trait

// Traits are what the interpreter must know of a built-in method beside its code: what
// the method does to its receiver, and what it asks of values that only the application
// knows. They stand in the method's row, so that two classes with a method of one name
// (Set#merge, Hash#merge) each say their own.
type Traits uint32

const (
	// ChangesReceiver marks a method that changes its receiver, as Array#push and Hash#merge! do.
	ChangesReceiver Traits = 1 << iota
	// Opaque marks a method that stores its arguments or hands them on, without looking
	// at them: Array#push, Object#send.
	Opaque
	// Partial marks a method that works on a receiver that is known in part: a text with
	// an unknown value in it, a list with an element that may be there.
	Partial
	// AsList marks a method that hashes and sets have because they are lists of pairs and
	// elements: where some may be there or not, it runs on that list.
	AsList
	// Adds marks a method that adds the elements or pairs of its arguments: Array#+.
	Adds
	// JoinsText marks a method of String that puts the texts of its arguments into the
	// result: String#+.
	JoinsText
	// LooksAtKinds marks a method that treats nil or arrays among the elements in another
	// way than the rest: Array#flatten!.
	LooksAtKinds
	// ShowsParts marks a method whose result is a text made of the receiver's parts:
	// Array#join.
	ShowsParts
	// AnyOrder marks a method that returns the same in whatever order the elements are.
	AnyOrder
	// SameOrder marks a method whose result has the order of the receiver.
	SameOrder
	// TakesOrder marks a method whose result has elements of its arguments in their order.
	TakesOrder
	// ComparesSets marks a method of Set that compares its elements with an argument's.
	ComparesSets
	// AsksKinship marks a question to a module about its first argument: String === v.
	AsksKinship
	// Converts marks a function that looks into its arguments: Regexp.union, Integer().
	Converts
	// ChangesClass marks a method that changes a class or module: define_method. Lambdas
	// that answer requests may not call it.
	ChangesClass
	// Replaces marks a method that adds what its arguments hold where the receiver had
	// other elements or pairs before: Array#replace.
	Replaces
	// Whole marks a method of Enumerable that goes by what came before an element: sort,
	// each_slice, find. Where conditions decide what `each` yields, it runs on the list of it.
	Whole
	// Undetermined marks a method whose result is none that the program decides: rand, system.
	// Code that answers requests cannot ask for it.
	Undetermined
	// Picks marks a method that returns one of the values that its receiver holds: Array#at,
	// and of Hash those that return a value, not a pair.
	Picks
	// Compares marks a comparison: it only looks at its argument, and of a value with itself
	// its answer is known.
	Compares
	// YieldsSelf marks a method by which every object hands itself to the block, once: tap.
	YieldsSelf
	// Rebinds marks a method whose block has its receiver as self: class_eval.
	Rebinds
	// Detaches marks a method whose block has another self than the code around it, later
	// or as a new object: define_method, Class.new.
	Detaches
	// Sends marks a method that calls the method its first argument names: send.
	Sends
	// Runs marks a method of Proc or Method that runs its code: call.
	Runs
	// Steers marks a function of Kernel that is part of the language more than of Kernel: raise.
	Steers
	// Enumerates marks a method that returns an enumerator where it has no block.
	Enumerates
	// Unsized marks a method whose enumerator does not know how often it yields.
	Unsized
	// Unfrozen marks a method in Ruby that refuses a frozen receiver before it does anything.
	Unfrozen
	// GivesBlock marks a method whose result is made of what its block returns: map.
	GivesBlock
	// Forks marks a method in Ruby of which conditions that only the application knows run
	// both sides, as in the program. The result of others is unknown where they meet one.
	Forks
)

// Words are what Ruby code that comes with the interpreter says of its methods:
//
//	changes opaque def host=(v)
//
// A method in core may also be `enumerator`, which [signalbox/dsl.OrEnumerator] makes of it, and `private`.
var Words = map[string]Traits{
	"changes": ChangesReceiver, "opaque": Opaque, "partial": Partial, "asList": AsList, "adds": Adds, "looksAtKinds": LooksAtKinds,
	"showsParts": ShowsParts, "anyOrder": AnyOrder, "sameOrder": SameOrder, "takesOrder": TakesOrder, "comparesSets": ComparesSets,
	"undetermined": Undetermined, "givesBlock": GivesBlock, "picks": Picks, "enumerates": Enumerates, "unsized": Unsized, "unfrozen": Unfrozen, "forks": Forks,
	"converts": Converts, "asksKinship": AsksKinship, "steers": Steers, "yieldsSelf": YieldsSelf,
	"sends": Sends, "changesClass": ChangesClass,
}
