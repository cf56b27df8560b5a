package graphqlsrv

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/graphqljs"
	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/typesystem"
)

// An argDecoder turns coerced arguments into a Go struct. It is made in New,
// which refuses what could not be decoded.
type argDecoder struct {
	goType reflect.Type
	fields []argField
	flat   bool // values hold no pointers, slices or maps, and so may be shared
}

type argField struct {
	name  string
	index []int
	set   setter
}

// A setter stores a coerced value, which is not null, and counts what it copies.
type setter func(to reflect.Value, value any, c *copying) error

// decode fills a struct. A null, or an argument that is not there, leaves the
// zero value.
func (d *argDecoder) decode(values map[string]any, to reflect.Value, c *copying) error {
	for _, f := range d.fields {
		value, ok := values[f.name]
		if !ok || value == nil {
			continue
		}
		if err := f.set(to.FieldByIndex(f.index), value, c); err != nil {
			if _, ok := errors.AsType[*misfit](err); ok {
				return fmt.Errorf("the argument %s: %w", f.name, err)
			}
			return BadUserInput(language.Messagef("Argument %q: %s", f.name, err), nil)
		}
	}
	return nil
}

// shared decodes into a value that requests may share; nil where that fails, by
// an error or by a panic of UnmarshalText: then every call decodes again, and
// says so.
func (d *argDecoder) shared(values map[string]any) (decoded any) {
	defer func() {
		if recover() != nil {
			decoded = nil
		}
	}()
	v := reflect.New(d.goType).Elem()
	if d.decode(values, v, nil) != nil {
		return nil
	}
	return v.Interface()
}

// A decoderMaker compiles decoders; struct types may contain themselves.
type decoderMaker struct {
	schema *schema
	done   map[decoderKey]*argDecoder
	taker  string  // the function whose decoder is being compiled
	errs   []error // of that
}

type decoderKey struct {
	goType reflect.Type
	input  string // the name of the input object
}

// decoder compiles the decoder of arguments that a function takes; the error tells all that doesn't
// fit, also in the input objects that they lead to.
func (m *decoderMaker) decoder(goType reflect.Type, f *fieldDef, what, taker string) (*argDecoder, error) {
	d := &argDecoder{goType: goType, flat: isFlat(goType)}
	m.taker, m.errs = taker, nil
	none := "no argument of " + what
	if f.def.Name == referenceName {
		none = "no field of " + f.parent.Name
	}
	m.fill(d, f.args, what, none, f.def.Position)
	return d, errors.Join(m.errs...)
}

// fill compiles the fields of arguments, or of an input object, which is at a place of
// the SDL; none is what other fields of the struct are.
func (m *decoderMaker) fill(d *argDecoder, fields []*inputField, what, none string, at *ast.Position) {
	report := func(pos *ast.Position, hint, format string, args ...any) {
		m.errs = append(m.errs, typesystem.Errorf(pos, format+"; see %s%s", append(args, m.taker, hint)...))
	}
	used, lacking := map[string]bool{}, map[string]bool{} // the former by their indices
	for _, f := range fields {
		if sf, ok := structField(d.goType, f.name); ok {
			used[fmt.Sprint(sf.Index)] = true
		} else {
			lacking[f.name] = true
		}
	}
	for _, f := range fields {
		sf, ok := structField(d.goType, f.name)
		if !ok {
			near, hint := nearField(d.goType, f.name, func(index []int) bool { return used[fmt.Sprint(index)] })
			switch {
			case hint != "":
				used[fmt.Sprint(near.Index)] = true
				report(f.pos, "", "%s has %s, but %s has no field for it%s", what, f.name, d.goType, hint)
			case !f.optional:
				report(f.pos, rules.Near(".", f.name, maps.Keys(fieldNames(d.goType))), "%s has %s, but %s has no field for it", what, f.name, d.goType)
			}
			continue
		}
		set, err := m.setter(f.typ, sf.Type)
		if err != nil {
			report(f.pos, "", "%s: %s is %s, but %s.%s is %s: %s", what, f.name, f.typ.text, d.goType, sf.Name, sf.Type, err)
			continue
		}
		d.fields = append(d.fields, argField{f.name, sf.Index, set})
	}
	for _, sf := range reflect.VisibleFields(d.goType) {
		tag, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if sf.IsExported() && !sf.Anonymous && tag != "-" && !used[fmt.Sprint(sf.Index)] {
			report(at, rules.Near(".", cmp.Or(tag, sf.Name), maps.Keys(lacking)), "%s.%s is %s", d.goType, sf.Name, none)
		}
	}
}

