package hooks

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

// StandardWebhooks verifies the headers webhook-id, webhook-timestamp and
// webhook-signature: v1, HMAC-SHA256 of "<id>.<time>.<body>", or v1a, Ed25519 of the
// same. The secret is the endpoint's, as the sender's dashboard shows it: whsec_...
// in base64, or for v1a the sender's public key whpk_... . The time must be within
// five minutes of now. The type is the body's, the id webhook-id.
//
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
func StandardWebhooks(options ...Option) (*Preset, error) {
	return NewPreset("standardwebhooks", options...)
}

func newStandardWebhooks(p *Preset) error { return p.standard("webhook-") }

// Svix verifies what Svix sends: the headers svix-id, svix-timestamp and
// svix-signature, else those of [StandardWebhooks]. The secret is the endpoint's
// Signing Secret, whsec_...: the sender's portal, Endpoints, the endpoint.
//
// https://docs.svix.com/receiving/verifying-payloads/how-manual
func Svix(options ...Option) (*Preset, error) { return NewPreset("svix", options...) }

// Clerk verifies what Clerk sends, by way of Svix. The secret is the endpoint's
// Signing Secret, whsec_...: dashboard.clerk.com, Configure, Webhooks, the endpoint.
//
// https://clerk.com/docs/webhooks/sync-data
func Clerk(options ...Option) (*Preset, error) { return NewPreset("clerk", options...) }

func newSvix(p *Preset) error { return p.standard("svix-", "webhook-") }

func (p *Preset) standard(prefixes ...string) error {
	secrets, err := p.initKeys("tolerance")
	if err != nil {
		return err
	}
	p.tolerate(5 * time.Minute)
	p.typeAt = eventType{paths: [][]string{{"type"}}}
	s := &standardScheme{config: p.config}
	for _, prefix := range prefixes {
		names := standardHeaders{
			id: http.CanonicalHeaderKey(prefix + "id"), signature: http.CanonicalHeaderKey(prefix + "signature"),
			time: timeHeader{name: http.CanonicalHeaderKey(prefix + "timestamp"), format: UnixTime},
		}
		s.headers = append(s.headers, names)
		p.idAt.idHeaders = append(p.idAt.idHeaders, names.id)
	}
	p.idAt.idSigned = true
	p.idAt.idHeader = func(d *Delivery) string { return s.headersOf(d).id }
	for _, secret := range secrets {
		if err := s.addKey(secret); err != nil {
			return err
		}
	}
	p.scheme, p.header = s, s.headers[0].signature
	return nil
}

// isStandard reports whether the sender signs as Standard Webhooks has it.
func (p *Preset) isStandard() bool {
	_, ok := p.scheme.(*standardScheme)
	return ok
}

// A standardScheme is that of Standard Webhooks.
type standardScheme struct {
	config   *config
	headers  []standardHeaders // the first that a delivery has count
	keys     keyring
	public   []ed25519.PublicKey
	private  ed25519.PrivateKey // nil unless a secret is one
	signsV1a bool               // the first secret is a private key
}

func (s *standardScheme) addKey(secret string) error {
	first := s.keys == nil && s.public == nil
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
		if s.private == nil {
			s.private, s.signsV1a = private, first
		}
	case isPublic || isPrivate:
		return &ConfigError{Setting: "secret", Problem: "whpk_ is followed by the base64 of 32 bytes, whsk_ by that of 32 or 64"}
	default:
		s.keys = append(s.keys, newMAC(sha256Algorithm, key))
	}
	return nil
}

// standardKey decodes a key; its padding may be missing.
func standardKey(text string) ([]byte, bool) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, false
	}
	encoding := base64.StdEncoding
	if len(text)%4 != 0 {
		encoding = base64.RawStdEncoding
	}
	key, err := encoding.Strict().DecodeString(text)
	return key, err == nil && len(key) > 0
}

// standardHeaders are the names of the three headers.
type standardHeaders struct {
	id, signature string
	time          timeHeader
}

// headersOf are the names of the headers which a delivery has.
func (s *standardScheme) headersOf(d *Delivery) standardHeaders {
	for _, names := range s.headers {
		if d.header(names.signature) != "" {
			return names
		}
	}
	return s.headers[0]
}

func (s *standardScheme) authenticate(d *Delivery) error {
	names := s.headersOf(d)
	id, signatures := d.header(names.id), d.header(names.signature)
	if id == "" || signatures == "" {
		return refuse(ReasonMissing)
	}
	if !canSign(id, ".") || len(signatures) > maxSignature {
		return refuse(ReasonMalformed)
	}
	timestamp, err := names.time.read(d, s.config)
	if err != nil {
		return err
	}
	if !s.matches(id, timestamp, d.Body, signatures) {
		return refuse(ReasonMismatch)
	}
	return nil
}

// standardForm is what a header has of symmetric signatures.
var standardForm = form{comma: " ", prefix: "v1,"}

// maxSignatures is how many Ed25519 signatures of one delivery are looked at.
const maxSignatures = 16

func (s *standardScheme) matches(id, timestamp string, body []byte, signatures string) bool {
	c := content{before: [4]string{id, ".", timestamp, "."}, body: body}
	for _, key := range s.keys {
		if standardForm.has(key, &c, signatures, false) {
			return true
		}
	}
	return len(s.public) > 0 && s.matchesPublic(id, timestamp, body, signatures)
}

func (s *standardScheme) matchesPublic(id, timestamp string, body []byte, signatures string) bool {
	var message []byte
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
		if message == nil {
			message = standardMessage(id, timestamp, body)
		}
		for _, key := range s.public {
			if ed25519.Verify(key, message, digest[:]) {
				return true
			}
		}
	}
	return false
}

func standardMessage(id, timestamp string, body []byte) []byte {
	return append([]byte(id+"."+timestamp+"."), body...)
}

func (s *standardScheme) sign(d *Delivery) error {
	names := s.headers[0]
	id := d.header(names.id)
	if id == "" {
		id = "msg_" + rand.Text()
		d.set(names.id, id)
	}
	if !canSign(id, ".") {
		return &WebhookSignError{Problem: "an id has at most 256 bytes and no full stop"}
	}
	timestamp, err := names.time.write(d, s.config)
	if err != nil {
		return err
	}
	switch {
	case s.signsV1a || s.keys == nil && s.private != nil:
		signature := ed25519.Sign(s.private, standardMessage(id, timestamp, d.Body))
		d.set(names.signature, "v1a,"+base64.StdEncoding.EncodeToString(signature))
	case s.keys != nil:
		c := content{before: [4]string{id, ".", timestamp, "."}, body: d.Body}
		d.set(names.signature, string(s.keys.sign(&c, stdBase64.AppendEncode, []byte("v1,"))))
	default:
		return &WebhookSignError{Problem: "a public key can't sign; the secret must be whsec_ or whsk_"}
	}
	return nil
}
