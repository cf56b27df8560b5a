package graphqlsrv

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/jsontext"
	"signalbox/graphqlsrv/internal/rules"
)

// A source is the value of a parent: as it came, and the struct or map behind it.
type source struct {
	value  reflect.Value // a pointer where there is one
	fields reflect.Value // value, or what it points to
}

// sourceOf looks through interfaces, and through pointers to the last but one.
func sourceOf(v reflect.Value) source {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer && v.Elem().Kind() != reflect.Struct {
		e := v.Elem()
		if e.Kind() == reflect.Invalid {
			break
		}
		v = e
	}
	if v.Kind() == reflect.Pointer {
		return source{v, v.Elem()}
	}
	if v.Kind() == reflect.Struct && v.CanAddr() {
		return source{v.Addr(), v}
	}
	return source{v, v}
}

// copied returns a pointer to a copy of a value, which has the methods of both.
func copied(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p
}

// as returns the value, or else a pointer to a copy of it, as a type.
func as[T any](s source) (v T, ok bool) {
	if v, ok = s.value.Interface().(T); !ok && s.fields.IsValid() {
		v, ok = copied(s.fields).Interface().(T)
	}
	return v, ok
}

// A property is how a Go type has a field of the schema: the default resolver.
type property struct {
	found  bool
	index  []int // of a struct's field
	method int   // of the type, of a struct's pointer, or -1
	runs   bool  // it is a method, or a function that the field holds
	fails  bool  // the method returns an error too
	// write puts the field's value straight into the response, where it is of a basic
	// kind that fits the field's type; false leaves it to the general way.
	write func(b []byte, v reflect.Value) ([]byte, bool)
	typ   reflect.Type
}

// A binding is how one Go type has the fields of an objectPlan.
type binding struct {
	goType     reflect.Type
	properties []*property
}

// bind finds the properties of the value's Go type. Lists mostly hold values of
// one, so the last answer is kept.
func (o *objectPlan) bind(t reflect.Type) *binding {
	if b := o.bound.Load(); b != nil && b.goType == t {
		return b
	}
	b := &binding{t, make([]*property, len(o.fields))}
	for i, f := range o.fields {
		b.properties[i] = missing
		if f.meta == noMeta && f.resolver == nil {
			b.properties[i] = propertyOf(t, f.def.Name)
			if !f.isDirected() {
				b.properties[i] = b.properties[i].writing(f.typ)
			}
		}
	}
	o.bound.Store(b)
	return b
}

var missing = &property{method: -1}

type propertyKey struct {
	goType reflect.Type
	name   string
}

// properties are found once for each Go type and name.
var properties sync.Map // propertyKey -> *property

// propertyOf finds a property of a Go type, which is a struct or a pointer to
// one: the field with that json tag, else the field of that name, else the
// method of that name without arguments, of the pointer too; case makes no difference for names.
func propertyOf(t reflect.Type, name string) *property {
	key := propertyKey{t, name}
	if p, ok := properties.Load(key); ok {
		return p.(*property)
	}
	p := findProperty(t, name)
	properties.Store(key, p)
	return p
}

func findProperty(t reflect.Type, name string) *property {
	if t.Kind() == reflect.Map {
		return missing
	}
	p := &property{method: -1}
	if st := structOf(t); st != nil {
		if f, ok := structField(st, name); ok {
			p.found, p.index, p.typ = true, f.Index, f.Type
			if isGetter(f.Type) {
				p.runs, p.typ = true, f.Type.Out(0)
			}
			return p
		}
		t = reflect.PointerTo(st)
	}
	for i := range t.NumMethod() {
		m := t.Method(i)
		if !strings.EqualFold(m.Name, name) {
			continue
		}
		in := 1
		if t.Kind() == reflect.Interface {
			in = 0
		}
		out := m.Type.NumOut()
		fails := out == 2 && m.Type.Out(1) == errorType
		if m.Type.NumIn() == in && (out == 1 || fails) {
			return &property{found: true, method: i, runs: true, fails: fails, typ: m.Type.Out(0)}
		}
	}
	return missing
}

var errorType = reflect.TypeFor[error]()

