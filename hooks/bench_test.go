package hooks_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	"signalbox/hooks"
)

// BenchmarkVerify measures against raw SHA-256, which stands beside it:
//
//	go test ./hooks -run='^$' -bench=Verify -count=10
func BenchmarkVerify(b *testing.B) {
	for _, size := range []int{1 << 10, 64 << 10, 1 << 20} {
		payload := make([]byte, size)
		b.Run(fmt.Sprintf("raw SHA-256/%d", size), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				sha256.Sum256(payload)
			}
		})
		for _, kind := range []string{"sha256Verifier", "base64Sha256Verifier", "timestampSchemeVerifier"} {
			v := verifier(b, kind, hooks.WithSecrets(base64Passport))
			signature, err := v.Sign(payload)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%d", kind, size), func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					if err := v.Verify(payload, signature); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkRatio tells how much longer Verify takes than raw SHA-256, the two by
// turns in one run: the fastest of many rounds each.
func BenchmarkRatio(b *testing.B) {
	for _, size := range []int{1 << 10, 64 << 10} {
		payload := make([]byte, size)
		for _, kind := range []string{"sha256Verifier", "base64Sha256Verifier", "timestampSchemeVerifier"} {
			v := verifier(b, kind, hooks.WithSecrets(base64Passport))
			signature, err := v.Sign(payload)
			if err != nil {
				b.Fatal(err)
			}
			againstRaw(b, fmt.Sprintf("%s/%d", kind, size), payload, func() error { return v.Verify(payload, signature) })
		}
		againstRaw(b, fmt.Sprintf("crypto/hmac, encoding/hex and hmac.Equal alone/%d", size), payload, byHand(payload))
	}
}

// againstRaw reports how many times as long as raw SHA-256 of the payload verify takes.
func againstRaw(b *testing.B, name string, payload []byte, verify func() error) {
	b.Run(name, func(b *testing.B) {
		ours, raw := fastest(b, max(4, 1<<18/len(payload)),
			func() {
				if err := verify(); err != nil {
					b.Fatal(err)
				}
			},
			func() { sha256.Sum256(payload) })
		b.ReportMetric(ours/raw, "x-raw")
		b.ReportMetric(0, "ns/op")
	})
}

// byHand verifies with what the library has and nothing else: a MAC that is used again, and
// room for its texts.
func byHand(payload []byte) func() error {
	mac := hmac.New(sha256.New, []byte("secret"))
	mac.Write(payload)
	signature := []byte(hex.EncodeToString(mac.Sum(nil)))
	var sum [sha256.Size]byte
	var text [2 * sha256.Size]byte
	return func() error {
		mac.Reset()
		mac.Write(payload)
		hex.Encode(text[:], mac.Sum(sum[:0]))
		if !hmac.Equal(text[:], signature) {
			return errors.New("another signature")
		}
		return nil
	}
}
