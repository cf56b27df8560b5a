package hooks

import (
	"crypto"
	"encoding/hex"
	"strings"
	"time"
)

// Senders that write the signature into the body, of which it covers some fields.

// errInBody is why nobody but the sender signs.
func errInBody(sender string) error {
	return &WebhookSignError{Problem: sender + " writes the signature into the body, which is given"}
}

// newMailgun is Mailgun, whose secret is the HTTP webhook signing key: app.mailgun.com, Settings,
// API Security. What is signed is a time and a token, which is the delivery's id, and must be
// within a day of now; nothing binds them to the rest of the body, so that whoever sees one
// delivery can make others until it has come itself. The type is event-data.event.
//
// https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
func newMailgun(p *Preset) error {
	secrets, err := p.init("tolerance")
	if err != nil {
		return err
	}
	p.tolerate(24 * 60 * time.Minute) // it tries for eight hours
	p.typeAt = eventType{paths: [][]string{{"event-data", "event"}, {"event"}}}
	p.idAt = deliveryID{idPaths: [][]string{{"signature", "token"}, {"token"}}, idSigned: true}
	p.partly, p.byFields = true, true
	p.reads = append(mailgunPaths("signature"), mailgunPaths()...)
	p.scheme = &mailgunScheme{preset: p, keys: newKeyring(crypto.SHA256, rawKeys(secrets))}
	return nil
}

// mailgunPaths are the places of what is signed and the signature: below signature in JSON,
// beside the others in a form.
func mailgunPaths(below ...string) [][]string {
	var paths [][]string
	for _, name := range []string{"timestamp", "token", "signature"} {
		paths = append(paths, append(below[:len(below):len(below)], name))
	}
	return paths
}

// A mailgunScheme is HMAC-SHA256 of time and token.
type mailgunScheme struct {
	preset *Preset
	keys   keyring
}

func (s *mailgunScheme) authenticate(d *Delivery) error {
	found, err := s.preset.fields(d)
	if err != nil {
		return err
	}
	parts, ok := found.texts(mailgunPaths("signature"))
	if !ok {
		parts, ok = found.texts(mailgunPaths())
	}
	if !ok || parts[1] == "" || len(parts[1]) > maxID {
		return refuse(ReasonMissing)
	}
	at, ok := inSeconds.parse(parts[0])
	switch {
	case !ok || len(parts[0]) != 10: // or digits of the token could go over to the time
		return refuse(ReasonMalformed)
	case !s.preset.config.inTime(at):
		return s.preset.config.refuseTime(at)
	case !form{}.match(s.keys, &content{before: [4]string{parts[0], parts[1]}}, parts[2]):
		return refuse(ReasonMismatch)
	}
	return nil
}

func (s *mailgunScheme) sign(*Delivery) error { return errInBody("Mailgun") }

// texts are the strings and numbers at paths. ok is false if one is not there.
func (f *finding) texts(paths [][]string) (texts []string, ok bool) {
	for _, path := range paths {
		text, ok := f.text(path...)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

// newAdyen is Adyen, whose secret is the webhook's HMAC key in hex: Customer Area, Developers,
// Webhooks. Platforms' webhooks have the header HmacSignature for the whole body; a payment's
// has a signature of eight of its fields in the body, and of the others nothing vouches for.
// Type is type or eventCode; deliveries are known by their body.
//
// https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures
func newAdyen(p *Preset) error {
	whole, err := Scheme{Name: "adyen", Header: "HmacSignature", Form: "{base64}"}.setUpWith(p)
	if err != nil {
		return err
	}
	keys := make([][]byte, len(p.config.secrets))
	for i, secret := range p.config.secrets {
		if keys[i], err = hex.DecodeString(secret); err != nil || len(keys[i]) < 16 {
			return &ConfigError{Setting: "secret", Problem: "want the HMAC key, 64 digits of hex"}
		}
	}
	p.typeAt = eventType{paths: [][]string{{"type"}, adyenItem("eventCode")}}
	p.byBody, p.partly = true, true
	p.reads = append(adyenSigned(), adyenSignature, adyenMore)
	p.byFields = true
	whole.keys = newKeyring(crypto.SHA256, keys)
	p.scheme = &adyenScheme{preset: p, whole: whole}
	return nil
}

// An adyenScheme is HMAC-SHA256 in base64, of the body or of fields of a payment.
type adyenScheme struct {
	preset *Preset
	whole  *headerMAC
}

func adyenItem(names ...string) []string {
	return append([]string{"notificationItems", "0", "NotificationRequestItem"}, names...)
}

var (
	adyenSignature = adyenItem("additionalData", "hmacSignature")
	adyenMore      = []string{"notificationItems", "1"} // there is one, says Adyen: another would be unsigned
)

// adyenSigned are the places of what is signed of a payment.
func adyenSigned() [][]string {
	return [][]string{
		adyenItem("pspReference"), adyenItem("originalReference"), adyenItem("merchantAccountCode"), adyenItem("merchantReference"),
		adyenItem("amount", "value"), adyenItem("amount", "currency"), adyenItem("eventCode"), adyenItem("success"),
	}
}

func (s *adyenScheme) authenticate(d *Delivery) error {
	if d.header(s.whole.header) != "" {
		return s.whole.authenticate(d)
	}
	found, err := s.preset.fields(d)
	if err != nil {
		return err
	}
	text, ok := found.text(adyenSignature...)
	if !ok || found.raw(adyenMore...) != nil {
		return &WebhookVerificationError{Reason: ReasonMissing, Detail: "want it in the header " + s.whole.header + ", or in additionalData.hmacSignature of a payment"}
	}
	signed, ok := adyenPayment(found)
	switch {
	case !ok:
		return refuse(ReasonMalformed)
	case !s.whole.form.match(s.whole.keys, &signed, text):
		return s.whole.mismatch(text)
	}
	return nil
}

// adyenPayment returns what is signed of a payment: the fields, with colons between. ok is false
// if it could be that of another payment, or if there is the type of a platform's webhook, which
// would not be signed.
func adyenPayment(found *finding) (c content, ok bool) {
	for i, path := range adyenSigned() {
		text, ok := adyenText(found, path)
		if !ok || strings.Contains(text, ":") && path[len(path)-1] != "merchantReference" { // the shop's own
			return content{}, false
		}
		if i > 0 {
			c.body = append(c.body, ':')
		}
		c.body = append(c.body, text...)
	}
	return c, found.raw("type") == nil
}

// adyenText returns a field as it is signed: empty if it is not there. ok is false for an object
// or a list.
func adyenText(found *finding, path []string) (text string, ok bool) {
	if text, ok := found.text(path...); ok {
		return text, true
	}
	switch raw := string(found.raw(path...)); raw {
	case "true", "false":
		return raw, true
	case "", "null":
		return "", true
	}
	return "", false
}

// bodyMAC makes a payment known by what is signed of it, whatever is beside it.
func (s *adyenScheme) bodyMAC(d *Delivery, signature string, n int) ([]byte, bool) {
	if signature != "" {
		return s.whole.bodyMAC(d, signature, n)
	}
	signed, ok := adyenPayment(d.find(s.preset.query))
	return s.whole.keys.digest(n, &signed), ok
}

func (s *adyenScheme) sign(d *Delivery) error { return s.whole.sign(d) }
