// Package data holds what the GraphQL servers are measured with: the
// schema, the values and the queries.
package data

import "fmt"

// User, Post and Comment are the records.
type (
	User struct {
		ID    int     `json:"id"`
		Email string  `json:"email"`
		Name  *string `json:"name"`
	}
	Post struct {
		ID    int    `json:"id"`
		Title string `json:"title"`
	}
	Comment struct {
		ID   int    `json:"id"`
		Body string `json:"body"`
	}
)

// SDL is the schema; Directives goes before it where the server lacks them.
const (
	Directives = "directive @requireAuth(roles: [String]) on FIELD_DEFINITION\ndirective @skipAuth on FIELD_DEFINITION\n"
	SDL        = `
type User { id: Int! email: String! name: String posts: [Post!]! }
type Post { id: Int! title: String! comments: [Comment!]! }
type Comment { id: Int! body: String! }
type Query { users(take: Int = 100): [User!]! @skipAuth hello: String! @requireAuth }
`
)

// The records: 100 users with 5 posts each, and 4 comments for each post.
var (
	Users    []*User
	Posts    = map[int][]*Post{}
	Comments = map[int][]*Comment{}
)

func init() {
	for i := 1; i <= 100; i++ {
		name := fmt.Sprintf("User Number %d", i)
		u := &User{ID: i, Email: fmt.Sprintf("user%d@example.com", i), Name: &name}
		if i%7 == 0 {
			u.Name = nil
		}
		Users = append(Users, u)
		for j := 1; j <= 5; j++ {
			p := &Post{ID: i*10 + j, Title: fmt.Sprintf("Post %d of user %d", j, i)}
			Posts[i] = append(Posts[i], p)
			for k := 1; k <= 4; k++ {
				Comments[p.ID] = append(Comments[p.ID], &Comment{ID: p.ID*10 + k, Body: fmt.Sprintf("Comment %d, a body of some length", k)})
			}
		}
	}
}

// A Query is one that is measured.
type Query struct{ Name, Text string }

// Queries are a list of 100 records (6 kB), one field, and three levels (13 kB).
var Queries = []Query{
	{"users", `{users{id email name}}`},
	{"hello", `{hello}`},
	{"nested", `{users(take:10){id posts{id title comments{id body}}}}`},
}
