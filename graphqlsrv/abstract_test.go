package graphqlsrv

import (
	"context"
	"strings"
	"testing"
)

type (
	Cat     struct{ Name string } // named like the object type
	hound   struct{ Name string }
	liar    struct{ Name string }
	someDog struct {
		Name string
		Kind string `json:"__typename"`
	}
)

func TestAbstractTypes(t *testing.T) {
	var value any
	e := engineOf(t, `
type Query { pet: Pet named: Named }
union Pet = Cat | Dog
interface Named { name: String }
type Cat implements Named { name: String }
type Dog implements Named { name: String }
type Bird { name: String }
`, map[string]Resolver{
		"pet":   Func(func(context.Context) (any, error) { return value, nil }),
		"named": Func(func(context.Context) (any, error) { return value, nil }),
	}, WithoutMasking(), WithTypeResolver("Pet", func(v any) string {
		if _, ok := v.(*hound); ok {
			return "Dog"
		}
		return ""
	}))
	for _, c := range []struct {
		name  string
		value any
		want  string // a part of the response
	}{
		{"Go type", &Cat{"Tom"}, `{"data":{"pet":{"__typename":"Cat","name":"Tom"},"named":{"__typename":"Cat"}}}`},
		{"Go type, by value", Cat{"Tom"}, `{"data":{"pet":{"__typename":"Cat","name":"Tom"},"named":{"__typename":"Cat"}}}`},
		{"key of a map", map[string]any{"__typename": "Dog", "name": "Rex"}, `{"data":{"pet":{"__typename":"Dog"`},
		{"field of a struct", someDog{"Rex", "Dog"}, `{"data":{"pet":{"__typename":"Dog"`},
		{"type resolver", &hound{"Rex"}, `{"data":{"pet":{"__typename":"Dog"`},
		{"type resolver of another type", &hound{"Rex"}, `"message":"Abstract type \"Named\" must resolve to an Object type at runtime for field \"Query.named\".`},
		{"unknown", liar{"x"}, `"message":"Abstract type \"Pet\" must resolve to an Object type at runtime`},
		{"no such type", map[string]any{"__typename": "Fish"}, `Abstract type \"Pet\" was resolved to a type \"Fish\" that does not exist inside the schema.`},
		{"not of the union", map[string]any{"__typename": "Bird"}, `Runtime Object type \"Bird\" is not a possible type for \"Pet\".`},
		{"no object", map[string]any{"__typename": "Named"}, `Abstract type \"Pet\" was resolved to a non-object type \"Named\".`},
	} {
		t.Run(c.name, func(t *testing.T) {
			value = c.value
			if got := ask(t, e, `{pet{__typename ...on Cat{name}} named{__typename}}`); !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

// A value may have the Go name of one type and say the Go name of one type, and tell another.
func TestAmbiguousTypeIsAnError(t *testing.T) {
	type Cat struct {
		Kind string `json:"__typename"`
	}
	e := engineOf(t, `type Query { pet: Pet } union Pet = Cat | Dog type Cat { a: Int } type Dog { a: Int }`, map[string]Resolver{
		"pet": Func(func(context.Context) (any, error) { return &Cat{"Dog"}, nil }),
	}, WithoutMasking())
	if got := ask(t, e, `{pet{__typename}}`); !strings.Contains(got, `a Pet says __typename \"Dog\", but its Go type is graphqlsrv.Cat`) {
		t.Error(got)
	}
}
