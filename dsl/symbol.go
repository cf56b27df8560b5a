package dsl

import (
	"signalbox/dsl/internal/rubytext"
)

func init() {
	Register(Type{Name: "Symbol", Literal: true, Includes: []string{"Comparable"}, Methods: symbolMethods})
}

var symbolMethods = with(derived("Symbol"), methodTable{
	"to_s":         fn(0, symbolToS),
	"id2name":      fn(0, symbolToS),
	"name":         fn(0, symbolName),
	"to_sym":       fn(0, stringItself),
	"to_proc":      fn(0, symbolToProc),
	"inspect":      fn(0, symbolInspect),
	"==":           fn(1, symbolEqual),
	"===":          fn(1, symbolEqual),
	"=~":           fn(1, stringMatchOp),
	"match":        fnOpt(1, 2, stringMatch),
	"match?":       fnOpt(1, 2, stringIsMatch),
	"[]":           fnOpt(1, 2, stringIndex),
	"slice":        fnOpt(1, 2, stringIndex),
	"length":       fn(0, stringLength),
	"size":         fn(0, stringLength),
	"empty?":       fn(0, stringIsEmpty),
	"blank?":       fn(0, stringIsEmpty),
	"encoding":     fn(0, symbolEncoding),
	"start_with?":  fnAny(stringStartsWith),
	"end_with?":    fnAny(stringEndsWith),
	"starts_with?": fnAny(stringStartsWith),
	"ends_with?":   fnAny(stringEndsWith),
})

func symbolToS(c *Call) Value { return c.t.substring(symbolText(c)) }

func symbolName(c *Call) Value {
	own := c.t.substring(symbolText(c))
	own.frozen = true
	return own
}

// symbolText is the receiver's text, whatever it is.
func symbolText(c *Call) string {
	if y, ok := c.Self.(Symbol); ok {
		return string(y)
	}
	return selfString(c).s
}

func symbolToProc(c *Call) Value { return c.t.keep(symbolProc(symbolText(c))) }

// InspectSymbol is :name as Ruby shows it: quoted where it must be.
func InspectSymbol(name string) string { return rubytext.QuoteSymbol(name) }

func symbolInspect(c *Call) Value {
	return newString(c, rubytext.QuoteSymbol(selfString(c).s))
}

func symbolEqual(c *Call) Value { return Bool(c.Self == c.arg(0)) }
