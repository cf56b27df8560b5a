package graphqlsrv

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"signalbox/graphqlsrv/internal/typesystem"
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

// TestTransformerOfAnotherType: what a resolver returns need not be of the field's type where a
// transformer may make it so.
func TestTransformerOfAnotherType(t *testing.T) {
	e := engineOf(t, "directive @moment on FIELD_DEFINITION type Query { at: DateTime @moment }", map[string]Resolver{"at": constant(0)},
		WithDirective(Transformer("moment", func(_ context.Context, v any, _ DirectiveCall) (any, error) { return time.Unix(int64(v.(int)), 0), nil })))
	expect(t, ask(t, e, "{at}"), `{"data":{"at":"1970-01-01T00:00:00.000Z"}}`)
}

func TestDirectiveCheck(t *testing.T) {
	services := map[string]Resolver{"a": Func(func(context.Context) (string, error) { return "", nil })}
	_, err := newEngine(sdl("type Query {\n  a: String\n  b: String @deprecated\n  c: String @skipAuth\n  d: String @unknown\n}\ntype Mutation { e: Int }\ndirective @unknown on FIELD_DEFINITION"), []Option{WithServices(services), WithLogger(nil)})
	want := `schema.graphql:2:3: You must specify one of @requireAuth, @skipAuth or a custom directive for Query.a
schema.graphql:3:3: You must specify one of @requireAuth, @skipAuth or a custom directive for Query.b
schema.graphql:5:3: You must specify one of @requireAuth, @skipAuth or a custom directive for Query.d
schema.graphql:7:17: You must specify one of @requireAuth, @skipAuth or a custom directive for Mutation.e`
	if err == nil || err.Error() != want {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
}

func TestDirectiveWithoutDeclaration(t *testing.T) {
	_, err := newEngine(sdl("type Query { a: String @skipAuth }"), []Option{WithLogger(nil), WithDirective(Validator("owner", nil))})
	if err == nil || !strings.Contains(err.Error(), "the directive @owner is not declared") {
		t.Error(err)
	}
	_, err = newEngine(sdl("directive @upper on FIELD_DEFINITION type Query { a: String @skipAuth }"), []Option{WithLogger(nil), WithDirective(Validator("@upper", nil))})
	if err == nil || !strings.Contains(err.Error(), `add directive @@upper on FIELD_DEFINITION to the schema. Did you mean "upper"?`) {
		t.Error(err)
	}
}

// TestDirectivesOfInterfaces has directives on the fields of an interface hold
// for its types, unless a type's own field has one of that name, or @skipAuth.
func TestDirectivesOfInterfaces(t *testing.T) {
	e, err := newEngine(sdl(`
directive @upper on FIELD_DEFINITION
directive @twice on FIELD_DEFINITION
interface Node { name: String @requireAuth }
interface Resource implements Node { name: String @requireAuth label: String @upper @twice }
interface Labeled { label: String @twice }
type Closed implements Node & Resource & Labeled { name: String label: String }
type Open implements Node { name: String @skipAuth }
type Query { closed: Closed @skipAuth open: Open @skipAuth node: Node @skipAuth }
`), []Option{
		WithLogger(nil),
		WithServices(map[string]Resolver{
			"closed": constant(map[string]any{"name": "n", "label": "a"}),
			"open":   constant(map[string]any{"name": "n"}),
			"node":   constant(map[string]any{"__typename": "Closed", "name": "n"}),
		}),
		WithDirective(
			Transformer("upper", func(_ context.Context, v any, _ DirectiveCall) (any, error) { return strings.ToUpper(v.(string)), nil }),
			Transformer("twice", func(_ context.Context, v any, _ DirectiveCall) (any, error) { return v.(string) + v.(string), nil })),
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, ask(t, e, `{closed{label} open{name}}`), `{"data":{"closed":{"label":"AA"},"open":{"name":"n"}}}`)
	for _, query := range []string{`{closed{name}}`, `{node{name}}`, `{node{...on Closed{name}}}`} {
		if got := ask(t, e, query); !strings.Contains(got, CodeUnauthenticated) {
			t.Errorf("%s: %s", query, got)
		}
	}
}

func TestDirectiveCheckOfAFileNamedLikeTheRootSchema(t *testing.T) {
	_, err := newEngine(fstest.MapFS{typesystem.RootFile: {Data: []byte("type Query { a: String }")}}, []Option{WithLogger(nil)})
	if err == nil || !strings.Contains(err.Error(), typesystem.RootFile+":1:14: You must specify ") {
		t.Error(err)
	}
}

func TestDirectiveWithTwoFunctions(t *testing.T) {
	validator := Validator("owner", func(context.Context, DirectiveCall) error { return nil })
	transformer := Transformer("owner", func(_ context.Context, v any, _ DirectiveCall) (any, error) { return v, nil })
	_, err := newEngine(sdl("directive @owner on FIELD_DEFINITION type Query { a: String @owner }"), []Option{WithLogger(nil), WithDirective(validator), WithDirective(transformer)})
	if want := "the directive @owner has two functions: WithDirective gives it one, a Validator or a Transformer"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestDirectiveWithoutFunction(t *testing.T) {
	_, err := newEngine(sdl("directive @owner on FIELD_DEFINITION type Query { a: String @owner }"), []Option{WithLogger(nil), WithDirective(Validator("owner", nil))})
	if err == nil || !strings.Contains(err.Error(), "the function of the directive @owner is nil") {
		t.Error(err)
	}
}
