package graphqlsrv

import (
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"signalbox/graphqlsrv/internal/graphqljs"
	"signalbox/graphqlsrv/internal/jsontext"
)

var (
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	jsonMarshalerType = reflect.TypeFor[json.Marshaler]()
	valuerType        = reflect.TypeFor[driver.Valuer]()
	stringerType      = reflect.TypeFor[fmt.Stringer]()
	numberType        = reflect.TypeFor[json.Number]()
)

// standsFor reports whether MarshalText or Value say what a value of t, which is a pointer, stands for.
func standsFor(t reflect.Type) bool {
	return t.Implements(textMarshalerType) || t.Implements(valuerType)
}

// takesString reports whether String says what values of a kind stand for. A string is written as it
// is, as encoding/json does: so arguments read it. So are numbers where a number or an ID is asked for.
func (t *typeRef) takesString(k reflect.Kind) bool {
	switch t.kind {
	case kindBoolean:
		return false
	case kindInt, kindFloat, kindID:
		return k >= reflect.Array && k != reflect.String
	}
	return k != reflect.String
}

// marshals reports whether a pointer's methods say how it is written.
func marshals(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer && t.Elem().Kind() != reflect.Pointer && t.Elem().Kind() != reflect.Interface &&
		(t.Implements(textMarshalerType) || t.Implements(jsonMarshalerType) || t.Implements(valuerType)) &&
		!t.Elem().Implements(textMarshalerType) && !t.Elem().Implements(jsonMarshalerType) && !t.Elem().Implements(valuerType)
}

// leaf writes a scalar or enum; null tells that the value stands for null. The
// rules and messages are those of graphql-js' serialize functions.
func (w *writer) leaf(t *typeRef, v reflect.Value, methods bool) (b []byte, null bool, err error) {
	if methods || v.Kind() >= reflect.Array && v.Kind() != reflect.String || t.kind == kindScalar {
		return w.marshaled(t, v)
	}
	b, err = appendLeaf(w.buf, t, v)
	return b, false, err
}

// marshaled writes what may run code of the application.
func (w *writer) marshaled(t *typeRef, v reflect.Value) (b []byte, null bool, err error) {
	defer w.guard(&err)
	if t.kind == kindScalar && !t.free {
		return appendScalar(w.buf, t, v)
	}
	if v.Type() != numberType {
		basic, ok, err := basicValue(t, v)
		if err != nil {
			return nil, false, err
		}
		if ok {
			if basic == nil {
				return nil, true, nil
			}
			v = reflect.ValueOf(basic)
		}
	}
	if t.kind == kindScalar {
		return appendScalar(w.buf, t, v)
	}
	b, err = appendLeaf(w.buf, t, v)
	return b, false, err
}

// basicValue asks a value with methods, its own or its pointer's, for the basic one that it stands
// for: by MarshalText, as driver.Valuer (sql.NullString), or by String.
func basicValue(t *typeRef, v reflect.Value) (basic any, ok bool, err error) {
	if v.Kind() != reflect.Pointer && !v.CanAddr() {
		v = copied(v)
	} else if v.Kind() != reflect.Pointer {
		v = v.Addr()
	}
	value := v.Interface()
	if _, ok := value.(json.Marshaler); ok && t.kind == kindScalar {
		return nil, false, nil
	}
	switch x := value.(type) {
	case encoding.TextMarshaler:
		text, err := x.MarshalText()
		return string(text), true, err
	case driver.Valuer:
		basic, err = x.Value()
		if b, ok := basic.([]byte); ok && b != nil {
			basic = string(b)
		}
		return basic, true, err
	case fmt.Stringer:
		if t.takesString(v.Elem().Kind()) {
			return x.String(), true, nil
		}
	}
	return nil, false, nil
}

