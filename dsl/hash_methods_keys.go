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

// A rekey gives the new key for an old one.
type rekey func(c *Call, k Value) (Value, error)

func symbolKey(c *Call, k Value) (Value, error) {
	switch k := k.(type) {
	case *String:
		return c.t.symbol(k.s), nil
	case *Object:
		if c.t.respondTo(k, "to_sym") {
			return c.Send(k, "to_sym")
		}
	}
	return k, nil
}

func stringKeyOf(c *Call, k Value) (Value, error) {
	if s, ok := k.(*String); ok {
		return s, nil
	}
	s, err := c.ToS(k)
	return c.t.newString(s), err
}

func yieldKey(c *Call, k Value) (Value, error) { return c.Yield(k) }

func hashSymbolizeKeys(c *Call) (Value, error) {
	h, err := ordinary(c)
	if err != nil {
		return nil, err
	}
	return rekeyed(c, h, func(k Value) (Value, error) { return symbolKey(c, k) })
}

// ordinary is the receiver, made an ordinary hash if it is indifferent: symbol
// keys can't live there.
func ordinary(c *Call) (*Hash, error) {
	v, err := hashToHash(c)
	if err != nil {
		return nil, err
	}
	return v.(*Hash), nil
}

func hashStringifyKeys(c *Call) (Value, error) {
	return rekeyed(c, selfHash(c), func(k Value) (Value, error) { return stringKeyOf(c, k) })
}

func hashRekeyBang(f rekey) func(*Call) (Value, error) {
	return func(c *Call) (Value, error) {
		h, err := changeableHash(c)
		if err != nil || h.indifferent {
			return h, err
		}
		out, err := rekeyed(c, h, func(k Value) (Value, error) { return f(c, k) })
		if err != nil {
			return nil, err
		}
		h.take(out)
		return h, nil
	}
}

func hashDeepSymbolizeKeys(c *Call) (Value, error) {
	h, err := ordinary(c)
	if err != nil {
		return nil, err
	}
	return deepRekey(c, h, symbolKey, 0)
}

func hashDeepStringifyKeys(c *Call) (Value, error) {
	return deepRekey(c, c.Self, stringKeyOf, 0)
}

func hashDeepTransformKeys(c *Call) (Value, error) {
	return deepRekey(c, c.Self, yieldKey, 0)
}

func hashDeepRekeyBang(f rekey) func(*Call) (Value, error) {
	return func(c *Call) (Value, error) {
		h, err := changeableHash(c)
		if err != nil {
			return nil, err
		}
		v, err := deepRekey(c, h, f, 0)
		if err != nil {
			return nil, err
		}
		out := v.(*Hash)
		h.take(out)
		return h, nil
	}
}

func deepRekey(c *Call, v Value, f rekey, depth int) (Value, error) {
	if err := nesting(c, depth); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *Hash:
		out := c.t.newHash(v.Len())
		out.indifferent = v.indifferent
		return out, eachPair(c, v, func(k, e Value) error {
			key, err := f(c, k)
			if err != nil {
				return err
			}
			if e, err = deepRekey(c, e, f, depth+1); err == nil {
				err = c.t.put(out, key, e)
			}
			return err
		})
	case *Array:
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			if err := c.Step(); err != nil {
				return nil, err
			}
			got, err := deepRekey(c, e, f, depth+1)
			if err != nil {
				return nil, err
			}
			out.Elems = append(out.Elems, got)
		}
		return out, nil
	}
	return v, nil
}

func hashAssertValidKeys(c *Call) (Value, error) {
	list := &Array{}
	changed := false
	if err := flattenInto(c, list, &Array{Elems: c.Args}, -1, nil, &changed); err != nil {
		return nil, err
	}
	return c.Self, assertValidKeys(c, selfHash(c), list.Elems)
}

