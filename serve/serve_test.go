package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"signalbox/serve"
)

// started runs a server and gives its URL, what ends it, and its result.
func started(t *testing.T, h http.Handler, options ...serve.Option) (url string, lines *bufio.Scanner, stop func(), result <-chan error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- serve.Run(ctx, h, append(options, serve.Output(out))...)
		out.Close()
	}()
	t.Cleanup(cancel)
	lines = bufio.NewScanner(in)
	for lines.Scan() {
		if url, ok := strings.CutPrefix(lines.Text(), "Listening on "); ok {
			return url, lines, cancel, done
		}
	}
	t.Fatalf("it doesn't serve: %v", <-done)
	return "", nil, nil, nil
}

func body(t *testing.T, url string) string {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var hello = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") })

func TestRun(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	url, _, stop, result := started(t, hello, serve.DevelopmentAt(0))
	if got := body(t, url); got != "hello" {
		t.Errorf("got %q", got)
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
	if err := <-result; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("it still listens")
	}
}

// TestPortInUse takes the next port, and says so.
func TestPortInUse(t *testing.T) {
	taken, err := serve.ListenDevelopment(0)
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	next, err := serve.ListenDevelopment(port)
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if got := next.Addr().(*net.TCPAddr); got.Port <= port || !got.IP.IsLoopback() {
		t.Errorf("got %v beside %d", got, port)
	}
	if serve.DevelopmentPort != 8911 {
		t.Errorf("the port is %d", serve.DevelopmentPort)
	}
	url, _, stop, result := started(t, hello, serve.DevelopmentAt(port))
	if strings.HasSuffix(url, fmt.Sprint(":", port)) || body(t, url) != "hello" {
		t.Errorf("it serves at %s", url)
	}
	stop()
	<-result
}

func TestListenErrors(t *testing.T) {
	for _, port := range []int{-1, 65536} {
		if _, err := serve.ListenDevelopment(port); err == nil {
			t.Errorf("%d: no error", port)
		}
	}
	if err := serve.Run(t.Context(), hello, serve.Address("nonsense"), serve.Output(io.Discard)); err == nil {
		t.Error("no error for an address that isn't one")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := serve.Run(t.Context(), hello, serve.Listener(l), serve.Output(io.Discard)); err == nil {
		t.Error("no error for a closed listener")
	}
}

// A stream lasts until it is drained, or for ever.
type stream struct{ begun, drained chan struct{} }

func (s *stream) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	close(s.begun)
	<-s.drained
	fmt.Fprint(w, "drained")
}

func (s *stream) Drain() { close(s.drained) }

// TestDrain lets requests end, and ends those that would last.
func TestDrain(t *testing.T) {
	s := &stream{make(chan struct{}), make(chan struct{})}
	url, _, stop, result := started(t, s, serve.DevelopmentAt(0), serve.Drain(s, hello), serve.Grace(time.Minute))
	got := make(chan string, 1)
	go func() { got <- body(t, url) }()
	<-s.begun
	stop()
	if text := <-got; text != "drained" {
		t.Errorf("got %q", text)
	}
	if err := <-result; err != nil {
		t.Error(err)
	}
}

// TestGrace cuts off what doesn't end.
func TestGrace(t *testing.T) {
	s := &stream{make(chan struct{}), make(chan struct{})}
	defer s.Drain()
	url, _, stop, result := started(t, s, serve.DevelopmentAt(0), serve.Grace(time.Millisecond))
	go func() {
		if r, err := http.Get(url); err == nil {
			r.Body.Close()
		}
	}()
	<-s.begun
	stop()
	if err := <-result; err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("got %v", err)
	}
}

// TestServer sets bounds, and lets the application change them.
func TestServer(t *testing.T) {
	var seen *http.Server
	url, _, stop, result := started(t, hello, serve.DevelopmentAt(0), serve.Server(func(s *http.Server) { seen = s; s.MaxHeaderBytes = 1 }))
	if seen.ReadHeaderTimeout == 0 || seen.ReadTimeout == 0 || seen.IdleTimeout == 0 {
		t.Errorf("a bound is missing: %+v", seen)
	}
	r := httptest.NewRequest("GET", url, nil)
	r.RequestURI = ""
	r.Header.Set("X-Long", strings.Repeat("x", 8<<10))
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	w.Body.Close()
	if w.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a long header: got %d", w.StatusCode)
	}
	stop()
	<-result
}
