package dsl

var hashChangeMethods = methodTable{
	"[]=":             fn(2, hashSet).is(changes | opaque | partial),
	"store":           fn(2, hashSet).is(changes | opaque | partial),
	"delete":          fn(1, hashDelete).is(changes | picks),
	"clear":           fn(0, hashClear).is(changes | partial),
	"replace":         fn(1, hashReplace).is(changes | partial | adds | replaces),
	"initialize_copy": fn(1, hashReplace).is(changes),
	"merge":           fnAny(hashMerge).is(partial | adds),
	"merge!":          fnAny(hashUpdate).is(changes | partial | adds),
	"update":          fnAny(hashUpdate).is(changes | partial | adds),
	"default=":        fn(1, hashSetDefault).is(changes),
	"default_proc=":   fn(1, hashSetDefaultProc).is(changes),
}

func hashSet(c *Call) Value {
	h := changeableHash(c)
	c.t.mayReplace(h, c.Arg(0), c.Arg(1))
	hashPut(c, h, c.Arg(0), c.Arg(1))
	return c.Arg(1)
}

func hashDelete(c *Call) Value {
	h := changeableHash(c)
	if v, ok := c.t.remove(h, c.Arg(0)); ok {
		return v
	}
	if c.Block != nil {
		return c.Yield(indifferentKey(h, c.Arg(0)))
	}
	return Nil
}

func hashClear(c *Call) Value {
	h := changeableHash(c)
	h.clear()
	return h
}

func hashReplace(c *Call) Value {
	h := changeableHash(c)
	other := c.Hash(0)
	out := emptyLike(c, h)
	c.t.looked(other.Len())
	for i := range other.Len() {
		k, v := other.At(i)
		hashPut(c, out, k, v)
	}
	h.take(out)
	return h
}

func hashMerge(c *Call) Value {
	out := c.t.cloneHash(selfHash(c))
	mergeInto(c, out)
	return out
}

func hashUpdate(c *Call) Value {
	h := changeableHash(c)
	mergeInto(c, h)
	return h
}

// mergeInto adds the pairs of the arguments to h; the block decides about keys
// that are there already.
func mergeInto(c *Call, h *Hash) {
	for _, arg := range c.Args {
		other := c.HashOf(arg)
		var decide func(k, old, v Value) Value
		if c.Block != nil {
			decide = func(k, old, v Value) Value { return c.Yield(k, old, v) }
		}
		mergePairs(c, h, other, decide)
	}
}

func mergePairs(c *Call, h, other *Hash, decide func(k, old, v Value) Value) {
	for i := 0; i < other.Len(); i++ {
		c.Step()
		k, v := other.At(i)
		if decide == nil && !other.hasGuards {
			hashPut(c, h, k, v)
			continue
		}
		if old, ok := c.t.get(h, k); ok {
			key := indifferentKey(h, k)
			var over func(old, v Value) (Value, error)
			if decide != nil {
				over = func(old, v Value) (_ Value, err error) {
					defer contain(&err)
					return decide(key, old, v), nil
				}
			}
			v = Check(c.t.overPair(old, v, over))
		}
		hashPut(c, h, k, v)
	}
}

func hashSetDefault(c *Call) Value {
	h := changeableHash(c)
	h.Default, h.DefaultProc = c.Arg(0), nil
	return c.Arg(0)
}

func hashSetDefaultProc(c *Call) Value {
	h := changeableHash(c)
	switch p := c.Arg(0).(type) {
	case nilValue:
		h.Default, h.DefaultProc = nil, nil
	case *Proc:
		lambdaDefault(c, p)
		h.Default, h.DefaultProc = nil, p
	default:
		panic(c.Exception("TypeError", "wrong default_proc type %s (expected Proc)", c.Interp().plainClassOf(p).Name()))
	}
	return c.Arg(0)
}
