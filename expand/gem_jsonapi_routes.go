package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// jsonapiScope is the resource that a block of jsonapi_resources is about.
type jsonapiScope struct {
	kind   string // posts
	class  *jsonapiClass
	format string // route_format
}

var uuidPattern = &dsl.Regexp{Source: "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"}

// jsonapiWord makes `jsonapi_resources` and `jsonapi_resource`. JSONAPI
// Resources: routing_ext.rb.
func jsonapiWord(singleton bool) func(*Mapper, *dsl.Call) (dsl.Value, error) {
	return func(m *Mapper, c *dsl.Call) (dsl.Value, error) {
		name, options, err := m.jsonapiArguments(c)
		if err != nil {
			return nil, err
		}
		class := m.l.jsonapiClass(m.jsonapiPrefixed(name))
		if class == nil {
			class = m.settledJSONAPI(name)
		}
		setDefault(options, "controller", dsl.Symbol(name))
		return m.self, m.l.jsonapiSettings().withText(m, "route_format", func(format string) error {
			return m.jsonapiRouting(class, options, func(options *dsl.Hash) error {
				return m.jsonapiDraw(c, &jsonapiScope{name, class, format}, singleton, options)
			})
		})
	}
}

// jsonapiRouting runs f for the options with those of the class.
func (m *Mapper) jsonapiRouting(class *jsonapiClass, given *dsl.Hash, f func(*dsl.Hash) error) error {
	routing, _ := class.options.Sym("routing_options")
	return m.either(routing, &gemSetting{otherwise: dsl.Nil}, func(v dsl.Value) error {
		options := given.Clone()
		if h, ok := v.(*dsl.Hash); ok {
			merge(options, h)
		}
		return m.choosing(options, f)
	})
}

// jsonapiDraw draws the resource, on both sides of conditions that decide on its
// class.
func (m *Mapper) jsonapiDraw(c *dsl.Call, scope *jsonapiScope, singleton bool, options *dsl.Hash) error {
	immutable, _ := scope.class.options.Sym("immutable")
	return m.either(immutable, &gemSetting{otherwise: dsl.False, wants: DecisionShape}, func(v dsl.Value) error {
		return m.jsonapiKey(scope.class, singleton, cloneOptions(options), func(options *dsl.Hash) error {
			own, class := *scope, *scope.class
			class.immutable, own.class = truthy(v), &class
			return m.jsonapiResource(c, &own, singleton, options)
		})
	})
}

func (m *Mapper) jsonapiResource(c *dsl.Call, scope *jsonapiScope, singleton bool, options *dsl.Hash) error {
	options.Set(dsl.Symbol("path"), dsl.NewString(m.jsonapiFormat(scope, scope.kind)))
	if !singleton {
		options.Set(dsl.Symbol("param"), dsl.Symbol("id"))
	}
	except, _ := options.Sym("except")
	all := append(slices.Clone(list(except)), dsl.Symbol("new"), dsl.Symbol("edit"))
	if scope.class.immutable {
		all = append(all, dsl.Symbol("create"), dsl.Symbol("update"), dsl.Symbol("destroy"))
	}
	options.Set(dsl.Symbol("except"), dsl.NewArray(all...))
	before := m.jsonapi
	defer func() { m.jsonapi = before }()
	return m.drawResource(resourceCall{
		singleton: singleton, names: []dsl.Value{dsl.Symbol(scope.kind)}, options: options,
		block: func() error {
			m.jsonapi = scope
			if c.Block != nil {
				return yield(c)
			}
			return m.jsonapiAll(nil)
		},
	})
}

// jsonapiKey restricts the id where keys are UUIDs.
func (m *Mapper) jsonapiKey(class *jsonapiClass, singleton bool, options *dsl.Hash, f func(*dsl.Hash) error) error {
	if singleton {
		return f(options)
	}
	restricted := func(key string) error {
		if key != "uuid" {
			return f(options)
		}
		given, _ := options.Sym("constraints")
		h, _ := given.(*dsl.Hash)
		h = cloneOptions(h)
		setDefault(h, "id", uuidPattern)
		options.Set(dsl.Symbol("constraints"), h)
		return f(options)
	}
	own, _ := class.options.Sym("key_type")
	return m.either(own, &gemSetting{}, func(v dsl.Value) error {
		if key := textOfName(v); key != "" {
			return restricted(key)
		}
		return m.l.jsonapiSettings().withText(m, "resource_key_type", restricted)
	})
}

