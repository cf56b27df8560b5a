package expand

import (
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// The relationships of JSONAPI Resources 0.8 and 0.9 take their class from the
// association of the model. JSONAPI Resources: RelationshipBuilder.

// An association is what a model says of another one.
type association struct {
	class string // empty if only the application knows
	pos   grammar.Pos
}

// associations reads the associations of a model, those of its superclasses and
// of the modules it includes among them. ActiveRecord: Reflection#class_name.
func (l *loader) associations(model string) map[string]association {
	found := map[string]association{}
	lines := []string{"belongs_to", "has_one", "has_many", "has_and_belongs_to_many"}
	files := newClassFiles(l, lines...)
	words := map[string]func(*dsl.Call){}
	for _, word := range lines {
		words[word] = func(c *dsl.Call) { l.association(found, c) }
	}
	l.reads(files.heard, func(r *reading) { r.runClass(&files, model, words) })
	return found
}

// association takes one line of a model.
func (l *loader) association(found map[string]association, c *dsl.Call) {
	if len(c.Args) == 0 || textOfName(c.Args[0]) == "" {
		return
	}
	name := textOfName(c.Args[0])
	class := name
	if strings.HasPrefix(c.Name, "has_") && c.Name != "has_one" {
		class = l.singularize(class)
	}
	a := association{class: l.interp.Inflections().Camelize(class, true), pos: c.Pos}
	if v, ok := c.Keywords.Sym("class_name"); ok {
		a.class = classOfName(v)
		if u, ok := v.(*dsl.Unknown); ok { // User.name of a class that no file shows
			a.class = classOfName(&dsl.Unknown{Text: strings.TrimSuffix(strings.TrimSuffix(u.Text, ".name"), ".to_s")})
		}
	}
	found[name] = a
}

// classOfModel sets class_name: to that of the model's association, unless the
// options have one. The names of one line share their options.
func (l *loader) classOfModel(c *jsonapiClass, name string, options *dsl.Hash) {
	if v, _ := options.Sym("class_name"); truthy(v) || !l.jsonapiReflects() {
		return
	}
	if c.associations == nil {
		c.associations = l.associations(c.model)
	}
	a, ok := c.associations[name]
	switch {
	case ok && a.class != "":
		options.Set(dsl.Symbol("class_name"), dsl.NewString(a.class))
	case ok:
		l.warn(a.pos, "the class of the association "+name+" is known to the application only", "The routes of the relationship "+name+" lead to a controller of its name.")
	}
}

// jsonapiReflects tells whether the version looks into models.
func (l *loader) jsonapiReflects() bool {
	return !l.lockedGems().atLeast("jsonapi-resources", true, 0, 10) && l.lockedGems().atLeast("jsonapi-resources", true, 0, 8)
}
