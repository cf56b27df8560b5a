package graphqlsrv

import (
	"math/big"
	"reflect"
)

// unshared copies the maps and slices of a coerced value, and the *big.Int of
// BigInt, before a resolver gets it: defaults belong to all requests and variables
// to all fields of one, while a resolver may change what it is given. What else
// the Parse of a scalar returned stays shared, as [Scalar] says.
func unshared(value any) any {
	switch v := value.(type) {
	case nil, string, bool, int, float64:
		return value
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = unshared(item)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, item := range v {
			object[name] = unshared(item)
		}
		return object
	case *big.Int:
		if v == nil {
			return value
		}
		return new(big.Int).Set(v)
	}
	switch v := reflect.ValueOf(value); {
	case isNil(v):
	case v.Kind() == reflect.Slice:
		return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v).Interface()
	case v.Kind() == reflect.Map:
		c := reflect.MakeMapWithSize(v.Type(), v.Len())
		for entries := v.MapRange(); entries.Next(); {
			c.SetMapIndex(entries.Key(), entries.Value())
		}
		return c.Interface()
	}
	return value
}

// setUnshared is the setter of any and map[string]any.
func setUnshared(v reflect.Value, value any) error {
	v.Set(reflect.ValueOf(unshared(value)))
	return nil
}
