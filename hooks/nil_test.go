package hooks_test

import (
	"context"
	"errors"
	"testing"

	"signalbox/hooks"
	"signalbox/hooks/redwood"
)

// A verifier or preset whose constructor returned an error panics nowhere.
func TestNilVerifiersAndPresets(t *testing.T) {
	d := &hooks.Delivery{Body: []byte("{}")}
	config := func(name string, err error) {
		t.Helper()
		if refused := (*hooks.ConfigError)(nil); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := newSender(t, hooks.SenderOptions{})
	both := func(name string, v interface {
		hooks.Authenticator
		hooks.Signer
	},
	) {
		config(name+" Authenticate", v.Authenticate(d))
		config(name+" SignDelivery", v.SignDelivery(d))
		_, err := hooks.Handler(v, func(context.Context, hooks.Event) (any, error) { return nil, nil }, hooks.WithReplay(hooks.NewMemoryReplay(1)))
		config(name+" Handler", err)
		_, err = s.Send(t.Context(), hooks.Message{Payload: 1}, hooks.Endpoint{URL: "https://receiver.example", Signer: v})
		config(name+" Send", err)
	}
	for _, v := range []*hooks.Verifier{nil, {}} {
		both("verifier", v)
		config("Verify", v.Verify(nil, "x"))
		_, err := v.Sign(nil)
		config("Sign", err)
		_, err = v.SignClaims(1)
		config("SignClaims", err)
		if v.Kind() != "" || v.SignatureHeader() == "" {
			t.Errorf("%q %q", v.Kind(), v.SignatureHeader())
		}
	}
	for _, v := range []*redwood.Verifier{nil, {}} {
		config("redwood Verify", v.Verify(nil, "x"))
		config("redwood VerifyEvent", v.VerifyEvent(hooks.Event{}, nil))
		_, err := v.Sign(nil)
		config("redwood Sign", err)
		_, err = v.SignClaims(1)
		config("redwood SignClaims", err)
		if v.Kind() != "" {
			t.Errorf("%q", v.Kind())
		}
	}
	for _, p := range []*hooks.Preset{nil, {}} {
		both("preset", p)
		id, signed := p.ID(d)
		_, answered := p.Handshake(d)
		if p.Name()+p.SignatureHeader()+p.IDHeader()+p.TypeHeader()+p.Type(d)+id != "" || signed || answered || p.NeedsURL() {
			t.Error("a nil preset says something")
		}
	}
}
