package dsl

import (
	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
)

// A Value is a Ruby object. The types that implement it are listed in this
// file; every other object (an instance of a class, a host's object) is an
// *Object.
type Value interface{ value() }

type (
	nilValue struct{ unset unsetMark }
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
	Nil   Value = nilValue{}
	True  Value = Bool(true)
	False Value = Bool(false)
)

// A String is a mutable Ruby string, UTF-8.
type String struct {
	s        string
	frozen   bool
	inquirer bool // an ActiveSupport::StringInquirer: `"test".inquiry.test?`
	env      bool // Rails.env itself: ActiveSupport::EnvironmentInquirer
	own      bool // no other value has the text, see meter.setText
	encoding encoding
	unset    unsetMark
	// unknown is a value inside the text that only the application knows.
	unknown *Unknown
	tail    *tail // the text with room behind it, if it has grown
}

// NewString makes an unfrozen string.
func NewString(s string) *String { return &String{s: s} }

// NewFrozenString makes a frozen string, which programs may share.
func NewFrozenString(s string) *String { return &String{s: s, frozen: true} }

// NewInquirer makes a string that answers `production?` and the like, as
// Rails.env does (ActiveSupport::EnvironmentInquirer).
func NewInquirer(s string) *String {
	return &String{s: s, frozen: true, inquirer: true, env: true}
}

// String gives the text.
func (s *String) String() string { return s.s }

// Copy returns an unfrozen string of the same text.
func (s *String) Copy() *String {
	return &String{s: s.s, encoding: s.encoding, unknown: s.unknown, unset: s.unset}
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

// A Regexp is a Ruby regular expression, see [Regexp.Match].
type Regexp struct {
	Source  string
	Options RegexpOptions
	lazy    lazyRegexp
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
	// data is what built-in classes keep in an instance (an exception's
	// message, a Struct's members).
	data any
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

	choice   *choice  // `when ? yes : no`
	guarded  *choice  // of a collection that holds `yes` only if `when` holds
	isSplat  bool     // an element that stands for all elements of an unknown list
	mayAlias *Object  // what a block that is given the value may be given, see EscapeObserver
	aliases  *aliases // the known values that it may be
	escaped  []Value  // the lists and hashes that the method was given whose result it is
}

func (nilValue) value()   {}
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

// UnknownIn gives a value that only the application knows and that v is or
// holds: in the text of a string, in the elements of a collection. It is nil for
// a value that is known.
func UnknownIn(v Value) *Unknown {
	var s search
	s.in(v, 0)
	return s.unknown
}

// unknownIn is [UnknownIn] of any of the values.
func (m *meter) unknownIn(values ...Value) *Unknown {
	var s search
	s.among(values, 0)
	m.looked(s.values)
	return s.unknown
}

func unknownAmong(list []Value) *Unknown {
	var s search
	s.among(list, 0)
	return s.unknown
}

// IsUnknown tells whether v is a value that only the application knows.
func IsUnknown(v Value) bool {
	_, ok := v.(*Unknown)
	return ok
}

// An encoding is that of a text which stands in the program as a literal, or was given
// one by name: a place in encodingNames, plus one. Zero is none that is known.
type encoding uint8

const (
	inUTF8 encoding = iota + 1
	inASCII
	inBinary
)

// carried is the encoding of what a method makes of a text of n bytes.
func (e encoding) carried(n int) encoding {
	if e == inUTF8 && n > 0 {
		return e
	}
	return 0
}
