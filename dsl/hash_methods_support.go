package dsl

// hashSupportMethods are what ActiveSupport adds to Hash, except for its keys.
var hashSupportMethods = methodTable{
	"deep_merge":                      fn(1, hashDeepMerge).is(partial | adds),
	"deep_merge?":                     fn(1, hashDeepMergeable),
	"deep_transform_values":           withBlock(fn(0, hashDeepTransformValues)),
	"deep_dup":                        fn(0, containerDeepDup).is(partial),
	"with_indifferent_access":         fn(0, hashWithIndifferentAccess).is(partial),
	"nested_under_indifferent_access": fn(0, hashWithIndifferentAccess),
	"extractable_options?":            fn(0, func(*Call) Value { return True }),
}

func hashDeepMergeable(c *Call) Value {
	_, ok := c.arg(0).(*Hash)
	return Bool(ok)
}

func hashDeepMerge(c *Call) Value {
	out := c.t.cloneHash(selfHash(c))
	deepMergeInto(c, out, c.hash(0), 0)
	return out
}

// deepMergeInto merges other into h; hashes on both sides are merged in turn, the
// block decides about other values.
func deepMergeInto(c *Call, h, other *Hash, depth int) {
	nesting(c, depth)
	mergePairs(c, h, other, func(k, old, v Value) Value {
		a, isHash := old.(*Hash)
		b, both := v.(*Hash)
		switch {
		case isHash && both:
			out := c.t.cloneHash(a)
			deepMergeInto(c, out, b, depth+1)
			return out
		case c.Block != nil:
			return c.Yield(k, old, v)
		}
		return v
	})
}

func hashDeepTransformValues(c *Call) Value {
	return deepTransformValues(c, c.Self, 0)
}

func deepTransformValues(c *Call, v Value, depth int) Value {
	nesting(c, depth)
	switch v := v.(type) {
	case *Hash:
		out := emptySame(c, v)
		eachPair(c, v, func(k, e Value) { c.Put(out, k, deepTransformValues(c, e, depth+1)) })
		return out
	case *Array:
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			out.Elems = append(out.Elems, deepTransformValues(c, e, depth+1))
		}
		return out
	}
	return c.Yield(v)
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
