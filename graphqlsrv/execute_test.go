package graphqlsrv

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// sdl makes a file system of one schema file.
func sdl(text string) fstest.MapFS {
	return fstest.MapFS{"schema.graphql": &fstest.MapFile{Data: []byte(text)}}
}

// engineOf makes an engine without the directive check.
func engineOf(t testing.TB, text string, services map[string]Resolver, options ...Option) *engine {
	t.Helper()
	e, err := newEngine(sdl(text), append([]Option{WithServices(services), WithoutDirectiveCheck(), WithLogger(nil)}, options...))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ask executes a query and gives the response.
func ask(t testing.TB, e *engine, query string, variables ...any) string {
	t.Helper()
	r := &Request{Query: query}
	if len(variables) > 0 {
		r.Variables, _ = json.Marshal(variables[0])
	}
	ctx, f := e.newContext(context.Background(), nil)
	if f == nil {
		var op *operation
		if op, f = e.prepare(ctx, r); f == nil {
			return string(op.execute(ctx, nil))
		}
	}
	return string(f.append(nil))
}

func expect(t testing.TB, got, want string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("response (-want +got):\n%s", d)
	}
}

type testUser struct {
	ID    int
	Email string
	Name  *string
}

type testPost struct {
	ID    int
	Title string
}

const usersSDL = `
type User { id: Int! email: String! name: String posts(take: Int = 2): [Post!]! }
type Post { id: Int! title: String! author: User }
type Query { users(take: Int = 3): [User!]! hello: String! boom: String boomNN: String! panics: String }
type Mutation { add(n: Int!): Int! }
`

func usersService() map[string]Resolver {
	sum := 0
	return map[string]Resolver{
		"users": FuncWith(func(_ context.Context, a struct{ Take int }) ([]*testUser, error) {
			var list []*testUser
			for i := 1; i <= a.Take; i++ {
				list = append(list, &testUser{ID: i, Email: fmt.Sprintf("u%d@example.com", i)})
			}
			return list, nil
		}),
		"hello":  Func(func(context.Context) (string, error) { return "world", nil }),
		"boom":   Func(func(context.Context) (string, error) { return "", errors.New("secret") }),
		"boomNN": Func(func(context.Context) (*string, error) { return nil, nil }),
		"panics": Func(func(context.Context) (string, error) { panic("ouch") }),
		"User.posts": Field(func(_ context.Context, a struct{ Take int }, r Resolve[*testUser]) ([]testPost, error) {
			var list []testPost
			for i := 1; i <= a.Take; i++ {
				list = append(list, testPost{r.Root.ID*10 + i, "T"})
			}
			return list, nil
		}),
		"Post.author": Computed(func(p testPost) *testUser { return &testUser{ID: p.ID / 10} }),
		"add": FuncWith(func(_ context.Context, a struct{ N int }) (int, error) {
			sum += a.N
			return sum, nil
		}),
	}
}

func TestExecute(t *testing.T) {
	e := engineOf(t, usersSDL, usersService())
	for _, c := range []struct{ name, query, want string }{
		{"property", `{users(take:1){id email name __typename}}`, `{"data":{"users":[{"id":1,"email":"u1@example.com","name":null,"__typename":"User"}]}}`},
		{"alias", `{a:hello b:hello}`, `{"data":{"a":"world","b":"world"}}`},
		{"nested", `{users(take:2){posts(take:1){id author{id}}}}`, `{"data":{"users":[{"posts":[{"id":11,"author":{"id":1}}]},{"posts":[{"id":21,"author":{"id":2}}]}]}}`},
		{"masked", `{boom}`, `{"data":{"boom":null},"errors":[{"message":"Something went wrong.","locations":[{"line":1,"column":2}],"path":["boom"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`},
		{"panic", `{panics hello}`, `{"data":{"panics":null,"hello":"world"},"errors":[{"message":"Something went wrong.","locations":[{"line":1,"column":2}],"path":["panics"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`},
		{"null propagates", `{hello boomNN}`, `{"data":null,"errors":[{"message":"Cannot return null for non-nullable field Query.boomNN.","locations":[{"line":1,"column":8}],"path":["boomNN"]}]}`},
		{"mutations in order", `mutation{a:add(n:1) b:add(n:2)}`, `{"data":{"a":1,"b":3}}`},
		{"root schema", `{signalbox{version currentUser}}`, `{"data":{"signalbox":{"version":"0.1.0","currentUser":null}}}`},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, ask(t, e, c.query), c.want) })
	}
}

func TestInfo(t *testing.T) {
	var got []string
	e := engineOf(t, `type Query { list: [Item!]! } type Item { self: Item one: Int two: Int }`, map[string]Resolver{
		"list": Computed(func(any) []testUser { return make([]testUser, 2) }),
		"Item.self": Field(func(_ context.Context, _ None, r Resolve[testUser]) (*testUser, error) {
			i := r.Info
			got = append(got, fmt.Sprint(i.ParentType, ".", i.Field, " ", i.Key, " ", i.Type, " ", i.Operation, " ", i.Path(),
				" ", i.Selects("one"), i.Selects("two"), i.Selects("self", "two")))
			return &testUser{}, nil
		}),
	}, WithConcurrency(0), WithArmor(Armor{}))
	ask(t, e, `query Q { list { ...F } } fragment F on Item { ... { x: self { one self { two } } } }`)
	want := []string{
		"Item.self x Item Q [list 0 x] true false true", "Item.self self Item Q [list 0 x self] false true false",
		"Item.self x Item Q [list 1 x] true false true", "Item.self self Item Q [list 1 x self] false true false",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A byValue has its properties by a pointer, by the value, and by both.
type byValue struct{ Text string }

func (v *byValue) Name() string            { return "the " + v.Text }
func (v byValue) Size() int                { return len(v.Text) }
func (v *byValue) Self() (*byValue, error) { return v, nil }
func (v *byValue) Inner() (byValue, error) { return byValue{v.Text + "!"}, nil }

// The methods of a pointer are properties of a value, too, wherever it comes from.
func TestMethodsOfPointers(t *testing.T) {
	one := byValue{"cat"}
	e := engineOf(t, "type V { name: String! size: Int! self: V! inner: V! text: String! loud: String! } union U = V type Query { a: V! b: [V!]! c: U! d: V! e: [V!]! }", map[string]Resolver{
		"a":      Func(func(context.Context) (byValue, error) { return one, nil }),
		"b":      Func(func(context.Context) ([]byValue, error) { return []byValue{one}, nil }),
		"c":      Func(func(context.Context) (any, error) { return one, nil }),
		"d":      Func(func(context.Context) (*byValue, error) { return &one, nil }),
		"e":      Func(func(context.Context) ([]any, error) { return []any{one}, nil }),
		"V.loud": Computed(func(n interface{ Name() string }) string { return n.Name() + "!" }),
	}, WithTypeResolver("U", func(value any) string {
		if _, ok := value.(byValue); !ok {
			t.Errorf("the type of a %T is asked for", value)
		}
		return "V"
	}))
	const v, want = "{name loud size self{name} inner{name text}}", `{"name":"the cat","loud":"the cat!","size":3,"self":{"name":"the cat"},"inner":{"name":"the cat!","text":"cat!"}}`
	expect(t, ask(t, e, "{a"+v+"b"+v+"c{... on V"+v+"}d"+v+"e"+v+"}"), `{"data":{"a":`+want+`,"b":[`+want+`],"c":`+want+`,"d":`+want+`,"e":[`+want+`]}}`)
}
