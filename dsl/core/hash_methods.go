package core

import (
	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(dsl.Type{Name: "Primitive", Functions: dsl.Methods{"remove_first": dsl.Fn(1, removeFirst).With(trait.Opaque)}})
	dsl.Register(dsl.Type{Name: "Hash", Includes: []string{"Enumerable"}, Methods: hashMethods, Functions: hashClassMethods})
}

// hashMethods are Hash's own methods; what works on any collection is in
// enumerableMethods.
var hashMethods = dsl.JoinMethods(hashBasicMethods, hashChangeMethods, hashFilterMethods, hashSupportMethods, derived("Hash"))

var hashBasicMethods = dsl.Methods{
	"[]":                             dsl.Fn(1, func(c *dsl.Call) dsl.Value { return hashLookup(c, selfHash(c), c.Arg(0)) }).With(trait.Picks),
	"fetch":                          dsl.FnOpt(1, 2, hashFetch).With(trait.Picks),
	"dig":                            dsl.FnAny(containerDig).With(trait.Picks),
	"keys":                           dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewArrayCopy(selfHash(c).Keys) }),
	"values":                         dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewArrayCopy(selfHash(c).Vals) }),
	"length size":                    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(selfHash(c).Len()) }),
	"count":                          dsl.FnOpt(0, 1, enumCount),
	"any?":                           dsl.FnOpt(0, 1, enumAny),
	"empty? blank?":                  dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(selfHash(c).Len() == 0) }),
	"key? has_key? include? member?": dsl.Fn(1, hashHasKey),
	"value? has_value?":              dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(includes(c, selfHash(c).Vals, c.Arg(0))) }),
	"each each_pair":                 dsl.OrEnumerator(dsl.Fn(0, hashEach(pairOf))).With(trait.Partial),
	"each_key":                       dsl.OrEnumerator(dsl.Fn(0, hashEach(func(_ *dsl.Call, k, _ dsl.Value) dsl.Value { return k }))),
	"each_value":                     dsl.OrEnumerator(dsl.Fn(0, hashEach(func(_ *dsl.Call, _, v dsl.Value) dsl.Value { return v }))).With(trait.Partial),
	"to_a":                           dsl.Fn(0, hashToA).With(trait.AsList),
	"to_h":                           dsl.Fn(0, hashToH).With(trait.Partial),
	"to_hash":                        dsl.Fn(0, hashToHash).With(trait.Partial),
	"== eql?":                        dsl.Fn(1, dsl.ObjectEqual),
	"hash":                           dsl.Fn(0, hashHash),
	"default":                        dsl.FnOpt(0, 1, hashDefault),
	"default_proc":                   dsl.Fn(0, hashDefaultProc),
	"compare_by_identity":            dsl.Fn(0, hashCompareByIdentity).With(trait.ChangesReceiver),
	"compare_by_identity?": dsl.Fn(0, func(c *dsl.Call) dsl.Value {
		return dsl.Bool(selfHash(c).ByIdentity)
	}),
	"deconstruct_keys": dsl.Fn(1, arraySelf),
	"inspect to_s":     dsl.Fn(0, inspectSelf).With(trait.Partial | trait.ShowsParts),
}

var hashClassMethods = dsl.JoinMethods(derived("Hash_class"), dsl.Methods{
	"new":         dsl.FnKw(0, 1, ofType("Hash", hashNew)),
	"try_convert": dsl.Fn(1, tryConvert("Hash", "to_hash")),
})

// selfHash is the receiver of a Hash method.
func selfHash(c *dsl.Call) *dsl.Hash { return c.Self.(*dsl.Hash) }

// changeableHash is the receiver of a method that changes it.
func changeableHash(c *dsl.Call) *dsl.Hash {
	c.MustChange()
	return selfHash(c)
}

