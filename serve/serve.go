package serve

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"golang.org/x/crypto/acme/autocert"
)

// An Option changes how [Run] serves.
type Option func(*server)

// A server is the sum of the options.
type server struct {
	stack
	address  string // "" for the usual one
	listener net.Listener
	port     int // in development
	delay    time.Duration
	grace    time.Duration
	drains   []func()
	out      io.Writer
	change   []func(*http.Server)
	tls      *tls.Config // nil without TLS
	acme     *autocert.Manager
	h2c      bool
}

func newServer(options []Option) *server {
	s := &server{grace: defaultGrace, out: os.Stdout}
	for _, o := range options {
		o(s)
	}
	return s
}

// refuse notes that an option makes no sense.
func (s *server) refuse(format string, args ...any) {
	s.refused = append(s.refused, fmt.Errorf("serve: "+format, args...))
}

// Address has the server listen there; without it that is ":8080", and ":443" with [ACME].
func Address(address string) Option { return func(s *server) { s.address = address } }

// Listener has the server take connections from l, which Run closes.
func Listener(l net.Listener) Option { return func(s *server) { s.listener = l } }

// Development has the server listen on this machine alone, at port 8911 or the
// next one that is free; which one it became is printed. Browsers get a page that
// shows where a handler panicked.
func Development() Option { return DevelopmentAt(DevelopmentPort) }

// DevelopmentAt is [Development] from another port on; 0 is any free port.
func DevelopmentAt(port int) Option {
	return func(s *server) { s.development, s.port = true, port }
}

// Delay is how long the server goes on to take requests once it is to end, while GET /ready
// of [Health] says already that it should get no more: as long as the load balancer needs to
// see that. Without it the server ends at once.
func Delay(d time.Duration) Option { return func(s *server) { s.delay = d } }

// Grace is how long requests may go on once the server is to end; without it that
// is 10 seconds.
func Grace(d time.Duration) Option { return func(s *server) { s.grace = d } }

// Drain has the streams of a handler end when the server is to end, if it has a
// method Drain(), as that of package graphqlsrv has. They would go on otherwise
// until the grace is over.
func Drain(handlers ...http.Handler) Option {
	return func(s *server) {
		for _, h := range handlers {
			if d, ok := h.(interface{ Drain() }); ok {
				s.drains = append(s.drains, d.Drain)
			}
		}
	}
}

// Output has the line that tells the address written to w instead of the standard
// output.
func Output(w io.Writer) Option { return func(s *server) { s.out = w } }

// Server changes the http.Server before it starts, for TLS or other bounds.
func Server(change func(*http.Server)) Option {
	return func(s *server) { s.change = append(s.change, change) }
}

// The bounds of a server: without them a client may hold a connection for ever
// by sending nothing. There is none on writing, since streams last.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = time.Minute
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 64 << 10
	defaultGrace      = 10 * time.Second
)

// Run serves h until ctx ends. Then it takes no further connections (see [Delay]), lets
// those requests end that are being answered, and returns nil, or an error if they did
// not end in time.
//
// Every answer has the headers that Rails gives (X-Frame-Options and the like) and
// X-Request-Id. A handler that panics is answered 500 and logged. Everything else the
// options add, from outside inwards: [Log], [ForceTLS], [Health], [Use], [SameOrigin],
// [MaxBody], [Static], [Handle].
func Run(ctx context.Context, h http.Handler, options ...Option) error {
	s := newServer(options)
	if err := errors.Join(s.refused...); err != nil {
		return err
	}
	l, err := s.listen()
	if err != nil {
		return err
	}
	end, err := s.answerPlain(ctx)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer end()
	hs := bounded(s.wrap(h))
	hs.TLSConfig = s.tls
	if s.h2c {
		hs.Protocols = new(http.Protocols)
		hs.Protocols.SetHTTP1(true)
		hs.Protocols.SetHTTP2(true)
		hs.Protocols.SetUnencryptedHTTP2(true)
	}
	for _, change := range s.change {
		change(hs)
	}
	for _, d := range s.drains {
		hs.RegisterOnShutdown(d)
	}
	scheme := "http"
	if hs.TLSConfig != nil {
		scheme = "https"
	}
	fmt.Fprintf(s.out, "Listening on %s://%s\n", scheme, shown(l.Addr()))
	return s.serve(ctx, hs, l)
}

// bounded is a server with all bounds.
func bounded(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
	}
}

func (s *server) serve(ctx context.Context, hs *http.Server, l net.Listener) error {
	failed := make(chan error, 1)
	go func() {
		if hs.TLSConfig != nil {
			failed <- hs.ServeTLS(l, "", "")
			return
		}
		failed <- hs.Serve(l)
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	if s.health != nil {
		s.health.ending.Store(true)
	}
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-time.After(s.delay):
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	err := hs.Shutdown(end)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(fmt.Errorf("serve: requests went on for more than %s and were cut off", s.grace), hs.Close())
	}
	<-failed
	return err
}

func (s *server) listen() (net.Listener, error) {
	switch {
	case s.listener != nil:
		return s.listener, nil
	case s.development:
		l, err := ListenDevelopment(s.port)
		if err == nil && s.port > 0 && portOf(l) != s.port {
			fmt.Fprintf(s.out, "Port %d is in use.\n", s.port)
		}
		return l, err
	}
	usual := ":8080"
	if s.acme != nil {
		usual = ":443"
	}
	l, err := net.Listen("tcp", cmp.Or(s.address, usual))
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	return l, nil
}

func portOf(l net.Listener) int {
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}

// shown is an address as a browser takes it.
func shown(a net.Addr) string {
	if t, ok := a.(*net.TCPAddr); ok && (t.IP.IsLoopback() || t.IP.IsUnspecified()) {
		return fmt.Sprintf("localhost:%d", t.Port)
	}
	return a.String()
}
