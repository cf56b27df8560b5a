package graphqlsrv

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// Introspection is a service like those of applications: the types of the
// specification's section 4.2 (September 2025), resolved by functions.

// A metaTypeRef is a __Type: a named type, or a list or non-null of one.
type metaTypeRef struct {
	schema *schema
	def    *ast.Definition
	elem   *metaTypeRef
	kind   string // LIST, NON_NULL, or that of def
}

// A metaInput is an __InputValue.
type metaInput struct {
	schema      *schema
	name, about string
	typ         *ast.Type
	value       *ast.Value
	directives  ast.DirectiveList
}

// A metaFieldDef is a __Field.
type metaFieldDef struct {
	schema *schema
	*ast.FieldDefinition
}

// A metaDirective is a __Directive.
type metaDirective struct {
	schema *schema
	*ast.DirectiveDefinition
}

func (s *schema) meta(d *ast.Definition) *metaTypeRef {
	if d == nil {
		return nil
	}
	return &metaTypeRef{schema: s, def: d, kind: string(d.Kind)}
}

func (s *schema) metaOf(t *ast.Type) *metaTypeRef {
	if t.NonNull {
		inner := *t
		inner.NonNull = false
		return &metaTypeRef{schema: s, kind: "NON_NULL", elem: s.metaOf(&inner)}
	}
	if t.Elem != nil {
		return &metaTypeRef{schema: s, kind: "LIST", elem: s.metaOf(t.Elem)}
	}
	return s.meta(s.ast.Types[t.NamedType])
}

func (s *schema) metaNames(names []string) []*metaTypeRef {
	list := make([]*metaTypeRef, 0, len(names))
	for _, n := range names {
		list = append(list, s.meta(s.ast.Types[n]))
	}
	return list
}

// text is a description, null where there is none.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// includeDeprecated is the argument of fields, args, inputFields and enumValues.
type includeDeprecated struct{ IncludeDeprecated bool }

// deprecable makes a resolver of a function with that argument.
func deprecable[R, T any](f func(R, bool) T) Resolver {
	return &inline{Field(func(_ context.Context, a includeDeprecated, r Resolve[R]) (T, error) {
		return f(r.Root, a.IncludeDeprecated), nil
	})}
}

// deprecation is the reason for which something is deprecated, nil if it isn't.
func deprecation(ds ast.DirectiveList) *string {
	d := ds.ForName("deprecated")
	if d == nil {
		return nil
	}
	reason := "No longer supported"
	if a := d.Arguments.ForName("reason"); a != nil {
		if a.Value.Kind == ast.NullValue { // as graphql-js has it
			return nil
		}
		reason = a.Value.Raw
	}
	return &reason
}

