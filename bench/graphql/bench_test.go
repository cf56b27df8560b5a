package graphql

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"testing/fstest"
	"time"

	"go.opentelemetry.io/otel/sdk/trace"

	"signalbox/bench/graphql/data"
	"signalbox/graphqlsrv"
	"signalbox/graphqlsrv/ratelimit"
	"signalbox/serve/telemetry"
)

// A graphqlServer is one that is measured.
type graphqlServer struct {
	name  string
	build func(testing.TB) http.Handler
}

// graphqlServers have the same data behind them.
var graphqlServers = []graphqlServer{
	{"signalbox", func(tb testing.TB) http.Handler {
		return signalboxGraphQL(tb, graphqlsrv.Computed(postsOf), graphqlsrv.Computed(commentsOf))
	}},
	{"signalbox-watched", func(tb testing.TB) http.Handler { return watchedGraphQL(tb) }},
	{"signalbox-traced", func(tb testing.TB) http.Handler { // each call of a resolver is a span
		return watchedGraphQL(tb, graphqlsrv.WithFieldSpans(nil))
	}},
	{"signalbox-blocking", func(tb testing.TB) http.Handler { // resolvers that may wait: run concurrently
		return signalboxGraphQL(tb,
			graphqlsrv.Field(func(_ context.Context, _ graphqlsrv.None, r graphqlsrv.Resolve[*data.User]) ([]*data.Post, error) {
				return postsOf(r.Root), nil
			}),
			graphqlsrv.Field(func(_ context.Context, _ graphqlsrv.None, r graphqlsrv.Resolve[*data.Post]) ([]*data.Comment, error) {
				return commentsOf(r.Root), nil
			}))
	}},
	{"signalbox-batch", func(tb testing.TB) http.Handler {
		return signalboxGraphQL(tb,
			graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, users []*data.User) ([][]*data.Post, error) {
				return each(users, postsOf), nil
			}),
			graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, posts []*data.Post) ([][]*data.Comment, error) {
				return each(posts, commentsOf), nil
			}))
	}},
}

// watchedGraphQL has what operators turn on beside: it is a subgraph, whose operations are counted,
// traced, and taken from a rate limit by their cost.
func watchedGraphQL(tb testing.TB, options ...graphqlsrv.Option) http.Handler {
	tb.Helper()
	watch, err := telemetry.New()
	if err != nil {
		tb.Fatal(err)
	}
	counted, err := watch.GraphQL("web")
	if err != nil {
		tb.Fatal(err)
	}
	return newSignalbox(tb, `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key"]) extend type User @key(fields: "id")`,
		graphqlsrv.Computed(postsOf), graphqlsrv.Computed(commentsOf), append(options, counted,
			graphqlsrv.WithTracerProvider(trace.NewTracerProvider()), graphqlsrv.WithSlowFields(time.Second),
			graphqlsrv.WithRateLimit(ratelimit.New(1e9, 1e9), func(*graphqlsrv.Context) string { return "me" }))...)
}

func each[T, R any](list []T, f func(T) R) []R {
	out := make([]R, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

func postsOf(u *data.User) []*data.Post       { return data.Posts[u.ID] }
func commentsOf(p *data.Post) []*data.Comment { return data.Comments[p.ID] }

// signalboxGraphQL has everything on: masking, armor, directives, the current
// user and a log.
func signalboxGraphQL(tb testing.TB, posts, comments graphqlsrv.Resolver) http.Handler {
	tb.Helper()
	return newSignalbox(tb, "", posts, comments)
}

// newSignalbox makes a server, of the schema and what extends it.
func newSignalbox(tb testing.TB, extension string, posts, comments graphqlsrv.Resolver, options ...graphqlsrv.Option) http.Handler {
	tb.Helper()
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(data.SDL + extension)}}, append(options,
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"users": graphqlsrv.FuncWith(func(_ context.Context, args struct{ Take int }) ([]*data.User, error) {
				return data.Users[:args.Take], nil
			}),
			"hello":         graphqlsrv.Func(func(context.Context) (string, error) { return "world", nil }),
			"User.posts":    posts,
			"Post.comments": comments,
		}),
		graphqlsrv.WithAuth(func(context.Context, graphqlsrv.Token, *http.Request) (any, error) { return "me", nil }, nil),
		graphqlsrv.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))...)
	if err != nil {
		tb.Fatal(err)
	}
	return h
}

// A quietWriter is a response nobody reads.
type quietWriter struct{ header http.Header }

func (w *quietWriter) Header() http.Header         { return w.header }
func (w *quietWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w *quietWriter) WriteHeader(int)             {}

