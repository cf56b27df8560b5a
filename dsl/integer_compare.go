package dsl

// comparableMethods are Comparable's, built on the receiver's <=>.
var comparableMethods = methodTable{
	"==":       fn(1, comparableEqual),
	"<":        fn(1, comparableBy(func(n int) bool { return n < 0 })),
	"<=":       fn(1, comparableBy(func(n int) bool { return n <= 0 })),
	">":        fn(1, comparableBy(func(n int) bool { return n > 0 })),
	">=":       fn(1, comparableBy(func(n int) bool { return n >= 0 })),
	"between?": fn(2, comparableBetween),
	"clamp":    fnOpt(1, 2, comparableClamp),
}

func comparableEqual(c *Call) Value {
	if c.Self == c.arg(0) {
		return True
	}
	v := check(c.Send(c.Self, "<=>", c.arg(0)))
	return c.t.deciding(func() Value {
		got := c.t.picked(v)
		c.t.testUnknown(got)
		n, ok := got.(Int)
		return Bool(ok && n == 0)
	})
}

func comparableBy(holds func(order int) bool) func(*Call) Value {
	return func(c *Call) Value {
		return c.t.deciding(func() Value { return Bool(holds(check(c.Compare(c.Self, c.arg(0))))) })
	}
}

func comparableBetween(c *Call) Value {
	if check(c.Compare(c.Self, c.arg(0))) < 0 {
		return False
	}
	return Bool(check(c.Compare(c.Self, c.arg(1))) <= 0)
}

// clampEnds returns the limits of clamp(a, b) and clamp(a..b); Nil: none.
func clampEnds(c *Call) (low, high Value) {
	low, high = c.arg(0), c.arg(1)
	if len(c.Args) == 1 {
		r, ok := c.Args[0].(*Range)
		if !ok {
			panic(c.exception("TypeError", "wrong argument type %s (expected Range)", c.t.describe(c.Args[0])))
		}
		if r.Exclusive && r.Hi != Nil {
			panic(c.exception("ArgumentError", "cannot clamp with an exclusive range"))
		}
		low, high = r.Lo, r.Hi
	}
	if low != Nil && high != Nil && check(c.Compare(low, high)) > 0 {
		panic(c.exception("ArgumentError", "min argument must be less than or equal to max argument"))
	}
	return low, high
}

func comparableClamp(c *Call) Value {
	low, high := clampEnds(c)
	if low != Nil {
		if check(c.Compare(c.Self, low)) < 0 {
			return low
		}
	}
	if high != Nil {
		if check(c.Compare(c.Self, high)) > 0 {
			return high
		}
	}
	return c.Self
}