func introspectionServices(s *schema) map[string]Resolver {
	services := map[string]Resolver{
		"__schema": Computed(func(any) *schema { return s }),
		"__type": &inline{FuncWith(func(_ context.Context, a struct{ Name string }) (*metaTypeRef, error) {
			return s.meta(s.ast.Types[a.Name]), nil
		})},
		"__Schema.description":      Computed(func(s *schema) *string { return text(s.ast.Description) }),
		"__Schema.types":            Computed(func(s *schema) []*metaTypeRef { return s.metaNames(s.order) }),
		"__Schema.queryType":        Computed(func(s *schema) *metaTypeRef { return s.meta(s.ast.Query) }),
		"__Schema.mutationType":     Computed(func(s *schema) *metaTypeRef { return s.meta(s.ast.Mutation) }),
		"__Schema.subscriptionType": Computed(func(s *schema) *metaTypeRef { return s.meta(s.ast.Subscription) }),
		"__Schema.directives":       deprecable((*schema).metaDirectives),

		"__Directive.name":              Computed(func(d metaDirective) string { return d.Name }),
		"__Directive.description":       Computed(func(d metaDirective) *string { return text(d.Description) }),
		"__Directive.isRepeatable":      Computed(func(d metaDirective) bool { return d.IsRepeatable }),
		"__Directive.locations":         Computed(func(d metaDirective) []ast.DirectiveLocation { return d.Locations }),
		"__Directive.isDeprecated":      Computed(func(d metaDirective) bool { return deprecation(d.Directives) != nil }),
		"__Directive.deprecationReason": Computed(func(d metaDirective) *string { return deprecation(d.Directives) }),
		"__Directive.args": deprecable(func(d metaDirective, all bool) []metaInput {
			return d.schema.metaArguments(d.Arguments, all)
		}),

		"__Field.name":              Computed(func(f metaFieldDef) string { return f.Name }),
		"__Field.description":       Computed(func(f metaFieldDef) *string { return text(f.Description) }),
		"__Field.type":              Computed(func(f metaFieldDef) *metaTypeRef { return f.schema.metaOf(f.Type) }),
		"__Field.isDeprecated":      Computed(func(f metaFieldDef) bool { return deprecation(f.Directives) != nil }),
		"__Field.deprecationReason": Computed(func(f metaFieldDef) *string { return deprecation(f.Directives) }),
		"__Field.args": deprecable(func(f metaFieldDef, all bool) []metaInput {
			return f.schema.metaArguments(f.Arguments, all)
		}),

		"__InputValue.name":              Computed(func(v metaInput) string { return v.name }),
		"__InputValue.description":       Computed(func(v metaInput) *string { return text(v.about) }),
		"__InputValue.type":              Computed(func(v metaInput) *metaTypeRef { return v.schema.metaOf(v.typ) }),
		"__InputValue.defaultValue":      Computed(metaInput.defaultText),
		"__InputValue.isDeprecated":      Computed(func(v metaInput) bool { return deprecation(v.directives) != nil }),
		"__InputValue.deprecationReason": Computed(func(v metaInput) *string { return deprecation(v.directives) }),

		"__EnumValue.name":              Computed(func(v *ast.EnumValueDefinition) string { return v.Name }),
		"__EnumValue.description":       Computed(func(v *ast.EnumValueDefinition) *string { return text(v.Description) }),
		"__EnumValue.isDeprecated":      Computed(func(v *ast.EnumValueDefinition) bool { return deprecation(v.Directives) != nil }),
		"__EnumValue.deprecationReason": Computed(func(v *ast.EnumValueDefinition) *string { return deprecation(v.Directives) }),
	}
	for name, r := range typeServices() {
		services["__Type."+name] = r
	}
	return services
}

func typeServices() map[string]Resolver {
	return map[string]Resolver{
		"kind":           Computed(func(t *metaTypeRef) string { return t.kind }),
		"name":           Computed((*metaTypeRef).name),
		"description":    Computed((*metaTypeRef).description),
		"specifiedByURL": Computed((*metaTypeRef).specifiedBy),
		"fields":         deprecable((*metaTypeRef).fields),
		"interfaces":     Computed((*metaTypeRef).interfaces),
		"possibleTypes":  Computed((*metaTypeRef).possibleTypes),
		"enumValues":     deprecable((*metaTypeRef).enumValues),
		"inputFields":    deprecable((*metaTypeRef).inputFields),
		"ofType":         Computed(func(t *metaTypeRef) *metaTypeRef { return t.elem }),
		"isOneOf":        Computed((*metaTypeRef).isOneOf),
	}
}

func (t *metaTypeRef) is(kinds ...ast.DefinitionKind) bool {
	return t.def != nil && slices.Contains(kinds, t.def.Kind)
}

func (t *metaTypeRef) name() *string {
	if t.def == nil {
		return nil
	}
	return &t.def.Name
}

func (t *metaTypeRef) description() *string {
	if t.def == nil {
		return nil
	}
	return text(t.def.Description)
}

func (t *metaTypeRef) specifiedBy() *string {
	if !t.is(ast.Scalar) {
		return nil
	}
	if d := t.def.Directives.ForName("specifiedBy"); d != nil {
		return &d.Arguments.ForName("url").Value.Raw
	}
	return nil
}

