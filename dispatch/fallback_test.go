package dispatch_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"signalbox/dispatch"
	"signalbox/serve/proxy"
)

// An application behind a router that observes, whose table reads bodies for constraints and
// whose forms name their verbs, gets its requests as if nothing stood in front: whole, as
// streams, and as WebSockets.
func TestFallbackToApplication(t *testing.T) {
	heard := make(chan bool)
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/cable":
			conn, both, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
			line, _ := both.ReadString('\n')
			io.WriteString(conn, "heard "+line)
		case "/events":
			io.WriteString(w, "one\n")
			http.NewResponseController(w).Flush()
			<-heard
		default:
			body, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s%s %s", r.Method, r.Host, r.RequestURI, body)
		}
	}))
	defer behind.Close()
	rails, err := proxy.New(behind.URL)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(chan string, 1)
	router, err := dispatch.New(table(`
		post "posts/:id", to: "posts#update", constraints: ->(r) { r.params[:go] }
		patch "posts/:id", to: "posts#update", constraints: ->(r) { r.params[:go] }
		mount ActionCable.server => "/cable"
	`), dispatch.Action("posts#update", write("go")), dispatch.Fallback(rails), dispatch.WithMethodOverride(),
		dispatch.TrustedProxies(netip.MustParsePrefix("192.0.2.0/24")),
		dispatch.Observe(func(o *dispatch.Observed) { seen <- fmt.Sprint(o.By, " ", o.Status) }))
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(router)
	defer front.Close()
	dial := func(text string) (net.Conn, *bufio.Reader) {
		conn, err := net.Dial("tcp", front.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		io.WriteString(conn, text)
		return conn, bufio.NewReader(conn)
	}
	observed := func(want string) {
		t.Helper()
		if got := <-seen; got != want {
			t.Errorf("observed %s, want %s", got, want)
		}
	}

	form := "_method=patch&title=" + strings.Repeat("x", 100_000)
	_, answer := dial(fmt.Sprintf("POST /posts/1?a;b HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s", len(form), form))
	response, err := http.ReadResponse(answer, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(response.Body); string(got) != "PATCH shop.example/posts/1?a;b "+form {
		t.Errorf("got %.60q of %d bytes", got, len(got))
	}
	observed("fallback 200")

	conn, answer := dial("GET /cable HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	if response, err = http.ReadResponse(answer, nil); err != nil || response.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(response, err)
	}
	io.WriteString(conn, "hello\n")
	if got, _ := answer.ReadString('\n'); got != "heard hello\n" {
		t.Errorf("got %q", got)
	}
	conn.Close()
	observed("fallback 101")

	if response, err = http.Get(front.URL + "/events"); err != nil {
		t.Fatal(err)
	}
	if got, _ := bufio.NewReader(response.Body).ReadString('\n'); got != "one\n" {
		t.Errorf("got %q", got)
	}
	close(heard)
	response.Body.Close()
	observed("fallback 200")
}
