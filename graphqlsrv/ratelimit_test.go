package graphqlsrv

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

type limiterFunc func(client string, n int) (time.Duration, error)

func (f limiterFunc) Take(_ context.Context, client string, n int) (time.Duration, error) {
	return f(client, n)
}

// TestRateLimitAnswers: what a client is told, whichever way it asks.
func TestRateLimitAnswers(t *testing.T) {
	const limited = `{"message":"You have asked for too much: try again in 1.5s.","extensions":{"code":"RATE_LIMITED","retryAfter":1.5}}`
	var taken []string
	c := serve(t, newChat(t, WithRateLimit(limiterFunc(func(client string, n int) (time.Duration, error) {
		taken = append(taken, client+" "+strconv.Itoa(n))
		switch client {
		case "poor":
			return 1500 * time.Millisecond, nil
		case "never":
			return math.MaxInt64, nil
		case "lost":
			return time.Hour, errors.New("no store")
		case "panic":
			panic("store")
		}
		return 0, nil
	}), func(c *Context) string { return c.Request.Header.Get("X-Client") })))
	const stream = "Accept: text/event-stream"
	for _, x := range []struct {
		headers     []string
		query       string
		status      int
		retry, body string
	}{
		{[]string{asJSON, "X-Client: rich"}, "{now}", 200, "", `{"data":{"now":1}}`},
		{[]string{asJSON, "X-Client: rich"}, "{posts{id} more:posts{id}}", 200, "", `{"data":{"posts":[{"id":"1"}],"more":[{"id":"1"}]}}`},
		{[]string{asJSON}, "{now}", 200, "", `{"data":{"now":1}}`},
		{[]string{asJSON, "X-Client: lost"}, "{now}", 200, "", `{"data":{"now":1}}`},
		{[]string{asJSON, "X-Client: poor"}, "{none}", 200, "", ""}, // an invalid operation takes nothing
		{[]string{asJSON, "X-Client: poor"}, "{now}", http.StatusTooManyRequests, "2", `{"errors":[` + limited + `]}`},
		{[]string{asJSON, "X-Client: poor", "Accept: application/graphql-response+json"}, "{now}", http.StatusTooManyRequests, "2", `{"errors":[` + limited + `]}`},
		{[]string{asJSON, "X-Client: poor", stream}, "subscription{two}", 200, "", ":\n\nevent: next\ndata: {\"errors\":[" + limited + "]}\n\nevent: complete\ndata:\n\n"},
		{[]string{asJSON, "X-Client: poor", "Accept: multipart/mixed;subscriptionSpec=1.0, application/json"}, "subscription{two}", http.StatusTooManyRequests, "2", `{"errors":[` + limited + `]}`},
		{[]string{asJSON, "X-Client: never"}, "{now}", http.StatusTooManyRequests, "86400", `{"errors":[{"message":"You have asked for too much: try again in 24h0m0s.","extensions":{"code":"RATE_LIMITED","retryAfter":86400}}]}`},
		{[]string{asJSON, "X-Client: panic"}, "{now}", http.StatusInternalServerError, "", `{"errors":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`},
	} {
		w := send(c.handler, "POST", "/graphql", `{"query":"`+x.query+`"}`, x.headers...)
		if w.Code != x.status || w.Header().Get("Retry-After") != x.retry || x.body != "" && w.Body.String() != x.body {
			t.Errorf("%v %s: got %d, Retry-After %q, %s", x.headers, x.query, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
	}
	if want := "rich 1|rich 5|lost 1|poor 1|poor 1|poor 1|poor 1|never 1|panic 1"; strings.Join(taken, "|") != want {
		t.Errorf("taken: %s, want %s", strings.Join(taken, "|"), want)
	}
	conn, err := c.dial(t, http.Header{"X-Client": {"poor"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, conn, 2, wsInit, wsAsk("1", "{now}")); got[1] != `{"type":"error","id":"1","payload":[`+limited+`]}` {
		t.Errorf("over a WebSocket: %v", got)
	}
	if w := c.share(c.reserve(t), `"1"`, "{now}", "X-Client: poor"); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "2" || w.Body.String() != `{"errors":[`+limited+`]}` {
		t.Errorf("by a shared stream: %d %v %s", w.Code, w.Header(), w.Body)
	}
}

// TestRateLimitOfLiveQueries takes the cost of each run, which waits where there is too little.
func TestRateLimitOfLiveQueries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := []time.Duration{0, time.Minute, 2 * time.Minute, 0, -1}
		c := newChat(t, WithRateLimit(limiterFunc(func(string, int) (time.Duration, error) {
			wait := waits[0]
			if waits = waits[1:]; wait < 0 {
				panic("store")
			}
			return wait, nil
		}), func(*Context) string { return "a" }), WithKeepAlive(0))
		r := httptest.NewRequestWithContext(t.Context(), "GET", get("query @live {posts{id}}"), nil)
		r.Header.Set("Accept", "text/event-stream")
		in, out := io.Pipe()
		go func() {
			c.handler.ServeHTTP(&pipeWriter{httptest.NewRecorder(), out}, r)
			out.Close()
		}()
		lines := bufio.NewScanner(in)
		first := event(lines)
		begin := time.Now()
		_ = c.live.Invalidate(t.Context(), "Post:1")
		if again := event(lines); again != first || time.Since(begin) != 3*time.Minute { // of the test's own clock
			t.Errorf("after %s: %s", time.Since(begin), again)
		}
		_ = c.live.Invalidate(t.Context(), "Post:1")
		expect(t, event(lines)+event(lines), "data: "+maskedError) // and the end
		if len(waits) != 0 {
			t.Errorf("%d runs were not charged", len(waits))
		}
	})
}

// TestOptionsThatLackSomething: options that can't do anything are errors of New.
func TestOptionsThatLackSomething(t *testing.T) {
	limiter := limiterFunc(func(string, int) (time.Duration, error) { return 0, nil })
	for _, c := range []struct {
		want   string
		option Option
	}{
		{"WithRateLimit needs a limiter", WithRateLimit(limiter, nil)},
		{"WithRateLimit needs a limiter", WithRateLimit(nil, func(*Context) string { return "" })},
		{"WithRateLimit needs a limiter", WithRateLimit(nil, nil)},
		{"WithStreamsPerClient has no function that returns the key of a client", WithStreamsPerClient(3, nil)},
		{"WithMaxBody(0) lets no request in: leave it out for 1048576 bytes", WithMaxBody(0)},
	} {
		if _, err := New(sdl("type Query { a: Int @skipAuth }"), c.option, WithLogger(nil)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestNothingToMakeItOf: what is nil is said where it is given, not where it is first used.
func TestNothingToMakeItOf(t *testing.T) {
	for want, f := range map[string]func(){
		"graphqlsrv: NewLoader of a nil function":    func() { NewLoader[int, int](nil) },
		"graphqlsrv: NewTopic of a nil Broker":       func() { NewTopic[int](nil, "a") },
		"graphqlsrv: NewLiveQueries of a nil Broker": func() { NewLiveQueries(nil) },
	} {
		func() {
			defer func() {
				if r := recover(); r != want {
					t.Errorf("got %v, want %s", r, want)
				}
			}()
			f()
		}()
	}
}

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7:80": "192.0.2.7/32", "192.0.2.7": "192.0.2.7/32", "[::ffff:192.0.2.7]:80": "192.0.2.7/32",
		"[2001:db8:1:2:3:4:5:6]:443": "2001:db8:1:2::/64", "2001:db8:1:2::9": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64",
		"@": "@", "": "",
	} {
		if got := Network(address); got != want {
			t.Errorf("%s is of %s, want %s", address, got, want)
		}
	}
}
