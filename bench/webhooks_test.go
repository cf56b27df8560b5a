package bench

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	githubhooks "github.com/go-playground/webhooks/v6/github"
	"github.com/google/go-github/v75/github"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	stripe "github.com/stripe/stripe-go/v82/webhook"
	svix "github.com/svix/svix-webhooks/go"

	"signalbox/hooks"
)

const (
	stripeSecret   = "whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH"
	standardSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
)

// A webhookPeer verifies one delivery.
type webhookPeer struct {
	name   string
	verify func() error
}

// webhookPeers verify the same body: signalbox's presets and the senders' own
// libraries, each with deliveries that the other one signed.
func webhookPeers(t testing.TB, body []byte) []webhookPeer {
	t.Helper()
	stripePreset, err := hooks.NewPreset("stripe", hooks.WithSecrets(stripeSecret))
	if err != nil {
		t.Fatal(err)
	}
	byStripe := stripe.GenerateTestSignedPayload(&stripe.UnsignedPayload{Payload: body, Secret: stripeSecret})
	forStripe := &hooks.Delivery{Body: body, Header: http.Header{"Stripe-Signature": {byStripe.Header}}}
	ownStripe := &hooks.Delivery{Body: body}
	if err := stripePreset.SignDelivery(ownStripe); err != nil {
		t.Fatal(err)
	}

	standardPreset, err := hooks.NewPreset("standardwebhooks", hooks.WithSecrets(standardSecret))
	if err != nil {
		t.Fatal(err)
	}
	library, err := standardwebhooks.NewWebhook(standardSecret)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now()
	byLibrary, err := library.Sign("msg_1", at, body)
	if err != nil {
		t.Fatal(err)
	}
	forStandard := &hooks.Delivery{Body: body, Header: http.Header{
		"Webhook-Id": {"msg_1"}, "Webhook-Timestamp": {fmt.Sprint(at.Unix())}, "Webhook-Signature": {byLibrary},
	}}
	ownStandard := &hooks.Delivery{Body: body}
	if err := standardPreset.SignDelivery(ownStandard); err != nil {
		t.Fatal(err)
	}
	byGitHub := signedByGitHub(t, body)
	return []webhookPeer{
		{"signalbox Stripe", func() error { return stripePreset.Authenticate(forStripe) }},
		{"stripe-go", func() error {
			return stripe.ValidatePayload(body, ownStripe.Header.Get("Stripe-Signature"), stripeSecret)
		}},
		{"signalbox StandardWebhooks", func() error { return standardPreset.Authenticate(forStandard) }},
		{"standard-webhooks", func() error { return library.Verify(body, ownStandard.Header) }},
		{"svix", svixPeer(t, body)},
		{"signalbox GitHub", githubPeer(t, body)},
		{"go-github", func() error { return github.ValidateSignature(byGitHub, body, []byte(standardSecret)) }},
		{"go-playground/webhooks, which decodes the body too", playgroundPeer(t, body)},
	}
}

func svixPeer(t testing.TB, body []byte) func() error {
	t.Helper()
	p := must(hooks.NewPreset("svix", hooks.WithSecrets(standardSecret)))
	library := must(svix.NewWebhook(standardSecret))
	d := &hooks.Delivery{Body: body}
	if err := p.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	return func() error { return library.Verify(body, d.Header) }
}

// signedByGitHub is GitHub's signature of a body.
func signedByGitHub(t testing.TB, body []byte) string {
	t.Helper()
	d := &hooks.Delivery{Body: body}
	if err := must(hooks.NewPreset("github", hooks.WithSecrets(standardSecret))).SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	return d.Header.Get("X-Hub-Signature-256")
}

func githubPeer(t testing.TB, body []byte) func() error {
	t.Helper()
	p := must(hooks.NewPreset("github", hooks.WithSecrets(standardSecret)))
	d := &hooks.Delivery{Body: body, Header: http.Header{"X-Hub-Signature-256": {signedByGitHub(t, body)}}}
	return func() error { return p.Authenticate(d) }
}

func playgroundPeer(t testing.TB, body []byte) func() error {
	t.Helper()
	hook := must(githubhooks.New(githubhooks.Options.Secret(standardSecret)))
	header := http.Header{"X-Hub-Signature-256": {signedByGitHub(t, body)}, "X-Github-Event": {"ping"}}
	return func() error {
		_, err := hook.Parse(&http.Request{Method: "POST", Header: header, Body: io.NopCloser(bytes.NewReader(body))}, githubhooks.PingEvent)
		return err
	}
}

// TestWebhookLibraries has each side verify what the other one signed.
func TestWebhookLibraries(t *testing.T) {
	for _, p := range webhookPeers(t, []byte(`{"id":"evt_1"}`)) {
		if err := p.verify(); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// BenchmarkWebhooks tells how much longer a verification takes than raw SHA-256
// of the body: the fastest of many rounds, by turns.
func BenchmarkWebhooks(b *testing.B) {
	for _, size := range []int{1 << 10, 64 << 10} {
		body := []byte(`{"zen":"` + strings.Repeat("x", size-10) + `"}`)
		raw := webhookPeer{"raw SHA-256", func() error { sha256.Sum256(body); return nil }}
		for _, p := range webhookPeers(b, body) {
			b.Run(fmt.Sprintf("%s/%d", p.name, size), func(b *testing.B) {
				best := [2]time.Duration{time.Hour, time.Hour}
				for range 300 {
					for i, f := range []func() error{p.verify, raw.verify} {
						started := time.Now()
						for range max(4, 1<<18/size) {
							if err := f(); err != nil {
								b.Fatal(err)
							}
						}
						best[i] = min(best[i], time.Since(started))
					}
				}
				for b.Loop() {
				}
				b.ReportMetric(float64(best[0])/float64(best[1]), "x-raw")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
