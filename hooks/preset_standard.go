package hooks

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"
)

// newStandardWebhooks verifies the headers webhook-id, webhook-timestamp and
// webhook-signature: v1, HMAC-SHA256 of "<id>.<time>.<body>", or v1a, Ed25519 of the
// same. The secret is the endpoint's, as the sender's dashboard shows it: whsec_...
// in base64, or for v1a the sender's public key whpk_... . The time must be within
// five minutes of now. The type is the body's, the id webhook-id.
//
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
func newStandardWebhooks(p *Preset) error { return p.standard("webhook-") }

// newSvix verifies what Svix sends: the headers svix-id, svix-timestamp and
// svix-signature, else those of Standard Webhooks. The secret is the endpoint's
// Signing Secret, whsec_...: the sender's portal, Endpoints, the endpoint. Clerk sends by way of
// Svix: dashboard.clerk.com, Configure, Webhooks, the endpoint.
//
// https://docs.svix.com/receiving/verifying-payloads/how-manual
func newSvix(p *Preset) error { return p.standard("svix-", "webhook-") }

func (p *Preset) standard(prefixes ...string) error {
	secrets, err := p.initKeys("tolerance")
	if err != nil {
		return err
	}
	p.tolerate(5 * time.Minute)
	p.typeAt = eventType{paths: [][]string{{"type"}}}
	s := &standardScheme{}
	for _, secret := range secrets {
		if err := s.addKey(secret); err != nil {
			return err
		}
	}
	for _, prefix := range prefixes {
		name := func(name string) string { return http.CanonicalHeaderKey(prefix + name) }
		m, err := Scheme{
			Header: name("signature"), Form: "v1,{base64} v1,{base64}",
			IDHeader: name("id"), TimeHeader: name("timestamp"), Content: "{id}.{time}.{body}",
		}.mac()
		if err != nil {
			return err
		}
		m.config, m.keys = p.config, s.keys
		s.macs = append(s.macs, m)
		p.idAt.idHeaders = append(p.idAt.idHeaders, m.id)
	}
	p.idAt.idSigned = true
	p.idAt.idHeader = func(d *Delivery) string { return s.macOf(d).id }
	p.scheme, p.header = s, s.macs[0].header
	return nil
}

// A standardScheme is that of Standard Webhooks.
type standardScheme struct {
	macs    []*headerMAC // by their headers; the first that a delivery has counts
	keys    keyring
	public  []ed25519.PublicKey
	private []ed25519.PrivateKey
}

func (s *standardScheme) addKey(secret string) error {
	text, _ := strings.CutPrefix(secret, "v1,") // as Supabase shows it
	text, isPublic := strings.CutPrefix(text, "whpk_")
	text, isPrivate := strings.CutPrefix(text, "whsk_")
	text, _ = strings.CutPrefix(text, "whsec_")
	key, ok := standardKey(text)
	switch {
	case !isPublic && !isPrivate && isPublicKey(secret):
		return &ConfigError{Setting: "secret", Problem: "is a public key; want the endpoint's secret, or the sender's key with the prefix whpk_"}
	case !ok:
		return &ConfigError{Setting: "secret", Problem: "want base64, with or without one of the prefixes whsec_, whpk_ and whsk_"}
	case isPublic && len(key) == ed25519.PublicKeySize:
		s.public = append(s.public, key)
	case isPrivate && (len(key) == ed25519.SeedSize || len(key) == ed25519.PrivateKeySize):
		private := ed25519.NewKeyFromSeed(key[:ed25519.SeedSize])
		s.public = append(s.public, private.Public().(ed25519.PublicKey))
		s.private = append(s.private, private)
	case isPublic || isPrivate:
		return &ConfigError{Setting: "secret", Problem: "whpk_ is followed by the base64 of 32 bytes, whsk_ by that of 32 or 64"}
	default:
		s.keys = append(s.keys, newMAC(sha256.New, key))
	}
	return nil
}

// standardKey decodes a key; its padding may be missing.
func standardKey(text string) ([]byte, bool) {
	encoding := stdBase64
	if len(text)%4 != 0 {
		encoding = base64.RawStdEncoding
	}
	key, ok := decodeStrictly(encoding, text)
	return key, ok && len(key) > 0
}

// macOf is the MAC whose headers a delivery has.
func (s *standardScheme) macOf(d *Delivery) *headerMAC {
	for _, m := range s.macs {
		if d.header(m.header) != "" {
			return m
		}
	}
	return s.macs[0]
}

func (s *standardScheme) authenticate(d *Delivery) error {
	m := s.macOf(d)
	err := m.authenticate(d)
	var refused *WebhookVerificationError
	if errors.As(err, &refused) && refused.Reason == ReasonMismatch && s.matchesPublic(m.message(d), d.header(m.header)) {
		return nil
	}
	return err
}

// message is what is signed of a delivery that has id and time.
func (m *headerMAC) message(d *Delivery) []byte {
	return append([]byte(d.header(m.id)+"."+d.header(m.time.name)+"."), d.Body...)
}

// maxSignatures is how many Ed25519 signatures of one delivery are looked at.
const maxSignatures = 16

func (s *standardScheme) matchesPublic(message []byte, signatures string) bool {
	tried := 0
	for signature := range strings.SplitSeq(signatures, " ") {
		text, ok := strings.CutPrefix(signature, "v1a,")
		var digest [ed25519.SignatureSize]byte
		if !ok || !decodeBase64(digest[:], text) {
			continue
		}
		if tried++; tried > maxSignatures {
			return false
		}
		for _, key := range s.public {
			if ed25519.Verify(key, message, digest[:]) {
				return true
			}
		}
	}
	return false
}

// sign signs with all secrets that can, so that receivers with any of them accept the delivery.
func (s *standardScheme) sign(d *Delivery) error {
	m := s.macs[0]
	if s.keys == nil && s.private == nil {
		return &WebhookSignError{Problem: "a public key can't sign; the secret must be whsec_ or whsk_"}
	}
	if _, _, err := m.prepare(d); err != nil {
		return err
	}
	var signatures []string
	if s.keys != nil {
		if err := m.sign(d); err != nil {
			return err
		}
		signatures = append(signatures, d.header(m.header))
	}
	for _, key := range s.private {
		signatures = append(signatures, "v1a,"+stdBase64.EncodeToString(ed25519.Sign(key, m.message(d))))
	}
	d.set(m.header, strings.Join(signatures, " "))
	return nil
}
