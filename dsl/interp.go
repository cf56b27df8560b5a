package dsl

import (
	"sync"
	"sync/atomic"

	"signalbox/grammar"
	"signalbox/internal/inflect"
)

// Options set an interpreter up.
type Options struct {
	Limits Limits
	// Unset is told the variables that ENV does not hold and whose absence matters to
	// the program, except while requests are answered.
	Unset func(Unset)
	// Asked is told the variables that the program asks ENV for and that it does hold,
	// except while requests are answered.
	Asked func(name string)
	// AskedEnv is told the names that Rails.env is asked for (`Rails.env.staging?`) and
	// does not have, except while requests are answered. Nil is fine.
	AskedEnv func(name string, at grammar.Pos)
	// Env is what `ENV` holds. The machine's environment is never read.
	Env map[string]string
	// ConstMissing gives the value of a constant that no file defines; name is
	// as written, with the scope before it (`Sidekiq::Web`). Nil, or a nil
	// value, means an [Unknown].
	ConstMissing func(name string, pos grammar.Pos) (Value, error)
	// Autoload gives a constant that a file of its name defines, `Shop::Cart`: it is
	// asked for the names within the modules around before the program's own outer
	// constants are. Nil is fine.
	Autoload func(name string) (Value, bool)
	// Load gives the source of a file for require, require_relative and load;
	// path has no `..` left in it. ok is false for what does not exist or lies
	// outside the application.
	Load func(path string) (src []byte, name string, ok bool)
	// Provides tells whether gems or the standard library have a file that Load
	// does not find; the name of one of the application begins with "./". Nil if
	// nobody knows.
	Provides func(name string) Provision
	// Rebinds reports whether the block of a method has its receiver as self, of which only
	// the source is known: Rack::Builder.new. Nil is fine.
	Rebinds func(receiver, method string) bool
	// Settle gives the value of an expression that only the application knows,
	// by its source (`Settings.sso?`, as [grammar.String] writes it); nil, or
	// false, leaves it unknown.
	Settle func(text string) (Value, bool)
	// GlobalElsewhere tells whether code that is not read assigns a global
	// variable (`$prefix`), whose value is unknown then; nil for none.
	GlobalElsewhere func(name string) bool
	// Open tells the files whose classes and modules code that is not read may
	// extend: a method that such a class lacks is unknown, no error. Nil is fine.
	Open func(filename string) bool
	// Glob lists the application's files that match a pattern of Dir.glob, as Ruby
	// orders them. Where known is false, or Glob nil, there are none to see: the
	// list is unknown.
	Glob func(pattern string) (names []string, known bool)
	// Stat tells whether a name is that of a file or of a folder of the
	// application. Where known is false, or Stat nil, only the application knows.
	Stat func(name string) (file, folder, known bool)
	// Given tells the expressions whose values Settle has from the user: a call
	// that such a value does not answer is an error, also in a file that Open
	// tells. Nil: none.
	Given func(text string) bool
	// Note is told what the program leaves open, such as a file to load whose
	// name only the application knows. Nil is fine.
	Note func(pos grammar.Pos, summary, detail string)
	// Library is Ruby's standard library; without it its constants are missing.
	Library *Library
	// Fails is told that the program ends in an error if a condition that is not
	// known has the value of branch; it goes on with the other branch. Nil is fine.
	Fails func(when *Unknown, side bool, err *EvalError)
	// Inflections are ActiveSupport's rules; nil means Rails' own.
	Inflections *inflect.Rules
	// Decided is told the values that UnknownAs decided on; nil for nobody.
	Decided func(*Unknown)
	// UnknownAs decides undecidable conditions: "true", "false", or "" to run
	// both branches.
	UnknownAs string
}

// An Interp holds the classes, constants and globals of one program. Reading
// is safe for concurrent use once the program has run; see [Interp.NewThread].
type Interp struct {
	around  map[string]string // see Interp.Around
	limits  Limits
	options Options
	inflect *inflect.Rules

	main      *Object
	globals   map[string]Value
	classes   builtinClasses
	epoch     atomic.Int64 // changes with every change of an ancestor list
	loaded    map[string]bool
	texts     map[string]string // the names of files that were read, by their texts
	evals     map[string]bool   // those of which the text was evaluated
	finished  bool              // by Freeze
	symbols   map[string]*Proc  // &:sym procs
	journal   *journal          // of the running program
	running   *Thread           // which counts what is made
	made      int               // bytes of the program, see Limits.Memory
	collected int               // how often meter.collect looked

	guards atomic.Bool // some collections hold elements that may be there, see paths.withGuard
	unset  unsetVars

	keys ownKeys

	regexps sync.Map // *grammar.Regexp to *Regexp

	library libraryState

	late
}

// late is what lambdas may fill at request time, which mu guards.
type late struct {
	mu      sync.Mutex
	ids     map[any]Int
	locales map[string]*inflect.Rules // of other languages than English
}

// A Thread is one execution in an interpreter: a program's run, or the call of
// one of its lambdas. It must not be used by two goroutines at once. What evaluates
// a piece of code is a method of env, what answers a call one of [Call].
type Thread struct {
	paths
	catching   []Value // tags of the running catch blocks
	inspecting []Value // the objects that are being printed
	brief      bool    // inspect shows unknown values by Brief
	reads      bool    // files of the library
}

// requestState is what a call after Freeze changes, and no other sees.
type requestState struct {
	ivars   map[*ivars]*ivars // that it assigns
	globals map[string]Value
	cvars   map[*Class]map[string]Value
	Moving  map[Data]Data // of enumerators that it moves, by those that all share
	lacked  []Unset       // variables that it asked for and that ENV does not hold
}
