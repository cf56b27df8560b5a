package core

import (
	"net/url"

	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(
		dsl.Type{Name: "NilClass", Literal: true, Methods: nilMethods},
		dsl.Type{Name: "TrueClass", Literal: true, Methods: boolMethods},
		dsl.Type{Name: "FalseClass", Literal: true, Methods: boolMethods},
		dsl.Type{Name: "Object", Methods: dsl.Methods{
			"to_query": dsl.Fn(1, objectToQuery).With(trait.ShowsParts),
		}},
	)
}

var nilMethods = dsl.Methods{
	"to_query": dsl.Fn(1, func(c *dsl.Call) dsl.Value {
		key := c.ToS(c.Args[0])
		return c.NewString(url.QueryEscape(key))
	}),
	"to_s":     dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.NewFrozenString("") }),
	"to_a":     dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.NewArray() }),
	"to_h":     dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.NewHash(0) }),
	"to_i":     dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.Int(0) }),
	"to_param": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.Self }),
	"to_f":     dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.Float(0) }),
	"inspect":  dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.NewString("nil") }),
	"&":        dsl.Fn(1, func(*dsl.Call) dsl.Value { return dsl.False }),
	"|":        dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(c.Truthy(c.Args[0])) }),
	"==":       dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(c.Args[0] == dsl.Nil) }),
	"=~":       dsl.Fn(1, func(*dsl.Call) dsl.Value { return dsl.Nil }),
	"try":      dsl.FnKw(0, -1, func(*dsl.Call) dsl.Value { return dsl.Nil }).With(trait.Opaque),
}

var boolMethods = dsl.Methods{
	"to_param": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.Self }),
	"to_s": dsl.Fn(0, func(c *dsl.Call) dsl.Value {
		return dsl.NewString(c.ToS(c.Self))
	}),
	"inspect": dsl.Fn(0, func(c *dsl.Call) dsl.Value {
		return dsl.NewString(c.ToS(c.Self))
	}),
	"!": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(!c.Truthy(c.Self)) }),
	"&": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(c.Truthy(c.Self) && c.Truthy(c.Args[0])) }),
	"|": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(c.Truthy(c.Self) || c.Truthy(c.Args[0])) }),
	"^": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(c.Truthy(c.Self) != c.Truthy(c.Args[0])) }),
}

// objectToQuery is Object#to_query: key=value, both escaped.
func objectToQuery(c *dsl.Call) dsl.Value {
	key := c.TextOf(c.Send(c.Args[0], "to_param"))
	param := c.Send(c.Self, "to_param")
	text := c.ToS(param)
	c.ChargeScan(len(text) + len(key))
	return c.NewString(url.QueryEscape(key) + "=" + url.QueryEscape(text))
}
