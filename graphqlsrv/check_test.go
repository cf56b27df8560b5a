package graphqlsrv

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"strings"
	"testing"
)

type wrongPost struct{ Title int }

// TestStartUp tells what New refuses, and where it says the mistake is.
func TestStartUp(t *testing.T) {
	text := func(context.Context) (string, error) { return "", nil }
	type args struct{ Id, Extra int }
	for _, c := range []struct {
		name, sdl string
		services  []map[string]Resolver
		want      string
	}{
		{"bad SDL", "type Query {\n  a: Strin\n}", nil, "schema.graphql:2:6: Undefined type Strin."},
		{
			"two services", "type Query { a: String }",
			[]map[string]Resolver{{"a": Func(text)}, {"a": Func(text)}},
			`schema.graphql:1:14: two services define "a": signalbox/graphqlsrv.TestStartUp.func1 and signalbox/graphqlsrv.TestStartUp.func1`,
		},
		{
			"two names of a field", "type Query { a: String }",
			[]map[string]Resolver{{"a": Func(text), "Query.a": Func(text)}},
			`schema.graphql:1:14: two services define "a": signalbox/graphqlsrv.TestStartUp.func1 and signalbox/graphqlsrv.TestStartUp.func1`,
		},
		{"no such field", "type Query { a: String }", []map[string]Resolver{{"b": Func(text)}}, `a service defines "b", which is no field of Query, Mutation or Subscription`},
		{"no such type", "type Query { a: String }", []map[string]Resolver{{"User.b": Func(text)}}, `a service defines "User.b", but the schema has no type User`},
		{"no such field of a type", "type Query {\n  a: U }\ntype U { x: Int }", []map[string]Resolver{{"U.b": Func(text)}}, `schema.graphql:3:6: a service defines "U.b", but the type U has no field b`},
		{"result", "type Query {\n  a: Int\n}", []map[string]Resolver{{"a": Func(text)}}, "schema.graphql:2:3: a is Int, but signalbox/graphqlsrv.TestStartUp.func1 returns string: it can't be written as Int"},
		{"result is no list", "type Query {\n  a: [String]\n}", []map[string]Resolver{{"a": Func(text)}}, "schema.graphql:2:3: a is [String], but signalbox/graphqlsrv.TestStartUp.func1 returns string: a list is a slice, an array or an iter.Seq"},
		{
			"argument type", "type Query {\n  a(id: String, extra: Int): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, args) (string, error) { return "", nil })}},
			"schema.graphql:2:5: a: id is String, but graphqlsrv.args.Id is int",
		},
		{
			"argument missing in Go", "type Query {\n  a(id: Int, extra: Int, more: Int): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, args) (string, error) { return "", nil })}},
			"schema.graphql:2:26: a has more, but graphqlsrv.args has no field for it",
		},
		{
			"required arguments of a resolver without any", "type Query { a(id: Int!, x: Int! = 1, y: Int): String }\ntype Mutation { b(id: Int!): String }",
			[]map[string]Resolver{{"a": Func(text), "b": FuncWith(func(context.Context, None) (string, error) { return "", nil })}},
			"schema.graphql:1:16: a has the required argument id, but signalbox/graphqlsrv.TestStartUp.func1 takes none: use FuncWith, or map[string]any to ignore it\nschema.graphql:2:19: b has the required argument id, but signalbox/graphqlsrv.TestStartUp.func",
		},
		{
			"argument missing in the SDL", "type Query {\n  a(id: Int): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, args) (string, error) { return "", nil })}},
			"schema.graphql:2:3: graphqlsrv.args.Extra is no argument of a",
		},
		{
			"root of a root field", "type Query {\n  a: String\n}",
			[]map[string]Resolver{{"a": Computed(func(*testUser) string { return "" })}},
			"schema.graphql:2:3: a takes the root *graphqlsrv.testUser, but fields of Query have none: use any",
		},
		{
			"root", "type Query {\n  users: [User]\n}\ntype User {\n  id: Int\n  posts: Int\n}",
			[]map[string]Resolver{{
				"users":      Func(func(context.Context) ([]*testUser, error) { return nil, nil }),
				"User.posts": Computed(func(*testPost) int { return 0 }),
			}},
			"schema.graphql:6:3: User.posts takes the root *graphqlsrv.testPost, but Query.users returns *graphqlsrv.testUser",
		},
		{
			"property", "type Query {\n  post: Post\n}\ntype Post {\n  title: String\n}",
			[]map[string]Resolver{{"post": Func(func(context.Context) (*wrongPost, error) { return nil, nil })}},
			"schema.graphql:5:3: Post.title is String, but in *graphqlsrv.wrongPost it is int: it can't be written as String",
		},
		{
			"property with directives", "extend schema @link(url: \"https://specs.apollo.dev/federation/v2.3\", import: [\"@shareable\", \"@tag\"])\ndirective @own on FIELD_DEFINITION\ntype Query {\n  post: Post @shareable\n}\ntype Post {\n  title: String @shareable @tag(name: \"a\") @own\n}",
			[]map[string]Resolver{{"post": Func(func(context.Context) (*wrongPost, error) { return nil, nil })}},
			"schema.graphql:7:3: Post.title is String, but in *graphqlsrv.wrongPost it is int: it can't be written as String",
		},
		{"subscription", "type Query { a: Int }\ntype Subscription {\n  ticks: Int\n}", []map[string]Resolver{{"ticks": Func(func(context.Context) (int, error) { return 0, nil })}}, "schema.graphql:3:3: ticks returns int: a subscription returns a receive-only channel or an iter.Seq of Int"},
		{"event", "type Query { a: Int }\ntype Subscription {\n  ticks: Int\n}", []map[string]Resolver{{"ticks": Func(func(context.Context) (iter.Seq[string], error) { return nil, nil })}}, "returns string: it can't be written as Int"},
		{"own root field", "type Query {\n  signalbox: Int\n}", nil, "schema.graphql:2:3: the field signalbox of Query is the root schema's: give yours another name"},
		{"default", "input I { x: Int = \"a\" }\ntype Query { a(i: I): Int }", nil, "schema.graphql:1:21: the default \"a\" is no value of the type Int"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := newEngine(sdl(c.sdl), []Option{WithServices(c.services...), WithoutDirectiveCheck(), WithLogger(nil)})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error is\n%v\nwant\n%s", err, c.want)
			}
		})
	}
}

