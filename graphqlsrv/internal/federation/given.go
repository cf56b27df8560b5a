package federation

import "github.com/vektah/gqlparser/v2/ast"

// A Given is a field that representations may have.
type Given struct {
	*ast.FieldDefinition
	Always bool     // all of them have it
	Fields []*Given // of an object
}

// Given returns what gateways may know of an entity, in the order of its fields: what is in its
// keys and what its fields require. It is empty where no key is resolvable, for then gateways do
// not ask.
func (s *Subgraph) Given(schema *ast.Schema, d *ast.Definition) []*Given {
	var ways, more []ast.SelectionSet
	for _, key := range d.Directives.ForNames(s.Directive("key")) {
		if isResolvable(key) {
			ways = append(ways, checked(key))
		}
	}
	if ways == nil {
		return nil
	}
	for _, f := range d.Fields {
		for _, use := range f.Directives.ForNames(s.Directive("requires")) {
			more = append(more, checked(use))
		}
	}
	return given(schema, d, ways, more)
}

// checked is the field set of a directive that Check has seen.
func checked(use *ast.Directive) ast.SelectionSet {
	set, _ := fieldSet(use)
	return set
}

// given merges the field sets of an object: representations have all of one of ways, and what
// they like of more.
func given(schema *ast.Schema, d *ast.Definition, ways, more []ast.SelectionSet) (list []*Given) {
	for _, f := range d.Fields {
		inner := selectedBy(ways, f.Name)
		always := len(inner) == len(ways)
		inner = append(inner, selectedBy(more, f.Name)...)
		if len(inner) > 0 {
			list = append(list, &Given{f, always, given(schema, schema.Types[f.Type.Name()], inner, nil)})
		}
	}
	return list
}

// selectedBy returns what each of the sets that have a field selects in it.
func selectedBy(sets []ast.SelectionSet, name string) (inner []ast.SelectionSet) {
	for _, set := range sets {
		if fields := fieldsOf(set, name); len(fields) > 0 {
			var all ast.SelectionSet
			for _, f := range fields {
				all = append(all, f.SelectionSet...)
			}
			inner = append(inner, all)
		}
	}
	return inner
}

// fieldsOf returns the fields of a name, those of inline fragments included.
func fieldsOf(set ast.SelectionSet, name string) (fields []*ast.Field) {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.InlineFragment:
			fields = append(fields, fieldsOf(selection.SelectionSet, name)...)
		case *ast.Field:
			if selection.Name == name {
				fields = append(fields, selection)
			}
		}
	}
	return fields
}
