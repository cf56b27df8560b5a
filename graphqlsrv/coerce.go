package graphqlsrv

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// maxVariableErrors is how many mistakes in the variables are told at once.
const maxVariableErrors = 50

// variables coerces the variables of a request to the types of the operation.
// GraphQL specification, CoerceVariableValues; the messages are graphql-js'.
//
// Objects are maps while all goes well. Messages show them in the order in which
// they came, so after a mistake all is done again on objects that keep it.
func (e *engine) variables(p *planned, r *Request) (map[string]any, *failure) {
	given, err := r.variables(false)
	if err != nil {
		return nil, fail(failedInput, CodeBadUserInput, "Variables are invalid JSON: %s", err)
	}
	values, errs := e.coerceVariables(p, given.(map[string]any))
	if len(errs) == 0 {
		return values, nil
	}
	if ordered, err := r.variables(true); err == nil {
		_, errs = e.coerceVariables(p, ordered.(*orderedObject).values)
	}
	return nil, &failure{failedVariables, errs}
}

func (e *engine) coerceVariables(p *planned, given map[string]any) (map[string]any, []*Error) {
	c := coercion{schema: e.schema, suggest: e.cfg.development}
	values := make(map[string]any, len(p.vars))
	for i, d := range p.op.VariableDefinitions {
		c.name, c.pos = d.Variable, d.Position
		t := p.vars[i]
		value, ok := given[d.Variable]
		switch {
		case !ok && d.DefaultValue != nil:
			values[d.Variable], _ = e.schema.valueFromAST(d.DefaultValue, t, nil)
		case !ok && t.nonNull:
			c.report(`Variable "$%s" of required type "%s" was not provided.`, d.Variable, t.text)
		case !ok:
		case value == nil && t.nonNull:
			c.report(`Variable "$%s" of non-null type "%s" must not be null.`, d.Variable, t.text)
		default:
			values[d.Variable] = c.coerce(value, t, nil)
		}
		if len(c.errs) > maxVariableErrors {
			c.errs = append(c.errs[:maxVariableErrors], &Error{
				Message: "Too many errors processing variables, error limit reached. Execution aborted.",
			})
			break
		}
	}
	return values, c.errs
}

// invalidValue stands for a value that was reported.
var invalidValue any = new(struct{ _ int })

// A coercion turns the JSON of one variable into what resolvers get.
type coercion struct {
	schema  *schema
	suggest bool
	name    string        // of the variable
	pos     *ast.Position // of its definition
	errs    []*Error
}

func (c *coercion) report(format string, args ...any) {
	if len(c.errs) > maxVariableErrors {
		return
	}
	c.errs = append(c.errs, &Error{
		Message: fmt.Sprintf(format, args...), Code: CodeBadUserInput,
		Locations: []Location{{c.pos.Line, c.pos.Column}},
	})
}

// invalid reports a value; path leads to it within the variable.
func (c *coercion) invalid(path []any, value any, format string, args ...any) any {
	at := ""
	if len(path) > 0 {
		at = ` at "` + c.name + pathText(path) + `"`
	}
	c.report(`Variable "$%s" got invalid value %s%s; %s`, c.name, inspect(value), at, fmt.Sprintf(format, args...))
	return invalidValue
}

func pathText(path []any) string {
	var b strings.Builder
	for _, p := range path {
		switch p := p.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", p)
		case string:
			b.WriteString("." + p)
		}
	}
	return b.String()
}

// coerce follows graphql-js' coerceInputValue.
func (c *coercion) coerce(value any, t *typeRef, path []any) any {
	if value == nil {
		if t.nonNull {
			return c.invalid(path, value, `Expected non-nullable type "%s" not to be null.`, t.text)
		}
		return nil
	}
	if t.elem != nil {
		items, ok := value.([]any)
		if !ok {
			return []any{c.coerce(value, t.elem, path)}
		}
		list := make([]any, len(items))
		for i, item := range items {
			list[i] = c.coerce(item, t.elem, append(path[:len(path):len(path)], i))
		}
		return list
	}
	if t.kind == kindInput {
		return c.object(value, t, path)
	}
	parsed, err := t.parse(value)
	if err != nil {
		return c.invalid(path, value, "%s%s", err, c.suggestion(t, value))
	}
	return parsed
}

