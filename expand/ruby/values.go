package ruby

import "signalbox/dsl"

// Truthy is Ruby's truth; Go's nil counts as nil.
func Truthy(v dsl.Value) bool { return v != nil && dsl.Truthy(v) }

// IsNil reports whether v is Ruby's nil, or no value at all; false is not nil.
func IsNil(v dsl.Value) bool { return v == nil || dsl.IsNil(v) }

// WrongArguments returns the error of a call with too many or too few arguments.
func WrongArguments(given int, expected string) error {
	return dsl.Raise("ArgumentError", "wrong number of arguments (given %d, expected %s)", given, expected)
}

// OneHash is the argument of a word that takes one hash: with braces it
// is an argument, without them the keywords. Nil when there is none.
func OneHash(c *dsl.Call) dsl.Value {
	switch {
	case len(c.Args) > 0:
		return c.Args[0]
	case c.Keywords.Len() > 0:
		return c.Keywords
	}
	return nil
}

// CloneOptions copies keywords for a word to change.
func CloneOptions(h *dsl.Hash) *dsl.Hash {
	if h == nil {
		return dsl.NewHash(4)
	}
	return h.Clone()
}

// Merge adds the pairs of from to h.
func Merge(h, from *dsl.Hash) {
	for i := range from.Len() {
		h.Set(from.At(i))
	}
}

// OldOptions splits off a hash in braces that ends the arguments: options as
// they were written before Ruby had keywords. Rails deletes from that very
// hash, so this does not copy it. Nil when there is none.
func OldOptions(args []dsl.Value) (old *dsl.Hash, rest []dsl.Value) {
	if n := len(args); n > 0 {
		if h, ok := args[n-1].(*dsl.Hash); ok {
			return h, args[:n-1]
		}
	}
	return nil, args
}

// Flatten is Array#flatten.
func Flatten(to, from []dsl.Value) []dsl.Value {
	for _, v := range from {
		if a, ok := v.(*dsl.Array); ok {
			to = Flatten(to, a.Elems)
		} else {
			to = append(to, v)
		}
	}
	return to
}

// List is Ruby's Array(v).
func List(v dsl.Value) []dsl.Value {
	switch v := v.(type) {
	case nil:
		return nil
	case *dsl.Array:
		return v.Elems
	case *dsl.Hash:
		pairs := make([]dsl.Value, v.Len())
		for i := range pairs {
			key, x := v.At(i)
			pairs[i] = dsl.NewArray(key, x)
		}
		return pairs
	}
	if v == dsl.Nil {
		return nil
	}
	return []dsl.Value{v}
}

// Options makes an options hash: a symbol's name before each value.
func Options(pairs ...any) *dsl.Hash {
	h := dsl.NewHash(len(pairs) / 2)
	for i := 0; i < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case string:
			h.Set(dsl.Symbol(name), dsl.NewString(v))
		case dsl.Value:
			h.Set(dsl.Symbol(name), v)
		}
	}
	return h
}

// NameText is a name: a symbol or a text; empty for others.
func NameText(v dsl.Value) string {
	switch v := v.(type) {
	case dsl.Symbol:
		return string(v)
	case *dsl.String:
		if dsl.UnknownIn(v) == nil {
			return v.String()
		}
	}
	return ""
}

// Pairs returns the hash that a value is or, of an object that a mapping made, what its to_hash
// returns on t; nil for others.
func Pairs(t *dsl.Thread, v dsl.Value) *dsl.Hash {
	if o, ok := v.(*dsl.Object); ok {
		v, _ = t.Call(o, "to_hash")
	}
	h, _ := v.(*dsl.Hash)
	return h
}

// OrderedOptions returns an ActiveSupport::OrderedOptions with the pairs of a hash:
// `options.key` and `options[:key]`.
func OrderedOptions(t *dsl.Thread, h *dsl.Hash) dsl.Value {
	class, ok := t.Interp().Const("ActiveSupport::OrderedOptions")
	if !ok {
		return h
	}
	o, err := t.Call(class, "new")
	if err != nil {
		return h
	}
	for i := range h.Len() {
		key, v := h.At(i)
		if _, err := t.Call(o, "[]=", key, v); err != nil {
			return h
		}
	}
	return o
}
