package graphqlsrv

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"signalbox/graphqlsrv/internal/transportsse"
)

// reserve reserves a stream.
func (c *chat) reserve(t testing.TB) (token string) {
	t.Helper()
	w := send(c.handler, "PUT", "/graphql", "")
	if w.Code != http.StatusCreated {
		t.Fatalf("reserving: %d %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// attach opens the stream of a token.
func (c *chat) attach(t testing.TB, ctx context.Context, token string) (status int, lines *bufio.Scanner) {
	t.Helper()
	r, _ := http.NewRequestWithContext(ctx, "GET", c.URL+"/graphql?token="+token, nil)
	r.Header.Set("Accept", "text/event-stream")
	w, err := c.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Body.Close() })
	return w.StatusCode, bufio.NewScanner(w.Body)
}

func (c *chat) share(token, id, query string, headers ...string) *httptest.ResponseRecorder {
	body := `{"query":"` + query + `","extensions":{"operationId":` + id + `}}`
	return send(c.handler, "POST", "/graphql", body, append([]string{asJSON, transportsse.TokenHeader + ": " + token}, headers...)...)
}

// TestSharedStream has the responses of many operations in one stream, also of those that began
// before it was open.
func TestSharedStream(t *testing.T) {
	c := serve(t, newChat(t))
	token := c.reserve(t)
	early := c.share(token, `"early"`, "{now}")
	status, lines := c.attach(t, t.Context(), token)
	if early.Code != http.StatusAccepted || early.Body.Len() > 0 || status != http.StatusOK {
		t.Fatalf("%d %s, %d", early.Code, early.Body, status)
	}
	for _, x := range []struct{ id, query, want string }{
		{"early", "", `data: {"id":"early","payload":{"data":{"now":1}}}`},
		{`a\"b`, "{now}", `data: {"id":"a\"b","payload":{"data":{"now":1}}}`},
		{"m", `mutation{say(text:\"x\")}`, `data: {"id":"m","payload":{"data":{"say":true}}}`},
		{"s", "subscription{two}", `data: {"id":"s","payload":{"data":{"two":1}}}|data: {"id":"s","payload":{"data":{"two":2}}}`},
		{"fails", "subscription{broken}", `data: {"id":"fails","payload":{"errors":[{"message":"Something went wrong.","locations":[{"line":1,"column":14}],"path":["broken"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}}`},
		{"ends", "subscription{panics}", `data: {"id":"ends","payload":{"data":{"panics":1}}}|data: {"id":"ends","payload":{"errors":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}}`},
		{"s", "query @live(if: false) {now}", `data: {"id":"s","payload":{"data":{"now":1}}}`}, // the id is free again
	} {
		if x.query != "" {
			if w := c.share(token, `"`+x.id+`"`, x.query); w.Code != http.StatusAccepted {
				t.Fatalf("%s: %d %s", x.id, w.Code, w.Body)
			}
		}
		for _, want := range append(strings.Split(x.want, "|"), "event: complete", `data: {"id":"`+x.id+`"}`) {
			if got := event(lines); got != want {
				t.Fatalf("got  %s\nwant %s", got, want)
			}
		}
	}
}

// TestSharedStreamCompletes ends an operation by DELETE, and the others with the stream.
func TestSharedStreamCompletes(t *testing.T) {
	c := serve(t, newChat(t))
	token := c.reserve(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, lines := c.attach(t, ctx, token)
	c.share(token, `"1"`, "subscription{said}")
	c.share(token, `"2"`, "subscription{said}")
	c.subscribed("said:", 2)
	del := func(target, token string) int {
		return send(c.handler, "DELETE", target, "", transportsse.TokenHeader+": "+token).Code
	}
	for target, want := range map[string]int{"/graphql?operationId=1": 200, "/graphql?operationId=unknown": 200, "/graphql": 400} {
		if got := del(target, token); got != want {
			t.Errorf("DELETE %s: %d, want %d", target, got, want)
		}
	}
	if got := del("/graphql?operationId=2", "stolen"); got != http.StatusNotFound {
		t.Errorf("another token: %d", got)
	}
	c.subscribed("said:", 1)
	if err := c.said.Publish(t.Context(), "", "hello"); err != nil {
		t.Fatal(err)
	}
	if got := event(lines); got != `data: {"id":"2","payload":{"data":{"said":"hello"}}}` {
		t.Error(got)
	}
	cancel()
	c.subscribed("said:", 0)
	for c.handler.(*handler).streams.Load() > 0 {
		runtime.Gosched()
	}
	if w := c.share(token, `"3"`, "{now}"); w.Code != http.StatusNotFound {
		t.Errorf("after the stream: %d %s", w.Code, w.Body)
	}
}

func TestSharedStreamRefuses(t *testing.T) {
	c := serve(t, newChat(t, WithStreamsPerClient(4, func(c *Context) string { return c.Request.Header.Get("X-Client") })))
	token := c.reserve(t)
	_, _ = c.attach(t, t.Context(), token)
	c.share(token, `"1"`, "subscription{said}")
	long := `"` + strings.Repeat("x", 256) + `"`
	for name, x := range map[string]struct {
		w    *httptest.ResponseRecorder
		want int
	}{
		"an id that is there":    {c.share(token, `"1"`, "{now}"), 409},
		"no id":                  {c.share(token, `""`, "{now}"), 400},
		"an id of digits":        {c.share(token, `1`, "{now}"), 400},
		"a long id":              {c.share(token, long, "{now}"), 400},
		"an invalid query":       {c.share(token, `"2"`, "{none}", "Accept: application/graphql-response+json"), 400},
		"an unknown token":       {c.share("stolen", `"2"`, "{now}"), 404},
		"by GET":                 {send(c.handler, "GET", get("{now}")+"&extensions=%7B%22operationId%22:%222%22%7D&token="+token, "", "GraphQL-Preflight: 1"), 405},
		"a form of another site": {send(c.handler, "POST", "/graphql?token="+token, "", "Content-Type: multipart/form-data; boundary=x"), 400},
	} {
		if x.w.Code != x.want {
			t.Errorf("%s: %d %s, want %d", name, x.w.Code, x.w.Body, x.want)
		}
	}
	for token, want := range map[string]int{token: http.StatusConflict, "stolen": http.StatusNotFound} {
		if status, _ := c.attach(t, t.Context(), token); status != want {
			t.Errorf("opening %s: %d, want %d", token, status, want)
		}
	}
	for i := range 5 {
		if w := send(c.handler, "PUT", "/graphql", "", "X-Client: greedy"); (w.Code == http.StatusTooManyRequests) != (i == 4) {
			t.Errorf("reservation %d of a client: %d", i, w.Code)
		}
	}
	var last *httptest.ResponseRecorder
	for i := range 1001 {
		last = c.share(token, `"s`+strings.Repeat("x", i%200)+string(rune('a'+i/200))+`"`, "subscription{said}")
	}
	if last.Code != http.StatusTooManyRequests {
		t.Errorf("1002 operations: %d %s", last.Code, last.Body)
	}
	c.handler.(Drainer).Drain()
	if w := send(c.handler, "PUT", "/graphql", ""); w.Code != http.StatusServiceUnavailable {
		t.Errorf("while it drains: %d", w.Code)
	}
}

// TestUnusedReservation frees the place of a stream that nobody opens, with what waits for it.
func TestUnusedReservation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChat(t)
		token := c.reserve(t)
		c.share(token, `"1"`, "subscription{two}")
		time.Sleep(transportsse.ReservationWait - time.Second) // of the test's own clock
		synctest.Wait()
		if n := c.handler.(*handler).streams.Load(); n != 2 {
			t.Errorf("%d streams before the time is over", n)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if n := c.handler.(*handler).streams.Load(); n != 0 {
			t.Errorf("%d streams after it", n)
		}
	})
}

