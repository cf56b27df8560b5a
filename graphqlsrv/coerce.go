package graphqlsrv

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/graphqljs"
	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/variables"
)

// VariableLimits bound the variables of a request; 0 turns a bound off.
type VariableLimits struct {
	// Depth is how many lists and objects may stand within one another.
	Depth int
	// Values is how many values the variables may hold: lists, objects, the items and
	// fields of each, and the defaults of fields that are left out. Where the arguments
	// of a field name a variable several times, each counts, with all such fields of the
	// operation; then 256 bytes of a text, or of what a [Scalar] made, count as one value
	// more.
	Values int
}

// DefaultVariableLimits are those of a server without [WithVariableLimits].
var DefaultVariableLimits = VariableLimits{Depth: 100, Values: 20_000}

// WithVariableLimits replaces [DefaultVariableLimits].
func WithVariableLimits(l VariableLimits) Option { return func(c *config) { c.variables = l } }

// inspect writes a value for a message as graphql-js does.
func inspect(v any) string { return graphqljs.Inspect(v) }

// maxVariableErrors is how many mistakes in the variables are told at once.
const maxVariableErrors = 50

// variables coerces the variables of a request to the types of the operation.
// GraphQL specification, CoerceVariableValues; the messages are graphql-js'.
func (e *engine) variables(p *planned, r *Request) (map[string]any, *failure) {
	given, err := variables.Read(r.Variables, variables.Limits(e.cfg.variables))
	if _, ok := errors.AsType[variables.LimitError](err); ok {
		return nil, failureOf(failedVariables, CodeBadUserInput, "%s", err)
	}
	if err != nil {
		return nil, failureOf(failedInput, CodeBadUserInput, "Variables are invalid JSON: %s", err)
	}
	for at, file := range r.Files {
		if !given.Put(at, file) {
			return nil, failureOf(failedInput, CodeBadUserInput, `The entry "%s" of the part map names the path "variables.%s", where the part operations must hold null.`, file.part, at)
		}
	}
	values, errs := e.coerceVariables(p, given)
	if len(errs) > 0 {
		return nil, &failure{kind: failedVariables, errs: errs}
	}
	return values, nil
}

func (e *engine) coerceVariables(p *planned, given *variables.Object) (map[string]any, []*Error) {
	c := coercion{schema: e.schema, suggest: e.cfg.development, limits: e.cfg.variables}
	values := make(map[string]any, len(p.vars))
	for i, d := range p.op.VariableDefinitions {
		c.name, c.pos = d.Variable, d.Position
		t := p.vars[i]
		value, ok := given.Get(d.Variable)
		switch {
		case !ok && d.DefaultValue != nil:
			values[d.Variable], _ = e.schema.valueFromAST(d.DefaultValue, t, nil)
		case !ok && t.nonNull:
			c.report(`Variable "$%s" of required type "%s" was not provided.`, d.Variable, t.text)
		case !ok:
		case value == nil && t.nonNull:
			c.report(`Variable "$%s" of non-null type "%s" must not be null.`, d.Variable, t.text)
		default:
			values[d.Variable] = c.coerce(value, t)
		}
		if c.stopped {
			break
		}
	}
	return values, c.errs
}

// invalidValue stands for a value that was reported.
var invalidValue any = new(struct{ _ int })

// A coercion turns the JSON of one variable into what resolvers get.
type coercion struct {
	schema   *schema
	suggest  bool
	limits   VariableLimits
	defaults int           // how many values were left out and have a default
	name     string        // of the variable
	pos      *ast.Position // of its definition
	errs     []*Error
	path     []pathPart // leads to the value within the variable
	stopped  bool       // there are too many mistakes, or values
}

func (c *coercion) report(format string, args ...any) {
	if c.stopped {
		return
	}
	if len(c.errs) == maxVariableErrors {
		c.stop("Too many errors processing variables, error limit reached. Execution aborted.", "")
		return
	}
	c.errs = append(c.errs, &Error{
		Message: language.Messagef(format, args...), Code: CodeBadUserInput,
		Locations: []Location{{c.pos.Line, c.pos.Column}},
	})
}

// stop ends the coercion with an error that has no place.
func (c *coercion) stop(message, code string) {
	c.errs = append(c.errs, &Error{Message: message, Code: code})
	c.stopped = true
}

// invalid reports a value.
func (c *coercion) invalid(value any, format string, args ...any) any {
	if c.stopped {
		return invalidValue
	}
	at := ""
	if len(c.path) > 0 {
		at = ` at "` + c.pathText() + `"`
	}
	c.report(`Variable "$%s" got invalid value %s%s; %s`, c.name, inspect(value), at, language.Messagef(format, args...))
	return invalidValue
}

