package dsl

import (
	"strings"

	"signalbox/dsl/internal/rubytext"
)

var symbolMethods = methodTable{
	"to_s":         fn(0, symbolToS),
	"id2name":      fn(0, symbolToS),
	"name":         fn(0, symbolName),
	"to_sym":       fn(0, stringItself),
	"to_proc":      fn(0, symbolToProc),
	"inspect":      fn(0, symbolInspect),
	"==":           fn(1, symbolEqual),
	"===":          fn(1, symbolEqual),
	"<=>":          fn(1, symbolCompare),
	"casecmp":      fn(1, symbolCasecmp),
	"casecmp?":     fn(1, symbolIsCasecmp),
	"=~":           fn(1, stringMatchOp),
	"match":        fnOpt(1, 2, stringMatch),
	"match?":       fnOpt(1, 2, stringIsMatch),
	"[]":           fnOpt(1, 2, stringIndex),
	"slice":        fnOpt(1, 2, stringIndex),
	"length":       fn(0, stringLength),
	"size":         fn(0, stringLength),
	"empty?":       fn(0, stringIsEmpty),
	"blank?":       fn(0, stringIsEmpty),
	"present?":     fn(0, symbolIsPresent),
	"encoding":     fn(0, symbolEncoding),
	"start_with?":  fnAny(stringStartsWith),
	"end_with?":    fnAny(stringEndsWith),
	"starts_with?": fnAny(stringStartsWith),
	"ends_with?":   fnAny(stringEndsWith),
	"upcase":       fnAny(asSymbol(stringUpcase)),
	"downcase":     fnAny(asSymbol(stringDowncase)),
	"capitalize":   fnAny(asSymbol(stringCapitalize)),
	"swapcase":     fnAny(asSymbol(stringSwapcase)),
	"succ":         fn(0, asSymbol(stringSucc)),
	"next":         fn(0, asSymbol(stringSucc)),
}

// asSymbol makes a Symbol method from one of String.
func asSymbol[F method](f F) func(*Call) Value {
	run := contained(f)
	return func(c *Call) Value {
		v := check(run(c))
		if s, ok := v.(*String); ok {
			return c.t.symbol(s.s)
		}
		return v
	}
}

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

func symbolToProc(c *Call) Value { return c.t.keep(c.t.symbolProc(symbolText(c))) }

// InspectSymbol is :name as Ruby shows it: quoted where it must be.
func InspectSymbol(name string) string { return rubytext.QuoteSymbol(name) }

func symbolInspect(c *Call) Value {
	return check(newString(c, rubytext.QuoteSymbol(selfString(c).s)))
}

func symbolEqual(c *Call) Value { return Bool(c.Self == c.arg(0)) }

func symbolIsPresent(c *Call) Value { return Bool(selfString(c).s != "") }

func symbolCompare(c *Call) Value {
	other, ok := c.arg(0).(Symbol)
	if !ok {
		return Nil
	}
	return Int(strings.Compare(selfString(c).s, string(other)))
}

// withStringArg calls a String method with a symbol argument as its text;
// nil for anything but a symbol.
func withStringArg(c *Call, f func(*Call) (Value, error)) Value {
	other, ok := c.arg(0).(Symbol)
	if !ok {
		return Nil
	}
	sub := *c
	sub.Args = []Value{&String{s: string(other)}}
	return check(f(&sub))
}

func symbolCasecmp(c *Call) Value   { return withStringArg(c, stringCasecmp) }
func symbolIsCasecmp(c *Call) Value { return withStringArg(c, stringIsCasecmp) }
