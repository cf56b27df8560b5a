package urls

import (
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A record is a Go struct in the part of an ActiveRecord: blocks of the routes
// file see it as an object with id, to_param, persisted?, model_name and its
// exported fields.
type record struct {
	table *tableHelpers
	value any
	rv    reflect.Value // the struct
	model string        // Blog::Post
}

// recordOf gives the record that a parameter is: a struct with an ID, or one
// that says so by a method. Nil for other values, such as time.Time.
func recordOf(v any, r reflect.Value) *record {
	m := structRecord(v, r)
	if m == nil {
		return nil
	}
	switch v.(type) {
	case modelNamer, persister, paramer:
		return m
	}
	if _, ok := m.id(); ok {
		return m
	}
	return nil
}

// structRecord gives the record that a struct, or a pointer to one, is.
func structRecord(v any, r reflect.Value) *record {
	for r.Kind() == reflect.Pointer && !r.IsNil() {
		r = r.Elem()
	}
	if r.Kind() != reflect.Struct {
		return nil
	}
	m := &record{value: v, rv: r, model: typeName(r.Type())}
	if n, ok := v.(modelNamer); ok {
		m.model = n.ModelName()
	}
	return m
}

type (
	modelNamer interface{ ModelName() string }
	persister  interface{ Persisted() bool }
)

// typeName is the name of a type as that of a Ruby class: without package and
// type arguments, with a capital letter.
func typeName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	if name == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[n:]
}

// classOf gives a type in the part of a model's class. A constant that no file
// of the routes defines is such a class too.
func classOf(t reflect.Type) dsl.Value {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n, ok := reflect.Zero(t).Interface().(modelNamer); ok {
		return dsl.NewUnknown(n.ModelName(), grammar.Pos{})
	}
	return dsl.NewUnknown(typeName(t), grammar.Pos{})
}

// id gives the value of the method or field ID.
func (m *record) id() (any, bool) {
	switch v := m.value.(type) {
	case interface{ ID() string }:
		return v.ID(), true
	case interface{ ID() int }:
		return v.ID(), true
	case interface{ ID() int64 }:
		return v.ID(), true
	}
	for _, name := range [...]string{"ID", "Id"} {
		if f, ok := m.rv.Type().FieldByName(name); ok && f.IsExported() {
			v, err := m.rv.FieldByIndexErr(f.Index)
			if err != nil { // through an embedded nil pointer
				return nil, true
			}
			return v.Interface(), true
		}
	}
	return nil, false
}

// persisted tells a stored record from a new one.
func (m *record) persisted() bool {
	if p, ok := m.value.(persister); ok {
		return p.Persisted()
	}
	if id, ok := m.id(); ok {
		return id != nil && !reflect.ValueOf(id).IsZero()
	}
	p, ok := m.value.(paramer)
	return ok && p.ToParam() != ""
}

// param is to_param: nil for a new record.
func (m *record) param() dsl.Value {
	if p, ok := m.value.(paramer); ok {
		return dsl.NewString(p.ToParam())
	}
	id, ok := m.id()
	if !ok || id == nil || reflect.ValueOf(id).IsZero() {
		return dsl.Nil
	}
	return m.table.value(id, 1)
}

// Call implements dsl.Receiver.
func (m *record) Call(c *dsl.Call) (v dsl.Value, err error) {
	err = dsl.Attempt(func() { v = m.answer(c.Name) })
	return v, raised(err)
}

func (m *record) answer(name string) dsl.Value {
	switch name {
	case "to_param":
		p := m.param()
		if p == dsl.Nil {
			return p
		}
		return dsl.NewString(dsl.Must(m.table.Interp.NewThread().ToS(p)))
	case "to_model":
		return m.table.object(m)
	case "model_name":
		return m.table.naming(m.model)
	case "persisted?":
		return dsl.Bool(m.persisted())
	case "new_record?":
		return dsl.Bool(!m.persisted())
	case "id":
		id, _ := m.id()
		return m.table.value(id, 1)
	case "to_s", "inspect":
		return dsl.NewString(m.inspect())
	}
	return m.field(name)
}

