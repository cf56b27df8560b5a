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
		c.t.askUnknown(got)
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
	low := check(c.Compare(c.Self, c.arg(0)))
	if low < 0 {
		return False
	}
	high := check(c.Compare(c.Self, c.arg(1)))
	return Bool(high <= 0)
}

// clampEnds gives the limits of clamp(a, b) and clamp(a..b); Nil: none.
func clampEnds(c *Call) (low, high Value, err error) {
	low, high = c.arg(0), c.arg(1)
	if len(c.Args) == 1 {
		r, ok := c.Args[0].(*Range)
		if !ok {
			return nil, nil, c.Errorf("TypeError", "wrong argument type %s (expected Range)", c.t.describe(c.Args[0]))
		}
		if r.Exclusive && r.Hi != Nil {
			return nil, nil, c.Errorf("ArgumentError", "cannot clamp with an exclusive range")
		}
		low, high = r.Lo, r.Hi
	}
	if low != Nil && high != Nil {
		order, err := c.Compare(low, high)
		if err != nil {
			return nil, nil, err
		}
		if order > 0 {
			return nil, nil, c.Errorf("ArgumentError", "min argument must be less than or equal to max argument")
		}
	}
	return low, high, nil
}

func comparableClamp(c *Call) Value {
	low, high := check2(clampEnds(c))
	if low != Nil {
		order := check(c.Compare(c.Self, low))
		if order < 0 {
			return low
		}
	}
	if high != Nil {
		order := check(c.Compare(c.Self, high))
		if order > 0 {
			return high
		}
	}
	return c.Self
}
