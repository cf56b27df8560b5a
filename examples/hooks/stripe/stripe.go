// Package stripe is an example: a receiver of Stripe's events.
package stripe

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"signalbox/examples/hooks/internal/loopback"
	"signalbox/hooks"
)

// A Payment is what this receiver reads of payment_intent events.
type Payment struct {
	Data struct {
		Object struct {
			ID       string `json:"id"`
			Amount   int64  `json:"amount"`
			Currency string `json:"currency"`
		} `json:"object"`
	} `json:"data"`
}

// Receiver receives payments that Stripe signed with the endpoint's secret: in the
// Dashboard, Developers, Webhooks, the endpoint, Signing secret. Several secrets
// are accepted while one replaces another.
func Receiver(secrets []string, logger *slog.Logger) (*hooks.Receiver, error) {
	stripe, err := hooks.NewPreset("stripe", hooks.WithSecrets(secrets...))
	if err != nil {
		return nil, err
	}
	return hooks.Handler(stripe,
		// Stripe sends what the endpoint subscribes to; what isn't acted upon is
		// accepted, or Stripe would retry it for days.
		func(_ context.Context, e hooks.Event) (any, error) { return "ignored " + e.Type, nil },
		hooks.On("payment_intent.succeeded", func(_ context.Context, p Payment) (any, error) {
			payment := p.Data.Object
			return fmt.Sprintf("%s: received %d %s", payment.ID, payment.Amount, payment.Currency), nil
		}),
		hooks.WithReplay(hooks.NewMemoryReplay(10_000)),
		hooks.WithLogger(logger),
	)
}

const body = `{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","amount":2000,"currency":"eur"}}}`

// Demo runs the receiver and sends it what Stripe would, and what a forger would.
func Demo(ctx context.Context, out io.Writer, logger *slog.Logger) error {
	secret := "whsec_" + rand.Text()
	receiver, err := Receiver([]string{secret}, logger)
	if err != nil {
		return err
	}
	server, err := loopback.Serve(receiver)
	if err != nil {
		return err
	}
	defer server.Close()
	stripe, err := hooks.NewPreset("stripe", hooks.WithSecrets(secret))
	if err != nil {
		return err
	}
	paid, err := loopback.Signed(stripe, body, nil)
	if err != nil {
		return err
	}
	other, err := loopback.Signed(stripe, `{"id":"evt_2","type":"charge.updated"}`, nil)
	if err != nil {
		return err
	}
	yesterday, err := hooks.NewPreset("stripe", hooks.WithSecrets(secret), hooks.WithClock(func() time.Time { return time.Now().AddDate(0, 0, -1) }))
	if err != nil {
		return err
	}
	old, err := loopback.Signed(yesterday, body, nil)
	if err != nil {
		return err
	}
	return loopback.Fire(ctx, out, server.URL, []loopback.Shot{
		{Name: "a payment that Stripe signed", Delivery: paid, Want: http.StatusOK},
		{Name: "the same again: not processed twice", Delivery: paid, Want: http.StatusOK},
		{Name: "another event", Delivery: other, Want: http.StatusOK},
		{Name: "forged: the amount was changed", Delivery: loopback.Forged(paid, "2000", "9000"), Want: http.StatusUnauthorized},
		{Name: "replayed: recorded a day ago", Delivery: old, Want: http.StatusUnauthorized},
	})
}
