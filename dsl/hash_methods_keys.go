package dsl

// hashKeyMethods are what ActiveSupport adds to Hash about its keys.
var hashKeyMethods = methodTable{
	"symbolize_keys":      fn(0, hashSymbolizeKeys).is(partial),
	"to_options":          fn(0, hashSymbolizeKeys),
	"stringify_keys":      fn(0, hashStringifyKeys).is(partial),
	"deep_symbolize_keys": fn(0, hashDeepSymbolizeKeys).is(partial),
	"deep_stringify_keys": fn(0, hashDeepStringifyKeys),
	"deep_transform_keys": fn(0, hashDeepTransformKeys).is(looksAtKinds),
}

// A rekey returns the new key for an old one.
type rekey func(c *Call, k Value) Value

func symbolKey(c *Call, k Value) Value {
	switch k := k.(type) {
	case *String:
		return c.t.symbol(k.s)
	case *Object:
		if c.t.respondTo(k, "to_sym") {
			return c.Send(k, "to_sym")
		}
	}
	return k
}

func stringKeyOf(c *Call, k Value) Value {
	if s, ok := k.(*String); ok {
		return s
	}
	return c.t.newString(c.ToS(k))
}

func yieldKey(c *Call, k Value) Value { return c.Yield(k) }

func hashSymbolizeKeys(c *Call) Value { return rekeyed(c, ordinary(c), symbolKey) }

// ordinary is the receiver, made an ordinary hash if it is indifferent: symbol
// keys can't live there.
func ordinary(c *Call) *Hash { return hashToHash(c).(*Hash) }

func hashStringifyKeys(c *Call) Value { return rekeyed(c, selfHash(c), stringKeyOf) }

func hashDeepSymbolizeKeys(c *Call) Value { return deepRekey(c, ordinary(c), symbolKey, 0) }
func hashDeepStringifyKeys(c *Call) Value { return deepRekey(c, c.Self, stringKeyOf, 0) }
func hashDeepTransformKeys(c *Call) Value { return deepRekey(c, c.Self, yieldKey, 0) }

func deepRekey(c *Call, v Value, f rekey, depth int) Value {
	nesting(c, depth)
	switch v := v.(type) {
	case *Hash:
		out := c.t.newHash(v.Len())
		out.indifferent = v.indifferent
		eachPair(c, v, func(k, e Value) {
			key := f(c, k)
			c.Put(out, key, deepRekey(c, e, f, depth+1))
		})
		return out
	case *Array:
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			c.Step()
			out.Elems = append(out.Elems, deepRekey(c, e, f, depth+1))
		}
		return out
	}
	return v
}
