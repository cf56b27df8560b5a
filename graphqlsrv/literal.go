package graphqlsrv

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/variables"
)

// argumentValues coerces the arguments of a field or directive. GraphQL
// specification, CoerceArgumentValues; the messages are graphql-js'.
func (s *schema) argumentValues(defs []*inputField, given ast.ArgumentList, vars map[string]any, at *ast.Position) (map[string]any, error) {
	values := make(map[string]any, len(defs))
	for _, d := range defs {
		arg := given.ForName(d.name)
		if arg == nil {
			if d.hasDefault {
				values[d.name] = d.defaultValue
			} else if d.typ.nonNull {
				return nil, argumentError(at, `Argument "%s" of required type "%s" was not provided.`, d.name, d.typ.text)
			}
			continue
		}
		v := arg.Value
		isNull := v.Kind == ast.NullValue
		if v.Kind == ast.Variable {
			value, ok := vars[v.Raw]
			if !ok {
				if d.hasDefault {
					values[d.name] = d.defaultValue
				} else if d.typ.nonNull {
					return nil, argumentError(v.Position, `Argument "%s" of required type "%s" was provided the variable "$%s" which was not provided a runtime value.`, d.name, d.typ.text, v.Raw)
				}
				continue
			}
			isNull = value == nil
		}
		if isNull && d.typ.nonNull {
			return nil, argumentError(v.Position, `Argument "%s" of non-null type "%s" must not be null.`, d.name, d.typ.text)
		}
		value, ok := s.valueFromAST(v, d.typ, vars)
		if !ok {
			return nil, argumentError(v.Position, `Argument "%s" has invalid value %s.`, d.name, rules.Printed(v))
		}
		values[d.name] = value
	}
	return values, nil
}

func argumentError(pos *ast.Position, format string, args ...any) *Error {
	return &Error{
		Message: language.Messagef(format, args...), Code: CodeBadUserInput,
		Locations: []Location{{pos.Line, pos.Column}},
	}
}

// valueFromAST turns a literal into what resolvers get; false means it is no
// value of the type. graphql-js: valueFromAST.
func (s *schema) valueFromAST(v *ast.Value, t *typeRef, vars map[string]any) (any, bool) {
	if v.Kind == ast.Variable {
		value, ok := vars[v.Raw]
		return value, ok && (value != nil || !t.nonNull)
	}
	if v.Kind == ast.NullValue {
		return nil, !t.nonNull
	}
	if t.elem != nil {
		return s.listFromAST(v, t, vars)
	}
	if t.kind == kindInput {
		return s.objectFromAST(v, t, vars)
	}
	value, err := t.parseLiteral(v, vars)
	return value, err == nil
}

func (s *schema) listFromAST(v *ast.Value, t *typeRef, vars map[string]any) (any, bool) {
	if v.Kind != ast.ListValue {
		item, ok := s.valueFromAST(v, t.elem, vars)
		return []any{item}, ok
	}
	list := make([]any, len(v.Children))
	for i, c := range v.Children {
		if missingVariable(c.Value, vars) {
			if t.elem.nonNull {
				return nil, false
			}
			continue
		}
		var ok bool
		if list[i], ok = s.valueFromAST(c.Value, t.elem, vars); !ok {
			return nil, false
		}
	}
	return list, true
}

func (s *schema) objectFromAST(v *ast.Value, t *typeRef, vars map[string]any) (any, bool) {
	if v.Kind != ast.ObjectValue {
		return nil, false
	}
	object := make(map[string]any, len(v.Children))
	for _, f := range s.inputs[t.def] {
		c := v.Children.ForName(f.name)
		if c == nil || missingVariable(c, vars) {
			if f.hasDefault {
				object[f.name] = f.defaultValue
			} else if f.typ.nonNull {
				return nil, false
			}
			continue
		}
		value, ok := s.valueFromAST(c, f.typ, vars)
		if !ok {
			return nil, false
		}
		object[f.name] = value
	}
	if t.def.Directives.ForName("oneOf") != nil {
		if len(object) != 1 {
			return nil, false
		}
		for _, value := range object {
			if value == nil {
				return nil, false
			}
		}
	}
	return object, true
}

func missingVariable(v *ast.Value, vars map[string]any) bool {
	if v.Kind != ast.Variable {
		return false
	}
	_, ok := vars[v.Raw]
	return !ok
}

var errMismatch = errors.New("the literal is of another type")

// parseLiteral turns the literal of a scalar or enum into what resolvers get.
func (t *typeRef) parseLiteral(v *ast.Value, vars map[string]any) (any, error) {
	switch t.kind {
	case kindInt:
		n, err := strconv.ParseInt(v.Raw, 10, 32)
		if v.Kind != ast.IntValue || err != nil {
			return nil, errMismatch
		}
		return int(n), nil
	case kindFloat:
		if v.Kind != ast.FloatValue && v.Kind != ast.IntValue {
			return nil, errMismatch
		}
		f, _ := strconv.ParseFloat(v.Raw, 64) // what is too large is infinite, as ECMAScript's parseFloat has it
		return f, nil
	case kindString:
		if !isString(v) {
			return nil, errMismatch
		}
		return v.Raw, nil
	case kindBoolean:
		if v.Kind != ast.BooleanValue {
			return nil, errMismatch
		}
		return v.Raw == "true", nil
	case kindID:
		if !isString(v) && v.Kind != ast.IntValue {
			return nil, errMismatch
		}
		return v.Raw, nil
	case kindEnum:
		if v.Kind != ast.EnumValue || !t.enum[v.Raw] {
			return nil, errMismatch
		}
		return v.Raw, nil
	}
	if t.scalar.Parse == nil {
		return untyped(v, vars), nil
	}
	return t.scalar.Parse(untyped(v, vars))
}

func isString(v *ast.Value) bool { return v.Kind == ast.StringValue || v.Kind == ast.BlockValue }

// untyped turns a literal into what the Parse of a scalar takes; variables within it are
// that already. graphql-js: valueFromASTUntyped.
func untyped(v *ast.Value, vars map[string]any) any {
	switch v.Kind {
	case ast.Variable:
		return vars[v.Raw]
	case ast.IntValue, ast.FloatValue:
		return variables.Plain(json.Number(v.Raw))
	case ast.BooleanValue:
		return v.Raw == "true"
	case ast.NullValue:
		return nil
	case ast.ListValue:
		list := make([]any, len(v.Children))
		for i, c := range v.Children {
			list[i] = untyped(c.Value, vars)
		}
		return list
	case ast.ObjectValue:
		object := make(map[string]any, len(v.Children))
		for _, c := range v.Children {
			if !missingVariable(c.Value, vars) {
				object[c.Name] = untyped(c.Value, vars)
			}
		}
		return object
	}
	return v.Raw
}

// literalMemory estimates the bytes that the value of a literal takes, beside those of
// variables within it.
func literalMemory(v *ast.Value) int {
	n := len(v.Raw) + mapMemory(len(v.Children), reflect.TypeFor[map[string]any]())
	for _, c := range v.Children {
		n += literalMemory(c.Value)
	}
	return n
}

// checkRepeated holds variables to the limit as often as an operation names them.
func (l VariableLimits) checkRepeated(counts map[string]int, vars map[string]any) *Error {
	if l.Values <= 0 {
		return nil
	}
	n := 0
	for name, times := range counts {
		if n += times * sizeOf(vars[name]); n > l.Values {
			return &Error{Message: variables.Limits(l).TooMany().Error(), Code: CodeBadUserInput}
		}
	}
	return nil
}
