package dsl

import (
	"fmt"
	"slices"

	"signalbox/grammar"
	"signalbox/internal/inflect"
)

// New makes an interpreter with Ruby's and ActiveSupport's built-in classes.
func New(options Options) *Interp {
	in := &Interp{
		limits:  options.Limits.or(DefaultLimits),
		options: options,
		inflect: options.Inflections,
		globals: map[string]Value{},
		loaded:  map[string]bool{},
		symbols: map[string]*Proc{},
	}
	if in.inflect == nil {
		in.inflect = inflect.New()
	}
	in.setup()
	in.main = in.NewObject(in.classes.object, nil)
	in.singletonFor(in.main).Builtins = mainMethods
	in.setupEnv(options.Env)
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
		if in.locales == nil {
			in.locales = map[string]*inflect.Rules{}
		}
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
	used := newUsage()
	if !in.finished {
		used.memory = &in.made
	}
	return newThread(meter{in: in, Request: in.finished, used: used, limits: own.or(in.limits)})
}

func newThread(m meter) *Thread { return &Thread{paths: paths{meter: m}} }

// Beside makes a thread that works within what m has left of its [Limits].
func (m *meter) Beside() *Thread {
	return newThread(meter{in: m.in, Request: m.in.finished, used: m.used, limits: m.limits})
}

// maxAside is the part of what is left that code may take whose value the program
// can do without.
const maxAside = 20

// Aside runs code of which the program can do without the value, in a thread
// that ends with a [LimitError] long before m would: it has a part of the steps
// and of the memory that m has left.
func (m *meter) Aside(run func(*Thread)) {
	s := m.share((m.limits.Steps-m.used.steps)/maxAside, maxAside)
	run(newThread(meter{in: m.in, Request: m.in.finished, used: s.used, limits: m.limits}))
	s.end()
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
	n := len(t.PathCond)
	v, err := (&env{frame: f, thread: t}).evalStmts(body)
	return t.landReturns(f, n, v, err)
}

// Call calls a method of recv from Go, as public_send does. The first call
// after a program's run happens outside any of its files.
func (t *Thread) Call(recv Value, name string, args ...Value) (_ Value, err error) {
	defer t.guard(&err)
	defer t.enter()()
	return t.topLevel(t.Send(recv, name, args, nil, nil, t.pos))
}

// CallProc calls a proc from Go, as Proc#call does.
func (t *Thread) CallProc(p *Proc, args ...Value) (_ Value, err error) {
	defer t.guard(&err)
	defer t.enter()()
	return t.topLevel(t.RunProc(p, args, nil))
}

// Truth tells how v turns out as a condition. Of a value that only the
// application knows it asks what decides conditions: what [Thread.DecideBy] set, whose error
// it returns, or Options.UnknownAs; undecided it is false.
func (p *paths) Truth(v Value) (bool, error) {
	u, ok := v.(*Unknown)
	if !ok {
		return Truthy(v), p.stopped
	}
	yes, _ := p.Implied(u)
	return yes, p.stopped
}

// Exec runs a block from Go with self changed, as instance_exec does.
func (t *Thread) Exec(self Value, block *Proc, args ...Value) (_ Value, err error) {
	defer t.guard(&err)
	defer t.enter()()
	return t.topLevel(t.instanceExec(self, block, args, nil))
}

// guard turns a panic into an error: a [Failure] into its own, and any other, which
// would be a mistake of this package, into one at the place of the program that was
// running.
func (p *paths) guard(err *error) {
	switch cause := recover().(type) {
	case nil:
	case Failure:
		*err = cause.Err
	default:
		*err = &EvalError{Class: "fatal", Message: fmt.Sprintf("internal error of signalbox, please report it: %v", cause), Pos: p.pos, Stack: p.backtrace()}
	}
}

// Inspect gives v as Ruby's inspect prints it.
func (t *Thread) Inspect(v Value) (string, error) { return t.inspect(v) }

// InspectBrief is [Thread.Inspect] for readers: unknown values in v are shown as
// [Brief] gives them.
func (t *Thread) InspectBrief(v Value) (string, error) {
	defer func(brief bool) { t.brief = brief }(t.brief)
	t.brief = true
	return t.inspect(v)
}

// InspectLiteral is [Thread.InspectBrief] of a value that is made of a few literals
// alone, such as a hash of symbols and regular expressions: no method of the
// program is called for it. ok is false for others.
func (in *Interp) InspectLiteral(v Value) (text string, ok bool, err error) {
	left := maxLiterals
	if !literal(v, &left) {
		return "", false, nil
	}
	text, err = newThread(meter{in: in, used: newUsage(), limits: in.limits}).InspectBrief(v)
	return text, true, err
}

