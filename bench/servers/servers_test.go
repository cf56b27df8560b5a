package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
)

func read(tb testing.TB, request []byte) *http.Request {
	tb.Helper()
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(request)))
	if err != nil {
		tb.Fatal(err)
	}
	r.RemoteAddr = "192.0.2.1:1234"
	return r
}

// BenchmarkServers has the servers without the network, each request once.
func BenchmarkServers(b *testing.B) {
	for _, p := range peers {
		h, err := p.handler()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r := read(b, requests[i%len(requests)])
				w := &writer{header: http.Header{}}
				h.ServeHTTP(w, r)
			}
		})
	}
}

// A writer forgets what it gets.
type writer struct{ header http.Header }

func (w *writer) Header() http.Header         { return w.header }
func (w *writer) Write(b []byte) (int, error) { return len(b), nil }
func (w *writer) WriteHeader(int)             {}

// TestServers has every server answer every request.
func TestServers(t *testing.T) {
	var line bytes.Buffer
	logger = slog.New(slog.NewJSONHandler(&line, nil))
	defer func() { logger = quiet }()
	for _, p := range peers {
		h, err := p.handler()
		if err != nil {
			t.Fatal(err)
		}
		for _, request := range requests {
			w := httptest.NewRecorder()
			line.Reset()
			h.ServeHTTP(w, read(t, request))
			route := regexp.MustCompile(`"route":".*/(posts|about|users)`).Match(line.Bytes())
			if has := bytes.Contains(line.Bytes(), []byte(`"params":{`)); !route || has != regexp.MustCompile(` /\w+/\d`).Match(request) {
				t.Errorf("%s: the log has %s", p.name, &line)
			}
			if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), answer) || w.Header().Get("X-Request-Id") == "" {
				t.Errorf("%s: %.30q: got %d %v", p.name, request, w.Code, w.Header())
			}
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.serve(ctx, l) }()
		c, err := newClient(l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		for _, request := range requests {
			if err := c.ask(request); err != nil {
				t.Errorf("%s: %.30q: %v", p.name, request, err)
			}
		}
		c.Close()
		stop()
		if err := <-ended; err != nil && err != io.EOF {
			t.Error(err)
		}
	}
}
