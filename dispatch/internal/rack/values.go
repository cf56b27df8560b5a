package rack

import (
	"slices"
	"strconv"

	"signalbox/dsl"
)

// rubyValue makes a Ruby value of a Go one, as deep as JSON may be.
func rubyValue(v any, depth int) dsl.Value {
	switch v := v.(type) {
	case string:
		return dsl.NewString(v)
	case bool:
		return dsl.Bool(v)
	case int:
		return dsl.Int(v)
	case int64:
		return dsl.Int(v)
	case float64:
		return dsl.Float(v)
	case []any:
		list := make([]dsl.Value, 0, len(v))
		for _, e := range v {
			if depth < maxJSONDepth {
				list = append(list, rubyValue(e, depth+1))
			}
		}
		return dsl.NewArray(list...)
	case map[string]any:
		h := dsl.NewHash(len(v))
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			if depth < maxJSONDepth {
				h.Set(dsl.NewString(k), rubyValue(v[k], depth+1))
			}
		}
		return h
	case dsl.Value:
		return v
	}
	return dsl.Nil
}

// GoValue makes a Go value of a Ruby one: strings, int64, float64, bool, nil,
// []any and map[string]any; symbols become strings.
func GoValue(v dsl.Value) any {
	switch v := v.(type) {
	case *dsl.String:
		return v.String()
	case dsl.Symbol:
		return string(v)
	case dsl.Int:
		return int64(v)
	case dsl.Float:
		return float64(v)
	case dsl.Bool:
		return bool(v)
	case *dsl.Array:
		list := make([]any, len(v.Elems))
		for i, e := range v.Elems {
			list[i] = GoValue(e)
		}
		return list
	case *dsl.Hash:
		return GoParams(v)
	case *dsl.Regexp:
		return v.Inspect()
	}
	return nil
}

// GoParams makes a Go map of parameters, see GoValue.
func GoParams(h *dsl.Hash) map[string]any {
	m := make(map[string]any, h.Len())
	for i := range h.Len() {
		k, v := h.At(i)
		m[TextOf(k)] = GoValue(v)
	}
	return m
}

// TextOf is the text of a key.
func TextOf(v dsl.Value) string {
	text, _ := ScalarText(v)
	return text
}

// ScalarText is the text of a parameter; false for nil and collections.
func ScalarText(v dsl.Value) (string, bool) {
	switch v := v.(type) {
	case *dsl.String:
		return v.String(), true
	case dsl.Symbol:
		return string(v), true
	case dsl.Int:
		return strconv.FormatInt(int64(v), 10), true
	case dsl.Bool:
		return strconv.FormatBool(bool(v)), true
	}
	return "", false
}
