// Package graphqljs writes values as the messages of graphql-js do, and reads numbers as it does.
package graphqljs

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"signalbox/graphqlsrv/internal/jsontext"
	"signalbox/graphqlsrv/internal/language"
)

// The bounds of what messages show of a value. graphql-js: jsutils/inspect.
const (
	inspectItems = 10
	inspectDepth = 2
)

// An Object is written with its members in their order.
type Object interface {
	Len() int
	Member(i int) (name string, value any)
}

// Inspect writes a value for a message as graphql-js does, but for the end of long ones.
func Inspect(v any) string {
	var b inspector
	b.value(reflect.ValueOf(v), 0)
	return b.Text()
}

// An inspector writes a value for a message.
type inspector struct{ language.Shown }

func (b *inspector) value(v reflect.Value, depth int) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		b.Add("null")
		return
	}
	switch x := v.Interface().(type) {
	case json.Number:
		b.Add(inspectNumber(x))
		return
	case Object:
		b.ordered(x, depth)
		return
	}
	switch v.Kind() {
	case reflect.String:
		b.Add(string(jsontext.AppendString(nil, language.Abbreviated(v.String()))))
	case reflect.Bool:
		b.Add(strconv.FormatBool(v.Bool()))
	case reflect.Float32, reflect.Float64:
		b.Add(Number(v.Float()))
	case reflect.Slice, reflect.Array:
		b.list(v, depth)
	case reflect.Map:
		b.mapping(v, depth)
	case reflect.Struct:
		b.structure(v, depth)
	case reflect.Func:
		b.Add("[function]")
	default:
		b.Add(fmt.Sprint(v.Interface()))
	}
}

func inspectNumber(n json.Number) string {
	if f, err := n.Float64(); err == nil || errors.Is(err, strconv.ErrRange) { // then infinite, as in ECMAScript
		return Number(f)
	}
	return n.String()
}

// Number writes a number as ECMAScript does.
func Number(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	s := string(jsontext.AppendFloat(nil, f, 64))
	if i := strings.IndexByte(s, 'e'); i >= 0 && s[i+1] != '-' && s[i+1] != '+' {
		s = s[:i+1] + "+" + s[i+1:]
	}
	return s
}

func (b *inspector) list(v reflect.Value, depth int) {
	n := v.Len()
	if n == 0 {
		b.Add("[]")
		return
	}
	if depth+1 > inspectDepth {
		b.Add("[Array]")
		return
	}
	b.Add("[")
	for i := range min(n, inspectItems) {
		b.separate(i)
		b.value(v.Index(i), depth+1)
	}
	if n == inspectItems+1 {
		b.Add(", ... 1 more item")
	} else if n > inspectItems {
		b.Add(fmt.Sprintf(", ... %d more items", n-inspectItems))
	}
	b.Add("]")
}

// separate writes what stands before an item or field but the first.
func (b *inspector) separate(i int) {
	if i > 0 {
		b.Add(", ")
	}
}

// object writes n fields between braces, until the text is full.
func (b *inspector) object(n, depth int, name string, field func(i int) (string, reflect.Value)) {
	if n == 0 {
		b.Add("{}")
		return
	}
	if depth+1 > inspectDepth {
		b.Add("[" + name + "]")
		return
	}
	b.Add("{ ")
	for i := 0; i < n && !b.Full(); i++ {
		b.separate(i)
		key, value := field(i)
		b.Add(key)
		b.Add(": ")
		b.value(value, depth+1)
	}
	b.Add(" }")
}

func (b *inspector) mapping(v reflect.Value, depth int) {
	keys := v.MapKeys()
	if depth < inspectDepth {
		slices.SortFunc(keys, func(x, y reflect.Value) int {
			return strings.Compare(fmt.Sprint(x.Interface()), fmt.Sprint(y.Interface()))
		})
	}
	b.object(len(keys), depth, "Object", func(i int) (string, reflect.Value) {
		return fmt.Sprint(keys[i].Interface()), v.MapIndex(keys[i])
	})
}

func (b *inspector) ordered(o Object, depth int) {
	b.object(o.Len(), depth, "Object", func(i int) (string, reflect.Value) {
		name, value := o.Member(i)
		return name, reflect.ValueOf(value)
	})
}

func (b *inspector) structure(v reflect.Value, depth int) {
	if s, ok := v.Interface().(fmt.Stringer); ok {
		b.Add(s.String())
		return
	}
	var exported []int
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			exported = append(exported, i)
		}
	}
	if depth+1 > inspectDepth {
		exported = []int{0} // named by its type, even where nothing is exported
	}
	b.object(len(exported), depth, v.Type().Name(), func(i int) (string, reflect.Value) {
		return v.Type().Field(exported[i]).Name, v.Field(exported[i])
	})
}
