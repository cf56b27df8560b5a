package typesystem

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// A structure are the types of a document, with what extensions add to them.
type structure struct {
	types map[string]*ast.Definition
	errs  []error
}

// CheckStructure finds what is wrong with how types are built of others, in a document that CheckNames
// has seen: gqlparser's validator, which is asked next, has one mistake only. GraphQL specification,
// section 3.
func CheckStructure(doc *ast.SchemaDocument) []error {
	s := structure{types: map[string]*ast.Definition{}}
	var all ast.DefinitionList
	for _, d := range doc.Definitions {
		whole := *d
		s.types[d.Name] = &whole
		all = append(all, &whole)
	}
	for _, x := range doc.Extensions {
		if d := s.types[x.Name]; d != nil && d.Kind == x.Kind {
			d.Fields, d.Interfaces = slices.Concat(d.Fields, x.Fields), slices.Concat(d.Interfaces, x.Interfaces)
			d.Types, d.TypePositions = slices.Concat(d.Types, x.Types), slices.Concat(d.TypePositions, x.TypePositions)
			d.EnumValues = slices.Concat(d.EnumValues, x.EnumValues)
		} else if d != nil {
			s.report(x.Position, "Cannot extend type %s because the base type is a %s, not %s.", x.Name, d.Kind, x.Kind)
		}
	}
	for _, d := range all {
		s.definition(d)
	}
	for _, d := range doc.Directives {
		s.arguments(d.Arguments, "@"+d.Name)
	}
	return s.errs
}

func (s *structure) report(at *ast.Position, format string, args ...any) {
	s.errs = append(s.errs, Errorf(at, format, args...))
}

// partsOf are the parts of which types of a kind have some.
var partsOf = map[ast.DefinitionKind]string{
	ast.Object: "fields", ast.Interface: "fields", ast.InputObject: "input fields", ast.Enum: "unique enum values", ast.Union: "member types",
}

func (s *structure) definition(d *ast.Definition) {
	if !d.BuiltIn {
		s.name(d.Position, d.Name)
	}
	if parts := partsOf[d.Kind]; parts != "" && len(d.Fields)+len(d.EnumValues)+len(d.Types) == 0 {
		s.report(d.Position, "%s %s: must define one or more %s.", d.Kind, d.Name, parts)
	}
	s.fields(d)
	values := map[string]*ast.Position{}
	for _, v := range d.EnumValues {
		s.name(v.Position, v.Name)
		s.once(values, v.Name, v.Position, "Enum value %s.%s can only be defined once.", d.Name, v.Name)
	}
	members := map[string]*ast.Position{}
	for i, t := range d.Types {
		if kind := s.types[t].Kind; kind != ast.Object {
			s.report(d.TypePositions[i], "UNION type %q must be OBJECT.", t)
		}
		s.once(members, t, d.TypePositions[i], "Union type %s can only include type %s once.", d.Name, t)
	}
	interfaces := map[string]*ast.Position{}
	for _, i := range d.Interfaces {
		if s.once(interfaces, i, d.Position, "Type %s can only implement %s once.", d.Name, i) {
			s.implements(d, s.types[i])
		}
	}
}

// once reports a name that is known already, with its first place; known learns of others, for which
// it returns true.
func (s *structure) once(known map[string]*ast.Position, name string, at *ast.Position, format string, args ...any) bool {
	first := known[name]
	if first == nil {
		known[name] = at
		return true
	}
	if first != at { // interfaces have no places of their own
		format, args = format+" The first is at %s.", append(args, place(first))
	}
	s.report(at, format, args...)
	return false
}

func (s *structure) name(at *ast.Position, name string) {
	if strings.HasPrefix(name, "__") {
		s.report(at, `Name "%s" must not begin with "__", which is reserved by GraphQL introspection.`, name)
	}
}

