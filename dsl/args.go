package dsl

import (
	"math"
	"strconv"

	"signalbox/dsl/internal/rubytext"
)

// How a method in Go reads its arguments: c.Int(0), c.Text(1), c.IntOr(1, 10), c.Flag("chomp", false).
// What is of another kind is converted as Ruby does where it wants one (to_int, to_str),
// or Ruby's TypeError.

// Arg returns argument i, nil where there is none.
func (c *Call) Arg(i int) Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return Nil
}

// Int returns argument i as an integer, or fails.
func (c *Call) Int(i int) int { return c.IntOf(c.Arg(i)) }

// IntOr is [Call.Int], but def where there is no argument i.
func (c *Call) IntOr(i, def int) int {
	if i >= len(c.Args) {
		return def
	}
	return c.Int(i)
}

// IntUnlessNil is [Call.IntOr] where nil counts as no argument.
func (c *Call) IntUnlessNil(i, def int) int {
	if c.Arg(i) == Nil {
		return def
	}
	return c.Int(i)
}

// Count is [Call.Int] of what counts elements; negative is the message for one below zero.
func (c *Call) Count(i int, negative string) int {
	n := c.Int(i)
	if n < 0 {
		panic(c.Exception("ArgumentError", "%s", negative))
	}
	return n
}

// Text returns argument i as a text, or fails; symbols are none.
func (c *Call) Text(i int) string { return c.TextOf(c.Arg(i)) }

// NameArg returns argument i as the name of a method or variable: a text or a symbol.
func (c *Call) NameArg(i int) string {
	switch v := c.Arg(i).(type) {
	case Symbol:
		return string(v)
	case *String:
		return v.s
	}
	panic(c.Exception("TypeError", "%s is not a symbol nor a string", c.Inspect(c.Arg(i))))
}

// List returns argument i as an array, or fails.
func (c *Call) List(i int) *Array { return c.ListOf(c.Arg(i)) }

// Hash returns argument i as a hash, or fails.
func (c *Call) Hash(i int) *Hash { return c.HashOf(c.Arg(i)) }

// Module returns argument i as a module or class.
func (c *Call) Module(i int) *Class {
	if k, ok := c.Arg(i).(*Class); ok {
		return k
	}
	panic(c.Exception("TypeError", "wrong argument type %s (expected module)", c.in.PlainClassOf(c.Arg(i)).DisplayName()))
}

// Keyword returns the value of a keyword, nil where there is none.
func (c *Call) Keyword(name string) Value {
	if v, ok := c.Keywords.Sym(name); ok {
		return v
	}
	return Nil
}

// Flag reports whether a keyword is true; def is for none.
func (c *Call) Flag(name string, def bool) bool {
	if v, ok := c.Keywords.Sym(name); ok {
		return c.Truthy(v)
	}
	return def
}

// ---- implicit conversions of a value: what is of another kind and has none fails

// IntOf returns v as an integer that sizes, indexes and counts can be.
func (c *Call) IntOf(v Value) int {
	switch n := v.(type) {
	case Int:
		return int(n)
	case Float:
		if f := float64(n); f >= math.MinInt64 && f < 1<<63 {
			return int(f)
		}
		panic(c.Exception("RangeError", "float %s out of range of integer", floatText(float64(n))))
	case NilValue:
		panic(c.Exception("TypeError", "no implicit conversion from nil to integer"))
	}
	switch n := c.Converted(v, "to_int").(type) {
	case Int:
		return int(n)
	case *Unknown:
		return 0
	}
	panic(c.NoConversion(v, "Integer"))
}

// floatText is how messages show a float.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// WholeInt is [Call.IntOf] of what counts as a number itself: that of << and &.
func WholeInt(c *Call, v Value) int {
	if f, ok := v.(Float); ok {
		return int(FloatToInt(c, float64(f)))
	}
	return c.IntOf(v)
}

// TextOf returns v as a text.
func (c *Call) TextOf(v Value) string {
	if s, ok := StringOf(v); ok {
		return s.s
	}
	switch s := c.Converted(v, "to_str").(type) {
	case *String:
		return s.s
	case *Unknown:
		return s.placeholder()
	}
	panic(c.NoConversion(v, "String"))
}

// ListOf returns v as an array.
func (c *Call) ListOf(v Value) *Array {
	if a, ok := v.(*Array); ok {
		return a
	}
	switch a := c.Converted(v, "to_ary").(type) {
	case *Array:
		return a
	case *Unknown:
		return &Array{}
	}
	panic(c.NoConversion(v, "Array"))
}

// HashOf returns v as a hash.
func (c *Call) HashOf(v Value) *Hash {
	if h, ok := v.(*Hash); ok {
		return h
	}
	switch h := c.Converted(v, "to_hash").(type) {
	case *Hash:
		return h
	case *Unknown:
		return NewHash(0)
	}
	panic(c.NoConversion(v, "Hash"))
}

// Converted returns what an object's own conversion does, nil without one. That the
// application knows it alone makes the result of the call unknown.
func (c *Call) Converted(v Value, by string) Value {
	o, ok := v.(*Object)
	if !ok || !c.RespondTo(o, by) {
		return nil
	}
	got := c.Picked(c.Send(o, by))
	if u, ok := got.(*Unknown); ok {
		c.TestUnknown(u)
	}
	return got
}

// NoConversion is the TypeError of a value that is not of the kind to.
func (c *Call) NoConversion(v Value, to string) Failure {
	return c.Exception("TypeError", "no implicit conversion of %s into %s", c.Describe(v), to)
}

// StringOf returns v as a string without a conversion that runs Ruby code.
func StringOf(v Value) (*String, bool) {
	switch v := v.(type) {
	case *String:
		return v, true
	case *Object:
		s, ok := v.Data.(*String)
		return s, ok
	}
	return nil, false
}

// FloatToInt cuts a float off to an integer.
func FloatToInt(c *Call, f float64) int64 {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		panic(c.Exception("FloatDomainError", "%s", rubytext.FormatFloat(f)))
	case f >= 1<<63 || f < -(1<<63):
		panic(TooLarge(c))
	}
	return int64(f)
}

func TooLarge(c *Call) Failure {
	return c.Exception("RangeError", "integer too large for signalbox (beyond 64 bits)")
}

// flatArgs returns the arguments with arrays among them opened.
func flatArgs(c *Call) []Value {
	var out []Value
	for _, arg := range c.Args {
		if a, ok := arg.(*Array); ok {
			c.Moved(len(a.Elems))
			out = append(out, a.Elems...)
		} else {
			out = append(out, arg)
		}
		c.Size(len(out))
	}
	return out
}
