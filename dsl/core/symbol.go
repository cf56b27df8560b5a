package core

import (
	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

func init() {
	dsl.Register(dsl.Type{Name: "Symbol", Literal: true, Includes: []string{"Comparable"}, Methods: symbolMethods})
}

var symbolMethods = dsl.JoinMethods(derived("Symbol"), dsl.Methods{
	"to_s id2name":             dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.Substring(selfString(c).String()) }),
	"name":                     dsl.Fn(0, symbolName),
	"to_sym":                   dsl.Fn(0, stringItself),
	"to_proc":                  dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.Keep(dsl.SymbolProc(selfString(c).String())) }),
	"inspect":                  dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, rubytext.QuoteSymbol(selfString(c).String())) }),
	"== ===":                   dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(c.Self == c.Arg(0)) }),
	"=~":                       dsl.Fn(1, stringMatchOp),
	"match":                    dsl.FnOpt(1, 2, stringMatch),
	"match?":                   dsl.FnOpt(1, 2, stringIsMatch),
	"[] slice":                 dsl.FnOpt(1, 2, stringIndex),
	"length size":              dsl.Fn(0, stringLength),
	"empty? blank?":            dsl.Fn(0, stringIsEmpty),
	"encoding":                 dsl.Fn(0, symbolEncoding),
	"start_with? starts_with?": dsl.FnAny(stringStartsWith),
	"end_with? ends_with?":     dsl.FnAny(stringEndsWith),
})

func symbolName(c *dsl.Call) dsl.Value {
	own := c.Substring(selfString(c).String())
	dsl.Freeze(own)
	return own
}
