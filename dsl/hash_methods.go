package dsl

func init() {
	Register(Type{Name: "Hash", Includes: []string{"Enumerable"}, Methods: hashMethods, Functions: hashClassMethods})
}

// hashMethods are Hash's own methods; what works on any collection is in
// enumerableMethods.
var hashMethods = with(hashBasicMethods, hashChangeMethods, hashFilterMethods, hashSupportMethods, hashKeyMethods, derived("Hash"))

var hashBasicMethods = methodTable{
	"[]":                  fn(1, hashGet).is(picks),
	"fetch":               fnOpt(1, 2, hashFetch).is(picks),
	"dig":                 fnAny(containerDig).is(picks),
	"keys":                fn(0, hashKeys),
	"values":              fn(0, hashValues),
	"length":              fn(0, hashLength),
	"size":                fn(0, hashLength),
	"count":               fnOpt(0, 1, enumCount),
	"any?":                fnOpt(0, 1, enumAny),
	"empty?":              fn(0, hashEmpty),
	"blank?":              fn(0, hashEmpty),
	"key?":                fn(1, hashHasKey),
	"has_key?":            fn(1, hashHasKey),
	"include?":            fn(1, hashHasKey),
	"member?":             fn(1, hashHasKey),
	"value?":              fn(1, hashHasValue),
	"has_value?":          fn(1, hashHasValue),
	"each":                withBlock(fn(0, hashEach)).is(partial),
	"each_pair":           withBlock(fn(0, hashEach)).is(partial),
	"each_key":            withBlock(fn(0, hashEachKey)),
	"each_value":          withBlock(fn(0, hashEachValue)).is(partial),
	"to_a":                fn(0, hashToA).is(asList),
	"to_h":                fn(0, hashToH).is(partial),
	"to_hash":             fn(0, hashToHash).is(partial),
	"==":                  fn(1, objectEqual),
	"eql?":                fn(1, objectEqual),
	"hash":                fn(0, hashHash),
	"default":             fnOpt(0, 1, hashDefault),
	"default_proc":        fn(0, hashDefaultProc),
	"compare_by_identity": fn(0, hashCompareByIdentity).is(changes),
	"compare_by_identity?": fn(0, func(c *Call) Value {
		return Bool(selfHash(c).byIdentity)
	}),
	"deconstruct_keys": fn(1, arraySelf),
	"inspect":          fn(0, inspectSelf).is(partial | showsParts),
	"to_s":             fn(0, inspectSelf).is(partial | showsParts),
}

var hashClassMethods = with(derived("Hash_class"), methodTable{
	"new":         fnKw(0, 1, hashNew),
	"try_convert": fn(1, hashTryConvert),
})

// selfHash is the receiver of a Hash method.
func selfHash(c *Call) *Hash {
	if h, ok := c.Self.(*Hash); ok {
		return h
	}
	return NewHash(0)
}

// changeableHash is the receiver of a method that changes it.
func changeableHash(c *Call) *Hash {
	h := selfHash(c)
	if h.frozen {
		panic(frozenError(c, c.Interp().plainClassOf(h).Name(), h))
	}
	return h
}

// emptyLike is a new hash with h's default that treats keys as h does.
func emptyLike(c *Call, h *Hash) *Hash {
	out := c.t.newHash(h.Len())
	out.indifferent, out.byIdentity = h.indifferent, h.byIdentity
	out.Default, out.DefaultProc = h.Default, h.DefaultProc
	return out
}

// emptySame is emptyLike without the default, as the filtering methods give.
func emptySame(c *Call, h *Hash) *Hash {
	out := emptyLike(c, h)
	out.Default, out.DefaultProc = nil, nil
	if h.indifferent {
		out.Default, out.DefaultProc = h.Default, h.DefaultProc
	}
	return out
}

// A visitPair is done for each pair of a hash; true ends the loop.
type visitPair interface {
	func(k, v Value) | func(k, v Value) bool
}

