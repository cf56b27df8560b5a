package typesystem

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/rules"
)

// Check holds the files of an application to rules of the specification's section 3
// that gqlparser's validator leaves out, and makes one type of the definitions of a root
// type, such as Query, of which each file may have its own. The error has each mistake
// with its place.
func Check(app *ast.SchemaDocument) error {
	errs := mergeDefinitions(app)
	errs = append(errs, checkRootTypes(app)...)
	errs = append(errs, strayRoots(app)...)
	for _, x := range app.Extensions {
		if app.Definitions.ForName(x.Name) == nil && !IsRoot(app, x.Name) {
			hint := rules.Near("", x.Name, slices.Values(typeNames(app)))
			if rootNames(app)[x.Name] {
				hint = fmt.Sprintf(" Write type %s: each file may define it.", x.Name)
			}
			errs = append(errs, Errorf(x.Position, "Cannot extend type %q because it is not defined.%s", x.Name, hint))
		}
	}
	for _, d := range append(slices.Clone(app.Definitions), app.Extensions...) {
		for _, f := range d.Fields {
			if d.Kind == ast.InputObject {
				errs = append(errs, checkInputField(app, d, f)...)
			}
			errs = append(errs, checkDeprecation(f.Arguments, d.Name+"."+f.Name+"(%s:)")...)
		}
	}
	for _, d := range app.Directives {
		errs = append(errs, checkDeprecation(d.Arguments, "@"+d.Name+"(%s:)")...)
	}
	return errors.Join(errs...)
}

// mergeDefinitions makes one type of the definitions of a root type, such as Query,
// each file of which may have its own. Other types are extended by extend.
func mergeDefinitions(app *ast.SchemaDocument) (errs []error) {
	roots := rootNames(app)
	first := map[string]*ast.Definition{}
	var merged ast.DefinitionList
	for _, d := range app.Definitions {
		known := first[d.Name]
		switch {
		case known == nil:
			first[d.Name] = d
			merged = append(merged, d)
		case known.Kind == ast.Object && d.Kind == ast.Object && roots[d.Name]:
			merge(known, d)
		default:
			errs = append(errs, Errorf(d.Position, "%s is defined already at %s: %s", d.Name, place(known.Position), remedy(known, d)))
		}
	}
	app.Definitions = merged
	directives := map[string]*ast.DirectiveDefinition{}
	for _, d := range app.Directives {
		if known := directives[d.Name]; known != nil {
			errs = append(errs, Errorf(d.Position, "@%s is defined already at %s: remove one of them", d.Name, place(known.Position)))
			continue
		}
		directives[d.Name] = d
	}
	return errs
}

// remedy says what to do about a second definition.
func remedy(first, second *ast.Definition) string {
	words := map[ast.DefinitionKind]string{ast.Object: "type", ast.Interface: "interface", ast.Union: "union", ast.Enum: "enum", ast.InputObject: "input"}
	switch word := words[second.Kind]; {
	case first.Kind != second.Kind:
		return "give one of them another name"
	case word == "":
		return "remove one of them"
	default:
		return fmt.Sprintf("write extend %s %s to add to it", word, second.Name)
	}
}

// merge adds to a type what another definition of it says.
func merge(to, from *ast.Definition) {
	if to.Description == "" {
		to.Description = from.Description
	}
	to.Fields = append(to.Fields, from.Fields...)
	to.Directives = append(to.Directives, from.Directives...)
	for _, name := range from.Interfaces {
		if !slices.Contains(to.Interfaces, name) {
			to.Interfaces = append(to.Interfaces, name)
		}
	}
}

// rootNames are the names of the types that operations begin at.
func rootNames(app *ast.SchemaDocument) map[string]bool {
	names := map[string]bool{}
	for _, s := range append(slices.Clone(app.Schema), app.SchemaExtension...) {
		for _, o := range s.OperationTypes {
			names[o.Type] = true
		}
	}
	if len(app.Schema) == 0 {
		names["Query"], names["Mutation"], names["Subscription"] = true, true, true
	}
	return names
}

