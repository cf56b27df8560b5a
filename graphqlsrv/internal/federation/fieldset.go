package federation

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"signalbox/graphqlsrv/internal/typesystem"
)

// Check holds the field sets of @key, @requires and @provides to the schema. The error has
// each mistake with its place; what only all subgraphs together show is the composition's.
func (s *Subgraph) Check(schema *ast.Schema) error {
	var errs []error
	s.effective = s.keysOfExtensions(schema)
	check := func(d *ast.Definition, uses ast.DirectiveList, name string) {
		for _, use := range uses.ForNames(s.Directive(name)) {
			set, err := fieldSet(use)
			if err == nil {
				err = within(schema, d, set)
			}
			if own := s.ownLeaf(schema, d, set); err == nil && own != "" && name != "key" && s.minor >= 0 {
				err = fmt.Errorf("field %q should not be part of a @%s since it is already %s", own, use.Name, s.provided(own))
			}
			if err != nil {
				errs = append(errs, typesystem.Errorf(use.Position, "@%s(fields: %s): %s", use.Name, written(use), err))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Types)) {
		d := schema.Types[name]
		check(d, d.Directives, "key")
		if d.Kind == ast.Interface && s.minor >= 0 {
			errs = append(errs, s.checkInterface(schema, d)...)
		}
		for _, f := range d.Fields {
			check(d, f.Directives, "requires")
			check(schema.Types[f.Type.Name()], f.Directives, "provides")
		}
	}
	return errors.Join(errs...)
}

// checkInterface makes sure that what implements an interface has its keys, as @apollo/subgraph
// does: without them the types would be no entities.
func (s *Subgraph) checkInterface(schema *ast.Schema, d *ast.Definition) (errs []error) {
	for _, use := range d.Directives.ForNames(s.Directive("key")) {
		if s.minor < 3 {
			errs = append(errs, typesystem.Errorf(use.Position, "Cannot use @%s on interface %q: it is known there from v2.3 on", use.Name, d.Name))
			continue
		}
		for _, p := range schema.GetPossibleTypes(d) {
			key := s.sameKey(p, use)
			switch {
			case p.Kind != ast.Object:
			case key == nil:
				errs = append(errs, typesystem.Errorf(p.Position, "Key @%s(fields: %q) on interface type %q is missing on implementation type %q", use.Name, text(use, "fields"), d.Name, p.Name))
			case isResolvable(use) && !isResolvable(key):
				errs = append(errs, typesystem.Errorf(key.Position, "Key @%s(fields: %q) on interface type %q must be resolvable on implementation type %q", use.Name, text(use, "fields"), d.Name, p.Name))
			}
		}
	}
	return errs
}

// sameKey returns the key of a type that has the fields of another, nil if there is none.
func (s *Subgraph) sameKey(d *ast.Definition, other *ast.Directive) *ast.Directive {
	for _, key := range d.Directives.ForNames(s.Directive("key")) {
		own, err := fieldSet(key)
		set, err1 := fieldSet(other)
		if err == nil && err1 == nil && sorted(own) == sorted(set) {
			return key
		}
	}
	return nil
}

// sorted writes a set of fields whose order doesn't matter.
func sorted(set ast.SelectionSet) string {
	var all []string
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			all = append(all, selection.Name+sorted(selection.SelectionSet))
		case *ast.InlineFragment:
			all = append(all, "..."+selection.TypeCondition+sorted(selection.SelectionSet))
		}
	}
	slices.Sort(all)
	return "{" + strings.Join(all, " ") + "}"
}

func isResolvable(key *ast.Directive) bool {
	a := key.Arguments.ForName("resolvable")
	return a == nil || a.Value.Raw != "false"
}

