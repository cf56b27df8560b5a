package dsl

// hashKeyMethods are what ActiveSupport adds to Hash about its keys.
var hashKeyMethods = methodTable{
	"symbolize_keys": fn(0, hashSymbolizeKeys).is(partial),
	"to_options":     fn(0, hashSymbolizeKeys),
	"stringify_keys": fn(0, hashStringifyKeys).is(partial),
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

func hashSymbolizeKeys(c *Call) Value { return rekeyed(c, ordinary(c), symbolKey) }

// ordinary is the receiver, made an ordinary hash if it is indifferent: symbol
// keys can't live there.
func ordinary(c *Call) *Hash { return hashToHash(c).(*Hash) }

func hashStringifyKeys(c *Call) Value { return rekeyed(c, selfHash(c), stringKeyOf) }