func pairVisitor[F visitPair](f F) func(k, v Value) bool {
	if f, ok := any(f).(func(k, v Value) bool); ok {
		return f
	}
	run := any(f).(func(k, v Value))
	return func(k, v Value) bool { run(k, v); return false }
}

// eachPair runs f for every pair, until f returns true. Pairs that f deletes are left
// out; a pair that it adds is an error, as in Ruby.
func eachPair[F visitPair](c *Call, h *Hash, f F) {
	if !h.frozen { // which threads may share
		h.iterated++
		defer func() { h.iterated-- }()
	}
	done := pairVisitor(f)
	keys, size := h.keys, h.Len()
	for i, k := range keys {
		c.Step()
		at := i
		if len(h.keys) != len(keys) || &h.keys[0] != &keys[0] {
			steps := 0
			at, steps = h.find(k)
			c.t.used.steps += steps
			if at < 0 {
				continue
			}
		}
		if c.element(h.vals[at], func(v Value) bool { return done(k, v) }) {
			return
		}
		if h.Len() > size {
			panic(c.exception("RuntimeError", "can't add a new key into hash during iteration"))
		}
		size = h.Len()
	}
}

// hashPut sets a pair within the limits; an indifferent hash converts the
// hashes in the value.
func hashPut(c *Call, h *Hash, k, v Value) {
	if h.indifferent {
		v = indifferentValue(c, v, 0)
	}
	c.Put(h, k, v)
}

// indifferentKey is how an indifferent hash hands a key to blocks.
func indifferentKey(h *Hash, k Value) Value {
	if y, ok := k.(Symbol); ok && h.indifferent {
		return &String{s: string(y), frozen: true}
	}
	return k
}

func hashNew(c *Call) Value {
	h := c.t.newHash(0)
	for i := range c.Keywords.Len() {
		if k, v := c.Keywords.At(i); k != Symbol("capacity") {
			text := c.Inspect(k)
			panic(c.exception("ArgumentError", "unknown keyword: %s", text))
		} else {
			toInt(c, v)
		}
	}
	if c.Block != nil {
		if len(c.Args) > 0 {
			panic(c.exception("ArgumentError", "wrong number of arguments (given %d, expected 0)", len(c.Args)))
		}
		h.DefaultProc = c.t.keep(c.Block)
		lambdaDefault(c, c.Block)
		return h
	}
	if len(c.Args) > 0 {
		h.Default = c.Args[0]
	}
	return h
}

// lambdaDefault refuses lambdas that can't be called with hash and key.
func lambdaDefault(c *Call, p *Proc) {
	if n := p.Arity(); p.Lambda() && n != 2 && (n >= 0 || n < -3) {
		if n < 0 {
			n = -n - 1
		}
		panic(c.exception("TypeError", "default_proc takes two arguments (2 for %d)", n))
	}
}

func hashTryConvert(c *Call) Value {
	var h Value = Nil
	if err := raisedBy(func() { h = c.hash(0) }); err != nil {
		return Nil
	}
	return h
}

// hashLookup is h[key], default included.
func hashLookup(c *Call, h *Hash, key Value) Value {
	if v, ok := c.t.get(h, key); ok {
		return v
	}
	if h.DefaultProc != nil {
		return c.CallProc(h.DefaultProc, h, indifferentKey(h, key))
	}
	if h.Default != nil {
		return h.Default
	}
	return Nil
}

func hashGet(c *Call) Value { return hashLookup(c, selfHash(c), c.arg(0)) }

func hashFetch(c *Call) Value {
	if v, ok := c.t.get(selfHash(c), c.arg(0)); ok {
		return v
	}
	if c.Block == nil && len(c.Args) > 1 {
		return c.Args[1]
	}
	return fetchMissing(c, c.arg(0))
}

// fetchMissing asks the block for the value of a missing key.
func fetchMissing(c *Call, key Value) Value {
	key = indifferentKey(selfHash(c), key)
	if c.Block != nil {
		return c.Yield(key)
	}
	text := c.Inspect(key)
	panic(c.keyError(key, "key not found: %s", text))
}

