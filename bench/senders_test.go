package bench

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	paddle "github.com/PaddleHQ/paddle-go-sdk/v4"
	"github.com/nicklaw5/helix/v2"
	"github.com/razorpay/razorpay-go/utils"

	"signalbox/hooks"
)

// TestSenders has the libraries of senders judge what the presets sign.
func TestSenders(t *testing.T) {
	const secret = "a secret of theirs"
	for preset, accepts := range map[string]func(h http.Header, body string) bool{
		"razorpay": func(h http.Header, body string) bool {
			return utils.VerifyWebhookSignature(body, h.Get("X-Razorpay-Signature"), secret)
		},
		"paddle": func(h http.Header, body string) bool {
			q := &http.Request{Method: "POST", Header: h, Body: io.NopCloser(bytes.NewBufferString(body))}
			ok, err := paddle.NewWebhookVerifier(secret).Verify(q)
			return ok && err == nil
		},
		"twitch": func(h http.Header, body string) bool { return helix.VerifyEventSubNotification(secret, h, body) },
	} {
		p := must(hooks.NewPreset(preset, hooks.WithSecrets(secret)))
		for _, body := range []string{`{"event":"x"}`, "", "\xff\x00 é"} {
			d := &hooks.Delivery{Body: []byte(body)}
			if err := p.SignDelivery(d); err != nil {
				t.Fatal(err)
			}
			if !accepts(d.Header, body) || accepts(d.Header, body+" ") || p.Authenticate(d) != nil {
				t.Errorf("%s: %q with %v", preset, body, d.Header)
			}
		}
	}
}
