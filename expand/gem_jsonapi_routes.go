package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// jsonapiScope is the resource that a block of jsonapi_resources is about.
type jsonapiScope struct {
	kind  string // posts
	class *jsonapiClass
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
			m.l.warn(m.pos, "no resource class of "+m.jsonapiPrefixed(name)+" in app/resources", "Routes of its relationships are not in the table.")
			class = &jsonapiClass{kind: name}
		}
		setDefault(options, "controller", dsl.Symbol(name))
		merge(options, cloneOptions(class.routing))
		options.Set(dsl.Symbol("path"), dsl.NewString(m.jsonapiFormat(name)))
		if !singleton {
			options.Set(dsl.Symbol("param"), dsl.Symbol("id"))
			m.jsonapiKey(class, options)
		}
		except, _ := options.Sym("except")
		all := append(slices.Clone(list(except)), dsl.Symbol("new"), dsl.Symbol("edit"))
		if class.immutable {
			all = append(all, dsl.Symbol("create"), dsl.Symbol("update"), dsl.Symbol("destroy"))
		}
		options.Set(dsl.Symbol("except"), dsl.NewArray(all...))
		before := m.jsonapi
		defer func() { m.jsonapi = before }()
		return m.self, m.drawResource(resourceCall{
			singleton: singleton, names: []dsl.Value{dsl.Symbol(name)}, options: options,
			block: func() error {
				m.jsonapi = &jsonapiScope{name, class}
				if c.Block != nil {
					return yield(c)
				}
				return m.jsonapiAll(nil)
			},
		})
	}
}

func (m *Mapper) jsonapiKey(class *jsonapiClass, options *dsl.Hash) {
	key := class.key
	if key == "" {
		key = m.l.jsonapiSettings().key
	}
	if key != "uuid" {
		return
	}
	given, _ := options.Sym("constraints")
	h, _ := given.(*dsl.Hash)
	h = cloneOptions(h)
	setDefault(h, "id", uuidPattern)
	options.Set(dsl.Symbol("constraints"), h)
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
type jsonapiSettings struct{ format, key string }

func (l *loader) jsonapiSettings() *jsonapiSettings {
	if l.gems.jsonapi != nil {
		return l.gems.jsonapi
	}
	s := &jsonapiSettings{format: "dasherized_route"}
	l.gems.jsonapi = s
	l.initializers("JSONAPI.configure", func(d declared, consts constants) {
		if !d.set {
			return
		}
		field := map[string]*string{"route_format": &s.format, "resource_key_type": &s.key}[d.name]
		if field != nil {
			v, _ := l.value(consts, d.args[0])
			*field = textOfName(v)
		}
	})
	return s
}

// jsonapiFormat is format_route: by the initializer's route_format.
func (m *Mapper) jsonapiFormat(name string) string {
	switch m.l.jsonapiSettings().format {
	case "underscored_route":
		return name
	case "camelized_route":
		return m.l.interp.Inflections().Camelize(name, false)
	case "dasherized_route":
		return strings.ReplaceAll(name, "_", "-")
	}
	m.l.warn(m.pos, "the route_format of JSONAPI is known to the application only", "The table keeps names as they are.")
	return name
}

// jsonapiAll is jsonapi_relationships.
func (m *Mapper) jsonapiAll(options *dsl.Hash) error {
	for _, r := range m.jsonapi.class.relations {
		if err := m.jsonapiLinks(r.name, r.many, cloneOptions(options)); err != nil {
			return err
		}
		if err := m.jsonapiRelated(&r, cloneOptions(options)); err != nil {
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
	relation := m.jsonapi.class.relation(name)
	if relation == nil {
		m.l.warn(m.pos, "no relationship "+name+" in the resource class of "+m.jsonapi.kind, "The route is not in the table.")
		return m.self, nil
	}
	one := *relation
	one.many = many
	return m.self, m.jsonapiRelated(&one, options)
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
	path := dsl.NewString("relationships/" + m.jsonapiFormat(name))
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
	if !m.l.lockedGems().atLeast("jsonapi-resources", true, 0, 10) {
		action = strings.Replace(strings.Replace(action, "show", "get", 1), "index", "get", 1)
	}
	return m.maps(nil, dsl.NewString(m.jsonapiFormat(r.name)), optionsOf("controller", controller, "relationship", r.name,
		"source", m.jsonapiPrefixed(m.jsonapi.class.kind), "action", action, "via", symbols("get"), "as", "related/"+r.name))
}
