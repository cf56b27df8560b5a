// Package gqlgen is the measured schema as gqlgen generates it.
//
//	cd bench/graphql/gqlgen && GOWORK=off go run -mod=mod github.com/99designs/gqlgen generate
package gqlgen

import (
	"context"
	"errors"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/bench/graphql/data"
)

type resolver struct{}

func (resolver) Query() QueryResolver { return resolver{} }
func (resolver) User() UserResolver   { return resolver{} }
func (resolver) Post() PostResolver   { return resolver{} }

func (resolver) Users(_ context.Context, take *int) ([]*data.User, error) {
	return data.Users[:*take], nil
}

func (resolver) Hello(context.Context) (string, error) { return "world", nil }

func (resolver) Posts(_ context.Context, u *data.User) ([]*data.Post, error) {
	return data.Posts[u.ID], nil
}

func (resolver) Comments(_ context.Context, p *data.Post) ([]*data.Comment, error) {
	return data.Comments[p.ID], nil
}

type userKey struct{}

// Handler serves the schema; the directive asks for a user, whom a header names.
func Handler() http.Handler {
	s := handler.New(NewExecutableSchema(Config{
		Resolvers: resolver{},
		Directives: DirectiveRoot{
			SkipAuth: func(ctx context.Context, _ any, next graphql.Resolver) (any, error) { return next(ctx) },
			RequireAuth: func(ctx context.Context, _ any, next graphql.Resolver, _ []*string) (any, error) {
				if ctx.Value(userKey{}) == nil {
					return nil, errors.New("unauthenticated")
				}
				return next(ctx)
			},
		},
	}))
	s.AddTransport(transport.POST{})
	s.SetQueryCache(lru.New[*ast.QueryDocument](1000))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, r.Header.Get("Authorization"))))
	})
}
