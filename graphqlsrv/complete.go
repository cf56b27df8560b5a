package graphqlsrv

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/vektah/gqlparser/v2/ast"
)

// complete writes a value as a type says; false means that it is null where
// null may not be. GraphQL specification, CompleteValue.
func (w *writer) complete(f *fieldPlan, t *typeRef, v reflect.Value, ready batched) bool {
	composite, last := t.elem == nil && t.selects(), &f.itemType
	if t.elem != nil {
		last = &f.listType
	}
	var g *goType
	for v.IsValid() {
		g = last.of(v.Type())
		k := v.Kind()
		if nilable(k) && v.IsNil() {
			if k == reflect.Slice && t.elem != nil && t.nonNull { // Go's empty list
				break
			}
			return w.null(f, t)
		}
		if g.isError {
			return w.refuse(f, t, v.Interface().(error))
		}
		if k != reflect.Interface && (k != reflect.Pointer || composite && !g.nested || t.elem == nil && g.marshals) {
			break
		}
		v = v.Elem()
	}
	if !v.IsValid() {
		return w.null(f, t)
	}
	switch {
	case t.elem != nil:
		return w.list(f, t, v, ready)
	case composite:
		return w.composite(f, t, v, ready)
	}
	start := len(w.buf)
	buf, null, err := w.leaf(t, v, g.methods)
	if err != nil {
		w.buf = w.buf[:start]
		return w.wrong(f, t, err)
	}
	if null {
		w.buf = w.buf[:start]
		return w.null(f, t)
	}
	w.buf = buf
	if w.run.shown != nil && t.kind == kindID && f.parent != nil {
		w.run.shown.Object(f.parent.Name, buf[start:])
	}
	return true
}

// A goType is what completing a value asks about its Go type.
type goType struct {
	typ      reflect.Type
	isError  bool
	nested   bool // a pointer to a pointer
	marshals bool // a pointer whose methods say how it is written
	methods  bool // it, or a pointer to it, has some
}

// A lastType keeps the last answer: the values of one field are mostly of one type.
type lastType struct{ atomic.Pointer[goType] }

func (l *lastType) of(t reflect.Type) *goType {
	if g := l.Load(); g != nil && g.typ == t {
		return g
	}
	known, ok := goTypes.Load(t)
	if !ok {
		known, _ = goTypes.LoadOrStore(t, &goType{
			typ: t, isError: t.Kind() != reflect.Interface && t.Implements(errorType), marshals: marshals(t),
			nested:  t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Pointer,
			methods: reflect.PointerTo(t).NumMethod() > 0 || t.NumMethod() > 0,
		})
	}
	g := known.(*goType)
	l.Store(g)
	return g
}

var goTypes sync.Map // reflect.Type -> *goType

func nilable(k reflect.Kind) bool {
	switch k {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		return true
	}
	return false
}

func isNil(v reflect.Value) bool { return nilable(v.Kind()) && v.IsNil() }

// selects reports whether values of the type have fields.
func (t *typeRef) selects() bool { return t.kind == kindObject || t.kind == kindAbstract }

// null writes null where it may be, and is an error elsewhere.
func (w *writer) null(f *fieldPlan, t *typeRef) bool {
	if t.nonNull {
		return w.wrong(f, t, mustNotBeNull(f, nil))
	}
	w.buf = append(w.buf, "null"...)
	return true
}

// mustNotBeNull is the error of a field without a value; why, which may be nil, is for the log.
func mustNotBeNull(f *fieldPlan, why error) error {
	return &Error{Message: fmt.Sprintf("Cannot return null for non-nullable field %s.%s.", f.parent.Name, f.def.Name), own: true, cause: why}
}

// wrong records that a value can't be one of the field: the server's fault, unless the application
// has an error for clients in place of the value.
func (w *writer) wrong(f *fieldPlan, t *typeRef, err error) bool {
	return w.refuse(f, t, &wrongValue{err, f.coordinate(), w.run.op.plan.op.Name})
}

// refuse records an error and writes null.
func (w *writer) refuse(f *fieldPlan, t *typeRef, err error) bool {
	w.record(err, f)
	w.buf = append(w.buf, "null"...)
	return !t.nonNull
}

// composite writes an object, after finding the type of one of a union or
// interface.
func (w *writer) composite(f *fieldPlan, t *typeRef, v reflect.Value, ready batched) bool {
	def, s := t.def, sourceOf(v)
	if t.kind == kindAbstract {
		var err error
		if def, s, err = w.typed(f, t, s); err != nil {
			return w.wrong(f, t, err)
		}
	}
	if ready.level == nil && f.selection.batches {
		ready = w.batch(f, t, v)
	}
	o := f.selection.of(def)
	if o.err != nil {
		return w.refuse(f, t, o.err)
	}
	start := len(w.buf)
	if w.object(o, s, ready, false) {
		return true
	}
	w.buf = append(w.buf[:start], "null"...)
	return !t.nonNull
}

// typed finds the object type of a value of a union or interface, and what its fields are
// read from.
func (w *writer) typed(f *fieldPlan, t *typeRef, s source) (*ast.Definition, source, error) {
	if g := w.run.op.plan.schema.subgraph; g != nil && g.union == t.def {
		if e, ok := s.value.Interface().(*entity); ok {
			return e.def, sourceOf(reflect.ValueOf(e.value)), nil
		}
	}
	def, err := w.runtimeType(f, t, s)
	return def, s, err
}

