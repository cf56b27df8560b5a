package rules

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
)

// The rules about directives and arguments.

func (c *checker) knownDirective(d *ast.Directive, where ast.DirectiveLocation) {
	if def := c.definition(d); def == nil {
		c.report(at(d.Position), `Unknown directive "@%s".`, d.Name)
	} else if !slices.Contains(def.Locations, where) {
		c.report(at(d.Position), `Directive "@%s" may not be used on %s.`, d.Name, where)
	}
}

func (c *checker) uniqueDirectives(list ast.DirectiveList) {
	if len(list) < 2 {
		return
	}
	seen := map[string]*ast.Directive{}
	for _, d := range list {
		c.uniqueDirective(d, seen)
	}
}

// uniqueDirective reports a directive that is one of those seen, and learns of others.
func (c *checker) uniqueDirective(d *ast.Directive, seen map[string]*ast.Directive) {
	if def := c.definition(d); def == nil || def.IsRepeatable {
		return
	}
	if first := seen[d.Name]; first != nil {
		c.report(at(first.Position, d.Position), `The directive "@%s" can only be used once at this location.`, d.Name)
		return
	}
	seen[d.Name] = d
}

func (c *checker) uniqueArgumentNames(list ast.ArgumentList) {
	if len(list) < 2 {
		return
	}
	by := make(map[string][]*ast.Position, len(list))
	for _, a := range list {
		by[a.Name] = append(by[a.Name], a.Position)
	}
	for _, a := range list {
		if len(by[a.Name]) > 1 {
			c.report(by[a.Name], `There can be only one argument named "%s".`, a.Name)
			delete(by, a.Name)
		}
	}
}

func (c *checker) knownFieldArgument(f *ast.Field, a *ast.Argument) {
	if f.Definition == nil || f.ObjectDefinition == nil || f.Definition.Arguments.ForName(a.Name) != nil {
		return
	}
	c.report(at(a.Position), `Unknown argument "%s" on field "%s.%s".%s`, a.Name, f.ObjectDefinition.Name, f.Name, c.similarArguments(a.Name, f.Definition.Arguments))
}

func (c *checker) knownDirectiveArguments(d *ast.Directive) {
	def := c.definition(d)
	if def == nil {
		return
	}
	known := def.Arguments.ForName
	if len(def.Arguments) > manyArguments {
		names := make(map[string]*ast.ArgumentDefinition, len(def.Arguments))
		for _, a := range def.Arguments {
			names[a.Name] = a
		}
		known = func(name string) *ast.ArgumentDefinition { return names[name] }
	}
	for _, a := range d.Arguments {
		if known(a.Name) == nil {
			c.report(at(a.Position), `Unknown argument "%s" on directive "@%s".%s`, a.Name, d.Name, c.similarArguments(a.Name, def.Arguments))
		}
	}
}

func (c *checker) similarArguments(name string, defs ast.ArgumentDefinitionList) string {
	if !c.options.Suggest {
		return ""
	}
	var names []string
	for _, d := range defs {
		names = append(names, d.Name)
	}
	return didYouMean("", suggestions(name, names))
}

func (c *checker) requiredFieldArguments(f *ast.Field) {
	if f.Definition == nil {
		return
	}
	for _, d := range missing(f.Arguments, f.Definition.Arguments) {
		c.report(at(f.Position), `Field "%s" argument "%s" of type "%s" is required, but it was not provided.`, f.Name, d.Name, d.Type)
	}
}

func (c *checker) requiredDirectiveArguments(d *ast.Directive) {
	def := c.definition(d)
	if def == nil {
		return
	}
	for _, a := range missing(d.Arguments, def.Arguments) {
		c.report(at(d.Position), `Directive "@%s" argument "%s" of type "%s" is required, but it was not provided.`, d.Name, a.Name, a.Type)
	}
}

// missing are the required arguments that are not given.
func missing(given ast.ArgumentList, defs ast.ArgumentDefinitionList) (list ast.ArgumentDefinitionList) {
	var names map[string]bool
	if len(given) > manyArguments { // a document may define, and give, any number
		names = make(map[string]bool, len(given))
		for _, a := range given {
			names[a.Name] = true
		}
	}
	for _, d := range defs {
		if d.Type.NonNull && d.DefaultValue == nil && !names[d.Name] && (names != nil || given.ForName(d.Name) == nil) {
			list = append(list, d)
		}
	}
	return list
}

// manyArguments is from how many arguments on they are looked up in a map.
const manyArguments = 16
