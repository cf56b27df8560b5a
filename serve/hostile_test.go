package serve_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"signalbox/serve"
)

// dialled opens a connection and writes what a client begins with.
func dialled(t *testing.T, url, begin string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, begin); err != nil {
		t.Fatal(err)
	}
	return c
}

// Clients that never come to the end of a request lose their connections, and others are answered.
func TestSlowClients(t *testing.T) {
	began := make(chan struct{}, 1000)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "POST" {
			began <- struct{}{}
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				w.WriteHeader(http.StatusRequestTimeout)
			}
			return
		}
		fmt.Fprint(w, "hello")
	})
	url, _, stop, result := started(t, h, serve.DevelopmentAt(0), serve.Server(func(s *http.Server) {
		s.ReadHeaderTimeout, s.ReadTimeout, s.IdleTimeout = 300*time.Millisecond, 600*time.Millisecond, 300*time.Millisecond
	}))
	var held []net.Conn
	for range 100 {
		held = append(held,
			dialled(t, url, ""), // half open
			dialled(t, url, "GET / HTTP/1.1\r\nHost: a\r\nX-A:"), // in the header
			dialled(t, url, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), // idle after a request
			dialled(t, url, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx"))
	}
	for range 100 {
		<-began
	}
	if got := body(t, url); got != "hello" {
		t.Errorf("got %q", got)
	}
	for _, c := range held {
		if _, err := io.Copy(io.Discard, c); err != nil { // ends with the connection
			t.Error(err)
		}
	}
	stop()
	if err := <-result; err != nil {
		t.Error(err)
	}
}

func TestHugeRequests(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var tooLarge *http.MaxBytesError
		if _, err := io.Copy(io.Discard, r.Body); errors.As(err, &tooLarge) {
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		}
	})
	url, _, stop, result := started(t, h, serve.DevelopmentAt(0), serve.MaxBody(1<<20))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for _, c := range []struct {
		begin, rest string
		times, want int
	}{
		{"GET / HTTP/1.1\r\nHost: a\r\n", "X-Header: " + strings.Repeat("a", 1000) + "\r\n", 10_000, http.StatusRequestHeaderFieldsTooLarge},
		{"GET /" + strings.Repeat("a", 100), strings.Repeat("a", 1000), 10_000, http.StatusRequestHeaderFieldsTooLarge},
		{"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n", strings.Repeat("a", 1000), 10_000, http.StatusRequestEntityTooLarge},
		{"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "3e8\r\n" + strings.Repeat("a", 1000) + "\r\n", 10_000, http.StatusRequestEntityTooLarge},
	} {
		conn := dialled(t, url, c.begin)
		go func() { // until the server has read enough
			for range c.times {
				if _, err := io.WriteString(conn, c.rest); err != nil {
					return
				}
			}
		}()
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%.20q: %v", c.begin, err)
		}
		if resp.StatusCode != c.want {
			t.Errorf("%.20q: %s", c.begin, resp.Status)
		}
		conn.Close()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 20<<20 { // of 40 MB that were sent
		t.Errorf("%d bytes were allocated", allocated)
	}
	stop()
	<-result
}

// At its end, under load, each request that a handler has seen is answered whole.
func TestEndUnderLoad(t *testing.T) {
	var seen, answered atomic.Int64
	enough := make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if seen.Add(1) == 2000 {
			close(enough)
		}
		fmt.Fprint(w, strings.Repeat("hello", 1000))
	})
	url, _, stop, result := started(t, h, serve.DevelopmentAt(0))
	var clients sync.WaitGroup
	for range 16 {
		clients.Go(func() {
			c := &http.Client{Transport: &http.Transport{}}
			defer c.CloseIdleConnections()
			for {
				r, err := c.Get(url)
				if err != nil {
					return // nobody listens
				}
				b, err := io.ReadAll(r.Body)
				r.Body.Close()
				if err == nil && len(b) == 5000 {
					answered.Add(1)
				}
			}
		})
	}
	<-enough
	stop()
	if err := <-result; err != nil {
		t.Error(err)
	}
	clients.Wait()
	if seen.Load() != answered.Load() {
		t.Errorf("%d of %d requests were answered", answered.Load(), seen.Load())
	}
}
