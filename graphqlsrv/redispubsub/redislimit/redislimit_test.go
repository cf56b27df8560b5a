package redislimit

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/redis/go-redis/v9"

	"signalbox/graphqlsrv"
	"signalbox/internal/testservice"
)

var _ graphqlsrv.RateLimiter = (*Limiter)(nil)

// limiter makes one whose buckets are those of the test.
func limiter(t *testing.T, perSecond float64, burst int) *Limiter {
	t.Helper()
	o, err := redis.ParseURL(testservice.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(o)
	t.Cleanup(func() { c.Close() })
	prefix := t.Name() + time.Now().Format(time.RFC3339Nano) + ":"
	return New(c, perSecond, burst).WithPrefix(prefix)
}

// TestTake: a bucket of 10 units to which one comes back in a thousand seconds, which is no time
// here.
func TestTake(t *testing.T) {
	l := limiter(t, 0.001, 10)
	for i, x := range []struct {
		client string
		n      int
		wait   time.Duration
	}{
		{"a", 6, 0},
		{"a", 6, 2000 * time.Second}, // nothing is taken
		{"a", 4, 0},
		{"b", 1000, 0}, // more than there ever is: all of it
		{"b", 1000, 10_000 * time.Second},
		{"a", 1, 1000 * time.Second},
	} {
		wait, err := l.Take(t.Context(), x.client, x.n)
		if off := x.wait - wait; err != nil || off < 0 || off > 100*time.Second {
			t.Errorf("%d: %s takes %d: wait %s, want %s; %v", i, x.client, x.n, wait, x.wait, err)
		}
	}
	left, err := l.client.PTTL(t.Context(), l.prefix+"a").Result()
	if err != nil || left <= 0 || left > 10_000*time.Second {
		t.Errorf("the bucket is kept for %s, %v", left, err)
	}
	full := limiter(t, 1e6, 10) // comes back at once
	for range 100 {
		if wait, err := full.Take(t.Context(), "a", 10); err != nil || wait > 10*time.Microsecond {
			t.Errorf("wait %s, %v", wait, err)
		}
	}
}

// TestTakeTogether: processes that take at the same time don't get more than there is.
func TestTakeTogether(t *testing.T) {
	l := limiter(t, 0.001, 50)
	var got atomic.Int64
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			if wait, err := l.Take(t.Context(), "a", 1); err == nil && wait == 0 {
				got.Add(1)
			}
		})
	}
	all.Wait()
	if got.Load() != 50 {
		t.Errorf("%d of 50 units were taken", got.Load())
	}
}

// TestServers: what a client asks of one server is missing at another; without Redis each lets it
// in, and says so.
func TestServers(t *testing.T) {
	servers := func(l *Limiter) (ask func(server int) *httptest.ResponseRecorder, log *bytes.Buffer) {
		log = &bytes.Buffer{}
		var all []http.Handler
		for range 2 {
			h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(`type Query { posts(first: Int): [Post] @skipAuth } type Post { id: ID }`)}},
				graphqlsrv.WithLogger(slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelError}))),
				graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{"posts": graphqlsrv.FuncWith(func(context.Context, struct{ First int }) ([]any, error) { return nil, nil })}),
				graphqlsrv.WithRateLimit(l, func(c *graphqlsrv.Context) string { return c.Request.Header.Get("X-Client") }))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, h)
		}
		return func(server int) *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query":"{ posts(first: 28) { id } }"}`)) // costs 30
			r.Header = http.Header{"Content-Type": {"application/json"}, "X-Client": {"a"}}
			w := httptest.NewRecorder()
			all[server].ServeHTTP(w, r)
			return w
		}, log
	}
	ask, log := servers(limiter(t, 0.001, 50))
	for i, want := range []int{http.StatusOK, http.StatusTooManyRequests, http.StatusTooManyRequests} {
		if w := ask(i % 2); w.Code != want || (want != http.StatusOK) != strings.Contains(w.Body.String(), graphqlsrv.CodeRateLimited) {
			t.Errorf("request %d: %d %s", i, w.Code, w.Body)
		}
	}
	if log.Len() > 0 {
		t.Errorf("the log has %s", log)
	}
	away := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1})
	defer away.Close()
	ask, log = servers(New(away, 0.001, 1))
	for server := range 2 {
		if w := ask(server); w.Code != http.StatusOK {
			t.Errorf("without Redis: %d %s", w.Code, w.Body)
		}
	}
	if n := strings.Count(log.String(), "the rate limit is not known"); n != 2 {
		t.Errorf("the log has it %d times:\n%s", n, log)
	}
}

func TestWithoutRedis(t *testing.T) {
	c := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1})
	defer c.Close()
	if wait, err := New(c, 1, 1).Take(t.Context(), "a", 1); err == nil || wait != 0 {
		t.Errorf("wait %s, %v", wait, err)
	}
}

// TestNewOfNothing: without a client, or with a bucket that never fills, it is a mistake.
func TestNewOfNothing(t *testing.T) {
	c := redis.NewClient(&redis.Options{})
	defer c.Close()
	for name, f := range map[string]func(){
		"no client": func() { New(nil, 1, 1) },
		"no units":  func() { New(c, 0, 1) },
		"no burst":  func() { New(c, 1, 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is made", name)
				}
			}()
			f()
		}()
	}
}