// TestReservationsOfANetwork: a network may have a tenth of all streams reserved at a time; those
// that are opened, or given up, make room.
func TestReservationsOfANetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChat(t, WithStreams(20, 0))
		reserve := func(from string) *httptest.ResponseRecorder {
			r := httptest.NewRequestWithContext(t.Context(), "PUT", "/graphql", nil)
			r.RemoteAddr = from
			w := httptest.NewRecorder()
			c.handler.ServeHTTP(w, r)
			return w
		}
		token := reserve("[2001:db8::1]:1").Body.String()
		for from, want := range map[string]int{"[2001:db8::2]:1": 201, "192.0.2.1:1": 201} {
			if got := reserve(from).Code; got != want {
				t.Errorf("from %s: %d", from, got)
			}
		}
		if w := reserve("[2001:db8::3]:1"); w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), CodeTooManyStreams) {
			t.Errorf("one more: %d %s", w.Code, w.Body)
		}
		ctx, cancel := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, "GET", "/graphql?token="+token, nil)
		r.Header.Set("Accept", "text/event-stream")
		go c.handler.ServeHTTP(httptest.NewRecorder(), r)
		synctest.Wait()
		if got := reserve("[2001:db8::3]:1").Code; got != 201 {
			t.Errorf("after one is open: %d", got)
		}
		time.Sleep(transportsse.ReservationWait) // of the test's own clock
		synctest.Wait()
		if h := c.handler.(*handler); h.reserved.Len() != 0 || h.streams.Load() != 1 {
			t.Errorf("%d networks wait, %d streams", h.reserved.Len(), h.streams.Load())
		}
		cancel()
	})
}

// FuzzSharedStream: whatever tokens and ids a client sends, it gets an answer, and the stream of
// another stays as it is.
func FuzzSharedStream(f *testing.F) {
	c := newChat(f)
	token := c.reserve(f)
	f.Add("POST", "token=x&operationId=1", "", `"1"`)
	f.Add("DELETE", "operationId=%zz", "stolen", `{}`)
	f.Add("GET", "token", "\x00", `""`)
	f.Fuzz(func(t *testing.T, method, query, header, id string) {
		r := httptest.NewRequest("POST", "/graphql", strings.NewReader(`{"query":"{now}","extensions":{"operationId":`+id+`}}`))
		r.Method, r.URL.RawQuery = method, query
		r.Header = http.Header{"Content-Type": {"application/json"}, transportsse.TokenHeader: {header}}
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, r)
		if w.Code == http.StatusAccepted {
			t.Errorf("%s %q %q: accepted", method, query, header)
		}
		if c.handler.(*handler).connections.Find(token) == nil {
			token = c.reserve(t) // its time was over
		}
	})
}
