package core

import "signalbox/dsl"

// arraySupportMethods are what ActiveSupport adds to Array.
var arraySupportMethods = dsl.Methods{
	"deep_dup": dsl.Fn(0, containerDeepDup).Is(dsl.Partial | dsl.SameOrder),
}

// containerDeepDup copies arrays and hashes all the way down, and the strings
// in them.
func containerDeepDup(c *dsl.Call) dsl.Value { return deepDup(c, c.Self, 0) }

func deepDup(c *dsl.Call, v dsl.Value, depth int) dsl.Value {
	c.Step()
	dsl.Must(c.Nesting(depth))
	switch v := v.(type) {
	case *dsl.String:
		return c.Substring(v.String())
	case *dsl.Array:
		out := c.ListOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			d := deepDup(c, e, depth+1)
			out.Elems = append(out.Elems, d)
		}
		return out
	case *dsl.Object:
		return c.Send(v, "deep_dup")
	case *dsl.Hash:
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
