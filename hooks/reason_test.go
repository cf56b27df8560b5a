package hooks_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"signalbox/hooks"
)

// Whoever sets up a receiver finds in the log what of a delivery is not as it should be.
func TestDetailsOfRefusals(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	clock := hooks.WithClock(func() time.Time { return now })
	partner, err := hooks.Scheme{
		Name: "partner", Header: "X-Signature", Form: "sha256={hex}", TimeHeader: "X-Time", Content: "{time}.{body}",
	}.New(hooks.WithSecrets("s3cret"), clock)
	if err != nil {
		t.Fatal(err)
	}
	verifier := func(kind string, options ...hooks.Option) *hooks.Verifier {
		v, err := hooks.NewVerifier(kind, append(options, hooks.WithSecrets("s3cret"), clock)...)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	of := func(change func(http.Header)) error {
		d := &hooks.Delivery{Method: "POST", Body: []byte("x")}
		if err := partner.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		change(d.Header)
		return partner.Authenticate(d)
	}
	claims := func(claims map[string]any, options ...hooks.Option) error {
		token, err := verifier("jwtVerifier").SignClaims(claims)
		if err != nil {
			t.Fatal(err)
		}
		return verifier("jwtVerifier", options...).Verify([]byte("x"), token)
	}
	sha256 := verifier("sha256Verifier", hooks.WithSignatureHeader("X-Own"))
	for want, err := range map[string]error{
		"missing signature: want it in the header X-Signature":                        of(func(h http.Header) { h.Del("X-Signature") }),
		"missing time or id of the signature: want the time in the header X-Time":     of(func(h http.Header) { h.Del("X-Time") }),
		"malformed signature: want sha256={hex} in the header X-Signature":            of(func(h http.Header) { h.Set("X-Signature", "sha1=00") }),
		"malformed signature: want a time in seconds since 1970 in the header X-Time": of(func(h http.Header) { h.Set("X-Time", "today") }),
		"timestamp out of tolerance: it is more than 5m0s before now":                 of(func(h http.Header) { h.Set("X-Time", "1699996400") }),
		"timestamp out of tolerance: it is more than 5m0s after now":                  of(func(h http.Header) { h.Set("X-Time", "1700003600") }),
		"missing signature: want it once in the header X-Signature":                   of(func(h http.Header) { h.Add("X-Signature", "sha256=00") }),
		"signature mismatch":                                             of(func(h http.Header) { h.Set("X-Time", "1700000001") }),
		"claims refused: exp is over":                                    claims(map[string]any{"exp": now.Unix() - 1}),
		"claims refused: nbf is not yet":                                 claims(map[string]any{"nbf": now.Unix() + 1}),
		"claims refused: iss is none of us, them":                        claims(map[string]any{"iss": "others"}, hooks.WithIssuers("us", "them")),
		"claims refused: sha256 is not that of the body":                 claims(map[string]any{"sha256": "00"}),
		"claims refused: there is no sha256, and WithBodyHash wants one": claims(map[string]any{}, hooks.WithBodyHash()),
		"malformed signature: want sha256={hex} in the header X-Own":     sha256.Authenticate(&hooks.Delivery{Header: http.Header{"X-Own": {"00"}}}),
		"missing signature: want it in the header X-Own":                 sha256.Authenticate(&hooks.Delivery{}),
	} {
		if err == nil || !strings.HasSuffix(err.Error(), "("+want+")") {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// The log names the limit that ended a delivery, and whose it was.
func TestLogNamesLimits(t *testing.T) {
	var log bytes.Buffer
	v, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets("s3cret"))
	if err != nil {
		t.Fatal(err)
	}
	slow := func(ctx context.Context, _ hooks.Event) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	r, err := hooks.Handler(v, slow, hooks.WithLogger(slog.New(slog.NewTextHandler(&log, nil))), hooks.WithLimits(hooks.Limits{Body: 9, Lease: time.Millisecond}),
		hooks.WithReplay(hooks.NewMemoryReplay(9)), hooks.ByBody(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	receive := func(ctx context.Context, body string) {
		t.Helper()
		q := httptest.NewRequest("POST", "/", strings.NewReader(body)).WithContext(ctx)
		signature, err := v.Sign([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("RW-WEBHOOK-SIGNATURE", signature)
		r.ServeHTTP(httptest.NewRecorder(), q)
	}
	receive(t.Context(), "0123456789")
	receive(t.Context(), "1")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	receive(gone, "2")
	for _, want := range []string{
		"the body has more than 9 bytes (Limits.Body)", "the handler has 1ms (Limits.Lease): context deadline exceeded", "the sender went away: context canceled",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("log without %q:\n%s", want, log.String())
		}
	}
	if lines := strings.Count(log.String(), "\n"); strings.Count(log.String(), "verifier=sha256Verifier") != lines {
		t.Errorf("lines without the verifier:\n%s", log.String())
	}
}

func TestHintsOfSettings(t *testing.T) {
	secret := hooks.WithSecrets("s3cret")
	second := func(_ any, err error) error { return err }
	for want, err := range map[string]error{
		`"sha256Verifier" is a kind of verifier: use NewVerifier`:     second(hooks.NewPreset("sha256Verifier", secret)),
		`the TimeHeader is the Header "X-A", which has the signature`: second(hooks.Scheme{Name: "a", Header: "X-A", TimeHeader: "x-a", Content: "{time}.{body}"}.New(secret)),
		"has quotes around it": second(hooks.NewPreset("github", hooks.WithSecrets(`"s3cret"`))),
		"AllowPrefixes: they are of the Sender's own transport": second(hooks.NewSender(hooks.SenderOptions{AllowPrefixes: loopback, Transport: http.DefaultTransport})),
		"Backoff: it is longer than MaxBackoff":                 second(hooks.NewSender(hooks.SenderOptions{Backoff: time.Hour, MaxBackoff: time.Minute})),
	} {
		var config *hooks.ConfigError
		if !errors.As(err, &config) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
