package core

import "signalbox/dsl"

func init() { dsl.Register(dsl.Type{Name: "Comparable", Module: true, Methods: comparableMethods}) }

// comparableMethods are Comparable's, built on the receiver's <=>.
var comparableMethods = dsl.With(derived("Comparable"), dsl.Methods{
	"==": dsl.Fn(1, comparableEqual),
	"<":  dsl.Fn(1, comparableBy(func(n int) bool { return n < 0 })),
	"<=": dsl.Fn(1, comparableBy(func(n int) bool { return n <= 0 })),
	">":  dsl.Fn(1, comparableBy(func(n int) bool { return n > 0 })),
	">=": dsl.Fn(1, comparableBy(func(n int) bool { return n >= 0 })),
})

func comparableEqual(c *dsl.Call) dsl.Value {
	if c.Self == c.Arg(0) {
		return dsl.True
	}
	v := c.Send(c.Self, "<=>", c.Arg(0))
	return c.Deciding(func() dsl.Value {
		got := c.Picked(v)
		c.TestUnknown(got)
		n, ok := got.(dsl.Int)
		return dsl.Bool(ok && n == 0)
	})
}

func comparableBy(holds func(order int) bool) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		return c.Deciding(func() dsl.Value { return dsl.Bool(holds(c.Compare(c.Self, c.Arg(0)))) })
	}
}
