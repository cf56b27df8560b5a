package dsl

// hashSupportMethods are what ActiveSupport adds to Hash, except for its keys.
var hashSupportMethods = methodTable{
	"deep_dup":                        fn(0, containerDeepDup).is(partial),
	"with_indifferent_access":         fn(0, hashWithIndifferentAccess).is(partial),
	"nested_under_indifferent_access": fn(0, hashWithIndifferentAccess),
}

func hashWithIndifferentAccess(c *Call) Value {
	h := selfHash(c)
	if h.indifferent && c.Name == "nested_under_indifferent_access" {
		return h
	}
	return indifferentCopy(c, h, 0)
}

// indifferentCopy is an indifferent hash with h's pairs; the hashes in it
// become indifferent as well.
func indifferentCopy(c *Call, h *Hash, depth int) *Hash {
	nesting(c, depth)
	out := c.t.newHash(h.Len())
	out.indifferent = true
	out.Default, out.DefaultProc = h.Default, h.DefaultProc
	for i := range h.Len() {
		c.Step()
		k, v := h.At(i)
		c.Put(out, k, indifferentValue(c, v, depth+1))
	}
	return out
}

func indifferentValue(c *Call, v Value, depth int) Value {
	switch v := v.(type) {
	case *Hash:
		if v.indifferent {
			return v
		}
		return indifferentCopy(c, v, depth)
	case *Array:
		nesting(c, depth)
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			c.Step()
			got := indifferentValue(c, e, depth+1)
			out.Elems = append(out.Elems, got)
		}
		return out
	}
	return v
}

// hashToHash gives an ordinary hash, all the way down.
func hashToHash(c *Call) Value {
	h := selfHash(c)
	if !h.indifferent {
		return h
	}
	return plainValue(c, h, 0)
}

func plainValue(c *Call, v Value, depth int) Value {
	nesting(c, depth)
	switch v := v.(type) {
	case *Hash:
		if !v.indifferent {
			return v
		}
		out := plainHash(c, v)
		for i, e := range out.vals {
			c.Step()
			got := plainValue(c, e, depth+1)
			out.vals[i] = got
		}
		return out
	case *Array:
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			c.Step()
			got := plainValue(c, e, depth+1)
			out.Elems = append(out.Elems, got)
		}
		return out
	}
	return v
}
