package graphqlsrv

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"time"
)

type wrongPost struct{ Title int }

type times struct {
	Int, Float, String, ID, At time.Time
	Boolean, Enum              *time.Time
	List                       []time.Time
	Number                     big.Int // whose text is a number
}

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
			`schema.graphql:1:14: two services define "a": TEXT and TEXT`,
		},
		{
			"two names of a field", "type Query { a: String }",
			[]map[string]Resolver{{"a": Func(text), "Query.a": Func(text)}},
			`schema.graphql:1:14: two services define "a": TEXT and TEXT`,
		},
		{"no such field", "type Query { a: String }", []map[string]Resolver{{"b": Func(text)}}, `a service defines "b", which is no field of Query, Mutation or Subscription`},
		{"no such type", "type Query { a: String }", []map[string]Resolver{{"User.b": Func(text)}}, `a service defines "User.b", but the schema has no type User`},
		{"no such field of a type", "type Query {\n  a: U }\ntype U { x: Int }", []map[string]Resolver{{"U.b": Func(text)}}, `schema.graphql:3:6: a service defines "U.b", but the type U has no field b`},
		{"result", "type Query {\n  a: Int\n}", []map[string]Resolver{{"a": Func(text)}}, "schema.graphql:2:3: a is Int, but TEXT returns string: it can't be written as Int"},
		{"result is no list", "type Query {\n  a: [String]\n}", []map[string]Resolver{{"a": Func(text)}}, "schema.graphql:2:3: a is [String], but TEXT returns string: a list is a slice, an array or an iter.Seq"},
		{
			"argument type", "type Query {\n  a(id: String, extra: Int): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, args) (string, error) { return "", nil })}},
			"schema.graphql:2:5: a: id is String, but graphqlsrv.args.Id is int: use string; see signalbox/graphqlsrv.TestStartUp.func",
		},
		{
			"argument missing in Go", "type Query {\n  a(id: Int, extra: Int, more: Int): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, args) (string, error) { return "", nil })}},
			"schema.graphql:2:26: a has more, but graphqlsrv.args has no field for it; see signalbox/graphqlsrv.TestStartUp.func",
		},
		{
			"argument that Go keeps to itself", "type Query {\n  a(id: Int, tags: [ID!], in: In): String\n}\ninput In { x: Float }",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, struct {
				id   int
				Tags string
				In   struct{ X bool }
			},
			) (string, error) {
				return "", nil
			})}},
			"schema.graphql:2:5: a has id, but struct { id int; Tags string; In struct { X bool } } has no field for it (its field id is not exported); see FUNC\n" +
				"schema.graphql:2:14: a: tags is [ID!], but struct { id int; Tags string; In struct { X bool } }.Tags is string: use a slice; see FUNC\n" +
				"schema.graphql:4:12: the input In: x is Float, but struct { X bool }.X is bool: use float64; see FUNC",
		},
		{
			"arguments in snake case", "type Query {\n  a(first_name: Int, lastname: Int, last_name: Int, titel: Int): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, struct{ FirstName, LastName, Title int }) (string, error) { return "", nil })}},
			"schema.graphql:2:5: a has first_name, but struct { FirstName int; LastName int; Title int } has no field for it (its field FirstName needs the tag `json:\"first_name\"`); see FUNC\n" +
				"schema.graphql:2:37: a has last_name, but struct { FirstName int; LastName int; Title int } has no field for it; see FUNC. Did you mean \"LastName\" or \"FirstName\"?\n" +
				"schema.graphql:2:53: a has titel, but struct { FirstName int; LastName int; Title int } has no field for it; see FUNC. Did you mean \"Title\"?\n" +
				"schema.graphql:2:3: struct { FirstName int; LastName int; Title int }.Title is no argument of a; see FUNC. Did you mean \"titel\"?",
		},
		{
			"any JSON in a narrower type", "type Query {\n  a(n: JSON, l: [JSON], m: JSON): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, struct {
				N int
				L []string
				M map[string]any
			},
			) (string, error) {
				return "", nil
			})}},
			"a: n is JSON, but struct { N int; L []string; M map[string]interface {} }.N is int: use any, or the scalar JSONObject and map[string]any; see FUNC\n" +
				"schema.graphql:2:14: a: l is [JSON], but struct { N int; L []string; M map[string]interface {} }.L is []string: for items use any, or the scalar JSONObject and map[string]any; see FUNC\n" +
				"schema.graphql:2:25: a: m is JSON, but struct { N int; L []string; M map[string]interface {} }.M is map[string]interface {}: use any",
		},
		{
			"an item of a list", "type Query {\n  a(l: [[Int]]): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, struct{ L [][]string }) (string, error) { return "", nil })}},
			"schema.graphql:2:5: a: l is [[Int]], but struct { L [][]string }.L is [][]string: for items use int; see FUNC",
		},
		{
			"a key that is not exported", linked("v2.3", `"@key"`) + `type Query { a: Int } type Product @key(fields: "upc") { upc: ID! }`,
			[]map[string]Resolver{{"Product.__resolveReference": FuncWith(func(context.Context, struct{ upc string }) (map[string]any, error) { return nil, nil })}},
			"(its field upc is not exported)",
		},
		{"file", "scalar Upload\ntype Query {\n  a(file: Upload!): String\n}", []map[string]Resolver{{"a": FuncWith(func(context.Context, struct{ File string }) (string, error) { return "", nil })}}, "schema.graphql:3:5: a: file is Upload!, but struct { File string }.File is string: use *graphqlsrv.Upload, and for arguments only; see "},
		{
			"arguments of a resolver without any", "type Query {\n  a(id: Int!, x: Int! = 1, y: Int): String\n}\ntype Mutation { b(id: Int): String }",
			[]map[string]Resolver{{"a": Func(text), "b": FuncWith(func(context.Context, None) (string, error) { return "", nil })}},
			"schema.graphql:2:5: a has the argument id, but TEXT takes none: take a struct with it, by FuncWith or Field, or map[string]any to ignore it\n" +
				"schema.graphql:2:15: a has the argument x, but TEXT takes none: take a struct with it, by FuncWith or Field, or map[string]any to ignore it\n" +
				"schema.graphql:2:28: a has the argument y, but TEXT takes none: take a struct with it, by FuncWith or Field, or map[string]any to ignore it\n" +
				"schema.graphql:4:19: b has the argument id, but signalbox/graphqlsrv.TestStartUp.func",
		},
		{
			"arguments of a property", "type Query {\n  post: Post\n}\ntype Post {\n  title(short: Boolean = false): Int\n}",
			[]map[string]Resolver{{"post": Func(func(context.Context) (*wrongPost, error) { return nil, nil })}},
			"schema.graphql:5:9: Post.title has the argument short, but the property of *graphqlsrv.wrongPost takes none: take a struct with it, by FuncWith, Field or Batch, or map[string]any to ignore it",
		},
		{
			"argument missing in the SDL", "type Query {\n  a(id: Int): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, args) (string, error) { return "", nil })}},
			"schema.graphql:2:3: graphqlsrv.args.Extra is no argument of a; see signalbox/graphqlsrv.TestStartUp.func",
		},
		{
			"root of a root field", "type Query {\n  a: String\n}",
			[]map[string]Resolver{{"a": Computed(func(*testUser) string { return "" })}},
			"schema.graphql:2:3: a takes the root *graphqlsrv.testUser, but fields of Query have none: use any; see signalbox/graphqlsrv.TestStartUp.func",
		},
		{
			"root", "type Query {\n  users: [User]\n}\ntype User {\n  id: Int\n  posts: Int\n}",
			[]map[string]Resolver{{
				"users":      Func(func(context.Context) ([]*testUser, error) { return nil, nil }),
				"User.posts": Computed(func(*testPost) int { return 0 }),
			}},
			"schema.graphql:6:3: User.posts takes the root *graphqlsrv.testPost, but Query.users returns *graphqlsrv.testUser; see signalbox/graphqlsrv.TestStartUp.func",
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
		{
			"scalar of an argument", "type Query {\n  a(since: DateTime, file: [File], big: BigInt): String\n}",
			[]map[string]Resolver{{"a": FuncWith(func(context.Context, struct {
				Since string
				File  []string
				Big   *float64
			},
			) (string, error) {
				return "", nil
			})}},
			"2:5: a: since is DateTime, but struct { Since string; File []string; Big *float64 }.Since is string: use time.Time; see FUNC\n" +
				"schema.graphql:2:22: a: file is [File], but struct { Since string; File []string; Big *float64 }.File is []string: for items use *graphqlsrv.Upload, and for arguments only; see FUNC\n" +
				"schema.graphql:2:36: a: big is BigInt, but struct { Since string; File []string; Big *float64 }.Big is *float64: use *big.Int",
		},
		{
			"scalar of a result", "type Query {\n  a: [Date!]\n}",
			[]map[string]Resolver{{"a": Func(func(context.Context) ([]time.Duration, error) { return nil, nil })}},
			"returns []time.Duration: it can't be written as Date: use time.Time",
		},
		{
			"scalar of a property, beside another mistake", "type Query {\n  post: Post\n  n: Int\n}\ntype Post {\n  title: Byte\n}",
			[]map[string]Resolver{{"post": Func(func(context.Context) (*wrongPost, error) { return nil, nil }), "n": Func(text)}},
			"schema.graphql:3:3: n is Int, but TEXT returns string: it can't be written as Int: use int\nschema.graphql:6:3: Post.title is Byte, but in *graphqlsrv.wrongPost it is int: it can't be written as Byte: use []byte",
		},
		{
			"a time, beside what its text fits", "enum E { X }\ntype Query {\n  a: A\n}\ntype A {\n  int: Int\n  string: String\n  float: Float\n  id: ID\n  boolean: Boolean\n  at: DateTime\n  enum: E\n  number: Float\n  list: [E!]\n}",
			[]map[string]Resolver{{"a": Func(func(context.Context) (*times, error) { return nil, nil })}},
			"schema.graphql:6:3: A.int is Int, but in *graphqlsrv.times it is time.Time: it can't be written as Int: use int\n" +
				"schema.graphql:8:3: A.float is Float, but in *graphqlsrv.times it is time.Time: it can't be written as Float: use float64\n" +
				"schema.graphql:10:3: A.boolean is Boolean, but in *graphqlsrv.times it is *time.Time: it can't be written as Boolean: use bool\n" +
				"schema.graphql:12:3: A.enum is E, but in *graphqlsrv.times it is *time.Time: it can't be written as E: use string\n" +
				"schema.graphql:14:3: A.list is [E!], but in *graphqlsrv.times it is []time.Time: it can't be written as E: use string",
		},
		{"subscription", "type Query { a: Int }\ntype Subscription {\n  ticks: Int\n}", []map[string]Resolver{{"ticks": Func(text)}}, "schema.graphql:3:3: ticks returns string: a subscription returns a receive-only channel or an iter.Seq of Int; see TEXT"},
		{"event", "type Query { a: Int }\ntype Subscription {\n  ticks: Int\n}", []map[string]Resolver{{"ticks": Func(func(context.Context) (iter.Seq[string], error) { return nil, nil })}}, "returns string: it can't be written as Int"},
		{"own root field", "type Query {\n  signalbox: Int\n}", nil, "schema.graphql:2:3: the field signalbox of Query is the root schema's: give yours another name"},
		{
			"unknown fields of defaults", "input In { a: Int, cat: String, in: In }\ninput List { all: [In!] = [{a: 1, aa: 2}] }\ntype Query { a(i: In = {a: 1, cut: \"x\", in: {zzzz: 1}}): Int b(i: [In] = {b: 1}): Int }", nil,
			"schema.graphql:2:35: Field \"aa\" is not defined by type \"In\". Did you mean \"a\"?\n" +
				"schema.graphql:3:31: Field \"cut\" is not defined by type \"In\". Did you mean \"cat\"?\n" +
				"schema.graphql:3:46: Field \"zzzz\" is not defined by type \"In\".\n" +
				"schema.graphql:3:75: Field \"b\" is not defined by type \"In\". Did you mean \"a\"?",
		},
		{"default", "input I { x: Int = \"a\" }\ntype Query { a(i: I): Int }", nil, "schema.graphql:1:21: the default \"a\" is no value of the type Int"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := newEngine(sdl(c.sdl), []Option{WithServices(c.services...), WithoutDirectiveCheck(), WithLogger(nil)})
			want := strings.ReplaceAll(c.want, "TEXT", Func(text).signature().name)
			if strings.Contains(want, "FUNC") {
				want = strings.ReplaceAll(want, "FUNC", c.services[0]["a"].signature().name)
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error is\n%v\nwant\n%s", err, want)
			}
		})
	}
	if name := Func(text).signature().name; !regexp.MustCompile(`^signalbox/graphqlsrv\.TestStartUp\.func1 \(check_test\.go:\d+\)$`).MatchString(name) {
		t.Errorf("a closure is called %s", name)
	}
	if name := Func(methods{}.Text).signature().name; name != "signalbox/graphqlsrv.methods.Text-fm" {
		t.Errorf("a method is called %s", name)
	}
}

