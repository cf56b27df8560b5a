package urls

import (
	"encoding"
	"fmt"
	"maps"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
)

// Go's values on their way to a helper.

// arguments splits the arguments of a helper into the values of parts, each as value gives it,
// and the options, which are nil unless the last argument is a map. The options are a copy.
func (t *tableHelpers) arguments(args []any, value func(any) dsl.Value) (values []dsl.Value, options *dsl.Hash) {
	if n := len(args); n > 0 {
		if h, ok := t.optionsArg(args[n-1]); ok {
			options, args = h, args[:n-1]
		}
	}
	values = make([]dsl.Value, len(args))
	for i, a := range args {
		values[i] = value(a)
	}
	return values, options
}

// optionsArg reads an argument that is a map.
func (t *tableHelpers) optionsArg(v any) (*dsl.Hash, bool) {
	switch v := v.(type) {
	case Params:
		return t.optionsOf(v), true
	case *dsl.Hash:
		return v.Clone(), true
	case nil, string, int, dsl.Value:
		return nil, false
	}
	if r := reflect.ValueOf(v); r.Kind() != reflect.Map || r.Type().Key().Kind() != reflect.String {
		return nil, false
	}
	nested := t.value(v, 0)
	h, ok := nested.(*dsl.Hash)
	if !ok { // a map with a ToParam method
		return nil, false
	}
	return symbolizePathParams(symbolKeys(h)), true
}

// symbolizePathParams gives the keys of path_params: as Ruby has them, since Go has no
// symbols.
func symbolizePathParams(options *dsl.Hash) *dsl.Hash {
	if given, ok := option(options, pathParamsKey).(*dsl.Hash); ok {
		options.Set(pathParamsKey, symbolKeys(given))
	}
	return options
}

// symbolKeys is symbolize_keys.
func symbolKeys(h *dsl.Hash) *dsl.Hash {
	all := dsl.NewHash(h.Len())
	for i := range h.Len() {
		key, v := h.At(i)
		if s, ok := key.(*dsl.String); ok {
			key = dsl.Symbol(s.String())
		}
		all.Set(key, v)
	}
	return all
}

// optionsOf gives options with symbols as keys.
func (t *tableHelpers) optionsOf(p Params) *dsl.Hash {
	h := dsl.NewHash(len(p) + 2)
	for _, key := range slices.Sorted(maps.Keys(p)) {
		h.Set(dsl.Symbol(key), t.value(p[key], 1))
	}
	return symbolizePathParams(h)
}

// A paramer has a parameter of its own, as ActiveModel's to_param.
type paramer interface{ ToParam() string }

// value gives a Go value as Ruby would see it. The keys of maps come sorted, as
// strings.
func (t *tableHelpers) value(v any, depth int) dsl.Value {
	if depth > maxParamDepth {
		panic(tooDeep())
	}
	switch v := v.(type) {
	case nil:
		return dsl.Nil
	case dsl.Value:
		return v
	case string:
		return dsl.NewString(v)
	case int:
		return dsl.Int(v)
	case bool:
		return dsl.Bool(v)
	case []byte:
		return dsl.NewString(string(v))
	case url.Values:
		return formValues(v)
	case reflect.Type:
		return classOf(v)
	}
	r := reflect.ValueOf(v)
	if k := r.Kind(); (k == reflect.Pointer || k == reflect.Map || k == reflect.Slice) && r.IsNil() {
		return dsl.Nil
	}
	if m := recordOf(v, r); m != nil {
		return t.object(m)
	}
	switch v := v.(type) {
	case paramer:
		return dsl.NewString(v.ToParam())
	case encoding.TextMarshaler:
		text, err := v.MarshalText()
		if err != nil {
			panic(dsl.Fail(&URLError{Class: "ArgumentError", Message: err.Error(), cause: err}))
		}
		return dsl.NewString(string(text))
	case fmt.Stringer:
		return dsl.NewString(v.String())
	}
	return t.valueOfKind(r, depth)
}

func (t *tableHelpers) valueOfKind(r reflect.Value, depth int) dsl.Value {
	switch r.Kind() {
	case reflect.String:
		return dsl.NewString(r.String())
	case reflect.Bool:
		return dsl.Bool(r.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return dsl.Int(r.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if r.Uint() > math.MaxInt64 {
			return dsl.NewString(strconv.FormatUint(r.Uint(), 10))
		}
		return dsl.Int(int64(r.Uint()))
	case reflect.Float32:
		f, _ := strconv.ParseFloat(strconv.FormatFloat(r.Float(), 'g', -1, 32), 64)
		return dsl.Float(f)
	case reflect.Float64:
		return dsl.Float(r.Float())
	case reflect.Pointer, reflect.Interface:
		return t.value(r.Elem().Interface(), depth+1)
	case reflect.Slice, reflect.Array:
		list := make([]dsl.Value, r.Len())
		for i := range list {
			list[i] = t.value(r.Index(i).Interface(), depth+1)
		}
		return dsl.NewArray(list...)
	case reflect.Map:
		return t.mapValue(r, depth)
	}
	panic(failure("ArgumentError", fmt.Sprintf("a value of type %s can't be a parameter: it has no ID and no method ToParam, MarshalText or String", r.Type())))
}

func (t *tableHelpers) mapValue(r reflect.Value, depth int) dsl.Value {
	type pair struct {
		key string
		val reflect.Value
	}
	pairs := make([]pair, 0, r.Len())
	for it := r.MapRange(); it.Next(); {
		pairs = append(pairs, pair{fmt.Sprint(it.Key().Interface()), it.Value()})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return strings.Compare(a.key, b.key) })
	h := dsl.NewHash(len(pairs))
	for _, p := range pairs {
		h.Set(dsl.NewString(p.key), t.value(p.val.Interface(), depth+1))
	}
	return h
}

// formValues gives url.Values: a name with one value is that value, a name with
// several or with `[]` behind it an array.
func formValues(form url.Values) dsl.Value {
	h := dsl.NewHash(len(form))
	for _, key := range slices.Sorted(maps.Keys(form)) {
		name, list := strings.CutSuffix(key, "[]")
		values := form[key]
		if len(values) == 1 && !list {
			h.Set(dsl.NewString(name), dsl.NewString(values[0]))
			continue
		}
		all := make([]dsl.Value, len(values))
		for i, v := range values {
			all[i] = dsl.NewString(v)
		}
		h.Set(dsl.NewString(name), dsl.NewArray(all...))
	}
	return h
}

// records splits the arguments of PathFor into records and options.
func (t *tableHelpers) records(args []any) (records []dsl.Value, options *dsl.Hash) {
	if len(args) == 1 {
		if list, ok := args[0].([]any); ok {
			args = list
		}
	}
	return t.arguments(args, t.recordValue)
}

// argument gives an argument of a helper.
func (t *tableHelpers) argument(a any) dsl.Value { return t.value(a, 0) }

// recordValue gives an argument of PathFor: Go has no symbols, so that a string
// is one.
func (t *tableHelpers) recordValue(a any) dsl.Value {
	switch a := a.(type) {
	case string:
		return dsl.Symbol(a)
	case nil, dsl.Value, reflect.Type:
		return t.value(a, 0)
	}
	r := reflect.ValueOf(a)
	if r.Kind() == reflect.Pointer && r.IsNil() {
		return dsl.Nil
	}
	if m := structRecord(a, r); m != nil {
		return t.object(m)
	}
	return t.value(a, 0)
}
