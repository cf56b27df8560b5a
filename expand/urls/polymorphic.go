package urls

import (
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// The routes of records: polymorphic_url(@post) is post_url(@post), or posts_url
// for a new one. Rails: Routing::PolymorphicRoutes.

// polymorphic gives the path or URL of a record, of a class, of the name of a
// helper, or of an array of these: namespaces and parents first.
func (c *urlCall) polymorphic(v dsl.Value, options *dsl.Hash, kind helperKind) (string, error) {
	if h, ok := v.(*dsl.Hash); ok {
		options = merged(h, options)
		v = remove(options, idKey)
		if v == nil {
			v = dsl.Nil
		}
		return c.polymorphic(v, options, kind)
	}
	if r, err := c.resolution(v); r != nil || err != nil {
		if err != nil {
			return "", err
		}
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
	if err := b.setAction(action); err != nil {
		return "", err
	}
	recipient, list, err := b.recipient(v)
	if err != nil {
		return "", err
	}
	name, args, err := b.route(list, v)
	if err != nil {
		return "", err
	}
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

func (b *polymorph) setAction(action dsl.Value) error {
	if !isTrue(action) {
		return nil
	}
	s, err := b.c.toS(action)
	b.prefix, b.single = s+"_", s == "new"
	return err
}

// recipient gives the object whose helper is called: another engine's if the
// array begins with one.
func (b *polymorph) recipient(v dsl.Value) (*urlCall, []dsl.Value, error) {
	a, ok := v.(*dsl.Array)
	if !ok {
		if isNone(v) {
			return nil, nil, urlErrorf("ArgumentError", "Nil location provided. Can't build URI.")
		}
		return b.c, nil, nil
	}
	list := make([]dsl.Value, 0, len(a.Elems))
	for _, e := range a.Elems {
		if !isNone(e) {
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		return nil, nil, urlErrorf("ArgumentError", "Nil location provided. Can't build URI.")
	}
	if o, ok := list[0].(*dsl.Object); ok {
		if s, ok := o.Host.(*urlSelf); ok {
			return &urlCall{Helpers: s.Helpers, thread: b.c.thread}, list[1:], nil
		}
	}
	return b.c, list, nil
}

// route gives the name of the helper, and the records that it is called with.
// list is nil unless v is an array.
func (b *polymorph) route(list []dsl.Value, v dsl.Value) (string, []dsl.Value, error) {
	if list != nil {
		return b.ofList(list)
	}
	if name, ok := textValue(v); ok {
		return name, nil, nil
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
func (b *polymorph) ofList(list []dsl.Value) (string, []dsl.Value, error) {
	var parts []string
	var args []dsl.Value
	for i, v := range list {
		switch s := v.(type) {
		case dsl.Symbol:
			parts = append(parts, string(s))
			continue
		case *dsl.String:
			return "", nil, urlErrorf("ArgumentError", "Please use symbols for polymorphic route arguments.")
		}
		if i == len(list)-1 {
			name, more, err := b.ofRecord(v)
			if err != nil {
				return "", nil, err
			}
			parts, args = append(parts, name), append(args, more...)
			continue
		}
		m, err := b.c.model(v)
		if err != nil {
			return "", nil, err
		}
		parts, args = append(parts, m.names.singularRouteKey), append(args, m.value)
	}
	return strings.Join(parts, "_"), args, nil
}

// ofRecord is handle_model and handle_class.
func (b *polymorph) ofRecord(v dsl.Value) (string, []dsl.Value, error) {
	m, err := b.c.model(v)
	switch {
	case err != nil:
		return "", nil, err
	case m.persisted:
		return m.names.singularRouteKey, []dsl.Value{m.value}, nil
	case b.single:
		return m.names.singularRouteKey, nil, nil
	}
	return m.names.routeKey, nil, nil
}

// resolution gives what `resolve` tells about a record's model; nil if nothing.
func (c *urlCall) resolution(v dsl.Value) (*route.Resolve, error) {
	if len(c.table.Resolves) == 0 {
		return nil, nil
	}
	name, err := c.modelName(v)
	if err != nil || name == "" {
		return nil, err
	}
	for i := len(c.table.Resolves) - 1; i >= 0; i-- {
		if c.table.Resolves[i].Model == name {
			return c.table.Resolves[i], nil
		}
	}
	return nil, nil
}

// modelName is the name that `resolve` knows a value by: of its model, or of its
// class.
func (c *urlCall) modelName(v dsl.Value) (string, error) {
	o, ok := v.(*dsl.Object)
	if !ok {
		if dsl.IsUnknown(v) || v == nil {
			return "", nil
		}
		return c.table.Interp.PlainClassOf(v).Name(), nil
	}
	if m, ok := o.Host.(*record); ok {
		return m.model, nil
	}
	if !c.table.Interp.RespondTo(v, "to_model") {
		return c.table.Interp.PlainClassOf(v).Name(), nil
	}
	m, err := c.model(v)
	if err != nil {
		return "", err
	}
	return m.names.name, nil
}

// A model is a record or a class, as far as its routes depend on it.
type model struct {
	value     dsl.Value
	persisted bool
	names     *naming
}

// model asks a record or class for its names. Objects of the routes file must
// have the methods that Rails asks for: to_model, persisted?, model_name.
func (c *urlCall) model(v dsl.Value) (*model, error) {
	switch v := v.(type) {
	case *dsl.Unknown:
		if !route.IsConstant(v.Text()) {
			return nil, urlErrorf("RuntimeError", v.Text()+" is unknown")
		}
		return &model{value: v, names: c.table.modelNaming(strings.TrimPrefix(v.Text(), "::"))}, nil
	case *dsl.Class:
		names, err := c.namesOf(v)
		return &model{value: v, names: names}, err
	case *dsl.Object:
		if m, ok := v.Host.(*record); ok {
			return &model{v, m.persisted(), c.table.modelNaming(m.model)}, nil
		}
	}
	record, err := c.ruby().Call(v, "to_model")
	if err != nil {
		return nil, err
	}
	persisted, err := c.ruby().Call(record, "persisted?")
	if err != nil {
		return nil, err
	}
	names, err := c.namesOf(record)
	return &model{record, isTrue(persisted), names}, err
}

// namesOf asks model_name.
func (c *urlCall) namesOf(v dsl.Value) (*naming, error) {
	name, err := c.ruby().Call(v, "model_name")
	if err != nil {
		return nil, err
	}
	n := &naming{}
	for _, part := range []struct {
		method string
		to     *string
	}{{"name", &n.name}, {"route_key", &n.routeKey}, {"singular_route_key", &n.singularRouteKey}} {
		text, err := c.ruby().Call(name, part.method)
		if err != nil {
			return nil, err
		}
		if *part.to, err = c.toS(text); err != nil {
			return nil, err
		}
	}
	return n, nil
}