// jsonapiArguments splits the name from the options.
func (m *Mapper) jsonapiArguments(c *dsl.Call) (string, *dsl.Hash, error) {
	old, args := oldOptions(c.Args)
	options := cloneOptions(c.Keywords)
	if old != nil {
		merge(options, old)
	}
	if len(args) == 0 {
		return "", nil, wrongArguments(0, "1+")
	}
	name, err := m.str(args[0])
	return name, options, err
}

// jsonapiPrefixed puts the scope's module in front.
func (m *Mapper) jsonapiPrefixed(name string) string {
	if m.scope.module.ok {
		return m.scope.module.s + "/" + name
	}
	return name
}

// jsonapiSettings are those of the initializer that routes depend on. JSONAPI
// Resources: Configuration.
func (l *loader) jsonapiSettings() *gemConfig {
	if l.gems.jsonapi == nil {
		l.gems.jsonapi = l.newGemConfig(
			"JSONAPI.configuration.",
			gemSetting{"route_format", dsl.Symbol("dasherized_route"), TextShape, true},
			gemSetting{"resource_key_type", dsl.Nil, TextShape, true},
		)
		l.initializers(map[string]*gemConfig{"JSONAPI": l.gems.jsonapi})
	}
	return l.gems.jsonapi
}

// jsonapiFormat is format_route: by the initializer's route_format.
func (m *Mapper) jsonapiFormat(scope *jsonapiScope, name string) string {
	switch scope.format {
	case "underscored_route":
		return name
	case "camelized_route":
		return m.l.interp.Inflections().Camelize(name, false)
	case "dasherized_route":
		return strings.ReplaceAll(name, "_", "-")
	}
	m.l.warnSetting("JSONAPI.configuration.route_format", TextShape, "", m.pos, "the route_format of JSONAPI is known to the application only", "The table keeps names as they are.")
	return name
}

