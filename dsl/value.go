package dsl

import (
	"errors"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
	"signalbox/internal/regex"
)

// A Value is a Ruby object. The types that implement it are listed in this
// file; every other object (an instance of a class, a host's object) is an
// *Object.
type Value interface{ value() }

type (
	NilValue struct{ unset unsetMark }
	// Bool is true or false.
	Bool bool
	// Int is an Integer; arithmetic beyond 64 bits is refused with an error.
	Int int64
	// Float is a Float.
	Float float64
	// Symbol is a Symbol, without its colon.
	Symbol string
)

// Nil, True and False are Ruby's singletons.
var (
	Nil   Value = NilValue{}
	True  Value = Bool(true)
	False Value = Bool(false)
)

// A String is a mutable Ruby string, UTF-8.
type String struct {
	s        string
	frozen   bool
	Inquirer bool // an ActiveSupport::StringInquirer: `"test".inquiry.test?`
	Env      bool // Rails.env itself: ActiveSupport::EnvironmentInquirer
	own      bool // no other value has the text, see meter.setText
	Encoding rubytext.Encoding
	unset    unsetMark
	// Unknown is a value inside the text that only the application knows.
	Unknown *Unknown
	tail    *tail // the text with room behind it, if it has grown
}

// NewString makes an unfrozen string.
func NewString(s string) *String { return &String{s: s} }

// NewFrozenString makes a frozen string, which programs may share.
func NewFrozenString(s string) *String { return &String{s: s, frozen: true} }

// String gives the text.
func (s *String) String() string { return s.s }

// Copy returns an unfrozen string of the same text.
func (s *String) Copy() *String {
	return &String{s: s.s, Encoding: s.Encoding, Unknown: s.Unknown, unset: s.unset}
}

// An Array is a Ruby array.
type Array struct {
	Elems  []Value
	frozen bool
	// unordered tells that only Ruby knows the order, see listMethods.
	unordered bool
	unset     unsetMark // of variables that would give it elements
	front     *front    // room before the elements, if the array has grown there
	links     *links
}

// NewArray makes an array of the values; it keeps the slice.
func NewArray(elems ...Value) *Array { return &Array{Elems: elems} }

// A Range is `lo..hi`; a missing end is Nil.
type Range struct {
	Lo, Hi    Value
	Exclusive bool
}

// A Regexp is a Ruby regular expression, see [regex.Literal.Match].
type Regexp struct{ regex.Literal }

// NewRegexp makes a regular expression, which need not be valid: see [regex.Literal.Check].
func NewRegexp(source string, o RegexpOptions) *Regexp {
	return &Regexp{regex.Literal{Source: source, Options: o}}
}

// A MatchData is what a successful match leaves in `$~`.
type MatchData struct {
	Regexp *Regexp
	Text   string
	Spans  []int // byte offsets, two per group, -1 for a group that took no part
	Names  []string
}

// An Object is an instance of a class, with its instance variables. A program
// that embeds the interpreter gives its own things to Ruby code as objects with
// a Host.
type Object struct {
	class     *Class
	singleton *Class
	ivars     ivars
	frozen    bool
	// Host answers the calls on this object that its class leaves to it, see
	// [Interp.NewHostClass]. Nil for plain objects.
	Host Receiver
	// Data is what built-in classes keep in an instance (an exception's
	// message, a Struct's members).
	Data any
	made *grammar.Pos // see Made
}

// Made is where the program made an object that answers matches? or call; the zero Pos
// if that is not known.
func (o *Object) Made() grammar.Pos {
	if o.made == nil {
		return grammar.Pos{}
	}
	return *o.made
}

// Class is the object's class, without its singleton class.
func (o *Object) Class() *Class { return o.class }

// A Receiver answers the calls a program makes on an object of the host, such
// as the implicit self of a `routes.draw` block. It returns [ErrNoMethod] for a
// name it has no answer to.
type Receiver interface {
	Call(*Call) (Value, error)
}

// An Unknown is the value of an expression that only the running application could
// know, such as `Settings.sso` or a constant of a gem. It remembers what was written, and
// where; calls on it give further unknowns (`Settings.sso.enabled?`).
type Unknown struct {
	symbolic.Node

	alternative *choice  // `when ? yes : no`
	optional    *choice  // of a collection that holds `yes` only if `when` holds
	isSplat     bool     // an element that stands for all elements of an unknown list
	mayAlias    *Object  // what a block that is given the value may be given, see EscapeObserver
	aliases     *Aliases // the known values that it may be
	escaped     []Value  // the lists and hashes that the method was given whose result it is
}

