package hooks_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/hooks"
	"signalbox/hooks/redwood"
)

func TestTimestampHeaders(t *testing.T) {
	stripe := newPreset(t, "stripe", "new", "old")
	d := &hooks.Delivery{Body: []byte("{}")}
	if err := newPreset(t, "stripe", "old").SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	good := strings.TrimPrefix(d.Header.Get("Stripe-Signature"), "t=1700000000,v1=")
	bad := strings.Repeat("0", 64)
	for _, c := range []struct {
		header string
		want   bool
	}{
		{"t=1700000000,v1=" + good, true},
		{"v1=" + good + ",t=1700000000", true},
		{"t=1700000000,v1=" + bad + ",v1=" + good, true},
		{"t=1700000000,v1=" + good + ",v1=" + bad, true},
		{"t=1700000000,v0=" + bad + ",v1=" + good, true},
		{"t=1700000000,future=,v1=" + good, true},
		{" t=1700000000,v1=" + good + "\r\n", true},
		{"t=1700000000,v1=short,v1=" + good, true},
		{"t=1700000000,v0=" + good, false},
		{"t=1700000000,t=1700000000,v1=" + good, false},
		{"t=1700000001,v1=" + good, false},
		{"t=1700000000000,v1=" + good, false},
		{"t=,v1=" + good, false},
		{"t=-1700000000,v1=" + good, false},
		{"t=1.7e9,v1=" + good, false},
		{"t=1700000000,v1=" + good + ",", false},
		{"t=1700000000,v1=" + good + ",junk", false},
		{"t=1700000000,=x,v1=" + good, false},
		{"t=1700000000, v1=" + good, false},
		{"t=1700000000;v1=" + good, false},
		{"t=1700000000,v1=" + strings.ToUpper(good), false},
		{"t=1700000000,v1=" + good + strings.Repeat(",x=1", 1<<15), false},
	} {
		d.Header.Set("Stripe-Signature", c.header)
		if err := stripe.Authenticate(d); (err == nil) != c.want {
			t.Errorf("%.120s: %v", c.header, err)
		}
	}
}

func TestCriticalHeader(t *testing.T) {
	v := verifier(t, "jwtVerifier", hooks.WithSecrets(passport))
	for header, want := range map[string]bool{
		`{"alg":"HS256"}`:                          true,
		`{"alg":"HS256","crit":["b64"]}`:           false,
		`{"alg":"HS256","typ":"JWT","crit":[]}`:    false,
		`{"alg":"hs256"}`:                          false,
		`{"typ":"JWT"}`:                            false,
		`{"alg":"HS256","crit":["b64"],"b64":true`: false,
	} {
		text := base64.RawURLEncoding.EncodeToString([]byte(header)) + ".e30"
		mac := hmac.New(sha256.New, []byte(passport))
		mac.Write([]byte(text))
		token := text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
		if err := v.Verify(nil, token); (err == nil) != want {
			t.Errorf("%s: %v", header, err)
		}
	}
}

// TestClaimsAsJavaScriptReadsThem holds to what jsonwebtoken 9 answers: a claim that
// no float64 holds is infinite and hides no other one, members match in their
// exact case, and claims that can't be read are refused.
func TestClaimsAsJavaScriptReadsThem(t *testing.T) {
	plain := verifier(t, "jwtVerifier", hooks.WithSecrets(passport))
	issued := verifier(t, "jwtVerifier", hooks.WithSecrets(passport), hooks.WithIssuers("me", ""))
	const untyped, typed = `{"alg":"HS256"}`, `{"alg":"HS256","typ":"JWT"}`
	deep := strings.Repeat("[", 11_000) + strings.Repeat("]", 11_000)
	for _, c := range []struct {
		header, payload string
		by              *hooks.Verifier
		want            bool
	}{
		{typed, `{"exp":1e400}`, plain, true},
		{typed, `{"exp":-1e400}`, plain, false},
		{typed, `{"nbf":1e400}`, plain, false},
		{typed, `{"exp":1,"z":1e400}`, plain, false},
		{untyped, `{"exp":1,"z":1e400}`, plain, false},
		{typed, `{"sha256":"0","z":1e400}`, plain, false},
		{typed, `{"iss":"me","z":1e400}`, issued, true},
		{typed, `{"iss":5}`, issued, false},
		{untyped, `{"exp":1,"z":` + deep + `}`, plain, false},
		{untyped, `{"EXP":1}`, plain, true},
		{untyped, `{"exp":1`, plain, true}, // text
		{typed, `{"exp":1`, plain, false},
		{untyped, `null`, plain, true},
		{typed, `null`, plain, false},
		{`{"ALG":"HS256"}`, `{}`, plain, false},
		{`{"alg":"HS256","ALG":"none"}`, `{}`, plain, true},
		{`{"alg":"HS256","typ":5}`, `text`, plain, true},
	} {
		text := base64.RawURLEncoding.EncodeToString([]byte(c.header)) + "." + base64.RawURLEncoding.EncodeToString([]byte(c.payload))
		mac := hmac.New(sha256.New, []byte(passport))
		mac.Write([]byte(text))
		token := text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
		if err := c.by.Verify(nil, token); (err == nil) != c.want {
			t.Errorf("%s %.40s: %v", c.header, c.payload, err)
		}
	}
	script, err := redwood.CreateVerifier("jwtVerifier", redwood.VerifyOptions{}, hooks.WithSecrets(passport))
	if err != nil {
		t.Fatal(err)
	}
	for claims, want := range map[string]string{
		`{"a":1e400,"iat":1}`: `{"a":null,"iat":1}`,
		`{"a":-0.0,"iat":1}`:  `{"a":0,"iat":1}`,
	} {
		token, err := script.SignClaims(json.RawMessage(claims))
		if err != nil {
			t.Fatal(err)
		}
		if payload, _ := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1]); string(payload) != want {
			t.Errorf("%s is signed as %s", claims, payload)
		}
	}
}

// TestEmptyToken: jsonwebtoken 9 signs the empty text and refuses what it signed.
func TestEmptyToken(t *testing.T) {
	v := verifier(t, "jwtVerifier", hooks.WithSecrets(passport))
	token, err := v.Sign(nil)
	if err != nil {
		t.Fatal(err)
	}
	if v.Verify(nil, token) == nil {
		t.Error("a token without a payload is accepted")
	}
}

// TestUnboundID holds a receiver to the body where the signature does not cover
// it: an id in the body proves nothing then.
func TestUnboundID(t *testing.T) {
	gitlab := newPreset(t, "gitlab", "s")
	runs := 0
	r := newReceiver(t, gitlab, func(context.Context, hooks.Event) (any, error) { runs++; return nil, nil },
		hooks.IDFromJSON("id"), hooks.WithReplay(hooks.NewMemoryReplay(10)))
	for _, body := range []string{`{"id":1,"n":1}`, `{"id":1,"n":2}`, `{"id":1,"n":2}`} {
		r.ServeHTTP(httptest.NewRecorder(), signed(t, gitlab, body))
	}
	if runs != 2 {
		t.Errorf("%d runs", runs)
	}
}

func TestDocumentedPresets(t *testing.T) {
	if got, want := strings.Join(hooks.Presets(), " "), "adyen box calendly clerk discord dropbox github gitlab hubspot intercom lemonsqueezy linear mailgun meta mux paddle paypal paypal-sandbox plaid plaid-sandbox pubsub razorpay sendgrid sentry shopify slack sns square standardwebhooks stripe supabase svix trello twilio twitch typeform vercel workos zendesk zoom"; got != want {
		t.Errorf("presets: %s", got)
	}
}
