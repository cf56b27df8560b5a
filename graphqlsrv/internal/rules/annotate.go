package rules

import (
	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
)

// annotations are what the tree itself has no room for. graphql-js: TypeInfo and
// ValidationContext.
type annotations struct {
	schema    *ast.Schema
	fragments map[string]*ast.FragmentDefinition
	usages    map[any][]usage // of the variables of an operation or fragment
}

// A usage is one use of a variable.
type usage struct {
	value      *ast.Value
	expected   *ast.Type // nil where the place has none
	hasDefault bool
	parent     *ast.Type // the list or object it stands in
}

// annotate tells every node of the document its definition and type.
func annotate(schema *ast.Schema, doc *language.Document) *annotations {
	a := &annotator{&annotations{schema, map[string]*ast.FragmentDefinition{}, map[any][]usage{}}, nil, nil}
	for _, f := range doc.Fragments {
		a.fragments[f.Name] = f
	}
	for _, d := range doc.Operations {
		a.within, a.variables = d, make(map[string]*ast.VariableDefinition, len(d.VariableDefinitions))
		for _, v := range d.VariableDefinitions {
			a.variables[v.Variable] = v
		}
		a.operation(d)
	}
	for _, d := range doc.Definitions {
		if t, ok := d.(*language.TypeSystem); ok {
			a.typeSystem(t)
		}
	}
	for _, d := range doc.Fragments {
		a.within, a.variables = d, nil
		d.Definition = schema.Types[d.TypeCondition]
		a.directives(d.Directives, nil, ast.LocationFragmentDefinition)
		a.selections(d.SelectionSet, composite(d.Definition))
	}
	return a.annotations
}

type annotator struct {
	*annotations
	within    any // the operation or fragment
	variables map[string]*ast.VariableDefinition
}

func (a *annotations) rootType(op ast.Operation) *ast.Definition {
	switch op {
	case ast.Mutation:
		return a.schema.Mutation
	case ast.Subscription:
		return a.schema.Subscription
	}
	return a.schema.Query
}

func (a *annotator) operation(d *ast.OperationDefinition) {
	for _, v := range d.VariableDefinitions {
		v.Definition = a.schema.Types[typeName(v.Type)]
		if v.DefaultValue != nil {
			a.value(v.DefaultValue, a.input(v.Type), false, nil)
		}
		a.directives(v.Directives, nil, ast.LocationVariableDefinition)
	}
	a.directives(d.Directives, nil, operationLocations[d.Operation])
	a.selections(d.SelectionSet, a.rootType(d.Operation))
}

func (a *annotator) selections(set ast.SelectionSet, parent *ast.Definition) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			a.field(s, parent)
		case *ast.InlineFragment:
			s.ObjectDefinition = parent
			inner := parent
			if s.TypeCondition != "" {
				inner = composite(a.schema.Types[s.TypeCondition])
			}
			a.directives(s.Directives, nil, ast.LocationInlineFragment)
			a.selections(s.SelectionSet, inner)
		case *ast.FragmentSpread:
			s.ObjectDefinition = parent
			s.Definition = a.fragments[s.Name]
			a.directives(s.Directives, nil, ast.LocationFragmentSpread)
		}
	}
}

func (a *annotator) field(f *ast.Field, parent *ast.Definition) {
	f.ObjectDefinition = parent
	f.Definition = a.fieldOf(parent, f.Name)
	var args ast.ArgumentDefinitionList
	if f.Definition != nil {
		args = f.Definition.Arguments
	}
	a.arguments(f.Arguments, args)
	a.directives(f.Directives, args, ast.LocationField)
	a.selections(f.SelectionSet, a.selected(f))
}

var typenameField = &ast.FieldDefinition{Name: "__typename", Type: ast.NonNullNamedType("String", nil)}

// fieldOf is the field of a composite type, nil if there is none.
func (a *annotations) fieldOf(parent *ast.Definition, name string) *ast.FieldDefinition {
	switch {
	case parent == nil:
		return nil
	case name == "__typename":
		return typenameField
	case (name == "__schema" || name == "__type") && parent != a.schema.Query:
		return nil
	}
	return parent.Fields.ForName(name)
}

// selected is the type whose fields a field's selection set selects.
func (a *annotations) selected(f *ast.Field) *ast.Definition {
	if f.Definition == nil {
		return nil
	}
	return composite(a.schema.Types[typeName(f.Definition.Type)])
}

func (a *annotator) arguments(list ast.ArgumentList, defs ast.ArgumentDefinitionList) {
	for _, arg := range list {
		if d := defs.ForName(arg.Name); d != nil {
			a.value(arg.Value, a.input(d.Type), d.DefaultValue != nil, nil)
		} else {
			a.value(arg.Value, nil, false, nil)
		}
	}
}

// directives annotates directives. Those that the schema lacks are looked at with
// the arguments of the field they stand at, for graphql-js does so.
func (a *annotator) directives(list ast.DirectiveList, field ast.ArgumentDefinitionList, where ast.DirectiveLocation) {
	for _, d := range list {
		d.Definition, d.Location = a.schema.Directives[d.Name], where
		args := field
		if d.Definition != nil {
			args = d.Definition.Arguments
		}
		a.arguments(d.Arguments, args)
	}
}

// input is t, or nil if it is no type of arguments.
func (a *annotator) input(t *ast.Type) *ast.Type {
	if d := a.schema.Types[typeName(t)]; d == nil || !d.IsInputType() {
		return nil
	}
	return t
}

// value annotates a value at a place of type t, which may be nil, within a list
// or object of type parent.
func (a *annotator) value(v *ast.Value, t *ast.Type, hasDefault bool, parent *ast.Type) {
	v.ExpectedType, v.ExpectedTypeHasDefault = t, hasDefault
	if t != nil {
		v.Definition = a.schema.Types[typeName(t)]
	}
	switch v.Kind {
	case ast.Variable:
		v.VariableDefinition = a.variables[v.Raw]
		a.usages[a.within] = append(a.usages[a.within], usage{v, t, hasDefault, parent})
	case ast.ListValue:
		item := nullable(t)
		if item != nil && item.Elem != nil {
			item = item.Elem
		}
		for _, c := range v.Children {
			a.value(c.Value, item, false, t)
		}
	case ast.ObjectValue:
		for _, c := range v.Children {
			f := fieldOfInput(v.Definition, c.Name)
			if f == nil {
				a.value(c.Value, nil, false, t)
				continue
			}
			a.value(c.Value, a.input(f.Type), f.DefaultValue != nil, t)
		}
	}
}

func fieldOfInput(d *ast.Definition, name string) *ast.FieldDefinition {
	if d == nil || d.Kind != ast.InputObject {
		return nil
	}
	return d.Fields.ForName(name)
}
