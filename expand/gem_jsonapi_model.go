package expand

import (
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// The relationships of JSONAPI Resources 0.8 and 0.9 take their class from the
// association of the model. JSONAPI Resources: RelationshipBuilder.

// associations are what a model says of others, by their names: the class, nil if only
// the application knows it. ActiveRecord: Reflection#class_name.
type associations struct {
	classes *dsl.Hash
	places  map[string]grammar.Pos
}

// associations reads the associations of a model, those of its superclasses and
// of the modules it includes among them.
func (l *loader) associations(model string) *associations {
	found := &associations{dsl.NewHash(4), map[string]grammar.Pos{}}
	lines := []string{"belongs_to", "has_one", "has_many", "has_and_belongs_to_many"}
	files := newClassFiles(l, lines...)
	words := map[string]func(*dsl.Call){}
	for _, word := range lines {
		words[word] = func(c *dsl.Call) { found.add(l, c) }
	}
	l.reads(files.heard, func(r *reading) {
		r.runClass(&files, model, words)
		found.classes = found.classes.Clone()
	})
	return found
}

// add takes one line of a model.
func (a *associations) add(l *loader, c *dsl.Call) {
	if len(c.Args) == 0 || textOfName(c.Args[0]) == "" {
		return
	}
	name := textOfName(c.Args[0])
	class := name
	if strings.HasPrefix(c.Name, "has_") && c.Name != "has_one" {
		class = l.singularize(class)
	}
	var v dsl.Value = dsl.NewString(l.interp.Inflections().Camelize(class, true))
	if given, ok := c.Keywords.Sym("class_name"); ok {
		v = given
	}
	c.Thread().Changing(a.classes)
	a.classes.Set(dsl.Symbol(name), kept(v))
	a.places[name] = c.Pos
}

// classOfModel runs f for the class of the model's association, as conditions pick
// it; empty where the model has none, or only the application knows it.
func (l *loader) classOfModel(t *dsl.Thread, c *jsonapiClass, name string, f func(class string) error) error {
	if !l.jsonapiReflects() {
		return f("")
	}
	model, _ := c.options.Sym("model_name")
	return either(t, model, &gemSetting{}, func(model dsl.Value) error {
		of := l.associations(textOfName(model))
		class, ok := of.classes.Sym(name)
		if !ok {
			return f("")
		}
		return either(t, class, &gemSetting{otherwise: dsl.Nil}, func(v dsl.Value) error {
			class := classOfName(v)
			if u, ok := v.(*dsl.Unknown); ok { // User.name of a class that no file shows
				class = classOfName(dsl.NewUnknown(strings.TrimSuffix(strings.TrimSuffix(u.Text(), ".name"), ".to_s"), u.Pos))
			}
			if class == "" && !isNil(v) {
				l.warn(of.places[name], "the class of the association "+name+" is known to the application only", "The routes of the relationship "+name+" lead to a controller of its name.")
			}
			return f(class)
		})
	})
}

// jsonapiReflects tells whether the version looks into models.
func (l *loader) jsonapiReflects() bool {
	return !l.lockedGems().atLeast("jsonapi-resources", true, 0, 10) && l.lockedGems().atLeast("jsonapi-resources", true, 0, 8)
}
