package hooks_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"signalbox/hooks"
)

// A vector is a delivery that a sender has published, with its source.
type vector struct {
	name, source string
	preset       string
	secret       string
	url          string
	body         string
	header       map[string]string
	now          int64 // seconds
}

const (
	standardBody  = `{"test": 2432232314}`
	twilioForm    = "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212"
	twilioURL     = "https://mycompany.com/myapp.php?foo=1&bar=2"
	twilioBody    = `{"property": "value", "boolean": true}`
	twilioHash    = "0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620"
	twilioNode    = "twilio/twilio-node spec/validation.spec.js"
	sendGridEvent = `{"category":"example_payload","event":"test_event","message_id":"message_id"}`
)

func twilioVector(name, u, body, signature string) vector {
	return vector{
		name: name, source: twilioNode, preset: "twilio", secret: "12345", url: u, body: body,
		header: map[string]string{"X-Twilio-Signature": signature},
	}
}

var published = []vector{
	{
		name: "github", source: "docs.github.com, Validating webhook deliveries", preset: "github",
		secret: "It's a Secret to Everybody", body: "Hello, World!",
		header: map[string]string{"X-Hub-Signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"},
	},
	{
		name: "slack", source: "docs.slack.dev, Verifying requests from Slack", preset: "slack",
		secret: "8f742231b10e8888abcd99yyyzzz85a5", now: 1531420618,
		body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
		header: map[string]string{
			"X-Slack-Request-Timestamp": "1531420618",
			"X-Slack-Signature":         "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
		},
	},
	{
		name: "standardwebhooks", source: "standard-webhooks/standard-webhooks libraries/go/webhook_test.go", preset: "standardwebhooks",
		secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", body: standardBody, now: 1614265330,
		header: map[string]string{
			"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
			"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		},
	},
	{
		name: "svix", source: "svix/svix-webhooks go/webhook_test.go", preset: "svix",
		secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", body: standardBody, now: 1614265330,
		header: map[string]string{
			"svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "svix-timestamp": "1614265330",
			"svix-signature": "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		},
	},
	{
		name: "clerk", source: "the same, for Clerk sends by Svix", preset: "clerk",
		secret: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", body: standardBody, now: 1614265330,
		header: map[string]string{
			"Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "Webhook-Timestamp": "1614265330",
			"Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		},
	},
	{
		name: "square", source: "developer.squareup.com, Validate Event Notifications", preset: "square",
		secret: "asdf1234", url: "https://example.com/webhook", body: `{"hello":"world"}`,
		header: map[string]string{"X-Square-HmacSha256-Signature": "2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og="},
	},
	{
		name: "sendgrid", source: "sendgrid/sendgrid-nodejs packages/eventwebhook/src/eventwebhook.spec.js", preset: "sendgrid",
		secret: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==",
		body:   sendGridEvent, now: 1588788367,
		header: map[string]string{
			"X-Twilio-Email-Event-Webhook-Timestamp": "1588788367",
			"X-Twilio-Email-Event-Webhook-Signature": "MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=",
		},
	},
	twilioVector("form", twilioURL, twilioForm, "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
	twilioVector("https with a port, signed without", strings.Replace(twilioURL, ".com", ".com:1234", 1), twilioForm, "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
	twilioVector("http with a port", "http://mycompany.com:1234/myapp.php?foo=1&bar=2", twilioForm, "Zmvh+3yNM1Phv2jhDCwEM3q5ebU="),
	twilioVector("signed with port 443", twilioURL, twilioForm, "kvajT1Ptam85bY51eRf/AJRuM3w="),
	twilioVector("signed with port 80", "http://mycompany.com/myapp.php?foo=1&bar=2", twilioForm, "0ZXoZLH/DfblKGATFgpif+LLRf4="),
	twilioVector("credentials", "https://user:pass@mycompany.com/myapp.php?foo=1&bar=2", twilioForm, "CukzLTc1tT5dXEDIHm/tKBanW10="),
	twilioVector("user name", "https://user@mycompany.com/myapp.php?foo=1&bar=2", twilioForm, "2YRLlVAflCqxaNicjMpJcSTgzSs="),
	twilioVector("credentials and port", "https://user:pass@mycompany.com/myapp.php?foo=1&bar=2", twilioForm, "ZQFR1PTIZXF2MXB8ZnKCvnnA+rI="),
	twilioVector("apostrophe", twilioURL+"&Body=It's+amazing", twilioForm, "dsq4Ehbj6cs+KdTkpF5sSSplOWw="),
	twilioVector("a field twice", twilioURL, "MessagingBinding.Address=%2B1415xxxxxxx&MessagingBinding.Address=%2B1325xxxxxxx", "83O6e2vORAoJHUNzJjDWN1jz+BA="),
	twilioVector("values twice", twilioURL, "Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234", "IK+Dwps556ElfBT0I3Rgjkr1wJU="),
	twilioVector("host in mixed case", "https://MyCompany.com/myapp.php?foo=1&bar=2", twilioForm, "g9IN/x4Cft2g517EjYvEvM/W7LU="), // twilio-csharp RequestValidatorTest.cs
	twilioVector("JSON body", twilioURL+"&bodySHA256="+twilioHash, twilioBody, "a9nBmqA0ju/hNViExpshrM61xv4="),
	twilioVector("JSON body, empty", twilioURL+"&bodySHA256=44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", "", "Ldidvp12m26NI7eqEvxnEpkd9Hc="),
	twilioVector("only bodySHA256", "https://mycompany.com/myapp.php?bodySHA256="+twilioHash, twilioBody, "y77kIzt2vzLz71DgmJGsen2scGs="),
}

func (v *vector) delivery() *hooks.Delivery {
	d := &hooks.Delivery{Method: "POST", URL: v.url, Header: http.Header{}, Body: []byte(v.body)}
	for name, value := range v.header {
		d.Header.Set(name, value)
	}
	return d
}

func at(seconds int64) hooks.Option {
	return hooks.WithClock(func() time.Time { return time.Unix(seconds, 0) })
}

func TestPublishedDeliveries(t *testing.T) {
	for _, v := range published {
		t.Run(v.preset+"/"+v.name, func(t *testing.T) {
			p, err := hooks.NewPreset(v.preset, hooks.WithSecrets(v.secret), at(v.now))
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Authenticate(v.delivery()); err != nil {
				t.Errorf("%s: %v", v.source, err)
			}
		})
	}
}

// now is the time of deliveries that the tests sign themselves.
const now = 1_700_000_000

// signing are the presets that can sign: of the others only the sender has the key, or writes
// the signature into the body.
func signing() []string {
	return slices.DeleteFunc(hooks.Presets(), func(name string) bool {
		return slices.Contains([]string{"mailgun", "paypal", "paypal-sandbox", "plaid", "plaid-sandbox", "pubsub", "sns"}, name)
	})
}

// signers are presets that can sign, each with a delivery.
func signers(t testing.TB) map[string]struct {
	preset   *hooks.Preset
	verify   []string // secrets that verify, as the receiver has them
	delivery *hooks.Delivery
} {
	t.Helper()
	all := map[string]struct {
		preset   *hooks.Preset
		verify   []string
		delivery *hooks.Delivery
	}{}
	for _, name := range append(signing(), "standardwebhooks v1a", "twilio JSON") {
		kind, _, _ := strings.Cut(name, " ")
		sign, verify := secretsOf(t, name)
		p, err := hooks.NewPreset(kind, hooks.WithSecrets(sign), at(now))
		if err != nil {
			t.Fatal(name, err)
		}
		d := &hooks.Delivery{Method: "POST", URL: "https://example.com/in?a=1", Header: http.Header{}, Body: bodyOf(name)}
		switch kind {
		case "standardwebhooks", "supabase":
			d.Header.Set("webhook-id", "msg_1")
		case "svix", "clerk":
			d.Header.Set("svix-id", "msg_1")
		}
		if name == "twilio JSON" {
			d.URL += "&bodySHA256=" + hooks.BodyHash(d.Body)
		}
		if err := p.SignDelivery(d); err != nil {
			t.Fatal(name, err)
		}
		entry := all[name]
		entry.preset, entry.verify, entry.delivery = p, []string{verify}, d
		all[name] = entry
	}
	return all
}

func bodyOf(name string) []byte {
	switch name {
	case "linear":
		return []byte(`{"action":"create","type":"Issue","webhookTimestamp":1700000000000}`)
	case "twilio":
		return []byte("Body=Hi+there%21&From=%2B14158675309&Digits=1&Digits=3")
	}
	return []byte(`{"id":"evt_1","type":"activity:created","data":{"n":1}}`)
}

// secretsOf are the secret that signs and the one that verifies.
func secretsOf(t testing.TB, name string) (sign, verify string) {
	t.Helper()
	switch name {
	case "standardwebhooks", "supabase", "svix", "clerk":
		return "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	case "standardwebhooks v1a":
		key := ed25519.NewKeyFromSeed([]byte("0123456789abcdef0123456789abcdef"))
		return "whsk_" + base64.StdEncoding.EncodeToString(key), "whpk_" + base64.StdEncoding.EncodeToString(key[32:])
	case "adyen":
		return "4478207547000069101043932010071068090057550480026056112233445566", "4478207547000069101043932010071068090057550480026056112233445566"
	case "discord":
		key := ed25519.NewKeyFromSeed([]byte("0123456789abcdef0123456789abcdef"))
		return hex.EncodeToString(key), hex.EncodeToString(key[32:])
	case "sendgrid":
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		private, _ := x509.MarshalPKCS8PrivateKey(key)
		public, _ := x509.MarshalPKIXPublicKey(&key.PublicKey)
		return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})), base64.StdEncoding.EncodeToString(public)
	}
	return "MY_VOICE_IS_MY_PASSPORT", "MY_VOICE_IS_MY_PASSPORT"
}

func TestPresetsVerifyWhatTheySign(t *testing.T) {
	for name, s := range signers(t) {
		kind, _, _ := strings.Cut(name, " ")
		old, _ := secretsOf(t, "github")
		if !slices.Contains([]string{"standardwebhooks", "supabase", "svix", "clerk", "discord", "sendgrid", "adyen"}, kind) {
			s.verify = append([]string{old + " of tomorrow"}, s.verify...) // rotation: any secret will do
		}
		p, err := hooks.NewPreset(kind, hooks.WithSecrets(s.verify...), at(now))
		if err != nil {
			t.Fatal(name, err)
		}
		if err := p.Authenticate(s.delivery); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s.delivery.Header.Get(p.SignatureHeader()) == "" {
			t.Errorf("%s: no header %s", name, p.SignatureHeader())
		}
	}
}

func TestPresetTimes(t *testing.T) {
	tolerances := map[string]time.Duration{
		"stripe": 5 * time.Minute, "mux": 5 * time.Minute, "slack": 5 * time.Minute, "zoom": 5 * time.Minute,
		"standardwebhooks": 5 * time.Minute, "svix": 5 * time.Minute, "supabase": 5 * time.Minute, "clerk": 5 * time.Minute, "sendgrid": 5 * time.Minute,
		"hubspot": 5 * time.Minute, "linear": time.Minute,
		"paddle": 5 * time.Minute, "calendly": 5 * time.Minute, "workos": 3 * time.Minute, "zendesk": 5 * time.Minute, "twitch": 10 * time.Minute, "box": 10 * time.Minute,
	}
	for name, s := range signers(t) {
		kind, _, _ := strings.Cut(name, " ")
		tolerance, timed := tolerances[kind]
		if !timed {
			tolerance = time.Hour
		}
		for _, c := range []struct {
			off  time.Duration
			want bool
		}{
			{tolerance, true}, {-tolerance, true}, {tolerance + time.Millisecond, !timed}, {-tolerance - time.Millisecond, !timed},
		} {
			clock := hooks.WithClock(func() time.Time { return time.Unix(now, 0).Add(c.off) })
			p, err := hooks.NewPreset(kind, hooks.WithSecrets(s.verify...), clock)
			if err != nil {
				t.Fatal(err)
			}
			err = p.Authenticate(s.delivery)
			if (err == nil) != c.want {
				t.Errorf("%s, %v off: %v", name, c.off, err)
			}
			var refused *hooks.WebhookVerificationError
			if err != nil && (!errors.As(err, &refused) || refused.Reason != hooks.ReasonTimestamp) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestPresetTypesAndIDs(t *testing.T) {
	for _, c := range []struct {
		preset, body string
		header       map[string]string
		kind, id     string
		signed       bool
	}{
		{preset: "github", header: map[string]string{"X-GitHub-Event": "push", "X-GitHub-Delivery": "d"}, kind: "push", id: "d"},
		{preset: "stripe", body: `{"id":"evt_1","type":"charge.succeeded"}`, kind: "charge.succeeded", id: "evt_1", signed: true},
		{preset: "mux", body: `{"id":"m","type":"video.asset.ready"}`, kind: "video.asset.ready", id: "m", signed: true},
		{preset: "slack", body: `{"type":"event_callback","event_id":"Ev1","event":{"type":"message"}}`, kind: "message", id: "Ev1", signed: true},
		{preset: "slack", body: `{"type":"block_actions"}`, kind: "block_actions"},
		{preset: "zoom", body: `{"event":"meeting.started"}`, kind: "meeting.started"},
		{preset: "shopify", header: map[string]string{"X-Shopify-Topic": "orders/create", "X-Shopify-Webhook-Id": "w"}, kind: "orders/create", id: "w"},
		{preset: "standardwebhooks", body: `{"type":"user.created"}`, header: map[string]string{"webhook-id": "msg_1"}, kind: "user.created", id: "msg_1", signed: true},
		{preset: "clerk", body: `{"type":"user.created"}`, header: map[string]string{"svix-id": "msg_1"}, kind: "user.created", id: "msg_1", signed: true},
		{preset: "twilio", header: map[string]string{"I-Twilio-Idempotency-Token": "i"}, id: "i"},
		{preset: "discord", body: `{"id":"1","type":2}`, kind: "2", id: "1", signed: true},
		{preset: "discord", body: `{"type":1,"event":{"type":"ENTITLEMENT_CREATE"}}`, kind: "ENTITLEMENT_CREATE"},
		{preset: "square", body: `{"event_id":"e","type":"payment.updated"}`, kind: "payment.updated", id: "e", signed: true},
		{preset: "linear", body: `{"type":"Issue"}`, header: map[string]string{"Linear-Delivery": "l"}, kind: "Issue", id: "l"},
		{preset: "gitlab", header: map[string]string{"X-Gitlab-Event": "Push Hook", "Idempotency-Key": "k"}, kind: "Push Hook", id: "k"},
		{preset: "hubspot", body: `[{"subscriptionType":"contact.creation"}]`},
		{preset: "sendgrid", body: `[{"event":"dropped"}]`},
	} {
		_, verify := secretsOf(t, c.preset)
		p, err := hooks.NewPreset(c.preset, hooks.WithSecrets(verify))
		if err != nil {
			t.Fatal(err)
		}
		d := (&vector{body: c.body, header: c.header}).delivery()
		id, signed := p.ID(d)
		if kind := p.Type(d); kind != c.kind || id != c.id || signed != c.signed {
			t.Errorf("%s %s: type %q, id %q, signed %v", c.preset, c.body, kind, id, signed)
		}
	}
}

func TestPublicURL(t *testing.T) {
	for _, c := range []struct{ configured, asked, want string }{
		{"https://example.com/hook", "/internal/path?a=1", "https://example.com/hook?a=1"},
		{"https://example.com/hook?k=v", "/internal/path?a=1", "https://example.com/hook?k=v"},
		{"https://example.com", "/in/a%2Fb?x=%20y", "https://example.com/in/a%2Fb?x=%20y"},
		{"https://example.com:8443", "/in", "https://example.com:8443/in"},
		{"https://example.com/hook", "http://forwarded.example/in?a=1", "https://example.com/hook?a=1"},
	} {
		sender, err := hooks.NewPreset("square", hooks.WithSecrets("s"))
		if err != nil {
			t.Fatal(err)
		}
		d := &hooks.Delivery{URL: c.want, Body: []byte("{}")}
		if err := sender.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		receiver, err := hooks.NewPreset("square", hooks.WithSecrets("s"), hooks.WithURL(c.configured))
		if err != nil {
			t.Fatal(err)
		}
		d.URL = c.asked
		d.Header.Set("X-Forwarded-Host", "attacker.example")
		if err := receiver.Authenticate(d); err != nil {
			t.Errorf("%s asked for %s is not %s", c.configured, c.asked, c.want)
		}
	}
}

// A query is the sender's, whatever it has in it: a URL there doesn't stand for the request's.
func TestURLsInQueries(t *testing.T) {
	for _, name := range []string{"twilio", "square", "hubspot", "trello"} {
		sender, err := hooks.NewPreset(name, hooks.WithSecrets("s"), at(now))
		if err != nil {
			t.Fatal(err)
		}
		receiver, err := hooks.NewPreset(name, hooks.WithSecrets("s"), hooks.WithURL("https://example.com/hook"), at(now))
		if err != nil {
			t.Fatal(err)
		}
		for signed, asked := range map[string]string{
			"https://example.com/hook?next=https://a.example/b": "/hook?next=https://a.example/b",
			"https://example.com/hook?x=1":                      "http://forwarded.example/hook?x=1",
			"https://example.com/hook?y=://":                    "?y=://",
		} {
			d := &hooks.Delivery{URL: signed}
			if err := sender.SignDelivery(d); err != nil {
				t.Fatal(name, err)
			}
			d.URL = asked
			if err := receiver.Authenticate(d); err != nil {
				t.Errorf("%s: %s is not taken for %s: %v", name, asked, signed, err)
			}
			for _, forged := range []string{"/hook?forged=1&x=://y" + strings.TrimPrefix(signed, "https://example.com"), "/hook?forged=1&x=://", "?forged=1&x=://y/hook"} {
				if d.URL = forged; receiver.Authenticate(d) == nil {
					t.Errorf("%s: %s is taken for %s", name, forged, signed)
				}
			}
			if d.URL = asked; !strings.HasPrefix(asked, "http") && sender.SignDelivery(d) == nil {
				t.Errorf("%s: %s is taken for a public URL", name, asked)
			}
		}
	}
}

func TestHubSpotDecodesURL(t *testing.T) {
	sender, err := hooks.NewPreset("hubspot", hooks.WithSecrets("s"), at(now))
	if err != nil {
		t.Fatal(err)
	}
	d := &hooks.Delivery{Method: "POST", URL: "https://example.com/in?email=a@b.c&t=x:y/%20z", Body: []byte("[]")}
	if err := sender.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	d.URL = "https://example.com/in?email=a%40b.c&t=x%3ay%2F%20z"
	if err := sender.Authenticate(d); err != nil {
		t.Error(err)
	}
}

func TestPresetMistakes(t *testing.T) {
	for _, c := range []struct {
		name   string
		preset string
		option []hooks.Option
	}{
		{"unknown", "gitbub", []hooks.Option{hooks.WithSecrets("s")}},
		{"no secret", "github", nil},
		{"empty secret", "github", []hooks.Option{hooks.WithSecrets("")}},
		{"no secrets", "github", []hooks.Option{hooks.WithSecrets()}},
		{"one empty secret", "github", []hooks.Option{hooks.WithSecrets("s", "")}},
		{"URL that nobody signs", "github", []hooks.Option{hooks.WithSecrets("s"), hooks.WithURL("https://example.com")}},
		{"tolerance without a time", "github", []hooks.Option{hooks.WithSecrets("s"), hooks.WithTolerance(time.Minute)}},
		{"negative tolerance", "stripe", []hooks.Option{hooks.WithSecrets("s"), hooks.WithTolerance(-time.Minute)}},
		{"relative URL", "square", []hooks.Option{hooks.WithSecrets("s"), hooks.WithURL("/hook")}},
		{"secret that is no base64", "svix", []hooks.Option{hooks.WithSecrets("whsec_!!!!")}},
		{"secret that is empty base64", "svix", []hooks.Option{hooks.WithSecrets("whsec_")}},
		{"short public key", "standardwebhooks", []hooks.Option{hooks.WithSecrets("whpk_AAAA")}},
		{"no public key", "sendgrid", []hooks.Option{hooks.WithSecrets("secret")}},
		{"no hex", "discord", []hooks.Option{hooks.WithSecrets("secret")}},
	} {
		p, err := hooks.NewPreset(c.preset, c.option...)
		var config *hooks.ConfigError
		if p != nil || !errors.As(err, &config) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestPublicKeysDoNotSign(t *testing.T) {
	for _, name := range []string{"discord", "sendgrid", "standardwebhooks v1a"} {
		kind, _, _ := strings.Cut(name, " ")
		_, verify := secretsOf(t, name)
		p, err := hooks.NewPreset(kind, hooks.WithSecrets(verify))
		if err != nil {
			t.Fatal(err)
		}
		var sign *hooks.WebhookSignError
		if err := p.SignDelivery(&hooks.Delivery{}); !errors.As(err, &sign) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStandardIDWithFullStop(t *testing.T) {
	p, err := hooks.NewPreset("standardwebhooks", hooks.WithSecrets("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), at(now))
	if err != nil {
		t.Fatal(err)
	}
	d := &hooks.Delivery{Header: http.Header{"Webhook-Id": {"a"}}, Body: []byte("1700000001.{}")}
	if err := p.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	// The same bytes, cut in other places.
	d.Header.Set("webhook-id", "a.1700000000")
	d.Header.Set("webhook-timestamp", "1700000001")
	d.Body = []byte("{}")
	if p.Authenticate(d) == nil {
		t.Error("a delivery was accepted that nobody signed")
	}
	if p.SignDelivery(&hooks.Delivery{Header: http.Header{"Webhook-Id": {"a.b"}}}) == nil {
		t.Error("an id with a full stop was signed")
	}
}

// The id is that of the headers that were verified: others may stand beside them.
func TestSvixIDIsTheSignedOne(t *testing.T) {
	for _, name := range []string{"svix", "clerk"} {
		p := newPreset(t, name, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
		d := &hooks.Delivery{Header: http.Header{"Svix-Id": {"msg_1"}}}
		if err := p.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		received := http.Header{"Svix-Id": {"forged"}}
		for header, value := range d.Header {
			received[strings.Replace(header, "Svix-", "Webhook-", 1)] = value
		}
		d.Header = received
		if err := p.Authenticate(d); err != nil {
			t.Fatal(err)
		}
		if id, signed := p.ID(d); id != "msg_1" || !signed {
			t.Errorf("%s: id %q", name, id)
		}
	}
}

// Where nothing marks where the time ends, it has as many digits as times of today: none goes over
// to the body, and none of the body's to the time.
func TestTimesBesideTheBody(t *testing.T) {
	for name, cut := range map[string]func(stamp, body string) (string, string){
		"discord":  func(stamp, body string) (string, string) { return stamp + body[:1], body[1:] },
		"sendgrid": func(stamp, body string) (string, string) { return stamp[:len(stamp)-1], stamp[len(stamp)-1:] + body },
		"hubspot":  func(stamp, body string) (string, string) { return body[len(body)-1:] + stamp, body[:len(body)-1] },
	} {
		sign, _ := secretsOf(t, name)
		p, err := hooks.NewPreset(name, hooks.WithSecrets(sign), hooks.WithTolerance(hooks.Forever), at(now))
		if err != nil {
			t.Fatal(err)
		}
		d := &hooks.Delivery{URL: "https://example.com/in", Body: []byte("123")}
		if err := p.SignDelivery(d); err != nil || p.Authenticate(d) != nil {
			t.Fatal(name, err, p.Authenticate(d))
		}
		for header := range d.Header {
			if stamp := d.Header.Get(header); strings.HasPrefix(stamp, "1700000000") {
				stamp, body := cut(stamp, string(d.Body))
				d.Header.Set(header, stamp)
				d.Body = []byte(body)
				break
			}
		}
		if got := refusal(p.Authenticate(d)); got != hooks.ReasonMalformed {
			t.Errorf("%s: the same text, cut in another place: %q", name, got)
		}
	}
}

func TestTwilioBodyThatIsNotSigned(t *testing.T) {
	p, err := hooks.NewPreset("twilio", hooks.WithSecrets("s"))
	if err != nil {
		t.Fatal(err)
	}
	d := &hooks.Delivery{URL: "https://example.com/in", Header: http.Header{}}
	if err := p.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	d.Body = []byte(`{"Body":"forged"}`)
	d.Header.Set("Content-Type", "application/json")
	if p.Authenticate(d) == nil {
		t.Error("a JSON body was accepted that the signature does not cover")
	}
	d.Body = []byte(url.Values{"Body": {"forged"}}.Encode())
	d.Header.Del("Content-Type")
	if p.Authenticate(d) == nil {
		t.Error("a form was accepted that the signature does not cover")
	}
}

// privateHex and publicHex are the two halves of an Ed25519 key from its seed.
func privateHex(seed string) string { return hex.EncodeToString(ed25519Key(seed)) }

func publicHex(seed string) string { return hex.EncodeToString(ed25519Key(seed)[32:]) }

func ed25519Key(seed string) ed25519.PrivateKey {
	raw, _ := hex.DecodeString(seed)
	return ed25519.NewKeyFromSeed(raw)
}