// pathText is the path as messages show it: only mistakes need it.
func (c *coercion) pathText() string {
	var b language.Shown
	b.Add(c.name)
	for _, p := range c.path {
		if p.key != "" {
			b.Add("." + p.key)
		} else {
			b.Add("[" + strconv.Itoa(p.index) + "]")
		}
	}
	return b.Text()
}

// within coerces an item of a list, or a field of an object.
func (c *coercion) within(step pathPart, value any, t *typeRef) any {
	c.path = append(c.path, step)
	coerced := c.coerce(value, t)
	c.path = c.path[:len(c.path)-1]
	return coerced
}

// coerce follows graphql-js' coerceInputValue.
func (c *coercion) coerce(value any, t *typeRef) any {
	if value == nil {
		if t.nonNull {
			return c.invalid(value, `Expected non-nullable type "%s" not to be null.`, t.text)
		}
		return nil
	}
	if t.elem != nil {
		items, ok := value.([]any)
		if !ok {
			return []any{c.coerce(value, t.elem)}
		}
		list := make([]any, len(items))
		for i := 0; i < len(items) && !c.stopped; i++ {
			list[i] = c.within(pathPart{index: i}, items[i], t.elem)
		}
		return list
	}
	if t.kind == kindInput {
		return c.object(value, t)
	}
	parsed, err := t.parse(value)
	if err != nil {
		return c.invalid(value, "%s%s", err, c.suggestion(t, value))
	}
	return parsed
}

func (c *coercion) object(value any, t *typeRef) any {
	given, ok := value.(*variables.Object)
	if !ok {
		return c.invalid(value, `Expected type "%s" to be an object.`, t.def.Name)
	}
	fields := c.schema.inputs[t.def]
	object := make(map[string]any, len(given.Members))
	known := 0
	for _, f := range fields {
		if c.stopped {
			return object
		}
		v, ok := given.Get(f.name)
		switch {
		case ok:
			known++
			object[f.name] = c.within(pathPart{key: f.name}, v, f.typ)
		case f.hasDefault:
			c.fill(f.defaultSize)
			object[f.name] = f.defaultValue
		case f.typ.nonNull:
			c.invalid(value, `Field "%s" of required type "%s" was not provided.`, f.name, f.typ.text)
		}
	}
	if known < len(given.Members) {
		c.unknownFields(given, t)
	}
	if t.def.Directives.ForName("oneOf") != nil {
		c.oneOf(object, value, t)
	}
	return object
}

// fill counts values that a default adds.
func (c *coercion) fill(n int) {
	if c.defaults += n; c.limits.Values > 0 && c.defaults > c.limits.Values && !c.stopped {
		c.stop(variables.Limits(c.limits).TooMany().Error(), CodeBadUserInput)
	}
}

func (c *coercion) unknownFields(given *variables.Object, t *typeRef) {
	fields := c.schema.inputs[t.def]
	for _, m := range given.Members {
		if c.stopped {
			return
		}
		if !slices.ContainsFunc(fields, func(f *inputField) bool { return f.name == m.Name }) {
			c.invalid(given, `Field "%s" is not defined by type "%s".%s`, m.Name, t.def.Name, c.fieldSuggestion(fields, m.Name))
		}
	}
}

func (c *coercion) oneOf(object map[string]any, value any, t *typeRef) {
	if len(object) != 1 {
		c.invalid(value, `Exactly one key must be specified for OneOf type "%s".`, t.def.Name)
	}
	for _, f := range c.schema.inputs[t.def] {
		if v, ok := object[f.name]; ok {
			if v == nil {
				c.path = append(c.path, pathPart{key: f.name})
				c.invalid(nil, `Field "%s" must be non-null.`, f.name)
				c.path = c.path[:len(c.path)-1]
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
		return variables.Plain(value), nil
	}
	parsed, err := t.scalar.Parse(variables.Plain(value))
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
		return nil, messagef("Int cannot represent non 32-bit signed integer value: %s", graphqljs.Number(f))
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
	case int: // within a scalar
		return strconv.Itoa(v), nil
	}
	if f, ok := number(value); ok && f == math.Trunc(f) {
		return graphqljs.Number(f), nil
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

// suggestion tells similar values of an enum.
func (c *coercion) suggestion(t *typeRef, value any) string {
	if !c.suggest || t.kind != kindEnum {
		return ""
	}
	given, ok := value.(string)
	if !ok {
		given = inspect(value)
	}
	var names []string
	for _, v := range t.def.EnumValues {
		names = append(names, v.Name)
	}
	return rules.DidYouMean("the enum value ", given, names)
}

// fieldSuggestion tells similar fields of an input object.
func (c *coercion) fieldSuggestion(fields []*inputField, name string) string {
	if !c.suggest {
		return ""
	}
	return rules.DidYouMean("", name, namesOf(fields))
}