// inspect is the record as a message shows it: #<Post id: 1>.
func (m *record) inspect() string {
	shown := "nil"
	if id, ok := m.id(); ok && m.persisted() {
		_ = dsl.Attempt(func() { shown = dsl.Must(m.table.Inspect(m.table.value(id, 1))) })
	}
	return "#<" + m.model + " id: " + shown + ">"
}

// field gives an exported field, or what an exported method without arguments
// returns, by its Ruby name: created_at is CreatedAt.
func (m *record) field(name string) dsl.Value {
	goName := m.table.Interp.Inflections().Camelize(strings.TrimSuffix(name, "?"), true)
	rv := reflect.ValueOf(m.value)
	for _, n := range [...]string{goName, strings.TrimSuffix(goName, "Id") + "ID", strings.TrimSuffix(goName, "Url") + "URL"} {
		if f := rv.MethodByName(n); f.IsValid() && f.Type().NumIn() == 0 && f.Type().NumOut() == 1 {
			return m.table.value(f.Call(nil)[0].Interface(), 1)
		}
		if f, ok := m.rv.Type().FieldByName(n); ok && f.IsExported() {
			v, err := m.rv.FieldByIndexErr(f.Index)
			if err != nil {
				return dsl.Nil
			}
			return m.table.value(v.Interface(), 1)
		}
	}
	panic(dsl.Fail(dsl.ErrNoMethod))
}

// object wraps a record for Ruby.
func (t *tableHelpers) object(m *record) dsl.Value {
	m.table = t
	return t.Interp.NewObject(t.recordClass, m)
}

// ---- names of models

// A naming is ActiveModel::Name: the names of a model's routes. The route key
// of a model whose plural is its singular ends in _index.
type naming struct {
	name, singular, plural     string
	routeKey, singularRouteKey string
}

// modelNaming inflects a model's name. Rails: ActiveModel::Name#initialize.
func (t *tableHelpers) modelNaming(name string) *naming {
	if n, ok := t.namings.Load(name); ok {
		return n.(*naming)
	}
	rules := t.Interp.Inflections()
	n := &naming{name: name, singular: strings.ReplaceAll(rules.Underscore(name), "/", "_")}
	n.plural = rules.Pluralize(n.singular)
	n.routeKey = n.plural
	n.singularRouteKey = rules.Singularize(n.routeKey)
	if n.plural == n.singular {
		n.routeKey += "_index"
	}
	if t.namingCount.Add(1) <= maxNamings {
		t.namings.Store(name, n)
	}
	return n
}

// maxNamings bounds what is remembered, should names come from outside.
const maxNamings = 10_000

func (t *tableHelpers) naming(name string) dsl.Value {
	return t.Interp.NewObject(t.recordClass, t.modelNaming(name))
}

// Call implements dsl.Receiver.
func (n *naming) Call(c *dsl.Call) (dsl.Value, error) {
	text := map[string]string{
		"name": n.name, "to_s": n.name, "to_str": n.name, "singular": n.singular, "param_key": n.singular, "plural": n.plural,
		"route_key": n.routeKey, "singular_route_key": n.singularRouteKey, "inspect": strconv.Quote(n.name),
	}
	if s, ok := text[c.Name]; ok {
		return dsl.NewString(s), nil
	}
	return nil, dsl.ErrNoMethod
}

// recordWords are the methods that records and names of models take over from
// Object, and all that Object does not have.
func (t *tableHelpers) recordWords(name string) bool {
	switch name {
	case "to_param", "to_s", "inspect":
		return true
	case "call":
		return false
	}
	return route.HostWord(t.Interp, name)
}

// isRecord reports whether a value stands for a record of Go, or for the names of a model.
func isRecord(v dsl.Value) bool {
	o, ok := v.(*dsl.Object)
	if !ok {
		return false
	}
	switch o.Host.(type) {
	case *record, *naming:
		return true
	}
	return false
}
