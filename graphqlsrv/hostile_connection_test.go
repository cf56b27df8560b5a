package graphqlsrv_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"signalbox/graphqlsrv"
	"signalbox/graphqlsrv/internal/transportsse"
)

// TestClientThatDoesNotRead: of a thousand queries over one connection few run at the same time,
// so that few responses wait for a client that takes none.
func TestClientThatDoesNotRead(t *testing.T) {
	const most = 64
	running := &gauge{release: make(chan struct{})}
	m := newMarket(t, graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{"slow": graphqlsrv.Func(running.wait)}))
	for name, begin := range map[string]func(t *testing.T) (read func()){
		"WebSocket": func(t *testing.T) func() {
			conn := m.dial(t)
			for i := range 1000 {
				if err := conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"id":"%d","type":"subscribe","payload":{"query":"{slow}"}}`, i)); err != nil {
					t.Fatal(err)
				}
			}
			_ = conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"ping"}`))
			_ = answersUntil(t.Context(), conn, `{"type":"pong"}`)
			return func() {
				for range 1000 {
					_ = answersOf(t.Context(), conn)
				}
			}
		},
		"shared SSE": func(t *testing.T) func() {
			stream, token := m.sharedStream(t)
			for i := range 1000 {
				r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(fmt.Sprintf(`{"query":"{slow}","extensions":{"operationId":"%d"}}`, i)))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set(transportsse.TokenHeader, token)
				w := httptest.NewRecorder()
				if m.handler.ServeHTTP(w, r); w.Code != http.StatusAccepted {
					t.Fatal(w.Code, w.Body)
				}
			}
			return func() {
				lines := bufio.NewScanner(stream)
				for completed := 0; completed < 1000 && lines.Scan(); {
					if lines.Text() == "event: complete" {
						completed++
					}
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			running.reset()
			read := begin(t)
			close(running.release)
			read()
			if running.all.Load() != 1000 || running.most.Load() > most {
				t.Errorf("%d ran, %d of them at the same time", running.all.Load(), running.most.Load())
			}
		})
	}
}

// A gauge counts the calls of a resolver, which wait until they are released.
type gauge struct {
	release        chan struct{}
	all, now, most atomic.Int64
}

func (g *gauge) reset() {
	g.release = make(chan struct{})
	g.all.Store(0)
	g.most.Store(0)
}

func (g *gauge) wait(context.Context) (int, error) {
	g.all.Add(1)
	n := g.now.Add(1)
	defer g.now.Add(-1)
	for old := g.most.Load(); n > old && !g.most.CompareAndSwap(old, n); old = g.most.Load() {
	}
	<-g.release
	return 1, nil
}

// TestHostileFrames: however a client cuts a message into frames, and whatever frames of control it
// sends, it is answered, or closed where the message is too long, and little is kept.
func TestHostileFrames(t *testing.T) {
	const end = `{"type":"ping","payload":"end"}`
	fragments := func(n int, fragment string) func(*testing.T, *websocket.Conn) {
		return func(t *testing.T, conn *websocket.Conn) {
			message, err := conn.Writer(t.Context(), websocket.MessageText)
			for ; n > 0 && err == nil; n-- {
				_, err = message.Write([]byte(fragment))
			}
			if err == nil {
				_, err = message.Write([]byte(end))
			}
			if err == nil {
				_ = message.Close()
			}
		}
	}
	m := newMarket(t)
	for name, c := range map[string]struct {
		send func(*testing.T, *websocket.Conn)
		want string
	}{
		"a byte each":     {fragments(100_000, " "), `{"type":"pong","payload":"end"}`},
		"empty":           {fragments(100_000, ""), `{"type":"pong","payload":"end"}`},
		"longer than may": {fragments(4_000, strings.Repeat(" ", 1000)), "StatusMessageTooBig"},
		"pings": {func(t *testing.T, conn *websocket.Conn) {
			for range 10_000 {
				if err := conn.Ping(t.Context()); err != nil {
					t.Error(err)
					return
				}
			}
			fragments(0, "")(t, conn)
		}, `{"type":"pong","payload":"end"}`},
	} {
		t.Run(name, func(t *testing.T) {
			conn := m.dial(t)
			before := liveHeap()
			answer := make(chan string)
			go func() {
				_, message, err := conn.Read(t.Context())
				answer <- fmt.Sprint(string(message), err)
			}()
			c.send(t, conn)
			if got := <-answer; !strings.Contains(got, c.want) {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if left := liveHeap() - before; left > 10<<20 {
				t.Errorf("%d bytes are kept", left)
			}
		})
	}
}
