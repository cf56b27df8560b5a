package hooks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"signalbox/hooks"
)

// bothSides are a signer and what verifies its deliveries.
type bothSides struct {
	sign   hooks.Signer
	verify func(url string) (hooks.Authenticator, error)
}

func everySigner(t *testing.T) map[string]bothSides {
	t.Helper()
	all := map[string]bothSides{}
	for _, kind := range hooks.Verifiers() {
		options := []hooks.Option{hooks.WithSignatureHeader("X-Partner-Signature")}
		if kind != "skipVerifier" {
			options = append(options, hooks.WithSecrets("MY_VOICE_IS_MY_PASSPORT"))
		}
		v, err := hooks.NewVerifier(kind, options...)
		if err != nil {
			t.Fatal(kind, err)
		}
		all[string(kind)] = bothSides{v, func(string) (hooks.Authenticator, error) { return v, nil }}
	}
	for _, name := range signing() {
		sign, verify := secretsOf(t, name)
		p, err := hooks.NewPreset(name, hooks.WithSecrets(sign))
		if err != nil {
			t.Fatal(name, err)
		}
		all[name] = bothSides{p, func(url string) (hooks.Authenticator, error) {
			options := []hooks.Option{hooks.WithSecrets(verify)}
			if slices.Contains([]string{"twilio", "square", "hubspot", "trello"}, name) {
				options = append(options, hooks.WithURL(url))
			}
			return hooks.NewPreset(name, options...)
		}}
	}
	return all
}

// What a Sender signs, by whatever verifier or preset, its receiver accepts.
func TestSenderAndReceiverAgree(t *testing.T) {
	s := newSender(t, hooks.SenderOptions{AllowPrefixes: loopback, AllowHTTP: true, Attempts: 1})
	body := json.RawMessage(fmt.Sprintf(`{"id":"evt_1","type":"order.paid","webhookTimestamp":%d}`, time.Now().UnixMilli()))
	for name, both := range everySigner(t) {
		t.Run(name, func(t *testing.T) {
			var receiver *hooks.Receiver
			var got hooks.Event
			server := httptest.NewUnstartedServer(nil)
			url := "http://" + server.Listener.Addr().String() + "/in?x=1"
			if name == "twilio" {
				url += "&bodySHA256=" + hooks.BodyHash(body) // Twilio's way with JSON
			}
			verify, err := both.verify(url)
			if err != nil {
				t.Fatal(err)
			}
			receiver = newReceiver(t, verify, func(_ context.Context, e hooks.Event) (any, error) {
				got = e
				return "done", nil
			})
			server.Config.Handler = receiver
			server.Start()
			defer server.Close()
			e := hooks.Endpoint{URL: url, Signer: both.sign}
			receipt, err := s.Send(t.Context(), hooks.Message{ID: "m1", Payload: body}, e)
			if err != nil || string(receipt.Response) != `{"data":"done"}` || string(got.Payload()) != string(body) {
				t.Errorf("%v: %d %s", err, receipt.Status, receipt.Response)
			}
			if slices.Contains([]string{"standardwebhooks", "supabase", "svix", "clerk"}, name) && got.ID != "m1" {
				t.Errorf("the receiver's id is %q", got.ID)
			}
		})
	}
}

// The id and the type in the Signer's headers are the message's, wherever else they stand: a
// receiver would take a retry with another id, or none, for another event.
func TestSignersHeadersAreTheMessages(t *testing.T) {
	svix := newPreset(t, "svix", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	acme, err := hooks.Scheme{Name: "acme", Header: "X-Acme-Signature", Form: "t={time},v1={hex}", Content: "{time}.{body}", IDHeader: "X-Acme-Id", TypeHeader: "X-Acme-Type"}.New(hooks.WithSecrets("s"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		signer   hooks.Signer
		idHeader string
		message  hooks.Message
		want     map[string]string
	}{
		{acme, "", hooks.Message{Type: "order.paid"}, map[string]string{"X-Acme-Type": "order.paid"}},
		{acme, "", hooks.Message{Type: "order.paid", Header: http.Header{"x-acme-type": {"paid"}}}, map[string]string{"X-Acme-Type": "paid"}},
		{svix, "", hooks.Message{Type: "order.paid"}, map[string]string{"X-Acme-Type": ""}},
		{acme, "", hooks.Message{}, map[string]string{"X-Acme-Id": "m1", "Webhook-Id": ""}},
		{svix, "", hooks.Message{}, map[string]string{"Svix-Id": "m1", "Webhook-Id": ""}},
		{svix, "X-Event-Id", hooks.Message{}, map[string]string{"Svix-Id": "m1", "X-Event-Id": "m1"}},
		{signWith("x"), "", hooks.Message{}, map[string]string{"Webhook-Id": "m1"}},
		{signWith("x"), "X-Event-Id", hooks.Message{}, map[string]string{"Webhook-Id": "", "X-Event-Id": "m1"}},
	} {
		var sent http.Header
		s := newSender(t, hooks.SenderOptions{Transport: transport(func(r *http.Request) (*http.Response, error) {
			sent = r.Header
			return response(200), nil
		})})
		c.message.ID, c.message.Payload = "m1", 1
		e := hooks.Endpoint{URL: "https://example.com/", Signer: c.signer, IDHeader: c.idHeader}
		if _, err := s.Send(t.Context(), c.message, e); err != nil {
			t.Fatal(err)
		}
		for name, want := range c.want {
			if got := sent.Get(name); got != want {
				t.Errorf("%T with IDHeader %q: %s is %q, not %q", c.signer, c.idHeader, name, got, want)
			}
		}
	}
}

// While a secret is replaced, receivers with either accept what is sent, where the header has
// room for both signatures.
func TestAllSecretsSign(t *testing.T) {
	current, _ := secretsOf(t, "standardwebhooks")
	private, public := secretsOf(t, "standardwebhooks v1a")
	const next = "whsec_bmV4dG5leHRuZXh0bmV4dG5leHRuZXh0"
	for _, c := range []struct {
		name               string
		signing            []string
		accepted, stranger []string
	}{
		{"standardwebhooks", []string{next, private, current}, []string{next, public, current}, []string{"whsec_c3RyYW5nZXJzdHJhbmdlcnN0cmFuZ2Vy"}},
		{"svix", []string{private, next}, []string{public, next}, []string{current}},
		{"standardwebhooks", []string{public, private}, []string{public}, []string{current}},
		{"stripe", []string{"next", "current"}, []string{"next", "current"}, []string{"a stranger's"}},
		{"github", []string{"next", "current"}, []string{"next"}, []string{"current"}}, // one signature
	} {
		signer, err := hooks.NewPreset(c.name, hooks.WithSecrets(c.signing...))
		if err != nil {
			t.Fatal(err)
		}
		d := &hooks.Delivery{Body: []byte("{}")}
		if err := signer.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		for _, secret := range append(c.accepted, c.stranger...) {
			p, err := hooks.NewPreset(c.name, hooks.WithSecrets(secret))
			if err != nil {
				t.Fatal(err)
			}
			err = p.Authenticate(d)
			if want := slices.Contains(c.accepted, secret); (err == nil) != want {
				t.Errorf("%s with the secret %.10q: %v of %v", c.name, secret, err, d.Header)
			}
		}
	}
}