func (c *coercion) object(value any, t *typeRef, path []any) any {
	given, names, ok := entries(value)
	if !ok {
		return c.invalid(path, value, `Expected type "%s" to be an object.`, t.def.Name)
	}
	fields := c.schema.inputs[t.def]
	object := make(map[string]any, len(given))
	for _, f := range fields {
		v, ok := given[f.name]
		switch {
		case ok:
			object[f.name] = c.coerce(v, f.typ, append(path[:len(path):len(path)], f.name))
		case f.hasDefault:
			object[f.name] = f.defaultValue
		case f.typ.nonNull:
			c.invalid(path, value, `Field "%s" of required type "%s" was not provided.`, f.name, f.typ.text)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(fields, func(f *inputField) bool { return f.name == name }) {
			c.invalid(path, value, `Field "%s" is not defined by type "%s".%s`, name, t.def.Name, c.fieldSuggestion(fields, name))
		}
	}
	if t.def.Directives.ForName("oneOf") != nil {
		c.oneOf(object, value, t, path)
	}
	return object
}

func (c *coercion) oneOf(object map[string]any, value any, t *typeRef, path []any) {
	if len(object) != 1 {
		c.invalid(path, value, `Exactly one key must be specified for OneOf type "%s".`, t.def.Name)
	}
	for _, f := range c.schema.inputs[t.def] {
		if v, ok := object[f.name]; ok {
			if v == nil {
				c.invalid(append(path, f.name), nil, `Field "%s" must be non-null.`, f.name)
			}
			return
		}
	}
}

// parse turns the JSON value of a scalar or enum into what resolvers get: Int
// into int, Float into float64, ID and enums into string.
func (t *typeRef) parse(value any) (any, error) {
	switch t.kind {
	case kindInt:
		return parseInt(value)
	case kindFloat:
		if f, ok := number(value); ok {
			return f, nil
		}
		return nil, messagef("Float cannot represent non numeric value: %s", inspect(value))
	case kindString:
		if s, ok := value.(string); ok {
			return s, nil
		}
		return nil, messagef("String cannot represent a non string value: %s", inspect(value))
	case kindBoolean:
		if b, ok := value.(bool); ok {
			return b, nil
		}
		return nil, messagef("Boolean cannot represent a non boolean value: %s", inspect(value))
	case kindID:
		return parseID(value)
	case kindEnum:
		s, ok := value.(string)
		if !ok {
			return nil, messagef(`Enum "%s" cannot represent non-string value: %s.`, t.def.Name, inspect(value))
		}
		if !t.enum[s] {
			return nil, messagef(`Value "%s" does not exist in "%s" enum.`, s, t.def.Name)
		}
		return s, nil
	}
	if t.scalar.Parse == nil {
		return plain(value), nil
	}
	parsed, err := t.scalar.Parse(plain(value))
	if err != nil {
		return nil, messagef(`Expected type "%s". %s`, t.def.Name, err)
	}
	return parsed, nil
}

func parseInt(value any) (any, error) {
	f, ok := number(value)
	if !ok || f != math.Trunc(f) {
		return nil, messagef("Int cannot represent non-integer value: %s", inspect(value))
	}
	if f > math.MaxInt32 || f < math.MinInt32 {
		return nil, messagef("Int cannot represent non 32-bit signed integer value: %s", inspectFloat(f))
	}
	return int(f), nil
}

func parseID(value any) (any, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case json.Number:
		if n, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return strconv.FormatInt(n, 10), nil // -0 is 0
		}
	}
	if f, ok := number(value); ok && f == math.Trunc(f) {
		return inspectFloat(f), nil
	}
	return nil, messagef("ID cannot represent value: %s", inspect(value))
}

// number reads a finite JSON number.
func number(value any) (float64, bool) {
	switch v := value.(type) {
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	case float64:
		return v, !math.IsInf(v, 0) && !math.IsNaN(v)
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	}
	return 0, false
}

// plain turns json.Number within a value into int, or float64 where the number
// is none; one that neither can hold exactly stays.
func plain(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := strconv.Atoi(v.String()); err == nil {
			return n
		}
		if f, err := v.Float64(); err == nil && strings.ContainsAny(v.String(), ".eE") {
			return f + 0 // -0 becomes 0, as which graphql-js writes it
		}
		return v
	case *orderedObject:
		return plain(v.values)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = plain(item)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for k, item := range v {
			object[k] = plain(item)
		}
		return object
	}
	return value
}
