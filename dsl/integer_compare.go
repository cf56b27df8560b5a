package dsl

func init() { Register(Type{Name: "Comparable", Module: true, Methods: comparableMethods}) }

// comparableMethods are Comparable's, built on the receiver's <=>.
var comparableMethods = with(derived("Comparable"), methodTable{
	"==": fn(1, comparableEqual),
	"<":  fn(1, comparableBy(func(n int) bool { return n < 0 })),
	"<=": fn(1, comparableBy(func(n int) bool { return n <= 0 })),
	">":  fn(1, comparableBy(func(n int) bool { return n > 0 })),
	">=": fn(1, comparableBy(func(n int) bool { return n >= 0 })),
})

func comparableEqual(c *Call) Value {
	if c.Self == c.arg(0) {
		return True
	}
	v := c.Send(c.Self, "<=>", c.arg(0))
	return c.t.deciding(func() Value {
		got := c.t.picked(v)
		c.t.testUnknown(got)
		n, ok := got.(Int)
		return Bool(ok && n == 0)
	})
}

func comparableBy(holds func(order int) bool) func(*Call) Value {
	return func(c *Call) Value {
		return c.t.deciding(func() Value { return Bool(holds(c.Compare(c.Self, c.arg(0)))) })
	}
}
