package dsl

var hashChangeMethods = methodTable{
	"[]=":             fn(2, hashSet).is(changes | opaque | partial),
	"store":           fn(2, hashSet).is(changes | opaque | partial),
	"delete":          fn(1, hashDelete).is(changes),
	"delete_if":       withBlock(fn(0, hashDeleteIf)).is(changes),
	"reject!":         withBlock(fn(0, hashRejectBang)).is(changes),
	"keep_if":         withBlock(fn(0, hashKeepIf)).is(changes),
	"select!":         withBlock(fn(0, hashSelectBang)).is(changes),
	"filter!":         withBlock(fn(0, hashSelectBang)).is(changes),
	"clear":           fn(0, hashClear).is(changes | partial),
	"replace":         fn(1, hashReplace).is(changes | partial | adds | replaces),
	"initialize_copy": fn(1, hashReplace).is(changes),
	"shift":           fn(0, hashShift).is(changes),
	"merge":           fnAny(hashMerge).is(partial | adds),
	"merge!":          fnAny(hashUpdate).is(changes | partial | adds),
	"update":          fnAny(hashUpdate).is(changes | partial | adds),
	"default=":        fn(1, hashSetDefault).is(changes),
	"default_proc=":   fn(1, hashSetDefaultProc).is(changes),
	"rehash":          fn(0, hashRehash).is(changes),
	"compact!":        fn(0, hashCompactBang).is(changes | looksAtKinds),
}

func hashSet(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	c.t.mayReplace(h, c.arg(0), c.arg(1))
	return c.arg(1), hashPut(c, h, c.arg(0), c.arg(1))
}

func hashDelete(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	if v, ok := c.t.remove(h, c.arg(0)); ok {
		return v, nil
	}
	if c.Block != nil {
		return c.Yield(indifferentKey(h, c.arg(0)))
	}
	return Nil, nil
}

func hashDeleteIf(c *Call) (Value, error)   { return keepPairs(c, false, c.Self) }
func hashRejectBang(c *Call) (Value, error) { return keepPairs(c, false, Nil) }
func hashKeepIf(c *Call) (Value, error)     { return keepPairs(c, true, c.Self) }
func hashSelectBang(c *Call) (Value, error) { return keepPairs(c, true, Nil) }

// keepPairs deletes the pairs the block doesn't want; unchanged is the result
// when nothing went.
func keepPairs(c *Call, keep bool, unchanged Value) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	out := emptyLike(c, h)
	asked := 0
	err = eachPair(c, h, func(k, v Value) error {
		yes, err := truth(c, k, v)
		if err != nil {
			return err
		}
		asked++
		if yes == keep {
			return c.t.put(out, k, v)
		}
		return nil
	})
	if err != nil {
		// What the block was asked about goes, the rest stays.
		for i := asked; i < h.Len(); i++ {
			out.Set(h.At(i))
		}
	}
	changed := out.Len() != h.Len()
	if changed {
		replacePairs(c, h, out)
	}
	switch {
	case err != nil:
		return nil, err
	case changed:
		return h, nil
	}
	return unchanged, nil
}

func hashClear(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	h.clear()
	return h, nil
}

