package dsl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/order"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// A Class is a Ruby class or module.
type Class struct {
	name     string
	module   bool
	of       *Class // of a module: its own class, if that is below Module
	super    *Class
	attached Value // of a singleton class: the object it belongs to

	definitions
	builtins Methods // defined by this package, shared by all interpreters
	words    func(name string) bool
	host     Receiver // of a module or class whose own methods the host answers
	order    atomic.Pointer[lookupOrder]

	singleton *Class // holds `def self.x`; its super is the superclass's singleton
	ivars     ivars  // @x, and its variables as a class, @@x
	frozen    bool
	foreign   bool     // unknown, and may hold any constant; not so where only code that is not read may add methods
	stands    *Unknown // for a module that only the application knows
	abstract  bool     // no `new`
	library   bool     // of the interpreter's Library, or below such a class
	// hashes is set in Object where the program defines a method `hash`.
	hashes *Interp
}

// Definitions are what the program can define in a class, one way on each side of an
// undecided condition.
type definitions struct {
	methods map[string]*Method

	consts order.Table[constant] // in order of definition

	prepended []*Class
	included  []*Class // first is found first

	below []*Class // classes made with this one as superclass, the latest first; nil for one under a condition

	unknown bool // a superclass or included module is not known
}

// A constant is the value of one, and who may name it.
type constant struct {
	v       Value
	guard   *Unknown // of one that exists only if the condition holds
	private bool     // code names it without its scope only
}

// clone returns a copy that changes on its own.
func (d *definitions) clone() definitions {
	return definitions{
		methods:   maps.Clone(d.methods),
		consts:    d.consts.Clone(),
		prepended: slices.Clone(d.prepended), included: slices.Clone(d.included),
		below: slices.Clone(d.below), unknown: d.unknown,
	}
}

// modules returns how many modules the class includes and prepends.
func (d *definitions) modules() int { return len(d.included) + len(d.prepended) }

// size is what a copy of the definitions takes.
func (d *definitions) size() int {
	return limits.SizeConst*(len(d.methods)+len(d.consts.Names)) + limits.SizeElement*(d.modules()+len(d.below))
}

// A lookupOrder is a class with the modules before and behind it, as they were at
// an epoch of the interpreter. Lambdas that run concurrently may build it at the
// same time.
type lookupOrder struct {
	epoch   int64
	classes []*Class
	whole   bool // the superclasses are among them, for they share modules
}

// Name is the full name, `Admin::Gate`; empty for an anonymous class.
func (c *Class) Name() string { return c.name }

// IsModule reports whether c is a module, not a class.
func (c *Class) IsModule() bool { return c.module }

// kind is what Ruby calls a class or module.
func (c *Class) kind() string {
	if c.module {
		return "module"
	}
	return "class"
}

// Super is the superclass, nil for BasicObject and modules.
func (c *Class) Super() *Class { return c.super }

// visibility of a method.
type visibility uint8

const (
	public visibility = iota
	private
	protected
)

// A Method is a method of a class, or (with a receiver) the object that
// `method(:name)` returns.
type Method struct {
	Name       string
	Owner      *Class
	visibility visibility
	undefined  bool // by undef_method: the search ends here

	def     *grammar.Def // a `def` ...
	cref    *lexicalScope
	proc    *Proc // ... or define_method ...
	builtin *Builtin
	at      grammar.Pos  // of the methods of an attribute: where the class names it
	library bool         // a def of the interpreter's Library
	derived *Call        // of a def of core that does not fork: the call, see [Call.derive]
	traits  trait.Traits // of such a def

	// sides is set where an undecided condition decides which method it is.
	sides *sides

	recv    Value  // of a Method object; nil for UnboundMethod
	called  string // of both: the name that was asked for, where that is an alias of Name
	holder  *Class // of both: the class that has the alias
	unbound bool
}

// A Builtin is a method written in Go.
type Builtin struct {
	min, max int // positional arguments; max -1: any number
	fn       func(*Call) Value
	// keywords says that fn reads Call.Keywords; otherwise they are appended
	// to Args as a Hash, as Ruby does for a method without keyword parameters.
	keywords bool
	traits   trait.Traits
	calls    []string // the methods that fn calls by name
	reads    string   // the instance variable that an attr_reader returns
	m        *Method  // of all interpreters: it has neither name nor owner
}

// run runs fn, and turns what it fails with into an error.
func (b *Builtin) run(c *Call) (v Value, err error) {
	defer Contain(&err)
	return b.fn(c), nil
}

// Methods are the methods of one built-in class. Several names of one method have one row:
// "length size".
type Methods map[string]*Builtin

// Fn returns a method with exactly n arguments.
func Fn(n int, f func(*Call) Value) *Builtin { return FnOpt(n, n, f) }

// FnOpt returns a method with lo to hi arguments; hi -1 is for any number.
func FnOpt(lo, hi int, f func(*Call) Value) *Builtin {
	b := &Builtin{min: lo, max: hi, fn: f}
	b.m = &Method{builtin: b}
	return b
}

// FnAny returns a method with any number of arguments.
func FnAny(f func(*Call) Value) *Builtin { return FnOpt(0, -1, f) }

// FnKw returns a method with lo to hi arguments that reads [Call.Keywords] itself.
func FnKw(lo, hi int, f func(*Call) Value) *Builtin {
	b := FnOpt(lo, hi, f)
	b.keywords = true
	return b
}

// PrivateMethods makes all methods of a table private, and returns it.
func PrivateMethods(t Methods) Methods {
	for _, b := range t {
		b.m.visibility = private
	}
	return t
}

// functionsOf returns copies of a table's private methods that are public.
func functionsOf(t Methods) Methods {
	all := Methods{}
	for name, b := range t {
		if b.m.visibility == private {
			own := FnOpt(b.min, b.max, b.fn)
			own.keywords, own.traits = b.keywords, b.traits
			all[name] = own
		}
	}
	return all
}

// JoinMethods returns the methods of all tables, each by one name; a later table wins.
func JoinMethods(tables ...Methods) Methods {
	all := Methods{}
	for _, t := range tables {
		for names, b := range t {
			for name := range strings.FieldsSeq(names) {
				all[name] = b
			}
		}
	}
	return all
}

// DefineBuiltin defines a method in Go as if the program had written it.
func (c *Call) DefineBuiltin(k *Class, name string, b *Builtin) {
	if c.Request { // which defines it in a class of its own
		c.ChargeMemory(limits.SizeMethod)
	}
	c.in.define(k, &Method{Name: name, builtin: b})
}

// Has reports whether b has one of some traits.
func (b *Builtin) Has(t trait.Traits) bool { return b.traits&t != 0 }

// Calling says which methods b calls by their names, and returns it.
func (b *Builtin) Calling(names ...string) *Builtin {
	b.calls = names
	return b
}

// DefineFunctions gives a class or module methods of its own.
func (in *Interp) DefineFunctions(k *Class, functions Methods) {
	in.SingletonOf(k).builtins = functions
}

func pointerKey(v Value) string { return fmt.Sprintf("%p", v) }

// OrEnumerator makes b return an enumerator when it is called without a block.
func OrEnumerator(b *Builtin) *Builtin {
	f := b.fn
	b.fn = func(c *Call) Value {
		if c.Block == nil {
			return c.Enumerator()
		}
		return f(c)
	}
	return b.With(trait.Enumerates)
}

// Private makes a method private, and returns it.
func Private(b *Builtin) *Builtin {
	b.m.visibility = private
	return b
}
