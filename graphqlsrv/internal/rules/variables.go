package rules

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
)

// The rules about variables.

func (c *checker) uniqueVariableNames(d *ast.OperationDefinition) {
	by := map[string][]*ast.Position{}
	for _, v := range d.VariableDefinitions {
		by[v.Variable] = append(by[v.Variable], c.named(v))
	}
	for _, v := range d.VariableDefinitions {
		if len(by[v.Variable]) > 1 {
			c.report(by[v.Variable], `There can be only one variable named "$%s".`, v.Variable)
			delete(by, v.Variable)
		}
	}
}

func (c *checker) variablesAreInputTypes(v *ast.VariableDefinition) {
	if v.Definition != nil && !v.Definition.IsInputType() {
		c.report(at(v.Type.Position), `Variable "$%s" cannot be non-input type "%s".`, v.Variable, v.Type)
	}
}

// recursiveUsages are those of an operation and of the fragments it leads to.
func (c *checker) recursiveUsages(d *ast.OperationDefinition) []usage {
	if c.recursiveOf == d {
		return c.recursive
	}
	list := slices.Clone(c.usages[d])
	for _, f := range c.referenced(d) {
		c.spend(1 + 2*len(c.usages[f]))
		list = append(list, c.usages[f]...)
	}
	c.recursiveOf, c.recursive = d, list
	return list
}

func byOperation(d *ast.OperationDefinition, how string) string {
	if d.Name == "" {
		return ""
	}
	return " " + how + ` operation "` + d.Name + `"`
}

func (c *checker) noUndefinedVariables(d *ast.OperationDefinition) {
	defined := make(map[string]bool, len(d.VariableDefinitions))
	for _, v := range d.VariableDefinitions {
		defined[v.Variable] = true
	}
	for _, u := range c.recursiveUsages(d) {
		if !defined[u.value.Raw] {
			c.report(at(u.value.Position, d.Position), `Variable "$%s" is not defined%s.`, u.value.Raw, byOperation(d, "by"))
		}
	}
}

func (c *checker) noUnusedVariables(d *ast.OperationDefinition) {
	used := map[string]bool{}
	for _, u := range c.recursiveUsages(d) {
		used[u.value.Raw] = true
	}
	for _, v := range d.VariableDefinitions {
		v.Used = used[v.Variable]
		if !v.Used {
			c.report(at(v.Position), `Variable "$%s" is never used%s.`, v.Variable, byOperation(d, "in"))
		}
	}
}

func (c *checker) variablesInAllowedPosition(d *ast.OperationDefinition) {
	last := map[string]*ast.VariableDefinition{}
	for _, v := range d.VariableDefinitions {
		last[v.Variable] = v
	}
	for _, u := range c.recursiveUsages(d) {
		v := last[u.value.Raw]
		if v == nil || u.expected == nil || v.Definition == nil {
			continue
		}
		if !c.usable(v, u) {
			c.report(at(v.Position, u.value.Position), `Variable "$%s" of type "%s" used in position expecting type "%s".`, v.Variable, v.Type, u.expected)
		}
		if c.isOneOf(u.parent) && !v.Type.NonNull {
			c.report(at(v.Position, u.value.Position), `Variable "$%s" is of type "%s" but must be non-nullable to be used for OneOf Input Object "%s".`, v.Variable, v.Type, u.parent)
		}
	}
}

// isOneOf tells whether a type is an input object with @oneOf, and may be null.
func (c *checker) isOneOf(t *ast.Type) bool {
	return t != nil && t.Elem == nil && !t.NonNull && c.schema.Types[t.NamedType].Directives.ForName("oneOf") != nil
}

// usable is the specification's IsVariableUsageAllowed.
func (c *checker) usable(v *ast.VariableDefinition, u usage) bool {
	if u.expected.NonNull && !v.Type.NonNull {
		hasValue := v.DefaultValue != nil && v.DefaultValue.Kind != ast.NullValue
		return (hasValue || u.hasDefault) && subtype(v.Type, nullable(u.expected))
	}
	return subtype(v.Type, u.expected)
}

// subtype tells whether every value of input type t is one of super.
func subtype(t, super *ast.Type) bool {
	switch {
	case super.NonNull:
		return t.NonNull && subtype(nullable(t), nullable(super))
	case t.NonNull:
		return subtype(nullable(t), super)
	case super.Elem != nil:
		return t.Elem != nil && subtype(t.Elem, super.Elem)
	}
	return t.Elem == nil && t.NamedType == super.NamedType
}
