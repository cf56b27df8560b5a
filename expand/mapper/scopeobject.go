package mapper

import (
	"signalbox/dsl"
	"signalbox/expand/ruby"
)

// A scopeObject is what a routes file sees as @scope: the scope that the mapper
// is in when it is asked.
//
//	direct(:home) { "https://example.org" } if @scope.root?
//
// Rails: Mapper::Scope.
type scopeObject struct{ m *Mapper }

func scopeWords(name string) bool {
	switch name {
	case "root?", "nested?", "resources?", "resource_scope?", "resource_method_scope?", "scope_level", "[]", "null?":
		return true
	}
	return false
}

var levelNames = [...]dsl.Value{
	dsl.Nil, dsl.Symbol("resources"), dsl.Symbol("resource"), dsl.Symbol("nested"),
	dsl.Symbol("collection"), dsl.Symbol("member"), dsl.Symbol("new"), dsl.Symbol("root"),
}

// Call implements dsl.Receiver.
func (o *scopeObject) Call(c *dsl.Call) (dsl.Value, error) {
	s := o.m.scope
	switch c.Name {
	case "root?":
		return dsl.Bool(s.parent == nil), nil
	case "nested?":
		return dsl.Bool(s.level == inNested), nil
	case "resources?":
		return dsl.Bool(s.level == inResources), nil
	case "resource_scope?":
		return dsl.Bool(s.level.resourceScope()), nil
	case "resource_method_scope?":
		return dsl.Bool(s.level.methodScope()), nil
	case "null?":
		return dsl.False, nil
	case "scope_level":
		return levelNames[s.level], nil
	case "[]":
		if len(c.Args) != 1 {
			return nil, ruby.WrongArguments(len(c.Args), "1")
		}
		key, _ := c.Args[0].(dsl.Symbol)
		return s.option(string(key)), nil
	}
	return nil, dsl.ErrNoMethod
}

// Kept implements dsl.Keeper.
func (o *scopeObject) Kept(visit func(...dsl.Value)) {
	s := o.m.scope
	visit(s.controller, s.action, s.via, s.format, s.to, s.pathNames, s.constraints, s.defaults, s.options)
	visit(s.callables...)
}

// option returns what the scope says under one of Rails' keys.
func (s *scope) option(key string) dsl.Value {
	var v dsl.Value
	switch key {
	case "path":
		if s.path != "" {
			v = dsl.NewString(s.path)
		}
	case "shallow_path":
		v = s.shallowPath.value()
	case "as":
		v = s.as.value()
	case "shallow_prefix":
		v = s.shallowAs.value()
	case "module":
		v = s.module.value()
	case "controller":
		v = s.controller
	case "action":
		v = s.action
	case "via":
		v = s.via
	case "format":
		v = s.format
	case "to":
		v = s.to
	case "shallow":
		v = dsl.Bool(s.shallow)
	case "blocks":
		v = dsl.NewArray(append([]dsl.Value(nil), s.callables...)...)
	}
	hashes := map[string]*dsl.Hash{
		"path_names": s.pathNames, "constraints": s.constraints, "defaults": s.defaults, "options": s.options,
	}
	if h := hashes[key]; h != nil {
		return h
	}
	if v == nil {
		return dsl.Nil
	}
	return v
}

func (t text) value() dsl.Value {
	if !t.ok {
		return nil
	}
	return dsl.NewString(t.s)
}
