package hooks_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"signalbox/hooks"
)

// runs counts how often handlers run.
type runs struct{ n int }

func (r *runs) handle(context.Context, hooks.Event) (any, error) { r.n++; return nil, nil }

// post sends a signed delivery and wants a status and the handler's runs so far.
func (r *runs) post(t *testing.T, to *hooks.Receiver, q *http.Request, status, n int, what string) {
	t.Helper()
	w := httptest.NewRecorder()
	to.ServeHTTP(w, q)
	if w.Code != status || r.n != n {
		t.Errorf("%s: status %d after %d runs, want %d after %d: %s", what, w.Code, r.n, status, n, w.Body)
	}
}

// secretsFor are two secrets of a kind or preset, each as the one that signs and
// the one that verifies.
func secretsFor(t *testing.T, name string) (first, second [2]string) {
	t.Helper()
	a, b := secretsOf(t, name)
	first = [2]string{a, b}
	switch name {
	case "standardwebhooks", "supabase", "svix", "clerk":
		second = [2]string{"whsec_" + base64Passport, "whsec_" + base64Passport}
	case "adyen":
		second = [2]string{"00" + a, "00" + a}
	case "discord":
		key := "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865"
		second = [2]string{privateHex(key), publicHex(key)}
	case "sendgrid", "standardwebhooks v1a":
		x, y := secretsOf(t, name)
		second = [2]string{x, y}
	default:
		second = [2]string{"another " + a, "another " + a}
	}
	return first, second
}

func TestTenantsShareAStore(t *testing.T) {
	kinds := append(signing(), "sha1Verifier", "sha256Verifier", "base64Sha1Verifier", "base64Sha256Verifier", "timestampSchemeVerifier", "jwtVerifier", "secretKeyVerifier")
	for _, name := range kinds {
		t.Run(name, func(t *testing.T) {
			one, other := secretsFor(t, name)
			store := hooks.NewMemoryReplay(100)
			count := &runs{}
			for i, secret := range [][2]string{one, other} {
				sign, verify := named(t, name, secret[0]), named(t, name, secret[1])
				receiver := newReceiver(t, verify, count.handle, hooks.WithReplay(store), hooks.IDFromJSON("id"))
				body := `{"id":"evt_1","type":"paid","webhookTimestamp":1700000000000}`
				if name == "twilio" {
					receiver = newReceiver(t, verify, count.handle, hooks.WithReplay(store))
					body = "Body=Hi"
				}
				q := func() *http.Request { return signed(t, sign, body, "webhook-id", "msg_1", "svix-id", "msg_1") }
				count.post(t, receiver, q(), 200, i+1, "the first of a tenant")
				count.post(t, receiver, q(), 200, i+1, "its duplicate")
			}
		})
	}
}