func (t *metaTypeRef) fields(all bool) []metaFieldDef {
	if !t.is(ast.Object, ast.Interface) {
		return nil
	}
	list := []metaFieldDef{}
	for _, f := range t.def.Fields {
		if !strings.HasPrefix(f.Name, "__") && (all || deprecation(f.Directives) == nil) {
			list = append(list, metaFieldDef{t.schema, f})
		}
	}
	return list
}

func (t *metaTypeRef) interfaces() []*metaTypeRef {
	if !t.is(ast.Object, ast.Interface) {
		return nil
	}
	return t.schema.metaNames(t.def.Interfaces)
}

func (t *metaTypeRef) possibleTypes() []*metaTypeRef {
	if !t.is(ast.Interface, ast.Union) {
		return nil
	}
	if t.def.Kind == ast.Union {
		return t.schema.metaNames(t.def.Types)
	}
	list := []*metaTypeRef{}
	for _, name := range t.schema.order {
		if d := t.schema.ast.Types[name]; t.schema.possible[t.def][d] && d.Kind == ast.Object {
			list = append(list, t.schema.meta(d))
		}
	}
	return list
}

func (t *metaTypeRef) enumValues(all bool) []*ast.EnumValueDefinition {
	if !t.is(ast.Enum) {
		return nil
	}
	list := []*ast.EnumValueDefinition{}
	for _, v := range t.def.EnumValues {
		if all || deprecation(v.Directives) == nil {
			list = append(list, v)
		}
	}
	return list
}

func (t *metaTypeRef) inputFields(all bool) []metaInput {
	if !t.is(ast.InputObject) {
		return nil
	}
	list := []metaInput{}
	for _, f := range t.def.Fields {
		if all || deprecation(f.Directives) == nil {
			list = append(list, metaInput{t.schema, f.Name, f.Description, f.Type, f.DefaultValue, f.Directives})
		}
	}
	return list
}

func (t *metaTypeRef) isOneOf() *bool {
	if !t.is(ast.InputObject) {
		return nil
	}
	one := t.def.Directives.ForName("oneOf") != nil
	return &one
}

func (s *schema) metaArguments(defs ast.ArgumentDefinitionList, all bool) []metaInput {
	list := []metaInput{}
	for _, a := range defs {
		if all || deprecation(a.Directives) == nil {
			list = append(list, metaInput{s, a.Name, a.Description, a.Type, a.DefaultValue, a.Directives})
		}
	}
	return list
}

// defaultText is the default as a literal, with the defaults of the fields that
// it leaves out. graphql-js: astFromValue.
func (v metaInput) defaultText() *string {
	if v.value == nil {
		return nil
	}
	t := v.schema.ref(v.typ)
	value, ok := v.schema.valueFromAST(v.value, t, nil)
	if !ok {
		return nil
	}
	printed := v.schema.printDefault(value, t)
	return &printed
}

func (s *schema) printDefault(value any, t *typeRef) string {
	if value == nil {
		return "null"
	}
	switch {
	case t.elem != nil:
		var items []string
		list, _ := value.([]any)
		for _, item := range list {
			items = append(items, s.printDefault(item, t.elem))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case t.kind == kindInput:
		var items []string
		object, _ := value.(map[string]any)
		for _, f := range s.inputs[t.def] {
			if v, ok := object[f.name]; ok {
				items = append(items, f.name+": "+s.printDefault(v, f.typ))
			}
		}
		return "{" + strings.Join(items, ", ") + "}"
	case t.kind == kindEnum:
		return value.(string)
	case t.kind == kindID:
		if text := value.(string); integerLiteral.MatchString(text) {
			return text
		}
	case t.kind == kindScalar && t.scalar.Serialize != nil:
		if serialized, err := t.scalar.Serialize(value); err == nil {
			value = serialized
		}
	}
	if text, ok := value.(string); ok {
		return (&ast.Value{Kind: ast.StringValue, Raw: text}).String()
	}
	return inspect(value)
}

var integerLiteral = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

func (s *schema) metaDirectives(all bool) []metaDirective {
	list := []metaDirective{}
	for _, name := range s.directiveOrder {
		if d := s.ast.Directives[name]; all || deprecation(d.Directives) == nil {
			list = append(list, metaDirective{s, d})
		}
	}
	return list
}
