package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// A jsonapiClass is what a class of app/resources declares. JSONAPI Resources:
// BasicResource.
type jsonapiClass struct {
	name      string    // Api::V1::PostResource
	kind      string    // _type: posts
	told      bool      // by the settings: no file has it
	relations *dsl.Hash // _relationships: objects with a *jsonapiRelation, by the name
	options   *dsl.Hash // immutable, key_type, routing_options, model_name
	immutable bool      // of the class that is drawn
}

// A jsonapiRelation is a has_one or has_many.
type jsonapiRelation struct {
	name, class string
	many        bool
	polymorphic bool
}

// Call implements dsl.Receiver.
func (r *jsonapiRelation) Call(*dsl.Call) (dsl.Value, error) { return nil, dsl.ErrNoMethod }

func newJSONAPIClass(kind string) *jsonapiClass {
	c := &jsonapiClass{kind: kind, relations: dsl.NewHash(4), options: dsl.NewHash(4)}
	for _, name := range []string{"immutable", "key_type", "routing_options", "model_name"} {
		c.options.Set(dsl.Symbol(name), dsl.Nil)
	}
	return c
}

// relate adds a relationship, or replaces the one of that name.
func (c *jsonapiClass) relate(t *dsl.Thread, r jsonapiRelation) {
	t.Changing(c.relations)
	class := t.Interp().HostClass("JSONAPI::Relationship", nil, func(string) bool { return false })
	c.relations.Set(dsl.Symbol(r.name), t.Interp().NewObject(class, &r))
}

// eachRelation runs f for what conditions make of a relationship; nil where there is
// none.
func (m *Mapper) eachRelation(v dsl.Value, f func(*jsonapiRelation) error) error {
	return m.either(v, &gemSetting{otherwise: dsl.Nil}, func(v dsl.Value) error {
		if o, ok := v.(*dsl.Object); ok {
			return f(o.Host.(*jsonapiRelation))
		}
		return f(nil)
	})
}

// jsonapiLines are the lines of a resource's class that count.
var jsonapiLines = []string{"immutable", "key_type", "routing_options", "model_name", "relationship", "has_one", "belongs_to", "has_many"}

// jsonapiClass reads the class of a type with the modules around it,
// api/v1/posts; nil if no file has it.
func (l *loader) jsonapiClass(kind string) *jsonapiClass {
	last := kind[strings.LastIndexByte(kind, '/')+1:]
	name := l.interp.Inflections().Camelize(strings.TrimSuffix(kind, last)+l.singularize(l.underscore(last))+"_resource", true)
	if l.gems.resources == nil {
		files := newClassFiles(l, jsonapiLines...)
		l.gems.resources = &files
	}
	files := l.gems.resources
	if files.find(name) == nil {
		return nil
	}
	last = name[strings.LastIndexByte(name, ':')+1:]
	c := newJSONAPIClass(l.pluralize(l.underscore(strings.TrimSuffix(last, "Resource"))))
	c.name = name
	c.options.Set(dsl.Symbol("model_name"), dsl.NewString(strings.TrimSuffix(last, "Resource")))
	words := map[string]func(*dsl.Call){}
	for _, word := range jsonapiLines {
		words[word] = func(call *dsl.Call) { l.jsonapiLine(c, call) }
	}
	l.reads(files.heard, func(r *reading) {
		r.runClass(files, name, words)
		c.options, c.relations = c.options.Clone(), c.relations.Clone()
	})
	return c
}

// jsonapiLine takes one line of the class, or of one of its superclasses.
func (l *loader) jsonapiLine(c *jsonapiClass, call *dsl.Call) {
	options, args := oldOptions(call.Args)
	if call.Keywords.Len() > 0 {
		options, args = call.Keywords, call.Args
	}
	set := func(v dsl.Value) {
		body, _ := call.Self.(*dsl.Object).Host.(*classBody)
		inherited := body != nil && body.name != c.name
		if inherited && (call.Name != "key_type" || !l.lockedGems().atLeast("jsonapi-resources", true, 0, 10)) {
			return // a superclass keeps it for itself
		}
		call.Thread().Changing(c.options)
		c.options.Set(dsl.Symbol(call.Name), kept(v))
	}
	switch call.Name {
	case "immutable":
		v := dsl.Value(dsl.True)
		if len(args) > 0 {
			v = args[0]
		}
		set(v)
	case "key_type", "model_name":
		if len(args) > 0 {
			set(args[0])
		}
	case "routing_options":
		set(cloneOptions(options))
	default:
		l.jsonapiRelations(c, call, args, options)
	}
}

