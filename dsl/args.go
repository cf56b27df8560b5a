package dsl

import (
	"math"
	"strconv"

	"signalbox/dsl/internal/rubytext"
)

// How a built-in reads its arguments: c.int(0), c.text(1), c.intOr(1, 10), c.flag("chomp", false).
// What is of another kind is converted as Ruby does where it wants one (to_int, to_str),
// or Ruby's TypeError.

// arg returns argument i, nil where there is none.
func (c *Call) arg(i int) Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return Nil
}

// int returns argument i as an integer.
func (c *Call) int(i int) int { return toInt(c, c.arg(i)) }

// intOr is int, but def where there is no argument i.
func (c *Call) intOr(i, def int) int {
	if i >= len(c.Args) {
		return def
	}
	return c.int(i)
}

// intUnlessNil is intOr where nil counts as no argument.
func (c *Call) intUnlessNil(i, def int) int {
	if c.arg(i) == Nil {
		return def
	}
	return c.int(i)
}

// count is int of what counts elements; negative is the message for one below zero.
func (c *Call) count(i int, negative string) int {
	n := c.int(i)
	if n < 0 {
		panic(c.exception("ArgumentError", "%s", negative))
	}
	return n
}

// text returns argument i as a text; symbols are none.
func (c *Call) text(i int) string { return toStr(c, c.arg(i)) }

// nameArg returns argument i as the name of a method or variable: a text or a symbol.
func (c *Call) nameArg(i int) string {
	switch v := c.arg(i).(type) {
	case Symbol:
		return string(v)
	case *String:
		return v.s
	}
	panic(c.exception("TypeError", "%s is not a symbol nor a string", c.Inspect(c.arg(i))))
}

func (c *Call) list(i int) *Array { return toArray(c, c.arg(i)) }
func (c *Call) hash(i int) *Hash  { return toHash(c, c.arg(i)) }

// module returns argument i as a module or class.
func (c *Call) module(i int) *Class {
	if k, ok := c.arg(i).(*Class); ok {
		return k
	}
	panic(c.exception("TypeError", "wrong argument type %s (expected module)", c.t.in.plainClassOf(c.arg(i)).displayName()))
}

// keyword returns the value of a keyword, nil where there is none.
func (c *Call) keyword(name string) Value {
	if v, ok := c.Keywords.Sym(name); ok {
		return v
	}
	return Nil
}

// flag reports whether a keyword is true; def is for none.
func (c *Call) flag(name string, def bool) bool {
	if v, ok := c.Keywords.Sym(name); ok {
		return c.truthy(v)
	}
	return def
}

// ---- implicit conversions of a value

// toInt is that of sizes, indexes and counts to an Integer.
func toInt(c *Call, v Value) int {
	switch n := v.(type) {
	case Int:
		return int(n)
	case Float:
		if f := float64(n); f >= math.MinInt64 && f < 1<<63 {
			return int(f)
		}
		panic(c.exception("RangeError", "float %s out of range of integer", floatText(float64(n))))
	case nilValue:
		panic(c.exception("TypeError", "no implicit conversion from nil to integer"))
	}
	switch n := c.converted(v, "to_int").(type) {
	case Int:
		return int(n)
	case *Unknown:
		return 0
	}
	panic(c.noConversion(v, "Integer"))
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

// wholeInt is toInt of what counts as a number itself: that of << and &.
func wholeInt(c *Call, v Value) int {
	if f, ok := v.(Float); ok {
		return int(floatToInt(c, float64(f)))
	}
	return toInt(c, v)
}

func toStr(c *Call, v Value) string {
	if s, ok := stringOf(v); ok {
		return s.s
	}
	switch s := c.converted(v, "to_str").(type) {
	case *String:
		return s.s
	case *Unknown:
		return s.placeholder()
	}
	panic(c.noConversion(v, "String"))
}

func toArray(c *Call, v Value) *Array {
	if a, ok := v.(*Array); ok {
		return a
	}
	switch a := c.converted(v, "to_ary").(type) {
	case *Array:
		return a
	case *Unknown:
		return &Array{}
	}
	panic(c.noConversion(v, "Array"))
}

func toHash(c *Call, v Value) *Hash {
	if h, ok := v.(*Hash); ok {
		return h
	}
	switch h := c.converted(v, "to_hash").(type) {
	case *Hash:
		return h
	case *Unknown:
		return NewHash(0)
	}
	panic(c.noConversion(v, "Hash"))
}

// converted returns what an object's own conversion does, nil without one. That the
// application knows it alone makes the result of the call unknown.
func (c *Call) converted(v Value, by string) Value {
	o, ok := v.(*Object)
	if !ok || !c.t.respondTo(o, by) {
		return nil
	}
	got := c.t.picked(c.Send(o, by))
	if u, ok := got.(*Unknown); ok {
		c.t.testUnknown(u)
	}
	return got
}

func (c *Call) noConversion(v Value, to string) failure {
	return c.exception("TypeError", "no implicit conversion of %s into %s", c.t.describe(v), to)
}

// stringOf returns v as a string without a conversion that runs Ruby code.
func stringOf(v Value) (*String, bool) {
	switch v := v.(type) {
	case *String:
		return v, true
	case *Object:
		s, ok := v.data.(*String)
		return s, ok
	}
	return nil, false
}

// floatToInt cuts a float off to an integer.
func floatToInt(c *Call, f float64) int64 {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		panic(c.exception("FloatDomainError", "%s", rubytext.FormatFloat(f)))
	case f >= 1<<63 || f < -(1<<63):
		panic(tooLarge(c))
	}
	return int64(f)
}

func tooLarge(c *Call) failure {
	return c.exception("RangeError", "integer too large for signalbox (beyond 64 bits)")
}

// flatArgs returns the arguments with arrays among them opened.
func flatArgs(c *Call) []Value {
	var out []Value
	for _, arg := range c.Args {
		if a, ok := arg.(*Array); ok {
			c.t.moved(len(a.Elems))
			out = append(out, a.Elems...)
		} else {
			out = append(out, arg)
		}
		c.Size(len(out))
	}
	return out
}
