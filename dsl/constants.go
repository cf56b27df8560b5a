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
var mainMethods = Methods{
	"to_s":    Fn(0, func(*Call) Value { return NewString("main") }),
	"inspect": Fn(0, func(*Call) Value { return NewString("main") }),
	"include": FnOpt(1, -1, func(c *Call) Value { return c.Send(c.in.classes.object, "include", c.Args...) }),
	"public":  FnAny(moduleTopVisibility),
	"private": FnAny(moduleTopVisibility),
	"using":   Fn(1, func(c *Call) Value { return c.Self }),
}

// moduleTopVisibility is private and public at the top level.
func moduleTopVisibility(c *Call) Value {
	class := *c
	class.Self = c.in.classes.object
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

var nilMethods = Methods{
	"to_query": Fn(1, func(c *Call) Value {
		key := c.ToS(c.Args[0])
		return c.NewString(url.QueryEscape(key))
	}),
	"to_s":     Fn(0, func(*Call) Value { return NewFrozenString("") }),
	"to_a":     Fn(0, func(*Call) Value { return NewArray() }),
	"to_h":     Fn(0, func(*Call) Value { return NewHash(0) }),
	"to_i":     Fn(0, func(*Call) Value { return Int(0) }),
	"to_param": Fn(0, func(c *Call) Value { return c.Self }),
	"to_f":     Fn(0, func(*Call) Value { return Float(0) }),
	"inspect":  Fn(0, func(*Call) Value { return NewString("nil") }),
	"&":        Fn(1, func(*Call) Value { return False }),
	"|":        Fn(1, func(c *Call) Value { return Bool(c.Truthy(c.Args[0])) }),
	"==":       Fn(1, func(c *Call) Value { return Bool(c.Args[0] == Nil) }),
	"=~":       Fn(1, func(*Call) Value { return Nil }),
	"try":      FnKw(0, -1, func(*Call) Value { return Nil }).Is(Opaque),
}

var boolMethods = Methods{
	"to_param": Fn(0, func(c *Call) Value { return c.Self }),
	"to_s": Fn(0, func(c *Call) Value {
		return NewString(c.ToS(c.Self))
	}),
	"inspect": Fn(0, func(c *Call) Value {
		return NewString(c.ToS(c.Self))
	}),
	"!": Fn(0, func(c *Call) Value { return Bool(!c.Truthy(c.Self)) }),
	"&": Fn(1, func(c *Call) Value { return Bool(c.Truthy(c.Self) && c.Truthy(c.Args[0])) }),
	"|": Fn(1, func(c *Call) Value { return Bool(c.Truthy(c.Self) || c.Truthy(c.Args[0])) }),
	"^": Fn(1, func(c *Call) Value { return Bool(c.Truthy(c.Self) != c.Truthy(c.Args[0])) }),
}