// list writes the items of a list.
func (w *writer) list(f *fieldPlan, t *typeRef, v reflect.Value, ready batched) bool {
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		items, ok, err := w.iterate(v)
		if err != nil {
			return w.refuse(f, t, err)
		}
		if !ok {
			return w.wrong(f, t, &Error{
				Message: fmt.Sprintf("Expected Iterable, but did not find one for field \"%s.%s\".", f.parent.Name, f.def.Name),
				cause:   fmt.Errorf("a %s is no list: return a slice, an array or an iter.Seq", v.Type()),
				own:     true,
			})
		}
		v = items
	}
	start := len(w.buf)
	if ready.level == nil && f.selection != nil && f.selection.batches {
		ready = w.batch(f, t, v)
	}
	starts := ready.starts(v, t.elem)
	w.buf = append(w.buf, '[')
	item := func(w *writer, i int) bool {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		w.path = append(w.path, pathPart{index: i})
		ok := w.complete(f, t.elem, v.Index(i), ready.at(i, starts))
		w.path = w.path[:len(w.path)-1]
		return ok
	}
	ok := true
	if n := v.Len(); n > 1 && ready.waits(f.selection) {
		ok = w.concurrently(n, item)
	} else {
		for i := 0; i < n && ok; i++ {
			ok = item(w, i)
		}
	}
	if !ok {
		w.buf = append(w.buf[:start], "null"...)
		return !t.nonNull
	}
	w.buf = append(w.buf, ']')
	return true
}

// iterate collects the items of an iter.Seq.
func (w *writer) iterate(v reflect.Value) (items reflect.Value, ok bool, err error) {
	if !isSeq(v.Type()) {
		return v, false, nil
	}
	defer w.guard(&err)
	items = reflect.MakeSlice(reflect.SliceOf(v.Type().In(0).In(0)), 0, 0)
	for item := range v.Seq() {
		items = reflect.Append(items, item)
	}
	return items, true, nil
}

// isSeq reports whether a type is an iter.Seq.
func isSeq(t reflect.Type) bool {
	return t.Kind() == reflect.Func && t.CanSeq()
}

// A TypeResolver tells the name of the object type of a value of a union or
// interface; "" leaves it to the rules: the key or field __typename of the
// value, else the object type with the name of the Go type.
type TypeResolver func(value any) string

// runtimeType finds the object type of a value. GraphQL specification,
// ResolveAbstractType; the messages are graphql-js'.
func (w *writer) runtimeType(f *fieldPlan, t *typeRef, s source) (def *ast.Definition, err error) {
	defer w.guard(&err)
	schema := w.run.op.plan.schema
	name, told, why := "", false, "a %s is of no type of %s: name its Go type or its __typename like one, or use WithTypeResolver(%[2]q, …)"
	if r := w.run.engine.cfg.typeResolvers[t.def.Name]; r != nil {
		name = r(s.value.Interface())
		if told = name != ""; told {
			why = "the function of WithTypeResolver(%[2]q, …) returned %[3]q for a %[1]s: return the name of an object type of %[2]s"
		}
	}
	if !told {
		if name, told, err = schema.typeName(t.def, s); err != nil {
			return nil, err
		}
	}
	message, d := "", schema.ast.Types[name]
	switch {
	case !told:
		message = fmt.Sprintf(`Abstract type "%s" must resolve to an Object type at runtime for field "%s.%s". Either the "%s" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
			t.def.Name, f.parent.Name, f.def.Name, t.def.Name)
	case d == nil:
		message = fmt.Sprintf(`Abstract type "%s" was resolved to a type "%s" that does not exist inside the schema.`, t.def.Name, name)
	case d.Kind != ast.Object:
		message = fmt.Sprintf(`Abstract type "%s" was resolved to a non-object type "%s".`, t.def.Name, name)
	case !schema.possible[t.def][d]:
		message = fmt.Sprintf(`Runtime Object type "%s" is not a possible type for "%s".`, name, t.def.Name)
	default:
		return d, nil
	}
	return nil, &Error{Message: message, own: true, cause: fmt.Errorf(why, s.value.Type(), t.def.Name, name)}
}

// typeName finds the type's name in the value: its __typename, else the name of
// its Go type, which must not say something else.
func (s *schema) typeName(abstract *ast.Definition, v source) (name string, told bool, err error) {
	t := v.fields.Type()
	d := s.ast.Types[t.Name()]
	named := d != nil && s.possible[abstract][d]
	said, err := propertyValue(v, propertyOf(v.value.Type(), "__typename"), "__typename")
	if err != nil {
		return "", false, err
	}
	for said.Kind() == reflect.Pointer || said.Kind() == reflect.Interface {
		said = said.Elem()
	}
	if said.Kind() != reflect.String {
		return t.Name(), named, nil
	}
	if named && t.Name() != said.String() {
		return "", false, fmt.Errorf("a %s says __typename %q, but its Go type is %s: use WithTypeResolver(%q, …)", abstract.Name, said.String(), t, abstract.Name)
	}
	return said.String(), true, nil
}
