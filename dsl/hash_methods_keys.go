package dsl

import (
	"net/url"
	"slices"
	"strings"
)

// hashKeyMethods are what ActiveSupport adds to Hash about its keys.
var hashKeyMethods = methodTable{
	"symbolize_keys":       fn(0, hashSymbolizeKeys).is(partial),
	"to_options":           fn(0, hashSymbolizeKeys),
	"symbolize_keys!":      fn(0, hashRekeyBang(symbolKey)).is(changes),
	"to_options!":          fn(0, hashRekeyBang(symbolKey)).is(changes),
	"stringify_keys":       fn(0, hashStringifyKeys).is(partial),
	"stringify_keys!":      fn(0, hashRekeyBang(stringKeyOf)).is(changes),
	"deep_symbolize_keys":  fn(0, hashDeepSymbolizeKeys).is(partial),
	"deep_symbolize_keys!": fn(0, hashDeepRekeyBang(symbolKey)).is(changes),
	"deep_stringify_keys":  fn(0, hashDeepStringifyKeys),
	"deep_stringify_keys!": fn(0, hashDeepRekeyBang(stringKeyOf)).is(changes),
	"deep_transform_keys":  withBlock(fn(0, hashDeepTransformKeys)).is(looksAtKinds),
	"deep_transform_keys!": withBlock(fn(0, hashDeepRekeyBang(yieldKey))).is(changes),
	"assert_valid_keys":    fnAny(hashAssertValidKeys),
}

// A rekey returns the new key for an old one.
type rekey func(c *Call, k Value) Value

func symbolKey(c *Call, k Value) Value {
	switch k := k.(type) {
	case *String:
		return c.t.symbol(k.s)
	case *Object:
		if c.t.respondTo(k, "to_sym") {
			return c.send(k, "to_sym")
		}
	}
	return k
}

func stringKeyOf(c *Call, k Value) Value {
	if s, ok := k.(*String); ok {
		return s
	}
	return c.t.newString(c.toS(k))
}

func yieldKey(c *Call, k Value) Value { return c.yield(k) }

func hashSymbolizeKeys(c *Call) Value { return rekeyed(c, ordinary(c), symbolKey) }

// ordinary is the receiver, made an ordinary hash if it is indifferent: symbol
// keys can't live there.
func ordinary(c *Call) *Hash { return hashToHash(c).(*Hash) }

func hashStringifyKeys(c *Call) Value { return rekeyed(c, selfHash(c), stringKeyOf) }

func hashRekeyBang(f rekey) func(*Call) Value {
	return func(c *Call) Value {
		h := changeableHash(c)
		if !h.indifferent {
			h.take(rekeyed(c, h, f))
		}
		return h
	}
}

func hashDeepSymbolizeKeys(c *Call) Value { return deepRekey(c, ordinary(c), symbolKey, 0) }
func hashDeepStringifyKeys(c *Call) Value { return deepRekey(c, c.Self, stringKeyOf, 0) }
func hashDeepTransformKeys(c *Call) Value { return deepRekey(c, c.Self, yieldKey, 0) }

func hashDeepRekeyBang(f rekey) func(*Call) Value {
	return func(c *Call) Value {
		h := changeableHash(c)
		h.take(deepRekey(c, h, f, 0).(*Hash))
		return h
	}
}

func deepRekey(c *Call, v Value, f rekey, depth int) Value {
	nesting(c, depth)
	switch v := v.(type) {
	case *Hash:
		out := c.t.newHash(v.Len())
		out.indifferent = v.indifferent
		eachPair(c, v, func(k, e Value) {
			key := f(c, k)
			c.put(out, key, deepRekey(c, e, f, depth+1))
		})
		return out
	case *Array:
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			c.step()
			out.Elems = append(out.Elems, deepRekey(c, e, f, depth+1))
		}
		return out
	}
	return v
}

func hashAssertValidKeys(c *Call) Value {
	list := &Array{}
	changed := false
	flattenInto(c, list, &Array{Elems: c.Args}, -1, nil, &changed)
	assertValidKeys(c, selfHash(c), list.Elems)
	return c.Self
}

func assertValidKeys(c *Call, h *Hash, valid []Value) {
	for i := range h.Len() {
		k, _ := h.At(i)
		known := includes(c, valid, k)
		if known {
			continue
		}
		texts := make([]string, 0, len(valid)+1)
		for _, v := range append([]Value{k}, valid...) {
			text := c.inspect(v)
			texts = append(texts, text)
		}
		panic(c.exception("ArgumentError", "Unknown key: %s. Valid keys are: %s", texts[0], strings.Join(texts[1:], ", ")))
	}
}

// containerToParam is to_param of Array: the elements' joined by slashes.
func containerToParam(c *Call) Value {
	return c.t.newString(paramText(c, c.Self, 0))
}

// paramText is v.to_param.to_s.
func paramText(c *Call, v Value, depth int) string {
	nesting(c, depth)
	switch v := v.(type) {
	case *Array:
		var parts textParts
		for _, e := range v.Elems {
			parts.add(c, paramText(c, e, depth+1))
		}
		return strings.Join(parts.list, "/")
	case *Hash:
		s, _ := query(c, v, "", depth+1)
		return s
	case *Object:
		if c.t.respondTo(v, "to_param") {
			return c.toS(c.send(v, "to_param"))
		}
	}
	return c.toS(v)
}

// containerToQuery is to_query of Array and Hash.
func containerToQuery(c *Call) Value {
	key := ""
	if c.arg(0) != Nil {
		key = c.toS(c.arg(0))
	}
	s, _ := query(c, c.Self, key, 0)
	return c.t.newString(s)
}

// query is v.to_query(key); ok is false for an empty hash or array, which its
// hash leaves out.
func query(c *Call, v Value, key string, depth int) (text string, ok bool) {
	nesting(c, depth)
	c.t.scanned(len(key))
	var parts textParts
	switch v := v.(type) {
	case nilValue:
		return url.QueryEscape(key), true
	case *Hash:
		parts = hashQuery(c, v, key, depth)
		ok = v.Len() > 0
	case *Array:
		if len(v.Elems) == 0 {
			return url.QueryEscape(key + "[]"), false
		}
		ok = true
		for _, e := range v.Elems {
			s, _ := query(c, e, key+"[]", depth+1)
			parts.add(c, s)
		}
	default:
		s := paramText(c, v, depth)
		c.t.scanned(len(s))
		return url.QueryEscape(key) + "=" + url.QueryEscape(s), true
	}
	return strings.Join(parts.list, "&"), ok
}

// textParts are texts to be joined, which together are no longer than one may be.
type textParts struct {
	list []string
	size int
}

func (p *textParts) add(c *Call, s string) {
	c.step()
	p.list = append(p.list, s)
	p.size += len(s) + 1
	c.t.scanned(len(s))
	c.textSize(p.size)
}

func hashQuery(c *Call, h *Hash, key string, depth int) textParts {
	var parts textParts
	for i := range h.Len() {
		k, v := h.At(i)
		name := paramText(c, k, depth)
		if key != "" {
			name = key + "[" + name + "]"
		}
		if s, ok := query(c, v, name, depth+1); ok {
			parts.add(c, s)
		}
	}
	if !strings.Contains(key, "[]") {
		slices.Sort(parts.list)
	}
	return parts
}
