package hooks_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"signalbox/hooks"
)

// A prefix is that of the signatures that are made and of those that are verified.
func TestSignaturePrefix(t *testing.T) {
	body := []byte(`{"a":1}`)
	for _, kind := range hooks.Verifiers() {
		if kind == "skipVerifier" {
			if _, err := hooks.NewVerifier(kind, hooks.WithSignaturePrefix("x")); err == nil {
				t.Error("a prefix of no signature")
			}
			continue
		}
		plain := verifier(t, kind, hooks.WithSecrets(base64Passport), at(now))
		bare := verifier(t, kind, hooks.WithSecrets(base64Passport), at(now), hooks.WithSignaturePrefix(""))
		bearer := verifier(t, kind, hooks.WithSecrets(base64Passport), at(now), hooks.WithSignaturePrefix("Bearer "))
		signature := func(v *hooks.Verifier) string {
			s, err := v.Sign(body)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		short := signature(bare)
		if signature(bearer) != "Bearer "+short || !strings.HasSuffix(signature(plain), short) {
			t.Errorf("%s: %q %q %q", kind, signature(plain), short, signature(bearer))
		}
		for _, v := range []*hooks.Verifier{plain, bare, bearer} {
			d := &hooks.Delivery{Body: body}
			if err := errors.Join(v.Verify(body, signature(v)), v.SignDelivery(d), v.Authenticate(d)); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
		var refused *hooks.WebhookVerificationError
		for _, wrong := range []string{short, "Bearer", "Bearer ", "bearer " + short, "Bearer Bearer " + short, ""} {
			if err := bearer.Verify(body, wrong); !errors.As(err, &refused) {
				t.Errorf("%s takes %q: %v", kind, wrong, err)
			}
		}
		count := &runs{} // a duplicate is known by its signature
		r := newReceiver(t, bearer, count.handle, hooks.WithReplay(hooks.NewMemoryReplay(10)), hooks.ByBody(time.Hour))
		count.post(t, r, signed(t, bearer, "{}"), 200, 1, string(kind))
		count.post(t, r, signed(t, bearer, "{}"), 200, 1, string(kind)+" again")
		count.post(t, r, signed(t, bearer, "[]"), 200, 2, string(kind)+" another")
	}
	hex := verifier(t, "sha256Verifier", hooks.WithSecrets("s"), hooks.WithSignaturePrefix(""))
	if got, _ := hex.Sign(body); got != hexMAC("s", body) {
		t.Error(got)
	}
	if _, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets("s"), hooks.WithSignaturePrefix("a\nb")); err == nil {
		t.Error("a prefix of two lines")
	}
	claims := verifier(t, "jwtVerifier", hooks.WithSecrets("s"), hooks.WithIssuers("me"), hooks.WithSignaturePrefix("Bearer "), hooks.WithSignatureHeader("Authorization"))
	d := &hooks.Delivery{Body: body}
	if err := claims.SignDelivery(d); err != nil || !strings.HasPrefix(d.Header.Get("Authorization"), "Bearer ey") || claims.Authenticate(d) != nil {
		t.Errorf("%v %v", d.Header, err)
	}
}
