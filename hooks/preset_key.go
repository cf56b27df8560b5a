package hooks

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"strings"
	"time"
)

// newSendGrid verifies X-Twilio-Email-Event-Webhook-Signature, an ECDSA signature of
// time and body in base64, and that the time is within five minutes of now;
// [WithTolerance] changes that. The secret is the public Verification Key, base64
// as it is shown or PEM: app.sendgrid.com, Settings, Mail Settings, Event Webhooks,
// the webhook, Signature verification. Deliveries are lists of events: there is
// neither one type nor an id.
//
// https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
func newSendGrid(p *Preset) error {
	secrets, err := p.initKeys("tolerance")
	if err != nil {
		return err
	}
	p.tolerate(5 * time.Minute)
	s := &ecdsaScheme{config: p.config}
	s.public, s.private, err = keyPairs(secrets, ecdsaKey)
	p.scheme, p.header = s, sendGridHeader
	return err
}

// keyPairs reads secrets: public keys, and the first private key, nil if there is none.
func keyPairs[P any](secrets []string, read func(string) (P, crypto.Signer, error)) (public []P, private crypto.Signer, err error) {
	for _, secret := range secrets {
		key, signer, err := read(secret)
		if err != nil {
			return nil, nil, err
		}
		public = append(public, key)
		if private == nil {
			private = signer
		}
	}
	return public, private, nil
}

// An ecdsaScheme is SendGrid's: ECDSA on P-256 with SHA-256.
type ecdsaScheme struct {
	config  *config
	public  []*ecdsa.PublicKey
	private crypto.Signer // nil unless a secret is one
}

const sendGridHeader = "X-Twilio-Email-Event-Webhook-Signature"

var sendGridTime = timeHeader{"X-Twilio-Email-Event-Webhook-Timestamp", inSeconds, 10}

// ecdsaKey reads a public key, base64 of its DER or PEM, or a private key in PEM.
func ecdsaKey(secret string) (*ecdsa.PublicKey, crypto.Signer, error) {
	wrong := &ConfigError{Setting: "secret", Problem: "want the public Verification Key in base64, as SendGrid shows it, on P-256"}
	var key any
	if strings.Contains(secret, "-----BEGIN ") {
		block, _ := pem.Decode([]byte(secret))
		if block == nil {
			return nil, nil, wrong
		}
		key, wrong.Err = parseKey(block)
	} else if der, err := base64.StdEncoding.Strict().DecodeString(secret); err != nil || strings.ContainsAny(secret, "\r\n") {
		return nil, nil, wrong
	} else {
		key, wrong.Err = x509.ParsePKIXPublicKey(der)
	}
	if wrong.Err != nil {
		return nil, nil, wrong
	}
	switch key := key.(type) {
	case *ecdsa.PublicKey:
		if key.Curve == elliptic.P256() {
			return key, nil, nil
		}
	case *ecdsa.PrivateKey:
		if key.Curve == elliptic.P256() {
			return &key.PublicKey, key, nil
		}
	}
	return nil, nil, wrong
}

// sum hashes time and body.
func (s *ecdsaScheme) sum(timestamp string, body []byte) []byte {
	h := sha256.New()
	h.Write([]byte(timestamp))
	h.Write(body)
	return h.Sum(nil)
}

func (s *ecdsaScheme) authenticate(d *Delivery) error {
	text := d.header(sendGridHeader)
	if text == "" {
		return refuse(ReasonMissing)
	}
	signature, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || strings.ContainsAny(text, "\r\n") {
		return refuse(ReasonMalformed)
	}
	timestamp, err := sendGridTime.read(d, s.config)
	if err != nil {
		return err
	}
	sum := s.sum(timestamp, d.Body)
	for _, key := range s.public {
		if ecdsa.VerifyASN1(key, sum, signature) {
			return nil
		}
	}
	return refuse(ReasonMismatch)
}

func (s *ecdsaScheme) signedTime(d *Delivery, _ string) (string, bool) { return sendGridTime.signed(d) }

func (s *ecdsaScheme) sign(d *Delivery) error {
	if s.private == nil {
		return &WebhookSignError{Problem: "a public key can't sign; the secret must be a private key in PEM"}
	}
	timestamp, err := sendGridTime.write(d, s.config)
	if err != nil {
		return err
	}
	signature, err := s.private.Sign(rand.Reader, s.sum(timestamp, d.Body), crypto.SHA256)
	if err != nil {
		return &WebhookSignError{Problem: "the key can't be used", Err: err}
	}
	d.set(sendGridHeader, base64.StdEncoding.EncodeToString(signature))
	return nil
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
	secrets, err := p.initKeys("tolerance")
	if err != nil {
		return err
	}
	p.tolerate(Forever)
	p.typeAt = eventType{paths: [][]string{{"event", "type"}, {"type"}}}
	p.idAt = deliveryID{idPaths: path("id"), idSigned: true}
	p.handshake = func(_ *Delivery, found *finding) (Response, bool) { return discordHandshake(found) }
	p.reads = [][]string{{"event"}}
	s := &discordScheme{config: p.config}
	s.public, s.private, err = keyPairs(secrets, discordKey)
	p.scheme, p.header = s, discordHeader
	return err
}

// A discordScheme is Ed25519 of time and body.
type discordScheme struct {
	config  *config
	public  []ed25519.PublicKey
	private crypto.Signer // nil unless a secret is one
}

const discordHeader = "X-Signature-Ed25519"

var discordTime = timeHeader{"X-Signature-Timestamp", inSeconds, 10}

func discordKey(secret string) (ed25519.PublicKey, crypto.Signer, error) {
	switch key := make([]byte, len(secret)/2); {
	case !decodeHex(key, secret):
	case len(key) == ed25519.PublicKeySize:
		return key, nil, nil
	case len(key) == ed25519.PrivateKeySize:
		private := ed25519.PrivateKey(key)
		return private.Public().(ed25519.PublicKey), private, nil
	}
	return nil, nil, &ConfigError{Setting: "secret", Problem: "want the application's public key, 64 digits of lowercase hex"}
}

func (s *discordScheme) authenticate(d *Delivery) error {
	text := d.header(discordHeader)
	if text == "" {
		return refuse(ReasonMissing)
	}
	var signature [ed25519.SignatureSize]byte
	if !decodeHex(signature[:], text) {
		return refuse(ReasonMalformed)
	}
	timestamp, err := discordTime.read(d, s.config)
	if err != nil {
		return err
	}
	message := append([]byte(timestamp), d.Body...)
	for _, key := range s.public {
		if ed25519.Verify(key, message, signature[:]) {
			return nil
		}
	}
	return refuse(ReasonMismatch)
}

func (s *discordScheme) signedTime(d *Delivery, _ string) (string, bool) {
	return discordTime.signed(d)
}

func (s *discordScheme) sign(d *Delivery) error {
	if s.private == nil {
		return &WebhookSignError{Problem: "a public key can't sign; the secret must be a private key, 128 digits of hex"}
	}
	timestamp, err := discordTime.write(d, s.config)
	if err != nil {
		return err
	}
	signature, err := s.private.Sign(nil, append([]byte(timestamp), d.Body...), crypto.Hash(0))
	if err != nil {
		return &WebhookSignError{Problem: "the key can't be used", Err: err}
	}
	d.set(discordHeader, hex.EncodeToString(signature))
	return nil
}
