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

func comparableEqual(c *Call) (Value, error) {
	if c.Self == c.arg(0) {
		return True, nil
	}
	v, err := c.Send(c.Self, "<=>", c.arg(0))
	if err != nil {
		return nil, err
	}
	n, ok := v.(Int)
	return Bool(ok && n == 0), nil
}

func comparableBy(holds func(order int) bool) func(*Call) (Value, error) {
	return func(c *Call) (Value, error) {
		order, err := c.Compare(c.Self, c.arg(0))
		if err != nil {
			return nil, err
		}
		return Bool(holds(order)), nil
	}
}

func comparableBetween(c *Call) (Value, error) {
	low, err := c.Compare(c.Self, c.arg(0))
	if err != nil {
		return nil, err
	}
	if low < 0 {
		return False, nil
	}
	high, err := c.Compare(c.Self, c.arg(1))
	if err != nil {
		return nil, err
	}
	return Bool(high <= 0), nil
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

func comparableClamp(c *Call) (Value, error) {
	low, high, err := clampEnds(c)
	if err != nil {
		return nil, err
	}
	if low != Nil {
		order, err := c.Compare(c.Self, low)
		if err != nil {
			return nil, err
		}
		if order < 0 {
			return low, nil
		}
	}
	if high != Nil {
		order, err := c.Compare(c.Self, high)
		if err != nil {
			return nil, err
		}
		if order > 0 {
			return high, nil
		}
	}
	return c.Self, nil
}
