package graphqlsrv

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"signalbox/graphqlsrv/internal/transportws"
)

// dial opens a connection to a chat.
func (c *chat) dial(t testing.TB, header http.Header) (*websocket.Conn, error) {
	t.Helper()
	conn, response, err := websocket.Dial(t.Context(), c.URL+"/graphql", &websocket.DialOptions{Subprotocols: []string{transportws.Protocol}, HTTPHeader: header})
	if err == nil {
		t.Cleanup(func() { conn.CloseNow() })
	} else if response != nil {
		err = errors.New(response.Status)
	}
	return conn, err
}

// talk sends messages, and returns what comes until the connection is closed or so many came.
func talk(t testing.TB, conn *websocket.Conn, answers int, messages ...string) (got []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for _, m := range messages {
		if err := conn.Write(ctx, websocket.MessageText, []byte(m)); err != nil {
			return append(got, err.Error())
		}
	}
	for len(got) < answers {
		_, m, err := conn.Read(ctx)
		if err != nil {
			return append(got, "closed "+closeText(err))
		}
		got = append(got, string(m))
	}
	return got
}

func closeText(err error) string {
	var closed websocket.CloseError
	if errors.As(err, &closed) {
		return closed.Error()
	}
	return err.Error()
}

const (
	wsInit = `{"type":"connection_init"}`
	wsAck  = `{"type":"connection_ack"}`
)

func wsAsk(id, query string) string {
	payload, _ := json.Marshal(map[string]string{"query": query})
	return `{"id":"` + id + `","type":"subscribe","payload":` + string(payload) + `}`
}