func (s *structure) fields(d *ast.Definition) {
	known := map[string]*ast.Position{}
	for _, f := range d.Fields {
		s.name(f.Position, f.Name)
		s.once(known, f.Name, f.Position, "Field %s.%s can only be defined once.", d.Name, f.Name)
		switch t := s.types[f.Type.Name()]; {
		case d.Kind != ast.InputObject && t.Kind == ast.InputObject:
			s.report(f.Position, "%s %s: field %s must be one of SCALAR, OBJECT, INTERFACE, UNION, ENUM, and %s is %s.", d.Kind, d.Name, f.Name, t.Name, t.Kind)
		case d.Kind == ast.InputObject && !t.IsInputType():
			s.report(f.Position, "%s %s: field %s must be one of SCALAR, ENUM, INPUT_OBJECT, and %s is %s.", d.Kind, d.Name, f.Name, t.Name, t.Kind)
		}
		s.arguments(f.Arguments, d.Name+"."+f.Name)
	}
}

func (s *structure) arguments(all ast.ArgumentDefinitionList, of string) {
	known := map[string]*ast.Position{}
	for _, a := range all {
		s.name(a.Position, a.Name)
		s.once(known, a.Name, a.Position, "Argument %s(%s:) can only be defined once.", of, a.Name)
		if t := s.types[a.Type.Name()]; !t.IsInputType() {
			s.report(a.Position, "cannot use %s as argument %s because %s is not a valid input type", a.Type, a.Name, t.Kind)
		}
	}
}

// implements holds a type to an interface that it says it has.
func (s *structure) implements(d, i *ast.Definition) {
	switch {
	case i.Kind != ast.Interface:
		s.report(d.Position, "%q is a non interface type %s.", i.Name, i.Kind)
		return
	case i.Name == d.Name:
		s.report(d.Position, "Type %s cannot implement itself because it would create a circular reference.", d.Name)
		return
	}
	for _, want := range i.Fields {
		has := d.Fields.ForName(want.Name)
		if has == nil {
			s.report(d.Position, "For %s to implement %s it must have a field called %s.", d.Name, i.Name, want.Name)
			continue
		}
		if !s.isCovariant(want.Type, has.Type) {
			s.report(has.Position, "For %s to implement %s the field %s must have type %s.", d.Name, i.Name, want.Name, want.Type)
		}
		s.implementsArguments(d, i, want, has)
	}
	for _, above := range i.Interfaces {
		switch {
		case slices.Contains(d.Interfaces, above):
		case above == d.Name:
			s.report(d.Position, "Type %s cannot implement %s because it would create a circular reference.", d.Name, i.Name)
		default:
			s.report(d.Position, "Type %s must implement %s because it is implemented by %s.", d.Name, above, i.Name)
		}
	}
}

func (s *structure) implementsArguments(d, i *ast.Definition, want, has *ast.FieldDefinition) {
	for _, a := range want.Arguments {
		switch own := has.Arguments.ForName(a.Name); {
		case own == nil:
			s.report(has.Position, "For %s to implement %s the field %s must have the same arguments but it is missing %s.", d.Name, i.Name, want.Name, a.Name)
		case !a.Type.IsCompatible(own.Type):
			s.report(own.Position, "For %s to implement %s the field %s must have the same arguments but %s has the wrong type.", d.Name, i.Name, want.Name, a.Name)
		}
	}
	for _, a := range has.Arguments {
		if want.Arguments.ForName(a.Name) == nil && a.Type.NonNull && a.DefaultValue == nil {
			s.report(a.Position, "For %s to implement %s any additional arguments on %s must be optional or have a default value but %s is required.", d.Name, i.Name, has.Name, a.Name)
		}
	}
}

// isCovariant reports whether a field of a type is one of another, too.
func (s *structure) isCovariant(want, has *ast.Type) bool {
	switch {
	case want.NonNull && !has.NonNull, (want.Elem == nil) != (has.Elem == nil):
		return false
	case want.Elem != nil:
		return s.isCovariant(want.Elem, has.Elem)
	}
	return want.NamedType == has.NamedType || slices.Contains(s.types[has.NamedType].Interfaces, want.NamedType) || slices.Contains(s.types[want.NamedType].Types, has.NamedType)
}
