// Command graphql-server is what the scripts beside it judge: a GraphQL server
// with one field of each kind. It prints its URL and serves until its standard
// input ends.
package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"iter"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"

	"signalbox/graphqlsrv"
)

//go:embed schema.graphql
var sdl embed.FS

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(until io.Reader, out io.Writer) error {
	s := &replaced{make: handler}
	if err := s.replace(); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Fprintf(out, "http://%s/graphql\n", l.Addr())
	go func() { _ = http.Serve(l, s) }()
	_, err = io.Copy(io.Discard, until)
	return err
}

// A replaced server drains, and is replaced by another, when it is asked for /drain.
type replaced struct {
	make func() (http.Handler, error)
	now  atomic.Value // http.Handler
}

func (s *replaced) replace() error {
	h, err := s.make()
	if err != nil {
		return err
	}
	if before := s.now.Swap(h); before != nil {
		before.(graphqlsrv.Drainer).Drain()
	}
	return nil
}

func (s *replaced) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/drain" {
		s.now.Load().(http.Handler).ServeHTTP(w, r)
	} else if err := s.replace(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func handler() (http.Handler, error) {
	return graphqlsrv.New(sdl,
		graphqlsrv.WithServices(newRoom().service()),
		graphqlsrv.WithAuth(func(_ context.Context, t graphqlsrv.Token, _ *http.Request) (any, error) {
			if t.Value == "expired" {
				return nil, graphqlsrv.Unauthenticated("Log in again.")
			}
			return t.Value, nil
		}, nil),
		graphqlsrv.WithDevelopment(true),
		graphqlsrv.WithLiveQueries(live),
		graphqlsrv.WithCORS(graphqlsrv.CORS{Origins: []string{"*"}}),
		graphqlsrv.WithLogger(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))))
}

var (
	broker = graphqlsrv.NewMemory(0)
	live   = graphqlsrv.NewLiveQueries(broker)
	said   = graphqlsrv.NewTopic[*Message](broker, "said")
)

// A Message is what somebody said.
type Message struct {
	ID   int
	Text string
}

// A room holds what was said.
type room struct {
	mu       sync.Mutex
	messages []*Message
}

func newRoom() *room { return &room{messages: []*Message{{1, "hello"}}} }

func (r *room) service() map[string]graphqlsrv.Resolver {
	return map[string]graphqlsrv.Resolver{
		"messages": graphqlsrv.Func(r.all),
		"say":      graphqlsrv.FuncWith(r.say),
		"said":     graphqlsrv.Func(func(ctx context.Context) (iter.Seq[*Message], error) { return said.Subscribe(ctx, "") }),
		"count":    graphqlsrv.FuncWith(count),
		"upload":   graphqlsrv.FuncWith(upload),
		"listeners": graphqlsrv.Func(func(context.Context) (int, error) {
			return broker.Subscribers("said:"), nil
		}),
		"refused": graphqlsrv.Func(func(context.Context) (string, error) {
			return "", graphqlsrv.Errorf("OUT_OF_STOCK", "none left")
		}),
	}
}

func (r *room) all(context.Context) ([]*Message, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]*Message(nil), r.messages...), nil
}

func (r *room) say(ctx context.Context, args struct{ Text string }) (*Message, error) {
	r.mu.Lock()
	m := &Message{len(r.messages) + 1, args.Text}
	r.messages = append(r.messages, m)
	r.mu.Unlock()
	if err := live.Invalidate(ctx, "Query.messages"); err != nil {
		return nil, err
	}
	return m, said.Publish(ctx, "", m)
}

// count counts from 1.
func count(_ context.Context, args struct{ To int }) (iter.Seq[int], error) {
	return func(yield func(int) bool) {
		for i := 1; i <= args.To && yield(i); i++ {
		}
	}, nil
}

// A received file is what the server saw of an upload.
type received struct {
	Name string
	Text string
}

func upload(_ context.Context, args struct{ Files []*graphqlsrv.Upload }) ([]*received, error) {
	var all []*received
	for _, u := range args.Files {
		f, err := u.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(f)
		f.Close()
		if err != nil {
			return nil, err
		}
		all = append(all, &received{u.Filename, string(text)})
	}
	return all, nil
}