// maxLiterals bounds the parts of a literal, which also bounds how deep they are.
const maxLiterals = 200

func literal(v Value, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	of := func(list []Value) bool {
		return !slices.ContainsFunc(list, func(v Value) bool { return !literal(v, left) })
	}
	switch v := v.(type) {
	case NilValue, Bool, Int, Float, *String, Symbol, *Regexp, *Unknown:
		return true
	case *Array:
		return of(v.Elems)
	case *Hash:
		return of(v.Keys) && of(v.Vals)
	}
	return false
}

// ToS gives v as Ruby's to_s prints it.
func (t *Thread) ToS(v Value) (string, error) { return t.toS(v) }

// Conditions gives the undecided conditions of the running code, outermost first.
func (p *paths) Conditions() []Condition { return slices.Clone(p.condTexts()) }

// Pos is the place of the expression that runs.
func (m *meter) Pos() grammar.Pos { return m.pos }

// Stack gives the calls that run, innermost first.
func (p *paths) Stack() []Frame { return p.backtrace() }

// NewObject makes an instance of class; host answers what the class declares
// as words (see [Interp.NewHostClass]).
func (in *Interp) NewObject(class *Class, host Receiver) *Object {
	return &Object{class: class, Host: host}
}

// NewHostClass makes a class whose instances ask their Host for the methods
// that words accepts. The methods come after those that the program defines in
// the class, and before those of modules it includes, so Ruby code can override
// them. path is the constant to define, `ActionDispatch::Routing::Mapper`;
// modules on the way are made. super nil means Object.
func (in *Interp) NewHostClass(path string, super *Class, words func(name string) bool) *Class {
	c := in.HostClass(path, super, words)
	in.DefineConst(path, c)
	return c
}

// HostClass is [Interp.NewHostClass] for a class that programs cannot name: no
// constant is defined, so that the modules on the way to it stay unknown.
func (in *Interp) HostClass(name string, super *Class, words func(name string) bool) *Class {
	if super == nil {
		super = in.classes.object
	}
	return &Class{name: name, super: super, words: words}
}

// NewHostModule makes a module, such as `Rails`, whose own methods host
// answers: `Rails.env`.
func (in *Interp) NewHostModule(path string, host Receiver, words func(name string) bool) *Class {
	c := &Class{name: path, module: true, host: host}
	in.SingletonOf(c).words = words
	in.DefineConst(path, c)
	return c
}

// SetHost lets host answer the methods of the class itself that words accepts:
// `MyEngine.routes`.
func (in *Interp) SetHost(c *Class, host Receiver, words func(name string) bool) {
	c.host = host
	in.SingletonOf(c).words = words
}

// NewClass makes a class without defining a constant for it.
func (in *Interp) NewClass(name string, super *Class) *Class {
	if super == nil {
		super = in.classes.object
	}
	return &Class{name: name, super: super}
}

// IncludeModule makes an empty module of that name and puts it behind c in the
// lookup order.
func (in *Interp) IncludeModule(c *Class, path string) {
	m := &Class{name: path, module: true}
	in.DefineConst(path, m)
	in.include(c, m)
}

// DefineConst defines `A::B::C`; modules on the way are made when missing.
func (in *Interp) DefineConst(path string, v Value) {
	scope, names := in.classes.object, splitPath(path)
	for i, name := range names[:len(names)-1] {
		v, _ := in.ownConst(nil, scope, name)
		next, _ := v.(*Class)
		if next == nil {
			next = &Class{name: joinPath(names[:i+1]), module: true}
			in.ConstSet(scope, name, next)
		}
		scope = next
	}
	in.ConstSet(scope, names[len(names)-1], v)
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

// ClassOf gives the class of v, as Object#class does.
func (in *Interp) ClassOf(v Value) *Class { return in.PlainClassOf(v) }

// IsA tells whether v is an instance of the named class or module, or of one
// below it.
func (in *Interp) IsA(v Value, path string) bool {
	c, ok := in.Const(path)
	if !ok {
		return false
	}
	class, ok := c.(*Class)
	if !ok {
		return false
	}
	is, _ := in.isBelow(in.classOf(v), class)
	return is
}

// RespondTo tells whether v has a public method of that name.
func (in *Interp) RespondTo(v Value, name string) bool {
	m := in.find(v, name)
	return m != nil && m.visibility == public
}

// RespondTo is [Interp.RespondTo]; the search counts.
func (m *meter) RespondTo(v Value, name string) bool {
	method := m.Find(v, name)
	return method != nil && method.visibility == public
}

// Defines tells whether a class or module of the program gives v a method, so that
// it is not one that v's host answers.
func (in *Interp) Defines(v Value, name string) bool {
	m := in.find(v, name)
	return m != nil && m != hostWord.method()
}