func TestWarningsAtStartUp(t *testing.T) {
	var log bytes.Buffer
	_, err := newEngine(sdl("type Query {\n  users: [User]\n  nothing: Int\n  never: Int!\n}\ntype User {\n  id: Int\n  age: Int\n  size: Int!\n}"), []Option{
		WithServices(map[string]Resolver{"users": Func(func(context.Context) ([]*testUser, error) { return nil, nil })}),
		WithoutDirectiveCheck(), WithLogger(slog.New(slog.NewTextHandler(&log, nil))),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"schema.graphql:3:3: Query.nothing has no resolver: it will be null",
		"schema.graphql:4:3: Query.never has no resolver: it can't be null, so every request for it fails",
		"schema.graphql:9:3: User.size has no resolver, and *graphqlsrv.testUser, which Query.users returns, has no such property: it can't be null, so every request for it fails",
		"schema.graphql:8:3: User.age has no resolver, and *graphqlsrv.testUser, which Query.users returns, has no such property: it will be null",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in\n%s", want, &log)
		}
	}
	if strings.Contains(log.String(), "User.id") {
		t.Errorf("a warning of a known property:\n%s", &log)
	}
}

// TestWarningsOfDirectives has directives that nothing gives a meaning, on fields of
// the root types too, where another one stands beside them.
func TestWarningsOfDirectives(t *testing.T) {
	var log bytes.Buffer
	_, err := newEngine(sdl(`directive @owner on FIELD_DEFINITION
directive @shout on FIELD_DEFINITION
directive @upper on FIELD_DEFINITION
type Query { users: [User] @skipAuth @shout }
interface Named {
  name: String @owner
}
type User implements Named {
  name: String @upper
  email: String @owner
  old: Int @deprecated @requireAuth
  id: Int @owner
}`), []Option{
		WithServices(map[string]Resolver{"users": Func(func(context.Context) ([]map[string]any, error) { return nil, nil })}),
		WithDirective(Validator("upper", func(context.Context, DirectiveCall) error { return nil })),
		WithLogger(slog.New(slog.NewTextHandler(&log, nil))),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"level=WARN",
		"schema.graphql:4:39: @shout has no function, so it does nothing here: WithDirective gives it one",
		"schema.graphql:6:17: @owner has no function, so it does nothing here, as in 2 more places: WithDirective gives it one",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in\n%s", want, &log)
		}
	}
	if n := strings.Count(log.String(), "no function"); n != 2 {
		t.Errorf("%d warnings:\n%s", n, &log)
	}
}

