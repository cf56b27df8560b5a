package federation

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"signalbox/graphqlsrv/internal/typesystem"
)

// Check holds the field sets of @key, @requires and @provides to the schema. The error has
// each mistake with its place; what only all subgraphs together show is the composition's.
func (s *Subgraph) Check(schema *ast.Schema) error {
	var errs []error
	check := func(d *ast.Definition, uses ast.DirectiveList, name string) {
		for _, use := range uses.ForNames(s.Directive(name)) {
			set, err := fieldSet(use)
			if err == nil {
				err = within(schema, d, set)
			}
			if err != nil {
				errs = append(errs, typesystem.Errorf(use.Position, "@%s(fields: %q): %s", use.Name, text(use, "fields"), err))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Types)) {
		d := schema.Types[name]
		check(d, d.Directives, "key")
		for _, f := range d.Fields {
			check(d, f.Directives, "requires")
			check(schema.Types[f.Type.Name()], f.Directives, "provides")
		}
	}
	return errors.Join(errs...)
}

// fieldSet parses the argument fields of a directive, which is a selection set without its
// braces.
func fieldSet(use *ast.Directive) (ast.SelectionSet, error) {
	doc, err := parser.ParseQuery(&ast.Source{Input: "{" + text(use, "fields") + "}"})
	if err != nil {
		return nil, errors.New("it is no set of fields, such as \"id\" or \"sku brand { id }\"")
	}
	if len(doc.Operations) != 1 || len(doc.Fragments) > 0 {
		return nil, errors.New("it is more than one set of fields")
	}
	return doc.Operations[0].SelectionSet, nil
}

// within finds what a set of fields asks a type for in vain.
func within(schema *ast.Schema, d *ast.Definition, set ast.SelectionSet) error {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.InlineFragment:
			on := d
			if selection.TypeCondition != "" {
				on = schema.Types[selection.TypeCondition]
			}
			if on == nil {
				return fmt.Errorf("there is no type %s", selection.TypeCondition)
			}
			if err := within(schema, on, selection.SelectionSet); err != nil {
				return err
			}
		case *ast.Field:
			if err := has(schema, d, selection); err != nil {
				return err
			}
		default:
			return errors.New("it spreads a fragment, which nothing can define")
		}
	}
	return nil
}

func has(schema *ast.Schema, d *ast.Definition, field *ast.Field) error {
	if field.Name == "__typename" {
		return nil
	}
	f := d.Fields.ForName(field.Name)
	if f == nil {
		return fmt.Errorf("the type %s has no field %s: add it, with @external where another subgraph resolves it", d.Name, field.Name)
	}
	inner := schema.Types[f.Type.Name()]
	switch {
	case inner.IsCompositeType() && len(field.SelectionSet) == 0:
		return fmt.Errorf("%s.%s is of the type %s: select its fields, as in \"%s { … }\"", d.Name, field.Name, inner.Name, field.Name)
	case !inner.IsCompositeType() && len(field.SelectionSet) > 0:
		return fmt.Errorf("%s.%s is of the type %s, which has no fields", d.Name, field.Name, inner.Name)
	}
	return within(schema, inner, field.SelectionSet)
}

// Unresolved returns the fields of an entity that a representation lacks: those that are in
// no key and not @external. It has none where no key is resolvable.
func (s *Subgraph) Unresolved(d *ast.Definition) (fields []*ast.FieldDefinition) {
	given, resolvable := map[string]bool{}, false
	for _, key := range d.Directives.ForNames(s.Directive("key")) {
		resolvable = resolvable || isResolvable(key)
		set, _ := fieldSet(key) // Check has the error
		for _, selection := range set {
			if f, ok := selection.(*ast.Field); ok {
				given[f.Name] = true
			}
		}
	}
	for _, f := range d.Fields {
		if resolvable && !given[f.Name] && f.Directives.ForName(s.Directive("external")) == nil {
			fields = append(fields, f)
		}
	}
	return fields
}
