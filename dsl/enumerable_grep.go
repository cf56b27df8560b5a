package dsl

var enumerableGrepMethods = methodTable{
	"grep":   fn(1, func(c *Call) (Value, error) { return enumGrep(c, true) }).is(sameOrder),
	"grep_v": fn(1, func(c *Call) (Value, error) { return enumGrep(c, false) }).is(sameOrder),
}

// enumGrep collects the elements that the pattern takes (or leaves), or what
// the block makes of them. As in Ruby a regexp's match is in $~ for the block.
func enumGrep(c *Call, want bool) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		takes, err := c.CaseEqual(c.Args[0], v)
		if err != nil || takes != want {
			return err
		}
		if c.Block != nil {
			if v, err = c.Yield(v); err != nil {
				return err
			}
		}
		return appendTo(c, out, v)
	})
}