func assertValidKeys(c *Call, h *Hash, valid []Value) error {
	for i := range h.Len() {
		k, _ := h.At(i)
		known, err := includes(c, valid, k)
		if err != nil {
			return err
		}
		if known {
			continue
		}
		texts := make([]string, 0, len(valid)+1)
		for _, v := range append([]Value{k}, valid...) {
			text, err := c.Inspect(v)
			if err != nil {
				return err
			}
			texts = append(texts, text)
		}
		return c.Errorf("ArgumentError", "Unknown key: %s. Valid keys are: %s", texts[0], strings.Join(texts[1:], ", "))
	}
	return nil
}

// containerToParam is to_param of Array: the elements' joined by slashes.
func containerToParam(c *Call) (Value, error) {
	s, err := paramText(c, c.Self, 0)
	return c.t.newString(s), err
}

// paramText is v.to_param.to_s.
func paramText(c *Call, v Value, depth int) (string, error) {
	if err := nesting(c, depth); err != nil {
		return "", err
	}
	switch v := v.(type) {
	case *Array:
		var parts textParts
		for _, e := range v.Elems {
			s, err := paramText(c, e, depth+1)
			if err == nil {
				err = parts.add(c, s)
			}
			if err != nil {
				return "", err
			}
		}
		return strings.Join(parts.list, "/"), nil
	case *Hash:
		s, _, err := query(c, v, "", depth+1)
		return s, err
	case *Object:
		if c.t.respondTo(v, "to_param") {
			got, err := c.Send(v, "to_param")
			if err != nil {
				return "", err
			}
			return c.ToS(got)
		}
	}
	return c.ToS(v)
}

// containerToQuery is to_query of Array and Hash.
func containerToQuery(c *Call) (Value, error) {
	key := ""
	if c.arg(0) != Nil {
		var err error
		if key, err = c.ToS(c.arg(0)); err != nil {
			return nil, err
		}
	}
	s, _, err := query(c, c.Self, key, 0)
	return c.t.newString(s), err
}

// query is v.to_query(key); ok is false for an empty hash or array, which its
// hash leaves out.
func query(c *Call, v Value, key string, depth int) (text string, ok bool, err error) {
	if err := nesting(c, depth); err != nil {
		return "", false, err
	}
	c.t.scanned(len(key))
	var parts textParts
	switch v := v.(type) {
	case nilValue:
		return url.QueryEscape(key), true, nil
	case *Hash:
		parts, err = hashQuery(c, v, key, depth)
		ok = v.Len() > 0
	case *Array:
		if len(v.Elems) == 0 {
			return url.QueryEscape(key + "[]"), false, nil
		}
		ok = true
		for _, e := range v.Elems {
			s, _, err := query(c, e, key+"[]", depth+1)
			if err == nil {
				err = parts.add(c, s)
			}
			if err != nil {
				return "", false, err
			}
		}
	default:
		s, err := paramText(c, v, depth)
		c.t.scanned(len(s))
		return url.QueryEscape(key) + "=" + url.QueryEscape(s), true, err
	}
	if err != nil {
		return "", false, err
	}
	return strings.Join(parts.list, "&"), ok, nil
}

// textParts are texts to be joined, which together are no longer than one may be.
type textParts struct {
	list []string
	size int
}

func (p *textParts) add(c *Call, s string) error {
	if err := c.Step(); err != nil {
		return err
	}
	p.list = append(p.list, s)
	p.size += len(s) + 1
	c.t.scanned(len(s))
	return c.t.stringSize(p.size)
}

func hashQuery(c *Call, h *Hash, key string, depth int) (textParts, error) {
	var parts textParts
	for i := range h.Len() {
		k, v := h.At(i)
		name, err := paramText(c, k, depth)
		if err != nil {
			return parts, err
		}
		if key != "" {
			name = key + "[" + name + "]"
		}
		s, ok, err := query(c, v, name, depth+1)
		if err == nil && ok {
			err = parts.add(c, s)
		}
		if err != nil {
			return parts, err
		}
	}
	if !strings.Contains(key, "[]") {
		slices.Sort(parts.list)
	}
	return parts, nil
}