// fieldSet parses the argument fields of a directive, which is a selection set without its
// braces.
func fieldSet(use *ast.Directive) (ast.SelectionSet, error) {
	doc, err := parser.ParseQuery(&ast.Source{Input: "{" + text(use, "fields") + "}"})
	if err != nil {
		return nil, errors.New("it is no set of fields in a string, such as \"id\" or \"sku brand { id }\"")
	}
	if len(doc.Operations) != 1 || len(doc.Fragments) > 0 {
		return nil, errors.New("it is more than one set of fields")
	}
	return doc.Operations[0].SelectionSet, nil
}

// written returns the fields of a directive as the schema writes them.
func written(use *ast.Directive) string {
	if a := use.Arguments.ForName("fields"); a != nil {
		return a.Value.String()
	}
	return ""
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

// ownLeaf returns a field without a selection in a set that this subgraph resolves itself, "" if there is none:
// @requires and @provides name what others do, or what is in that. validateFieldSetSelections of @apollo/federation-internals.
func (s *Subgraph) ownLeaf(schema *ast.Schema, d *ast.Definition, set ast.SelectionSet) (own string) {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.InlineFragment:
			own = cmp.Or(own, s.ownLeaf(schema, cmp.Or(schema.Types[selection.TypeCondition], d), selection.SelectionSet))
		case *ast.Field:
			f := d.Fields.ForName(selection.Name)
			switch {
			case f != nil && s.IsExternal(d, f):
			case selection.SelectionSet == nil:
				own = cmp.Or(own, d.Name+"."+selection.Name)
			case f != nil && !slices.ContainsFunc(schema.GetPossibleTypes(d), func(p *ast.Definition) bool { return s.IsExternal(p, p.Fields.ForName(f.Name)) }):
				own = cmp.Or(own, s.ownLeaf(schema, schema.Types[f.Type.Name()], selection.SelectionSet))
			}
		}
	}
	return own
}

// IsExternal reports whether another subgraph resolves a field, as it says itself or its type. An
// @external that is not imported is an error of its own, and means the same.
func (s *Subgraph) IsExternal(d *ast.Definition, f *ast.FieldDefinition) bool {
	return s.isMarked(d, f) && !s.effective[d.Name+"."+f.Name]
}

func (s *Subgraph) isMarked(d *ast.Definition, f *ast.FieldDefinition) bool {
	return slices.ContainsFunc([]string{s.Directive("external"), "external"}, func(name string) bool {
		return f.Directives.ForName(name) != nil || d.Directives.ForName(name) != nil
	})
}

// provided says why a field is this subgraph's own, in the words of @apollo/federation-internals.
func (s *Subgraph) provided(field string) string {
	external := s.Directive("external")
	if s.effective[field] {
		return fmt.Sprintf("\"effectively\" provided by this subgraph (while it is marked @%s, it is a @%s field of an extension type, which are not internally considered external for historical/backward compatibility reasons)", external, s.Directive("key"))
	}
	return fmt.Sprintf("provided by this subgraph (it is not marked @%s)", external)
}

// keysOfExtensions returns the fields that are marked @external and in a key of an extended type:
// Federation 1 had them all marked, so they are the subgraph's own.
func (s *Subgraph) keysOfExtensions(schema *ast.Schema) map[string]bool {
	found := map[string]bool{}
	var add func(d *ast.Definition, set ast.SelectionSet)
	add = func(d *ast.Definition, set ast.SelectionSet) {
		for _, selection := range set {
			switch selection := selection.(type) {
			case *ast.InlineFragment:
				add(cmp.Or(schema.Types[selection.TypeCondition], d), selection.SelectionSet)
			case *ast.Field:
				if f := d.Fields.ForName(selection.Name); f != nil {
					found[d.Name+"."+f.Name] = s.isMarked(d, f)
					add(schema.Types[f.Type.Name()], selection.SelectionSet)
				}
			}
		}
	}
	for _, d := range s.types() {
		if slices.Contains(s.app.Extensions, d) || d.Directives.ForName(s.Directive("extends")) != nil {
			for _, key := range d.Directives.ForNames(s.Directive("key")) {
				if set, err := fieldSet(key); err == nil { // Check has the error
					add(schema.Types[d.Name], set)
				}
			}
		}
	}
	return found
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
