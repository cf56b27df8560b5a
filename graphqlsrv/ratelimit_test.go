package graphqlsrv

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
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
		{[]string{asJSON, "X-Client: panic"}, "{now}", http.StatusInternalServerError, "", `{"errors":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`},
	} {
		w := send(c.handler, "POST", "/graphql", `{"query":"`+x.query+`"}`, x.headers...)
		if w.Code != x.status || w.Header().Get("Retry-After") != x.retry || x.body != "" && w.Body.String() != x.body {
			t.Errorf("%v %s: got %d, Retry-After %q, %s", x.headers, x.query, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
	}
	if want := "rich 1|rich 5|lost 1|poor 1|poor 1|poor 1|panic 1"; strings.Join(taken, "|") != want {
		t.Errorf("taken: %s, want %s", strings.Join(taken, "|"), want)
	}
	conn, err := c.dial(t, http.Header{"X-Client": {"poor"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, conn, 2, wsInit, wsAsk("1", "{now}")); got[1] != `{"type":"error","id":"1","payload":[`+limited+`]}` {
		t.Errorf("over a WebSocket: %v", got)
	}
}
