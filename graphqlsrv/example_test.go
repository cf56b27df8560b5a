package graphqlsrv_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing/fstest"

	"signalbox/graphqlsrv"
)

type User struct {
	ID    int
	First string
	Last  string
}

type Post struct {
	ID    int
	Title string
}

var users = []*User{{1, "Ada", "Lovelace"}, {2, "Alan", "Turing"}}

// Service is what package users would export.
var Service = map[string]graphqlsrv.Resolver{
	"users": graphqlsrv.Func(func(context.Context) ([]*User, error) { return users, nil }),
	"user": graphqlsrv.FuncWith(func(_ context.Context, args struct{ ID int }) (*User, error) {
		for _, u := range users {
			if u.ID == args.ID {
				return u, nil
			}
		}
		return nil, graphqlsrv.BadUserInput("No such user.", nil)
	}),
	"User.name": graphqlsrv.Computed(func(u *User) string { return u.First + " " + u.Last }),
	"User.posts": graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, users []*User) ([][]Post, error) {
		posts := make([][]Post, len(users)) // one query to the database for all of them
		for i, u := range users {
			posts[i] = []Post{{u.ID * 10, "Notes by " + u.First}}
		}
		return posts, nil
	}),
}

func Example() {
	sdl := fstest.MapFS{"users.graphql": {Data: []byte(`
		type User { id: ID! name: String! posts: [Post!]! }
		type Post { id: ID! title: String! }
		type Query {
			users: [User!]! @skipAuth
			user(id: Int!): User @skipAuth
		}`)}}
	h, err := graphqlsrv.New(sdl, graphqlsrv.WithServices(Service))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, query := range []string{`{ users { name posts { title } } }`, `{ user(id: 3) { id } }`} {
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(fmt.Sprintf(`{"query": %q}`, query)))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Body)
	}
	// Output:
	// {"data":{"users":[{"name":"Ada Lovelace","posts":[{"title":"Notes by Ada"}]},{"name":"Alan Turing","posts":[{"title":"Notes by Alan"}]}]}}
	// {"data":{"user":null},"errors":[{"message":"No such user.","locations":[{"line":1,"column":3}],"path":["user"],"extensions":{"code":"BAD_USER_INPUT"}}]}
}

func ExampleNew_mistakes() {
	sdl := fstest.MapFS{"users.graphql": {Data: []byte("type User { id: ID! }\ntype Query { users: User @skipAuth }")}}
	_, err := graphqlsrv.New(sdl, graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{"users": Service["users"]}))
	fmt.Println(strings.Split(err.Error(), ", but")[0])
	// Output: users.graphql:2:14: users is User
}
