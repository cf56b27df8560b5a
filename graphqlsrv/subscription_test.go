package graphqlsrv

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

const chatSDL = `
type Query { now: Int! posts: [Post!]! }
type Post { id: ID! title: String! }
type Mutation { say(text: String!): Boolean }
type Subscription { said: String! two: Int! broken: Int! guarded: Int! @requireAuth panics: Int! loaded: Int! }
`

// A chat is a server with subscriptions.
type chat struct {
	*httptest.Server
	handler http.Handler
	broker  *Memory
	live    *LiveQueries
	said    *Topic[string]
	mu      sync.Mutex
	posts   []*chatPost
}

type chatPost struct{ ID, Title string }

func newChat(t testing.TB, options ...Option) *chat {
	t.Helper()
	broker := NewMemory(4)
	c := &chat{broker: broker, live: NewLiveQueries(broker), said: NewTopic[string](broker, "said"), posts: []*chatPost{{"1", "one"}}}
	versions := 0
	loader := NewLoader(func(_ context.Context, keys []int) (map[int]int, error) {
		versions++
		return map[int]int{keys[0]: versions}, nil
	})
	services := map[string]Resolver{
		"now": Func(func(context.Context) (int, error) { return 1, nil }),
		"posts": Func(func(context.Context) ([]*chatPost, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			return append([]*chatPost(nil), c.posts...), nil
		}),
		"say": FuncWith(func(ctx context.Context, a struct{ Text string }) (bool, error) {
			return true, c.said.Publish(ctx, "", a.Text)
		}),
		"said": Func(func(ctx context.Context) (iter.Seq[string], error) {
			return c.said.Subscribe(ctx, "")
		}),
		"two": Func(func(context.Context) (iter.Seq[int], error) {
			return func(yield func(int) bool) { _ = yield(1) && yield(2) }, nil
		}),
		"broken":  Func(func(context.Context) (iter.Seq[int], error) { return nil, errors.New("secret") }),
		"guarded": Func(func(context.Context) (iter.Seq[int], error) { return func(func(int) bool) {}, nil }),
		"panics": Func(func(context.Context) (iter.Seq[int], error) {
			return func(yield func(int) bool) { yield(1); panic("ouch") }, nil
		}),
		"loaded": Func(func(ctx context.Context) (iter.Seq[int], error) {
			return func(yield func(int) bool) {
				for range 3 {
					if v, err := loader.Load(ctx, 7); err != nil || !yield(v) {
						return
					}
				}
			}, nil
		}),
	}
	h, err := New(sdl(chatSDL), append([]Option{WithServices(services), WithoutDirectiveCheck(), WithLogger(nil), WithLiveQueries(c.live)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	c.handler = h
	return c
}

// serve puts the chat behind a real connection.
func serve(t testing.TB, c *chat) *chat {
	t.Helper()
	c.Server = httptest.NewServer(c.handler)
	t.Cleanup(c.Close)
	return c
}

// listen opens a stream; lines gives what it sends, without comments.
func (c *chat) listen(t testing.TB, ctx context.Context, query string) (status int, lines *bufio.Scanner) {
	t.Helper()
	r, _ := http.NewRequestWithContext(ctx, "POST", c.URL+"/graphql", strings.NewReader(`{"query":"`+query+`"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	w, err := c.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Body.Close() })
	return w.StatusCode, bufio.NewScanner(w.Body)
}

// event gives the next line that isn't a comment or empty, "" at the end.
func event(lines *bufio.Scanner) string {
	for lines.Scan() {
		if l := lines.Text(); l != "" && !strings.HasPrefix(l, ":") && l != "event: next" {
			return l
		}
	}
	return ""
}

// subscribed waits until a topic has n subscribers.
func (c *chat) subscribed(topic string, n int) {
	for c.broker.Subscribers(topic) != n {
		runtime.Gosched()
	}
}

// Apollo Client asks for the parts of a multipart body, each of which ends with the boundary.
func TestSubscriptionParts(t *testing.T) {
	c := serve(t, newChat(t))
	ask := func(accept, query string) (status int, contentType, body string) {
		t.Helper()
		r, _ := http.NewRequestWithContext(t.Context(), "POST", c.URL+"/graphql", strings.NewReader(`{"query":"`+query+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accept)
		w, err := c.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Body.Close()
		b, _ := io.ReadAll(w.Body)
		return w.StatusCode, w.Header.Get("Content-Type"), string(b)
	}
	const apollo = "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9"
	const mixed = `multipart/mixed;boundary="graphql";subscriptionSpec=1.0`
	part := func(payload string) string {
		return "\r\nContent-Type: application/json\r\n\r\n{\"payload\":" + payload + "}\r\n--graphql"
	}
	for name, x := range map[string]struct {
		accept, query string
		status        int
		contentType   string
		body          string
	}{
		"events":                     {apollo, "subscription{two}", 200, mixed, "\r\n--graphql" + part(`{"data":{"two":1}}`) + part(`{"data":{"two":2}}`) + "--\r\n"},
		"no events":                  {apollo, "subscription{guarded}", 200, mixed, "\r\n--graphql" + part(`{"errors":[{"message":"You don't have permission to do that.","locations":[{"line":1,"column":14}],"path":["guarded"],"extensions":{"code":"UNAUTHENTICATED"}}]}`) + "--\r\n"},
		"a broken source has no end": {apollo, "subscription{panics}", 200, mixed, "\r\n--graphql" + part(`{"data":{"panics":1}}`) + part(`{"errors":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)},
		"a query":                    {apollo, "{now}", 200, typeResponse, `{"data":{"now":1}}`},
		"events first":               {"text/event-stream," + apollo, "subscription{two}", 200, typeStream, ""},
		"parts of deferred queries":  {"multipart/mixed;deferSpec=20220824,application/json", "subscription{two}", 406, typeJSON, ""},
	} {
		status, contentType, body := ask(x.accept, x.query)
		if status != x.status || contentType != x.contentType || x.body != "" && body != x.body {
			t.Errorf("%s: %d %s\ngot  %q\nwant %q", name, status, contentType, body, x.body)
		}
	}
}

func TestSubscriptionStreams(t *testing.T) {
	c := serve(t, newChat(t))
	for _, x := range []struct {
		name, query string
		want        []string
	}{
		{"events", "subscription{two}", []string{`data: {"data":{"two":1}}`, `data: {"data":{"two":2}}`, "event: complete", "data:", ""}},
		{"masked", "subscription{broken}", []string{`data: {"errors":[{"message":"Something went wrong.","locations":[{"line":1,"column":14}],"path":["broken"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`, "event: complete"}},
		{"validator", "subscription{guarded}", []string{`data: {"errors":[{"message":"You don't have permission to do that.","locations":[{"line":1,"column":14}],"path":["guarded"],"extensions":{"code":"UNAUTHENTICATED"}}]}`, "event: complete"}},
		{"invalid", "subscription{none}", []string{`data: {"errors":[{"message":"Cannot query field \"none\" on type \"Subscription\".","locations":[{"line":1,"column":14}],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`, "event: complete"}},
		{"query", "{now}", []string{`data: {"data":{"now":1}}`, "event: complete"}},
		{"the source panics", "subscription{panics}", []string{`data: {"data":{"panics":1}}`, `data: {"errors":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`, ""}},
		{"each event loads anew", "subscription{loaded}", []string{`data: {"data":{"loaded":1}}`, `data: {"data":{"loaded":2}}`, `data: {"data":{"loaded":3}}`}},
	} {
		t.Run(x.name, func(t *testing.T) {
			status, lines := c.listen(t, t.Context(), x.query)
			if status != 200 {
				t.Errorf("status %d", status)
			}
			for _, want := range x.want {
				if got := event(lines); got != want {
					t.Fatalf("got  %s\nwant %s", got, want)
				}
			}
		})
	}
	if w := send(c.handler, "POST", "/", `{"query":"subscription{two}"}`, asJSON); w.Code != http.StatusNotAcceptable {
		t.Errorf("as JSON: got %d %s", w.Code, w.Body)
	}
	if w := send(c.handler, "GET", get("subscription{two}"), "", "Accept: text/event-stream"); !strings.Contains(w.Body.String(), "complete") {
		t.Errorf("by GET: got %d %s", w.Code, w.Body)
	}
}

func TestPublish(t *testing.T) {
	c := serve(t, newChat(t))
	_, lines := c.listen(t, t.Context(), "subscription{said}")
	c.subscribed("said:", 1)
	for _, text := range []string{"one", "two\\nlines"} {
		if w := send(c.handler, "POST", "/", `{"query":"mutation($t:String!){say(text:$t)}","variables":{"t":"`+text+`"}}`, asJSON); w.Code != 200 {
			t.Fatal(w.Body)
		}
		if got, want := event(lines), `data: {"data":{"said":"`+text+`"}}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestSlowSubscriber holds the broker to cutting off who doesn't read, not to
// waiting, and not to leaving events out.
func TestSlowSubscriber(t *testing.T) {
	var cause error
	ctx, cancel := context.WithCancelCause(t.Context())
	ctx = NewContext(ctx, &Context{end: func(err error) { cause = err; cancel(err) }})
	m := NewMemory(2)
	messages, err := m.Subscribe(ctx, "t")
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		_ = m.Publish(t.Context(), "t", []byte("x"))
	}
	n := 0
	for range messages {
		n++
	}
	var e *Error
	if n != 2 || !errors.As(cause, &e) || e.Code != CodeSlowSubscriber {
		t.Errorf("got %d messages and then %v", n, cause)
	}
	if m.Subscribers("t") != 0 {
		t.Error("it is still subscribed")
	}
}

// TestEndSubscription shows the client the error, and no completion.
func TestEndSubscription(t *testing.T) {
	c := serve(t, newChat(t))
	_, lines := c.listen(t, t.Context(), "subscription{said}")
	c.subscribed("said:", 1)
	c.broker.Disconnect("said:", Errorf("LOST", "events were lost"))
	want := `data: {"errors":[{"message":"events were lost","extensions":{"code":"LOST"}}]}`
	if got := event(lines); got != want {
		t.Errorf("got %s", got)
	}
	if got := event(lines); got != "" {
		t.Errorf("then got %s", got)
	}
	if EndSubscription(t.Context(), io.EOF) {
		t.Error("ended a subscription that isn't there")
	}
}

// TestLogOfWhatEndsASubscription: the log has the path of the field, as of its resolver's own error.
func TestLogOfWhatEndsASubscription(t *testing.T) {
	for name, ends := range map[string]func(context.Context){
		"a panic":       func(context.Context) { panic("ouch") },
		"a masked end":  func(ctx context.Context) { EndSubscription(ctx, io.ErrUnexpectedEOF) },
		"an end by ctx": func(ctx context.Context) { EndSubscription(ctx, context.DeadlineExceeded) },
	} {
		var log bytes.Buffer
		e := engineOf(t, `type Query { a: Int } type Subscription { ticks: Int }`, map[string]Resolver{
			"ticks": Func(func(ctx context.Context) (iter.Seq[int], error) {
				return func(yield func(int) bool) { yield(1); ends(ctx) }, nil
			}),
		}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		h, err := e.handler()
		if err != nil {
			t.Fatal(err)
		}
		send(h, "POST", "/graphql", `{"query":"subscription{every:ticks}"}`, asJSON, "Accept: text/event-stream")
		if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), "path=[every]") {
			t.Errorf("%s: no line with the path of the field in\n%s", name, log.String())
		}
	}
}

// TestEndSubscriptionAfterEvents: what was sent before reaches the client before the error does.
func TestEndSubscriptionAfterEvents(t *testing.T) {
	lost := Errorf("LOST", "events were lost")
	channel := func(size int) Resolver {
		return Func(func(ctx context.Context) (<-chan tick, error) {
			ch := make(chan tick, size)
			go func() {
				for i := range 3 {
					ch <- tick{i}
				}
				EndSubscription(ctx, lost)
			}()
			return ch, nil
		})
	}
	c := &chat{}
	var err error
	c.handler, err = New(sdl("type Query { a: Int } type Subscription { unbuffered: N buffered: N iterator: N } type N { is: Int }"), WithoutDirectiveCheck(), WithLogger(nil), WithServices(map[string]Resolver{
		"a":          constant(1),
		"unbuffered": channel(0),
		"buffered":   channel(8),
		"iterator": Func(func(ctx context.Context) (iter.Seq[tick], error) {
			return func(yield func(tick) bool) {
				for i := 0; yield(tick{i}); i++ {
					if i == 1 {
						EndSubscription(ctx, lost)
					}
				}
			}, nil
		}),
		"N.is": Field(func(ctx context.Context, _ None, r Resolve[tick]) (int, error) {
			runtime.Gosched() // the end may come
			return r.Root.N, ctx.Err()
		}),
	}))
	if err != nil {
		t.Fatal(err)
	}
	serve(t, c)
	for _, name := range []string{"unbuffered", "buffered", "iterator"} {
		for range 30 {
			_, lines := c.listen(t, t.Context(), "subscription{n:"+name+"{is}}")
			var got []string
			for e := event(lines); e != ""; e = event(lines) {
				got = append(got, e)
			}
			want := []string{`data: {"data":{"n":{"is":0}}}`, `data: {"data":{"n":{"is":1}}}`, `data: {"data":{"n":{"is":2}}}`, `data: {"errors":[{"message":"events were lost","extensions":{"code":"LOST"}}]}`}
			if !slices.Equal(got, want) {
				t.Fatalf("%s: got %q", name, got)
			}
		}
	}
}

func TestDrain(t *testing.T) {
	c := serve(t, newChat(t))
	_, lines := c.listen(t, t.Context(), "subscription{said}")
	c.subscribed("said:", 1)
	c.handler.(Drainer).Drain()
	if got := event(lines); got != "" {
		t.Errorf("got %s", got)
	}
	if status, _ := c.listen(t, t.Context(), "subscription{said}"); status != http.StatusServiceUnavailable {
		t.Errorf("a new one: got %d", status)
	}
}

func TestTooManyStreams(t *testing.T) {
	c := serve(t, newChat(t, WithStreams(1, time.Second)))
	ctx, cancel := context.WithCancel(t.Context())
	c.listen(t, ctx, "subscription{said}")
	c.subscribed("said:", 1)
	if status, _ := c.listen(t, t.Context(), "subscription{said}"); status != http.StatusServiceUnavailable {
		t.Errorf("the second: got %d", status)
	}
	cancel()
	c.subscribed("said:", 0)
	for c.handler.(*handler).streams.Load() > 0 {
		runtime.Gosched()
	}
	if status, _ := c.listen(t, t.Context(), "subscription{two}"); status != http.StatusOK {
		t.Errorf("once the first has gone: got %d", status)
	}
}

// TestTooManyStreamsOfAClient: what one client may not open, others may.
func TestTooManyStreamsOfAClient(t *testing.T) {
	var who atomic.Value
	c := serve(t, newChat(t, WithStreamsPerClient(2, func(c *Context) string {
		if c.Request == nil || who.Load() == "panic" {
			panic("no client")
		}
		return who.Load().(string)
	})))
	ctx, cancel := context.WithCancel(t.Context())
	open := func(client, query string, want int) {
		t.Helper()
		who.Store(client)
		if status, _ := c.listen(t, ctx, query); status != want {
			t.Errorf("%s: got %d, want %d", client, status, want)
		}
	}
	const said = "subscription{said}"
	open("a", said, http.StatusOK)
	open("a", "query @live {now}", http.StatusOK)
	open("a", said, http.StatusTooManyRequests)
	open("a", "query @live {now}", http.StatusTooManyRequests)
	open("b", said, http.StatusOK)
	for range 3 {
		open("", said, http.StatusOK)
	}
	open("panic", said, http.StatusTooManyRequests)
	cancel()
	for c.handler.(*handler).streams.Load() > 0 {
		runtime.Gosched()
	}
	if n := c.handler.(*handler).clients.Len(); n > 0 {
		t.Errorf("%d clients are left", n)
	}
	ctx = t.Context()
	open("a", "subscription{two}", http.StatusOK)
}

// TestKeepAlive waits for a comment on a stream without events.
func TestKeepAlive(t *testing.T) {
	c := serve(t, newChat(t, WithKeepAlive(time.Millisecond)))
	_, lines := c.listen(t, t.Context(), "subscription{said}")
	comments := 0
	for comments < 3 && lines.Scan() {
		if lines.Text() == ":" {
			comments++
		}
	}
	if comments < 3 {
		t.Error("the stream ended")
	}
}

func TestLiveQuery(t *testing.T) {
	c := serve(t, newChat(t))
	status, lines := c.listen(t, t.Context(), "query @live {posts{id title}}")
	if want := `data: {"data":{"posts":[{"id":"1","title":"one"}]},"isLive":true}`; status != 200 {
		t.Fatal(status)
	} else if got := event(lines); got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	for _, x := range []struct {
		change func()
		names  []string
		want   string
	}{
		{func() { c.posts[0].Title = "uno" }, []string{"Other:1", "Post:1"}, `data: {"data":{"posts":[{"id":"1","title":"uno"}]},"isLive":true}`},
		{func() { c.posts = append(c.posts, &chatPost{"2", "two"}) }, []string{"Query.posts"}, `data: {"data":{"posts":[{"id":"1","title":"uno"},{"id":"2","title":"two"}]},"isLive":true}`},
	} {
		if err := c.live.Invalidate(t.Context(), "Post:77", "Query.now"); err != nil { // not asked for
			t.Fatal(err)
		}
		c.mu.Lock()
		x.change()
		c.mu.Unlock()
		if err := c.live.Invalidate(t.Context(), x.names...); err != nil {
			t.Fatal(err)
		}
		if got := event(lines); got != x.want {
			t.Fatalf("got %s, want %s", got, x.want)
		}
	}
	w := send(c.handler, "POST", "/", `{"query":"query @live {now}"}`, asJSON)
	expect(t, w.Body.String(), `{"data":{"now":1}}`) // a client that takes no stream
	_, off := c.listen(t, t.Context(), "query @live(if: false) {now}")
	if got := event(off) + event(off); got != `data: {"data":{"now":1}}event: complete` {
		t.Errorf("@live(if: false): got %s", got)
	}
}

// A pipeWriter is the answer to a request that somebody else reads meanwhile.
type pipeWriter struct {
	*httptest.ResponseRecorder
	*io.PipeWriter
}

func (w *pipeWriter) Write(b []byte) (int, error) { return w.PipeWriter.Write(b) }

// TestLiveThrottle has changes in quick succession answered together, when the
// time has come.
func TestLiveThrottle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChat(t)
		ctx, cancel := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, "GET", get("query @live(throttle: 50) {posts{id}}"), nil)
		r.Header.Set("Accept", "text/event-stream")
		in, out := io.Pipe()
		go func() {
			c.handler.ServeHTTP(&pipeWriter{httptest.NewRecorder(), out}, r)
			out.Close()
		}()
		lines := bufio.NewScanner(in)
		want := event(lines)
		begin := time.Now()
		for range 20 {
			if err := c.live.Invalidate(t.Context(), "Post:1"); err != nil {
				t.Fatal(err)
			}
		}
		if got := event(lines); got != want { // though the broker cut off who fell behind
			t.Errorf("got %s", got)
		}
		if since := time.Since(begin); since != 50*time.Millisecond { // of the test's own clock
			t.Errorf("answered again after %s", since)
		}
		cancel()
		if got := event(lines); got != "" {
			t.Errorf("then got %s", got)
		}
	})
}

// TestDroppedSubscriptions drops a thousand subscriptions at once: nothing of
// them stays.
func TestDroppedSubscriptions(t *testing.T) {
	const n = 1000
	c := serve(t, newChat(t))
	ignore := goleak.IgnoreCurrent()
	ctx, cancel := context.WithCancel(t.Context())
	var before, during, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var opened sync.WaitGroup
	for range n {
		opened.Go(func() {
			r, _ := http.NewRequestWithContext(ctx, "POST", c.URL, strings.NewReader(`{"query":"subscription{said}"}`))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "text/event-stream")
			w, err := c.Client().Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			context.AfterFunc(ctx, func() { w.Body.Close() })
		})
	}
	opened.Wait()
	c.subscribed("said:", n)
	if err := c.said.Publish(t.Context(), "", "to everyone"); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&during)
	if each := int64(during.HeapAlloc+during.StackInuse-before.HeapAlloc-before.StackInuse) / n; each > 256<<10 {
		t.Errorf("%d bytes for each subscription, with its client", each)
	}
	cancel()
	c.subscribed("said:", 0)
	c.Client().CloseIdleConnections()
	if err := goleak.Find(ignore, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait"), goleak.IgnoreTopFunction("net/http.(*Server).Serve")); err != nil {
		t.Error(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
		t.Errorf("%d bytes stay", grown)
	}
}

// A stalled client takes nothing.
type stalled struct {
	http.ResponseWriter
	deadlines chan time.Time
}

func (s *stalled) Write(b []byte) (int, error) {
	if d := <-s.deadlines; d.IsZero() {
		return 0, errors.New("written to without a deadline")
	}
	return 0, errors.New("i/o timeout")
}
func (s *stalled) FlushError() error { return nil }
func (s *stalled) SetWriteDeadline(t time.Time) error {
	select {
	case s.deadlines <- t:
	default:
	}
	return nil
}

// TestStalledClient ends the subscription of a client that takes no bytes.
func TestStalledClient(t *testing.T) {
	c := serve(t, newChat(t))
	r := httptest.NewRequest("POST", "/graphql", strings.NewReader(`{"query":"subscription{said}"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	c.handler.ServeHTTP(&stalled{httptest.NewRecorder(), make(chan time.Time, 1)}, r)
	c.subscribed("said:", 0)
}