func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// structField finds a field by its json tag, or else by its name.
func structField(t reflect.Type, name string) (reflect.StructField, bool) {
	var byName *reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() {
			continue
		}
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == name {
			return f, true
		}
		if byName == nil && tag == "" && strings.EqualFold(f.Name, name) {
			byName = &f
		}
	}
	if byName != nil {
		return *byName, true
	}
	return reflect.StructField{}, false
}

// nearField finds the field that has a name but for underscores, its tag, or that it is not exported,
// and adds that to a message on what the struct lacks. It is not one that is taken by another name, and
// the tag `json:"-"` keeps a field out.
func nearField(t reflect.Type, name string, taken func(index []int) bool) (f reflect.StructField, hint string) {
	for _, f := range reflect.VisibleFields(t) {
		switch {
		case !sameWord(f.Name, name) || f.Tag.Get("json") == "-" || taken(f.Index):
		case f.IsExported():
			return f, fmt.Sprintf(" (its field %s needs the tag `json:%q`)", f.Name, name)
		default:
			return f, fmt.Sprintf(" (its field %s is not exported)", f.Name)
		}
	}
	return f, ""
}

func sameWord(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "_", ""), strings.ReplaceAll(b, "_", ""))
}

// meant ends a message on a Go type that lacks a property, with the field or method of it that may be meant.
func meant(t reflect.Type, f *fieldDef) string {
	return cmp.Or(nearProperty(t, f), rules.Near(".", f.def.Name, maps.Keys(propertyNames(t))))
}

// nearProperty finds what no other field of f's type has, and has f's name but for its form.
func nearProperty(t reflect.Type, f *fieldDef) string {
	taken := func(same func(p *property) bool) bool {
		return slices.ContainsFunc(f.parent.Fields, func(o *ast.FieldDefinition) bool { return same(propertyOf(t, o.Name)) })
	}
	if st := structOf(t); st != nil {
		_, hint := nearField(st, f.def.Name, func(index []int) bool {
			return taken(func(p *property) bool { return slices.Equal(p.index, index) })
		})
		if hint != "" {
			return hint
		}
		t = reflect.PointerTo(st)
	}
	for i := range t.NumMethod() {
		m := t.Method(i)
		if !sameWord(m.Name, f.def.Name) || taken(func(p *property) bool { return p.method == i }) {
			continue
		}
		if t.Kind() != reflect.Interface {
			m.Type = reflect.Zero(t).Method(i).Type() // without the receiver
		}
		return fmt.Sprintf(" (its method %s is %s: without a resolver it must be called like the field, and be func() T or func() (T, error))", m.Name, m.Type)
	}
	return ""
}

// writing adds the short way of writing a property that is a struct's own field.
func (p *property) writing(t *typeRef) *property {
	if !p.found || p.runs || len(p.index) != 1 || t.elem != nil {
		return p
	}
	w := basicWriter(t, p.typ)
	if w == nil {
		return p
	}
	q := *p
	q.write = w
	return &q
}

