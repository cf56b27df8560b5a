package main

import (
	"context"
	"embed"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"signalbox/dispatch"
	"signalbox/examples/blog/blog"
	"signalbox/examples/blog/graph"
	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/graphqlsrv"
	"signalbox/hooks"
)

//go:embed config graphql
var files embed.FS

// settings are what the application doesn't decide itself.
type settings struct {
	development bool
	secret      string   // of the moderation service's webhooks
	web         *url.URL // Vite's development server; without it the pages are the built ones
	logger      *slog.Logger
}

// newApp is the whole application: the routes of config/routes.rb lead to
// controllers, to the GraphQL server and to the webhook receiver.
func newApp(b *blog.Service, graphql http.Handler, s settings) (http.Handler, error) {
	table, err := routes()
	if err != nil {
		return nil, err
	}
	moderation, err := newModeration(b, s)
	if err != nil {
		return nil, err
	}
	pages := newPages(s.web)
	options := []dispatch.Option{
		dispatch.Controller("posts", &posts{b, pages}),
		dispatch.Controller("comments", &comments{b}),
		dispatch.Controller("users", &users{b, pages}),
		dispatch.Action("webhooks#moderation", moderation),
		dispatch.Mount("GraphQL::Server", graphql),
		dispatch.Mount("Web::Assets", http.HandlerFunc(assets)),
	}
	if pages.vite != nil {
		options = append(options, dispatch.Fallback(pages.vite)) // modules, and the connection of hot reload
	}
	return dispatch.New(table, options...)
}

// routes reads config/routes.rb out of the program, so that it runs anywhere.
func routes() (*route.Table, error) {
	app, err := expand.Open(files, expand.Options{})
	if err != nil {
		return nil, err
	}
	return app.Table()
}

// newGraphQL serves the schema of graphql/ with the same service as the controllers.
func newGraphQL(b *blog.Service, s settings) (http.Handler, error) {
	sdl, err := fs.Sub(files, "graphql")
	if err != nil {
		return nil, err
	}
	documents, err := graphqlsrv.ReadDocuments(persisted) // of the pages
	if err != nil {
		return nil, err
	}
	return graphqlsrv.New(sdl,
		graphqlsrv.WithServices(graph.Resolvers(b)),
		graphqlsrv.WithAuth(func(ctx context.Context, t graphqlsrv.Token, _ *http.Request) (any, error) {
			if !strings.EqualFold(t.Schema, "Bearer") {
				return nil, nil // such as Basic: nobody
			}
			account, err := b.AccountOf(ctx, t.Value)
			if err == nil && account == nil {
				err = graphqlsrv.Unauthenticated("The token is not, or no longer, that of a user.")
			}
			return account, err
		}, nil),
		graphqlsrv.WithTrustedDocuments(documents, !s.development),
		graphqlsrv.WithDevelopment(s.development),
		graphqlsrv.WithLogger(s.logger))
}

// A rejection is the payload of the event comment.rejected.
type rejection struct {
	Comment struct {
		ID string `json:"id"`
	} `json:"comment"`
}

// newModeration receives what the moderation service decides about comments:
// signed by HMAC with SHA-256, each delivery once.
func newModeration(b *blog.Service, s settings) (http.Handler, error) {
	verifier, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(s.secret), hooks.WithSignatureHeader("X-Moderation-Signature"))
	if err != nil {
		return nil, err
	}
	return hooks.Handler(verifier, nil,
		hooks.TypeFromJSON("type"),
		hooks.IDFromJSON("id"),
		hooks.WithReplay(hooks.NewMemoryReplay(10_000)),
		hooks.WithLogger(s.logger),
		hooks.On("comment.rejected", func(ctx context.Context, event rejection) (any, error) {
			removed, err := b.RejectComment(ctx, graph.RejectCommentArgs{ID: event.Comment.ID})
			return map[string]bool{"removed": removed}, err
		}))
}