func hashReplace(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	other, err := toHash(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	out := emptyLike(c, h)
	c.t.looked(other.Len())
	for i := range other.Len() {
		k, v := other.At(i)
		if err := hashPut(c, out, k, v); err != nil {
			return nil, err
		}
	}
	h.take(out)
	return h, nil
}

// replacePairs gives the receiver the pairs of another hash, unless only the
// application knows which: then it keeps those that it has, see Thread.unsure.
func replacePairs(c *Call, h, with *Hash) {
	if c.t.asked == nil {
		h.take(with)
	}
}

func hashShift(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil || h.Len() == 0 {
		return Nil, err
	}
	k, v := h.At(0)
	c.t.remove(h, k)
	return c.t.newArray(k, v), nil
}

func hashMerge(c *Call) (Value, error) {
	out := c.t.cloneHash(selfHash(c))
	return out, mergeInto(c, out)
}

func hashUpdate(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	return h, mergeInto(c, h)
}

// mergeInto adds the pairs of the arguments to h; the block decides about keys
// that are there already.
func mergeInto(c *Call, h *Hash) error {
	for _, arg := range c.Args {
		other, err := toHash(c, arg)
		if err != nil {
			return err
		}
		var decide func(k, old, v Value) (Value, error)
		if c.Block != nil {
			decide = func(k, old, v Value) (Value, error) { return c.Yield(k, old, v) }
		}
		if err := mergePairs(c, h, other, decide); err != nil {
			return err
		}
	}
	return nil
}

func mergePairs(c *Call, h, other *Hash, decide func(k, old, v Value) (Value, error)) error {
	for i := 0; i < other.Len(); i++ {
		if err := c.Step(); err != nil {
			return err
		}
		k, v := other.At(i)
		if decide == nil && !other.open {
			if err := hashPut(c, h, k, v); err != nil {
				return err
			}
			continue
		}
		if old, ok := c.t.get(h, k); ok {
			key := indifferentKey(h, k)
			var over func(old, v Value) (Value, error)
			if decide != nil {
				over = func(old, v Value) (Value, error) { return decide(key, old, v) }
			}
			var err error
			if v, err = c.t.overPair(old, v, over); err != nil {
				return err
			}
		}
		if err := hashPut(c, h, k, v); err != nil {
			return err
		}
	}
	return nil
}

// overPair is the value of a key that both of two merged hashes have: the second's, or
// what decide makes of both. Where only conditions tell whether a pair is there, that of
// the other hash holds without it.
func (t *Thread) overPair(old, v Value, decide func(old, v Value) (Value, error)) (Value, error) {
	if when, there, ok := possiblePair(v); ok {
		if decide != nil {
			return t.fork(when, func() (Value, error) { return t.overPair(old, there, decide) }, func() (Value, error) { return old, nil })
		}
		if _, _, ok := possiblePair(old); ok {
			return t.newChoice(when, there, old), nil
		}
		return t.choose(when, there, old), nil
	}
	if decide == nil {
		return v, nil
	}
	if when, there, ok := possiblePair(old); ok {
		return t.fork(when, func() (Value, error) { return decide(there, v) }, func() (Value, error) { return v, nil })
	}
	return decide(old, v)
}

// possiblePair is [Unknown.Possible] of a value that a key may have.
func possiblePair(v Value) (when *Unknown, there Value, ok bool) {
	u, isUnknown := v.(*Unknown)
	if !isUnknown || u.Splat() {
		return nil, nil, false
	}
	return u.Possible()
}

func hashSetDefault(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	h.Default, h.DefaultProc = c.arg(0), nil
	return c.arg(0), nil
}

func hashSetDefaultProc(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	switch p := c.arg(0).(type) {
	case nilValue:
		h.Default, h.DefaultProc = nil, nil
	case *Proc:
		if err := lambdaDefault(c, p); err != nil {
			return nil, err
		}
		h.Default, h.DefaultProc = nil, p
	default:
		return nil, c.Errorf("TypeError", "wrong default_proc type %s (expected Proc)", c.Interp().plainClassOf(p).Name())
	}
	return c.arg(0), nil
}

func hashRehash(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	out := emptyLike(c, h)
	c.t.looked(h.Len())
	for i := range h.Len() {
		k, v := h.At(i)
		if _, ok := c.t.get(out, k); ok {
			continue
		}
		if err := c.t.put(out, k, v); err != nil {
			return nil, err
		}
	}
	h.take(out)
	return h, nil
}

func hashCompactBang(c *Call) (Value, error) {
	h, err := changeableHash(c)
	if err != nil {
		return nil, err
	}
	out, err := compacted(c, h)
	if err != nil || out.Len() == h.Len() {
		return Nil, err
	}
	h.take(out)
	return h, nil
}