func TestOptionsThatNameNothing(t *testing.T) {
	_, err := newEngine(sdl("union Pet = Cat type Cat { name: String } type Query { a: Pet @skipAuth }"), []Option{
		WithLogger(nil), WithScalar("Colour", Scalar{}), WithScalar("Int", Scalar{}), WithScalar("Date", Scalar{}),
		WithTypeResolver("Pet", nil), WithTypeResolver("Pets", nil), WithTypeResolver("Cat", nil),
	})
	want := "WithScalar names Colour, which the schema doesn't declare: add scalar Colour\n" +
		"WithScalar names Int, which is no scalar of its own: its meaning is the specification's, or the schema's\n" +
		"WithTypeResolver names Cat, which is no union or interface of the schema\n" +
		"WithTypeResolver names Pets, which is no union or interface of the schema"
	if err == nil || err.Error() != want {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
}

// TestMistakesOfArguments: all of them are told at once, those of input objects too.
func TestMistakesOfArguments(t *testing.T) {
	_, err := newEngine(sdl(`input In { x: Int = "a" y: In = {x: "b"} } type Query { a(i: Int = "c", j: In = {x: "d"}): Int b(i: Int = "e"): Int }`), []Option{WithLogger(nil)})
	for _, value := range []string{`"a"`, `{x:"b"}`, `"c"`, `{x:"d"}`, `"e"`} {
		if err == nil || !strings.Contains(err.Error(), "the default "+value+" is no value of the type") {
			t.Errorf("nothing about the default %s: %v", value, err)
		}
	}
	type inner struct {
		Name  int
		Other bool
	}
	type wrong struct {
		ID    bool
		Inner inner
		List  []inner
		Extra int
		More  string
	}
	_, err = newEngine(sdl("type Query {\n  a(\n    id: Int\n    inner: In\n    list: [In]\n    missing: Int\n    lost: Int\n  ): Int\n}\ninput In {\n  name: String\n  gone: Int\n}"), []Option{
		WithServices(map[string]Resolver{"a": FuncWith(func(context.Context, wrong) (string, error) { return "", nil })}),
		WithoutDirectiveCheck(), WithLogger(nil),
	})
	want := []string{
		"schema.graphql:3:5: a: id is Int, but graphqlsrv.wrong.ID is bool",
		"schema.graphql:11:3: the input In: name is String, but graphqlsrv.inner.Name is int",
		"schema.graphql:12:3: the input In has gone, but graphqlsrv.inner has no field for it",
		"schema.graphql:10:7: graphqlsrv.inner.Other is no argument of the input In",
		"schema.graphql:6:5: a has missing, but graphqlsrv.wrong has no field for it",
		"schema.graphql:7:5: a has lost, but graphqlsrv.wrong has no field for it",
		"schema.graphql:2:3: graphqlsrv.wrong.Extra is no argument of a",
		"schema.graphql:2:3: graphqlsrv.wrong.More is no argument of a",
		"schema.graphql:2:3: a is Int, but ",
	}
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(want) {
		t.Fatalf("errors are\n%v\nwant\n%s", err, strings.Join(want, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("error %d is %s, want %s", i, lines[i], want[i])
		}
	}
}
