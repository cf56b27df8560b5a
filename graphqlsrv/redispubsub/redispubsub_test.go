package redispubsub

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"signalbox/graphqlsrv"
	"signalbox/internal/testservice"
)

// server connects to Redis, or skips the test.
func server(t *testing.T) *redis.Client {
	t.Helper()
	at := testservice.Redis(t)
	o, err := redis.ParseURL(at)
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(o)
	t.Cleanup(func() { c.Close() })
	if err := c.Ping(t.Context()).Err(); err != nil {
		t.Fatalf("Redis at %s: %v", at, err)
	}
	return c
}

// machine makes a broker as one of several machines has it.
func machine(t *testing.T, options ...Option) *Broker {
	t.Helper()
	b := New(server(t), append([]Option{WithPrefix(t.Name() + ":")}, options...)...)
	t.Cleanup(func() { b.Close() })
	return b
}

func receive(t *testing.T, messages <-chan []byte) string {
	t.Helper()
	select {
	case m, ok := <-messages:
		if !ok {
			return "closed"
		}
		return string(m)
	case <-time.After(10 * time.Second):
		t.Fatal("nothing came")
		return ""
	}
}

// TestTwoMachines has what one publishes reach the subscribers of both, in order.
func TestTwoMachines(t *testing.T) {
	one, two := machine(t), machine(t)
	var all []<-chan []byte
	for _, b := range []*Broker{one, one, two} {
		m, err := b.Subscribe(t.Context(), "topic")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	for _, text := range []string{"a", "b"} {
		if err := two.Publish(t.Context(), "topic", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := two.Publish(t.Context(), "another", []byte("x")); err != nil {
		t.Fatal(err)
	}
	for i, m := range all {
		if got := receive(t, m) + receive(t, m); got != "ab" {
			t.Errorf("subscriber %d got %q", i, got)
		}
	}
}

// TestLeave unsubscribes at Redis when the last subscriber has gone.
func TestLeave(t *testing.T) {
	b := machine(t)
	channel := b.prefix + "topic"
	count := func() int64 { return b.client.PubSubNumSub(context.Background(), channel).Val()[channel] }
	var leave []context.CancelFunc
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := b.Subscribe(ctx, "topic"); err != nil {
			t.Fatal(err)
		}
		leave = append(leave, cancel)
	}
	if n := count(); n != 1 {
		t.Errorf("Redis has %d subscriptions for two subscribers", n)
	}
	leave[0]()
	leave[1]()
	for count() != 0 {
		runtime.Gosched()
	}
	if _, err := b.Subscribe(t.Context(), "topic"); err != nil || count() != 1 {
		t.Errorf("again: %v, Redis has %d", err, count())
	}
}

// TestClosed refuses and leaves nothing behind.
func TestClosed(t *testing.T) {
	client := server(t)
	ignore := goleak.IgnoreCurrent()
	b := New(client)
	m, err := b.Subscribe(t.Context(), "topic")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if got := receive(t, m); got != "closed" {
		t.Errorf("got %q", got)
	}
	if _, err := b.Subscribe(t.Context(), "topic"); !errors.Is(err, ErrClosed) {
		t.Errorf("Subscribe: %v", err)
	}
	if err := b.Publish(t.Context(), "topic", nil); !errors.Is(err, ErrClosed) {
		t.Errorf("Publish: %v", err)
	}
	client.Close()
	if err := goleak.Find(ignore); err != nil {
		t.Error(err)
	}
}

// TestUnreachable says what it could not do.
func TestUnreachable(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	client := redis.NewClient(&redis.Options{Addr: l.Addr().String(), MaxRetries: -1})
	defer client.Close()
	b := New(client)
	defer b.Close()
	if err := b.Publish(t.Context(), "topic", nil); err == nil || !strings.Contains(err.Error(), "publishing to signalbox:topic") {
		t.Errorf("Publish: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := b.Subscribe(ctx, "topic"); err == nil {
		t.Error("Subscribe: no error")
	}
}

// TestConnectionLost ends the subscriptions, so that clients know; a new one works.
func TestConnectionLost(t *testing.T) {
	b := machine(t)
	s := chatServer(t, b)
	lines := listen(t, s)
	if n, err := b.client.ClientKillByFilter(t.Context(), "TYPE", "pubsub").Result(); err != nil || n == 0 {
		t.Fatalf("killed %d: %v", n, err)
	}
	want := `data: {"errors":[{"message":"Events may have been lost: subscribe again.","extensions":{"code":"EVENTS_LOST"}}]}`
	if got := <-lines; got != want {
		t.Errorf("got %s", got)
	}
	if got, more := <-lines; more {
		t.Errorf("then got %s", got)
	}
	again := listen(t, s)
	say(t, s, "hello again")
	if got := <-again; got != `data: {"data":{"said":"hello again"}}` {
		t.Errorf("after it: got %s", got)
	}
}

// TestSubscription has a mutation on one machine reach a client of another.
func TestSubscription(t *testing.T) {
	one, two := chatServer(t, machine(t)), chatServer(t, machine(t))
	lines := listen(t, two)
	say(t, one, "hello")
	if got := <-lines; got != `data: {"data":{"said":"hello"}}` {
		t.Errorf("got %s", got)
	}
}

func chatServer(t *testing.T, b *Broker) *httptest.Server {
	t.Helper()
	h := chat(t, b)
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		h.(graphqlsrv.Drainer).Drain() // ends what still listens
		s.Close()
	})
	return s
}

// chat makes a server with a subscription.
func chat(t *testing.T, b *Broker) http.Handler {
	t.Helper()
	said := graphqlsrv.NewTopic[string](b, "said")
	sdl := `type Query { a: Int @skipAuth } type Mutation { say(text: String!): Boolean! @skipAuth } type Subscription { said: String! @skipAuth }`
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(sdl)}},
		graphqlsrv.WithLogger(nil), graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"say": graphqlsrv.FuncWith(func(ctx context.Context, args struct{ Text string }) (bool, error) {
				return true, said.Publish(ctx, "", args.Text)
			}),
			"said": graphqlsrv.Func(subscribe(said)),
		}))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func post(t *testing.T, s *httptest.Server, accept, query string, variables any) *http.Response {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL, strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	w, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Body.Close() })
	return w
}

