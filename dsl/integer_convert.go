package dsl

import (
	"errors"
	"math"
	"signalbox/dsl/internal/rubytext"
	"strconv"
)

// Integer() and Float(), functions of Kernel.

func init() {
	functions := privately(methodTable{
		"Integer": fnKw(1, 2, kernelInteger).is(converts),
		"Float":   fnKw(1, 1, kernelFloat).is(converts),
	})
	Register(Type{Name: "Kernel", Methods: functions, Functions: publicly(functions)})
}

// raises reports whether a conversion raises an error (exception: true).
func raises(c *Call) bool { return c.flag("exception", true) }

// kernelInteger is Integer(x, base).
func kernelInteger(c *Call) Value {
	var v Value
	err := attempt(func() { v = toInteger(c) })
	if _, ok := err.(*EvalError); ok && !raises(c) {
		return Nil
	}
	must(err)
	return v
}

func toInteger(c *Call) Value {
	switch v := c.Args[0].(type) {
	case Int:
		return v
	case Float:
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			panic(c.exception("FloatDomainError", "%s", rubytext.FormatFloat(float64(v))))
		}
		return Int(v)
	case *String:
		base := c.intUnlessNil(1, 0)
		n := parseInteger(c, v.s, base)
		return Int(n)
	case nilValue:
		panic(c.exception("TypeError", "can't convert nil into Integer"))
	}
	if c.t.find(c.Args[0], "to_i") != nil {
		return c.send(c.Args[0], "to_i")
	}
	panic(c.exception("TypeError", "can't convert %s into Integer", c.t.describe(c.Args[0])))
}

// parseInteger reads a string that must be an integer as a whole.
func parseInteger(c *Call, s string, base int) int64 {
	n, err := rubytext.ParseInt(s, base)
	switch {
	case errors.Is(err, strconv.ErrRange):
		panic(tooLarge(c))
	case err != nil:
		panic(c.exception("ArgumentError", "invalid value for Integer(): %s", rubytext.Quote(s)))
	}
	return n
}

// kernelFloat is Float(x).
func kernelFloat(c *Call) Value {
	var f float64
	err := attempt(func() { f = numberToFloat(c, c.Args[0]) })
	if err != nil && !raises(c) {
		return Nil
	}
	must(err)
	return Float(f)
}