// jsonapiRelations takes a line of relationships.
func (l *loader) jsonapiRelations(c *jsonapiClass, call *dsl.Call, args []dsl.Value, options *dsl.Hash) {
	if to, _ := options.Sym("to"); unknownIn(to) != nil {
		text := unknownText(to)
		l.warnSetting(text, TextShape, "many", call.Pos, dsl.Brief(text)+" is known to the application only", "It is the kind of relationships; the table takes it for one.")
	}
	names := possibilities(dsl.NewArray(args...), nil)
	// Nothing that is run for a line fails.
	_ = eachOption(call.Thread(), cloneOptions(options), jsonapiOptions, func(options *dsl.Hash) error {
		return l.relateNames(c, call, names, options)
	})
}

// relateNames adds relationships of one line. They share their options: the class of
// one is that of the names behind it.
func (l *loader) relateNames(c *jsonapiClass, call *dsl.Call, names []possibility, options *dsl.Hash) error {
	if len(names) == 0 {
		return nil
	}
	rest := func() error { return l.relateNames(c, call, names[1:], options) }
	p := names[0]
	name := textOfName(p.v)
	switch {
	case len(p.when) > 0:
		some := slices.Clone(names)
		some[0].when = nil
		return fork(call.Thread(), p.when.all(), func() error { return l.relateNames(c, call, some, options) }, rest)
	case name == "":
		text := unknownText(p.v)
		l.warnSetting(c.name+"._relationships", MappingShape, "{author: one, comments: many}", call.Pos, dsl.Brief(text)+" is known to the application only", "The routes of this relationship are not in the table.")
		return rest()
	}
	return l.classOfRelation(call, c, name, options, func(class string) error {
		c.relate(call.Thread(), l.jsonapiRelation(call, name, class, options))
		if class != "" {
			options = options.Clone()
			options.Set(dsl.Symbol("class_name"), dsl.NewString(class))
		}
		return rest()
	})
}

// jsonapiOptions are the options of relationships that routes depend on.
var jsonapiOptions = []gemSetting{
	{"to", dsl.Nil, TextShape, true}, {"class_name", nil, TextShape, false}, {"polymorphic", dsl.False, DecisionShape, false},
}

// eachOption runs f for options in which some are known, for each value that
// conditions pick.
func eachOption(t *dsl.Thread, options *dsl.Hash, known []gemSetting, f func(*dsl.Hash) error) error {
	if len(known) == 0 {
		return f(options)
	}
	key := dsl.Symbol(known[0].name)
	v, ok := options.Get(key)
	if !ok {
		return eachOption(t, options, known[1:], f)
	}
	return either(t, v, &known[0], func(v dsl.Value) error {
		own := options.Clone()
		own.Set(key, v)
		return eachOption(t, own, known[1:], f)
	})
}

// jsonapiRelation is a relationship of that class; empty for the class of its name.
func (l *loader) jsonapiRelation(call *dsl.Call, name, class string, options *dsl.Hash) jsonapiRelation {
	to, _ := options.Sym("to")
	polymorphic, _ := options.Sym("polymorphic")
	r := jsonapiRelation{name: name, class: class, polymorphic: polymorphic == dsl.True}
	r.many = call.Name == "has_many" || call.Name == "relationship" && to == dsl.Symbol("many")
	if r.class != "" {
		return r
	}
	r.class = l.interp.Inflections().Camelize(r.name, true)
	if r.many {
		r.class = l.singularize(r.class)
	}
	return r
}

// classOfRelation runs f for the class that the options, or the model, give a
// relationship; empty if neither does.
func (l *loader) classOfRelation(call *dsl.Call, c *jsonapiClass, name string, options *dsl.Hash, f func(class string) error) error {
	v, _ := options.Sym("class_name")
	if u := unknownIn(v); u != nil {
		l.warnSetting(u.Text(), TextShape, "", call.Pos, dsl.Brief(u.Text())+" is known to the application only", "It is the class of "+name+"; the table follows the name.")
		return f("")
	}
	if truthy(v) {
		return f(textOfName(v))
	}
	return l.classOfModel(call.Thread(), c, name, f)
}