// jsonapiAll is jsonapi_relationships.
func (m *Mapper) jsonapiAll(options *dsl.Hash) error {
	relations := m.jsonapi.class.relations
	for i := range relations.Len() {
		_, v := relations.At(i)
		err := m.eachRelation(v, func(r *jsonapiRelation) error {
			if r == nil {
				return nil
			}
			if err := m.jsonapiLinks(r.name, r.many, cloneOptions(options)); err != nil {
				return err
			}
			return m.jsonapiRelated(r, cloneOptions(options))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// jsonapiPart makes the words for a block of jsonapi_resources.
func jsonapiPart(c *dsl.Call) (links, many bool) {
	return strings.Contains(c.Name, "link"), strings.HasSuffix(c.Name, "s")
}

// jsonapiRelationship is `jsonapi_links`, `jsonapi_related_resources`, their
// singular forms and `jsonapi_relationships`.
func (m *Mapper) jsonapiRelationship(c *dsl.Call) (dsl.Value, error) {
	if m.jsonapi == nil {
		return nil, dsl.Raise("ArgumentError", "can't use %s outside jsonapi_resources", c.Name)
	}
	if c.Name == "jsonapi_relationships" {
		options, err := m.hashOf(argOrKeywords(c))
		if err != nil {
			return nil, err
		}
		return m.self, m.jsonapiAll(options)
	}
	name, options, err := m.jsonapiArguments(c)
	if err != nil {
		return nil, err
	}
	links, many := jsonapiPart(c)
	if links {
		return m.self, m.jsonapiLinks(name, many, options)
	}
	relation, _ := m.jsonapi.class.relations.Sym(name)
	return m.self, m.eachRelation(relation, func(r *jsonapiRelation) error {
		if r == nil {
			m.l.warnSetting(m.l.relationsOf(m.jsonapiPrefixed(m.jsonapi.kind)), MappingShape, "{author: one, comments: many}", m.pos,
				"no relationship "+name+" in the resource class of "+m.jsonapi.kind, "The route is not in the table.")
			return nil
		}
		one := *r
		one.many = many
		return m.jsonapiRelated(&one, options)
	})
}

// jsonapiMethods is links_methods.
func (m *Mapper) jsonapiMethods(options *dsl.Hash) map[string]bool {
	methods := map[string]bool{"show": true, "create": true, "destroy": true, "update": true}
	only, _ := options.Sym("only")
	except, _ := options.Sym("except")
	switch {
	case truthy(only):
		clear(methods)
		for _, v := range list(only) {
			methods[textOfName(v)] = true
		}
	case truthy(except):
		for _, v := range list(except) {
			delete(methods, textOfName(v))
		}
	}
	return methods
}

// jsonapiLinks draws relationships/NAME.
func (m *Mapper) jsonapiLinks(name string, many bool, options *dsl.Hash) error {
	class := m.jsonapi.class
	var controller dsl.Value = dsl.NewString(class.kind)
	if v, _ := options.Sym("controller"); truthy(v) {
		controller = v
	}
	methods := m.jsonapiMethods(options)
	path := dsl.NewString("relationships/" + m.jsonapiFormat(m.jsonapi, name))
	for _, r := range []struct {
		method string
		via    *dsl.Array
	}{{"show", symbols("get")}, {"create", symbols("post")}, {"update", symbols("put", "patch")}, {"destroy", symbols("delete")}} {
		if !methods[r.method] || r.method != "show" && class.immutable || r.method == "create" && !many {
			continue
		}
		route := optionsOf("controller", controller, "action", r.method+"_relationship", "relationship", name, "via", r.via)
		if r.method == "show" {
			route.Set(dsl.Symbol("as"), dsl.NewString("relationships/"+name))
		}
		if err := m.maps(nil, path, route); err != nil {
			return err
		}
	}
	return nil
}

// jsonapiRelated draws the way to what is related.
func (m *Mapper) jsonapiRelated(r *jsonapiRelation, options *dsl.Hash) error {
	kind := m.l.pluralize(m.l.underscore(r.class))
	if !r.polymorphic || r.many {
		m.wantJSONAPIClass(kind)
	}
	if !r.polymorphic {
		kind = kind[strings.LastIndexByte(kind, '/')+1:]
	}
	var controller dsl.Value = dsl.NewString(kind)
	if v, _ := options.Sym("controller"); truthy(v) {
		controller = v
	}
	action := "show_related_resource"
	if r.many {
		action = "index_related_resources"
	}
	if !m.l.lockedGems().AtLeast("jsonapi-resources", true, 0, 10) {
		action = strings.Replace(strings.Replace(action, "show", "get", 1), "index", "get", 1)
	}
	return m.maps(nil, dsl.NewString(m.jsonapiFormat(m.jsonapi, r.name)), optionsOf("controller", controller, "relationship", r.name,
		"source", m.jsonapiPrefixed(m.jsonapi.class.kind), "action", action, "via", symbols("get"), "as", "related/"+r.name))
}

// wantJSONAPIClass tells of a related class that no file has: at one that is
// nowhere, JSONAPI Resources raises a NameError. JSONAPI Resources:
// BasicResource.resource_klass_for.
func (m *Mapper) wantJSONAPIClass(kind string) {
	l := m.l
	kind = m.jsonapiPrefixed(kind)
	if m.jsonapi.class.told || l.jsonapiClass(kind) != nil {
		return
	}
	last := kind[strings.LastIndexByte(kind, '/')+1:]
	name := l.interp.Inflections().Camelize(strings.TrimSuffix(kind, last)+l.singularize(last)+"_resource", true)
	if _, ok := l.findConst(name); ok {
		return
	}
	if _, ok := l.settle(name); ok {
		return
	}
	l.warn(m.pos, "no file has the resource class "+name, "If no gem has it, jsonapi-resources raises a NameError here.")
}

// relationsOf is how Ruby reads the relationships of a resource's class.
func (l *loader) relationsOf(kind string) string {
	last := kind[strings.LastIndexByte(kind, '/')+1:]
	name := strings.TrimSuffix(kind, last) + l.singularize(l.underscore(last)) + "_resource"
	return l.interp.Inflections().Camelize(name, true) + "._relationships"
}

// settledJSONAPI stands for a resource class that no file shows: it has the
// relationships that the settings name, {author: one, comments: many}.
func (m *Mapper) settledJSONAPI(name string) *jsonapiClass {
	class := newJSONAPIClass(name)
	class.told = true
	expr := m.l.relationsOf(m.jsonapiPrefixed(name))
	v, ok := m.l.settle(expr)
	if !ok {
		m.l.warnSetting(expr, MappingShape, "{author: one, comments: many}", m.pos, "no resource class of "+m.jsonapiPrefixed(name)+" in app/resources",
			"Routes of its relationships are not in the table; settings tell them as {author: one, comments: many}.")
		return class
	}
	h := m.l.pairs(v)
	for i := range h.Len() {
		key, kind := h.At(i)
		r := jsonapiRelation{name: textOfName(key), many: textOfName(kind) == "many"}
		r.class = m.l.interp.Inflections().Camelize(r.name, true)
		if r.many {
			r.class = m.l.singularize(r.class)
		}
		class.relate(m.t, r)
	}
	return class
}