func (NilValue) value()   {}
func (Bool) value()       {}
func (Int) value()        {}
func (Float) value()      {}
func (Symbol) value()     {}
func (*String) value()    {}
func (*Array) value()     {}
func (*Hash) value()      {}
func (*Range) value()     {}
func (*Regexp) value()    {}
func (*MatchData) value() {}
func (*Proc) value()      {}
func (*Method) value()    {}
func (*Class) value()     {}
func (*Object) value()    {}
func (*Unknown) value()   {}

// Truthy tells whether v counts as true in a condition: everything but nil and
// false. An Unknown is truthy here; conditions ask [IsUnknown] first.
func Truthy(v Value) bool { return !IsNil(v) && v != False }

// UnknownIn returns a value that only the application knows and that one of some values is or
// holds: in the text of a string, in the elements of a collection. It is nil if all are known.
func UnknownIn(values ...Value) *Unknown {
	var s search
	s.among(values, 0)
	return s.unknown
}

// UnknownIn is [UnknownIn]; the search counts.
func (m *meter) UnknownIn(values ...Value) *Unknown {
	var s search
	s.among(values, 0)
	m.ChargeReads(s.values)
	return s.unknown
}

// IsUnknown tells whether v is a value that only the application knows.
func IsUnknown(v Value) bool {
	_, ok := v.(*Unknown)
	return ok
}

// RegexpOptions are the letters behind a regular expression, with Ruby's values.
type RegexpOptions = regex.Options

// The options of a regular expression: i, x and m.
const (
	IgnoreCase = regex.IgnoreCase
	Extended   = regex.Extended
	MultiLine  = regex.Multiline
)

// A MatchBudget is how much work matches may do, see [regex.Literal.MatchWithin].
type MatchBudget = regex.Budget

// ErrMatchBudget is what a match ends with whose budget is spent.
var ErrMatchBudget = regex.ErrBudget

// Size returns the number of groups, that of the whole match included.
func (m *MatchData) Size() int { return len(m.Spans) / 2 }

// Named gives the number of the group called name: of several the last one
// that matched. -1 without such a group.
func (m *MatchData) Named(name string) int {
	found := -1
	for n, s := range m.Names {
		if s == name && s != "" && n < m.Size() && (found < 0 || m.Spans[2*n] >= 0) {
			found = n
		}
	}
	return found
}

func (m *MatchData) groupOrNil(n int) Value {
	if n < 0 {
		return Nil
	}
	return m.Group(n)
}

// NewRegexp makes a regexp from a computed source, which must be valid.
func (p *paths) NewRegexp(source string, o RegexpOptions) (Value, error) {
	r := NewRegexp(source, o)
	p.ChargeMemory(limits.SizeRegexp + 64*len(source))
	err := p.MatchWithin(func(b *regex.Budget) error { return r.CompileWithin(p.in.options.Regexps, b) })
	if err != nil {
		return nil, err
	}
	return r, nil
}

// RegexpError gives an error of package regex its Ruby class.
func (p *paths) RegexpError(err error) error {
	var unsupported *regex.UnsupportedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unsupported):
		return &grammar.UnsupportedError{Pos: p.At, What: "in a regular expression: " + unsupported.Feature}
	case errors.Is(err, regex.ErrEncoding):
		return p.Errorf("ArgumentError", "%s", err)
	}
	return p.Errorf("RegexpError", "%s", err)
}

// matchSteps is how many steps of a match count as one of the program: both then
// take about the same time.
const matchSteps = 16

// MatchWithin does the work of regular expressions within the steps that p has left.
func (p *paths) MatchWithin(do func(*regex.Budget) error) error {
	if err := p.Step(); err != nil {
		return err
	}
	most := (p.Limits.Steps - p.Used.Steps) * matchSteps
	var b regex.Budget
	b.Reset(most, min(regex.DefaultMemory, p.Limits.Memory-*p.Used.Memory))
	err := do(&b)
	p.Used.Steps += (most - b.Left()) / matchSteps
	if errors.Is(err, regex.ErrBudget) {
		return &LimitError{Limit: "steps", Max: p.Limits.Steps, Pos: p.At}
	}
	return p.RegexpError(err)
}

// InspectSymbol is :name as Ruby shows it: quoted where it must be.
func InspectSymbol(name string) string { return rubytext.QuoteSymbol(name) }