// named is a verifier or preset by its name.
func named(t *testing.T, name, secret string) interface {
	hooks.Authenticator
	hooks.Signer
} {
	t.Helper()
	if slices.Contains(hooks.Verifiers(), name) {
		return verifier(t, name, hooks.WithSecrets(secret), at(now))
	}
	options := []hooks.Option{hooks.WithSecrets(secret), at(now)}
	if slices.Contains([]string{"twilio", "square", "hubspot", "trello"}, name) {
		options = append(options, hooks.WithURL("https://example.com/in"))
	}
	p, err := hooks.NewPreset(name, options...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// While a secret is replaced, machines have the old one, both, or the new one: a
// delivery is known to each that has a secret in common with the one that processed
// it, whichever secret its attempts are signed with.
func TestReplayWhileASecretIsReplaced(t *testing.T) {
	with := func(secrets ...string) *hooks.Verifier {
		return verifier(t, "sha256Verifier", hooks.WithSecrets(secrets...))
	}
	const older, newer = "the old secret", "the new secret"
	for name, id := range map[string]hooks.Option{"id": hooks.IDFromJSON("id"), "id and body": hooks.IDFromHeader("X-Id"), "body": hooks.ByBody(time.Hour)} {
		for _, c := range []struct {
			first, second []string // secrets of the machines
			signs         [2]string
			again         bool
		}{
			{[]string{older}, []string{newer, older}, [2]string{older, older}, false},
			{[]string{older}, []string{newer, older}, [2]string{older, newer}, false},
			{[]string{older}, []string{older, newer}, [2]string{older, newer}, false},
			{[]string{newer, older}, []string{newer}, [2]string{older, newer}, false},
			{[]string{newer, older}, []string{newer}, [2]string{newer, newer}, false},
			{[]string{newer, older}, []string{older, newer}, [2]string{older, newer}, false},
			{[]string{newer, older}, []string{older}, [2]string{newer, older}, false},
			{[]string{older}, []string{newer}, [2]string{older, newer}, true},
		} {
			store := hooks.NewMemoryReplay(10)
			count := &runs{}
			want := 1
			for i, secrets := range [][]string{c.first, c.second} {
				if i == 1 && c.again {
					want = 2
				}
				r := newReceiver(t, with(secrets...), count.handle, hooks.WithReplay(store), id)
				count.post(t, r, signed(t, with(c.signs[i]), `{"id":"evt_1"}`, "X-Id", "1"), 200, want, fmt.Sprint(name, secrets, c.signs))
			}
		}
	}
}

// keptKeys is a store that keeps what it is asked.
type keptKeys struct {
	hooks.ReplayStore
	keys []string
}

func (s *keptKeys) Claim(ctx context.Context, key string, lease time.Duration) (hooks.Claim, error) {
	s.keys = append(s.keys, key)
	return s.ReplayStore.Claim(ctx, key, lease)
}

func TestKeysTellNothing(t *testing.T) {
	store := &keptKeys{ReplayStore: hooks.NewMemoryReplay(10)}
	v := verifier(t, "secretKeyVerifier", hooks.WithSecrets("opensesame", "next"))
	r := newReceiver(t, v, (&runs{}).handle, hooks.WithReplay(store), hooks.IDFromJSON("id"))
	r.ServeHTTP(httptest.NewRecorder(), signed(t, v, `{"id":"evt_1"}`))
	if len(store.keys) != 2 || store.keys[0] == store.keys[1] {
		t.Fatalf("keys %q", store.keys)
	}
	for _, key := range store.keys {
		if len(key) != len("webhook:")+64 || strings.Contains(key, "sesame") || strings.Contains(key, "evt_1") {
			t.Errorf("key %q", key)
		}
	}
}

func TestReplayNeedsAnID(t *testing.T) {
	store := hooks.WithReplay(hooks.NewMemoryReplay(10))
	handle := (&runs{}).handle
	custom := authenticator(func(*hooks.Delivery) error { return nil })
	for _, c := range []struct {
		name    string
		by      hooks.Authenticator
		options []hooks.Option
		setting string
	}{
		{"verifier", sha256Verifier(t), nil, "replay id"},
		{"verifier, ByBody", sha256Verifier(t), []hooks.Option{hooks.ByBody(time.Hour)}, ""},
		{"verifier, id", sha256Verifier(t), []hooks.Option{hooks.IDFromJSON("id")}, ""},
		{"ByBody of no time", sha256Verifier(t), []hooks.Option{hooks.ByBody(0)}, "replay id"},
		{"zoom", named(t, "zoom", "s"), nil, "replay id"},
		{"zoom, ByBody", named(t, "zoom", "s"), []hooks.Option{hooks.ByBody(time.Hour)}, ""},
		{"stripe", named(t, "stripe", "s"), nil, ""},
		{"github", named(t, "github", "s"), nil, ""},
		{"hubspot", named(t, "hubspot", "s"), nil, ""},
		{"another authenticator", custom, []hooks.Option{hooks.IDFromJSON("id")}, "replay scope"},
		{"another authenticator, scope", custom, []hooks.Option{hooks.IDFromJSON("id"), hooks.WithReplay(hooks.NewMemoryReplay(10), "partner")}, ""},
	} {
		_, err := hooks.Handler(c.by, handle, append([]hooks.Option{store}, c.options...)...)
		if (err == nil) != (c.setting == "") || err != nil && !strings.Contains(err.Error(), "hooks: "+c.setting+":") {
			t.Errorf("%s: %v, want %q", c.name, err, c.setting)
		}
	}
	if _, err := hooks.Handler(sha256Verifier(t), handle, hooks.ByBody(time.Hour)); err == nil {
		t.Error("ByBody without a store")
	}
}

// A delivery is swallowed neither for the time of a confirmation because another
// one had its body, nor for want of an id.
func TestDeliveriesWithoutAnID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := hooks.WithClock(time.Now)
		count := &runs{}
		plain := verifier(t, "sha256Verifier", hooks.WithSecrets(passport))
		window := newReceiver(t, plain, count.handle, hooks.WithReplay(hooks.NewMemoryReplay(10)), hooks.ByBody(time.Hour), hooks.IDFromJSON("id"))
		send := func(r *hooks.Receiver, by hooks.Signer, body string, status, n int, what string) {
			t.Helper()
			count.post(t, r, signed(t, by, body), status, n, what)
		}
		send(window, plain, `{"beat":1}`, 200, 1, "the first")
		send(window, plain, `{"beat":1}`, 200, 1, "the same within the window")
		send(window, plain, `{"id":1,"beat":1}`, 200, 2, "one with an id")
		time.Sleep(time.Hour) // of the bubble's clock
		send(window, plain, `{"beat":1}`, 200, 3, "the same after the window")
		send(window, plain, `{"id":1,"beat":1}`, 200, 3, "an id is remembered longer")

		count.n = 0
		ids := newReceiver(t, plain, count.handle, hooks.WithReplay(hooks.NewMemoryReplay(10)), hooks.IDFromJSON("id"))
		send(ids, plain, `{"beat":1}`, 400, 0, "no id, no time and no ByBody")

		slack, err := hooks.NewPreset("slack", hooks.WithSecrets("s"), clock)
		if err != nil {
			t.Fatal(err)
		}
		timed := newReceiver(t, slack, count.handle, hooks.WithReplay(hooks.NewMemoryReplay(10)))
		recorded := signed(t, slack, `{"type":"block_actions"}`)
		count.post(t, timed, recorded, 200, 1, "an event without an id")
		again := signed(t, slack, `{"type":"block_actions"}`)
		again.Header = recorded.Header
		count.post(t, timed, again, 200, 1, "its recording")
		time.Sleep(time.Minute)
		send(timed, slack, `{"type":"block_actions"}`, 200, 2, "the next event with the same body")
	})
}

