// Command blog is a small blog that shows the whole framework: a config/routes.rb
// with controllers, a GraphQL server and a webhook receiver, all over one service
// with an SQLite file.
//
//	go run ./examples/blog
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	"signalbox/examples/blog/blog"
	"signalbox/examples/blog/graph"
	"signalbox/serve"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "blog:", err)
		os.Exit(1)
	}
}

// run serves until the context ends.
func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("blog", flag.ContinueOnError)
	address := flags.String("addr", "", "listen at this `address` (default localhost:8911, or the next free port)")
	file := flags.String("db", ":memory:", "keep the blog in this `file`")
	production := flags.Bool("production", false, "no introspection, no playground; secrets come from the environment")
	web := flags.String("web", "", "take the pages from Vite's development server at this `URL`, http://localhost:5173")
	if err := flags.Parse(args); err != nil {
		return err
	}
	s := settings{development: !*production, secret: os.Getenv("MODERATION_SECRET"), logger: slog.Default()}
	if *web != "" {
		vite, err := url.Parse(*web)
		if err != nil || vite.Host == "" {
			return fmt.Errorf("-web %s is not the URL of a server", *web)
		}
		s.web = vite
	}
	if s.secret == "" && *production {
		return errors.New("MODERATION_SECRET is not set: it is what the webhooks of the moderation service are signed with")
	}
	if s.secret == "" {
		s.secret = "moderation-secret"
	}
	b, err := blog.Open(*file)
	if err != nil {
		return err
	}
	defer b.Close()
	if s.development {
		if err := seed(ctx, b); err != nil {
			return err
		}
	}
	graphql, err := newGraphQL(b, s)
	if err != nil {
		return err
	}
	app, err := newApp(b, graphql, s)
	if err != nil {
		return err
	}
	where := serve.Development()
	if *address != "" {
		where = serve.Address(*address)
	}
	return serve.Run(ctx, app, where, serve.Log(s.logger), serve.Health(b.Ping), serve.Grace(5*time.Second), serve.Drain(graphql))
}

// seed gives an empty blog two users, whose tokens are their names, and a post.
func seed(ctx context.Context, b *blog.Service) error {
	if account, err := b.AccountOf(ctx, "ann"); err != nil || account != nil {
		return err
	}
	if _, err := b.AddUser(ctx, "Ann", "author", "ann"); err != nil {
		return err
	}
	if _, err := b.AddUser(ctx, "Ed", "editor", "ed"); err != nil {
		return err
	}
	account, err := b.AccountOf(ctx, "ann")
	if err != nil {
		return err
	}
	p, err := b.CreatePost(blog.As(ctx, account), graph.CreatePostArgs{Input: graph.NewPost{Title: "Hello", Body: "The first post."}})
	if err != nil {
		return err
	}
	_, err = b.CreateComment(ctx, graph.CreateCommentArgs{Input: graph.NewComment{PostID: p.ID, Name: "Bea", Body: "Welcome!"}})
	return err
}
