package core

import "signalbox/dsl"

// hashKeyMethods are what ActiveSupport adds to Hash about its keys.
var hashKeyMethods = dsl.Methods{
	"symbolize_keys": dsl.Fn(0, hashSymbolizeKeys).Is(dsl.Partial),
	"to_options":     dsl.Fn(0, hashSymbolizeKeys),
	"stringify_keys": dsl.Fn(0, hashStringifyKeys).Is(dsl.Partial),
}

// A rekey returns the new key for an old one.
type rekey func(c *dsl.Call, k dsl.Value) dsl.Value

func symbolKey(c *dsl.Call, k dsl.Value) dsl.Value {
	switch k := k.(type) {
	case *dsl.String:
		return c.Symbol(k.String())
	case *dsl.Object:
		if c.RespondTo(k, "to_sym") {
			return c.Send(k, "to_sym")
		}
	}
	return k
}

func stringKeyOf(c *dsl.Call, k dsl.Value) dsl.Value {
	if s, ok := k.(*dsl.String); ok {
		return s
	}
	return c.NewString(c.ToS(k))
}

func hashSymbolizeKeys(c *dsl.Call) dsl.Value { return rekeyed(c, ordinary(c), symbolKey) }

// ordinary is the receiver, made an ordinary hash if it is indifferent: symbol
// keys can't live there.
func ordinary(c *dsl.Call) *dsl.Hash { return hashToHash(c).(*dsl.Hash) }

func hashStringifyKeys(c *dsl.Call) dsl.Value { return rekeyed(c, selfHash(c), stringKeyOf) }
