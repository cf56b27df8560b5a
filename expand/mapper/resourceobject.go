package mapper

import (
	"cmp"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/ruby"
)

// A resourceObject is what parent_resource gives: the resource that the mapper
// is in.
//
//	get :trash, on: :collection if parent_resource.actions.include?(:destroy)
//
// Rails: Mapper::Resources::Resource and SingletonResource.
type resourceObject struct {
	m   *Mapper
	res *resource
}

var resourceObjectWords = []string{
	"actions", "available_actions", "default_actions", "name", "plural", "singular", "member_name", "collection_name", "path", "collection_scope",
	"controller", "resource_scope", "param", "member_scope", "shallow_scope", "nested_param", "nested_scope", "shallow?", "singleton?",
}

// parentResource is Mapper::Resources#parent_resource.
func (m *Mapper) parentResource(*dsl.Call) dsl.Value {
	if m.scope.resource == nil {
		return dsl.Nil
	}
	return m.drawing.Interp.NewObject(m.drawing.class.resource, &resourceObject{m, m.scope.resource})
}

// Call implements dsl.Receiver.
func (o *resourceObject) Call(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) > 0 {
		return nil, ruby.WrongArguments(len(c.Args), "0")
	}
	r := o.res
	switch c.Name {
	case "actions":
		return o.actions(c), nil
	case "available_actions":
		return o.available(c), nil
	case "default_actions":
		return defaultActionList(r.singleton, o.m.set.APIOnly), nil
	case "controller", "resource_scope":
		return r.controller, nil
	case "param":
		return dsl.Symbol(r.param), nil
	case "nested_param":
		return dsl.Symbol(r.nestedParam()), nil
	case "shallow?":
		if !r.shallow {
			return dsl.Nil, nil
		}
		return dsl.True, nil
	case "singleton?":
		return dsl.Bool(r.singleton), nil
	case "plural":
		if r.plural == "" && r.singleton {
			return c.Send(dsl.NewString(r.name), "pluralize"), nil
		}
	}
	return dsl.NewString(o.text(c)), nil
}

// Kept implements dsl.Keeper.
func (o *resourceObject) Kept(visit func(...dsl.Value)) {
	visit(o.res.controller, o.res.options.only, o.res.options.except)
}

func (o *resourceObject) text(c *dsl.Call) string {
	r := o.res
	switch c.Name {
	case "name":
		return r.name
	case "plural":
		return cmp.Or(r.plural, r.name)
	case "singular", "member_name":
		return r.singular
	case "collection_name":
		return r.collectionName
	case "path", "collection_scope":
		return r.path
	case "member_scope":
		return r.memberScope()
	case "shallow_scope":
		return r.path + "/:" + r.param
	case "nested_scope":
		return r.nestedScope()
	}
	panic(dsl.Fail(dsl.ErrNoMethod))
}

// available is Resource#available_actions: only:, else the default ones.
func (o *resourceObject) available(c *dsl.Call) dsl.Value {
	if ruby.Truthy(o.res.options.only) {
		return o.symbols(c, o.res.options.only)
	}
	return defaultActionList(o.res.singleton, o.m.set.APIOnly)
}

// actions is Resource#actions: those without except:.
func (o *resourceObject) actions(c *dsl.Call) dsl.Value {
	v := o.available(c)
	available, ok := v.(*dsl.Array)
	if !ok || !ruby.Truthy(o.res.options.except) {
		return v
	}
	unwanted := o.symbols(c, o.res.options.except)
	except, ok := unwanted.(*dsl.Array)
	if !ok {
		return unwanted
	}
	return dsl.NewArray(slices.DeleteFunc(slices.Clone(available.Elems), func(a dsl.Value) bool { return slices.Contains(except.Elems, a) })...)
}

// symbols is a list of actions; what only the application knows of it stays so.
func (o *resourceObject) symbols(c *dsl.Call, v dsl.Value) dsl.Value {
	if dsl.UnknownIn(v) != nil {
		return dsl.NewUnknown("parent_resource."+c.Name, c.Pos)
	}
	actions := dsl.NewArray()
	for _, a := range ruby.List(v) {
		actions.Elems = append(actions.Elems, dsl.Symbol(o.m.drawing.SymbolName(a)))
	}
	return actions
}

// defaultActionList is defaultActions in Rails' order.
func defaultActionList(singleton, apiOnly bool) *dsl.Array {
	actions := dsl.NewArray()
	for _, name := range actionNames(singleton) {
		if defaultActions(singleton, apiOnly)&actionOf(name) != 0 {
			actions.Elems = append(actions.Elems, dsl.Symbol(name))
		}
	}
	return actions
}
