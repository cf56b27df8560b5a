package hooks_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"signalbox/hooks"
)

func paidHere(context.Context, map[string]any) (any, error)  { return "here", nil }
func paidThere(context.Context, map[string]any) (any, error) { return "there", nil }

// Two endpoints that the store can't tell apart would answer each other's deliveries
// as duplicates. That is found when they are made.
func TestEndpointsThatShareTheirDeliveries(t *testing.T) {
	store, other := hooks.NewMemoryReplay(10), hooks.NewMemoryReplay(10)
	github := func(secrets ...string) hooks.Authenticator {
		p, err := hooks.NewPreset("github", hooks.WithSecrets(secrets...))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	here, there := hooks.On("paid", paidHere), hooks.On("paid", paidThere)
	scope := func(name string) hooks.Option { return hooks.WithReplay(store, name) }
	skip := verifier(t, "skipVerifier")
	first := newReceiver(t, github("s"), nil, here, hooks.WithReplay(store))
	second := newReceiver(t, skip, nil, here, hooks.TypeFromJSON("type"), hooks.WithReplay(store), hooks.ByBody(time.Hour), scope("a"))
	for _, c := range []struct {
		name    string
		by      hooks.Authenticator
		options []hooks.Option
		ok      bool
	}{
		{"the same made anew", github("s"), []hooks.Option{here, hooks.WithReplay(store)}, true},
		{"another function", github("s"), []hooks.Option{there, hooks.WithReplay(store)}, false},
		{"one of two secrets", github("next", "s"), []hooks.Option{there, hooks.WithReplay(store)}, false},
		{"more functions", github("s"), []hooks.Option{here, hooks.On("unpaid", paidHere), hooks.WithReplay(store)}, false},
		{"a scope", github("s"), []hooks.Option{there, hooks.WithReplay(store), scope("b")}, true},
		{"another store", github("s"), []hooks.Option{there, hooks.WithReplay(other)}, true},
		{"another secret", github("t"), []hooks.Option{there, hooks.WithReplay(store)}, true},
		{"no secret", skip, []hooks.Option{there, hooks.TypeFromJSON("type"), hooks.WithReplay(store), hooks.ByBody(time.Hour)}, false},
		{"no secret, a scope", skip, []hooks.Option{there, hooks.TypeFromJSON("type"), hooks.WithReplay(store), hooks.ByBody(time.Hour), scope("c")}, true},
		{"no secret, one scope", skip, []hooks.Option{there, hooks.TypeFromJSON("type"), hooks.WithReplay(store), hooks.ByBody(time.Hour), scope("a")}, false},
	} {
		_, err := hooks.Handler(c.by, nil, c.options...)
		var config *hooks.ConfigError
		if (err == nil) != c.ok || err != nil && (!errors.As(err, &config) || config.Setting != "replay scope") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	var log bytes.Buffer
	logger := hooks.WithLogger(slog.New(slog.NewTextHandler(&log, nil)))
	newReceiver(t, github("u"), nil, here, hooks.WithReplay(store), logger)
	if log.Len() > 0 {
		t.Errorf("the only one: %s", &log)
	}
	newReceiver(t, github("s"), nil, here, hooks.WithReplay(store), logger)
	if !strings.Contains(log.String(), "give WithReplay a scope") {
		t.Errorf("with the same functions: %s", &log)
	}
	runtime.KeepAlive(first)
	runtime.KeepAlive(second)
}

// Receivers that are no more are in nobody's way, and their stores aren't kept.
func TestReceiversThatAreNoMore(t *testing.T) {
	store := hooks.NewMemoryReplay(10)
	github := newPreset(t, "github", "s")
	freed := make(chan struct{})
	func() {
		r := newReceiver(t, github, nil, hooks.On("paid", paidHere), hooks.WithReplay(store))
		runtime.AddCleanup(r, func(c chan struct{}) { close(c) }, freed)
	}()
	runtime.GC()
	<-freed
	newReceiver(t, github, nil, hooks.On("paid", paidThere), hooks.WithReplay(store))
}
