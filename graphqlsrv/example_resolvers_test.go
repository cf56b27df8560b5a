package graphqlsrv_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing/fstest"

	"signalbox/graphqlsrv"
)

// serveExample sends a query to a server, with headers in pairs, and prints the answer.
func serveExample(sdl, query string, headers []string, options ...graphqlsrv.Option) {
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(sdl)}}, append(options, graphqlsrv.WithLogger(nil))...)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(fmt.Sprintf(`{"query": %q}`, query)))
	r.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(strings.TrimSpace(w.Body.String()))
}

// A function that has no arguments of a resolver finds out who is asking.
func ExampleFromContext() {
	type member struct{ Name string }
	greeting := func(ctx context.Context) string {
		c := graphqlsrv.FromContext(ctx) // nil outside of a request
		if c == nil || c.CurrentUser == nil {
			return "Hello, stranger"
		}
		return "Hello, " + c.CurrentUser.(*member).Name + " of " + c.Token.Type + ", from " + c.Request.Header.Get("X-Country")
	}
	auth := graphqlsrv.WithAuth(func(_ context.Context, t graphqlsrv.Token, _ *http.Request) (any, error) {
		if t.Value != "3f9a" {
			return nil, nil
		}
		return &member{"Ada"}, nil
	}, nil)
	services := graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
		"hello": graphqlsrv.Func(func(ctx context.Context) (string, error) { return greeting(ctx), nil }),
	})
	sdl := "type Query { hello: String! @skipAuth }"
	serveExample(sdl, "{ hello }", nil, auth, services)
	serveExample(sdl, "{ hello }", []string{"auth-provider", "session", "Authorization", "Bearer 3f9a", "X-Country", "Wales"}, auth, services)
	// Output:
	// {"data":{"hello":"Hello, stranger"}}
	// {"data":{"hello":"Hello, Ada of session, from Wales"}}
}

// Wherever authors are asked for in a request, they are loaded together.
func ExampleLoader() {
	type post struct {
		Title    string
		AuthorID int
	}
	authors := graphqlsrv.NewLoader(func(_ context.Context, ids []int) (map[int]*User, error) {
		slices.Sort(ids)
		fmt.Println("SELECT … FROM users WHERE id IN", ids) // each id once
		found := map[int]*User{}
		for _, u := range users {
			found[u.ID] = u
		}
		return found, nil // an id that is not found loads as nil
	})
	serveExample("type Query { posts: [Post!]! @skipAuth } type Post { title: String author: User } type User { first: String }",
		"{ posts { author { first } } }", nil,
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"posts": graphqlsrv.Computed(func(any) []post { return []post{{"A", 1}, {"B", 2}, {"C", 1}, {"D", 3}} }),
			"Post.author": graphqlsrv.Field(func(ctx context.Context, _ graphqlsrv.None, r graphqlsrv.Resolve[post]) (*User, error) {
				return authors.Load(ctx, r.Root.AuthorID)
			}),
		}))
	// Output:
	// SELECT … FROM users WHERE id IN [1 2 3]
	// {"data":{"posts":[{"author":{"first":"Ada"}},{"author":{"first":"Alan"}},{"author":{"first":"Ada"}},{"author":null}]}}
}

// A resolver reads from the database what the query asks for, and no more.
func ExampleInfo() {
	serveExample("type Query { users: [User!]! @skipAuth } type User { id: ID! first: String posts: [Post!] } type Post { title: String }",
		"query Names { people: users { first ...More } } fragment More on User { posts { title } }", nil,
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"users": graphqlsrv.Field(func(_ context.Context, _ graphqlsrv.None, r graphqlsrv.Resolve[any]) ([]*User, error) {
				i := r.Info
				fmt.Println(i.ParentType+"."+i.Field, "as", i.Key, "of type", i.Type, "in", i.Operation, "at", i.Path())
				fmt.Println("posts:", i.Selects("posts"), "titles:", i.Selects("posts", "title"), "ids:", i.Selects("id"))
				return nil, nil
			}),
		}))
	// Output:
	// Query.users as people of type [User!]! in Names at [people]
	// posts: true titles: true ids: false
	// {"data":{"people":[]}}
}

// Subscribers name a room, or hear all of them.
func ExampleTopic() {
	type message struct{ Room, Text string }
	const everyRoom = "" // a key of its own, which no room has
	said := graphqlsrv.NewTopic[*message](graphqlsrv.NewMemory(0), "said")

	listen := func(ctx context.Context, args struct{ Room *string }) (iter.Seq[*message], error) {
		if args.Room == nil { // the argument was left out, or is null
			return said.Subscribe(ctx, everyRoom)
		}
		return said.Subscribe(ctx, *args.Room)
	}
	say := func(ctx context.Context, m *message) error {
		for _, key := range []string{m.Room, everyRoom} {
			if err := said.Publish(ctx, key, m); err != nil {
				return err
			}
		}
		return nil
	}
	_, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(`
		type Message { room: String! text: String! }
		type Subscription { said(room: String): Message! @skipAuth }`)}},
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{"said": graphqlsrv.FuncWith(listen)}))
	if err != nil {
		fmt.Println(err)
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	hall := "hall"
	inHall, _ := listen(ctx, struct{ Room *string }{&hall})
	inAll, _ := listen(ctx, struct{ Room *string }{})
	for _, room := range []string{"attic", "hall"} {
		if err := say(ctx, &message{room, "Hello " + room}); err != nil {
			fmt.Println(err)
		}
	}
	for m := range inHall {
		fmt.Println("in the hall:", m.Text)
		break
	}
	n := 0
	for m := range inAll {
		fmt.Println("in all rooms:", m.Text)
		if n++; n == 2 {
			break
		}
	}
	// Output:
	// in the hall: Hello hall
	// in all rooms: Hello attic
	// in all rooms: Hello hall
}
