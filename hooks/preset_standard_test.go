package hooks

import (
	"crypto/sha256"
	"encoding/base64"
	"hash"
	"net/http"
	"strings"
	"testing"
	"time"
)

// hashed counts the bytes that go through a hash.
type hashed struct {
	hash.Hash
	bytes *int
}

func (h hashed) Write(p []byte) (int, error) {
	*h.bytes += len(p)
	return h.Hash.Write(p)
}

// However many signatures a header has, the body is hashed once for each secret.
func TestStandardHashesTheBodyOnce(t *testing.T) {
	const secret, other = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_NfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	p, err := NewPreset("standardwebhooks", WithSecrets(secret, other), WithClock(func() time.Time { return time.Unix(1_700_000_000, 0) }))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	counting := func() hash.Hash { return hashed{sha256.New(), &n} }
	keys := p.scheme.(*standardScheme).keys
	for i := range keys {
		keys[i] = newMAC(counting, []byte("another"))
	}
	one := "v1," + base64.StdEncoding.EncodeToString(make([]byte, 32))
	d := &Delivery{Body: make([]byte, 100<<10), Header: http.Header{
		"Webhook-Id": {"msg_1"}, "Webhook-Timestamp": {"1700000000"}, "Webhook-Signature": {strings.Repeat(one+" ", 330)},
	}}
	if p.Authenticate(d) == nil {
		t.Error("a forgery is accepted")
	}
	if most := len(keys) * (len(d.Body) + 1<<10); n > most {
		t.Errorf("hashed %d bytes, want at most %d", n, most)
	}
}
