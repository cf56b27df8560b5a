package urls

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// The routes of records: polymorphic_url(@post) is post_url(@post), or posts_url
// for a new one. Rails: Routing::PolymorphicRoutes.

// polymorphic gives the path or URL of a record, of a class, of the name of a
// helper, or of an array of these: namespaces and parents first.
func (c *urlCall) polymorphic(v dsl.Value, options *dsl.Hash, kind helperKind) string {
	if h, ok := v.(*dsl.Hash); ok {
		options = merged(h, options)
		v = remove(options, idKey)
		if v == nil {
			v = dsl.Nil
		}
		return c.polymorphic(v, options, kind)
	}
	if r := c.resolution(v); r != nil {
		if options == nil {
			options = dsl.NewHash(0)
		}
		return c.custom(r.Block, r.Options, []dsl.Value{v, options}, kind == pathKind)
	}
	options = merged(options, nil)
	action := remove(options, actionOption)
	if kind == urlKind {
		if t, _ := textValue(remove(options, typeKey)); t == "path" {
			kind = pathKind
		}
	}
	b := &polymorph{c: c}
	if isTrue(action) {
		name := c.toS(action)
		b.prefix, b.single = name+"_", name == "new"
	}
	recipient, list := b.recipient(v)
	name, args := b.route(list, v)
	if options.Len() == 0 {
		options = nil
	}
	return recipient.helper(b.prefix+name, kind, args, options)
}

// A polymorph finds the helper of records. Rails: HelperMethodBuilder.
type polymorph struct {
	c      *urlCall
	prefix string // edit_
	single bool   // the last name in singular: for action new
}

// recipient gives the object whose helper is called: another engine's if the
// array begins with one.
func (b *polymorph) recipient(v dsl.Value) (*urlCall, []dsl.Value) {
	a, ok := v.(*dsl.Array)
	if !ok {
		if isNone(v) {
			panic(failure("ArgumentError", "Nil location provided. Can't build URI."))
		}
		return b.c, nil
	}
	list := make([]dsl.Value, 0, len(a.Elems))
	for _, e := range a.Elems {
		if !isNone(e) {
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		panic(failure("ArgumentError", "Nil location provided. Can't build URI."))
	}
	if o, ok := list[0].(*dsl.Object); ok {
		if s, ok := o.Host.(*urlSelf); ok {
			return &urlCall{Helpers: s.Helpers, thread: b.c.thread}, list[1:]
		}
	}
	return b.c, list
}

// route gives the name of the helper, and the records that it is called with.
// list is nil unless v is an array.
func (b *polymorph) route(list []dsl.Value, v dsl.Value) (string, []dsl.Value) {
	if list != nil {
		return b.ofList(list)
	}
	if name, ok := textValue(v); ok {
		return name, nil
	}
	return b.ofRecord(v)
}

func textValue(v dsl.Value) (string, bool) {
	switch v := v.(type) {
	case *dsl.String:
		return v.String(), true
	case dsl.Symbol:
		return string(v), true
	}
	return "", false
}

// ofList is handle_list.
func (b *polymorph) ofList(list []dsl.Value) (string, []dsl.Value) {
	var parts []string
	var args []dsl.Value
	for i, v := range list {
		switch s := v.(type) {
		case dsl.Symbol:
			parts = append(parts, string(s))
			continue
		case *dsl.String:
			panic(failure("ArgumentError", "Please use symbols for polymorphic route arguments."))
		}
		if i == len(list)-1 {
			name, more := b.ofRecord(v)
			parts, args = append(parts, name), append(args, more...)
			continue
		}
		m := b.c.model(v)
		parts, args = append(parts, m.names.singularRouteKey), append(args, m.value)
	}
	return strings.Join(parts, "_"), args
}

// ofRecord is handle_model and handle_class.
func (b *polymorph) ofRecord(v dsl.Value) (string, []dsl.Value) {
	switch m := b.c.model(v); {
	case m.persisted:
		return m.names.singularRouteKey, []dsl.Value{m.value}
	case b.single:
		return m.names.singularRouteKey, nil
	default:
		return m.names.routeKey, nil
	}
}

// resolution gives what `resolve` tells about a record's model; nil if nothing.
func (c *urlCall) resolution(v dsl.Value) *route.Resolve {
	if len(c.table.Resolves) == 0 {
		return nil
	}
	name := c.modelName(v)
	for _, r := range slices.Backward(c.table.Resolves) {
		if name != "" && r.Model == name {
			return r
		}
	}
	return nil
}

// modelName is the name that `resolve` knows a value by: of its model, or of its
// class.
func (c *urlCall) modelName(v dsl.Value) string {
	o, ok := v.(*dsl.Object)
	if !ok {
		if dsl.IsUnknown(v) || v == nil {
			return ""
		}
		return c.table.Interp.PlainClassOf(v).Name()
	}
	if m, ok := o.Host.(*record); ok {
		return m.model
	}
	if !c.table.Interp.RespondTo(v, "to_model") {
		return c.table.Interp.PlainClassOf(v).Name()
	}
	return c.model(v).names.name
}

// A model is a record or a class, as far as its routes depend on it.
type model struct {
	value     dsl.Value
	persisted bool
	names     *naming
}

// model asks a record or class for its names. Objects of the routes file must
// have the methods that Rails asks for: to_model, persisted?, model_name.
func (c *urlCall) model(v dsl.Value) *model {
	switch v := v.(type) {
	case *dsl.Unknown:
		if !route.IsConstant(v.Text()) {
			panic(failure("RuntimeError", v.Text()+" is unknown"))
		}
		return &model{value: v, names: c.table.modelNaming(strings.TrimPrefix(v.Text(), "::"))}
	case *dsl.Class:
		return &model{value: v, names: c.namesOf(v)}
	case *dsl.Object:
		if m, ok := v.Host.(*record); ok {
			return &model{v, m.persisted(), c.table.modelNaming(m.model)}
		}
	}
	record := c.send(v, "to_model")
	return &model{record, isTrue(c.send(record, "persisted?")), c.namesOf(record)}
}

// namesOf asks model_name.
func (c *urlCall) namesOf(v dsl.Value) *naming {
	name := c.send(v, "model_name")
	ask := func(method string) string { return c.toS(c.send(name, method)) }
	return &naming{name: ask("name"), routeKey: ask("route_key"), singularRouteKey: ask("singular_route_key")}
}

func (c *urlCall) send(v dsl.Value, method string) dsl.Value {
	return dsl.Must(c.ruby().Call(v, method))
}
