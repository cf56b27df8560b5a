package graphqlsrv

import (
	"math/big"
	"math/bits"
	"reflect"
)

// unshared copies the maps and slices of a coerced value, and the *big.Int of
// BigInt, before a resolver gets it: defaults belong to all requests and variables
// to all fields of one, while a resolver may change what it is given. What else
// the Parse of a scalar returned stays shared, as [Scalar] says.
func unshared(value any, c *copying) any {
	switch v := value.(type) {
	case nil, string, bool, int, float64:
		return value
	case []any:
		c.grow(len(v) * int(reflect.TypeFor[any]().Size()))
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = unshared(item, c)
		}
		return list
	case map[string]any:
		c.grow(mapMemory(len(v), reflect.TypeOf(v)))
		object := make(map[string]any, len(v))
		for name, item := range v {
			object[name] = unshared(item, c)
		}
		return object
	case *big.Int:
		if v == nil {
			return value
		}
		c.grow(int(reflect.TypeOf(*v).Size()) + len(v.Bits())*bits.UintSize/8)
		return new(big.Int).Set(v)
	}
	switch v := reflect.ValueOf(value); {
	case isNil(v):
	case v.Kind() == reflect.Slice:
		c.grow(memoryOf(v))
		return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v).Interface()
	case v.Kind() == reflect.Map:
		c.grow(memoryOf(v))
		m := reflect.MakeMapWithSize(v.Type(), v.Len())
		for entries := v.MapRange(); entries.Next(); {
			m.SetMapIndex(entries.Key(), entries.Value())
		}
		return m.Interface()
	}
	return value
}

// setUnshared is the setter of any and map[string]any.
func setUnshared(v reflect.Value, value any, c *copying) error {
	v.Set(reflect.ValueOf(unshared(value, c)))
	return nil
}
