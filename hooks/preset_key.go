package hooks

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"time"
)

// A keyScheme is a signature of time and body by a key, of which receivers have the public half.
type keyScheme struct {
	config  *config
	header  string
	time    timeHeader
	decode  func(text string) (signature []byte, ok bool)
	encode  func(signature []byte) string
	public  []matchFunc
	private crypto.Signer // nil unless a secret is one
	hash    crypto.Hash   // of the message; 0 if the key signs it as it is
	wants   string        // a secret that signs
}

// A matchFunc reports whether a public key's owner has signed a message.
type matchFunc = func(message, signature []byte) bool

// setUp makes a preset one of the scheme's, with the keys that read finds in the secrets.
func (s *keyScheme) setUp(p *Preset, read func(secret string) (matchFunc, crypto.Signer, error)) error {
	secrets, err := p.initKeys("tolerance")
	if err != nil {
		return err
	}
	for _, secret := range secrets {
		match, signer, err := read(secret)
		if err != nil {
			return err
		}
		s.public = append(s.public, match)
		if s.private == nil {
			s.private = signer
		}
	}
	s.config = p.config
	p.scheme, p.header = s, s.header
	return nil
}

func (s *keyScheme) authenticate(d *Delivery) error {
	text := d.header(s.header)
	if text == "" {
		return refuse(ReasonMissing)
	}
	signature, ok := s.decode(text)
	if !ok {
		return refuse(ReasonMalformed)
	}
	timestamp, err := s.time.read(d, s.config)
	if err != nil {
		return err
	}
	message := append([]byte(timestamp), d.Body...)
	for _, match := range s.public {
		if match(message, signature) {
			return nil
		}
	}
	return refuse(ReasonMismatch)
}

func (s *keyScheme) signedTime(d *Delivery, _ string) (string, bool) { return s.time.signed(d) }

func (s *keyScheme) sign(d *Delivery) error {
	if s.private == nil {
		return &WebhookSignError{Problem: "a public key can't sign; the secret must be " + s.wants}
	}
	timestamp, err := s.time.write(d, s.config)
	if err != nil {
		return err
	}
	signature, err := crypto.SignMessage(s.private, rand.Reader, append([]byte(timestamp), d.Body...), s.hash)
	if err != nil {
		return &WebhookSignError{Problem: "the key can't be used", Err: err}
	}
	d.set(s.header, s.encode(signature))
	return nil
}

// newSendGrid verifies X-Twilio-Email-Event-Webhook-Signature, an ECDSA signature of
// time and body in base64, and that the time is within five minutes of now;
// [WithTolerance] changes that. The secret is the public Verification Key, base64
// as it is shown or PEM: app.sendgrid.com, Settings, Mail Settings, Event Webhooks,
// the webhook, Signature verification. Deliveries are lists of events: there is
// neither one type nor an id.
//
// https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
func newSendGrid(p *Preset) error {
	p.tolerate(5 * time.Minute)
	s := &keyScheme{
		header: "X-Twilio-Email-Event-Webhook-Signature",
		time:   timeHeader{"X-Twilio-Email-Event-Webhook-Timestamp", inSeconds, 10},
		decode: decodeText, encode: stdBase64.EncodeToString,
		hash: crypto.SHA256, wants: "a private key in PEM",
	}
	return s.setUp(p, ecdsaKey)
}

// ecdsaKey reads a public key, base64 of its DER or PEM, or a private key in PEM.
func ecdsaKey(secret string) (matchFunc, crypto.Signer, error) {
	wrong := &ConfigError{Setting: "secret", Problem: "want the public Verification Key in base64, as SendGrid shows it, on P-256"}
	var key any
	if block, _ := pem.Decode([]byte(secret)); block != nil {
		key, wrong.Err = parseKey(block)
	} else if der, ok := decodeText(secret); ok {
		key, wrong.Err = x509.ParsePKIXPublicKey(der)
	}
	if wrong.Err != nil {
		return nil, nil, wrong
	}
	signer, ok := key.(crypto.Signer)
	if ok {
		key = signer.Public()
	}
	public, ok := key.(*ecdsa.PublicKey)
	if !ok || public.Curve != elliptic.P256() {
		return nil, nil, wrong
	}
	return func(message, signature []byte) bool {
		sum := sha256.Sum256(message)
		return ecdsa.VerifyASN1(public, sum[:], signature)
	}, signer, nil
}

// newDiscord verifies X-Signature-Ed25519, the Ed25519 signature of
// X-Signature-Timestamp and body in hex. Discord asks for no limit on the time;
// [WithTolerance] sets one. The secret is the application's public key in hex:
// discord.com/developers/applications, the application, General Information. The
// type is the webhook event's ("APPLICATION_AUTHORIZED"), or an interaction's
// number ("2"); the id is the interaction's. It answers PING of both kinds.
//
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint-validating-security-request-headers
func newDiscord(p *Preset) error {
	p.tolerate(Forever)
	p.typeAt = eventType{paths: [][]string{{"event", "type"}, {"type"}}}
	p.idAt = deliveryID{idPaths: path("id"), idSigned: true}
	p.handshake = discordHandshake
	p.reads = [][]string{{"event"}}
	s := &keyScheme{
		header: "X-Signature-Ed25519", time: timeHeader{"X-Signature-Timestamp", inSeconds, 10},
		decode: func(text string) ([]byte, bool) {
			signature := make([]byte, ed25519.SignatureSize)
			return signature, decodeHex(signature, text)
		},
		encode: hex.EncodeToString, wants: "a private key, 128 digits of hex",
	}
	return s.setUp(p, discordKey)
}

func discordKey(secret string) (matchFunc, crypto.Signer, error) {
	key := make([]byte, len(secret)/2)
	public, signer := ed25519.PublicKey(key), crypto.Signer(nil)
	isHex := decodeHex(key, secret)
	if isHex && len(key) == ed25519.PrivateKeySize {
		private := ed25519.PrivateKey(key)
		public, signer = private.Public().(ed25519.PublicKey), private
	}
	if !isHex || len(public) != ed25519.PublicKeySize {
		return nil, nil, &ConfigError{Setting: "secret", Problem: "want the application's public key, 64 digits of lowercase hex"}
	}
	return func(message, signature []byte) bool { return ed25519.Verify(public, message, signature) }, signer, nil
}
