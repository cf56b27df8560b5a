package graphqlsrv

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"signalbox/graphqlsrv/internal/jsontext"
)

// BenchmarkExecute measures a list of 100 records beside appending the same
// bytes by code written for it.
func BenchmarkExecute(b *testing.B) {
	var users []*testUser
	for i := range 100 {
		name := fmt.Sprint("User Number ", i)
		users = append(users, &testUser{ID: i, Email: fmt.Sprintf("user%d@example.com", i), Name: &name})
	}
	services := usersService()
	services["users"] = FuncWith(func(context.Context, struct{ Take int }) ([]*testUser, error) { return users, nil })
	e := engineOf(b, usersSDL, services)
	ctx := NewContext(context.Background(), &Context{})
	dst := make([]byte, 0, 64<<10)
	b.Run("graphqlsrv", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			op, _ := e.prepare(ctx, &Request{Query: `{users{id email name}}`})
			op.execute(ctx, dst)
		}
	})
	b.Run("append", func(b *testing.B) {
		for b.Loop() {
			out := append(dst, `{"data":{"users":[`...)
			for i, u := range users {
				if i > 0 {
					out = append(out, ',')
				}
				out = strconv.AppendInt(append(out, `{"id":`...), int64(u.ID), 10)
				out = jsontext.AppendString(append(out, `,"email":`...), u.Email)
				out = append(jsontext.AppendString(append(out, `,"name":`...), *u.Name), '}')
			}
			_ = append(out, `]}}`...)
		}
	})
}

// BenchmarkNested measures three levels with computed fields.
func BenchmarkNested(b *testing.B) {
	posts := map[int][]*testPost{}
	comments := map[int][]*testPost{}
	var users []*testUser
	for i := range 10 {
		users = append(users, &testUser{ID: i})
		for j := range 5 {
			p := &testPost{i*10 + j, fmt.Sprintf("Post %d of user %d", j, i)}
			posts[i] = append(posts[i], p)
			for k := range 4 {
				comments[p.ID] = append(comments[p.ID], &testPost{p.ID*10 + k, fmt.Sprintf("Comment %d, a body of some length", k)})
			}
		}
	}
	e := engineOf(b, `
type User { id: Int! posts: [Post!]! }
type Post { id: Int! title: String! comments: [Comment!]! }
type Comment { id: Int! title: String! }
type Query { users: [User!]! }`, map[string]Resolver{
		"users":         Func(func(context.Context) ([]*testUser, error) { return users, nil }),
		"User.posts":    Computed(func(u *testUser) []*testPost { return posts[u.ID] }),
		"Post.comments": Computed(func(p *testPost) []*testPost { return comments[p.ID] }),
	})
	ctx := NewContext(context.Background(), &Context{})
	dst := make([]byte, 0, 64<<10)
	b.ReportAllocs()
	for b.Loop() {
		op, _ := e.prepare(ctx, &Request{Query: `{users{id posts{id title comments{id title}}}}`})
		op.execute(ctx, dst)
	}
}
