package dsl

import (
	"math"
	"net/url"
)

// setupConstants defines the constants that Ruby starts with.
func (in *Interp) setupConstants() {
	in.DefineConst("RUBY_VERSION", NewFrozenString("3.4.0"))
	in.DefineConst("RUBY_ENGINE", NewFrozenString("ruby"))
	in.DefineConst("RUBY_PLATFORM", NewFrozenString("x86_64-linux"))
	in.DefineConst("ARGV", NewArray())
	in.DefineConst("Float::INFINITY", Float(math.Inf(1)))
	in.DefineConst("Float::NAN", Float(math.NaN()))
	in.DefineConst("Float::EPSILON", Float(2.220446049250313e-16))
	in.DefineConst("Float::MAX", Float(math.MaxFloat64))
	in.DefineConst("Float::MIN", Float(2.2250738585072014e-308))
	in.DefineConst("Float::DIG", Int(15))
	in.DefineConst("Integer::MAX", Int(math.MaxInt64))
	in.DefineConst("Regexp::IGNORECASE", Int(1))
	in.DefineConst("Regexp::EXTENDED", Int(2))
	in.DefineConst("Regexp::MULTILINE", Int(4))
	in.DefineConst("Math::PI", Float(math.Pi))
	in.DefineConst("Math::E", Float(math.E))
}

// mainMethods are those of the top-level object alone.
var mainMethods = methodTable{
	"to_s":    fn(0, func(*Call) Value { return NewString("main") }),
	"inspect": fn(0, func(*Call) Value { return NewString("main") }),
	"include": fnOpt(1, -1, func(c *Call) Value { return c.Send(c.t.in.classes.object, "include", c.Args...) }),
	"public":  fnAny(moduleTopVisibility),
	"private": fnAny(moduleTopVisibility),
	"using":   fn(1, func(c *Call) Value { return c.Self }),
}

// moduleTopVisibility is private and public at the top level.
func moduleTopVisibility(c *Call) Value {
	class := *c
	class.Self = c.t.in.classes.object
	return moduleVisibility(&class)
}

func init() {
	Register(
		Type{Name: "NilClass", Literal: true, Methods: nilMethods},
		Type{Name: "TrueClass", Literal: true, Methods: boolMethods},
		Type{Name: "FalseClass", Literal: true, Methods: boolMethods},
	)
}

// ---- nil, true and false

var nilMethods = methodTable{
	"to_query": fn(1, func(c *Call) Value {
		key := c.ToS(c.Args[0])
		return c.t.newString(url.QueryEscape(key))
	}),
	"to_s":     fn(0, func(*Call) Value { return NewFrozenString("") }),
	"to_a":     fn(0, func(*Call) Value { return NewArray() }),
	"to_h":     fn(0, func(*Call) Value { return NewHash(0) }),
	"to_i":     fn(0, func(*Call) Value { return Int(0) }),
	"to_param": fn(0, func(c *Call) Value { return c.Self }),
	"to_f":     fn(0, func(*Call) Value { return Float(0) }),
	"inspect":  fn(0, func(*Call) Value { return NewString("nil") }),
	"&":        fn(1, func(*Call) Value { return False }),
	"|":        fn(1, func(c *Call) Value { return Bool(c.truthy(c.Args[0])) }),
	"==":       fn(1, func(c *Call) Value { return Bool(c.Args[0] == Nil) }),
	"=~":       fn(1, func(*Call) Value { return Nil }),
	"try":      fnKw(0, -1, func(*Call) Value { return Nil }).is(opaque),
}

var boolMethods = methodTable{
	"to_param": fn(0, func(c *Call) Value { return c.Self }),
	"to_s": fn(0, func(c *Call) Value {
		return NewString(c.ToS(c.Self))
	}),
	"inspect": fn(0, func(c *Call) Value {
		return NewString(c.ToS(c.Self))
	}),
	"!": fn(0, func(c *Call) Value { return Bool(!c.truthy(c.Self)) }),
	"&": fn(1, func(c *Call) Value { return Bool(c.truthy(c.Self) && c.truthy(c.Args[0])) }),
	"|": fn(1, func(c *Call) Value { return Bool(c.truthy(c.Self) || c.truthy(c.Args[0])) }),
	"^": fn(1, func(c *Call) Value { return Bool(c.truthy(c.Self) != c.truthy(c.Args[0])) }),
}