type methods struct{}

func (methods) Text(context.Context) (string, error) { return "", nil }

func TestWarningsAtStartUp(t *testing.T) {
	var log bytes.Buffer
	_, err := newEngine(sdl("type Query {\n  users: [User]\n  nothing: Int\n  never: Int!\n}\ntype User {\n  id: Int\n  age: Int\n  size: Int!\n}\nextend type Query { own: Own miss: Miss }\ntype Miss { titel: String! }\ntype Own { id: Int }"), []Option{
		WithServices(map[string]Resolver{
			"users": Func(func(context.Context) ([]*testUser, error) { return nil, nil }),
			"miss":  Func(func(context.Context) (*struct{ Title, Other string }, error) { return nil, nil }),
			"own":   Func(func(context.Context) (*struct{ id int }, error) { return nil, nil }),
		}),
		WithoutDirectiveCheck(), WithLogger(slog.New(slog.NewTextHandler(&log, nil))),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"schema.graphql:3:3: Query.nothing has no resolver: it will be null",
		"schema.graphql:4:3: Query.never has no resolver: it can't be null, so every request for it fails",
		"schema.graphql:9:3: User.size has no resolver, and *graphqlsrv.testUser, which Query.users returns, has no such property: it can't be null, so every request for it fails",
		"schema.graphql:13:12: Own.id has no resolver, and *struct { id int }, which Query.own returns, has no such property: it will be null (its field id is not exported)",
		"schema.graphql:12:13: Miss.titel has no resolver, and *struct { Title string; Other string }, which Query.miss returns, has no such property: it can't be null, so every request for it fails. Did you mean \\\"Title\\\"?",
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

type nearPost struct {
	FirstName string
	Tagged    string `json:"tag"`
	CreatedAt string `json:"createdAt"`
}

func (*nearPost) Title(short bool) string     { return "" }
func (nearPost) LastName() string             { return "" }
func (*nearPost) Fails() (int, string, error) { return 0, "", nil }
func (*nearPost) BornAt() string              { return "" }

type nearName string

func (nearName) LastName(short bool) string { return "" }

// TestNearProperties: New says which field or method may be meant, and what it lacks; so does the log
// of a value that only run time knows.
func TestNearProperties(t *testing.T) {
	var log bytes.Buffer
	e := engineOf(t, "type Query { post: Post name: Name any: Any } type Post { title: String first_name: String last_name: String tagged: String fails: Int tilte: Int createdAt: String created_at: Int bornAt: String born_at: Int } type Name { last_name: String! } type Any { title: String! }", map[string]Resolver{
		"name": Func(func(context.Context) (nearName, error) { return "", nil }),
		"post": Func(func(context.Context) (*nearPost, error) { return nil, nil }),
		"any":  Func(func(context.Context) (any, error) { return nearPost{}, nil }),
	}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	ask(t, e, "{any{title}}")
	ask(t, e, "{name{last_name}}")
	const method = ": without a resolver it must be called like the field, and be func() T or func() (T, error))"
	const lacks = "has no resolver, and *graphqlsrv.nearPost, which Query.post returns, has no such property: it will be null"
	const has = lacks + " (its "
	for _, want := range []string{
		"Post.title " + has + "method Title is func(bool) string" + method,
		"Post.last_name " + has + "method LastName is func() string" + method,
		"Post.fails " + has + "method Fails is func() (int, string, error)" + method,
		"Post.first_name " + has + "field FirstName needs the tag `json:\"first_name\"`)\"\n",
		"Post.tagged " + has + "field Tagged needs the tag `json:\"tagged\"`)\"\n",
		"Post.created_at " + lacks + ". Did you mean \"createdAt\"?", // which has its field already
		"Post.born_at " + lacks + ". Did you mean \"BornAt\"?",
		"a graphqlsrv.nearName has no property \"last_name\", which must not be null (its method LastName is func(bool) string" + method,
		"a graphqlsrv.nearPost has no property \"title\", which must not be null (its method Title is func(bool) string: without a resolver it must be ",
	} {
		if !strings.Contains(strings.ReplaceAll(log.String(), `\"`, `"`), want) {
			t.Errorf("no %q in\n%s", want, &log)
		}
	}
}

// TestLackingPropertyOfManyItems: which field may be meant is looked for when the one line of the log
// is written, not for each item.
func TestLackingPropertyOfManyItems(t *testing.T) {
	const items = 2000
	var log bytes.Buffer
	e := engineOf(t, "type Query { all: [Post] } type Post { first_name: String! }", map[string]Resolver{
		"all": Func(func(context.Context) (any, error) { return make([]nearPost, items), nil }),
	}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if each := testing.AllocsPerRun(1, func() { ask(t, e, "{all{first_name}}") }) / items; each > 25 {
		t.Errorf("each item allocates %v times", each)
	}
	if n := strings.Count(log.String(), "needs the tag"); n != 2 {
		t.Errorf("%d lines of two requests have a hint:\n%s", n, &log)
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

// TestWarningOfRequireAuth: without WithAuth nobody is ever logged in.
func TestWarningOfRequireAuth(t *testing.T) {
	text := "type Query {\n  a: A @requireAuth\n}\ntype A { b: Int @requireAuth }"
	const want = "schema.graphql:2:9: @requireAuth refuses everyone here, as in 1 more places: WithAuth tells who is asking"
	for name, c := range map[string]struct {
		option Option
		warned bool
	}{
		"nobody":    {WithTypeResolver("Node", nil), true},
		"WithAuth":  {WithAuth(Decoders(), nil), false},
		"validator": {WithDirective(Validator("requireAuth", func(context.Context, DirectiveCall) error { return nil })), false},
	} {
		var log bytes.Buffer
		_, err := newEngine(sdl(text+" interface Node { id: ID }"), []Option{c.option, WithLogger(slog.New(slog.NewTextHandler(&log, nil)))})
		if err != nil || strings.Contains(log.String(), want) != c.warned {
			t.Errorf("%s: error %v, and in the log\n%s", name, err, &log)
		}
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
		"schema.graphql:10:7: graphqlsrv.inner.Other is no field of the input In",
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

// TestWarningsComeAfterErrors: they are no news as long as something is wrong.
func TestWarningsComeAfterErrors(t *testing.T) {
	for _, services := range []map[string]Resolver{nil, {"b": constant(1)}} {
		var log bytes.Buffer
		_, err := newEngine(sdl("type Query { a: Int }"), []Option{WithServices(services), WithoutDirectiveCheck(), WithLogger(slog.New(slog.NewTextHandler(&log, nil)))})
		if warned := strings.Contains(log.String(), "Query.a has no resolver"); warned != (err == nil) || (err == nil) != (services == nil) {
			t.Errorf("error %v, and in the log\n%s", err, &log)
		}
	}
}

func TestNilOption(t *testing.T) {
	want := "graphqlsrv: option 2 is nil: leave it out where there is nothing to set"
	_, err := New(sdl("type Query { a: Int @skipAuth }"), WithLogger(nil), nil)
	_, err1 := SDL(sdl("type Query { a: Int @skipAuth }"), WithLogger(nil), nil)
	if err == nil || err.Error() != want || err1 == nil || err1.Error() != want {
		t.Errorf("errors are %v and %v", err, err1)
	}
}
