package hooks_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"signalbox/hooks"
	"signalbox/hooks/redwood"
)

func verifier(t testing.TB, kind string, options ...hooks.Option) *hooks.Verifier {
	t.Helper()
	v, err := hooks.NewVerifier(kind, options...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVerifierMistakes(t *testing.T) {
	secret := hooks.WithSecrets(passport)
	nan := redwood.Milliseconds(math.NaN())
	for _, c := range []struct {
		name    string
		kind    string
		options []hooks.Option
	}{
		{"unknown kind", "md5Verifier", []hooks.Option{secret}},
		{"no kind", "", []hooks.Option{secret}},
		{"no secret", "sha256Verifier", nil},
		{"empty secret", "sha256Verifier", []hooks.Option{hooks.WithSecrets("")}},
		{"one empty secret", "jwtVerifier", []hooks.Option{hooks.WithSecrets(passport, "")}},
		{"no secrets", "secretKeyVerifier", []hooks.Option{hooks.WithSecrets()}},
		{"empty key", "base64Sha256Verifier", []hooks.Option{hooks.WithSecrets("!!!!")}},
		{"negative tolerance", "timestampSchemeVerifier", []hooks.Option{secret, hooks.WithTolerance(-1)}},
		{"tolerance without a time", "sha256Verifier", []hooks.Option{secret, hooks.WithTolerance(1)}},
		{"issuer of no token", "sha256Verifier", []hooks.Option{secret, hooks.WithIssuers("me")}},
		{"URL", "sha256Verifier", []hooks.Option{secret, hooks.WithURL("https://example.com")}},
		{"algorithm of another key", "jwtVerifier", []hooks.Option{secret, hooks.WithAlgorithm("RS256")}},
		{"no PEM", "jwtVerifier", []hooks.Option{hooks.WithSecrets("-----BEGIN PUBLIC KEY-----\n!")}},
		{"no clock", "sha256Verifier", []hooks.Option{secret, hooks.WithClock(nil)}},
		{"no logger", "sha256Verifier", []hooks.Option{secret, hooks.WithLogger(nil)}},
	} {
		t.Setenv("WEBHOOK_SECRET", "")
		v, err := hooks.NewVerifier(c.kind, c.options...)
		var config *hooks.ConfigError
		if v != nil || !errors.As(err, &config) || strings.Contains(err.Error(), passport) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	var config *hooks.ConfigError
	if _, err := redwood.CreateVerifier("sha256Verifier", redwood.VerifyOptions{Tolerance: &nan}, secret); !errors.As(err, &config) {
		t.Errorf("a tolerance that is no number: %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("WEBHOOK_SECRET", passport)
	signature, err := verifier(t, "sha256Verifier", hooks.WithSecrets(passport)).Sign([]byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier(t, "sha256Verifier").Verify([]byte("x"), signature); err != nil {
		t.Errorf("the secret of the environment: %v", err)
	}
}

// An option of a receiver is none of a verifier, and the other way round.
func TestOptionsOfAnother(t *testing.T) {
	var config *hooks.ConfigError
	if _, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets("s"), hooks.Ignore()); !errors.As(err, &config) {
		t.Errorf("a verifier: %v", err)
	}
	if _, err := hooks.NewPreset("github", hooks.WithSecrets("s"), hooks.Option{}); !errors.As(err, &config) {
		t.Errorf("a preset: %v", err)
	}
	handle := func(context.Context, hooks.Event) (any, error) { return nil, nil }
	if _, err := hooks.Handler(newPreset(t, "github", "s"), handle, hooks.WithSecrets("s")); !errors.As(err, &config) {
		t.Errorf("a receiver: %v", err)
	}
}

func TestSkipWarns(t *testing.T) {
	var log bytes.Buffer
	v := verifier(t, "skipVerifier", hooks.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if !strings.Contains(log.String(), "level=WARN") {
		t.Errorf("log: %s", log.String())
	}
	if signature, err := v.Sign([]byte("x")); signature != "" || err != nil {
		t.Errorf("%q %v", signature, err)
	}
	if err := v.Authenticate(&hooks.Delivery{}); err != nil {
		t.Error(err)
	}
}

func TestRotation(t *testing.T) {
	for _, p := range parties {
		next := "AAAA" + p.secret
		old := verifier(t, p.kind, append(p.options, hooks.WithSecrets(p.secret))...)
		both := verifier(t, p.kind, append(p.options, hooks.WithSecrets(next, p.secret))...)
		only := verifier(t, p.kind, append(p.options, hooks.WithSecrets(next))...)
		signature, err := old.Sign([]byte(p.payload))
		if err != nil {
			t.Fatal(err)
		}
		if err := both.Verify([]byte(p.payload), signature); err != nil {
			t.Errorf("%s: the old secret: %v", p.kind, err)
		}
		if only.Verify([]byte(p.payload), signature) == nil {
			t.Errorf("%s: a secret that is no more is accepted", p.kind)
		}
		if signature, err = both.Sign([]byte(p.payload)); err != nil || only.Verify([]byte(p.payload), signature) != nil {
			t.Errorf("%s: the first secret does not sign: %v", p.kind, err)
		}
	}
}

func TestMessagesTellNothingOfTheRequest(t *testing.T) {
	const marker = "attacker-wrote-this"
	for _, p := range parties {
		v := verifier(t, p.kind, append(p.options, hooks.WithSecrets(p.secret))...)
		for _, signature := range []string{marker, "sha256=" + marker, "t=1," + marker, marker + "." + marker + ".x", "md5=" + marker} {
			err := v.Verify([]byte(marker), signature)
			var refused *hooks.WebhookVerificationError
			if !errors.As(err, &refused) || strings.Contains(err.Error(), marker) {
				t.Errorf("%s: %v", p.kind, err)
			}
		}
	}
}

func TestEventTimestamp(t *testing.T) {
	v := verifier(t, "sha256Verifier", hooks.WithSecrets(passport))
	signature, _ := v.Sign([]byte("x"))
	event := hooks.Event{Headers: map[string]string{"rw-webhook-signature": signature}, Body: "x"}
	inf, zero, nan := redwood.Milliseconds(math.Inf(1)), redwood.Milliseconds(0), redwood.Milliseconds(math.NaN())
	at := time.UnixMilli(1_700_000_000_000)
	for _, c := range []struct {
		name string
		o    redwood.VerifyOptions
		want bool
	}{
		{"none", redwood.VerifyOptions{}, true},
		{"now", redwood.VerifyOptions{EventTimestamp: redwood.UnixMilliseconds(at)}, true},
		{"edge", redwood.VerifyOptions{EventTimestamp: redwood.UnixMilliseconds(at.Add(-5 * time.Minute))}, true},
		{"too old", redwood.VerifyOptions{EventTimestamp: redwood.UnixMilliseconds(at.Add(-5*time.Minute - time.Millisecond))}, false},
		{"too new", redwood.VerifyOptions{EventTimestamp: redwood.UnixMilliseconds(at.Add(time.Minute)), Tolerance: redwood.DurationMilliseconds(time.Second)}, false},
		{"zero", redwood.VerifyOptions{EventTimestamp: &zero, Tolerance: &inf}, false},
		{"NaN", redwood.VerifyOptions{EventTimestamp: &nan, Tolerance: &inf}, false},
		{"infinite", redwood.VerifyOptions{EventTimestamp: &inf, Tolerance: &inf}, false},
		{"any", redwood.VerifyOptions{EventTimestamp: redwood.UnixMilliseconds(time.UnixMilli(1)), Tolerance: &inf}, true},
	} {
		c.o.CurrentTimestampOverride = redwood.UnixMilliseconds(at)
		for _, kind := range []string{"sha256Verifier", "skipVerifier"} {
			err := redwood.VerifyEvent(kind, redwood.Verification{Event: event, Secrets: []string{passport}, Options: c.o})
			if (err == nil) != c.want {
				t.Errorf("%s, %s: %v", c.name, kind, err)
			}
		}
	}
}

func TestTransformer(t *testing.T) {
	v := verifier(t, "sha256Verifier", hooks.WithSecrets(passport))
	signature, _ := v.Sign([]byte("x"))
	for name, c := range map[string]struct {
		f    func(string) (string, error)
		want bool
	}{
		"as it is": {func(s string) (string, error) { return s, nil }, true},
		"nothing":  {func(string) (string, error) { return "", nil }, false},
		"error":    {func(string) (string, error) { return signature, errors.New("no") }, false},
		"panic":    {func(string) (string, error) { panic("no") }, false},
	} {
		err := redwood.VerifyEvent("sha256Verifier", redwood.Verification{
			Event:   hooks.Event{Headers: map[string]string{"X-Sig": signature}, Body: "x"},
			Secrets: []string{passport},
			Options: redwood.VerifyOptions{SignatureHeader: "x-SIG", SignatureTransformer: c.f},
		})
		if (err == nil) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHeaderTwice(t *testing.T) {
	signature, _ := verifier(t, "sha256Verifier", hooks.WithSecrets(passport)).Sign([]byte("x"))
	verify := func(e hooks.Event) error {
		e.Body = "x"
		return redwood.VerifyEvent("sha256Verifier", redwood.Verification{Event: e, Secrets: []string{passport}, Options: redwood.VerifyOptions{SignatureHeader: "X-Sig"}})
	}
	if verify(hooks.Event{Headers: map[string]string{"X-Sig": signature, "X-SIG": "other"}}) == nil {
		t.Error("two headers of one name are accepted")
	}
	if err := verify(hooks.Event{MultiValueHeaders: map[string][]string{"x-sig": {signature}}}); err != nil {
		t.Error(err)
	}
}

func TestTokenClaims(t *testing.T) {
	clock := hooks.WithClock(func() time.Time { return time.Unix(now, 500) })
	v := verifier(t, "jwtVerifier", hooks.WithSecrets(passport), clock)
	issued := verifier(t, "jwtVerifier", hooks.WithSecrets(passport), clock, hooks.WithIssuers("me"))
	bound := verifier(t, "jwtVerifier", hooks.WithSecrets(passport), clock, hooks.WithBodyHash())
	body := []byte(`{"a":1}`)
	for _, c := range []struct {
		name   string
		claims map[string]any
		by     *hooks.Verifier
		want   bool
	}{
		{"plain", map[string]any{}, v, true},
		{"expires now", map[string]any{"exp": now}, v, false},
		{"expires in a second", map[string]any{"exp": now + 1}, v, true},
		{"expired at zero", map[string]any{"exp": 0}, v, false},
		{"valid from now", map[string]any{"nbf": now}, v, true},
		{"valid in a second", map[string]any{"nbf": now + 1}, v, false},
		{"issuer missing", map[string]any{}, issued, false},
		{"issuer", map[string]any{"iss": "me"}, issued, true},
		{"issuer of another", map[string]any{"iss": "you"}, issued, false},
		{"issuer that is no text", map[string]any{"iss": []string{"me"}}, issued, false},
		{"hash", map[string]any{"sha256": hooks.BodyHash(body)}, v, true},
		{"hash of another body", map[string]any{"sha256": hooks.BodyHash([]byte("x"))}, v, false},
		{"hash that is no text", map[string]any{"sha256": 1}, v, false},
		{"hash wanted", map[string]any{}, bound, false},
		{"hash wanted and there", map[string]any{"sha256": hooks.BodyHash(body)}, bound, true},
	} {
		token, err := v.SignClaims(c.claims)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if err := c.by.Verify(body, token); (err == nil) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for name, claims := range map[string]any{"text": "x", "list": []int{1}, "nil": nil, "iat": map[string]any{"iat": "x"}, "nbf": map[string]any{"nbf": true}, "no JSON": func() {}} {
		var sign *hooks.WebhookSignError
		if _, err := v.SignClaims(claims); !errors.As(err, &sign) {
			t.Errorf("%s: %v", name, err)
		}
	}
	token, err := issued.SignClaims(map[string]int{"a": 1})
	if err != nil || issued.Verify(nil, token) != nil {
		t.Errorf("the issuer is not signed: %v", err)
	}
	payload, _ := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if string(payload) != `{"a":1,"iat":1700000000,"iss":"me"}` {
		t.Errorf("claims: %s", payload)
	}
}

// TestTokenOfADelivery: what a verifier with an issuer, or that wants the body
// bound, sends is what it accepts, and for no other body.
func TestTokenOfADelivery(t *testing.T) {
	for name, options := range map[string][]hooks.Option{
		"issuer":    {hooks.WithIssuers("me")},
		"body hash": {hooks.WithBodyHash()},
		"both":      {hooks.WithIssuers("me"), hooks.WithBodyHash()},
	} {
		v := verifier(t, "jwtVerifier", append(options, hooks.WithSecrets(passport))...)
		d := &hooks.Delivery{Body: []byte(strings.Repeat("x", 100<<10))}
		if err := v.SignDelivery(d); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := v.Authenticate(d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		d.Body[0] = 'y'
		if v.Authenticate(d) == nil {
			t.Errorf("%s: another body is accepted", name)
		}
	}
}

func TestTokenKeys(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, _ := x509.MarshalPKIXPublicKey(&key.PublicKey)
	private := string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
	public := string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
	receiver := verifier(t, "jwtVerifier", hooks.WithSecrets(public))
	for _, algorithm := range []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"} {
		sender := verifier(t, "jwtVerifier", hooks.WithSecrets(private), hooks.WithAlgorithm(algorithm))
		token, err := sender.Sign([]byte("x"))
		if err != nil {
			t.Fatal(err)
		}
		if err := receiver.Verify([]byte("x"), token); err != nil {
			t.Errorf("%s: %v", algorithm, err)
		}
	}
	// A public key is no secret, though its text could key an HMAC.
	hmac := verifier(t, "jwtVerifier", hooks.WithSecrets("x"))
	token, _ := hmac.Sign([]byte("x"))
	var sign *hooks.WebhookSignError
	if _, err := receiver.Sign([]byte("x")); !errors.As(err, &sign) {
		t.Errorf("a public key signs: %v", err)
	}
	if receiver.Verify([]byte("x"), token) == nil {
		t.Error("an HMAC is accepted by a public key")
	}
	none := "eyJhbGciOiJub25lIn0.e30."
	critical := "eyJhbGciOiJIUzI1NiIsImNyaXQiOlsiYjY0Il19.e30.AAAA"
	for _, token := range []string{none, none + "AA", critical, strings.Repeat("a", 1<<17)} {
		if hmac.Verify([]byte("x"), token) == nil {
			t.Errorf("%.40s is accepted", token)
		}
	}
}

func TestVerifyAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	for _, p := range parties {
		if p.kind == "jwtVerifier" {
			continue
		}
		v := verifier(t, p.kind, append(p.options, hooks.WithSecrets("b"+p.secret[1:], p.secret))...)
		signature, err := verifier(t, p.kind, append(p.options, hooks.WithSecrets(p.secret))...).Sign([]byte(p.payload))
		if err != nil {
			t.Fatal(err)
		}
		payload := []byte(p.payload)
		allocations := testing.AllocsPerRun(200, func() {
			if err := v.Verify(payload, signature); err != nil {
				t.Fatal(p.kind, err)
			}
		})
		if allocations >= 1 {
			t.Errorf("%s: %v allocations", p.kind, allocations)
		}
	}
}

// A refusal names the header that is missing, which whoever sets a receiver up looks for.
func TestMissingHeaderIsNamed(t *testing.T) {
	secret := hooks.WithSecrets("secret")
	github, err := hooks.NewPreset("github", secret)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := hooks.NewVerifier("sha256Verifier", secret, hooks.WithSignatureHeader("X-Sig"))
	if err != nil {
		t.Fatal(err)
	}
	mailgun, err := hooks.NewPreset("mailgun", secret)
	if err != nil {
		t.Fatal(err)
	}
	adyen, err := hooks.NewPreset("adyen", hooks.WithSecrets(strings.Repeat("ab", 32)))
	if err != nil {
		t.Fatal(err)
	}
	for want, v := range map[string]hooks.Authenticator{
		"(missing signature: want it in the header X-Hub-Signature-256)": github,
		"(missing signature: want it in the header X-Sig)":               verifier,
		"(missing signature)": mailgun, // has it in the body
		"(missing signature: want it in the header HmacSignature, or in additionalData.hmacSignature of a payment)": adyen,
	} {
		err := v.Authenticate(&hooks.Delivery{Body: []byte("{}")})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
