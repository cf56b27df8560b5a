package graphqlsrv

import "signalbox/graphqlsrv/internal/rules"

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
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	return rules.DidYouMean("", name, names)
}
