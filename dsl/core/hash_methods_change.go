package core

import (
	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

var hashChangeMethods = dsl.Methods{
	"[]= store":       dsl.Fn(2, hashSet).With(trait.ChangesReceiver | trait.Opaque | trait.Partial),
	"delete":          dsl.Fn(1, hashDelete).With(trait.ChangesReceiver | trait.Picks),
	"clear":           dsl.Fn(0, hashClear).With(trait.ChangesReceiver | trait.Partial),
	"replace":         dsl.Fn(1, hashReplace).With(trait.ChangesReceiver | trait.Partial | trait.Adds | trait.Replaces),
	"initialize_copy": dsl.Fn(1, hashReplace).With(trait.ChangesReceiver),
	"merge":           dsl.FnAny(func(c *dsl.Call) dsl.Value { return merged(c, c.CloneHash(selfHash(c))) }).With(trait.Partial | trait.Adds),
	"merge! update":   dsl.FnAny(hashUpdate).With(trait.ChangesReceiver | trait.Partial | trait.Adds),
	"default=":        dsl.Fn(1, hashSetDefault).With(trait.ChangesReceiver),
	"default_proc=":   dsl.Fn(1, hashSetDefaultProc).With(trait.ChangesReceiver),
}

func hashSet(c *dsl.Call) dsl.Value {
	h := changeableHash(c)
	c.StoreUnknown(h, c.Arg(0), c.Arg(1))
	hashPut(c, h, c.Arg(0), c.Arg(1))
	return c.Arg(1)
}

func hashDelete(c *dsl.Call) dsl.Value {
	h := changeableHash(c)
	if v, ok := c.Remove(h, c.Arg(0)); ok {
		return v
	}
	if c.Block != nil {
		return c.Yield(indifferentKey(h, c.Arg(0)))
	}
	return dsl.Nil
}

// removeFirst takes the first pair off the hash that it is given.
func removeFirst(c *dsl.Call) dsl.Value {
	h := c.Args[0].(*dsl.Hash)
	c.Changing(h)
	c.RemoveFirst(h)
	return dsl.Nil
}

func hashClear(c *dsl.Call) dsl.Value {
	h := changeableHash(c)
	h.Clear()
	return h
}

func hashReplace(c *dsl.Call) dsl.Value {
	h := changeableHash(c)
	other := c.Hash(0)
	out := emptyLike(c, h)
	c.ChargeReads(other.Len())
	for i := range other.Len() {
		k, v := other.At(i)
		hashPut(c, out, k, v)
	}
	h.Take(out)
	return h
}

func hashUpdate(c *dsl.Call) dsl.Value { return merged(c, changeableHash(c)) }

// merged adds the pairs of the arguments to h; the block decides about keys that are there
// already.
func merged(c *dsl.Call, h *dsl.Hash) dsl.Value {
	for _, arg := range c.Args {
		other := c.HashOf(arg)
		for i := 0; i < other.Len(); i++ {
			c.Step()
			k, v := other.At(i)
			if c.Block != nil || other.HasGuards {
				v = mergedValue(c, h, k, v)
			}
			hashPut(c, h, k, v)
		}
	}
	return h
}

func mergedValue(c *dsl.Call, h *dsl.Hash, k, v dsl.Value) dsl.Value {
	old, ok := c.Get(h, k)
	if !ok {
		return v
	}
	var decide func(old, v dsl.Value) (dsl.Value, error)
	if c.Block != nil {
		key := indifferentKey(h, k)
		decide = func(old, v dsl.Value) (dsl.Value, error) { return c.TryYield(key, old, v) }
	}
	return dsl.Must(c.MergePair(old, v, decide))
}

func hashSetDefault(c *dsl.Call) dsl.Value {
	h := changeableHash(c)
	h.Default, h.DefaultProc = c.Arg(0), nil
	return c.Arg(0)
}

func hashSetDefaultProc(c *dsl.Call) dsl.Value {
	h := changeableHash(c)
	switch p := c.Arg(0).(type) {
	case dsl.NilValue:
		h.Default, h.DefaultProc = nil, nil
	case *dsl.Proc:
		lambdaDefault(c, p)
		h.Default, h.DefaultProc = nil, p
	default:
		panic(c.Exception("TypeError", "wrong default_proc type %s (expected Proc)", c.Interp().PlainClassOf(p).Name()))
	}
	return c.Arg(0)
}