// emptyLike is a new hash with h's default that treats keys as h does.
func emptyLike(c *dsl.Call, h *dsl.Hash) *dsl.Hash {
	out := c.EmptyHash(h.Len())
	out.Indifferent, out.ByIdentity = h.Indifferent, h.ByIdentity
	out.Default, out.DefaultProc = h.Default, h.DefaultProc
	return out
}

// emptySame is emptyLike without the default, as the filtering methods give.
func emptySame(c *dsl.Call, h *dsl.Hash) *dsl.Hash {
	out := emptyLike(c, h)
	out.Default, out.DefaultProc = nil, nil
	if h.Indifferent {
		out.Default, out.DefaultProc = h.Default, h.DefaultProc
	}
	return out
}

// A visitPair is done for each pair of a hash; true ends the loop.
type visitPair interface {
	func(k, v dsl.Value) | func(k, v dsl.Value) bool
}

func pairVisitor[F visitPair](f F) func(k, v dsl.Value) bool {
	if f, ok := any(f).(func(k, v dsl.Value) bool); ok {
		return f
	}
	run := any(f).(func(k, v dsl.Value))
	return func(k, v dsl.Value) bool { run(k, v); return false }
}

// eachPair runs f for every pair, until f returns true. Pairs that f deletes are left
// out; a pair that it adds is an error, as in Ruby.
func eachPair[F visitPair](c *dsl.Call, h *dsl.Hash, f F) {
	if !dsl.IsFrozen(h) { // which threads may share
		h.Iterated++
		defer func() { h.Iterated-- }()
	}
	done := pairVisitor(f)
	keys, size := h.Keys, h.Len()
	for i, k := range keys {
		c.Step()
		at := i
		if len(h.Keys) != len(keys) || &h.Keys[0] != &keys[0] {
			steps := 0
			at, steps = h.Index(k)
			c.ChargeSteps(steps)
			if at < 0 {
				continue
			}
		}
		if eachPossible(c, h.Vals[at], func(v dsl.Value) bool { return done(k, v) }) {
			return
		}
		if h.Len() > size {
			panic(c.Exception("RuntimeError", "can't add a new key into hash during iteration"))
		}
		size = h.Len()
	}
}

// hashPut sets a pair within the limits; an indifferent hash converts the
// hashes in the value.
func hashPut(c *dsl.Call, h *dsl.Hash, k, v dsl.Value) {
	if h.Indifferent {
		v = withHashes(c, v, 0, true)
	}
	c.Put(h, k, v)
}

// indifferentKey is how an indifferent hash hands a key to blocks.
func indifferentKey(h *dsl.Hash, k dsl.Value) dsl.Value {
	if y, ok := k.(dsl.Symbol); ok && h.Indifferent {
		return dsl.NewFrozenString(string(y))
	}
	return k
}

func hashNew(c *dsl.Call) dsl.Value {
	h := c.EmptyHash(0)
	for i := range c.Keywords.Len() {
		if k, v := c.Keywords.At(i); k != dsl.Symbol("capacity") {
			text := c.Inspect(k)
			panic(c.Exception("ArgumentError", "unknown keyword: %s", text))
		} else {
			c.IntOf(v)
		}
	}
	if c.Block != nil {
		if len(c.Args) > 0 {
			panic(c.Exception("ArgumentError", "wrong number of arguments (given %d, expected 0)", len(c.Args)))
		}
		h.DefaultProc = c.Keep(c.Block)
		lambdaDefault(c, c.Block)
		return h
	}
	if len(c.Args) > 0 {
		h.Default = c.Args[0]
	}
	return h
}

// lambdaDefault refuses lambdas that can't be called with hash and key.
func lambdaDefault(c *dsl.Call, p *dsl.Proc) {
	if n := p.Arity(); p.Lambda() && n != 2 && (n >= 0 || n < -3) {
		if n < 0 {
			n = -n - 1
		}
		panic(c.Exception("TypeError", "default_proc takes two arguments (2 for %d)", n))
	}
}

// hashLookup is h[key], default included.
func hashLookup(c *dsl.Call, h *dsl.Hash, key dsl.Value) dsl.Value {
	if v, ok := c.Get(h, key); ok {
		return v
	}
	return defaultFor(c, h, key)
}

