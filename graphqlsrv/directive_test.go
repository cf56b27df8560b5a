package graphqlsrv

import (
	"context"
	"strings"
	"testing"
)

func TestDirectives(t *testing.T) {
	calls := 0
	services := map[string]Resolver{
		"secret": Func(func(context.Context) (string, error) { calls++; return "s", nil }),
		"loud":   Func(func(context.Context) (string, error) { return "abc", nil }),
		"me":     Func(func(context.Context) (map[string]any, error) { return map[string]any{"name": "ada"}, nil }),
	}
	e, err := newEngine(sdl(`
directive @never(why: String = "because") on FIELD_DEFINITION
directive @upper on FIELD_DEFINITION
directive @repeat(times: Int!) on FIELD_DEFINITION
type Query { secret: String @never loud: String @upper @repeat(times: 2) me: User @skipAuth }
type User { name: String @upper }
`), []Option{
		WithServices(services), WithLogger(nil),
		WithDirective(
			Validator("never", func(_ context.Context, d DirectiveCall) error {
				return Forbidden(d.Info.ParentType + "." + d.Info.Field + " " + d.Args["why"].(string))
			}),
			Transformer("upper", func(_ context.Context, v any, _ DirectiveCall) (any, error) { return strings.ToUpper(v.(string)), nil }),
			Transformer("repeat", func(_ context.Context, v any, d DirectiveCall) (any, error) {
				return strings.Repeat(v.(string), d.Args["times"].(int)), nil
			})),
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, ask(t, e, `{secret}`), `{"data":{"secret":null},"errors":[{"message":"Query.secret because","locations":[{"line":1,"column":2}],"path":["secret"],"extensions":{"code":"FORBIDDEN"}}]}`)
	if calls != 0 {
		t.Error("the resolver ran though the validator refused")
	}
	expect(t, ask(t, e, `{loud me{name}}`), `{"data":{"loud":"ABCABC","me":{"name":"ADA"}}}`)
}

func TestDirectiveCheck(t *testing.T) {
	services := map[string]Resolver{"a": Func(func(context.Context) (string, error) { return "", nil })}
	_, err := newEngine(sdl("type Query {\n  a: String\n  b: String @deprecated\n  c: String @skipAuth\n  d: String @unknown\n}\ntype Mutation { e: Int }\ndirective @unknown on FIELD_DEFINITION"), []Option{WithServices(services), WithLogger(nil)})
	want := "You must specify one of @requireAuth, @skipAuth or a custom directive for\n- a Query (schema.graphql:2)\n- b Query (schema.graphql:3)\n- d Query (schema.graphql:5)\n- e Mutation (schema.graphql:7)"
	if err == nil || err.Error() != want {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
}

func TestDirectiveWithoutDeclaration(t *testing.T) {
	_, err := newEngine(sdl("type Query { a: String @skipAuth }"), []Option{WithLogger(nil), WithDirective(Validator("owner", nil))})
	if err == nil || !strings.Contains(err.Error(), "the directive @owner is not declared") {
		t.Error(err)
	}
}
