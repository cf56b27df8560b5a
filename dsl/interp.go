package dsl

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"signalbox/dsl/internal/limits"
	"signalbox/grammar"
	"signalbox/internal/inflect"
	"signalbox/internal/regex"
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
	// ConstMissing gives the value of a constant that no file defines; name is as written, with the
	// scope before it (`Sidekiq::Web`). Nil, or a nil value, means an [Unknown].
	ConstMissing func(name string, pos grammar.Pos) (Value, error)
	// Autoload gives a constant that a file of its name defines, `Shop::Cart`: it is asked for the
	// names within the modules around before the program's own outer constants are. Nil is fine.
	Autoload func(name string) (Value, bool)
	// Load gives the source of a file for require, require_relative and load; path has no `..` left
	// in it. ok is false for what does not exist or lies outside the application.
	Load func(path string) (src []byte, name string, ok bool)
	// Provides tells whether gems or the standard library have a file that Load does not find; the
	// name of one of the application begins with "./". Nil if nobody knows.
	Provides func(name string) Provision
	// Rebinds reports whether the block of a method has its receiver as self, of which only
	// the source is known: Rack::Builder.new. Nil is fine.
	Rebinds func(receiver, method string) bool
	// Settle gives the value of an expression that only the application knows, by its source
	// (`Settings.sso?`, as [grammar.String] writes it); nil, or false, leaves it unknown.
	Settle func(text string) (Value, bool)
	// GlobalElsewhere tells whether code that is not read assigns a global
	// variable (`$prefix`), whose value is unknown then; nil for none.
	GlobalElsewhere func(name string) bool
	// Open tells the files whose classes and modules code that is not read may
	// extend: a method that such a class lacks is unknown, no error. Nil is fine.
	Open func(filename string) bool
	// Changed reports whether code that is not run may change what a method, called by a name, answers
	// on a receiver: such a call is unknown. Nil is fine.
	Changed func(method *grammar.Def, name string, self Value) bool
	// Elsewhere reports whether code that is not run may make classes below a class, and constants in
	// it: which ones it has is unknown then. Nil is fine.
	Elsewhere func(*Class) (below, constants bool)
	// Glob lists the application's files that match a pattern of Dir.glob, as Ruby orders them.
	// Where known is false, or Glob nil, there are none to see: the list is unknown.
	Glob func(pattern string) (names []string, known bool)
	// Stat tells whether a name is that of a file or of a folder of the
	// application. Where known is false, or Stat nil, only the application knows.
	Stat func(name string) (file, folder, known bool)
	// Given reports the expressions whose values Settle has from the user: a call that such a
	// value does not answer is an error, also in a file that Open reports. Nil: none.
	Given func(text string) bool
	// Note receives what the host should know, such as a file to load whose name
	// is unknown. Nil is fine.
	Note func(Notice)
	// Library is Ruby's standard library; without it its constants are missing.
	Library *Library
	// Fails is told that the program ends in an error if a condition that is not
	// known has the value of branch; it goes on with the other branch. Nil is fine.
	Fails func(when *Unknown, side bool, err *EvalError)
	// Inflections are ActiveSupport's rules; nil means Rails' own.
	Inflections *inflect.Rules
	// Decided is told the values that UnknownAs decided on; nil for nobody.
	Decided func(*Unknown)
	// Regexps keeps the regexps that programs compute. Nil is fine.
	Regexps *regex.Cache
	// UnknownAs decides undecidable conditions: "true", "false", or "" to run both branches.
	UnknownAs string
}

// An Interp holds the classes, constants and globals of one program. Reading
// is safe for concurrent use once the program has run; see [Interp.NewThread].
type Interp struct {
	around  map[string]string // see Interp.Around
	limits  Limits
	options Options
	inflect *inflect.Rules

	main     *Object
	globals  *Object // whose variables they are
	classes  builtinClasses
	epoch    atomic.Int64 // changes with every change of an ancestor list
	loaded   map[string]bool
	texts    map[string]string // the names of files that were read, by their texts
	evals    map[string]bool   // those of which the text was evaluated
	finished bool              // by Freeze
	symbols  map[string]*Proc  // &:sym procs
	journal  *branchLog        // of the running program
	running  *Thread           // which counts what is made
	made     limits.Made       // what the program holds

	ownTexts bool // a method to_s of the program may be one of texts, numbers or lists

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
	packed     *Array  // several values that the running loop was given at once
}

// requestState is what a call after Freeze changes, and no other sees.
type requestState struct {
	ivars  map[*ivars]*ivars // that it assigns
	moving map[Data]Data     // of enumerators that it moves, by those that all share
	lacked []Unset           // variables that it asked for and that ENV does not hold
}

// New makes an interpreter with Ruby's and ActiveSupport's built-in classes.
func New(options Options) *Interp {
	in := &Interp{
		limits:  options.Limits.Or(DefaultLimits),
		options: options,
		inflect: options.Inflections,
		globals: &Object{},
		loaded:  map[string]bool{},
		symbols: map[string]*Proc{},
		late:    late{locales: map[string]*inflect.Rules{}},
	}
	if in.inflect == nil {
		in.inflect = inflect.New()
	}
	in.setup()
	in.main = in.NewObject(in.classes.object, nil)
	in.singletonFor(in.main).builtins = mainMethods
	return in
}