// basicWriter writes values of a basic kind, nil for other types. What it
// refuses is written, or reported, the general way.
func basicWriter(t *typeRef, goType reflect.Type) func([]byte, reflect.Value) ([]byte, bool) {
	if goType.Kind() == reflect.Pointer {
		inner := basicWriter(t, goType.Elem())
		if inner == nil {
			return nil
		}
		return func(b []byte, v reflect.Value) ([]byte, bool) {
			if v.IsNil() {
				return append(b, "null"...), !t.nonNull
			}
			return inner(b, v.Elem())
		}
	}
	if p := reflect.PointerTo(goType); standsFor(p) || p.NumMethod() > 0 && goType.Kind() != reflect.String {
		return nil
	}
	switch goType.Kind() {
	case reflect.String:
		if t.kind == kindString || t.kind == kindID {
			return func(b []byte, v reflect.Value) ([]byte, bool) { return jsontext.AppendString(b, v.String()), true }
		}
	case reflect.Bool:
		if t.kind == kindBoolean {
			return func(b []byte, v reflect.Value) ([]byte, bool) { return strconv.AppendBool(b, v.Bool()), true }
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		switch t.kind {
		case kindInt:
			return func(b []byte, v reflect.Value) ([]byte, bool) {
				n := v.Int()
				return strconv.AppendInt(b, n, 10), n == int64(int32(n))
			}
		case kindID:
			return func(b []byte, v reflect.Value) ([]byte, bool) {
				return append(strconv.AppendInt(append(b, '"'), v.Int(), 10), '"'), true
			}
		}
	}
	return nil
}

// get reads a property of a parent.
func (p *property) get(s source) (v reflect.Value, err error) {
	if p.method >= 0 {
		if s.value.Kind() == reflect.Struct {
			s.value = copied(s.value)
		}
		out := s.value.Method(p.method).Call(nil)
		if p.fails && !out[1].IsNil() {
			return reflect.Value{}, out[1].Interface().(error)
		}
		return out[0], nil
	}
	if len(p.index) == 1 {
		v = s.fields.Field(p.index[0])
	} else if v, err = s.fields.FieldByIndexErr(p.index); err != nil { // an embedded pointer is nil
		return reflect.Value{}, nil
	}
	if p.runs && !v.IsNil() {
		return callProperty(v)
	}
	return v, nil
}

// isGetter reports whether a type is func() T or func() (T, error).
func isGetter(t reflect.Type) bool {
	return t.Kind() == reflect.Func && t.NumIn() == 0 && (t.NumOut() == 1 || t.NumOut() == 2 && t.Out(1) == errorType)
}

// propertyValue is the default resolver: the property of the parent that has the
// field's name; missing is null.
func propertyValue(s source, p *property, name string) (reflect.Value, error) {
	if !s.value.IsValid() {
		return reflect.Value{}, nil
	}
	if s.fields.Kind() == reflect.Map {
		return mapValue(s.fields, name)
	}
	if p == nil || !p.found {
		return reflect.Value{}, nil
	}
	return p.get(s)
}

// A lack is why a parent has no value for a field. Its text looks for what may be meant, and so is made
// only where it is read.
type lack struct {
	parent source
	field  *fieldDef
}

func (l *lack) Error() string {
	if l.parent.fields.Kind() == reflect.Map {
		return fmt.Sprintf("the %s has no value for the key %q, which must not be null", l.parent.fields.Type(), l.field.def.Name)
	}
	t := l.parent.value.Type()
	return fmt.Sprintf("a %s has no property %q, which must not be null%s", t, l.field.def.Name, meant(t, l.field))
}

// lacking returns what a parent lacks for a property to have a value, nil where it lacks nothing.
func lacking(s source, p *property, f *fieldDef) error {
	if !s.value.IsValid() || p != nil && p.found {
		return nil
	}
	return &lack{s, f}
}

// propertyNames are the names of a Go type's fields and methods that may be properties.
func propertyNames(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	if st := structOf(t); st != nil {
		names = fieldNames(st)
		t = reflect.PointerTo(st)
	}
	for i := range t.NumMethod() {
		names[t.Method(i).Name] = true
	}
	maps.DeleteFunc(names, func(name string, _ bool) bool { return !propertyOf(t, name).found })
	return names
}

// fieldNames are the names of a struct's exported fields.
func fieldNames(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for _, f := range reflect.VisibleFields(t) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); f.IsExported() && tag != "-" {
			names[cmp.Or(tag, f.Name)] = true
		}
	}
	return names
}

func mapValue(m reflect.Value, name string) (reflect.Value, error) {
	var v reflect.Value
	if values, ok := m.Interface().(map[string]any); ok {
		v = reflect.ValueOf(values[name])
	} else {
		if m.Type().Key().Kind() != reflect.String {
			return v, fmt.Errorf("the parent is a %s: only maps with string keys have properties", m.Type())
		}
		v = m.MapIndex(reflect.ValueOf(name).Convert(m.Type().Key()))
	}
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.IsValid() && isGetter(v.Type()) && !v.IsNil() {
		return callProperty(v)
	}
	return v, nil
}

// callProperty calls a function that is a property's value.
func callProperty(f reflect.Value) (reflect.Value, error) {
	out := f.Call(nil)
	if len(out) == 1 {
		return out[0], nil
	}
	err, _ := out[1].Interface().(error)
	return out[0], err
}