func TestSocketOperations(t *testing.T) {
	c := serve(t, newChat(t))
	for name, x := range map[string]struct {
		query string
		want  []string
	}{
		"query":        {"{now}", []string{`{"type":"next","id":"1","payload":{"data":{"now":1}}}`, `{"type":"complete","id":"1"}`}},
		"mutation":     {`mutation{say(text:"x")}`, []string{`{"type":"next","id":"1","payload":{"data":{"say":true}}}`, `{"type":"complete","id":"1"}`}},
		"subscription": {"subscription{two}", []string{`{"type":"next","id":"1","payload":{"data":{"two":1}}}`, `{"type":"next","id":"1","payload":{"data":{"two":2}}}`, `{"type":"complete","id":"1"}`}},
		"invalid":      {"{none}", []string{`{"type":"error","id":"1","payload":[{"message":"Cannot query field \"none\" on type \"Query\".","locations":[{"line":1,"column":2}],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`}},
		"no events": {"subscription{broken}", []string{
			`{"type":"error","id":"1","payload":[{"message":"Something went wrong.","locations":[{"line":1,"column":14}],"path":["broken"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`,
		}},
		"the source panics": {"subscription{panics}", []string{
			`{"type":"next","id":"1","payload":{"data":{"panics":1}}}`,
			`{"type":"error","id":"1","payload":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := c.dial(t, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := append([]string{wsAck}, append(x.want, `{"type":"pong","payload":{"n":1}}`)...)
			got := talk(t, conn, len(want)-1, wsInit, wsAsk("1", x.query))
			got = append(got, talk(t, conn, 1, `{"type":"ping","payload":{"n":1}}`)...) // the connection stays, and the id is free again
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if again := talk(t, conn, 2, wsAsk("1", "{now}")); again[1] != `{"type":"complete","id":"1"}` {
				t.Errorf("again: %v", again)
			}
		})
	}
}

// Many operations share a connection; one that the client completes sends nothing more, and its
// source is left.
func TestSocketCompletes(t *testing.T) {
	c := serve(t, newChat(t))
	conn, err := c.dial(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	talk(t, conn, 1, wsInit, wsAsk("1", "subscription{said}"), wsAsk("2", "subscription{said}"))
	c.subscribed("said:", 2)
	talk(t, conn, 0, `{"id":"1","type":"complete"}`, `{"id":"unknown","type":"complete"}`)
	c.subscribed("said:", 1)
	if err := c.said.Publish(t.Context(), "", "hello"); err != nil {
		t.Fatal(err)
	}
	if got := talk(t, conn, 1); got[0] != `{"type":"next","id":"2","payload":{"data":{"said":"hello"}}}` {
		t.Error(got)
	}
	conn.CloseNow()
	c.subscribed("said:", 0)
}

func TestSocketCredentials(t *testing.T) {
	decode := func(_ context.Context, token Token, _ *http.Request) (any, error) {
		if token.Value != "good" {
			return nil, Unauthenticated(strings.TrimPrefix(token.Value, "bad"))
		}
		return token.Value, nil
	}
	long := strings.Repeat("é", 100)
	c := serve(t, newChat(t, WithAuth(decode, nil)))
	for name, x := range map[string]struct {
		header http.Header
		init   string
		want   string
	}{
		"nobody":           {nil, wsInit, `"message":"You don't have permission to do that."`},
		"in the payload":   {nil, `{"type":"connection_init","payload":{"authorization":"Bearer good","auth-provider":"custom","other":7}}`, `{"type":"complete","id":"1"}`},
		"in the headers":   {http.Header{"Authorization": {"Bearer good"}, "Auth-Provider": {"custom"}}, wsInit, `{"type":"complete","id":"1"}`},
		"wrong":            {nil, `{"type":"connection_init","payload":{"authorization":"Bearer badExpired.","auth-provider":"custom"}}`, `status = StatusCode(4403) and reason = "Expired."`},
		"wrong at length":  {nil, `{"type":"connection_init","payload":{"authorization":"Bearer bad` + long + `","auth-provider":"custom"}}`, `status = StatusCode(4403) and reason = "` + long[:120] + `..."`},
		"wrong headers":    {http.Header{"Authorization": {"Bearer bad\xff"}, "Auth-Provider": {"custom"}}, wsInit, `status = StatusCode(4403) and reason = "�"`},
		"without a reason": {http.Header{"Authorization": {"Bearer bad"}, "Auth-Provider": {"custom"}}, wsInit, `status = StatusCode(4403) and reason = "Forbidden"`},
		"no object":        {nil, `{"type":"connection_init","payload":[]}`, `status = StatusCode(4400)`},
		"null":             {nil, `{"type":"connection_init","payload":null}`, `"message":"You don't have permission to do that."`},
		"payload replaces": {http.Header{"Authorization": {"Bearer bad"}, "Auth-Provider": {"custom"}}, `{"type":"connection_init","payload":{"Authorization":"Bearer good"}}`, `{"type":"complete","id":"1"}`},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := c.dial(t, x.header)
			if err != nil {
				t.Fatal(err)
			}
			got := talk(t, conn, 2, x.init, wsAsk("1", "subscription{guarded}"))
			if last := got[len(got)-1]; !strings.Contains(last, x.want) {
				t.Errorf("got %v, want %s", got, x.want)
			}
		})
	}
}

// TestSocketHeaders: what connection_init says stands for the headers of all operations.
func TestSocketHeaders(t *testing.T) {
	client := make(chan string, 1)
	c := serve(t, newChat(t, WithObserver(Observer{Operation: func(_ context.Context, o *Observation) { client <- o.ClientName + " " + o.ClientVersion }})))
	conn, err := c.dial(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := talk(t, conn, 3, `{"type":"connection_init","payload":{"GraphQL-Cost":"report","apollographql-client-name":"web","apollographql-client-version":"1.2"}}`, wsAsk("1", "{posts{id}}"))
	expect(t, got[1], `{"type":"next","id":"1","payload":{"data":{"posts":[{"id":"1"}]},"extensions":{"operationCost":{"fieldCost":1,"typeCost":2}}}}`)
	expect(t, <-client, "web 1.2")
}

// Pages of other origins open connections only where CORS lets them, and then without cookies
// unless it has credentials.
func TestSocketOrigins(t *testing.T) {
	cookie := func(_ context.Context, token Token, _ *http.Request) (any, error) { return token.Value, nil }
	open := func(t *testing.T, origin string, options ...Option) string {
		t.Helper()
		c := serve(t, newChat(t, append(options, WithAuth(cookie, nil))...))
		conn, err := c.dial(t, http.Header{"Origin": {origin}, "Cookie": {"auth-provider=session; session=1"}})
		if err != nil {
			return err.Error()
		}
		return talk(t, conn, 2, wsInit, wsAsk("1", "subscription{guarded}"))[1]
	}
	const served, nobody = `{"type":"complete","id":"1"}`, "You don't have permission to do that."
	allowed := CORS{Origins: []string{"https://app.example"}}
	trusted := CORS{Origins: []string{"https://app.example"}, Credentials: true}
	for name, x := range map[string]struct {
		got, want string
	}{
		"another":             {open(t, "https://evil.example"), "403"},
		"another beside CORS": {open(t, "https://evil.example", WithCORS(trusted)), "403"},
		"allowed":             {open(t, "https://app.example", WithCORS(allowed)), nobody},
		"with credentials":    {open(t, "https://app.example", WithCORS(trusted)), served},
	} {
		if !strings.Contains(x.got, x.want) {
			t.Errorf("%s: %s, want %s", name, x.got, x.want)
		}
	}
}

// The log names the origin that is refused, and what lets it in.
func TestSocketOriginLogged(t *testing.T) {
	var log bytes.Buffer
	c := serve(t, newChat(t, WithLogger(slog.New(slog.NewTextHandler(&log, nil)))))
	_, err := c.dial(t, http.Header{"Origin": {"https://evil.example"}})
	c.Close() // nobody writes to the log any more
	if err == nil || err.Error() != "403 Forbidden" || !strings.Contains(log.String(), `msg="graphql: refused"`) || !strings.Contains(log.String(), "The origin https://evil.example may not open a WebSocket here: WithCORS lets other origins in.") {
		t.Errorf("%v, and in the log\n%s", err, &log)
	}
}

// The log says why a WebSocket was not opened.
func TestSocketHandshakeLogged(t *testing.T) {
	for name, x := range map[string]struct{ header, value, want string }{
		"an old version": {"Sec-WebSocket-Version", "8", `unsupported WebSocket protocol version (only 13 is supported): "8".`},
		"no upgrade":     {"Connection", "close", `WebSocket protocol violation: Connection header "close" does not contain Upgrade.`},
		"a short key":    {"Sec-WebSocket-Key", "short", `invalid Sec-WebSocket-Key "short"`},
	} {
		headers := map[string]string{"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
		headers[x.header] = x.value
		var lines []string
		for name, value := range headers {
			lines = append(lines, name+": "+value)
		}
		var log bytes.Buffer
		c := newChat(t, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		w := send(c.handler, "GET", "/graphql", "", lines...)
		if w.Code < 400 || !strings.Contains(strings.ReplaceAll(log.String(), `\"`, `"`), `msg="graphql: refused"`) || !strings.Contains(strings.ReplaceAll(log.String(), `\"`, `"`), x.want) {
			t.Errorf("%s: %d %s, and in the log\n%s", name, w.Code, w.Body, &log)
		}
	}
}

func TestSocketBounds(t *testing.T) {
	t.Run("streams", func(t *testing.T) {
		c := serve(t, newChat(t, WithStreams(2, time.Second)))
		conn, err := c.dial(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		talk(t, conn, 1, wsInit, wsAsk("1", "subscription{said}"))
		c.subscribed("said:", 1)
		if got := talk(t, conn, 1, wsAsk("2", "subscription{said}")); !strings.Contains(got[0], `{"type":"error","id":"2"`) || !strings.Contains(got[0], "too many streams") {
			t.Error(got)
		}
		if _, err := c.dial(t, nil); err == nil || !strings.HasPrefix(err.Error(), "503") {
			t.Errorf("another connection: %v", err)
		}
	})
	t.Run("a long message", func(t *testing.T) {
		c := serve(t, newChat(t, WithMaxBody(1000)))
		conn, err := c.dial(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, conn, 2, wsInit, wsAsk("1", "{now "+strings.Repeat(" ", 2000)+"}")); !strings.Contains(got[len(got)-1], "closed") {
			t.Error(got)
		}
	})
	t.Run("draining", func(t *testing.T) {
		c := serve(t, newChat(t))
		conn, err := c.dial(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		talk(t, conn, 1, wsInit, wsAsk("1", "subscription{said}"))
		c.subscribed("said:", 1)
		c.handler.(Drainer).Drain()
		if got := talk(t, conn, 1); !strings.Contains(got[0], "StatusServiceRestart") {
			t.Error(got)
		}
		c.subscribed("said:", 0)
		if _, err := c.dial(t, nil); err == nil || !strings.HasPrefix(err.Error(), "503") {
			t.Errorf("another connection: %v", err)
		}
	})
	t.Run("a query that takes too long", func(t *testing.T) {
		c := serve(t, newChat(t, WithTimeout(time.Nanosecond)))
		conn, err := c.dial(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, conn, 2, wsInit, wsAsk("1", "{now}")); !strings.Contains(got[1], `"code":"TIMEOUT"`) {
			t.Error(got)
		}
	})
}

// A logLines gets each line of a log.
type logLines chan string

func (l logLines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

func (l logLines) next(t *testing.T) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	select {
	case line := <-l:
		return line
	case <-ctx.Done():
		t.Fatal("the log has no line")
		return ""
	}
}

// TestSocketCloses: the log says why the server closed a connection, once.
func TestSocketCloses(t *testing.T) {
	lines := make(logLines, 10)
	nobody := func(context.Context, Token, *http.Request) (any, error) { return nil, nil }
	c := serve(t, newChat(t, WithAuth(nobody, nil), WithLogger(slog.New(slog.NewTextHandler(lines, nil)))))
	for want, messages := range map[string][]string{
		"4400: Invalid message received: it is not an object but of type array.":             {wsInit, "[]"},
		"4400: Invalid message received: it is not JSON: unexpected end of JSON input.":      {wsInit, "{"},
		"4400: Invalid message received: its id is not a string but of type number.":         {wsInit, `{"type":"complete","id":1}`},
		`4400: Invalid message received: a client sends none of type \"start\".`:             {wsInit, `{"type":"start","id":"1","payload":{}}`},
		"4400: Invalid message received: the payload of connection_init is not an object.":   {`{"type":"connection_init","payload":[]}`},
		"4400: Invalid message received: subscribe without id.":                              {wsInit, `{"type":"subscribe","payload":{}}`},
		"4400: Invalid message received: subscribe without payload.":                         {wsInit, `{"type":"subscribe","id":"1"}`},
		"4401: Unauthorized: the client sent subscribe before connection_init was answered.": {wsAsk("1", "{now}")},
		"1009: Message too big.":                  {wsInit, strings.Repeat(" ", 2<<20)},
		"4429: Too many initialisation requests.": {wsInit, wsInit},
	} {
		conn, err := c.dial(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		talk(t, conn, 3, messages...)
		if got := lines.next(t); !strings.Contains(got, "The WebSocket was closed with "+want) || len(lines) != 0 {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for offered, want := range map[string]string{"": "none", "graphql-ws": "graphql-ws"} {
		conn, _, err := websocket.Dial(t.Context(), c.URL+"/graphql", &websocket.DialOptions{Subprotocols: strings.Fields(offered)})
		if err != nil {
			t.Fatal(err)
		}
		want = "closed with 4406: Subprotocol not acceptable: the client offers " + want + ", and the server speaks graphql-transport-ws."
		got, line := talk(t, conn, 1), lines.next(t)
		if !strings.Contains(got[0], `StatusCode(4406) and reason = "Subprotocol not acceptable"`) || !strings.Contains(line, want) {
			t.Errorf("got %v and %s, want %s", got, line, want)
		}
	}
}

// FuzzSocket sends messages to a connection: whatever comes, it is answered by messages of the
// protocol, or closed with one of its codes.
func FuzzSocket(f *testing.F) {
	for _, m := range []string{wsInit, wsAsk("1", "{now}"), wsAsk("1", "subscription{two}"), `{"type":"ping"}`, `{"id":"1","type":"complete"}`, `{"type":"subscribe","id":"","payload":{}}`, `[]`, "\x00", `{"type":"connection_init","payload":{"authorization":"\r\n"}}`} {
		f.Add(m, wsAsk("2", "{now}"))
	}
	c := serve(f, newChat(f))
	f.Fuzz(func(t *testing.T, first, second string) {
		conn, err := c.dial(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range talk(t, conn, 50, wsInit, first, second, `{"type":"end of the test"}`) {
			var m struct{ Type string }
			closed := strings.HasPrefix(got, "closed ")
			if !closed && (json.Unmarshal([]byte(got), &m) != nil || m.Type == "") {
				t.Fatalf("answered %q", got)
			}
			if closed && !strings.Contains(got, "StatusCode(44") && !strings.Contains(got, "EOF") {
				t.Fatalf("%q", got)
			}
		}
	})
}