// goFor is what to use for a type of the schema where another Go type doesn't fit.
var goFor = map[typeKind]string{
	kindInt: "int", kindFloat: "float64", kindString: "string", kindBoolean: "bool", kindID: "string or int", kindEnum: "string",
	kindInput: "a struct or map[string]any", kindObject: "a struct or map[string]any", kindAbstract: "a struct or map[string]any",
}

// instead says so of an argument.
func (t *typeRef) instead() error {
	if t.elem != nil {
		return errors.New("use a slice")
	}
	return errors.New("use " + goFor[t.kind])
}

// isFlat reports whether values of a type share no memory with their copies.
func isFlat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	case reflect.Array:
		return isFlat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isFlat(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

var textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()

// setter compiles how a value of an input type is stored in a Go type.
func (m *decoderMaker) setter(t *typeRef, to reflect.Type) (setter, error) {
	if to.Kind() == reflect.Interface && to.NumMethod() == 0 {
		return setUnshared, nil
	}
	if t.elem == nil && t.kind == kindScalar {
		known, ok := m.schema.goTypes(t)
		if ok && slices.ContainsFunc(known.parsed, func(x reflect.Type) bool { return !stores(x, to) }) {
			return nil, fmt.Errorf("use %s", known.use)
		}
		return t.storeScalar, nil
	}
	if to.Kind() == reflect.Pointer {
		inner, err := m.setter(t, to.Elem())
		if err != nil {
			return nil, err
		}
		return func(v reflect.Value, value any, c *copying) error {
			c.grow(int(to.Elem().Size()))
			p := reflect.New(to.Elem())
			v.Set(p)
			return inner(p.Elem(), value, c)
		}, nil
	}
	switch {
	case t.elem != nil:
		return m.listSetter(t, to)
	case t.kind == kindInput || t.selects(): // the latter in representations
		return m.objectSetter(t, to)
	}
	return basicSetter(t, to)
}

func (m *decoderMaker) listSetter(t *typeRef, to reflect.Type) (setter, error) {
	if to.Kind() != reflect.Slice {
		return nil, t.instead()
	}
	item, err := m.setter(t.elem, to.Elem())
	if err != nil {
		return nil, errors.New("for items " + strings.TrimPrefix(err.Error(), "for items "))
	}
	return func(v reflect.Value, value any, c *copying) error {
		list, ok := value.([]any)
		if !ok {
			return fmt.Errorf("%s is no list", inspect(value))
		}
		c.grow(len(list) * int(to.Elem().Size()))
		s := reflect.MakeSlice(to, len(list), len(list))
		for i, x := range list {
			if x == nil {
				continue
			}
			if err := item(s.Index(i), x, c); err != nil {
				return err
			}
		}
		v.Set(s)
		return nil
	}, nil
}

func (m *decoderMaker) objectSetter(t *typeRef, to reflect.Type) (setter, error) {
	if to == reflect.TypeFor[map[string]any]() {
		return setUnshared, nil
	}
	if to.Kind() != reflect.Struct {
		return nil, t.instead()
	}
	key := decoderKey{to, t.def.Name}
	d := m.done[key]
	if d == nil {
		d = &argDecoder{goType: to}
		m.done[key] = d
		what := "the input " + t.def.Name
		if t.selects() {
			what = t.def.Name
		}
		m.fill(d, m.schema.inputs[t.def], what, "no field of "+what, t.def.Position)
	}
	return func(v reflect.Value, value any, c *copying) error {
		object, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is no object", inspect(value))
		}
		return d.decode(object, v, c)
	}, nil
}

// basicSetter stores Int, Float, String, Boolean, ID and enums.
func basicSetter(t *typeRef, to reflect.Type) (setter, error) {
	if reflect.PointerTo(to).Implements(textUnmarshalerType) && (t.kind == kindString || t.kind == kindID || t.kind == kindEnum) {
		return func(v reflect.Value, value any, c *copying) error {
			return unmarshalText(v.Addr().Interface().(encoding.TextUnmarshaler), value.(string), c)
		}, nil
	}
	switch to.Kind() {
	case reflect.String:
		if t.kind == kindString || t.kind == kindID || t.kind == kindEnum {
			return func(v reflect.Value, value any, _ *copying) error { v.SetString(value.(string)); return nil }, nil
		}
	case reflect.Bool:
		if t.kind == kindBoolean {
			return func(v reflect.Value, value any, _ *copying) error { v.SetBool(value.(bool)); return nil }, nil
		}
	case reflect.Float32, reflect.Float64:
		if t.kind == kindFloat || t.kind == kindInt {
			return setNumber, nil
		}
	default:
		if isInteger(to.Kind()) && (t.kind == kindInt || t.kind == kindID) {
			return setNumber, nil
		}
	}
	return nil, t.instead()
}