// Options returns the options that the interpreter was made with.
func (in *Interp) Options() Options { return in.options }

// Inflections gives the rules that String#pluralize and its kin follow.
func (in *Interp) Inflections() *inflect.Rules { return in.inflect }

// InflectionsIn gives the rules of a language, empty at first but for English.
func (in *Interp) InflectionsIn(locale string) *inflect.Rules {
	if locale == "en" {
		return in.inflect
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	rules, ok := in.locales[locale]
	if !ok {
		rules = inflect.New()
		rules.Clear(inflect.All)
		in.locales[locale] = rules
	}
	return rules
}

// NewThread makes an execution with its own step count: one for the program's
// run, one for each later call of a lambda the program left behind. The memory
// that it uses is the program's own until that is frozen.
func (in *Interp) NewThread() *Thread { return in.NewThreadWithin(Limits{}) }

// NewThreadWithin is [Interp.NewThread] with limits of its own; a zero field means
// the interpreter's.
func (in *Interp) NewThreadWithin(own Limits) *Thread {
	used := limits.NewUsage()
	if !in.finished {
		used = in.made.NewUsage()
	}
	return in.newThread(in.finished, used, own.Or(in.limits))
}

func (in *Interp) newThread(request bool, used *limits.Usage, most Limits) *Thread {
	return &Thread{paths: paths{meter: meter{in: in, Request: request, Meter: limits.Meter{Used: used, Limits: most}}}}
}

// Beside makes a thread that works within what m has left of its [Limits].
func (m *meter) Beside() *Thread {
	return m.in.newThread(m.in.finished, m.Used, m.Limits)
}

// maxAside is the part of what is left that code may take whose value the program can do without.
const maxAside = 20

// Aside runs code of which the program can do without the value, in a thread that ends with a
// [LimitError] long before m would: it has a part of the steps and of the memory that m has left.
func (m *meter) Aside(run func(*Thread)) {
	s := m.Share((m.Limits.Steps-m.Used.Steps)/maxAside, maxAside)
	run(m.in.newThread(m.in.finished, s.Used, m.Limits))
	s.End()
}

// Interp gives the interpreter the thread runs in.
func (m *meter) Interp() *Interp { return m.in }

// Main is Ruby's top-level self.
func (in *Interp) Main() Value { return in.main }

// Run evaluates a file with self (nil: the top-level object). Methods that the
// file defines become methods of self's singleton class when self is given, as
// instance_eval of the file's text does, and of Object otherwise. The error is
// an *[EvalError], a *[LimitError] or a *[grammar.UnsupportedError].
func (t *Thread) Run(file *grammar.File, self Value) (v Value, err error) {
	defer t.guard(&err)
	defer t.enter()()
	frame := &frame{self: t.in.main, cref: &lexicalScope{class: t.in.classes.object}, target: t.in.classes.object, visibility: private}
	if self != nil && self != Value(t.in.main) {
		frame.self = self
		frame.target = t.in.singletonFor(self)
		frame.visibility = public
	}
	return t.topLevel(t.runTop(frame, file.Body))
}

// runTop runs code that stands in no method, in a frame of its own.
func (t *Thread) runTop(f *frame, body *grammar.Stmts) (Value, error) {
	f.home = f
	n := len(t.pathCond)
	v, err := t.newEnv(f).evalStmts(body)
	return t.landReturns(f, n, v, err)
}

// Call calls a method of recv from Go, as public_send does. The first call
// after a program's run happens outside any of its files.
func (t *Thread) Call(recv Value, name string, args ...Value) (_ Value, err error) {
	defer t.guard(&err)
	defer t.enter()()
	return t.topLevel(t.Send(recv, name, args, nil, nil, t.At))
}

// CallProc calls a proc from Go, as Proc#call does.
func (t *Thread) CallProc(p *Proc, args ...Value) (_ Value, err error) {
	defer t.guard(&err)
	defer t.enter()()
	return t.topLevel(t.callProc(p, args, nil))
}

// Exec runs a block from Go with self changed, as instance_exec does.
func (t *Thread) Exec(self Value, block *Proc, args ...Value) (_ Value, err error) {
	defer t.guard(&err)
	defer t.enter()()
	return t.topLevel(t.instanceExec(self, block, args, nil))
}

// guard turns a panic into an error: a [Failure] into its own, and any other, which would be a
// mistake of this package, into one at the place of the program that was running.
func (p *paths) guard(err *error) {
	switch cause := recover().(type) {
	case nil:
	case Failure:
		*err = cause.err
	default:
		*err = &EvalError{Class: "fatal", Message: fmt.Sprintf("internal error of signalbox, please report it: %v", cause), Pos: p.At, Stack: p.Stack()}
	}
}

// InspectBrief is [Thread.Inspect] for readers: unknown values in v are shown as
// [Brief] gives them.
func (t *Thread) InspectBrief(v Value) (string, error) {
	defer func(brief bool) { t.brief = brief }(t.brief)
	t.brief = true
	return t.Inspect(v)
}

// InspectLiteral is [Thread.InspectBrief] of a value that is made of a few literals
// alone, such as a hash of symbols and regular expressions: no method of the
// program is called for it. ok is false for others.
func (in *Interp) InspectLiteral(v Value) (text string, ok bool, err error) {
	left := maxLiterals
	if !literal(v, &left) {
		return "", false, nil
	}
	text, err = in.newThread(false, limits.NewUsage(), in.limits).InspectBrief(v)
	return text, true, err
}

// maxLiterals bounds the parts of a literal, which also bounds how deep they are.
const maxLiterals = 200

func literal(v Value, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	switch v.(type) {
	case NilValue, Bool, Int, Float, *String, Symbol, *Regexp, *Unknown:
		return true
	case *Array, *Hash:
		keys, vals := contents(v)
		return !slices.ContainsFunc(slices.Concat(keys, vals), func(v Value) bool { return !literal(v, left) })
	}
	return false
}

// Pos is the place of the expression that runs.
func (m *meter) Pos() grammar.Pos { return m.At }

// NewObject makes an instance of class; host answers what the class declares
// as words (see [Interp.NewHostClass]).
func (in *Interp) NewObject(class *Class, host Receiver) *Object {
	return &Object{class: class, Host: host}
}

// NewHostClass makes a class whose instances ask their Host for the methods that words accepts: after those that
// the program defines in the class, before those of modules it includes. path is the constant to define,
// `ActionDispatch::Routing::Mapper`; modules on the way are made. super nil means Object.
func (in *Interp) NewHostClass(path string, super *Class, words func(name string) bool) *Class {
	c := in.NewClass(path, super, words)
	in.DefineConst(path, c)
	return c
}

// NewClass is [Interp.NewHostClass] for a class that programs cannot name: the modules on the way to it stay
// unknown. words nil is for a class whose methods the program defines.
func (in *Interp) NewClass(name string, super *Class, words func(name string) bool) *Class {
	if super == nil {
		super = in.classes.object
	}
	return &Class{name: name, super: super, words: words}
}

// NewHostModule makes a module, such as `Rails`, whose own methods host answers: `Rails.env`.
func (in *Interp) NewHostModule(path string, host Receiver, words func(name string) bool) *Class {
	c := &Class{name: path, module: true}
	in.SetHost(c, host, words)
	in.DefineConst(path, c)
	return c
}

// SetHost lets host answer the methods of the class itself that words accepts: `MyEngine.routes`.
func (in *Interp) SetHost(c *Class, host Receiver, words func(name string) bool) {
	c.host = host
	in.SingletonOf(c).words = words
}

// ExtendSelf lets a module's host answer what words accepts for what includes it, too: `extend self`.
func (in *Interp) ExtendSelf(c *Class, words func(name string) bool) {
	c.words = words
	in.include(in.SingletonOf(c), c)
}

// DefineSingleton gives an object methods of its own, and those of modules.
func (in *Interp) DefineSingleton(o *Object, methods Methods, modules ...*Class) {
	k := in.singletonFor(o)
	k.builtins, k.included = methods, modules
}

// IncludeModule makes an empty module of that name and puts it behind c in the lookup order.
func (in *Interp) IncludeModule(c *Class, path string) {
	in.include(c, in.NewHostModule(path, nil, nil))
}

// DefineConst defines `A::B::C`; modules on the way are made when missing.
func (in *Interp) DefineConst(path string, v Value) {
	scope := in.classes.object
	name, rest, nested := strings.Cut(path, "::")
	for nested {
		v, _ := in.ownConst(nil, scope, name)
		next, _ := v.(*Class)
		if next == nil {
			next = &Class{module: true}
			in.SetConst(scope, name, next)
		}
		scope = next
		name, rest, nested = strings.Cut(rest, "::")
	}
	in.SetConst(scope, name, v)
}

// Const returns the constant `A::B` if the program, the host or the library defines it.
func (in *Interp) Const(path string) (Value, bool) { return in.constant(nil, path) }

func (in *Interp) constant(t *Thread, path string) (Value, bool) {
	scope := in.classes.object
	names := splitPath(path)
	for i, name := range names {
		v, ok := in.ownConst(t, scope, name)
		if !ok || i == len(names)-1 {
			return v, ok
		}
		if scope, ok = v.(*Class); !ok {
			return nil, false
		}
	}
	return nil, false
}

// IsA tells whether v is an instance of the named class or module, or of one below it.
func (in *Interp) IsA(v Value, path string) bool {
	c, _ := in.Const(path)
	class, ok := c.(*Class)
	if ok {
		ok, _ = in.isBelow(in.classOf(v), class)
	}
	return ok
}

// RespondTo tells whether v has a public method of that name.
func (in *Interp) RespondTo(v Value, name string) bool {
	m := in.find(v, name)
	return m != nil && m.visibility == public
}

// Defines tells whether a class or module of the program gives v a method, so that
// it is not one that v's host answers.
func (in *Interp) Defines(v Value, name string) bool {
	m := in.find(v, name)
	return m != nil && m != hostWord.m
}
