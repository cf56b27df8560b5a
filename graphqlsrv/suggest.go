package graphqlsrv

import (
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// validationRules are the specification's. In production messages suggest no
// names: who guesses must not be helped to learn the schema.
func validationRules(suggest bool) *rules.Rules {
	if suggest {
		return rules.NewDefaultRules()
	}
	r := rules.NewDefaultRules()
	for _, without := range []core.Rule{
		rules.FieldsOnCorrectTypeRuleWithoutSuggestions,
		rules.KnownArgumentNamesRuleWithoutSuggestions,
		rules.KnownTypeNamesRuleWithoutSuggestions,
		rules.ValuesOfCorrectTypeRuleWithoutSuggestions,
	} {
		r.ReplaceRule(withSuggestions[without.Name], without.RuleFunc)
	}
	return r
}

// withSuggestions maps the rules that suggest nothing to those they replace.
var withSuggestions = map[string]string{
	rules.FieldsOnCorrectTypeRuleWithoutSuggestions.Name: rules.FieldsOnCorrectTypeRule.Name,
	rules.KnownArgumentNamesRuleWithoutSuggestions.Name:  rules.KnownArgumentNamesRule.Name,
	rules.KnownTypeNamesRuleWithoutSuggestions.Name:      rules.KnownTypeNamesRule.Name,
	rules.ValuesOfCorrectTypeRuleWithoutSuggestions.Name: rules.ValuesOfCorrectTypeRule.Name,
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
	return didYouMean("the enum value ", core.SuggestionList(given, names))
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
	return didYouMean("", core.SuggestionList(name, names))
}

func didYouMean(what string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " Did you mean " + what + core.QuotedOrList(names...) + "?"
}
