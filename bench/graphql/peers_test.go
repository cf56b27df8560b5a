package graphql

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	gophers "github.com/graph-gophers/graphql-go"
	"github.com/graph-gophers/graphql-go/relay"
	gographql "github.com/graphql-go/graphql"

	"signalbox/bench/graphql/data"
	"signalbox/bench/graphql/gqlgen"
)

func init() {
	graphqlServers = append(graphqlServers,
		graphqlServer{"gqlgen", func(testing.TB) http.Handler { return gqlgen.Handler() }},
		graphqlServer{"graph-gophers", gophersGraphQL},
		graphqlServer{"graphql-go", goGraphQL})
}

// ---- graph-gophers/graphql-go: methods and int32

type (
	gophersQuery   struct{}
	gophersUser    struct{ *data.User }
	gophersPost    struct{ *data.Post }
	gophersComment struct{ *data.Comment }
)

func gophersGraphQL(tb testing.TB) http.Handler {
	s, err := gophers.ParseSchema(data.Directives+data.SDL, &gophersQuery{})
	if err != nil {
		tb.Fatal(err)
	}
	return &relay.Handler{Schema: s}
}

func (*gophersQuery) Users(args struct{ Take int32 }) []*gophersUser {
	return each(data.Users[:args.Take], func(u *data.User) *gophersUser { return &gophersUser{u} })
}
func (*gophersQuery) Hello(context.Context) string { return "world" }
func (u *gophersUser) ID() int32                   { return int32(u.User.ID) }
func (u *gophersUser) Email() string               { return u.User.Email }
func (u *gophersUser) Name() *string               { return u.User.Name }
func (u *gophersUser) Posts() []*gophersPost {
	return each(postsOf(u.User), func(p *data.Post) *gophersPost { return &gophersPost{p} })
}
func (p *gophersPost) ID() int32     { return int32(p.Post.ID) }
func (p *gophersPost) Title() string { return p.Post.Title }
func (p *gophersPost) Comments() []*gophersComment {
	return each(commentsOf(p.Post), func(c *data.Comment) *gophersComment { return &gophersComment{c} })
}
func (c *gophersComment) ID() int32    { return int32(c.Comment.ID) }
func (c *gophersComment) Body() string { return c.Comment.Body }

// ---- graphql-go/graphql: a schema of Go values

func goGraphQL(tb testing.TB) http.Handler {
	list := func(t gographql.Type) gographql.Output {
		return gographql.NewNonNull(gographql.NewList(gographql.NewNonNull(t)))
	}
	field := func(t gographql.Type, f func(any) any) *gographql.Field {
		return &gographql.Field{Type: t, Resolve: func(p gographql.ResolveParams) (any, error) { return f(p.Source), nil }}
	}
	integer, text := gographql.NewNonNull(gographql.Int), gographql.NewNonNull(gographql.String)
	comment := gographql.NewObject(gographql.ObjectConfig{Name: "Comment", Fields: gographql.Fields{
		"id":   field(integer, func(s any) any { return s.(*data.Comment).ID }),
		"body": field(text, func(s any) any { return s.(*data.Comment).Body }),
	}})
	post := gographql.NewObject(gographql.ObjectConfig{Name: "Post", Fields: gographql.Fields{
		"id":       field(integer, func(s any) any { return s.(*data.Post).ID }),
		"title":    field(text, func(s any) any { return s.(*data.Post).Title }),
		"comments": field(list(comment), func(s any) any { return commentsOf(s.(*data.Post)) }),
	}})
	user := gographql.NewObject(gographql.ObjectConfig{Name: "User", Fields: gographql.Fields{
		"id":    field(integer, func(s any) any { return s.(*data.User).ID }),
		"email": field(text, func(s any) any { return s.(*data.User).Email }),
		"name":  field(gographql.String, func(s any) any { return s.(*data.User).Name }),
		"posts": field(list(post), func(s any) any { return postsOf(s.(*data.User)) }),
	}})
	schema, err := gographql.NewSchema(gographql.SchemaConfig{Query: gographql.NewObject(gographql.ObjectConfig{Name: "Query", Fields: gographql.Fields{
		"hello": field(text, func(any) any { return "world" }),
		"users": &gographql.Field{
			Type: list(user), Args: gographql.FieldConfigArgument{"take": {Type: gographql.Int, DefaultValue: 100}},
			Resolve: func(p gographql.ResolveParams) (any, error) { return data.Users[:p.Args["take"].(int)], nil },
		},
	}})})
	if err != nil {
		tb.Fatal(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Query string `json:"query"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		_ = json.NewEncoder(w).Encode(gographql.Do(gographql.Params{Schema: schema, RequestString: in.Query, Context: r.Context()}))
	})
}
