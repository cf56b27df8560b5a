// Package sender is an example: a service that tells its customers' endpoints of
// events.
package sender

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"signalbox/examples/hooks/internal/loopback"
	"signalbox/hooks"
)

// Order is what the events tell of.
type Order struct {
	Type  string `json:"type"`
	Order int    `json:"order"`
}

// Endpoint is a customer's: deliveries are signed as Standard Webhooks has it,
// with a secret for this customer alone.
func Endpoint(url, secret string) (hooks.Endpoint, error) {
	signer, err := hooks.NewPreset("standardwebhooks", hooks.WithSecrets(secret))
	return hooks.Endpoint{URL: url, Signer: signer}, err
}

// Demo sends an event to endpoints on this machine: one that is well, one that is
// busy at first, one whose URL leads where it must not.
func Demo(ctx context.Context, out io.Writer, logger *slog.Logger) error {
	secret := newSecret()
	receiver, err := receiver(secret, logger)
	if err != nil {
		return err
	}
	server, err := loopback.Serve(receiver)
	if err != nil {
		return err
	}
	defer server.Close()
	busy, err := loopback.Serve(busyAtFirst(receiver))
	if err != nil {
		return err
	}
	defer busy.Close()

	// Customers don't live on this machine: only for the example is it allowed.
	sender, err := hooks.NewSender(hooks.SenderOptions{
		Backoff:       50 * time.Millisecond,
		AllowHTTP:     true,
		AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
		Log:           hooks.SlogDeliveries(logger),
	})
	if err != nil {
		return err
	}
	defer sender.Close()
	if err := send(ctx, out, sender, secret, server.URL, busy.URL); err != nil {
		return err
	}

	forger, err := Endpoint(server.URL, newSecret())
	if err != nil {
		return err
	}
	receipt, err := sender.Send(ctx, hooks.Message{Payload: Order{"order.paid", 666}}, forger)
	loopback.Report(out, "forged: signed with another secret", receipt.Status, string(receipt.Response))
	if err == nil {
		return errors.New("a forged delivery was accepted")
	}
	return nil
}

// send sends one event to three endpoints and reports.
func send(ctx context.Context, out io.Writer, sender *hooks.Sender, secret, well, busy string) error {
	urls := []struct {
		name, url string
		accepted  bool
	}{
		{"to an endpoint that is well", well, true},
		{"to one that is busy at first", busy, true},
		{"to one that leads to cloud metadata", "http://169.254.169.254/latest/meta-data", false},
	}
	var endpoints []hooks.Endpoint
	for _, u := range urls {
		e, err := Endpoint(u.url, secret)
		if err != nil {
			return err
		}
		endpoints = append(endpoints, e)
	}
	receipts, _ := sender.SendAll(ctx, hooks.Message{Payload: Order{"order.paid", 7}}, endpoints)
	for i, r := range receipts {
		detail := fmt.Sprintf("%s (%d attempts)", r.Response, r.Number)
		var refused *hooks.ConfigError
		if errors.As(r.Err, &refused) {
			detail = "not sent: " + refused.Problem
		}
		loopback.Report(out, urls[i].name, r.Status, detail)
		if (r.Err == nil) != urls[i].accepted {
			return fmt.Errorf("%s: %w", urls[i].name, r.Err)
		}
	}
	return nil
}

// receiver is the customers' side.
func receiver(secret string, logger *slog.Logger) (*hooks.Receiver, error) {
	standard, err := hooks.NewPreset("standardwebhooks", hooks.WithSecrets(secret))
	if err != nil {
		return nil, err
	}
	return hooks.Handler(standard, nil,
		hooks.On("order.paid", func(_ context.Context, o Order) (any, error) { return fmt.Sprintf("order %d", o.Order), nil }),
		hooks.WithLogger(logger))
}

// busyAtFirst answers 503 once.
func busyAtFirst(h http.Handler) http.Handler {
	var asked atomic.Bool
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !asked.Swap(true) {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// newSecret makes a secret as Standard Webhooks writes them.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}