func say(t *testing.T, s *httptest.Server, text string) {
	t.Helper()
	w := post(t, s, "application/graphql-response+json", "mutation($t:String!){say(text:$t)}", map[string]string{"t": text})
	if w.StatusCode != http.StatusOK {
		t.Fatal(w.Status)
	}
}

// TestSubscribersDoNotWaitForOneAnother: while one waits for a connection, others can
// come and go, and the broker serves those that it has.
func TestSubscribersDoNotWaitForOneAnother(t *testing.T) {
	dialing, release := make(chan struct{}, 100), make(chan struct{})
	client := redis.NewClient(&redis.Options{MaxRetries: -1, Dialer: func(context.Context, string, string) (net.Conn, error) {
		dialing <- struct{}{}
		<-release
		return nil, errors.New("nobody there")
	}})
	defer client.Close()
	b := New(client)
	first := make(chan error, 1)
	go func() {
		_, err := b.Subscribe(t.Context(), "first")
		first <- err
	}()
	<-dialing
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	others := make(chan error, 1)
	go func() {
		var all error
		for _, name := range []string{"first", "second", "second"} {
			_, err := b.Subscribe(ended, name)
			all = errors.Join(all, err)
		}
		others <- all
	}()
	select {
	case err := <-others:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("others: %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("others wait for the first")
	}
	close(release)
	if err := <-first; err == nil || !strings.Contains(err.Error(), "subscribing to signalbox:first") {
		t.Errorf("the first: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// TestRedisComesBack: what could not be subscribed to leaves nothing behind.
func TestRedisComesBack(t *testing.T) {
	reachable := server(t)
	var up atomic.Bool
	var b *Broker
	var waits sync.Once
	o := *reachable.Options()
	o.MaxRetries = -1
	o.Dialer = func(ctx context.Context, network, address string) (net.Conn, error) {
		if !up.Load() {
			return nil, errors.New("down")
		}
		waits.Do(func() { b.lost(errors.New("down")) }) // what waits for a confirmation has lost nothing
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	client := redis.NewClient(&o)
	defer client.Close()
	b = New(client, WithPrefix(t.Name()+":"))
	defer b.Close()
	if _, err := b.Subscribe(t.Context(), "before"); err == nil {
		t.Fatal("Subscribe: no error")
	}
	up.Store(true)
	var m <-chan []byte
	for m == nil { // the connection may be lost once more
		m, _ = b.Subscribe(t.Context(), "after")
	}
	if err := b.Publish(t.Context(), "after", []byte("a")); err != nil {
		t.Fatal(err)
	}
	if got := receive(t, m); got != "a" {
		t.Errorf("got %q", got)
	}
	counts := reachable.PubSubNumSub(t.Context(), b.prefix+"before", b.prefix+"after").Val()
	if counts[b.prefix+"before"] != 0 || counts[b.prefix+"after"] != 1 {
		t.Errorf("Redis has the subscriptions %v", counts)
	}
}
