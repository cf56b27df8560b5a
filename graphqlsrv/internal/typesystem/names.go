package typesystem

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/rules"
)

// Visit calls typ for the type of each field and argument of a document, and uses for each list
// of directives with its place.
func Visit(doc *ast.SchemaDocument, typ func(*ast.Type), uses func(*ast.DirectiveList, ast.DirectiveLocation)) {
	arguments := func(list ast.ArgumentDefinitionList) {
		for _, a := range list {
			typ(a.Type)
			uses(&a.Directives, ast.LocationArgumentDefinition)
		}
	}
	for _, d := range slices.Concat(doc.Definitions, doc.Extensions) {
		uses(&d.Directives, ast.DirectiveLocation(d.Kind))
		where := ast.LocationFieldDefinition
		if d.Kind == ast.InputObject {
			where = ast.LocationInputFieldDefinition
		}
		for _, f := range d.Fields {
			typ(f.Type)
			uses(&f.Directives, where)
			arguments(f.Arguments)
		}
		for _, v := range d.EnumValues {
			uses(&v.Directives, ast.LocationEnumValue)
		}
	}
	for _, d := range doc.Directives {
		uses(&d.Directives, ast.LocationDirectiveDefinition)
		arguments(d.Arguments)
	}
	for _, s := range slices.Concat(doc.Schema, doc.SchemaExtension) {
		uses(&s.Directives, ast.LocationSchema)
	}
}

// names are those that a document defines.
type names struct {
	types      map[string]bool
	directives map[string]*ast.DirectiveDefinition // with @
	hint       func(directive string) string
	errs       []error
}

// CheckNames finds the types that a document with all its definitions names but does not define, and
// the directives that may not stand where they do. To let others look at the rest, such a type
// becomes a scalar, and such a directive is taken out. hint is asked for the end of the message on a
// directive that is not defined.
func CheckNames(doc *ast.SchemaDocument, hint func(directive string) string) []error {
	n := names{types: map[string]bool{}, directives: map[string]*ast.DirectiveDefinition{}, hint: hint}
	definitions := slices.Concat(doc.Definitions, doc.Extensions)
	for _, d := range definitions {
		n.types[d.Name] = true
	}
	for _, d := range doc.Directives {
		n.directives["@"+d.Name] = d
	}
	Visit(doc, func(t *ast.Type) {
		for t.Elem != nil {
			t = t.Elem
		}
		if !n.isType(t.NamedType, t.Position) && doc.Definitions.ForName(t.NamedType) == nil {
			doc.Definitions = append(doc.Definitions, &ast.Definition{Kind: ast.Scalar, Name: t.NamedType, Position: t.Position})
		}
	}, func(list *ast.DirectiveList, where ast.DirectiveLocation) {
		*list = slices.DeleteFunc(*list, func(use *ast.Directive) bool { return !n.fits(use, where) })
	})
	for _, d := range definitions {
		d.Interfaces = slices.DeleteFunc(d.Interfaces, func(name string) bool { return !n.isType(name, d.Position) })
		members, at := d.Types, d.TypePositions
		d.Types, d.TypePositions = nil, nil
		for i, name := range members {
			if n.isType(name, at[i]) {
				d.Types, d.TypePositions = append(d.Types, name), append(d.TypePositions, at[i])
			}
		}
	}
	return n.errs
}

func (n *names) isType(name string, at *ast.Position) bool {
	if !n.types[name] {
		n.report(at, "Undefined type %s.%s", name, cmp.Or(scalarHint(name), rules.Near("", name, maps.Keys(n.types))))
	}
	return n.types[name]
}

// fits reports whether a directive may stand in a place, with the arguments that it has there.
func (n *names) fits(use *ast.Directive, where ast.DirectiveLocation) bool {
	mistakes, name := len(n.errs), "@"+use.Name
	d := n.directives[name]
	if d == nil {
		n.report(use.Position, "Undefined directive %s.%s", name, cmp.Or(n.hint(name), rules.Near("", name, maps.Keys(n.directives))))
		return false
	}
	if !slices.Contains(d.Locations, where) {
		n.report(use.Position, "Directive %s is not applicable on %s. It is for %s.", use.Name, where, locations(d))
	}
	var known []string
	for _, a := range d.Arguments {
		known = append(known, a.Name)
		switch given := use.Arguments.ForName(a.Name); {
		case !a.Type.NonNull:
		case given == nil && a.DefaultValue == nil:
			n.report(use.Position, "Argument %s for directive %s is missing: its type is %s.", a.Name, use.Name, a.Type)
		case given != nil && given.Value.Kind == ast.NullValue:
			n.report(use.Position, "Argument %s for directive %s cannot be null: its type is %s.", a.Name, use.Name, a.Type)
		}
	}
	for _, a := range use.Arguments {
		if !slices.Contains(known, a.Name) {
			n.report(a.Position, "Undefined argument %s for directive %s.%s", a.Name, use.Name, rules.Near("", a.Name, slices.Values(known)))
		}
	}
	return len(n.errs) == mistakes
}

// locations writes where a directive may stand, as its definition does.
func locations(d *ast.DirectiveDefinition) string {
	var all []string
	for _, where := range d.Locations {
		all = append(all, string(where))
	}
	return strings.Join(all, " | ")
}

func (n *names) report(at *ast.Position, format string, args ...any) {
	n.errs = append(n.errs, Errorf(at, format, args...))
}
