// Package loopback lets an example be its own other side: it serves a receiver on
// this machine and sends it deliveries.
package loopback

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"signalbox/hooks"
)

// A Server is an http.Handler on a free port of the loopback interface.
type Server struct {
	URL    string
	server *http.Server
}

// Serve starts one.
func Serve(h http.Handler) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		URL:    "http://" + listener.Addr().String(),
		server: &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second},
	}
	go func() {
		if err := s.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			slog.Error("the server stopped", "error", err)
		}
	}()
	return s, nil
}

// Close stops it.
func (s *Server) Close() { s.server.Close() }

// A Shot is a delivery with the status that it must be answered with.
type Shot struct {
	Name     string
	Delivery *hooks.Delivery
	Want     int
}

// Fire sends deliveries to the URL one after another and writes how each was
// answered. An answer with another status than wanted is an error.
func Fire(ctx context.Context, out io.Writer, url string, shots []Shot) error {
	for _, s := range shots {
		status, body, err := post(ctx, url, s.Delivery)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		Report(out, s.Name, status, body)
		if status != s.Want {
			return fmt.Errorf("%s: answered %d, want %d", s.Name, status, s.Want)
		}
	}
	return nil
}

// Report writes one line: what was sent, and how it was answered; status 0 is no
// answer.
func Report(out io.Writer, name string, status int, body string) {
	verdict := "accepted"
	if status < 200 || status > 299 {
		verdict = "REFUSED"
	}
	answer := strings.TrimSpace(body)
	if status != 0 {
		answer = fmt.Sprintf("%d %s", status, answer)
	}
	fmt.Fprintf(out, "  %-44s %s %s\n", name, verdict, answer)
}

func post(ctx context.Context, url string, d *hooks.Delivery) (status int, body string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(string(d.Body)))
	if err != nil {
		return 0, "", err
	}
	request.Header = d.Header.Clone()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return response.StatusCode, string(text), err
}

// Signed makes a delivery as the sender would.
func Signed(signer hooks.Signer, body string, header http.Header) (*hooks.Delivery, error) {
	d := &hooks.Delivery{Method: http.MethodPost, Header: header.Clone(), Body: []byte(body)}
	if d.Header == nil {
		d.Header = http.Header{}
	}
	d.Header.Set("Content-Type", "application/json")
	return d, signer.SignDelivery(d)
}

// Forged is a delivery whose body was changed after it was signed.
func Forged(d *hooks.Delivery, from, to string) *hooks.Delivery {
	return &hooks.Delivery{Method: d.Method, Header: d.Header.Clone(), Body: []byte(strings.Replace(string(d.Body), from, to, 1))}
}
