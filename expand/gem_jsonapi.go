package expand

import (
	"strings"

	"signalbox/dsl"
)

// A jsonapiClass is what a class of app/resources declares. JSONAPI Resources:
// BasicResource.
type jsonapiClass struct {
	kind      string // _type: posts
	told      bool   // by the settings: no file has it
	relations []jsonapiRelation
	options   *dsl.Hash // immutable, key_type, routing_options
	immutable bool      // of the class that is drawn

	model        string // the name of the model's class
	associations map[string]association
}

// A jsonapiRelation is a has_one or has_many.
type jsonapiRelation struct {
	name, class string
	many        bool
	polymorphic bool
	when        condition
}

func newJSONAPIClass(kind string) *jsonapiClass {
	c := &jsonapiClass{kind: kind, options: dsl.NewHash(3)}
	for _, name := range []string{"immutable", "key_type", "routing_options"} {
		c.options.Set(dsl.Symbol(name), dsl.Nil)
	}
	return c
}

func (c *jsonapiClass) relation(name string) *jsonapiRelation {
	for i := range c.relations {
		if c.relations[i].name == name {
			return &c.relations[i]
		}
	}
	return nil
}

func (c *jsonapiClass) relate(r jsonapiRelation) {
	if old := c.relation(r.name); old != nil {
		r.when = old.when.or(r.when)
		*old = r
		return
	}
	c.relations = append(c.relations, r)
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
	c.model = strings.TrimSuffix(last, "Resource")
	words := map[string]func(*dsl.Call){}
	for _, word := range jsonapiLines {
		words[word] = func(call *dsl.Call) { l.jsonapiLine(c, call, name) }
	}
	l.reads(files.heard, func(r *reading) {
		r.runClass(files, name, words)
		c.options = c.options.Clone()
	})
	return c
}

// jsonapiLine takes one line of the class, or of one of its superclasses.
func (l *loader) jsonapiLine(c *jsonapiClass, call *dsl.Call, class string) {
	options, args := oldOptions(call.Args)
	if call.Keywords.Len() > 0 {
		options, args = call.Keywords, call.Args
	}
	set := func(v dsl.Value) {
		body, _ := call.Self.(*dsl.Object).Host.(*classBody)
		inherited := body != nil && body.name != class
		if inherited && (call.Name != "key_type" || !l.lockedGems().atLeast("jsonapi-resources", true, 0, 10)) {
			return // a superclass keeps it for itself
		}
		call.Thread().Changing(c.options)
		c.options.Set(dsl.Symbol(call.Name), kept(v))
	}
	many := call.Name == "has_many"
	switch call.Name {
	case "immutable":
		v := dsl.Value(dsl.True)
		if len(args) > 0 {
			v = args[0]
		}
		set(v)
		return
	case "key_type":
		if len(args) == 1 {
			set(args[0])
		}
		return
	case "model_name":
		if len(args) > 0 {
			c.model, c.associations = textOfName(args[0]), nil
		}
		return
	case "routing_options":
		set(cloneOptions(options))
		return
	case "relationship":
		to, _ := options.Sym("to")
		many = to == dsl.Symbol("many")
	}
	options = cloneOptions(options)
	for _, p := range possibilities(dsl.NewArray(args...), call.Held()) {
		name := textOfName(p.v)
		if name == "" {
			text := unknownText(p.v)
			l.warnSetting(class+"._relationships", MappingShape, "{author: one, comments: many}", call.Pos, dsl.Brief(text)+" is known to the application only", "The routes of this relationship are not in the table.")
			continue
		}
		l.classOfModel(c, name, options)
		l.jsonapiRelate(c, name, many, options, p.when, call)
	}
}

// jsonapiRelate adds a relationship, for each class that it may have.
func (l *loader) jsonapiRelate(c *jsonapiClass, name string, many bool, options *dsl.Hash, when condition, call *dsl.Call) {
	r := jsonapiRelation{name: name, many: many, when: when}
	r.class = l.interp.Inflections().Camelize(r.name, true)
	if many {
		r.class = l.singularize(r.class)
	}
	if v, _ := options.Sym("class_name"); truthy(v) {
		if u := unknownIn(v); u != nil {
			l.warnSetting(u.Text, TextShape, "", call.Pos, dsl.Brief(u.Text)+" is known to the application only", "It is the class of "+name+"; the table follows the name.")
		} else {
			r.class = textOfName(v)
		}
	}
	if v, _ := options.Sym("polymorphic"); v == dsl.True {
		r.polymorphic = true
	}
	c.relate(r)
}