// Deliveries are known by what their sender signs: a recording is known again under
// another id, an attempt is although it says which one it is.
func TestReplayByWhatIsSigned(t *testing.T) {
	type attempt struct {
		body   string
		header []string
		n      int // runs so far
	}
	for name, attempts := range map[string][]attempt{
		"github": {
			{`{"ref":"a"}`, []string{"X-GitHub-Delivery", "1", "X-GitHub-Event", "push"}, 1},
			{`{"ref":"a"}`, []string{"X-GitHub-Delivery", "1", "X-GitHub-Event", "push"}, 1},
			{`{"ref":"a"}`, []string{"X-GitHub-Delivery", "2", "X-GitHub-Event", "push"}, 1},
			{`{"ref":"a"}`, []string{"X-GitHub-Delivery", "3", "X-GitHub-Event", "issues"}, 1},
			{`{"ref":"a"}`, nil, 1},
			{`{"ref":"b"}`, []string{"X-GitHub-Delivery", "1", "X-GitHub-Event", "push"}, 2},
		},
		"shopify": {
			{`{"id":1}`, []string{"X-Shopify-Webhook-Id", "1", "X-Shopify-Topic", "orders/create"}, 1},
			{`{"id":1}`, []string{"X-Shopify-Webhook-Id", "2", "X-Shopify-Topic", "orders/create"}, 1},
			{`{"id":1}`, []string{"X-Shopify-Webhook-Id", "3", "X-Shopify-Topic", "orders/paid"}, 2},
		},
		"twilio": {
			{"A=1&B=2", []string{"I-Twilio-Idempotency-Token", "1"}, 1},
			{"A=1&B=2", []string{"I-Twilio-Idempotency-Token", "2"}, 1},
			{"B=2&A=1", []string{"I-Twilio-Idempotency-Token", "3"}, 1}, // the same fields have the same signature
			{"B=2&A=2", []string{"I-Twilio-Idempotency-Token", "1"}, 2},
		},
		"linear": {
			{`{"type":"Issue","data":{"id":"i"},"webhookTimestamp":1700000000000,"webhookId":"w"}`, []string{"Linear-Delivery", "1"}, 1},
			{`{"type":"Issue","data":{"id":"i"},"webhookTimestamp":1700000059000,"webhookId":"w"}`, []string{"Linear-Delivery", "1"}, 1},
			{`{"type":"Issue","data":{"id":"i"},"webhookTimestamp":1700000000000,"webhookId":"w"}`, []string{"Linear-Delivery", "2"}, 1},
			{`{"type":"Issue","data":{"id":"j"},"webhookTimestamp":1700000000000,"webhookId":"w"}`, []string{"Linear-Delivery", "1"}, 2},
		},
		"hubspot": {
			{`[{"eventId":1,"attemptNumber":0},{"eventId":2,"attemptNumber":0}]`, nil, 1},
			{`[{"eventId":1,"attemptNumber":1},{"eventId":2,"attemptNumber":10}]`, nil, 1},
			{`[{"eventId":1,"attemptNumber":1},{"eventId":3,"attemptNumber":1}]`, nil, 2},
		},
		"gitlab": { // signs nothing
			{`{"a":1}`, []string{"Idempotency-Key", "1"}, 1},
			{`{"a":1}`, []string{"Idempotency-Key", "1"}, 1},
			{`{"a":2}`, []string{"Idempotency-Key", "1"}, 2},
			{`{"a":1}`, []string{"Idempotency-Key", "2"}, 3},
		},
		"stripe": {
			{`{"id":"evt_1","pending_webhooks":2}`, nil, 1},
			{`{"id":"evt_1","pending_webhooks":1}`, nil, 1},
			{`{"id":"evt_2","pending_webhooks":1}`, nil, 2},
		},
	} {
		for _, secrets := range [][]string{{"secret"}, {"next", "secret"}} {
			count := &runs{}
			options := []hooks.Option{hooks.WithSecrets(secrets...), at(now)}
			if slices.Contains([]string{"twilio", "hubspot"}, name) {
				options = append(options, hooks.WithURL("https://example.com/in"))
			}
			p, err := hooks.NewPreset(name, options...)
			if err != nil {
				t.Fatal(err)
			}
			r := newReceiver(t, p, count.handle, hooks.WithReplay(hooks.NewMemoryReplay(100)))
			for i, a := range attempts {
				count.post(t, r, signed(t, named(t, name, "secret"), a.body, a.header...), 200, a.n, fmt.Sprint(name, secrets, i))
			}
		}
	}
}

// Machines that get one delivery at once run it once, also with several secrets in
// another order each.
func TestSeveralSecretsManyMachines(t *testing.T) {
	store := hooks.NewMemoryReplay(100)
	var mu sync.Mutex
	ran := 0
	handle := func(context.Context, hooks.Event) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		ran++
		return nil, nil
	}
	sign := verifier(t, "sha256Verifier", hooks.WithSecrets("b"))
	var all sync.WaitGroup
	for i := range 40 {
		secrets := [][]string{{"a", "b"}, {"b", "a"}, {"b"}}[i%3]
		r := newReceiver(t, verifier(t, "sha256Verifier", hooks.WithSecrets(secrets...)), handle, hooks.WithReplay(store), hooks.IDFromJSON("id"))
		q := func() *http.Request { return signed(t, sign, `{"id":"evt_1"}`) }
		all.Go(func() {
			for range 1000 {
				w := httptest.NewRecorder()
				r.ServeHTTP(w, q())
				if w.Code == 200 {
					return
				}
			}
			t.Error("never answered 200")
		})
	}
	all.Wait()
	if ran != 1 {
		t.Errorf("%d runs", ran)
	}
}