// defaultFor returns what a hash has for a key that is not there.
func defaultFor(c *dsl.Call, h *dsl.Hash, key dsl.Value) dsl.Value {
	if h.DefaultProc != nil {
		return c.CallProc(h.DefaultProc, h, indifferentKey(h, key))
	}
	if h.Default != nil {
		return h.Default
	}
	return dsl.Nil
}

func hashFetch(c *dsl.Call) dsl.Value {
	if v, ok := c.Get(selfHash(c), c.Arg(0)); ok {
		return v
	}
	return fetchMissing(c, c.Arg(0))
}

// fetchMissing returns the value of a missing key: what the block returns for it, or the second
// argument of fetch.
func fetchMissing(c *dsl.Call, key dsl.Value) dsl.Value {
	if c.Block == nil && len(c.Args) > 1 {
		return c.Args[1]
	}
	key = indifferentKey(selfHash(c), key)
	if c.Block != nil {
		return c.Yield(key)
	}
	text := c.Inspect(key)
	panic(c.KeyError(key, "key not found: %s", text))
}

func hashHasKey(c *dsl.Call) dsl.Value {
	_, ok := c.Get(selfHash(c), c.Arg(0))
	return dsl.Bool(ok)
}

// hashEach is a loop over the pairs, of which part says what the block gets.
func hashEach(part func(c *dsl.Call, k, v dsl.Value) dsl.Value) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		eachPair(c, selfHash(c), func(k, v dsl.Value) { c.Yield(part(c, k, v)) })
		return c.Self
	}
}

// pairOf is what a block gets for a key and its value. One that takes it apart does
// not keep it.
func pairOf(c *dsl.Call, k, v dsl.Value) dsl.Value {
	if p := c.Block; p != nil && p.Params != nil && len(p.Params.List) > 1 {
		return dsl.NewArray(k, v)
	}
	return c.NewArray(k, v)
}

func hashToA(c *dsl.Call) dsl.Value {
	h := selfHash(c)
	out := c.NewArrayCap(h.Len())
	for i := range h.Len() {
		c.Step()
		out.Elems = append(out.Elems, c.NewArray(h.At(i)))
	}
	return out
}

func hashToH(c *dsl.Call) dsl.Value {
	h := selfHash(c)
	if c.Block == nil {
		if !h.Indifferent {
			return h
		}
		return plainHash(c, h)
	}
	out := c.EmptyHash(h.Len())
	note := c.NotingPairs(out)
	eachPair(c, h, func(k, v dsl.Value) {
		got := c.Yield(k, v)
		note()
		setPair(c, out, got, 0)
	})
	return out
}

// plainHash is an ordinary hash with h's pairs and default.
func plainHash(c *dsl.Call, h *dsl.Hash) *dsl.Hash {
	out := c.CloneHash(h)
	out.Indifferent = false
	c.ChargeSteps(out.Reindex())
	return out
}

// hashHash is the same for any order of the pairs.
func hashHash(c *dsl.Call) dsl.Value {
	h := selfHash(c)
	sum := dsl.Int(h.Len())
	for i := range h.Len() {
		c.Step()
		sum ^= c.HashCode(dsl.NewArray(h.At(i)))
	}
	return sum
}

func hashDefault(c *dsl.Call) dsl.Value {
	h := selfHash(c)
	if len(c.Args) == 0 && h.DefaultProc != nil {
		return dsl.Nil
	}
	return defaultFor(c, h, c.Arg(0))
}

func hashDefaultProc(c *dsl.Call) dsl.Value {
	if p := selfHash(c).DefaultProc; p != nil {
		return p
	}
	return dsl.Nil
}

func hashCompareByIdentity(c *dsl.Call) dsl.Value {
	h := changeableHash(c)
	h.ByIdentity = true
	c.ChargeReads(h.Len())
	h.Reindex()
	return h
}