func hashKeys(c *Call) Value {
	return c.t.copyOf(selfHash(c).keys)
}

func hashValues(c *Call) Value {
	return c.t.copyOf(selfHash(c).vals)
}

func hashLength(c *Call) Value { return Int(selfHash(c).Len()) }
func hashEmpty(c *Call) Value  { return Bool(selfHash(c).Len() == 0) }
func hashHasKey(c *Call) Value {
	_, ok := c.t.get(selfHash(c), c.arg(0))
	return Bool(ok)
}

func hashHasValue(c *Call) Value {
	return Bool(includes(c, selfHash(c).vals, c.arg(0)))
}

func hashEach(c *Call) Value {
	eachPair(c, selfHash(c), func(k, v Value) {
		c.Yield(c.pair(k, v))
	})
	return c.Self
}

// pair is what a block gets for a key and its value. One that takes it apart does
// not keep it.
func (c *Call) pair(k, v Value) *Array {
	if p := c.Block; p != nil && p.params != nil && len(p.params.List) > 1 {
		return NewArray(k, v)
	}
	return c.t.newArray(k, v)
}

func hashEachKey(c *Call) Value {
	eachPair(c, selfHash(c), func(k, _ Value) {
		c.Yield(k)
	})
	return c.Self
}

func hashEachValue(c *Call) Value {
	eachPair(c, selfHash(c), func(_, v Value) {
		c.Yield(v)
	})
	return c.Self
}

func hashToA(c *Call) Value {
	h := selfHash(c)
	out := c.t.listOfRoom(h.Len())
	for i := range h.Len() {
		c.Step()
		out.Elems = append(out.Elems, c.t.newArray(h.At(i)))
	}
	return out
}

func hashToH(c *Call) Value {
	h := selfHash(c)
	if c.Block == nil {
		if !h.indifferent {
			return h
		}
		return plainHash(c, h)
	}
	out := c.t.newHash(h.Len())
	note := c.t.notingIn(hashCell{out})
	eachPair(c, h, func(k, v Value) {
		got := c.Yield(k, v)
		note()
		hashBlockPair(c, out, got)
	})
	return out
}

// hashBlockPair puts what to_h's block gave into out.
func hashBlockPair(c *Call, out *Hash, v Value) {
	pair, ok := v.(*Array)
	if !ok {
		panic(c.exception("TypeError", "wrong element type %s (expected array)", c.Interp().plainClassOf(v).Name()))
	}
	if len(pair.Elems) != 2 {
		panic(c.exception("ArgumentError", "element has wrong array length (expected 2, was %d)", len(pair.Elems)))
	}
	c.Put(out, pair.Elems[0], pair.Elems[1])
}

// plainHash is an ordinary hash with h's pairs and default.
func plainHash(c *Call, h *Hash) *Hash {
	out := c.t.cloneHash(h)
	out.indifferent = false
	c.t.used.steps += out.reindex()
	return out
}

// hashHash is the same for any order of the pairs.
func hashHash(c *Call) Value {
	h := selfHash(c)
	sum := Int(h.Len())
	for i := range h.Len() {
		c.Step()
		sum ^= keyHash(c.key(NewArray(h.At(i))))
	}
	return sum
}

func hashDefault(c *Call) Value {
	h := selfHash(c)
	if len(c.Args) > 0 && h.DefaultProc != nil {
		return c.CallProc(h.DefaultProc, h, indifferentKey(h, c.Args[0]))
	}
	if h.Default == nil {
		return Nil
	}
	return h.Default
}

func hashDefaultProc(c *Call) Value {
	if p := selfHash(c).DefaultProc; p != nil {
		return p
	}
	return Nil
}

func hashCompareByIdentity(c *Call) Value {
	h := changeableHash(c)
	h.byIdentity = true
	c.t.looked(h.Len())
	h.reindex()
	return h
}
