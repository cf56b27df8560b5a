// Package github is an example: a receiver of GitHub's pushes.
package github

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"signalbox/examples/hooks/internal/loopback"
	"signalbox/hooks"
)

// A Push is what this receiver reads of a push event.
type Push struct {
	Ref     string     `json:"ref"`
	Commits []struct{} `json:"commits"`
	Pusher  struct {
		Name string `json:"name"`
	} `json:"pusher"`
}

// Receiver receives pushes that GitHub signed with the secret: the one that you
// type into the repository's Settings, Webhooks.
func Receiver(secret string, logger *slog.Logger) (*hooks.Receiver, error) {
	github, err := hooks.NewPreset("github", hooks.WithSecrets(secret))
	if err != nil {
		return nil, err
	}
	return hooks.Handler(github, nil,
		hooks.On("push", func(_ context.Context, p Push) (any, error) {
			return fmt.Sprintf("%s pushed %d commits to %s", p.Pusher.Name, len(p.Commits), p.Ref), nil
		}),
		hooks.Ignore(), // other events
		hooks.WithReplay(hooks.NewMemoryReplay(10_000)),
		hooks.WithLogger(logger),
	)
}

const body = `{"ref":"refs/heads/main","commits":[{},{}],"pusher":{"name":"alice"}}`

// Demo runs the receiver and sends it what GitHub would, and what a forger would.
func Demo(ctx context.Context, out io.Writer, logger *slog.Logger) error {
	secret := rand.Text()
	receiver, err := Receiver(secret, logger)
	if err != nil {
		return err
	}
	server, err := loopback.Serve(receiver)
	if err != nil {
		return err
	}
	defer server.Close()
	shots, err := shots(secret)
	if err != nil {
		return err
	}
	return loopback.Fire(ctx, out, server.URL, shots)
}

func shots(secret string) ([]loopback.Shot, error) {
	github, err := hooks.NewPreset("github", hooks.WithSecrets(secret))
	if err != nil {
		return nil, err
	}
	stranger, err := hooks.NewPreset("github", hooks.WithSecrets("another secret"))
	if err != nil {
		return nil, err
	}
	event := func(name, id string) http.Header {
		return http.Header{"X-Github-Event": {name}, "X-Github-Delivery": {id}}
	}
	push, err := loopback.Signed(github, body, event("push", "72d3162e"))
	if err != nil {
		return nil, err
	}
	ping, err := loopback.Signed(github, `{"zen":"Keep it logically awesome."}`, event("ping", "61c2051d"))
	if err != nil {
		return nil, err
	}
	issue, err := loopback.Signed(github, `{"action":"opened"}`, event("issues", "83e4273f"))
	if err != nil {
		return nil, err
	}
	foreign, err := loopback.Signed(stranger, body, event("push", "94f53840"))
	if err != nil {
		return nil, err
	}
	unsigned := &hooks.Delivery{Header: event("push", "a5064951"), Body: []byte(body)}
	return []loopback.Shot{
		{Name: "the ping for a new webhook", Delivery: ping, Want: http.StatusOK},
		{Name: "a push that GitHub signed", Delivery: push, Want: http.StatusOK},
		{Name: "the same again: not processed twice", Delivery: push, Want: http.StatusOK},
		{Name: "an event nobody waits for", Delivery: issue, Want: http.StatusOK},
		{Name: "forged: the body was changed", Delivery: loopback.Forged(push, "alice", "mallo"), Want: http.StatusUnauthorized},
		{Name: "forged: signed with another secret", Delivery: foreign, Want: http.StatusUnauthorized},
		{Name: "forged: not signed", Delivery: unsigned, Want: http.StatusUnauthorized},
	}, nil
}