// unmarshalText has a value of the application read a text, of which it may keep a copy.
func unmarshalText(to encoding.TextUnmarshaler, text string, c *copying) error {
	c.grow(len(text))
	return to.UnmarshalText([]byte(text))
}

func isInteger(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uint64 }

func isNumber(k reflect.Kind) bool {
	return isInteger(k) || k == reflect.Float32 || k == reflect.Float64
}

// setNumber stores an int, float64, or the string of an ID, in any number type.
func setNumber(v reflect.Value, value any, _ *copying) error {
	n, ok := graphqljs.NumericOf(reflect.ValueOf(value))
	switch k := v.Kind(); {
	case !ok:
		return fmt.Errorf("%s is no number", inspect(value))
	case k == reflect.Float32 || k == reflect.Float64:
		v.SetFloat(n.F)
		return nil
	case !n.Integer && n.F != math.Trunc(n.F):
		return fmt.Errorf("%s is no integer", inspect(value))
	case v.CanInt() && n.Integer && !v.OverflowInt(n.N):
		v.SetInt(n.N)
		return nil
	case v.CanUint() && n.Integer && n.N >= 0 && !v.OverflowUint(uint64(n.N)):
		v.SetUint(uint64(n.N))
		return nil
	}
	return fmt.Errorf("%s is out of range", inspect(value))
}

// storeScalar stores what a Scalar parsed, see stores.
func (t *typeRef) storeScalar(v reflect.Value, value any, c *copying) error {
	return t.store(v, unshared(value, c), c)
}

func (t *typeRef) store(v reflect.Value, value any, c *copying) error {
	x, to := reflect.ValueOf(value), v.Type()
	switch {
	case x.Type().AssignableTo(to):
		v.Set(x)
		return nil
	case x.Kind() == reflect.Pointer && x.Type().Elem().AssignableTo(to):
		v.Set(x.Elem())
		return nil
	case x.Kind() == to.Kind() && x.Type().ConvertibleTo(to) && !isNumber(to.Kind()):
		v.Set(x.Convert(to))
		return nil
	case to.Kind() == reflect.Pointer:
		c.grow(int(to.Elem().Size()))
		p := reflect.New(to.Elem())
		v.Set(p)
		return t.store(p.Elem(), value, c)
	}
	if !stores(x.Type(), to) {
		if t.scalar.Parse == nil {
			return fmt.Errorf("%s cannot represent value: %s", t.def.Name, inspect(value))
		}
		return &misfit{t.def.Name, x.Type(), to}
	}
	if n, ok := value.(*big.Int); ok {
		return setBigInt(v, n)
	}
	if isNumber(to.Kind()) {
		return setNumber(v, value, c)
	}
	return unmarshalText(v.Addr().Interface().(encoding.TextUnmarshaler), x.String(), c)
}

// A misfit is what the Parse of a scalar returned where the Go type of the argument can't hold it: no
// mistake of the client.
type misfit struct {
	scalar        string
	value, goType reflect.Type
}

func (m *misfit) Error() string {
	return fmt.Sprintf("the Parse of WithScalar(%q, …) returned a value of the type %s, where the Go type is %s: have it return one of these, or an error", m.scalar, m.value, m.goType)
}

// stores reports whether store may have a value of the type x in the type to: one that is of it, or
// converts to it, what a pointer leads to, a number, or text.
func stores(x, to reflect.Type) bool {
	switch {
	case x.AssignableTo(to), x.Kind() == reflect.Pointer && x.Elem().AssignableTo(to), x.Kind() == to.Kind() && x.ConvertibleTo(to):
		return true
	case to.Kind() == reflect.Pointer:
		return stores(x, to.Elem())
	case x == reflect.TypeFor[*big.Int]():
		return isInteger(to.Kind()) || to.Kind() == reflect.String
	case isNumber(to.Kind()):
		return isNumber(x.Kind()) || x.Kind() == reflect.String || x.Kind() == reflect.Bool
	}
	return x.Kind() == reflect.String && reflect.PointerTo(to).Implements(textUnmarshalerType)
}

func setBigInt(v reflect.Value, n *big.Int) error {
	switch {
	case v.CanInt() && n.IsInt64() && !v.OverflowInt(n.Int64()):
		v.SetInt(n.Int64())
	case v.CanUint() && n.IsUint64() && !v.OverflowUint(n.Uint64()):
		v.SetUint(n.Uint64())
	case v.Kind() == reflect.String:
		v.SetString(n.String())
	default:
		return fmt.Errorf("%s is out of range", n)
	}
	return nil
}
