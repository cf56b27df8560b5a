package graphqlsrv

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// The bounds of what messages show of a value. graphql-js: jsutils/inspect.
const (
	inspectItems = 10
	inspectDepth = 2
)

// inspect writes a value for a message as graphql-js does.
func inspect(v any) string { return inspectValue(reflect.ValueOf(v), 0) }

func inspectValue(v reflect.Value, depth int) string {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return "null"
	}
	switch x := v.Interface().(type) {
	case json.Number:
		return inspectNumber(x)
	case orderedObject:
		return inspectOrdered(x, depth)
	}
	switch v.Kind() {
	case reflect.String:
		return string(appendString(nil, v.String()))
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Float32, reflect.Float64:
		return inspectFloat(v.Float())
	case reflect.Slice, reflect.Array:
		return inspectList(v, depth)
	case reflect.Map:
		return inspectMap(v, depth)
	case reflect.Struct:
		return inspectStruct(v, depth)
	case reflect.Func:
		return "[function]"
	}
	return fmt.Sprint(v.Interface())
}

func inspectNumber(n json.Number) string {
	if f, err := n.Float64(); err == nil || errors.Is(err, strconv.ErrRange) { // then infinite, as in ECMAScript
		return inspectFloat(f)
	}
	return n.String()
}

func inspectFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	s := string(appendFloat(nil, f, 64))
	if i := strings.IndexByte(s, 'e'); i >= 0 && s[i+1] != '-' && s[i+1] != '+' {
		s = s[:i+1] + "+" + s[i+1:]
	}
	return s
}

func inspectList(v reflect.Value, depth int) string {
	n := v.Len()
	if n == 0 {
		return "[]"
	}
	if depth+1 > inspectDepth {
		return "[Array]"
	}
	var items []string
	for i := range min(n, inspectItems) {
		items = append(items, inspectValue(v.Index(i), depth+1))
	}
	if n == inspectItems+1 {
		items = append(items, "... 1 more item")
	} else if n > inspectItems {
		items = append(items, fmt.Sprintf("... %d more items", n-inspectItems))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func inspectMap(v reflect.Value, depth int) string {
	if v.Len() == 0 {
		return "{}"
	}
	if depth+1 > inspectDepth {
		return "[Object]"
	}
	texts := map[string]string{}
	for it := v.MapRange(); it.Next(); {
		texts[fmt.Sprint(it.Key().Interface())] = inspectValue(it.Value(), depth+1)
	}
	var items []string
	for _, k := range slices.Sorted(maps.Keys(texts)) {
		items = append(items, k+": "+texts[k])
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

func inspectOrdered(o orderedObject, depth int) string {
	if len(o.names) == 0 {
		return "{}"
	}
	if depth+1 > inspectDepth {
		return "[Object]"
	}
	var items []string
	for _, name := range o.names {
		items = append(items, name+": "+inspectValue(reflect.ValueOf(o.values[name]), depth+1))
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

func inspectStruct(v reflect.Value, depth int) string {
	if s, ok := v.Interface().(fmt.Stringer); ok {
		return s.String()
	}
	if depth+1 > inspectDepth {
		return "[" + v.Type().Name() + "]"
	}
	var items []string
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			items = append(items, f.Name+": "+inspectValue(v.Field(i), depth+1))
		}
	}
	if len(items) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(items, ", ") + " }"
}