func graphqlBody(query string) []byte {
	b, _ := json.Marshal(map[string]string{"query": query})
	return b
}

func postGraphQL(h http.Handler, w http.ResponseWriter, body []byte) {
	r, _ := http.NewRequest(http.MethodPost, "/graphql", bytes.NewReader(body))
	r.Header = graphqlHeader
	h.ServeHTTP(w, r)
}

var graphqlHeader = http.Header{
	"Content-Type": {"application/json"}, "Accept": {"application/json"},
	"Auth-Provider": {"test"}, "Authorization": {"Bearer me"},
}

// BenchmarkGraphQL measures a request in process, from its body to the response.
func BenchmarkGraphQL(b *testing.B) {
	for _, q := range data.Queries {
		body := graphqlBody(q.Text)
		for _, s := range graphqlServers {
			b.Run(q.Name+"/"+s.name, func(b *testing.B) {
				h := s.build(b)
				w := &quietWriter{http.Header{}}
				b.ReportAllocs()
				for b.Loop() {
					postGraphQL(h, w, body)
				}
			})
		}
		b.Run(q.Name+"/limit", func(b *testing.B) { benchmarkLimit(b, q.Name, body) })
	}
}

// TestGraphQLServersAgree makes sure that what is measured is the same.
func TestGraphQLServersAgree(t *testing.T) {
	for _, q := range data.Queries {
		want := ""
		for _, s := range graphqlServers {
			w := httptest.NewRecorder()
			postGraphQL(s.build(t), w, graphqlBody(q.Text))
			var got struct {
				Data   any   `json:"data"`
				Errors []any `json:"errors"`
			}
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || len(got.Errors) > 0 {
				t.Fatalf("%s %s: %v %.300s", s.name, q.Name, err, w.Body)
			}
			text, _ := json.Marshal(got.Data)
			if want == "" {
				want = string(text)
			}
			if string(text) != want {
				t.Errorf("%s %s differs: %.300s", s.name, q.Name, text)
			}
		}
		if limit := appendLimit(nil, q.Name); q.Name != "hello" {
			var got struct{ Data any }
			if err := json.Unmarshal(limit, &got); err != nil {
				t.Fatal(err)
			}
			if text, _ := json.Marshal(got.Data); string(text) != want {
				t.Errorf("limit %s differs: %.300s", q.Name, text)
			}
		}
	}
}

// benchmarkLimit is what no server can be faster than: decoding the request and
// appending the response by code written for this query.
func benchmarkLimit(b *testing.B, name string, body []byte) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Query string `json:"query"`
		}
		text, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(text, &in)
		_, _ = w.Write(appendLimit(limitBuffer[:0], name))
	})
	w := &quietWriter{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		postGraphQL(h, w, body)
	}
}

// appendJSON writes a string of which only a few bytes need escapes.
func appendJSON(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x80 {
			q, _ := json.Marshal(s[i : i+1])
			b = append(append(b, s[start:i]...), q[1:len(q)-1]...)
			start = i + 1
		}
	}
	return append(append(b, s[start:]...), '"')
}

var limitBuffer = make([]byte, 0, 64<<10)

func appendLimit(b []byte, name string) []byte {
	switch name {
	case "hello":
		return append(b, `{"data":{"hello":"world"}}`...)
	case "users":
		b = append(b, `{"data":{"users":[`...)
		for i, u := range data.Users {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(append(b, `{"id":`...), int64(u.ID), 10)
			b = appendJSON(append(b, `,"email":`...), u.Email)
			b = append(b, `,"name":`...)
			if u.Name == nil {
				b = append(b, "null"...)
			} else {
				b = appendJSON(b, *u.Name)
			}
			b = append(b, '}')
		}
		return append(b, `]}}`...)
	}
	b = append(b, `{"data":{"users":[`...)
	for i, u := range data.Users[:10] {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"id":`...), int64(u.ID), 10)
		b = append(b, `,"posts":[`...)
		for i, p := range data.Posts[u.ID] {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(append(b, `{"id":`...), int64(p.ID), 10)
			b = appendJSON(append(b, `,"title":`...), p.Title)
			b = append(b, `,"comments":[`...)
			for i, c := range data.Comments[p.ID] {
				if i > 0 {
					b = append(b, ',')
				}
				b = strconv.AppendInt(append(b, `{"id":`...), int64(c.ID), 10)
				b = appendJSON(append(b, `,"body":`...), c.Body)
				b = append(b, '}')
			}
			b = append(b, ']', '}')
		}
		b = append(b, ']', '}')
	}
	return append(b, `]}}`...)
}
