package rules

import (
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
)

// The rules about literals.

// value checks a literal. stop is where the types of what is inside are not
// looked at any more.
func (c *checker) value(v, stop *ast.Value) {
	inner := stop
	if stop == nil {
		if !c.valueOfCorrectType(v) {
			inner = v
		}
	}
	switch v.Kind {
	case ast.ListValue:
		for _, item := range v.Children {
			c.value(item.Value, inner)
		}
	case ast.ObjectValue:
		c.objectFields(v, inner)
	}
}

func (c *checker) objectFields(v, stop *ast.Value) {
	first := map[string]*ast.Position{}
	for _, f := range v.Children {
		if stop == nil {
			c.knownInputField(v.Definition, f)
		}
		c.unique(first, "input field", f.Name, f.Position)
		c.value(f.Value, stop)
	}
}

// valueOfCorrectType tells whether to look inside.
func (c *checker) valueOfCorrectType(v *ast.Value) bool {
	t := v.ExpectedType
	switch v.Kind {
	case ast.Variable:
	case ast.ListValue:
		if t == nil || t.Elem == nil {
			c.leaf(v, nullable(t))
			return false
		}
	case ast.ObjectValue:
		if t == nil || v.Definition.Kind != ast.InputObject {
			c.leaf(v, t)
			return false
		}
		c.requiredInputFields(v)
	case ast.NullValue:
		if t != nil && t.NonNull {
			c.report(at(v.Position), `Expected value of type "%s", found null.`, t)
		}
	default:
		c.leaf(v, t)
	}
	return true
}

func (c *checker) requiredInputFields(v *ast.Value) {
	d := v.Definition
	given := map[string]*ast.Value{}
	for _, f := range v.Children {
		given[f.Name] = f.Value
	}
	for _, f := range d.Fields {
		if f.Type.NonNull && f.DefaultValue == nil && given[f.Name] == nil {
			c.report(at(v.Position), `Field "%s.%s" of required type "%s" was not provided.`, d.Name, f.Name, f.Type)
		}
	}
	if d.Directives.ForName("oneOf") == nil {
		return
	}
	if len(given) != 1 {
		c.report(at(v.Position), `OneOf Input Object "%s" must specify exactly one key.`, d.Name)
		return
	}
	for name, value := range given {
		if value.Kind == ast.NullValue {
			c.report(at(v.Position), `Field "%s.%s" must be non-null.`, d.Name, name)
		}
	}
}

func (c *checker) knownInputField(d *ast.Definition, f *ast.ChildValue) {
	if d == nil || d.Kind != ast.InputObject || d.Fields.ForName(f.Name) != nil {
		return
	}
	hint := ""
	if c.options.Suggest {
		hint = didYouMean("", suggestions(f.Name, fieldNames(d)))
	}
	c.report(at(f.Position), `Field "%s" is not defined by type "%s".%s`, f.Name, d.Name, hint)
}

// leaf checks a literal where type t wants a scalar or enum.
func (c *checker) leaf(v *ast.Value, t *ast.Type) {
	if t == nil {
		return
	}
	d := v.Definition
	if !d.IsLeafType() {
		c.report(at(v.Position), `Expected value of type "%s", found %s.`, t, Printed(v))
		return
	}
	if d.Kind == ast.Enum {
		c.enum(v, d)
		return
	}
	message := builtinMismatch(v, d.Name)
	if message == "" && c.options.Literal != nil && !Builtin(d.Name) {
		if err := c.options.Literal(d, v); err != nil {
			message = language.Messagef(`Expected value of type "%s", found %s; %s`, t, Printed(v), err)
		}
	}
	if message != "" {
		c.add(at(v.Position), message)
	}
}

// Builtin reports whether a name is that of a scalar of the specification: section 3.5, Int to ID.
func Builtin(name string) bool {
	switch name {
	case "Int", "Float", "String", "Boolean", "ID":
		return true
	}
	return false
}

// builtinMismatch tells why a literal is no value of one of GraphQL's scalars.
func builtinMismatch(v *ast.Value, name string) string {
	isString := v.Kind == ast.StringValue || v.Kind == ast.BlockValue
	ok, what := true, ""
	switch name {
	case "Int":
		ok, what = v.Kind == ast.IntValue, "Int cannot represent non-integer value"
		if _, err := strconv.ParseInt(v.Raw, 10, 32); ok && err != nil {
			return language.Messagef("Int cannot represent non 32-bit signed integer value: %s", v.Raw)
		}
	case "Float":
		ok, what = v.Kind == ast.FloatValue || v.Kind == ast.IntValue, "Float cannot represent non numeric value"
	case "String":
		ok, what = isString, "String cannot represent a non string value"
	case "Boolean":
		ok, what = v.Kind == ast.BooleanValue, "Boolean cannot represent a non boolean value"
	case "ID":
		ok, what = isString || v.Kind == ast.IntValue, "ID cannot represent a non-string and non-integer value"
	}
	if ok {
		return ""
	}
	return what + ": " + Printed(v)
}

func (c *checker) enum(v *ast.Value, d *ast.Definition) {
	if v.Kind == ast.EnumValue && d.EnumValues.ForName(v.Raw) != nil {
		return
	}
	text, hint := Printed(v), ""
	if c.options.Suggest {
		var names []string
		for _, e := range d.EnumValues {
			names = append(names, e.Name)
		}
		hint = didYouMean("the enum value ", suggestions(text, names))
	}
	if v.Kind != ast.EnumValue {
		c.report(at(v.Position), `Enum "%s" cannot represent non-enum value: %s.%s`, d.Name, text, hint)
		return
	}
	c.report(at(v.Position), `Value "%s" does not exist in "%s" enum.%s`, text, d.Name, hint)
}

// Printed writes a literal as graphql-js' printer does, but for the end of long ones.
func Printed(v *ast.Value) string {
	var b language.Shown
	write(&b, v)
	return b.Text()
}

func write(b *language.Shown, v *ast.Value) {
	open, end := "[", "]"
	switch v.Kind {
	case ast.BlockValue:
		b.Add(printedBlock(language.Abbreviated(v.Raw)))
		return
	case ast.ObjectValue:
		open, end = "{", "}"
	case ast.ListValue:
	default:
		short := *v
		short.Raw = language.Abbreviated(v.Raw)
		b.Add(short.String())
		return
	}
	b.Add(open)
	for i, c := range v.Children {
		if b.Full() {
			return
		}
		if i > 0 {
			b.Add(", ")
		}
		if v.Kind == ast.ObjectValue {
			b.Add(c.Name + ": ")
		}
		write(b, c.Value)
	}
	b.Add(end)
}

// printedBlock writes a block string. graphql-js: printBlockString.
func printedBlock(value string) string {
	escaped := strings.ReplaceAll(value, `"""`, `\"""`)
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(escaped), "\n")
	leading := len(lines) > 1
	for _, l := range lines[1:] {
		leading = leading && (l == "" || l[0] == ' ' || l[0] == '\t')
	}
	tripled := strings.HasSuffix(escaped, `\"""`)
	trailing := strings.HasSuffix(value, `"`) && !tripled || strings.HasSuffix(value, `\`)
	several := len(lines) > 1 || utf16Len(value) > 70 || trailing || leading || tripled
	skip := len(lines) == 1 && value != "" && (value[0] == ' ' || value[0] == '\t')
	text := escaped
	if several && !skip || leading {
		text = "\n" + text
	}
	if several || trailing {
		text += "\n"
	}
	return `"""` + text + `"""`
}

func utf16Len(s string) (n int) {
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}