// checkRootTypes makes sure that operations begin at different object types.
func checkRootTypes(app *ast.SchemaDocument) (errs []error) {
	operationOf := map[string]ast.Operation{}
	for _, s := range append(slices.Clone(app.Schema), app.SchemaExtension...) {
		for _, o := range s.OperationTypes {
			d := app.Definitions.ForName(o.Type)
			switch other, twice := operationOf[o.Type]; {
			case d == nil:
				errs = append(errs, Errorf(o.Position, "Unknown type %q.%s", o.Type, rules.Near("", o.Type, slices.Values(typeNames(app)))))
			case d.Kind != ast.Object:
				errs = append(errs, Errorf(o.Position, "the root type of every %s must be an object type, %s is none", o.Operation, o.Type))
			case twice && other != o.Operation:
				errs = append(errs, Errorf(o.Position, "All root types must be different, %q is used as %s and %s root type.", o.Type, other, o.Operation))
			}
			operationOf[o.Type] = o.Operation
		}
	}
	if len(app.Schema) > 0 {
		return errs
	}
	for _, name := range []string{"Query", "Mutation", "Subscription"} {
		if d := app.Definitions.ForName(name); d != nil && d.Kind != ast.Object {
			errs = append(errs, Errorf(d.Position, "%s is a root type, and so must be an object type", name))
		}
	}
	return errs
}

// typeNames are the names of the types that the application defines.
func typeNames(app *ast.SchemaDocument) (names []string) {
	for _, d := range app.Definitions {
		names = append(names, d.Name)
	}
	return names
}

// strayRoots finds types that are called like a root type, or nearly, and to which nothing leads.
func strayRoots(app *ast.SchemaDocument) (errs []error) {
	roots, used := rootNames(app), map[string]bool{}
	Visit(app, func(t *ast.Type) { used[t.Name()] = true }, func(*ast.DirectiveList, ast.DirectiveLocation) {})
	for _, d := range slices.Concat(app.Definitions, app.Extensions) {
		used[d.Name] = used[d.Name] || len(d.Interfaces)+len(d.Directives) > 0
		for _, name := range d.Types {
			used[name] = true
		}
	}
	for _, d := range app.Definitions {
		name := meantRoot[strings.TrimSuffix(strings.ToLower(d.Name), "s")]
		switch {
		case name == "" || d.Kind != ast.Object || roots[d.Name] || used[d.Name]:
		case len(app.Schema) == 0:
			errs = append(errs, Errorf(d.Position, "no operation begins at the type %s, and no field leads to it: call it %s", d.Name, name))
		default:
			how := "have a field lead to it"
			if operation := ast.Operation(strings.ToLower(name)); !slices.ContainsFunc(app.Schema[0].OperationTypes, func(o *ast.OperationTypeDefinition) bool { return o.Operation == operation }) {
				how = fmt.Sprintf("name it in the schema definition at %s, by %s: %s", place(app.Schema[0].Position), operation, d.Name)
			}
			errs = append(errs, Errorf(d.Position, "no operation begins at the type %s, and no field leads to it: %s, or remove it", d.Name, how))
		}
	}
	return errs
}

// meantRoot are the root types by what people call them, in lower case and without an s.
var meantRoot = map[string]string{"query": "Query", "querie": "Query", "mutation": "Mutation", "subscription": "Subscription"}

// checkInputField holds a field to the rules of deprecation and of @oneOf, which
// may stand on an extension too.
func checkInputField(app *ast.SchemaDocument, d *ast.Definition, f *ast.FieldDefinition) (errs []error) {
	if f.Type.NonNull && f.DefaultValue == nil && f.Directives.ForName("deprecated") != nil {
		errs = append(errs, Errorf(f.Position, "Required input field %s.%s cannot be deprecated.", d.Name, f.Name))
	}
	oneOf := slices.ContainsFunc(append(slices.Clone(app.Definitions), app.Extensions...), func(x *ast.Definition) bool {
		return x.Name == d.Name && x.Directives.ForName("oneOf") != nil
	})
	if oneOf && f.Type.NonNull {
		errs = append(errs, Errorf(f.Position, "OneOf input field %s.%s must be nullable.", d.Name, f.Name))
	}
	if oneOf && f.DefaultValue != nil {
		errs = append(errs, Errorf(f.Position, "OneOf input field %s.%s cannot have a default value.", d.Name, f.Name))
	}
	return errs
}

// checkDeprecation finds required arguments that are deprecated; place tells
// where an argument is.
func checkDeprecation(args ast.ArgumentDefinitionList, place string) (errs []error) {
	for _, a := range args {
		if a.Type.NonNull && a.DefaultValue == nil && a.Directives.ForName("deprecated") != nil {
			errs = append(errs, Errorf(a.Position, "Required argument "+place+" cannot be deprecated.", a.Name))
		}
	}
	return errs
}