// appendScalar writes a scalar of the application or the root schema.
func appendScalar(b []byte, t *typeRef, v reflect.Value) (_ []byte, null bool, err error) {
	value := v.Interface()
	if x, ok := value.(driver.Valuer); ok && t.scalar.Serialize != nil {
		if value, err = x.Value(); err != nil || value == nil {
			return nil, err == nil, err
		}
	}
	if t.scalar.Serialize != nil {
		if value, err = t.scalar.Serialize(value); err != nil {
			return nil, false, err
		}
		if value == nil {
			return nil, false, messagef("Expected `%s.serialize(%s)` to return non-nullable value, returned: null", t.def.Name, inspect(v.Interface()))
		}
	}
	if s, ok := value.(string); ok {
		return jsontext.AppendString(b, s), false, nil
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.Float64 { // as ECMAScript's JSON has it
		switch f := v.Float(); {
		case math.IsNaN(f) || math.IsInf(f, 0):
			return append(b, "null"...), false, nil
		case f == 0:
			return append(b, '0'), false, nil // also -0
		}
	}
	j, err := json.Marshal(value)
	if err != nil {
		return nil, false, fmt.Errorf("%s cannot represent value: %w", t.def.Name, err)
	}
	return append(b, j...), false, nil
}

func appendLeaf(b []byte, t *typeRef, v reflect.Value) ([]byte, error) {
	switch t.kind {
	case kindInt:
		return appendInt(b, v)
	case kindFloat:
		return appendNumber(b, v)
	case kindString:
		return appendText(b, v)
	case kindBoolean:
		return appendBoolean(b, v)
	case kindID:
		return appendID(b, v)
	}
	if v.Kind() != reflect.String || !t.enum[v.String()] {
		return b, messagef(`Enum "%s" cannot represent value: %s`, t.def.Name, inspect(v.Interface()))
	}
	return jsontext.AppendString(b, v.String()), nil
}

func appendInt(b []byte, v reflect.Value) ([]byte, error) {
	n, ok := graphqljs.NumericOf(v)
	if !ok || !n.Integer && n.F != math.Trunc(n.F) || math.IsInf(n.F, 0) {
		return b, messagef("Int cannot represent non-integer value: %s", inspect(v.Interface()))
	}
	if !n.Integer || n.N != int64(int32(n.N)) {
		return b, messagef("Int cannot represent non 32-bit signed integer value: %s", inspect(v.Interface()))
	}
	return strconv.AppendInt(b, n.N, 10), nil
}

func appendNumber(b []byte, v reflect.Value) ([]byte, error) {
	n, ok := graphqljs.NumericOf(v)
	if !ok || !n.IsFinite() {
		return b, messagef("Float cannot represent non numeric value: %s", inspect(v.Interface()))
	}
	if n.Integer {
		return strconv.AppendInt(b, n.N, 10), nil
	}
	return jsontext.AppendFloat(b, n.F, 64), nil
}

func appendText(b []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.String:
		return jsontext.AppendString(b, v.String()), nil
	case reflect.Bool:
		return append(strconv.AppendBool(append(b, '"'), v.Bool()), '"'), nil
	}
	n, ok := graphqljs.NumericOf(v)
	if !ok || !n.IsFinite() {
		return b, messagef("String cannot represent value: %s", inspect(v.Interface()))
	}
	if n.Integer {
		return append(strconv.AppendInt(append(b, '"'), n.N, 10), '"'), nil
	}
	return append(append(append(b, '"'), graphqljs.Number(n.F)...), '"'), nil
}

func appendBoolean(b []byte, v reflect.Value) ([]byte, error) {
	if v.Kind() == reflect.Bool {
		return strconv.AppendBool(b, v.Bool()), nil
	}
	if v.Kind() != reflect.String || v.Type() == numberType {
		if n, ok := graphqljs.NumericOf(v); ok && n.IsFinite() {
			return strconv.AppendBool(b, n.F != 0), nil
		}
	}
	return b, messagef("Boolean cannot represent a non boolean value: %s", inspect(v.Interface()))
}

func appendID(b []byte, v reflect.Value) ([]byte, error) {
	if v.Kind() == reflect.String {
		return jsontext.AppendString(b, v.String()), nil
	}
	if n, ok := graphqljs.NumericOf(v); ok && v.Kind() != reflect.Bool {
		if n.Integer {
			return append(strconv.AppendInt(append(b, '"'), n.N, 10), '"'), nil
		}
		if n.F == math.Trunc(n.F) && !math.IsInf(n.F, 0) {
			return append(append(append(b, '"'), graphqljs.Number(n.F)...), '"'), nil
		}
	}
	return b, messagef("ID cannot represent value: %s", inspect(v.Interface()))
}
