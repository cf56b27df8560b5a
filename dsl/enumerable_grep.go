package dsl

var enumerableGrepMethods = methodTable{
	"grep":   fn(1, func(c *Call) Value { return enumGrep(c, true) }).is(sameOrder),
	"grep_v": fn(1, func(c *Call) Value { return enumGrep(c, false) }).is(sameOrder),
}

// enumGrep collects the elements that the pattern takes (or leaves), or what
// the block makes of them. As in Ruby a regexp's match is in $~ for the block.
func enumGrep(c *Call, want bool) Value {
	return collected(c, func(out *Array, v Value) {
		takes := c.caseEqual(c.Args[0], v)
		if takes != want {
			return
		}
		if c.Block != nil {
			v = c.yield(v)
		}
		c.push(out, v)
	})
}
