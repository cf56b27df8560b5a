package dsl

// arraySupportMethods are what ActiveSupport adds to Array.
var arraySupportMethods = methodTable{
	"deep_dup": fn(0, containerDeepDup).is(partial | sameOrder),
}

// containerDeepDup copies arrays and hashes all the way down, and the strings
// in them.
func containerDeepDup(c *Call) Value { return deepDup(c, c.Self, 0) }

func deepDup(c *Call, v Value, depth int) Value {
	c.Step()
	nesting(c, depth)
	switch v := v.(type) {
	case *String:
		return c.t.substring(v.s)
	case *Array:
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			d := deepDup(c, e, depth+1)
			out.Elems = append(out.Elems, d)
		}
		return out
	case *Object:
		return c.Send(v, "deep_dup")
	case *Hash:
		out := emptyLike(c, v)
		for i := range v.Len() {
			key, value := v.At(i)
			d := deepDup(c, value, depth+1)
			c.Put(out, key, d)
		}
		return out
	}
	return v
}
